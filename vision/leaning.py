"""Which dice lean, by where their upper faces lie above them.

A camera sees the upper face of a die off the die's own middle: by half the die's height, in the
direction in which it looks down on it. That direction changes little from die to die, and evenly
across the picture, so dice that lie flat agree, however the camera stands; one that leans on the
rim or on another die does not.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["leaning"]

AGREE: Final = 0.17
"""The faces of dice that lie flat disagree by less, in sizes of the face: a die that leans by 20
degrees is off by half the sine of it."""
UNSURE: Final = 0.1
"""A die whose lean may be further off than this, in sizes of the face, is not said to lean."""
STEEP: Final = 0.1
"""How far upper faces lie off their dice in all the picture, in sizes of the face, where the camera
no longer looks straight down: what is beyond it is allowed to each die, for the directions then
change less evenly."""
UPRIGHT: Final = 0.25
"""How much rather the camera looks straight down, in dice that agree."""
SPREADS: Final = np.arange(0.0, 0.95, 0.05)
"""How much the direction changes from the picture's middle across its long side: half of it over
the focal length, in long sides."""


def leaning(
    places: Sequence[tuple[float, float]],
    leans: Sequence[tuple[float, float, float]],
    view: tuple[int, int],
) -> list[bool]:
    """Whether each die leans. Where fewer than two others agree no die is said to lean.

    places: centres of upper faces in pixels; leans: as `vision.judge.Verdict` has them; view: width
    and height of the picture in pixels.
    """
    count = len(places)
    if count < 3:
        return [False] * count
    at = (np.asarray(places) - np.asarray(view) / 2) / max(view)
    seen = np.asarray([lean[:2] for lean in leans])
    unsure = np.asarray([lean[2] for lean in leans])
    off, slant = _disagreement(at, seen)
    agree = int((off < AGREE).sum())
    if agree < max(2, count - agree + 1):
        return [False] * count
    allowed = AGREE + max(slant - STEEP, 0.0)
    return [bool(u < UNSURE and o > allowed + u) for o, u in zip(off, unsure, strict=True)]


def _disagreement(
    at: NDArray[np.float64], seen: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """(n,), how far each die is off what most agree on, and how far that is off straight down.

    Both in sizes of the face.
    """
    rests = seen - SPREADS[:, None, None] * at
    bases = np.concatenate([np.zeros_like(rests[:, :1]), rests], axis=1)
    between = rests[:, None] - bases[:, :, None]
    offs = np.hypot(between[..., 0], between[..., 1])  # by spread, base and die
    costs = np.minimum(offs / AGREE, 1.0).sum(axis=2)
    costs[:, 1:] += UPRIGHT
    spread, base = np.unravel_index(costs.argmin(), costs.shape)
    return offs[spread, base], float(np.hypot(*bases[spread, base]))
