"""How right a reader is: observations against the truth, die by die, and the figures of many.

Where the truth has boxes, readings and dice are paired one to one by place alone, never by face,
so that no luck in the faces hides a reading that lies elsewhere. Where it has only the faces of the
whole picture, the accepted faces are compared with them as multisets.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from vision.matching import pair
from vision.reading import Face, Observation, Reading

__all__ = [
    "Kind",
    "Rate",
    "Tally",
    "TrueDie",
    "Truth",
    "Verdict",
    "holds",
    "judge",
    "tally",
    "wilson",
]

Kind = Literal[
    "exact", "wrong", "asked", "missed", "invented", "query", "named", "fooled", "passed"
]
"""What became of one die or of one reading that belongs to no die.

exact: accepted, with the right face. wrong: accepted, with another. asked: not accepted.
missed: no reading. invented: an accepted reading where there is no die, or a die's second one.
query: a reading of no die that was not accepted.
Of dice that a referee would not accept: named (not accepted), fooled (accepted), passed (no
reading).
"""

Box = tuple[float, float, float, float]
"""(x, y, width, height) in pixels."""

Z: Final = 1.959964
"""The normal quantile of a two-sided interval of 95 %."""

SLIVER: Final = 0.5
"""A die of which less than this part is in the picture may go unread without fault."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die as it lay: its face, and its box (x, y, width, height) in pixels when it is known.

    problem: why a referee would not accept it (cocked, stacked, cut, leaning), None when it lies
    well. visible: the part of it, 0 to 1, that is inside the picture.
    """

    face: Face
    box: Box | None = None
    problem: str | None = None
    visible: float = 1.0


@dataclass(frozen=True, slots=True)
class Truth:
    """What lay in one picture: the dice, and whether their boxes are known.

    beyond: parts of the picture that are no part of the throw, such as a neighbouring tray; what
    is read there is passed over.
    """

    dice: tuple[TrueDie, ...]
    boxed: bool
    beyond: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one die, or of a reading without one: then die is None."""

    kind: Kind
    die: TrueDie | None
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class Rate:
    """A count of a total, with the interval of 95 % in which the rate lies; 0 to 1 for no total."""

    count: int
    total: int

    @property
    def rate(self) -> float | None:
        """The part, or None when there was nothing to count."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and upper end by Wilson."""
        return wilson(self.count, self.total)


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's score interval of 95 % for count of total (E. B. Wilson, 1927)."""
    if not total:
        return 0.0, 1.0
    part = count / total
    scale = 1 + Z**2 / total
    middle = (part + Z**2 / (2 * total)) / scale
    half = Z * math.sqrt(part * (1 - part) / total + Z**2 / (4 * total**2)) / scale
    return (
        0.0 if count == 0 else max(0.0, middle - half),
        1.0 if count == total else min(1.0, middle + half),
    )


def judge(truth: Truth, observation: Observation) -> tuple[Verdict, ...]:
    """Return a verdict for each die that counts and each reading that belongs to none."""
    by = _judge_by_place if truth.boxed else _judge_by_faces
    readings = (
        reading
        for reading in observation.readings
        if not any(holds(box, reading.center) for box in truth.beyond)
    )
    return tuple(by(truth.dice, tuple(readings)))


def holds(box: Box, point: tuple[float, float]) -> bool:
    """Return whether a box holds a point."""
    return 0 <= point[0] - box[0] <= box[2] and 0 <= point[1] - box[1] <= box[3]


def _judge_by_place(dice: tuple[TrueDie, ...], readings: tuple[Reading, ...]) -> Iterable[Verdict]:
    belongs = pair([die.box or (0.0, 0.0, 0.0, 0.0) for die in dice], readings)
    for i, die in enumerate(dice):
        reading = readings[belongs[i]] if i in belongs else None
        yield Verdict(_kind(die, reading), die, reading)
    owned = set(belongs.values())
    for i, reading in enumerate(readings):
        if i not in owned:
            yield Verdict("query" if reading.face is None else "invented", None, reading)


def _kind(die: TrueDie, reading: Reading | None) -> Kind:
    if die.problem is not None:
        return "passed" if reading is None else "named" if reading.face is None else "fooled"
    if reading is None:
        return "missed"
    if reading.face is None:
        return "asked"
    return "exact" if reading.face == die.face else "wrong"


def _judge_by_faces(dice: tuple[TrueDie, ...], readings: tuple[Reading, ...]) -> Iterable[Verdict]:
    """Compare as multisets: what the readings show too much is wrong while dice are left for it."""
    accepted = [reading for reading in readings if reading.face is not None]
    queries = [reading for reading in readings if reading.face is None]
    left: list[TrueDie] = []
    for die in (die for die in dice if die.problem is None):
        if (match := _take(accepted, die.face)) is not None:
            yield Verdict("exact", die, match)
        else:
            left.append(die)
    for die in (die for die in dice if die.problem is not None):
        if (match := _take(accepted, die.face)) is not None:
            yield Verdict("fooled", die, match)
        else:
            yield Verdict("named" if queries else "passed", die, queries.pop() if queries else None)
    for die in left:
        if accepted:
            yield Verdict("wrong", die, accepted.pop())
        else:
            yield Verdict("asked" if queries else "missed", die, queries.pop() if queries else None)
    for reading in accepted:
        yield Verdict("invented", None, reading)
    for reading in queries:
        yield Verdict("query", None, reading)


def _take(readings: list[Reading], face: Face) -> Reading | None:
    for reading in readings:
        if reading.face == face:
            readings.remove(reading)
            return reading
    return None


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of many pictures."""

    photos: int
    photos_exact: int
    dice: int
    problems: int
    kinds: "Counter[Kind]"

    @property
    def exact(self) -> Rate:
        """Dice accepted with the right face, of the dice that lie well."""
        return Rate(self.kinds["exact"], self.dice)

    @property
    def wrong(self) -> Rate:
        """Accepted without right: another face, no die there, or a die with a problem."""
        count = self.kinds["wrong"] + self.kinds["invented"] + self.kinds["fooled"]
        # Many inventions may outnumber the dice: the total is never less than the count.
        return Rate(count, max(count, self.dice + self.problems))

    @property
    def asked(self) -> Rate:
        """Dice that lie well and were not accepted."""
        return Rate(self.kinds["asked"], self.dice)

    @property
    def missed(self) -> Rate:
        """Dice that lie well and have no reading."""
        return Rate(self.kinds["missed"], self.dice)

    @property
    def named(self) -> Rate:
        """Dice with a problem that were not accepted."""
        return Rate(self.kinds["named"], self.problems)

    @property
    def photos_all_exact(self) -> Rate:
        """Pictures without a single fault."""
        return Rate(self.photos_exact, self.photos)


def is_fault(verdict: Verdict) -> bool:
    """Return whether a verdict keeps its picture from being all exact."""
    if verdict.kind == "passed":
        return verdict.die is not None and verdict.die.visible >= SLIVER
    return verdict.kind not in {"exact", "named"}


def tally(pictures: Iterable[Iterable[Verdict]]) -> Tally:
    """Return the figures of the pictures, each given by its verdicts."""
    kinds: Counter[Kind] = Counter()
    photos = exact = 0
    for verdicts in pictures:
        listed = list(verdicts)
        kinds.update(verdict.kind for verdict in listed)
        photos += 1
        exact += not any(is_fault(verdict) for verdict in listed)
    dice = sum(kinds[kind] for kind in ("exact", "wrong", "asked", "missed"))
    problems = sum(kinds[kind] for kind in ("named", "fooled", "passed"))
    return Tally(photos, exact, dice, problems, kinds)
