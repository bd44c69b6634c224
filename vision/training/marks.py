"""Where pips of rendered upper faces are: python -m vision.training.marks OUT --pool FOLDER.

With --leans FILE also where the middle of each die is, below its upper face: JSON, file name to a
list of [[x, y] of the face's centre, [x, y] of the die's middle], in pixels.

Each scene is set up again from its number, without rendering it, so this needs the very code that
rendered the pool. OUT is JSON: file name to a list of [[x, y] of the face's centre, [[x, y] of each
pip]], in pixels; dice whose pips do not number their face are left out.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.pool import style_of
from vision.training.random_scene import random_scene
from vision.training.scene import Die, Scene

__all__ = ["main", "pips_of"]

F = NDArray[np.float64]


def _spots(tile: NDArray[np.float32]) -> F:
    """The middles of a tile's pips as u, v in -1 to 1, (n, 2)."""
    ink = tile[..., 0] if tile[..., 0].max() > 0.1 else tile[..., 1]
    blobs = (ink > 0.4 * ink.max()).astype(np.uint8)
    _, _, _, middles = cv2.connectedComponentsWithStats(blobs, connectivity=8)
    return np.asarray(middles[1:] / (tile.shape[0] - 1) * 2 - 1, np.float64)


def _on_die(face: int, spots: F, half: float) -> F:
    """Points of a face (0 to 5: +x -x +y -y +z -z) in the die's own millimetres, (n, 3)."""
    u, v, w = spots[:, 0], spots[:, 1], np.ones(len(spots))
    by_face = (
        (w, u, v), (-w, -u, v), (-u, w, v), (u, -w, v), (u, v, w), (-u, v, -w),
    )  # fmt: skip
    return np.stack(by_face[face], axis=1) * half


def pips_of(scene: Scene, die: Die) -> tuple[F, F] | None:
    """The centre (2,) of a die's upper face and its pips (n, 2), in pixels; None where unsure."""
    if die.style != "pips" or not isinstance(die.face, int):
        return None
    row = scene.solids[die.row]
    turn, at = row[4:13].reshape(3, 3), row[1:4]
    axis = int(np.argmax(np.abs(turn[2])))
    up = axis * 2 + int(turn[2, axis] < 0)
    spots = _spots(np.concatenate(scene.tiles)[int(row[19]) + up])
    if len(spots) != die.face:
        return None
    points = _on_die(up, np.vstack([spots, [[0.0, 0.0]]]), die.half) @ turn.T + at
    pixels = scene.project(points)
    return pixels[-1], pixels[:-1]


def lean_of(scene: Scene, die: Die) -> tuple[F, F]:
    """The centres (2,) of a die's upper face and of the die, in pixels."""
    row = scene.solids[die.row]
    turn, at = row[4:13].reshape(3, 3), row[1:4]
    axis = int(np.argmax(np.abs(turn[2])))
    up = turn[:, axis] * np.sign(turn[2, axis]) * die.half
    face, middle = scene.project(np.stack([at + up, at]))
    return face, middle


def main() -> None:
    """Write the pips of a pool."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=480)
    parser.add_argument("--leans", type=Path)
    o = parser.parse_args()
    cv2.setNumThreads(1)
    known, leans = {}, {}
    for picture in sorted(o.pool.glob("*.jpg")):
        number = int(picture.stem)
        rng = np.random.default_rng([number, 20])
        scene = random_scene(rng, o.width, o.height, style_of(number))
        found = [pips_of(scene, die) for die in scene.dice]
        known[picture.name] = [
            [center.round(2).tolist(), pips.round(2).tolist()]
            for center, pips in (f for f in found if f is not None)
        ]
        leans[picture.name] = [
            [point.round(2).tolist() for point in lean_of(scene, die)] for die in scene.dice
        ]
    if o.leans:
        o.leans.write_text(json.dumps(leans), encoding="utf-8")
    o.out.write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main()
