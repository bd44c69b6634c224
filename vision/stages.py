"""Each stage of a reading as a picture, to see why a die was read as it was."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import Candidate
from vision.judge import CROP, FACE
from vision.reading import Image

__all__ = ["draw_candidates", "draw_contrasts", "draw_crops"]

COLUMNS: Final = 8
"""Crops in a row of a sheet."""
GREEN: Final = (80, 220, 80)
MAGENTA: Final = (220, 80, 220)


def draw_candidates(image: Image, candidates: Sequence[Candidate]) -> Image:
    """The finder's candidates: outline, upper face as a disc, and how sure it is of each."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    for c in candidates:
        x, y, w, h = (round(v) for v in c.box)
        cv2.rectangle(drawn, (x, y), (x + w, y + h), GREEN, thick)
        middle = (round(c.center[0]), round(c.center[1]))
        cv2.circle(drawn, middle, max(round(c.size / 2), 1), MAGENTA, thick)
        place = (x, max(y - 3 * thick, 12 * thick))
        cv2.putText(drawn, f"{c.heat:.2f}", place, 0, 0.45 * thick, MAGENTA, thick)
    return drawn


def draw_crops(crops: Sequence[Image]) -> Image:
    """What the first judge sees of each die, in the order of the candidates."""
    return _sheet(list(crops), CROP)


def draw_contrasts(contrasts: Sequence[NDArray[np.float32]]) -> Image:
    """What the second judge sees of each die; grey is the mean, black and white 2.5 deviations."""
    planes = [np.clip(c * 51 + 128, 0, 255).astype(np.uint8) for c in contrasts]
    return _sheet([np.ascontiguousarray(p.transpose(1, 2, 0)) for p in planes], FACE)


def _sheet(tiles: list[Image], side: int) -> Image:
    rows = max(-(-len(tiles) // COLUMNS), 1)
    sheet = np.zeros((rows * (side + 2), COLUMNS * (side + 2), 3), np.uint8)
    for i, tile in enumerate(tiles):
        y, x = i // COLUMNS * (side + 2) + 1, i % COLUMNS * (side + 2) + 1
        sheet[y : y + side, x : x + side] = tile
    return sheet
