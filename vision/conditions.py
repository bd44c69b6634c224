"""What makes dice hard to read at a table, from one picture: light, glare, focus, distance, mount.

Each finding is a plain sentence with its remedy. The check takes some milliseconds, so it is not
for every frame: a minder looks now and then and says what has begun to be wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.knock import find_knock
from vision.reading import Image, Observation, Reading
from vision.structure import Grey

__all__ = ["EVERY_S", "Condition", "Kind", "Minder", "check"]

Kind = Literal["dark", "glare", "focus", "small", "mount"]

DARK_LEVELS: Final = 50.0
"""Brightness, of 255, that the brightest hundredth of the picture must reach (35 to 60)."""

GLARE_LEVELS: Final = 250
"""Level, of 255, from which on all three colours together are glare."""

GLARE_PART: Final = 0.003
"""Part of the picture that may glare beside the dice (0.001 to 0.01); a die covers about 0.005."""

MIDDLE: Final = (0.35, 0.65)
"""Between these parts of width and height, glare is in the middle."""

BLUR_DICE: Final = 0.085
"""Width of edges, as a standard deviation in die sides, from which on pips, 0.2 sides wide, run
together (0.07 to 0.11)."""

SMALL_PX: Final = 16.0
"""Side of a die, in pixels of the picture, below which readings are doubtful (12 to 20)."""

MOVED_PART: Final = 0.01
"""Part of the picture's width by which the mount may move (0.005 to 0.02); a die is 0.06 wide."""

SIDE_OF_OUTLINE: Final = 0.8
"""The side of a die in that of the outline's box, in the mean over its turns and tilts."""

SMALL_WIDTH_PX: Final = 160

EVERY_S: Final = 5.0
"""Seconds between two checks (2 to 30): with five frames a second one check in 25 frames."""

AGAIN_S: Final = 1.0
"""Seconds after which a check that found something else than the one before is made again."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something to mend: its kind, and a sentence with the remedy.

    where: for glare, "left", "right", "top", "bottom" or "middle"; else empty. size_px: for dice
    that are too small, their side.
    """

    kind: Kind
    text: str
    where: str = ""
    size_px: int = 0


