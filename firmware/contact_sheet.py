"""Contact sheets: every fault of an evaluation as a small picture with what was read."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluation import TrueDie, Verdict
from vision.reading import Image, Reading

__all__ = ["PER_SHEET", "sheets", "tile"]

TILE_PX: Final = 176
CAPTION_PX: Final = 40
ACROSS: Final = 7
PER_SHEET: Final = ACROSS * 8

AROUND: Final = 1.8
"""The side of a crop, in longer sides of the die: enough to see what it leans on."""

LABEL: Final = (230, 120, 40)
READ: Final = (60, 60, 230)
INK: Final = (30, 30, 30)

Box = tuple[float, float, float, float]

Move = NDArray[np.float64]
"""(2, 3): from places in the photo to places in the tile."""


def tile(image: Image, file: str, verdict: Verdict) -> Image:
    """Return a small picture of one verdict: the label blue, the reading red, words below.

    A fault without any place, a die missed where only the faces are known, shows the whole photo.
    """
    boxes = [box for box in (_label_box(verdict.die), _read_box(verdict.reading)) if box]
    height, width = image.shape[:2]
    whole: Box = (0.0, 0.0, float(width), float(height))
    x, y, w, h = boxes[-1] if boxes else whole
    side = max(1.0, max(w, h) * (AROUND if boxes else 1.0))
    scale = TILE_PX / side
    # The picture is moved and scaled so that the die comes to lie in the middle of the tile.
    move = np.array([[scale, 0, TILE_PX / 2 - scale * (x + w / 2)],
                     [0, scale, TILE_PX / 2 - scale * (y + h / 2)]])  # fmt: skip
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    crop = np.full((TILE_PX + CAPTION_PX, TILE_PX, 3), 255, np.uint8)
    crop[:TILE_PX] = cv2.warpAffine(image, move, (TILE_PX, TILE_PX), flags=how)
    _outline(crop, _label_box(verdict.die), move, LABEL)
    _outline(crop, _read_box(verdict.reading), move, READ)
    crop[TILE_PX:] = 255
    for row, words in enumerate((_words(verdict), _short(file))):
        at = (3, TILE_PX + 15 + 18 * row)
        cv2.putText(crop, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, INK, 1, cv2.LINE_AA)
    return crop


def sheets(tiles: Sequence[Image]) -> list[Image]:
    """Return the tiles set side by side, PER_SHEET on a sheet."""
    made = []
    for first in range(0, len(tiles), PER_SHEET):
        some = tiles[first : first + PER_SHEET]
        down = -(-len(some) // ACROSS)
        step = TILE_PX + 6
        sheet = np.full((down * (step + CAPTION_PX) + 6, ACROSS * step + 6, 3), 255, np.uint8)
        for i, picture in enumerate(some):
            y, x = (i // ACROSS) * (step + CAPTION_PX) + 6, (i % ACROSS) * step + 6
            sheet[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
        made.append(sheet)
    return made


def _label_box(die: TrueDie | None) -> Box | None:
    return None if die is None else die.box


def _read_box(reading: Reading | None) -> Box | None:
    return None if reading is None else reading.box


def _outline(crop: Image, box: Box | None, move: Move, colour: tuple[int, int, int]) -> None:
    if box is None:
        return
    x, y, w, h = box
    corner, far = move @ np.array([x, y, 1.0]), move @ np.array([x + w, y + h, 1.0])
    start = round(float(corner[0])), round(float(corner[1]))
    end = round(float(far[0])), round(float(far[1]))
    cv2.rectangle(crop, start, end, colour, 1)


def _words(verdict: Verdict) -> str:
    true = "no die" if verdict.die is None else str(verdict.die.face)
    if verdict.die is not None and verdict.die.problem is not None:
        true += f" {verdict.die.problem}"
    reading = verdict.reading
    if reading is None:
        return f"{verdict.kind}: {true}"
    read = f"{reading.face or '?'} {reading.confidence:.3f}"
    if reading.face is None:
        read += f" {reading.guess or '-'} {reading.why}"
    return f"{verdict.kind}: {true}, read {read}"


def _short(file: str) -> str:
    name = file.encode("ascii", "replace").decode()
    return name if len(name) <= 30 else name[:14] + ".." + name[-14:]
