"""Pictures with labels, and how they are varied: turned, scaled, dimmed, blurred, made noisy.

A photo with labels is a Labelled. `vary` cuts a square out of it at a random scale and turn, moves
the labels with it, and then does to the square what lenses, lamps and sensors do.
"""

import json
import math
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.networks import FACES

__all__ = ["FalseFind", "Labelled", "Target", "decoded", "photometric", "rendered", "vary"]

Picture = NDArray[np.uint8]
UNKNOWN = -1


@dataclass(slots=True)
class Target:
    """A die in a picture. face: index in FACES, -1 unknown.

    grounded: 1 on the floor, 0 on another die, -1 unknown. center, size (side of the upper face)
    and box (left, top, right, bottom, None when unknown) in pixels; ignore: neither a die nor no
    die (hidden, doubtful). pips (n, 2): those of the upper face, and middle (2,): that of the die
    below it, in pixels, None when unknown.
    """

    center: NDArray[np.float64]
    size: float
    box: tuple[float, float, float, float] | None
    face: int
    grounded: int
    ignore: bool = False
    quad: NDArray[np.float64] | None = None
    pips: NDArray[np.float64] | None = None
    middle: NDArray[np.float64] | None = None


@dataclass(slots=True)
class Labelled:
    """A picture file with its dice; oblique pictures are never turned far."""

    path: Path
    source: str
    oblique: bool
    dice: list[Target] = field(default_factory=list)

    def picture(self) -> Picture:
        """The picture, blue green red."""
        return decoded(self.path)


