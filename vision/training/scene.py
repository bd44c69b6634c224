"""A tray of dice with its truth: who lies where, with what face, flat or not."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training import shapes
from vision.training.decals import letter_tiles, pip_tiles, roman_tiles, shining_through
from vision.training.looks import die_look
from vision.training.marks import pips_on
from vision.training.surfaces import LOOK
from vision.training.tracer import render

__all__ = ["Die", "DieKind", "Scene", "Truth", "about", "new_die_kind", "upright"]

F = NDArray[np.float64]
CLEAR = 0.15
"""How often a pip die is so clear that the pips of its far sides are seen."""
DieKind = tuple[int, int, list[int | str | None], F]
"""A kind of die: its look, its first tile, the face of each tile, and its shape (rounding, cut)."""


@dataclass(slots=True)
class Die:
    """A die to be rendered: its row in the table of solids, and what it shows."""

    row: int
    style: str
    face: int | str | None
    half: float
    rounding: float
    tilt_deg: float
    problem: str | None


@dataclass(slots=True)
class Truth:
    """A die as it is seen. center (2,), quad (4, 2): the upper face; box: the visible outline.

    pips (n, 2): the middles of the upper face's pips, None where they are not known. middle (2,):
    that of the whole die, below the upper face.
    """

    style: str
    face: int | str | None
    center: F
    quad: F
    box: tuple[int, int, int, int]
    visible: float
    inside: float
    tilt_deg: float
    problem: str | None
    pips: F | None
    middle: F


@dataclass(slots=True)
class Scene:
    """All that the tracer needs, and the dice."""

    width: int
    height: int
    camera: F
    floor: NDArray[np.float32]
    ground: F
    lamps: F
    env: F
    solids: list[F] = field(default_factory=list)
    looks: list[F] = field(default_factory=list)
    planes: list[F] = field(default_factory=list)
    tiles: list[NDArray[np.float32]] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)

    def add_tiles(self, tiles: NDArray[np.float32]) -> int:
        """Add six tiles and return the number of the first."""
        first = sum(len(t) for t in self.tiles)
        self.tiles.append(tiles)
        return first

    def add_solid(
        self,
        kind: int,
        at: F,
        turn: F,
        half: F,
        rounding: float,
        look: int,
        tile: int = -1,
        cut: float = 0.0,
    ) -> int:
        """Add a solid and return its row."""
        row = np.zeros(shapes.SOLID)
        row[0], row[1:4], row[4:13], row[13:16] = kind, at, turn.reshape(9), half
        row[16], row[17] = rounding, cut
        if kind == shapes.CAPSULE:
            row[18] = half[0] + half[1]
        elif kind == shapes.DISC:
            row[18] = math.hypot(half[0], half[2])
        elif kind == shapes.PLANAR:
            row[18] = half[1]
        else:
            row[18] = math.sqrt(float(half @ half)) - rounding * 0.7
        if cut > 0:
            row[18] = min(row[18], cut)
        row[19], row[20] = tile, look
        self.solids.append(row)
        return len(self.solids) - 1

    def draw(self) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Render: linear light (height, width, 3) and the solid seen at each pixel."""
        image = np.zeros((self.height, self.width, 3), np.float32)
        owner = np.full((self.height, self.width), -1, np.int32)
        solids = np.array(self.solids).reshape(-1, shapes.SOLID)
        looks = np.array(self.looks).reshape(-1, LOOK)
        planes = np.concatenate(self.planes) if self.planes else np.zeros((1, 3))
        atlas = np.concatenate(self.tiles) if self.tiles else np.zeros((6, 8, 8, 3), np.float32)
        render(
            self.width,
            self.height,
            self.camera,
            solids,
            looks,
            planes,
            atlas,
            self.floor,
            self.ground,
            self.lamps,
            self.env,
            image,
            owner,
        )
        return image, owner

    def project(self, points: F) -> F:
        """(n, 3) millimetres to (n, 2) pixels."""
        o, right, down, ahead = (self.camera[i : i + 3] for i in (0, 3, 6, 9))
        focal, cx, cy = self.camera[12:15]
        q = points - o
        depth = np.maximum(q @ ahead, 1e-6)
        return np.stack([q @ right / depth * focal + cx, q @ down / depth * focal + cy], 1)

    def ray_to_floor(self, u: float, v: float, z: float = 0.0) -> F | None:
        """Where the ray through a pixel meets the plane at height z."""
        o, right, down, ahead = (self.camera[i : i + 3] for i in (0, 3, 6, 9))
        focal, cx, cy = self.camera[12:15]
        d = ahead + (u - cx) / focal * right + (v - cy) / focal * down
        if d[2] > -0.05:
            return None
        return np.asarray(o + (z - o[2]) / d[2] * d, np.float64)

    def truths(self, owner: NDArray[np.int32]) -> list[Truth]:
        """What is seen of each die; dice of which under 8 % are seen are left out."""
        seen = []
        for die in self.dice:
            row = self.solids[die.row]
            turn, at = row[4:13].reshape(3, 3), row[1:4]
            axis = int(np.argmax(np.abs(turn[2])))
            sign = 1.0 if turn[2, axis] > 0 else -1.0
            flat = die.half - die.rounding * 0.3
            others = [i for i in range(3) if i != axis]
            corners = np.zeros((4, 3))
            for i, (a, b) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
                corners[i, others[0]], corners[i, others[1]] = a * flat, b * flat
                corners[i, axis] = sign * die.half
            quad = self.project(corners @ turn.T + at)
            middle = np.zeros((1, 3))
            middle[0, axis] = sign * die.half
            center = self.project(middle @ turn.T + at)[0]
            hull = self._outline(die, turn, at)
            area = max(cv2.contourArea(hull.astype(np.float32)), 1.0)
            mask = owner == die.row
            count = int(mask.sum())
            clipped = _clipped_area(hull, self.width, self.height)
            if count < 0.08 * area:
                continue
            ys, xs = np.nonzero(mask)
            box = (int(xs.min()), int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1)
            seen.append(
                Truth(
                    die.style,
                    die.face,
                    center,
                    quad,
                    box,
                    min(count / max(clipped, 1), 1.0),
                    clipped / area,
                    die.tilt_deg,
                    die.problem,
                    self._pips(die, 2 * axis + int(sign < 0)),
                    self.project(at[None])[0],
                )
            )
        return seen

    def _pips(self, die: Die, up: int) -> F | None:
        """Where the pips of a die's upper face are seen, (n, 2), if they are known."""
        if die.style != "pips" or not isinstance(die.face, int):
            return None
        row = self.solids[die.row]
        points = pips_on(self._tile(int(row[19]) + up), up, die.half, die.face)
        if points is None:
            return None
        return self.project(points @ row[4:13].reshape(3, 3).T + row[1:4])

    def _tile(self, number: int) -> NDArray[np.float32]:
        for tiles in self.tiles:
            if number < len(tiles):
                return np.asarray(tiles[number], np.float32)
            number -= len(tiles)
        raise IndexError(f"there are {number} tiles fewer than that")

    def _outline(self, die: Die, turn: F, at: F) -> F:
        inner, r = die.half - die.rounding, die.rounding
        bends = np.vstack([np.eye(3), np.full((1, 3), 0.577)])
        points: list[F] = []
        for sx in (-1, 1):
            for sy in (-1, 1):
                for sz in (-1, 1):
                    sign = np.array([sx, sy, sz], float)
                    points.extend(sign * (inner + r * bend) for bend in bends)
        projected = self.project(np.array(points) @ turn.T + at).astype(np.float32)
        return np.asarray(cv2.convexHull(projected)[:, 0], np.float64)


