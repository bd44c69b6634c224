"""Why a die is not read: cut by the picture's edge, glaring, blurred, or close to another.

The last three name dice that are asked about anyway; they make no die that is read one that is
asked about.
"""

from collections.abc import Iterable
from math import hypot
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import Candidate
from vision.reading import Image
from vision.search import FILLS

__all__ = ["blur_sides", "glare_part", "is_cut", "named"]

SLACK: Final = 0.06
"""How far an outline may reach beyond the picture's edge, in sizes of the upper face."""

TOUCHING: Final = 1.2
"""Upper faces whose middles are nearer than so many sizes touch: 1.0 side by side, 1.41 corner to
corner (1.1 to 1.3)."""
SAME: Final = 0.6
"""Nearer than so many sizes, it is the same die found twice."""

GLARE_LEVELS: Final = 250
"""All three colours at least this bright, of 255, is a lamp's reflection, or a burnt-out white."""
GLARE_PART: Final = 0.12
"""Part of the face that a spot of glare covers at least; pips are 0.02 each (0.08 to 0.2)."""
PALE_LEVELS: Final = 235
"""A face whose middle is brighter, of 255, is white, and glares where all of it is burnt out."""
BURNT_PART: Final = 0.6

BLUR_SIDES: Final = 0.08
"""How wide the edges on a face are in the direction in which they are widest, as a standard
deviation in sides of the face; pips are 0.2 sides wide. Dice that are read at first sight are at
0.05 in the middle, nine in ten below 0.09 (0.07 to 0.11)."""
PIXEL_PX: Final = 0.8
"""Width of an edge in the sharpest pictures, after smoothing, in pixels."""
SMOOTH_PX: Final = 0.7
LEAST_PX: Final = 14.0
"""Whether a smaller face is blurred cannot be told, in pixels."""


def is_cut(c: Candidate, width: int, height: int) -> bool:
    """Whether the picture's edge cuts the die: its outline reaches the edge or beyond it.

    Of a die that fills the picture only the upper face must be inside: such pictures are made by
    cutting out single dice.
    """
    slack = max(1.0, SLACK * c.size)
    x, y, w, h = c.box
    if c.size >= FILLS * max(width, height):
        x, y, w, h = c.center[0] - c.size / 2, c.center[1] - c.size / 2, c.size, c.size
    return x < -slack or y < -slack or x + w > width + slack or y + h > height + slack


def named(image: Image, die: Candidate, others: Iterable[Candidate]) -> str:
    """The reason why a die is not sure, a key of `vision.reading.WHY`; doubtful where none shows.

    image: (height, width, 3) blue green red. others: the other dice of the picture.
    """
    if glare_part(image, die) >= 1:
        return "glare"
    if blur_sides(image, die) >= BLUR_SIDES:
        return "blurred"
    if any(SAME <= _way(die, other) < TOUCHING for other in others):
        return "touching"
    return "doubtful"


def _way(one: Candidate, other: Candidate) -> float:
    """Between the middles of two upper faces, in their mean size."""
    way = hypot(one.center[0] - other.center[0], one.center[1] - other.center[1])
    return 2 * way / (one.size + other.size)


def _face(image: Image, die: Candidate, sides: float) -> Image:
    """The square around a face, as far as it is in the picture."""
    half = max(die.size * sides / 2, 1.0)
    x, y = die.center
    rows = slice(max(0, round(y - half)), max(0, round(y + half)))
    return image[rows, max(0, round(x - half)) : max(0, round(x + half))]


def glare_part(image: Image, die: Candidate) -> float:
    """How much of a face glares, as a multiple of what keeps it from being read."""
    face = _face(image, die, 0.8)
    if not face.size:
        return 0.0
    least = face.min(axis=2)
    bright = float(np.mean(least >= GLARE_LEVELS))
    limit = GLARE_PART if float(np.median(least)) < PALE_LEVELS else BURNT_PART
    return bright / limit


def blur_sides(image: Image, die: Candidate) -> float:
    """How wide the edges of a die are, in the direction in which they are widest, in face sides.

    A standard deviation, less what pixels alone do; 0 where the face is too small to tell, or has
    no contrast. A step of height h blurred with a deviation s is at most h / (s sqrt(2 pi)) steep.
    """
    part = _face(image, die, 1.5)
    if die.size < LEAST_PX or min(part.shape[:2]) < LEAST_PX:
        return 0.0
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32)
    low, high = np.percentile(grey, (2, 98))
    if high - low < 12:
        return 0.0
    # Noise would pass for sharp edges.
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX), np.float32)
    width_px = float(high - low) / (_steepness(smooth) * float(np.sqrt(2 * np.pi)))
    return float(np.sqrt(max(0.0, width_px**2 - PIXEL_PX**2))) / die.size


def _steepness(grey: NDArray[np.float32]) -> float:
    """The steepest slope, in levels a pixel, in the direction in which it is least."""
    x = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8)
    y = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    turns = np.arange(4) * np.pi / 4
    slopes = [np.percentile(np.abs(np.cos(t) * x + np.sin(t) * y), 98) for t in turns]
    return max(1e-6, float(min(slopes)))
