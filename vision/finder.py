"""The first look: where dice lie in the whole picture, and how large they are.

A small network, run by OpenCV, answers for each cell of STRIDE pixels; see vision/training/ for how
it is made. `decode` turns its answer into candidates, at most one for each die.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import network
from vision.reading import Image

__all__ = ["Candidate", "Finder", "decode"]

STRIDE: Final = 8
"""Pixels of the network's picture for each cell of its answer."""
LEAST_HEAT: Final = 0.30
"""A cell below this is no die, 0 to 1. Lower finds dim dice and invents more."""
APART: Final = 0.60
"""Two faces nearer than this many face sizes are one die found twice."""
NEAREST_SIZE: Final = 2.0
"""The least face size that is believed, in pixels of the network's picture."""
USUAL_SIDE: Final = 640
"""A look with a longer side, in pixels, has a network of its own for once: OpenCV's keep the memory
of their largest picture, 36 MB for this side, 90 MB for 1280, 122 MB for 1600."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A die that the finder sees.

    center: (x, y), the middle of the upper face; size: the side of a square as large as that face;
    box: (x, y, width, height), the outline of the die; all in pixels of the picture given.
    heat: how sure it is that a die lies there, 0 to 1.
    """

    center: tuple[float, float]
    size: float
    box: tuple[float, float, float, float]
    heat: float

    def scaled(self, x: float, y: float) -> "Candidate":
        """The same die in a picture that is x times as wide and y times as high."""
        bx, by, bw, bh = self.box
        return Candidate(
            (self.center[0] * x, self.center[1] * y),
            self.size * (x * y) ** 0.5,
            (bx * x, by * y, bw * x, bh * y),
            self.heat,
        )


def sigmoid(x: Floats) -> Floats:
    """The logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def softmax(x: Floats) -> Floats:
    """Scores along the last axis to probabilities."""
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def _peaks(heat: Floats, least: float) -> list[tuple[int, int]]:
    """Cells (row, column) that are the warmest of their neighbourhood, warmest first."""
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat >= least))
    order = np.argsort(-heat[rows, columns], kind="stable")
    return [(int(rows[i]), int(columns[i])) for i in order]


def decode(answer: Floats, least: float = LEAST_HEAT) -> list[Candidate]:
    """Turn the network's answer, (9, rows, columns), into candidates, the surest first."""
    heat = sigmoid(answer[0])
    found: list[Candidate] = []
    for row, column in _peaks(heat, least):
        cell = answer[:, row, column]
        x = (column + 0.5 + float(cell[1])) * STRIDE
        y = (row + 0.5 + float(cell[2])) * STRIDE
        left, top, right, bottom, size = (float(np.exp(min(c, 6.0))) * STRIDE for c in cell[3:8])
        if size < NEAREST_SIZE:
            continue
        if any(
            np.hypot(x - c.center[0], y - c.center[1]) < APART * max(size, c.size) for c in found
        ):
            continue
        found.append(
            Candidate(
                (x, y),
                size,
                (x - left, y - top, left + right, top + bottom),
                float(heat[row, column]),
            )
        )
    return found


def _resized(image: Image, width: int, height: int) -> Image:
    """The picture with so many pixels.

    One that is twice as large or larger is halved until it is not, and then interpolated: several
    times quicker than the mean over parts of pixels, which is for those that shrink by less.
    """
    how = cv2.INTER_AREA if width < image.shape[1] else cv2.INTER_LINEAR
    while image.shape[1] >= 2 * width and image.shape[0] >= 2 * height:
        rows, columns = image.shape[0] // 2, image.shape[1] // 2
        even = image[: 2 * rows, : 2 * columns]  # halves of odd sides are slow
        image = np.asarray(
            cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8
        )
        how = cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


class Finder:
    """The network that finds dice, loaded from its file in the ONNX format."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._usual = network.load(model)

    def look(self, image: Image, long_side: int, least: float = LEAST_HEAT) -> list[Candidate]:
        """Find dice with the picture brought to long_side pixels; lengths in pixels of image."""
        height, width = image.shape[:2]
        scale = long_side / max(height, width)
        w, h = max(round(width * scale), 1), max(round(height * scale), 1)
        full = np.zeros((-(-h // 32) * 32, -(-w // 32) * 32, 3), np.uint8)
        full[:h, :w] = _resized(image, w, h)
        net = self._usual if max(w, h) <= USUAL_SIDE else network.load(self._model)
        net.setInput(cv2.dnn.blobFromImage(full, 1 / 255.0))
        answer = net.forward()[0]
        return [
            c.scaled(width / w, height / h)
            for c in decode(answer, least)
            if c.center[0] < w and c.center[1] < h
        ]
