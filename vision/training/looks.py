"""The colours and materials of rendered dice, trays and things, and the light of the room."""

import colorsys

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.surfaces import LOOK

__all__ = ["die_look", "lights", "room", "thing_look"]

Colour = NDArray[np.float64]


def hsv(h: float, s: float, v: float) -> Colour:
    """Linear light, blue green red, of a colour given as display hue, saturation, brightness."""
    r, g, b = colorsys.hsv_to_rgb(h % 1.0, min(max(s, 0), 1), min(max(v, 0), 1))
    return np.array([b, g, r]) ** 2.2


def _body(rng: Generator) -> Colour:
    kind = rng.random()
    if kind < 0.30:
        return hsv(rng.uniform(0.05, 0.2), rng.uniform(0, 0.22), rng.uniform(0.78, 0.97))
    if kind < 0.43:
        return hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.06, 0.2))
    if kind < 0.50:
        return hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.3, 0.75))
    if kind < 0.58:
        return hsv(rng.uniform(0.05, 0.12), rng.uniform(0.3, 0.7), rng.uniform(0.35, 0.85))
    return hsv(rng.random(), rng.uniform(0.45, 1.0), rng.uniform(0.3, 0.97))


def _grey(colour: Colour) -> float:
    return float(colour @ np.array([0.07, 0.72, 0.21]))


def _ink(rng: Generator, body: Colour) -> Colour:
    """An ink that can be told from the body: mostly white or black, sometimes gold or a hue."""
    least = rng.choice([0.10, 0.22, 0.30], p=[0.12, 0.28, 0.6])
    for _ in range(40):
        kind = rng.random()
        if kind < 0.42:
            ink = hsv(rng.uniform(0.08, 0.18), rng.uniform(0, 0.15), rng.uniform(0.82, 1.0))
        elif kind < 0.78:
            ink = hsv(0, 0, rng.uniform(0.03, 0.16))
        elif kind < 0.86:
            ink = hsv(rng.uniform(0.09, 0.15), rng.uniform(0.4, 0.8), rng.uniform(0.6, 0.95))
        else:
            ink = hsv(
                float(rng.choice([0.0, 0.6, rng.random()])),
                rng.uniform(0.5, 1),
                rng.uniform(0.2, 1),
            )
        if abs(_grey(ink) ** 0.45 - _grey(body) ** 0.45) > least:
            return ink
    return hsv(0, 0, 0.95 if _grey(body) < 0.2 else 0.05)


def die_look(rng: Generator) -> NDArray[np.float64]:
    """One row of the tracer's table of looks, for a die."""
    look = np.zeros(LOOK)
    body = _body(rng)
    look[0:3] = body
    look[3:6] = _ink(rng, body)
    look[6:9] = hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 0.9))
    look[9:12] = body * rng.uniform(0.3, 1.0) + 0.02
    if rng.random() < 0.22:
        look[9:12] = _body(rng)
        if abs(_grey(look[9:12]) ** 0.45 - _grey(look[3:6]) ** 0.45) > 0.15:
            look[12:14] = rng.uniform(1.0, 4.0), rng.uniform(0.4, 1.2)
    look[14] = rng.choice([rng.uniform(10, 60), rng.uniform(60, 400)])
    look[15] = rng.uniform(0.02, 0.08)
    if rng.random() < 0.05:
        look[16], look[15] = rng.uniform(0.4, 0.9), rng.uniform(0.3, 0.7)
    if rng.random() < 0.16:
        look[17] = rng.uniform(0.3, 0.9)
    look[18] = rng.choice([0.0, rng.uniform(0.1, 0.6)])
    look[21] = rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(0.02, 0.12)])
    look[22] = rng.uniform(0, 4)
    look[23] = rng.integers(1 << 20)
    return look


def thing_look(rng: Generator, skin: bool = False) -> NDArray[np.float64]:
    """A look for coins, pens, walls, hands (skin)."""
    look = np.zeros(LOOK)
    look[0:3] = _body(rng)
    if skin:
        look[0:3] = hsv(rng.uniform(0.02, 0.09), rng.uniform(0.25, 0.65), rng.uniform(0.25, 0.95))
    look[3:6] = _ink(rng, look[0:3])
    look[6:9] = look[0:3]
    look[9:12] = look[0:3] * rng.uniform(0.5, 0.95)
    look[12:14] = rng.uniform(0.5, 3), rng.uniform(0, 0.6)
    look[14], look[15] = rng.uniform(10, 120), rng.uniform(0.01, 0.06)
    if not skin and rng.random() < 0.2:
        look[16], look[15] = rng.uniform(0.5, 0.9), rng.uniform(0.3, 0.7)
    look[18] = rng.choice([0.0, rng.uniform(0.1, 0.5)])
    look[22], look[23] = rng.uniform(0, 3), rng.integers(1 << 20)
    return look


def _unit(v: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(v / np.linalg.norm(v), np.float64)


def _direction(rng: Generator, low: float, high: float) -> NDArray[np.float64]:
    """A direction towards a light, its height over the horizon between low and high degrees."""
    turn, rise = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(low, high))
    return np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


def lights(rng: Generator) -> NDArray[np.float64]:
    """One to four lamps: direction, brightness, hardness, colour."""
    count = int(rng.choice([1, 2, 3, 4], p=[0.5, 0.3, 0.12, 0.08]))
    warm = rng.uniform(-0.35, 0.35)
    rows = []
    for i in range(count):
        hard = rng.choice([rng.uniform(2, 6), rng.uniform(6, 20), rng.uniform(20, 90)])
        bright = rng.uniform(0.5, 1.4) * (1.0 if i == 0 else rng.uniform(0.2, 0.9)) / count**0.5
        w = warm + rng.normal(0, 0.08)
        rows.append([*_direction(rng, 22, 88), bright, hard, 1 - w, 1.0, 1 + w])
    return np.array(rows)


def room(rng: Generator, towards_camera: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ambient light and what glossy faces mirror; now and then a lamp that glares off the tops."""
    ambient = rng.choice([rng.uniform(0.05, 0.15), rng.uniform(0.15, 0.55)])
    rows = [
        [rng.uniform(0.05, 0.4), rng.uniform(-0.1, 0.5), ambient * rng.uniform(0.3, 0.9), ambient]
    ]
    rows[0] += [0.0, 0.0]
    for _ in range(int(rng.integers(0, 4))):
        size = rng.uniform(0.75, 0.98)
        rows.append([*_direction(rng, 10, 90), size, rng.uniform(0.01, 0.1), rng.uniform(0.5, 6)])
    if rng.random() < 0.12:
        mirror = towards_camera * np.array([-1, -1, 1]) + rng.normal(0, 0.12, 3)
        rows.append([*_unit(mirror), rng.uniform(0.9, 0.995), 0.03, rng.uniform(2, 12)])
    return np.array(rows)
