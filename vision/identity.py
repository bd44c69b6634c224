"""Which die is which between two rests: an exact assignment of readings to dice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import median
from typing import Final

from vision.reading import Reading

__all__ = ["Change", "Move", "TrayDie", "compare"]

LIE_DICE: Final = 0.3
"""A die whose centre moved by less lies still, in die sizes (0.1 to 0.5). The centre of a still
die wanders by a few hundredths between frames; a die that was thrown lands further off."""

PUSH_DICE: Final = 3.0
"""How far a die can be pushed and still be known by its face, in die sizes (1 to 4)."""

TURN_DICE: Final = 2.0
"""How far a die can be knocked over and still be known by its place, in die sizes (1 to 3)."""

PUSH_COST: Final = 1.0
"""What a push costs beside its way, in die sizes: a die that lies still is the likelier one."""

TURN_COST: Final = 2.0
"""What a turn costs beside its way, in die sizes: a push is likelier than a turn."""

AWAY_COST: Final = 2.0
"""What a die that left, or one that came, costs, in die sizes; both together outweigh the
longest push (1 + 3) and the longest turn (2 + 2)."""

MAX_DICE: Final = 10
"""Dice that take part in the assignment, which doubles in time with each; a game has six."""

LEANING: Final = frozenset({"cocked", "cut", "stacked", "outside"})
"""Reasons that stay true for a die that has not moved, so that its old face is not kept."""


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die in the tray: its identity, which lasts while it lies there, and its last reading."""

    identity: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class Move:
    """One die at two rests."""

    before: TrayDie
    now: TrayDie


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to the dice between two rests; each die is in exactly one of the five.

    stayed: same place, same face; as they lie now.
    left: no longer there; as they lay.
    came: not there before; as they lie now.
    nudged: elsewhere near by with the same face.
    turned: at the place or near by with another face.
    A die that was lifted and thrown left, and came as another. When it landed near by, it is
    among the nudged or turned: only what was allowed to move tells the two apart.
    """

    stayed: tuple[TrayDie, ...] = ()
    left: tuple[TrayDie, ...] = ()
    came: tuple[TrayDie, ...] = ()
    nudged: tuple[Move, ...] = ()
    turned: tuple[Move, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether every die lies as it lay."""
        return not (self.left or self.came or self.nudged or self.turned)


def compare(
    before: Sequence[TrayDie], readings: Iterable[Reading], next_identity: int
) -> tuple[tuple[TrayDie, ...], Change]:
    """Give each reading its identity, and say what changed.

    New dice are numbered from next_identity on. The dice come back in the order of their
    identities. A die that lies where it lay and cannot be read now keeps the face that it had,
    unless its likeliest face is another or it leans.
    """
    now = sorted(readings, key=lambda reading: -reading.confidence)
    size_px = _die_size_px([*(die.reading for die in before), *now])
    pairs = _assign(before[:MAX_DICE], now[:MAX_DICE], size_px)
    change = _sorted_out(before, now, pairs, size_px, next_identity)
    moves = (*change.nudged, *change.turned)
    dice = (*change.stayed, *change.came, *(move.now for move in moves))
    return tuple(sorted(dice, key=lambda die: die.identity)), change


def _sorted_out(
    before: Sequence[TrayDie],
    now: Sequence[Reading],
    pairs: dict[int, int],
    size_px: float,
    next_identity: int,
) -> Change:
    stayed: list[TrayDie] = []
    nudged: list[Move] = []
    turned: list[Move] = []
    for i, j in sorted(pairs.items()):
        die, reading = before[i], _remembered(before[i].reading, now[j], size_px)
        move = Move(die, TrayDie(die.identity, reading))
        if not _same_face(die.reading, reading):
            turned.append(move)
        elif _way_dice(die.reading, reading, size_px) > LIE_DICE:
            nudged.append(move)
        else:
            stayed.append(move.now)
    left = tuple(die for i, die in enumerate(before) if i not in pairs)
    paired = set(pairs.values())
    fresh = (reading for j, reading in enumerate(now) if j not in paired)
    came = tuple(TrayDie(next_identity + k, reading) for k, reading in enumerate(fresh))
    return Change(tuple(stayed), left, came, tuple(nudged), tuple(turned))


def _die_size_px(readings: Sequence[Reading]) -> float:
    """The side of a die in pixels, from the boxes of all of them."""
    return median([sqrt(r.box[2] * r.box[3]) for r in readings] or [1.0]) or 1.0


def _way_dice(one: Reading, other: Reading, size_px: float) -> float:
    return hypot(one.center[0] - other.center[0], one.center[1] - other.center[1]) / size_px


def _same_face(before: Reading, now: Reading) -> bool:
    """Whether the two may show the same; a die that cannot be read contradicts nothing."""
    return before.face is None or now.face is None or before.face == now.face


def _remembered(before: Reading, now: Reading, size_px: float) -> Reading:
    if now.face is not None or before.face is None or now.why in LEANING:
        return now
    if now.guess != before.face or _way_dice(before, now, size_px) > LIE_DICE:
        return now
    return replace(now, face=before.face, why=None)


def _cost(before: Reading, now: Reading, size_px: float) -> float | None:
    """What it costs to take the two for one die, in die sizes; None when they cannot be."""
    way = _way_dice(before, now, size_px)
    if _same_face(before, now):
        if way <= LIE_DICE:
            return way
        return PUSH_COST + way if way < PUSH_DICE else None
    return TURN_COST + way if way < TURN_DICE else None


def _assign(before: Sequence[TrayDie], now: Sequence[Reading], size_px: float) -> dict[int, int]:
    """The cheapest assignment of dice to readings, exactly: {index before: index now}.

    Dice are taken one after another; the table holds, for every set of readings already used,
    the cheapest way to have used them.
    """
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for i, die in enumerate(before):
        costs = [_cost(die.reading, reading, size_px) for reading in now]
        after: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {}
        for used, (total, pairs) in best.items():
            _keep(after, used, total + 2 * AWAY_COST, pairs)
            for j, cost in enumerate(costs):
                if cost is not None and not used >> j & 1:
                    _keep(after, used | 1 << j, total + cost, (*pairs, (i, j)))
        best = after
    return dict(min(best.values())[1])


def _keep(
    table: dict[int, tuple[float, tuple[tuple[int, int], ...]]],
    used: int,
    total: float,
    pairs: tuple[tuple[int, int], ...],
) -> None:
    if used not in table or total < table[used][0]:
        table[used] = (total, pairs)
