"""A candidate with the verdicts of both judges, and what they say together."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.finder import Candidate
from vision.judge import Verdict
from vision.reading import PIPS, ROMAN, Dice, Face

__all__ = ["FACES", "Looked", "kind_among", "kind_of"]

FACES: Final[tuple[Face, ...]] = PIPS + ROMAN
SURE: Final = 0.985
"""A die of which both judges are at least so sure at first sight, and whose pips are as many as
they say, is not looked at again, 0 to 1."""
FAINT: Final = 1e-3
"""How likely a face is at least to each look; none rules a face out alone."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A candidate of the finder with the verdicts of both judges.

    hasty: a second look was due, and there were too many before it.
    """

    found: Candidate
    colour: Verdict
    contrast: Verdict
    hasty: bool = False

    @property
    def real(self) -> float:
        """The probability that it is a die of ours, by the judges."""
        return 1 - (self.colour.none + self.contrast.none) / 2

    @property
    def flat(self) -> float:
        """The probability that it lies flat, by all three."""
        return (self.found.flat + self.colour.flat + self.contrast.flat) / 3

    @property
    def joint(self) -> NDArray[np.float32]:
        """(9,), the probabilities of the faces by both judges and by the pips they see."""
        looks = (
            self.colour.faces,
            self.contrast.faces,
            *map(_by_pips, (self.colour, self.contrast)),
        )
        product = np.prod([look + FAINT for look in looks], axis=0)
        return np.asarray(product / product.sum(), np.float32)

    def sure(self, face: int) -> float:
        """How sure the looks are of a face, 0 to 1; `none` counts against it.

        A pip face: the mean of both judges and of both counts of pips. A numeral: the less sure
        judge.
        """
        named = (float(self.colour.faces[face]), float(self.contrast.faces[face]))
        if face >= len(PIPS):
            return min(named)
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


def _by_pips(verdict: Verdict) -> NDArray[np.float32]:
    """(9,), what the pips say: a numeral has none."""
    return np.concatenate([verdict.pips[1:], np.repeat(verdict.pips[:1], len(ROMAN))])


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
