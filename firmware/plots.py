"""The two plots of an evaluation, drawn with OpenCV: a confusion matrix, a reliability diagram."""

import itertools
import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.evaluation import Verdict, wilson
from vision.reading import PIPS, ROMAN, Image

__all__ = ["BINS", "confusion", "reliability"]

Colour = tuple[int, int, int]
"""Blue, green, red."""

FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
SCALE: Final = 0.5
INK: Final[Colour] = (40, 40, 40)
GREY: Final[Colour] = (150, 150, 150)
WHITE: Final[Colour] = (255, 255, 255)
BLUE: Final[Colour] = (170, 100, 30)
RED: Final[Colour] = (40, 40, 210)

BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0)
"""Edges of the confidences that are judged together: finer where a reader claims more."""

CELL_PX: Final = 78
SIDE_PX: Final = 560
MARGIN_PX: Final = 90


def confusion(verdicts: Sequence[Verdict]) -> Image:
    """Return the matrix of what lay there (rows) and what was read (columns), with counts."""
    shown = {one.face for v in verdicts for one in (v.die, v.reading) if one is not None}
    faces = PIPS if shown.isdisjoint(ROMAN) else (*PIPS, *ROMAN)
    columns = [*(str(face) for face in faces), "asked", "missed"]
    rows = [*(str(face) for face in faces), "no die"]
    counts = np.zeros((len(rows), len(columns)), int)
    for verdict in verdicts:
        row = "no die" if verdict.die is None else str(verdict.die.face)
        read = "missed" if verdict.reading is None else str(verdict.reading.face or "asked")
        if verdict.kind not in {"named", "fooled", "passed"}:
            counts[rows.index(row), columns.index(read)] += 1
    image = _paper(MARGIN_PX + CELL_PX * len(rows) + 30, MARGIN_PX + CELL_PX * len(columns) + 30)
    _write(image, "what lay there (rows), what was read (columns)", (16, 26))
    for i, name in enumerate(rows):
        _write(image, name, (16, MARGIN_PX + CELL_PX * i + CELL_PX // 2 + 6))
    for j, name in enumerate(columns):
        _write(image, name, (MARGIN_PX + CELL_PX * j + CELL_PX // 2, 70))
    for i, row_counts in enumerate(counts):
        for j, count in enumerate(row_counts):
            ink = BLUE if rows[i] == columns[j] else RED
            _cell(image, (i, j), int(count), count / max(1, row_counts.sum()), ink)
    return image


def _cell(image: Image, place: tuple[int, int], count: int, part: float, ink: Colour) -> None:
    """Write a count on its shade; the root makes one in a thousand visible beside none."""
    corner = (MARGIN_PX + CELL_PX * place[1], MARGIN_PX + CELL_PX * place[0])
    far = (corner[0] + CELL_PX - 2, corner[1] + CELL_PX - 2)
    shade = [round(245 - (245 - channel) * math.sqrt(part)) for channel in ink]
    cv2.rectangle(image, corner, far, shade, cv2.FILLED)
    middle = (corner[0] + CELL_PX // 2, corner[1] + CELL_PX // 2 + 6)
    _write(image, str(count), middle, WHITE if part > 0.4 else INK if count else GREY)


def reliability(claims: Sequence[tuple[float, bool]]) -> Image:
    """Return how often guesses were right against how sure the reader was of them.

    claims: (confidence, right) of each reading. Both axes are stretched towards 100 %, where the
    difference between 99 and 99.9 matters. Each mark has its interval of 95 %, and its count.
    """
    image = _paper(SIDE_PX + 2 * MARGIN_PX, SIDE_PX + 2 * MARGIN_PX)
    for part in (0.0, 0.5, 0.9, 0.99, 0.999):
        at, name = _stretch(part), f"{100 * part:g} %"
        cv2.line(image, _point(at, 0), _point(at, 1), (225, 225, 225), 1)
        cv2.line(image, _point(0, at), _point(1, at), (225, 225, 225), 1)
        _write(image, name, (_point(at, 0)[0], SIDE_PX + MARGIN_PX + 24))
        _write(image, name, (16, _point(0, at)[1] + 6))
    cv2.line(image, _point(0, 0), _point(1, 1), GREY, 1, cv2.LINE_AA)
    _write(image, "how often the guess was right", (16, 40))
    _write(image, "how sure the reader was", (SIDE_PX // 2, SIDE_PX + MARGIN_PX + 58))
    for low, high in itertools.pairwise(BINS):
        inside = [c for c in claims if low <= c[0] < high or c[0] == high == 1.0]
        if inside:
            _mark(image, inside)
    return image


def _mark(image: Image, claims: Sequence[tuple[float, bool]]) -> None:
    right, total = sum(ok for _, ok in claims), len(claims)
    sure = _stretch(sum(confidence for confidence, _ in claims) / total)
    low, high = wilson(right, total)
    cv2.line(image, _point(sure, _stretch(low)), _point(sure, _stretch(high)), BLUE, 2)
    cv2.circle(image, _point(sure, _stretch(right / total)), 5, BLUE, cv2.FILLED, cv2.LINE_AA)
    x, y = _point(sure, _stretch(low))
    _write(image, f"{right}/{total}", (x, y + 18), GREY)


def _stretch(part: float) -> float:
    """Return where on the axis a part lies: 0, 0.5, 0.9, 0.99 ... come ever further right."""
    return min(1.0, -math.log10(max(1 - part, 1e-4)) / 4)


def _point(x: float, y: float) -> tuple[int, int]:
    return MARGIN_PX + round(SIDE_PX * x), MARGIN_PX + round(SIDE_PX * (1 - y))


def _paper(height: int, width: int) -> Image:
    return np.full((height, width, 3), 255, np.uint8)


def _write(image: Image, words: str, middle: tuple[int, int], ink: Colour = INK) -> None:
    """Write words about a middle, kept off the left rim."""
    width = cv2.getTextSize(words, FONT, SCALE, 1)[0][0]
    at = (max(12, middle[0] - width // 2), middle[1])
    cv2.putText(image, words, at, FONT, SCALE, ink, 1, cv2.LINE_AA)
