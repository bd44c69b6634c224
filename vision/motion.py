"""The motion gate: whether anything moves, on a small grey picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

__all__ = ["Glance", "MotionGate"]

SMALL_WIDTH_PX: Final = 160
"""Width of the small picture; a die of 16 mm in a tray of 250 mm is then ten pixels wide."""

BLUR_PX: Final = 1.0
"""Blur of the small picture against sensor noise; with it the noise of still frames stays below
5 levels even in dim light, and a die that spins moves 50 or more."""

MOTION_LEVELS: Final = 6.0
"""Change of brightness, of 255, that is motion (5 to 12): lower trips on noise, higher misses
dark dice on dark felt."""

MOTION_PX: Final = 2
"""Pixels of the small picture that must change; one alone may be a speck of noise."""

HAND_LEVELS: Final = 14.0
"""Change of brightness, of 255, against the tray as it last lay, that is something new in it."""

HAND_PART: Final = 0.02
"""Part of the picture from which on something new that reaches in from the edge is a hand; a die
covers about 0.003."""

Small = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Glance:
    """What the gate saw in one frame: whether anything moved, and whether a hand reaches in."""

    moved: bool
    hand: bool


class MotionGate:
    """Compares each frame with the one before, and with the tray as it last lay at rest.

    Brightness that changes as a whole (a cloud, the camera's own exposure) is no motion: the
    median change of the picture is taken out first.
    """

    def __init__(self) -> None:
        self._last: Small | None = None
        self._quiet: Small | None = None
        self._rest: Small | None = None

    def glance(self, image: Image) -> Glance:
        """Look at the next frame; a frame of another size counts as motion."""
        small = _small(image)
        last, quiet = self._last, self._quiet
        self._last = small
        if last is None or quiet is None or last.shape != small.shape:
            self._quiet = self._rest = None
            self._quiet = small
            return Glance(moved=True, hand=False)
        moved = _changed(small, last) or _changed(small, quiet)
        if moved:
            self._quiet = small
        return Glance(moved, self._hand(small))

    def lies(self) -> None:
        """Remember the last frame as the tray at rest, without a hand."""
        self._rest = self._last

    def _hand(self, small: Small) -> bool:
        if self._rest is None:
            return False
        new = (_difference(small, self._rest) > HAND_LEVELS).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(new, connectivity=8)
        height, width = new.shape
        for x, y, w, h, area in stats[1:count]:
            at_edge = x == 0 or y == 0 or x + w == width or y + h == height
            if at_edge and area >= HAND_PART * new.size:
                return True
        return False


def _small(image: Image) -> Small:
    height, width = image.shape[:2]
    size = (SMALL_WIDTH_PX, max(1, round(SMALL_WIDTH_PX * height / width)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), BLUR_PX), np.float32)


def _difference(one: Small, other: Small) -> Small:
    change = one - other
    return np.asarray(np.abs(change - np.float32(np.median(change[::4, ::4]))), np.float32)


def _changed(one: Small, other: Small) -> bool:
    return int(np.count_nonzero(_difference(one, other) > MOTION_LEVELS)) >= MOTION_PX
