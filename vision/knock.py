"""A knock: camera or tray moved, and everything in the picture with it."""

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.identity import TrayDie
from vision.structure import Grey, contrast, correlation

__all__ = ["Knock", "carried", "carried_picture", "find_knock"]

ALIKE: Final = 0.93
"""Correlation of two still pictures above which nothing moved (0.85 to 0.97); a shift of half a
small pixel leaves 0.9, five thrown dice 0.86 to 0.95."""

EXPLAINED: Final = 0.65
"""Correlation that the movement found must bring about (0.5 to 0.8)."""

GAIN: Final = 0.03
"""How much that must be above the correlation without it."""

LEAST_PX: Final = 0.6
"""Movement, in small pixels, that matters: 0.06 dice (0.4 to 1); the estimate errs by 0.2."""

QUARTERS: Final = 3
"""Quarters of the picture that must agree: one pushed die is no knock."""

QUARTER_ALIKE: Final = 0.5
"""Correlation of a quarter that agrees (0.4 to 0.7)."""

STEPS: Final = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 1e-3)

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Knock:
    """A turn about the picture's corner (0, 0), then a shift: from places before to places now."""

    turn_rad: float
    x_px: float
    y_px: float

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the picture before lies now."""
        across, down = math.cos(self.turn_rad), math.sin(self.turn_rad)
        x, y = point
        return across * x - down * y + self.x_px, down * x + across * y + self.y_px

    def farthest_px(self, side_px: float) -> float:
        """How far a corner of a square picture of this side moved."""
        corners = ((0.0, 0.0), (side_px, 0.0), (0.0, side_px), (side_px, side_px))
        return max(math.dist(corner, self.place(corner)) for corner in corners)

    def scaled(self, factor: float) -> "Knock":
        """The same knock in a picture that is so many times as large."""
        return Knock(self.turn_rad, self.x_px * factor, self.y_px * factor)


def carried(dice: tuple[TrayDie, ...], knock: Knock) -> tuple[TrayDie, ...]:
    """The dice as they lie after a knock that moved them all alike."""
    return tuple(_carried(die, knock) for die in dice)


def _carried(die: TrayDie, knock: Knock) -> TrayDie:
    x, y, width, height = die.reading.box
    middle = knock.place((x + width / 2, y + height / 2))
    box = (middle[0] - width / 2, middle[1] - height / 2, width, height)
    reading = replace(die.reading, box=box, center=knock.place(die.reading.center))
    return TrayDie(die.identity, reading)


def carried_picture(picture: NDArray[Any], knock: Knock) -> NDArray[Any]:
    """A picture as it looks after a knock; what was out of it is black."""
    height, width = picture.shape[:2]
    across, down = math.cos(knock.turn_rad), math.sin(knock.turn_rad)
    matrix = np.array([[across, -down, knock.x_px], [down, across, knock.y_px]], np.float32)
    return np.asarray(cv2.warpAffine(picture, matrix, (width, height)))


def find_knock(before: Grey, now: Grey) -> Knock | None:
    """The movement between two still pictures of one size, None when none can be told.

    A shift by phase correlation (Kuglin and Hines 1975) begins a search for shift and turn that
    raises the correlation of the two (Evangelidis and Psarakis 2008).
    """
    old, new = contrast(before), contrast(now)
    alike = correlation(old, new)
    if alike >= ALIKE:
        return None
    matrix = _movement(old, new)
    if matrix is None or _farthest_px(matrix, old.shape[1], old.shape[0]) < LEAST_PX:
        return None
    explained, agreeing = _explained(old, new, matrix)
    if explained < max(EXPLAINED, alike + GAIN) or agreeing < QUARTERS:
        return None
    turn_rad = math.atan2(float(matrix[1, 0]), float(matrix[0, 0]))
    return Knock(turn_rad, float(matrix[0, 2]), float(matrix[1, 2]))


def _movement(old: Grey, new: Grey) -> Matrix | None:
    height, width = old.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (x_px, y_px), _ = cv2.phaseCorrelate(old, new, window)
    first = np.array([[1, 0, x_px], [0, 1, y_px]], np.float32)
    try:
        _, matrix = cv2.findTransformECC(
            old, new, first, cv2.MOTION_EUCLIDEAN, STEPS, np.ones(new.shape, np.uint8), 5
        )
    except cv2.error:  # the search went astray: nothing in common
        return None
    return np.asarray(matrix, np.float32)


def _farthest_px(matrix: Matrix, width: int, height: int) -> float:
    corners = np.array([(x, y, 1) for x in (0, width) for y in (0, height)], np.float32)
    return float(np.linalg.norm(corners @ matrix.T - corners[:, :2], axis=1).max())


def _explained(old: Grey, new: Grey, matrix: Matrix) -> tuple[float, int]:
    """The correlation with the movement undone, and in how many quarters it is good."""
    height, width = old.shape
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    back = np.asarray(cv2.warpAffine(new, matrix, (width, height), flags=flags), np.float32)
    whole = np.full((height, width), 255, np.uint8)
    seen = cv2.warpAffine(whole, matrix, (width, height), flags=flags) == 255
    quarters = [
        (slice(y, y + height // 2), slice(x, x + width // 2))
        for y in (0, height // 2)
        for x in (0, width // 2)
    ]
    agreeing = 0
    for at in quarters:
        mine, theirs = old[at][seen[at]], back[at][seen[at]]
        agreeing += correlation(mine, theirs) >= QUARTER_ALIKE
    return correlation(old[seen], back[seen]), agreeing
