"""What players did to the dice, judged by what they may do: lifted, thrown, pushed, turned.

The judge knows no game. It is given the dice as they lay when they were last accepted, by place,
and the openings: which dice may be lifted and how many must then come to lie.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final, Generic, NamedTuple, TypeVar

from vision.identity import Change, Move, TrayDie, compare
from vision.reading import Face, Reading

__all__ = [
    "FRESH",
    "Finding",
    "Lay",
    "Lifted",
    "Miscount",
    "Opening",
    "Pushed",
    "Still",
    "Strange",
    "Thrown",
    "Turned",
    "Unread",
    "judge",
    "put_back",
]

Lay = Mapping[int, Reading]
"""The dice as they were last accepted: place to reading."""

A = TypeVar("A")

FRESH: Final = 1000
"""Identities from here on are dice without a place yet; places are 0 to 5."""

NEAR_DICE: Final = 1.5
"""A die elsewhere with the same face was pushed when nearer, in die sizes, and otherwise thrown,
where both could be: a thrown die lands so near with the same face once in some hundred throws."""

IN_PLACE_DICE: Final = 0.6
"""A die with another face was turned by a hand when nearer, in die sizes, unless it was seen to
be lifted: thrown dice do not come back to their places."""


SAME_SPOT_DICE: Final = 0.12
"""A die with the same face surely lies still when nearer, in die sizes, also where all dice were
to be thrown; one of five thrown dice comes so near by chance in one throw of a thousand."""


STILL_THERE: Final = 0.5
"""The part of the dice that stay in a parry which must lie where they lay, or near by with the
same face; with fewer it is another throw that looks like one, and is asked about."""


@dataclass(frozen=True, slots=True)
class Opening(Generic[A]):
    """Something that players may do: lift the dice at these places, and throw so many.

    action is what this means to the rules before the roll, None when the roll alone is awaited.
    faces_matter: whether the dice that stay must keep their faces. afresh: all dice are thrown,
    and those that lie there count no more.
    """

    action: A | None
    lifts: frozenset[int]
    throws: int
    faces_matter: bool = True
    afresh: bool = False


@dataclass(frozen=True, slots=True)
class Still:
    """Nothing happened."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """Dice were pushed, and all show what they showed."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Lifted:
    """Dice were lifted and none were thrown yet."""

    places: frozenset[int]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Thrown(Generic[A]):
    """Dice were thrown as an opening allows: the dice kept, by place, and the fresh ones."""

    opening: Opening[A]
    kept: dict[int, Reading]
    fresh: tuple[Reading, ...]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Miscount:
    """Dice were thrown, and more or fewer lie than should.

    gone: the dice that no longer lie, by place. came: those that did not lie there before.
    """

    seen: int
    expected: int
    gone: tuple[TrayDie, ...] = ()
    came: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """Dice were thrown, and some cannot be accepted as they lie.

    alone: nothing else is amiss, so that saying what these show settles it.
    """

    readings: tuple[Reading, ...]
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Turned:
    """Dice that must lie show another face."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Strange:
    """Dice were thrown that may not be: the places of all dice that no longer lie.

    came: the dice that did not lie there before.
    """

    places: frozenset[int]
    came: tuple[Reading, ...] = ()


Finding = Still | Pushed | Lifted | Thrown[A] | Miscount | Unread | Turned | Strange


def judge(
    lay: Lay,
    openings: Sequence[Opening[A]],
    readings: Sequence[Reading],
    lifted: frozenset[int] = frozenset(),
    lay_on: frozenset[int] = frozenset(),
) -> Finding[A]:
    """Judge the dice at a rest against the dice as they lay.

    lifted: places whose dice were seen to be gone. lay_on: places whose dice were seen to lie on
    after others had been lifted, so that these were not lifted.
    """
    change = _compare(lay, readings)
    thrown = bool(change.came or change.turned) or _alone_afar(openings, readings, change)
    if not thrown and not change.left:
        return Pushed(change.nudged) if change.nudged else Still()
    if not thrown and not _landed(change, lifted):
        return Lifted(_places(change.left), change.nudged)
    if _by_hand(lay, openings, change, lifted):
        return Pushed(change.turned) if _afresh(openings) else Turned(change.turned)
    return _judge_throw(lay, openings, readings, change, _Known(lifted, lay_on))


def put_back(lay: Lay, readings: Sequence[Reading]) -> dict[int, Reading] | None:
    """The dice by place when the same faces lie as before, wherever they lie; None otherwise."""
    faces: Counter[Face | None] = Counter(reading.face for reading in readings)
    if None in faces or faces != Counter(reading.face for reading in lay.values()):
        return None
    change = _compare(lay, readings)
    placed = {die.identity: die.reading for die in change.stayed}
    placed.update((move.now.identity, move.now.reading) for move in change.nudged)
    rest = [move.now.reading for move in change.turned] + [die.reading for die in change.came]
    for place, reading in lay.items():
        if place not in placed:
            at = next(k for k, one in enumerate(rest) if one.face == reading.face)
            placed[place] = rest.pop(at)
    return placed


def _compare(lay: Lay, readings: Sequence[Reading]) -> Change:
    """What changed, with the places as identities."""
    before = [TrayDie(place, reading) for place, reading in lay.items()]
    return compare(before, readings, FRESH)[1]


def _places(dice: Sequence[TrayDie]) -> frozenset[int]:
    return frozenset(die.identity for die in dice)


def _moved(moves: Sequence[Move]) -> frozenset[int]:
    return frozenset(move.now.identity for move in moves)


def _landed(change: Change, lifted: frozenset[int]) -> bool:
    """Whether a die that was lifted lies there again, elsewhere."""
    return bool(_moved(change.nudged) & lifted)


def _way_dice(move: Move) -> float:
    before, now = move.before.reading, move.now.reading
    side_px = max(1.0, sqrt(now.box[2] * now.box[3]))
    way_px = hypot(now.center[0] - before.center[0], now.center[1] - before.center[1])
    return way_px / side_px


def _by_hand(
    lay: Lay, openings: Sequence[Opening[A]], change: Change, lifted: frozenset[int]
) -> bool:
    """Whether nothing happened but that dice were turned in their places.

    All of them are only where they may not all be thrown.
    """
    if change.left or change.came or not change.turned:
        return False
    if len(change.turned) == len(lay) and any(one.lifts == set(lay) for one in openings):
        return False
    return len(_in_place(change, lifted)) == len(change.turned)


def _alone_afar(
    openings: Sequence[Opening[A]], readings: Sequence[Reading], change: Change
) -> bool:
    """Whether the one die that begins a turn lies there, though one with its face lay before.

    Where the dice before are taken up and the one thrown in one go, no empty tray is seen.
    """
    begins = len(readings) == 1 and any(one.afresh and one.throws == 1 for one in openings)
    return begins and any(_way_dice(move) >= NEAR_DICE for move in change.nudged)


def _in_place(change: Change, lifted: frozenset[int]) -> tuple[Move, ...]:
    return tuple(
        move
        for move in change.turned
        if _way_dice(move) < IN_PLACE_DICE and move.now.identity not in lifted
    )


class _Known(NamedTuple):
    """The places whose dice were seen to be lifted, and those whose dice were seen not to be."""

    lifted: frozenset[int]
    lay_on: frozenset[int]


def _judge_throw(
    lay: Lay,
    openings: Sequence[Opening[A]],
    readings: Sequence[Reading],
    change: Change,
    known: _Known,
) -> Finding[A]:
    gone = _places(change.left) | _moved(change.turned) | _moved(change.nudged)
    expected = _expected(lay, openings)
    alone = _thrown_alone(openings, readings, change)
    certain = alone or _flung(lay, openings, readings, change, known.lay_on)
    if certain is not None:
        return certain
    if len(readings) not in expected:
        return _miscounted(readings, expected[0], change)
    if _afresh(openings) and not _lies_on(lay, change):
        return _thrown({}, openings[0], readings) or Strange(gone)
    for candidate in _candidates(change, known):
        for opening in openings:
            if opening.lifts == candidate:
                found = _thrown(lay, opening, readings)
                if found is not None:
                    return found
    turned = () if _afresh(openings) else _in_place(change, known.lifted)
    if turned:
        return Turned(turned)
    return Strange(gone - _pushed(change), tuple(die.reading for die in change.came))


def _miscounted(readings: Sequence[Reading], expected: int, change: Change) -> Miscount | Unread:
    """Too few or too many; what is unread and too many may be no die at all."""
    unread = tuple(die.reading for die in change.came if die.reading.face is None)
    if unread and len(readings) > expected:
        return Unread(unread, alone=False)
    came = tuple(die.reading for die in change.came)
    return Miscount(len(readings), expected, change.left, came)


def _thrown_alone(
    openings: Sequence[Opening[A]], readings: Sequence[Reading], change: Change
) -> Thrown[A] | Unread | Turned | None:
    """The throw of dice that were named, into a tray that was cleared where the rest may go."""
    named = [one for one in openings if one.action is None and not one.faces_matter]
    if not named or change.stayed or len(readings) != named[0].throws:
        return None
    return _thrown({}, named[0], readings)


def _afresh(openings: Sequence[Opening[A]]) -> bool:
    return any(opening.afresh for opening in openings)


def _lies_on(lay: Lay, change: Change) -> bool:
    """Whether a die surely lies where it lay; nearly there, it may have come there again."""
    return any(
        _way_dice(Move(TrayDie(die.identity, lay[die.identity]), die)) < SAME_SPOT_DICE
        for die in change.stayed
    )


def _expected(lay: Lay, openings: Sequence[Opening[A]]) -> list[int]:
    """How many dice may lie after a throw, by the openings in their order."""
    if not openings:
        return [len(lay)]
    return [len(lay) - len(opening.lifts) + opening.throws for opening in openings]


def _pushed(change: Change) -> frozenset[int]:
    return _moved([move for move in change.nudged if _way_dice(move) < NEAR_DICE])


def _candidates(change: Change, known: _Known) -> Iterator[frozenset[int]]:
    """The sets of dice that may have been thrown, the likeliest first."""
    if known.lifted:
        yield known.lifted
    if known.lay_on:
        yield _taken(change, known.lay_on)
    gone, turned = _places(change.left), _moved(change.turned)
    nudged = _moved(change.nudged)
    yield gone | turned | (nudged - _pushed(change))
    yield gone | turned | nudged
    yield gone | turned
    yield gone


def _taken(change: Change, lay_on: frozenset[int]) -> frozenset[int]:
    """The dice that were lifted, where those that lay on meanwhile were seen."""
    moved = _moved(change.turned) | _moved(change.nudged)
    return (_places(change.left) | moved) - lay_on


def _flung(
    lay: Lay,
    openings: Sequence[Opening[A]],
    readings: Sequence[Reading],
    change: Change,
    lay_on: frozenset[int],
) -> Turned | None:
    """The dice that had to lie and were flung far off by those thrown; none shows its face now.

    Which of the dice that came it is nobody knows; the nearest is named.
    """
    if _afresh(openings) or not lay_on & _places(change.left):
        return None
    taken = _taken(change, lay_on)
    for opening in openings:
        if opening.lifts != taken or not opening.faces_matter:
            continue
        after = _compare({place: lay[place] for place in lay if place not in taken}, readings)
        faces = {die.reading.face for die in after.came}
        if not after.left or len(after.came) != opening.throws + len(after.left):
            return None
        if faces & {None, *(die.reading.face for die in after.left)}:
            return None
        return Turned(tuple(_nearest(die, after.came) for die in after.left))
    return None


def _nearest(die: TrayDie, came: Sequence[TrayDie]) -> Move:
    moves = [Move(die, TrayDie(die.identity, one.reading)) for one in came]
    return min(moves, key=_way_dice)


def _thrown(
    lay: Lay, opening: Opening[A], readings: Sequence[Reading]
) -> Thrown[A] | Unread | Turned | None:
    """The throw by this opening; None when the dice that had to stay are not all there."""
    staying = {place: lay[place] for place in lay if place not in opening.lifts}
    change = _compare(staying, readings)
    if change.left or len(change.came) != opening.throws:
        return None
    lying = len(change.stayed) + len(_pushed(change))
    if not opening.faces_matter and lying < STILL_THERE * len(staying):
        return None
    fresh = tuple(die.reading for die in change.came)
    kept = {die.identity: die.reading for die in change.stayed}
    kept.update((move.now.identity, move.now.reading) for move in (*change.nudged, *change.turned))
    watched = (*fresh, *kept.values()) if opening.faces_matter else fresh
    unread = tuple(reading for reading in watched if reading.face is None)
    if change.turned and opening.faces_matter:
        return Turned(change.turned)
    return Unread(unread) if unread else Thrown(opening, kept, fresh, change.nudged)
