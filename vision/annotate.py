"""An observation drawn on its picture: boxes, faces, confidence, and why a die is not accepted."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.reading import Image, Observation, Reading

__all__ = ["Mark", "annotate", "layout"]

Box = tuple[int, int, int, int]
"""(left, top, right, bottom) in pixels, right and bottom outside."""

Colour = tuple[int, int, int]

FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
FONT_PX: Final = 22.0
"""Pixels. The height of a capital of FONT at scale 1."""

ACCEPTED: Final[Colour] = (90, 200, 40)
ASKED: Final[Colour] = (0, 165, 255)
INK: Final[Colour] = (20, 20, 20)
"""Blue, green, red. The two states also differ without colour: a die not accepted is dashed."""

TEXT_PART: Final = 1 / 72
"""A capital's height as a part of the picture's longer side: 18 px of 1,280, 56 px of 4,056."""

TEXT_LEAST_PX: Final = 7
"""Pixels. Hershey letters run together below this, which counts in pictures of 320 px."""

LABEL_AWAY: Final = (0.0, 0.6, 1.2)
"""How far a label may move away from its box to find room, in heights of the label."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where one reading is drawn: its outline, and its words on the ground `place`."""

    reading: Reading
    words: str
    outline: Box
    place: Box


def annotate(image: Image, observation: Observation, numbers: Sequence[int] = ()) -> Image:
    """Return a copy of the image with each reading drawn: its box, and a label beside it.

    image: (height, width, 3). numbers: one for each reading, to be named first, or none.
    An accepted die has a whole box and its face and confidence in
    percent; another a dashed box, "?", the likeliest face if there is one, and the reason. Lines
    and letters grow with the picture; labels stay inside it, off every die where there is room.
    """
    drawn = image.copy()
    capital = _capital_px(image.shape[1], image.shape[0])
    line = _line_px(capital)
    marks = layout(observation, image.shape[1], image.shape[0], numbers)
    for mark in marks:
        colour = _colour(mark.reading)
        _outline(drawn, mark.outline, colour, line, dashed=mark.reading.face is None)
    for mark in marks:
        left, top, right, bottom = mark.place
        ground = (right - 1, bottom - 1)
        cv2.rectangle(drawn, (left, top), ground, _colour(mark.reading), cv2.FILLED)
        origin = (left + _pad_px(capital), bottom - _pad_px(capital))
        scale, stroke = capital / FONT_PX, _stroke_px(capital)
        cv2.putText(drawn, mark.words, origin, FONT, scale, INK, stroke, cv2.LINE_AA)
    return drawn


def layout(
    observation: Observation, width: int, height: int, numbers: Sequence[int] = ()
) -> list[Mark]:
    """Return where each reading is drawn in a picture of this size, from the top downwards."""
    capital = _capital_px(width, height)
    margin = _line_px(capital) + 1
    outlines = [_corners(reading, margin) for reading in observation.readings]
    taken = list(outlines)
    marks = []
    order = sorted(range(len(outlines)), key=lambda i: (outlines[i][1], outlines[i][0]))
    for i in order:
        reading = observation.readings[i]
        words = f"#{numbers[i]} {_words(reading)}" if numbers else _words(reading)
        (across, _), _ = cv2.getTextSize(words, FONT, capital / FONT_PX, _stroke_px(capital))
        pad = _pad_px(capital)
        size = (across + 2 * pad, round(capital) + 2 * pad)
        place = min(
            _places(outlines[i], size, (width, height)),
            key=lambda place: sum(_shared(place, box) for box in taken),
        )
        taken.append(place)
        marks.append(Mark(reading, words, outlines[i], place))
    return marks


def _capital_px(width: int, height: int) -> float:
    return max(TEXT_LEAST_PX, max(width, height) * TEXT_PART)


def _line_px(capital: float) -> int:
    return max(1, round(capital / 7))


def _stroke_px(capital: float) -> int:
    return max(1, round(capital / 8))


def _pad_px(capital: float) -> int:
    return max(2, round(capital / 3))


def _corners(reading: Reading, margin: int) -> Box:
    """Return the reading's box with a margin, so that the line runs beside the die, not over it."""
    x, y, width, height = reading.box
    left, top, right, bottom = round(x), round(y), round(x + width), round(y + height)
    return left - margin, top - margin, right + margin, bottom + margin


def _colour(reading: Reading) -> Colour:
    return ASKED if reading.face is None else ACCEPTED


def _words(reading: Reading) -> str:
    sure = f" {min(99, int(reading.confidence * 100))}%"
    if reading.face is not None:
        return f"{reading.face}{sure}"
    guess = "" if reading.guess is None else f" {reading.guess}{sure}"
    return f"?{guess} {reading.why or 'doubtful'}"


def _outline(image: Image, box: Box, colour: Colour, line: int, *, dashed: bool) -> None:
    """Draw a rectangle, over a darker and wider one so that it shows on any ground."""
    for ink, width in ((INK, line + max(2, line)), (colour, line)):
        if not dashed:
            cv2.rectangle(image, box[:2], (box[2] - 1, box[3] - 1), ink, width, cv2.LINE_AA)
            continue
        for start, end in _dashes(box, 4 + 5 * line):
            cv2.line(image, start, end, ink, width, cv2.LINE_AA)


def _dashes(box: Box, length: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    left, top, right, bottom = box[0], box[1], box[2] - 1, box[3] - 1
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
    for start, end in itertools.pairwise(corners):
        side = float(np.hypot(*(end - start)))
        # An odd number of equal pieces: each side begins and ends with a dash.
        pieces = max(1, 2 * round(side / length / 2) - 1)
        points = [start + (end - start) * i / pieces for i in range(pieces + 1)]
        for i in range(0, pieces, 2):
            (x0, y0), (x1, y1) = points[i], points[i + 1]
            yield (round(x0), round(y0)), (round(x1), round(y1))


def _places(box: Box, size: tuple[int, int], frame: tuple[int, int]) -> Iterator[Box]:
    """Yield where a label of this size may go, the usual place first: above, below, beside."""
    left, top, right, bottom = box
    width, height = size
    for away in LABEL_AWAY:
        gap = 2 + round(away * height)
        above, below = top - gap - height, bottom + gap
        before, after = left - gap - width, right + gap
        for x in (left, (left + right - width) // 2, right - width):
            for y in (above, below):
                yield _inside(x, y, size, frame)
        for y in ((top + bottom - height) // 2, top, bottom - height):
            for x in (after, before):
                yield _inside(x, y, size, frame)


def _inside(x: int, y: int, size: tuple[int, int], frame: tuple[int, int]) -> Box:
    x = max(0, min(x, frame[0] - size[0]))
    y = max(0, min(y, frame[1] - size[1]))
    return x, y, x + size[0], y + size[1]


def _shared(one: Box, other: Box) -> int:
    """Return the area in pixels that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)
