"""Floors for rendered trays: felt, wood, leather, carpet, cloth, paper, stone, print.

A texture is (SIDE, SIDE, 3) of linear light, blue, green, red, and tiles.
"""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

__all__ = ["KINDS", "SIDE", "texture"]

SIDE = 512
Plane = NDArray[np.float32]


def _noise(rng: Generator, sx: float, sy: float | None = None) -> Plane:
    """Smooth noise with mean 0 and deviation 1; sx and sy are its grain in texels."""
    sy = sx if sy is None else sy
    kx, ky = (
        max(1, 1 << int(np.log2(max(g, 1.0) / 1.5 + 1e-9))) if g >= 3 else 1 for g in (sx, sy)
    )
    raw = rng.standard_normal((SIDE // ky, SIDE // kx)).astype(np.float32)
    pad_y, pad_x = min(SIDE // ky, 16), min(SIDE // kx, 16)
    wide = np.pad(raw, ((pad_y, pad_y), (pad_x, pad_x)), mode="wrap")
    soft = cv2.GaussianBlur(wide, (0, 0), sigmaX=max(sx / kx, 0.3), sigmaY=max(sy / ky, 0.3))
    grown = cv2.resize(soft, None, fx=kx, fy=ky, interpolation=cv2.INTER_CUBIC)
    smooth = np.asarray(grown, np.float32)[
        pad_y * ky : pad_y * ky + SIDE, pad_x * kx : pad_x * kx + SIDE
    ]
    level: Plane = (smooth - smooth.mean()) / (smooth.std() + 1e-6)
    return level


def _tint(rng: Generator) -> NDArray[np.float32]:
    """A colour, any hue, often dark, grey or green."""
    hue = rng.uniform(0, 180)
    saturation = rng.choice([rng.uniform(0, 40), rng.uniform(60, 255)])
    bright = rng.choice([rng.uniform(10, 90), rng.uniform(60, 255)])
    pixel = np.array([[[hue, saturation, bright]]], np.uint8)
    colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255
    linear: NDArray[np.float32] = colour**2.2
    return linear


def _mixed(a: NDArray[np.float32], b: NDArray[np.float32], m: Plane) -> NDArray[np.float32]:
    m3 = np.clip(m, 0, 1)[..., None]
    return (a * (1 - m3) + b * m3).astype(np.float32)


def _felt(rng: Generator) -> NDArray[np.float32]:
    grain = _noise(rng, rng.uniform(0.5, 1.2)) * rng.uniform(0.03, 0.2)
    cloud = _noise(rng, rng.uniform(8, 60)) * rng.uniform(0.0, 0.12)
    return np.asarray(_tint(rng) * (1 + grain + cloud)[..., None], np.float32)


def _wood(rng: Generator) -> NDArray[np.float32]:
    hue = np.array([[[rng.uniform(6, 20), rng.uniform(60, 190), rng.uniform(60, 240)]]], np.uint8)
    base = (cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255) ** 2.2
    bend = _noise(rng, 60, 30) * rng.uniform(2, 10)
    rings = np.sin((np.arange(SIDE)[:, None] + bend) * 2 * np.pi / SIDE * int(rng.integers(4, 24)))
    fibre = _noise(rng, rng.uniform(8, 40), 0.6)
    return np.asarray(
        base * (1 + rings * rng.uniform(0.02, 0.25) + fibre * rng.uniform(0.03, 0.2))[..., None],
        np.float32,
    )


def _leather(rng: Generator) -> NDArray[np.float32]:
    cells = np.abs(_noise(rng, rng.uniform(1.5, 5)))
    cloud = _noise(rng, 40)
    return np.asarray(
        _tint(rng) * (1 + (cells - 0.8) * rng.uniform(0.05, 0.35) + cloud * 0.08)[..., None],
        np.float32,
    )


def _carpet(rng: Generator) -> NDArray[np.float32]:
    g = rng.uniform(0.8, 4)
    m = _noise(rng, g, g * rng.uniform(0.4, 2.5)) * rng.uniform(0.2, 1.2) + 0.5
    first = _tint(rng)
    second = _tint(rng) if rng.random() < 0.5 else first * rng.uniform(0.3, 0.8)
    return _mixed(first, second, m)


def _cloth(rng: Generator) -> NDArray[np.float32]:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) * 2 * np.pi / SIDE
    n = int(rng.choice([2, 3, 4, 6, 8, 16, 48, 96]))
    kind = rng.integers(4)
    wave = np.sin(n * x) * (1 if kind == 0 else 0) + np.sin(n * y) * (kind == 1)
    if kind == 2:
        wave = np.sign(np.sin(n * x)) * np.sign(np.sin(n * y))
    if kind == 3:
        wave = np.cos(n * x) + np.cos(n * y) - rng.uniform(0.8, 1.8)
    sharp = rng.uniform(0.5, 4)
    woven = _mixed(_tint(rng), _tint(rng), wave * sharp + 0.5)
    return np.asarray(woven * (1 + 0.05 * _noise(rng, 0.6))[..., None], np.float32)


def _plain(rng: Generator) -> NDArray[np.float32]:
    light = rng.uniform(0.1, 0.95) ** 1.5
    warm = np.array([rng.uniform(0.8, 1), rng.uniform(0.9, 1), 1.0], np.float32)
    grain = _noise(rng, rng.uniform(0.4, 2)) * rng.uniform(0.0, 0.04)
    cloud = _noise(rng, rng.uniform(30, 120)) * rng.uniform(0.0, 0.08)
    folds = _noise(rng, rng.uniform(4, 20), 160) * rng.uniform(0.0, 0.06)
    return np.asarray(light * warm * (1 + grain + cloud + folds)[..., None], np.float32)


def _print(rng: Generator) -> NDArray[np.float32]:
    """Paper or a board with text, lines and discs on it."""
    sheet = np.empty((SIDE, SIDE, 3), np.uint8)
    sheet[:] = _tint(rng) * 255
    for _ in range(int(rng.integers(5, 60))):
        colour = tuple(float(c) * 255 for c in _tint(rng))
        x, y, r = (int(v) for v in rng.integers([0, 0, 2], [SIDE, SIDE, 40]))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(sheet, (x, y), r, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            end = tuple(int(v) for v in rng.integers(0, SIDE, 2))
            cv2.line(sheet, (x, y), end, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif kind == 2:
            word = "".join(rng.choice(list("ABCDEIVXMNOabcdehnop0123456789"), 7))
            cv2.putText(sheet, word, (x, y), 0, r / 25 + 0.3, colour, 1 + r // 12, cv2.LINE_AA)
        else:
            cv2.rectangle(sheet, (x, y), (x + 2 * r, y + r), colour, -1)
    return np.asarray(sheet / 255 * (1 + 0.03 * _noise(rng, 0.7))[..., None], np.float32)


def _stone(rng: Generator) -> NDArray[np.float32]:
    m = _noise(rng, 2) * 0.5 + _noise(rng, 12) * 0.4 + _noise(rng, 50) * 0.4
    speckle = (_noise(rng, 0.7) > rng.uniform(1.6, 2.6)) * rng.choice([-0.5, 0.5])
    return np.asarray(
        _mixed(_tint(rng), _tint(rng), m * rng.uniform(0.1, 0.5) + 0.5) * (1 + speckle)[..., None],
        np.float32,
    )


KINDS = {
    "felt": (_felt, 6.0),
    "wood": (_wood, 3.0),
    "leather": (_leather, 3.0),
    "carpet": (_carpet, 2.0),
    "cloth": (_cloth, 2.0),
    "plain": (_plain, 4.0),
    "print": (_print, 1.0),
    "stone": (_stone, 1.0),
}
"""Each kind of floor, the function that makes it and how often it is drawn."""


def texture(rng: Generator, kind: str | None = None) -> NDArray[np.float32]:
    """A floor of the kind named, or of a random one."""
    if kind is None:
        weights = np.array([w for _, w in KINDS.values()])
        kind = str(rng.choice(list(KINDS), p=weights / weights.sum()))
    return np.clip(KINDS[kind][0](rng), 0.002, 1.0).astype(np.float32)
