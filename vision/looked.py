"""A candidate with the verdicts of both judges, and what they say together."""

from dataclasses import dataclass, field
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.finder import Candidate
from vision.judge import Verdict
from vision.reading import PIPS, ROMAN, Dice, Face

__all__ = ["FACES", "Looked", "each_once", "kind_among", "kind_of"]

FACES: Final[tuple[Face, ...]] = PIPS + ROMAN
SURE: Final = 0.985
"""A die of which both judges are at least so sure at first sight, and whose pips are as many as
they say, is not looked at again, 0 to 1."""
FAINT: Final = 1e-3
"""How likely a face is at least to each look; none rules a face out alone."""
SAME_OUTLINE: Final = 0.3
"""Two outlines that share so much of what both cover are of one die."""
WITHIN: Final = 0.12
"""What lies further inside a die's outline than this part of it is a face of that die."""
BESIDE: Final = 1.3
"""A side face is at most so many face sizes from the upper one."""
SIDE_HEAT: Final = 0.6
"""Of a side face the finder is less sure than this; of a die under another it is mostly surer."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A candidate of the finder with the verdicts of both judges.

    hasty: a second look was due, and there were too many before it. joint: (9,), the probabilities
    of the faces by both judges and by the pips they see.
    """

    found: Candidate
    colour: Verdict
    contrast: Verdict
    hasty: bool = False
    joint: NDArray[np.float32] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "joint", _joint(self.colour, self.contrast))

    @property
    def real(self) -> float:
        """The probability that it is a die of ours, by the judges."""
        return 1 - (self.colour.none + self.contrast.none) / 2

    def sure(self, face: int) -> float:
        """How sure the looks are of a face, 0 to 1; `none` counts against it.

        A pip face: the mean of both judges and of both counts of pips. A numeral: what both judges
        say together, as of two witnesses who know nothing of each other.
        """
        named = (float(self.colour.faces[face]), float(self.contrast.faces[face]))
        if face >= len(PIPS):
            both = self.colour.faces * self.contrast.faces
            return float(both[face] / (both.sum() + self.colour.none * self.contrast.none))
        counted = (float(self.colour.pips[face + 1]), float(self.contrast.pips[face + 1]))
        return (sum(named) + sum(counted)) / 4

    @property
    def plain(self) -> bool:
        """Whether no second look is needed: both judges are SURE, and both counts of pips agree."""
        face = int(np.argmax(self.joint))
        count = face + 1 if face < len(PIPS) else 0
        return (
            min(self.colour.faces[face], self.contrast.faces[face]) >= SURE
            and int(np.argmax(self.colour.pips)) == count
            and int(np.argmax(self.contrast.pips)) == count
        )


def _joint(one: Verdict, other: Verdict) -> NDArray[np.float32]:
    """(9,), what both judges and both counts of pips say together: a numeral has no pips."""
    product = (one.faces + FAINT) * (other.faces + FAINT)
    by_pips = (one.pips + FAINT) * (other.pips + FAINT)
    product[: len(PIPS)] *= by_pips[1:]
    product[len(PIPS) :] *= by_pips[0]
    return np.asarray(product / product.sum(), np.float32)


def kind_of(face: int) -> Dice:
    """Which dice have a face, by its index in FACES."""
    return "pips" if face < len(PIPS) else "roman"


def kind_among(looks: list[Looked]) -> Dice:
    """Which dice lie there: the kind of the most, weighed by how sure the looks are; or either."""
    weight = 0.0
    for look in looks:
        shares = look.joint * look.found.heat * look.real
        weight += float(shares[: len(PIPS)].sum() - shares[len(PIPS) :].sum())
    if abs(weight) < 1e-9:
        return "auto"
    return "pips" if weight > 0 else "roman"


def each_once(looks: list[Looked]) -> list[Looked]:
    """The looks without those at a side face of a die whose upper face is among them.

    Seen obliquely a die shows side faces, each as good as an upper one to a judge; the finder is
    less sure of them. Two dice of which it is sure stay, be the one on the other.
    """
    kept: list[Looked] = []
    order = sorted(range(len(looks)), key=lambda i: -looks[i].found.heat * looks[i].real)
    for i in order:
        found = looks[i].found
        doubted = found.heat < SIDE_HEAT
        if not (doubted and any(_same_die(found, one.found) for one in kept)):
            kept.append(looks[i])
    return [look for look in looks if any(look is one for one in kept)]


def _same_die(side: Candidate, upper: Candidate) -> bool:
    x, y, w, h = upper.box
    dx, dy = side.center[0] - x, side.center[1] - y
    inside = WITHIN < dx / max(w, 1.0) < 1 - WITHIN and WITHIN < dy / max(h, 1.0) < 1 - WITHIN
    way = hypot(side.center[0] - upper.center[0], side.center[1] - upper.center[1])
    near = way < BESIDE * max(side.size, upper.size)
    return (inside and near) or _shared(side.box, upper.box) >= SAME_OUTLINE


def _shared(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """What two boxes cover together, as a part of what either covers."""
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    both = max(across, 0.0) * max(down, 0.0)
    return both / max(a[2] * a[3] + b[2] * b[3] - both, 1.0)
