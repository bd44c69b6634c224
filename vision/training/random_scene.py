"""A random tray: a camera, a floor, light, dice and things, all drawn from one generator."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.arrange import STACKED, throw_dice
from vision.training.looks import lights, room
from vision.training.scene import Scene
from vision.training.textures import texture
from vision.training.things import furnish

__all__ = ["random_scene"]

F = NDArray[np.float64]


def _camera(rng: Generator, width: int, height: int, die_mm: float) -> tuple[F, float]:
    """A camera that sees dice of a random size in pixels, from above or obliquely."""
    pixels = math.exp(rng.uniform(math.log(14), math.log(130)))
    if rng.random() < 0.45:
        pixels = rng.uniform(24, 60)
    lean = rng.choice(
        [rng.uniform(0, 6), rng.uniform(0, 25), rng.uniform(25, 62)], p=[0.3, 0.3, 0.4]
    )
    focal = width / 2 / math.tan(math.radians(rng.uniform(22, 78)) / 2)
    far = focal * die_mm / pixels
    a, b = math.radians(lean), rng.uniform(0, 2 * math.pi)
    back = np.array([math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)])
    ahead = -back
    roll = rng.uniform(0, 2 * math.pi) if lean < 25 else rng.normal(0, 0.25)
    side = np.array([-math.sin(b), math.cos(b), 0.0])
    down = np.cross(ahead, side)
    right = side * math.cos(roll) + down * math.sin(roll)
    down = np.cross(ahead, right)
    camera = np.concatenate([back * far, right, down, ahead, [focal, width / 2, height / 2]])
    return camera, far


def random_scene(
    rng: Generator,
    width: int,
    height: int,
    style: str,
    empty: bool = False,
    stacked: float = STACKED,
) -> Scene:
    """A tray with dice of the style pips or roman, or mixed; sometimes none, if empty never one.

    stacked: how often a die lies on another, 0 to 0.8.
    """
    die_mm = float(rng.choice([16.0, rng.uniform(12, 25)]))
    camera, far = _camera(rng, width, height, die_mm)
    span = width / camera[12] * far
    ground = np.zeros((2, 7))
    for row in range(2):
        ground[row, 0], ground[row, 1] = row, math.exp(rng.uniform(math.log(0.7), math.log(6)))
        ground[row, 2] = rng.choice([0.0, rng.uniform(0, 0.05)])
    if rng.random() < 0.55:
        ground[0, 3:5] = span * rng.uniform(0.3, 0.7, 2)
        ground[0, 5], ground[0, 6] = rng.choice([4, 4, 4, 6, 8]), rng.uniform(0, 2 * math.pi)
        if rng.random() < 0.6:
            ground[0, 6] = rng.normal(0, 0.06) + math.atan2(camera[4], camera[3])
    floor = np.stack([texture(rng), texture(rng), texture(rng)])
    scene = Scene(width, height, camera, floor, ground, lights(rng), room(rng, camera[0:3] / far))
    if not empty:
        throw_dice(scene, rng, style, die_mm, stacked)
    furnish(scene, rng, die_mm)
    return scene
