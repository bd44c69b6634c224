"""A candidate with the verdicts of both judges, and what they say together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, hypot, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.finder import Candidate
from vision.judge import Verdict
from vision.reading import PIPS, ROMAN, Dice, Face

__all__ = ["FACES", "Looked", "claimed_twice", "each_once", "kind_among", "kind_of"]

Box = tuple[float, float, float, float]

FACES: Final[tuple[Face, ...]] = PIPS + ROMAN
SURE: Final = 0.985
"""A die of which both judges are at least so sure at first sight is not looked at again, 0 to 1."""
FAINT: Final = 1e-3
"""How likely a face is at least to each judge; none rules a face out alone."""
COLOUR: Final = 0.5
"""What the colour judge's word weighs against the other's when the face is named: of 783 rendered
dice that neither had learnt from it alone names 83.5 % rightly, the other 85.2 %, both 86.0 %."""
SAME_OUTLINE: Final = 0.3
"""Two outlines that share so much of what both cover are of one die."""
WEIGHTS: Final[Mapping[Dice, tuple[float, float, float, float]]] = {
    "pips": (0.0, 0.56, 1.03, -1.09),
    "roman": (0.0, 0.62, 0.87, -1.15),
}
"""What the log odds of the colour judge, of the contrast judge and of the finder weigh, and what is
added, for the log odds that the face is right. Fitted by `python -m vision.training.weigh`."""
CLAIMED: Final = 0.4
"""Of two dice whose outlines share so much of the smaller one, one may be a side of the other: in
photos seen obliquely 13 of 38 invented faces and one right one in 60, in trays full of dice one
right one in 43, in other pictures from above none of 2,993."""
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
    of the faces by both judges.
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
        """How likely a face, by its index in FACES, is right, 0 to 1; see WEIGHTS."""
        weights = WEIGHTS[kind_of(face)]
        said = self.evidence(face)
        return 1 / (1 + exp(-sum(w * x for w, x in zip(weights, (*said, 1.0), strict=True))))

    def evidence(self, face: int) -> tuple[float, float, float]:
        """What speaks for a face: both judges, colour first, and the finder, as log odds."""
        shares = (self.colour.faces[face], self.contrast.faces[face], self.found.heat)
        colour, contrast, heat = (_log_odds(float(share)) for share in shares)
        return colour, contrast, heat

    @property
    def plain(self) -> bool:
        """Whether no second look is needed: both judges are SURE."""
        face = int(np.argmax(self.joint))
        return bool(min(self.colour.faces[face], self.contrast.faces[face]) >= SURE)


def _joint(colour: Verdict, contrast: Verdict) -> NDArray[np.float32]:
    """(9,), what both judges say together."""
    product = (colour.faces + FAINT) ** COLOUR * (contrast.faces + FAINT)
    return np.asarray(product / product.sum(), np.float32)


def _log_odds(share: float) -> float:
    within = min(max(share, FAINT), 1 - FAINT)
    return log(within / (1 - within))


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


def claimed_twice(looks: list[Looked]) -> list[bool]:
    """Whether the outline of each look is, as far as CLAIMED, that of another one too."""
    boxes = [look.found.box for look in looks]
    return [
        any(j != i and _common(box, other) >= CLAIMED * _lesser(box, other) > 0
            for j, other in enumerate(boxes))
        for i, box in enumerate(boxes)
    ]  # fmt: skip


def _same_die(side: Candidate, upper: Candidate) -> bool:
    x, y, w, h = upper.box
    dx, dy = side.center[0] - x, side.center[1] - y
    inside = WITHIN < dx / max(w, 1.0) < 1 - WITHIN and WITHIN < dy / max(h, 1.0) < 1 - WITHIN
    way = hypot(side.center[0] - upper.center[0], side.center[1] - upper.center[1])
    near = way < BESIDE * max(side.size, upper.size)
    return (inside and near) or _shared(side.box, upper.box) >= SAME_OUTLINE


def _shared(a: Box, b: Box) -> float:
    """What two boxes cover together, as a part of what either covers."""
    both = _common(a, b)
    return both / max(a[2] * a[3] + b[2] * b[3] - both, 1.0)


def _common(a: Box, b: Box) -> float:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(across, 0.0) * max(down, 0.0)


def _lesser(a: Box, b: Box) -> float:
    return min(a[2] * a[3], b[2] * b[3])