@lru_cache(maxsize=4000)
def decoded(path: Path) -> Picture:
    """A picture file, kept in memory; each process holds its own."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"cannot read {path}")
    return image.astype(np.uint8, copy=False)


class FalseFind(TypedDict):
    """A place that a finder took for a die and is none, in pixels of a picture file."""

    file: str
    source: str
    center: tuple[float, float]
    size: float


def _foreshortening(quad: NDArray[np.float64]) -> float:
    spread = np.cov((quad - quad.mean(axis=0)).T)
    low, high = np.linalg.eigvalsh(spread)
    return float(math.sqrt(max(low, 1e-9) / max(high, 1e-9)))


def rendered(folder: Path) -> list[Labelled]:
    """All pictures of a pool made by vision.training.pool."""
    pictures = []
    for truth in sorted(folder.glob("truth-*.jsonl")):
        for line in truth.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            dice, ratios = [], []
            for d in entry["dice"]:
                quad = np.array(d["quad"])
                size = math.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0))
                if d["problem"] is None and d["tilt_deg"] < 8:
                    ratios.append(_foreshortening(quad))
                grounded = {None: 1, "stacked": 0}.get(d["problem"], UNKNOWN)
                x, y, w, h = d["box"]
                ignore = d["visible"] < 0.45 or d["inside"] < 0.5
                face = UNKNOWN if d["tilt_deg"] > 30 else FACES.index(d["face"])
                pips = None if d["pips"] is None else np.array(d["pips"])
                dice.append(
                    Target(
                        np.array(d["center"]),
                        size,
                        (x, y, x + w, y + h),
                        face,
                        grounded,
                        ignore,
                        quad,
                        pips,
                        np.array(d["middle"]),
                    )
                )
            oblique = bool(ratios) and float(np.median(ratios)) < 0.85
            pictures.append(Labelled(folder / entry["file"], "rendered", oblique, dice))
    return pictures


def _matrix(
    rng: Generator, item: Labelled, width: int, height: int, side: int, sizes: tuple[float, float]
) -> tuple[NDArray[np.float64], float]:
    """A similarity from picture to square, around a random die, and its scale."""
    known = [d for d in item.dice if not d.ignore]
    if known and rng.random() < 0.9:
        die = known[int(rng.integers(len(known)))]
        at, size = die.center, max(die.size, 4.0)
    else:
        at = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        size = float(np.median([d.size for d in known])) if known else rng.uniform(20, 60)
    wish = math.exp(rng.uniform(math.log(sizes[0]), math.log(sizes[1])))
    least = 0.75 * side / min(width, height) if rng.random() < 0.85 else 0.25
    scale = float(np.clip(wish / size, min(least, 1.5), 2.2))
    turn = rng.normal(0, 0.12) if item.oblique else rng.uniform(0, 2 * math.pi)
    stretch = rng.normal(0, 0.04)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]]) @ np.diag([flip * (1 + stretch), 1 - stretch])
    place = rng.uniform(0.1, 0.9, 2) * side
    return np.hstack([linear, (place - linear @ at)[:, None]]), scale


def _moved(die: Target, m: NDArray[np.float64], scale: float) -> Target:
    center = m[:, :2] @ die.center + m[:, 2]
    box = None
    if die.box is not None and die.quad is not None:
        old, quad = die.quad, die.quad @ m[:, :2].T + m[:, 2]
        box = _turned_box(np.array(die.box), old, quad, m[:, :2])
    return Target(center, die.size * scale, box, die.face, die.grounded, die.ignore)


def _turned_box(
    box: NDArray[np.float64],
    old: NDArray[np.float64],
    new: NDArray[np.float64],
    linear: NDArray[np.float64],
) -> tuple[float, float, float, float]:
    """The outline after a turn: as much larger than the upper face, as far off it, as before."""
    low, high = old.min(axis=0), old.max(axis=0)
    ratio = float(np.mean((box[2:] - box[:2]) / np.maximum(high - low, 1.0)))
    off = linear @ ((box[2:] + box[:2]) / 2 - (high + low) / 2)
    low, high = new.min(axis=0), new.max(axis=0)
    middle, half = (low + high) / 2 + off, (high - low) / 2 * ratio
    return (*(middle - half).tolist(), *(middle + half).tolist())


def vary(
    item: Labelled, image: Picture, rng: Generator, side: int, sizes: tuple[float, float]
) -> tuple[Picture, list[Target], float]:
    """A square of side pixels with dice of about sizes pixels, its dice, and the scale used."""
    m, scale = _matrix(rng, item, image.shape[1], image.shape[0], side, sizes)
    if scale < 0.6:
        k = 0.55 / scale
        image = cv2.GaussianBlur(image, (0, 0), 0.5 * k).astype(np.uint8)
    border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101]))
    border = cv2.BORDER_CONSTANT if item.dice and scale < 1 else border
    square = cv2.warpAffine(image, m, (side, side), flags=cv2.INTER_LINEAR, borderMode=border)
    dice = [_moved(d, m, scale) for d in item.dice]
    return photometric(square.astype(np.uint8), rng), dice, scale


def _lamp(shape: tuple[int, ...], rng: Generator) -> NDArray[np.float32]:
    """Uneven light: a slope, or the soft or hard edge of a shadow."""
    height, width = shape[:2]
    way = rng.uniform(0, 2 * math.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along = (x / width - 0.5) * math.cos(way) + (y / height - 0.5) * math.sin(way)
    if rng.random() < 0.5:
        return np.asarray(1 + along * rng.uniform(-0.8, 0.8), np.float32)
    edge = (along - rng.uniform(-0.4, 0.4)) / rng.uniform(0.01, 0.2)
    return np.asarray(1 - rng.uniform(0.1, 0.6) * np.clip(edge + 0.5, 0, 1), np.float32)


def photometric(image: Picture, rng: Generator) -> Picture:
    """What light, lens, sensor and file do to a picture."""
    x = np.asarray(image.astype(np.float32) / 255, np.float32)
    if rng.random() < 0.25:
        x *= _lamp(x.shape, rng)[..., None]
    x = x ** math.exp(rng.normal(0, 0.18)) * math.exp(rng.normal(0, 0.18))
    x *= np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    if rng.random() < 0.15:
        x[:] = (x @ np.array([0.11, 0.59, 0.30], np.float32))[..., None]
    elif rng.random() < 0.25:
        hsv = cv2.cvtColor(np.clip(x, 0, 1), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 360)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.4), 0, 1)
        x = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.float32)
    kind = rng.random()
    if kind < 0.35:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    elif kind < 0.42:
        n = int(rng.integers(3, 8))
        streak = cv2.warpAffine(
            np.eye(n, dtype=np.float32),
            cv2.getRotationMatrix2D((n / 2 - 0.5, n / 2 - 0.5), rng.uniform(0, 180), 1),
            (n, n),
        )
        kernel = np.asarray(streak / max(float(streak.sum()), 0.1), np.float32)
        x = np.asarray(cv2.filter2D(x, -1, kernel), np.float32)
    elif kind < 0.55:
        x += (x - cv2.GaussianBlur(x, (0, 0), 1.0)) * rng.uniform(0.3, 1.5)
    noisy: NDArray[np.floating[Any]] = x
    if rng.random() < 0.6:
        grain = rng.standard_normal(x.shape[:2] + ((3,) if rng.random() < 0.7 else (1,)))
        noisy = x + grain.astype(np.float32) * rng.choice(
            [0.008, 0.02, 0.04, 0.07], p=[0.4, 0.3, 0.2, 0.1]
        )
    coded = (np.clip(noisy, 0, 1) * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.35:
        quality = int(rng.integers(35, 95))
        _, packed = cv2.imencode(".jpg", coded, [cv2.IMWRITE_JPEG_QUALITY, quality])
        opened = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        assert opened is not None
        coded = opened.astype(np.uint8)
    return coded
