"""What else lies about: the tray's walls, coins, pens, marbles, other dice, a hand."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training import shapes
from vision.training.decals import letter_tiles
from vision.training.looks import thing_look
from vision.training.scene import Scene, about, new_die_kind, upright

__all__ = ["furnish", "walls"]

F = NDArray[np.float64]
UP = np.array([0, 0, 1.0])


def furnish(scene: Scene, rng: Generator, die_mm: float) -> None:
    """Walls of the tray, and things that are no dice."""
    if scene.ground[0, 3] > 0 and rng.random() < 0.85:
        walls(scene, rng)
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 7))):
            _thing(scene, rng, die_mm)
    if rng.random() < 0.05:
        _hand(scene, rng)


def walls(scene: Scene, rng: Generator) -> None:
    """The tray's walls, all of one material."""
    g = scene.ground[0]
    look = thing_look(rng)
    look[24], look[25] = rng.uniform(0.8, 5), 2
    scene.looks.append(look)
    high, thick = rng.uniform(4, 20), rng.uniform(2, 10)
    sides = int(g[5])
    for i in range(sides):
        w = g[6] + i * 2 * math.pi / sides
        far = g[3] if sides != 4 or i % 2 == 0 else g[4]
        wide = far * math.tan(math.pi / sides) if sides != 4 else (g[4] if i % 2 == 0 else g[3])
        at = np.array([math.cos(w) * (far + thick), math.sin(w) * (far + thick), high])
        turn = np.array(
            [[-math.sin(w), math.cos(w), 0], [math.cos(w), math.sin(w), 0], [0, 0, 1.0]]
        ).T
        scene.add_solid(
            shapes.BOX,
            at,
            turn,
            np.array([wide + 2 * thick, thick, high]),
            min(thick, high) * rng.uniform(0.1, 0.7),
            len(scene.looks) - 1,
        )


def _free(scene: Scene, xy: F, reach: float) -> bool:
    return all(
        np.hypot(s[1] - xy[0], s[2] - xy[1]) > s[18] * 0.8 + reach
        for s in scene.solids
        if s[18] < 60
    )


def _thing(scene: Scene, rng: Generator, die_mm: float) -> None:
    p = scene.ray_to_floor(float(rng.uniform(0, scene.width)), float(rng.uniform(0, scene.height)))
    if p is None or not _free(scene, p[:2], die_mm * 0.8):
        return
    half = die_mm / 2 * rng.uniform(0.7, 1.3)
    look = thing_look(rng)
    scene.looks.append(look)
    number = len(scene.looks) - 1
    turn = upright(rng, 2, 1.0)
    kind = rng.integers(6)
    if kind == 0:
        tile = scene.add_tiles(letter_tiles(rng)) if rng.random() < 0.6 else -1
        thick = rng.uniform(0.8, 3)
        scene.add_solid(
            shapes.DISC,
            np.array([p[0], p[1], thick]),
            turn,
            np.array([half, half, thick]),
            thick * 0.5,
            number,
            tile,
        )
    elif kind == 1:
        long, fat = rng.uniform(20, 70), rng.uniform(1, 5)
        scene.add_solid(
            shapes.CAPSULE,
            np.array([p[0], p[1], fat]),
            turn,
            np.array([long, fat, fat]),
            0.0,
            number,
        )
    elif kind == 2:
        scene.add_solid(
            shapes.CAPSULE,
            np.array([p[0], p[1], half]),
            turn,
            np.array([0.0, half, half]),
            0.0,
            number,
        )
    elif kind == 3:
        _solid(scene, rng, p, half, number)
    else:
        made = new_die_kind(scene, rng, "letters")
        up = upright(rng, 2, 1.0)
        scene.add_solid(
            shapes.BOX,
            np.array([p[0], p[1], half]),
            up,
            np.full(3, half),
            made[3][0] * half * 2,
            made[0],
            made[1],
        )


def _solid(scene: Scene, rng: Generator, p: F, half: float, look: int) -> None:
    """A die of 4, 8, 10, 12 or 20 sides."""
    sides = int(rng.choice([4, 8, 10, 12, 20]))
    normals = _normals(sides)
    to_up = about(np.cross(normals[0], UP) + 1e-9, math.degrees(math.acos(normals[0][2])))
    turn = about(UP, rng.uniform(0, 360)) @ to_up
    if sides == 4:
        turn = about(np.array([1.0, 0, 0]), 180) @ turn
    first = sum(len(x) for x in scene.planes)
    scene.planes.append(normals)
    tile = scene.add_tiles(letter_tiles(rng))
    bound = half * {4: 3.0, 8: 1.75, 10: 1.9, 12: 1.27, 20: 1.27}[sides]
    row = scene.add_solid(
        shapes.PLANAR,
        np.array([p[0], p[1], half]),
        turn,
        np.array([half, bound, half]),
        0.0,
        look,
        tile,
    )
    scene.solids[row][21:24] = first, first + sides, rng.uniform(0.5, 0.9)


def _normals(sides: int) -> F:
    """The directions of the faces, (sides, 3), of length 1."""
    rows: list[list[float]]
    g = (1 + math.sqrt(5)) / 2
    signs = [(a, b) for a in (-1, 1) for b in (-1, 1)]
    if sides == 4:
        rows = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
    elif sides == 8:
        rows = [[a, b, c] for a, b in signs for c in (-1, 1)]
    elif sides == 12:
        rows = [r for a, b in signs for r in ([0, a, b * g], [a, b * g, 0], [b * g, 0, a])]
    elif sides == 20:
        rows = [[a, b, c] for a, b in signs for c in (-1, 1)]
        rows += [
            r for a, b in signs for r in ([0, a / g, b * g], [a / g, b * g, 0], [b * g, 0, a / g])
        ]
    else:
        rows = [
            [math.cos(w), math.sin(w), 0.75 if i % 2 else -0.75]
            for i, w in enumerate(np.arange(10) * math.pi / 5)
        ]
    table = np.array(rows, float)
    return np.asarray(table / np.linalg.norm(table, axis=1, keepdims=True), np.float64)


def _hand(scene: Scene, rng: Generator) -> None:
    p = scene.ray_to_floor(float(rng.uniform(0, scene.width)), float(rng.uniform(0, scene.height)))
    if p is None:
        return
    scene.looks.append(thing_look(rng, skin=True))
    look = len(scene.looks) - 1
    way = math.atan2(p[1], p[0])
    high = rng.uniform(25, 50)
    for i in range(5):
        w = way + (i - 2) * 0.16 + rng.normal(0, 0.05)
        turn = np.array(
            [[math.cos(w), math.sin(w), 0], [-math.sin(w), math.cos(w), 0], [0, 0, 1.0]]
        ).T
        turn = turn @ about(np.array([0, 1.0, 0]), rng.uniform(-20, 20))
        side = np.array([-math.sin(way), math.cos(way), 0]) * (i - 2) * 19
        at = np.array([p[0], p[1], high]) + side
        scene.add_solid(shapes.CAPSULE, at, turn, np.array([34.0, 8.0, 8.0]), 0.0, look)
    out = np.array([math.cos(way), math.sin(way), 0])
    turn = np.array(
        [[math.cos(way), math.sin(way), 0], [-math.sin(way), math.cos(way), 0], [0, 0, 1]]
    ).T
    scene.add_solid(
        shapes.BOX,
        np.array([p[0], p[1], high]) + out * 70,
        turn,
        np.array([45.0, 40.0, 14.0]),
        12.0,
        look,
    )
