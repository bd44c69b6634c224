"""Small pictures of the tray, in which motion and hands are looked for."""

from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.reading import Image
from vision.structure import Grey

__all__ = [
    "BLUR_PX",
    "SMALL_WIDTH_PX",
    "Small",
    "between",
    "difference",
    "gain_of",
    "small_picture",
]

SMALL_WIDTH_PX: Final = 160
"""Width of the small picture; a die of 16 mm in a tray of 250 mm is then ten pixels wide."""

BLUR_PX: Final = 1.0
"""Blur of the small picture against sensor noise; with it the noise of still frames stays below
5 levels even in dim light, and a die that spins moves 50 or more."""


class Small(NamedTuple):
    """A small picture, in colour and blurred in grey."""

    colour: Image
    grey: Grey


def small_picture(image: Image) -> Small:
    """The small picture of a frame, (height, width, 3)."""
    height, width = image.shape[:2]
    size = (SMALL_WIDTH_PX, max(1, round(SMALL_WIDTH_PX * height / width)))
    colour = cv2.resize(_halved(image), size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY).astype(np.float32)
    blurred = cv2.GaussianBlur(grey, (0, 0), BLUR_PX)
    return Small(np.asarray(colour, np.uint8), np.asarray(blurred, np.float32))


def _halved(image: Image) -> Image:
    """The picture halved as often as its sides allow: that takes a third of one large step."""
    height, width = image.shape[:2]
    while width >= 2 * SMALL_WIDTH_PX and width % 2 == 0 and height % 2 == 0:
        height, width = height // 2, width // 2
        image = np.asarray(
            cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    return image


def between(one: Grey, other: Grey, part: float) -> Grey:
    """So much of the way, 0 to 1, from one picture to the other."""
    return np.asarray(cv2.addWeighted(one, 1 - part, other, part, 0.0), np.float32)


def _middle(some: Grey) -> float:
    """The median, as np.median in less time."""
    flat = some.ravel()
    half = flat.size // 2
    low = half - 1 + flat.size % 2
    sorted_so_far = np.partition(flat, (low, half))
    return float(sorted_so_far[low] + sorted_so_far[half]) / 2


def gain_of(now: Grey, before: Grey) -> float:
    """The factor by which most of the picture is brighter, on every fourth pixel each way.

    That of the median pixel, not of the median brightness, which a hand moves that covers little:
    where a dark floor has a light rim, few pixels lie between.
    """
    return _middle((now[::4, ::4] + 1) / (before[::4, ::4] + 1))


def difference(one: Grey, other: Grey) -> Grey:
    """The change of each pixel beside that of the whole picture.

    Light multiplies and saturates, so of a factor and a summand the one that explains more counts.
    """
    more = _middle(one[::4, ::4] - other[::4, ::4])
    added = cv2.absdiff(one, other + np.float32(more))
    if abs(more) < 1:
        return np.asarray(added, np.float32)
    scaled = cv2.absdiff(one, other * np.float32(gain_of(one, other)))
    return np.asarray(cv2.min(added, scaled), np.float32)
