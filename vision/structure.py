"""The structure of a grey picture: its edges, whatever the light on them."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Grey", "contrast", "correlation", "is_flat", "likeness"]

Grey = NDArray[np.float32]
"""A grey picture, (height, width), 0 to 255; or its contrast, about -1 to 1."""

AROUND_PX: Final = (9, 9)
"""Neighbourhood in which brightness and contrast are evened out; about one die."""

FLOOR_LEVELS: Final = 3.0
"""Contrast, of 255, that counts half; noise of a still picture is below 1."""

FLAT: Final = 0.02
"""Mean square of a contrast below which a picture has no structure: felt in even light."""


def contrast(grey: Grey) -> Grey:
    """Brightness against the neighbourhood, in units of the contrast there."""
    edges = grey - cv2.boxFilter(grey, -1, AROUND_PX)
    spread = np.sqrt(cv2.boxFilter(edges * edges, -1, AROUND_PX))
    return np.asarray(edges / (spread + FLOOR_LEVELS), np.float32)


def is_flat(one: Grey) -> bool:
    """Whether a contrast has no structure: felt in even light."""
    return one.size == 0 or float(np.mean(one * one)) < FLAT


def correlation(one: Grey, other: Grey) -> float:
    """The correlation of two contrasts of the same shape, -1 to 1; 0 when one has no edge."""
    if one.size == 0:
        return 0.0
    both = float(np.sqrt(np.mean(one * one) * np.mean(other * other)))
    return float(np.mean(one * other)) / max(1e-9, both)


def likeness(one: Grey, other: Grey) -> float:
    """How alike two contrasts of the same shape are, -1 to 1; two flat ones are alike."""
    return 1.0 if is_flat(one) and is_flat(other) else correlation(one, other)
