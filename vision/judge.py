"""Two independent looks at one die: one at its crop in colour, one at the contrast of its face."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import network
from vision.finder import softmax
from vision.reading import Image

__all__ = ["CROP", "FACE", "Judge", "Verdict", "contrast", "cut", "mean_verdict"]

CROP: Final = 64
"""Side of the crop that the network sees, in pixels."""
REACH: Final = 2.1
"""Side of the crop in sizes of the upper face: the face, its sides and a little around it."""


TOGETHER: Final = 8
"""Crops that are judged at once: more are hardly quicker, and the network keeps their memory."""
FACE: Final = 48
"""Side of the contrast picture, in pixels."""
NARROW: Final = 0.66
"""The part of the crop's side that the contrast picture shows: 1.4 sizes of the face."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of one crop.

    faces: (9,), probabilities of 1 2 3 4 5 6 I V X; none: of being no die.
    lean: how far the upper face's centre lies off the die's own in the picture, right and down, and
    how far off that may be, in sizes of the face; None of a judge that cannot say.
    """

    faces: NDArray[np.float32]
    none: float
    lean: tuple[float, float, float] | None = None


def cut(image: Image, center: tuple[float, float], size: float, crop_px: int = CROP) -> Image:
    """The square around a face, REACH times its size, brought to (crop_px, crop_px, 3)."""
    half = max(size * REACH / 2, 2.0)
    x0, y0 = center[0] - half, center[1] - half
    side = 2 * half
    left, top, span = int(np.floor(x0)), int(np.floor(y0)), int(np.ceil(side)) + 1
    height, width = image.shape[:2]
    a, b = max(left, 0), max(top, 0)
    c, d = min(left + span, width), min(top + span, height)
    if a >= c or b >= d:
        return np.zeros((crop_px, crop_px, 3), np.uint8)
    part = image[b:d, a:c]
    if (c - a, d - b) != (span, span):
        part = cv2.copyMakeBorder(
            part, b - top, top + span - d, a - left, left + span - c, cv2.BORDER_CONSTANT
        ).astype(np.uint8)
    scale = crop_px / side
    if scale < 1:
        shrunk = max(round(span * scale), 1)
        part = cv2.resize(part, (shrunk, shrunk), interpolation=cv2.INTER_AREA).astype(np.uint8)
    grow = part.shape[0] / span
    k = crop_px / (side * grow)
    shift = np.array([[k, 0, -(x0 - left) * grow * k], [0, k, -(y0 - top) * grow * k]], np.float64)
    return cv2.warpAffine(
        part, shift, (crop_px, crop_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


def contrast(crop: Image) -> NDArray[np.float32]:
    """The face alone, without its brightness: (3, FACE, FACE), mean 0, deviation 1.

    The middle of the crop, each channel less its own blur, over the spread of all three: red pips
    on grey stay, where a grey picture would lose them.
    """
    edge = round(CROP * (1 - NARROW) / 2)
    inner = crop[edge : CROP - edge, edge : CROP - edge].astype(np.float32)
    face = cv2.resize(inner, (FACE, FACE), interpolation=cv2.INTER_LINEAR)
    level = face - cv2.GaussianBlur(face, (0, 0), FACE / 5)
    return np.asarray(level.transpose(2, 0, 1) / (level.std() + 2.0), np.float32)


def mean_verdict(verdicts: list[Verdict]) -> Verdict:
    """What several looks at one die say together; the first, which is not turned, of its lean."""
    return Verdict(
        np.mean([v.faces for v in verdicts], axis=0, dtype=np.float32),
        sum(v.none for v in verdicts) / len(verdicts),
        verdicts[0].lean,
    )


class Judge:
    """A network that names faces, loaded from its file in the ONNX format.

    by_contrast: whether it sees `contrast` instead of colours.
    """

    def __init__(self, model: Path, by_contrast: bool = False) -> None:
        self._net = network.load(model)
        self._by_contrast = by_contrast
        self._names = ["answer"]
        self._names += [name for name in self._net.getUnconnectedOutLayersNames() if name == "lean"]

    def look(self, crops: list[Image]) -> list[Verdict]:
        """Judge crops made by `cut`, some at a time, so that a crowd takes no more memory."""
        some = [crops[i : i + TOGETHER] for i in range(0, len(crops), TOGETHER)]
        return [verdict for few in some for verdict in self._look(few)]

    def _look(self, crops: list[Image]) -> list[Verdict]:
        if self._by_contrast:
            blob = np.asarray([contrast(crop) for crop in crops], np.float32)
        else:
            blob = np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255.0), np.float32)
        self._net.setInput(blob)
        scores, *more = (a.astype(np.float32) for a in self._net.forward(self._names))
        shares = softmax(scores[:, :10])
        leans = [_lean(row) for row in more[0]] if more else [None] * len(crops)
        return [Verdict(s[:9], float(s[9]), lean) for s, lean in zip(shares, leans, strict=True)]


def _lean(row: NDArray[np.float32]) -> tuple[float, float, float]:
    return float(row[0]), float(row[1]), float(np.exp(np.clip(row[2], -5, 2)))