def check(image: Image, observation: Observation, before: Image | None = None) -> list[Condition]:
    """What is wrong with the picture, most urgent first; empty when nothing is.

    image: (height, width, 3), blue, green, red. observation: what was read in it. before: a
    picture of the tray from when camera and tray were set up, to see whether they moved.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [
        _dark(grey),
        _glare(image, observation.readings),
        _focus(grey, observation.readings),
        _small(observation.readings),
        _mount(image, before),
    ]
    return [condition for condition in found if condition is not None]


class Minder:
    """Checks a quiet tray now and then, and gives each condition once, when it has begun.

    It counts as begun, and as over, when two checks in a row say so: a glossy die or a shadow that
    passes is none. A condition that is over may begin again.
    """

    def __init__(self) -> None:
        self._setup: Image | None = None
        self._next_s = 0.0
        self._last: frozenset[Mark] = frozenset()
        self._said: frozenset[Mark] = frozenset()

    def mind(self, image: Image, observation: Observation, time_s: float) -> tuple[Condition, ...]:
        """What has begun to be wrong; most calls find no check due and cost nothing.

        image: a quiet tray without a hand. observation: what was last read in it.
        """
        if time_s < self._next_s:
            return ()
        if self._setup is None or self._setup.shape != image.shape:
            self._setup = image.copy()
        found = {(one.kind, one.where): one for one in check(image, observation, self._setup)}
        now = frozenset(found)
        self._next_s = time_s + (EVERY_S if now == self._last else AGAIN_S)
        begun = (now & self._last) - self._said
        self._said = (self._said & (now | self._last)) | begun
        self._last = now
        return tuple(one for mark, one in found.items() if mark in begun)

    def knock(self) -> None:
        """Take the mount as it is now: camera or tray was knocked, which was said."""
        self._setup = None


Mark = tuple[Kind, str]
"""Kind and place of a condition."""


def _dark(grey: NDArray[np.uint8]) -> Condition | None:
    brightest = float(np.percentile(grey[::4, ::4], 99))
    if brightest >= DARK_LEVELS:
        return None
    text = f"Too dark: the brightest parts reach {brightest:.0f} of 255. Switch on a lamp."
    return Condition("dark", text)


def _glare(image: Image, readings: Sequence[Reading]) -> Condition | None:
    blue, green, red = (np.ascontiguousarray(image[::2, ::2, k]) for k in range(3))
    least = cv2.min(cv2.min(blue, green), red)
    glaring = np.asarray(least >= GLARE_LEVELS, np.uint8)
    for reading in readings:
        x, y, width, height = (round(number / 2) for number in reading.box)
        glaring[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)] = 0
    rows, columns = np.nonzero(glaring)
    if len(rows) < GLARE_PART * glaring.size:
        return None
    height_px, width_px = glaring.shape
    where = _where(float(np.median(columns)) / width_px, float(np.median(rows)) / height_px)
    place = "in the middle" if where == "middle" else f"at the {where}"
    text = f"Glare {place} of the picture. Turn the lamp away there, or soften it with paper."
    return Condition("glare", text, where)


def _where(across: float, down: float) -> str:
    """The side of the picture to which a place, in parts of width and height, belongs."""
    low, high = MIDDLE
    if low <= across <= high and low <= down <= high:
        return "middle"
    if abs(across - 0.5) >= abs(down - 0.5):
        return "left" if across < 0.5 else "right"
    return "top" if down < 0.5 else "bottom"


def _focus(grey: NDArray[np.uint8], readings: Sequence[Reading]) -> Condition | None:
    widths = [one for one in (_edge_dice(grey, reading) for reading in readings) if one]
    if not widths or median(widths) < BLUR_DICE:
        return None
    text = "Out of focus: the edges of the dice run together. Turn the lens until pips are sharp."
    return Condition("focus", text)


def _edge_dice(grey: NDArray[np.uint8], reading: Reading) -> float | None:
    """How wide the sharpest edges of a die are, as a standard deviation in die sides.

    None for a die that is too small or hardly in the picture.
    A step of height h blurred with a deviation s is at most h / (s sqrt(2 pi)) steep.
    """
    x, y, width, height = (round(number) for number in reading.box)
    die = grey[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)].astype(np.float32)
    if _side_px(reading) < SMALL_PX or min(die.shape) < SMALL_PX / 2:
        return None
    low, high = np.percentile(die, (2, 98))
    smooth = cv2.GaussianBlur(die, (0, 0), 0.7)  # noise would pass for sharp edges
    steep = np.hypot(
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    steepest = max(1e-6, float(np.percentile(steep, 98)))
    return float(high - low) / (steepest * float(np.sqrt(2 * np.pi))) / _side_px(reading)


def _side_px(reading: Reading) -> float:
    return SIDE_OF_OUTLINE * max(1.0, min(reading.box[2], reading.box[3]))


def _small(readings: Sequence[Reading]) -> Condition | None:
    if not readings:
        return None
    side_px = median(_side_px(reading) for reading in readings)
    if side_px >= SMALL_PX:
        return None
    text = f"The dice are only {side_px:.0f} pixels wide. Bring the camera nearer to the tray."
    return Condition("small", text, size_px=round(side_px))


def _mount(image: Image, before: Image | None) -> Condition | None:
    if before is None or before.shape != image.shape:
        return None
    knock = find_knock(_small_grey(before), _small_grey(image))
    if knock is None or knock.farthest_px(SMALL_WIDTH_PX) < MOVED_PART * SMALL_WIDTH_PX:
        return None
    text = "The camera or the tray has moved. Put it back, or set the tray up again."
    return Condition("mount", text)


def _small_grey(image: Image) -> Grey:
    height, width = image.shape[:2]
    size = (SMALL_WIDTH_PX, max(1, round(SMALL_WIDTH_PX * height / width)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
