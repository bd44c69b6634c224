"""Render the bundled game: python -m vision.training.scripted SCENARIO.json FOLDER.

The scenario says for each picture which dice lie where; dice, tray and light stay the same for the
whole game, the sensor's noise is new in every picture.
"""

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrange import place_die
from vision.training.decals import pip_tiles
from vision.training.looks import die_look, hsv
from vision.training.pool import expose
from vision.training.scene import DieKind, Scene
from vision.training.textures import texture
from vision.training.things import walls

__all__ = ["main", "tray"]

WIDTH, HEIGHT, FINE = 800, 600, 2
"""The picture's size in pixels, and how many times finer it is rendered."""
DIE_MM = 16.0
SPAN_MM = 330.0
"""What the picture's width shows of the floor."""
BODIES = (
    (0.13, 0.10, 0.93),
    (0.13, 0.10, 0.93),
    (0.0, 0.85, 0.72),
    (0.62, 0.75, 0.55),
    (0.0, 0.0, 0.1),
)
"""Hue, saturation and brightness of the five dice: two ivory ones, a red, a blue, a black one."""


def tray(seed: int) -> Scene:
    """A green felt tray with a wooden rim, seen from a little beside its middle."""
    rng = np.random.default_rng(seed)
    width, height = WIDTH * FINE, HEIGHT * FINE
    far = 430.0
    focal = width * far / SPAN_MM
    lean = math.radians(4)
    back = np.array([math.sin(lean), 0.02, math.cos(lean)])
    back /= np.linalg.norm(back)
    right = np.array([1.0, 0, 0]) - back[0] * back
    right /= np.linalg.norm(right)
    down = np.cross(-back, right)
    camera = np.concatenate([back * far, right, down, -back, [focal, width / 2, height / 2]])
    ground = np.array(
        [
            [0, 2.5, 0.0, SPAN_MM * 0.455, SPAN_MM * 0.335, 4, 0.012],
            [1, 1.5, 0.0, 0, 0, 0, 0],
        ]
    )
    cloth = texture(rng, "felt")
    felt = cloth / cloth.mean(axis=(0, 1)) * hsv(0.38, 0.75, 0.38)
    wood = texture(rng, "wood")
    floor = np.stack([felt, texture(rng, "wood"), wood]).astype(np.float32)
    lamps = np.array(
        [
            [0.45, -0.40, 0.80, 0.95, 9.0, 0.92, 1.0, 1.06],
            [-0.60, 0.35, 0.72, 0.28, 4.0, 1.05, 1.0, 0.95],
        ]
    )
    lamps[:, :3] /= np.linalg.norm(lamps[:, :3], axis=1, keepdims=True)
    env = np.array([[0.15, 0.25, 0.16, 0.30, 0, 0], [0.45, -0.4, 0.8, 0.97, 0.03, 3.0]])
    scene = Scene(width, height, camera, floor, ground, lamps, env)
    walls(scene, rng)
    return scene


def add_dice(scene: Scene, dice: list[dict[str, float]], seed: int) -> None:
    """Put the picture's dice into the tray; die number i of every picture is the same die."""
    for i, die in enumerate(dice):
        rng = np.random.default_rng([seed, i])
        tiles, faces = pip_tiles(np.random.default_rng([seed, 6]))
        look = die_look(rng)
        look[6:32] = 0.0
        look[0:3] = hsv(*BODIES[i])
        look[3:6] = hsv(0, 0, 0.05) if i < 2 else hsv(0.12, 0.05, 0.95)
        look[14], look[15], look[18] = 90.0, 0.045, 0.25
        scene.looks.append(look)
        shape = np.array([0.13, 1.45])
        kind: DieKind = (len(scene.looks) - 1, scene.add_tiles(tiles), [*faces], shape)
        at = scene.ray_to_floor(die["x"] * scene.width, die["y"] * scene.height, DIE_MM)
        assert at is not None
        up = faces.index(int(die["face"]))
        place_die(scene, rng, kind, "pips", at[:2], DIE_MM / 2, -die["yaw_deg"], up_tile=up)


def sensor(linear: NDArray[np.float32], seed: int) -> NDArray[np.uint8]:
    """What lens and sensor make of it: vignette, a little blur, noise."""
    rng = np.random.default_rng(seed)
    small = cv2.resize(linear, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    small = cv2.GaussianBlur(small * (1 - 0.22 * (x**2 + y**2))[..., None], (0, 0), 0.6)
    noisy = small + rng.normal(0, 1, small.shape) * (
        0.002 + 0.02 * np.sqrt(np.maximum(small, 0)) * 0.5
    )
    return expose(noisy.astype(np.float32), 1.05)


def main() -> None:
    """Render all pictures of a scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    o = parser.parse_args()
    o.folder.mkdir(parents=True, exist_ok=True)
    pictures = json.loads(o.scenario.read_text(encoding="utf-8"))["pictures"]
    for n, picture in enumerate(pictures):
        scene = tray(o.seed)
        add_dice(scene, picture["dice"], o.seed)
        linear, _ = scene.draw()
        cv2.imwrite(
            str(o.folder / picture["file"]), sensor(linear, n), [cv2.IMWRITE_JPEG_QUALITY, 88]
        )


if __name__ == "__main__":
    main()