def _clipped_area(hull: F, width: int, height: int) -> float:
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, _ = cv2.intersectConvexConvex(hull.astype(np.float32), frame)
    return float(area)


def about(axis: F, degrees: float) -> F:
    """A rotation about an axis, (3, 3)."""
    return np.asarray(
        cv2.Rodrigues(axis / np.linalg.norm(axis) * math.radians(degrees))[0], np.float64
    )


def upright(rng: Generator, axis: int, sign: float) -> F:
    """A rotation that brings the local axis up, turned at random about the vertical."""
    up = np.zeros(3)
    up[axis] = sign
    side = np.zeros(3)
    side[(axis + 1) % 3] = 1.0
    turn = np.stack([side, np.cross(up, side), up])
    return about(np.array([0, 0, 1.0]), rng.uniform(0, 360)) @ turn


def new_die_kind(scene: Scene, rng: Generator, style: str) -> DieKind:
    """A random kind of die of a style: pips, roman or letters."""
    faces: list[int | str | None]
    if style == "pips":
        tiles, pips = pip_tiles(rng)
        faces = list(pips)
    elif style == "roman":
        tiles, numerals = roman_tiles(rng)
        faces = list(numerals)
    else:
        tiles, faces = letter_tiles(rng), [None] * 6
    if style == "pips" and rng.random() < 0.15:
        for i, face in enumerate(faces):
            if face == 1 or (face == 4 and rng.random() < 0.5):
                tiles[i, ..., 1], tiles[i, ..., 0] = tiles[i, ..., 0], 0.0
    look = die_look(rng)
    if rng.random() < 0.3:
        look[6:9] = np.array([0.02, 0.02, 0.6]) * rng.uniform(0.5, 1.2)
    clear = style == "pips" and rng.random() < CLEAR
    if clear:
        tiles = shining_through(tiles, rng)
        look[6:9] = look[0:3] + (look[3:6] - look[0:3]) * rng.uniform(0.15, 0.6)
    scene.looks.append(look)
    rounding = rng.choice([rng.uniform(0.04, 0.12), rng.uniform(0.12, 0.35)])
    cut = rng.choice([0.0, rng.uniform(1.22, 1.5)]) if rng.random() < 0.4 else 0.0
    return len(scene.looks) - 1, scene.add_tiles(tiles), faces, np.array([rounding, cut])
