"""One die as light meets it: rays from the camera, followed to a cube with round edges."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.drawn.dice import COLOURS, TILE_PX, Die, tiles

__all__ = ["ROUNDING", "Patch", "Pose", "View", "draw_die", "gamma"]

Array = NDArray[np.float32]

ROUNDING: Final = 0.14
"""Radius of a die's edges, in halves of its side."""

STEPS: Final = 7
"""How often a ray is brought nearer to the round edge; the rest is below a hundredth of it."""

UP: Final = np.array([0, 0, 1], np.float32)
BUMP: Final = 0.55
"""How much the slopes of the marks bend the light."""


class View(NamedTuple):
    """A camera that looks straight down: its height, its focal length, the middle of its picture.

    lamp: the direction towards the lamp, of length 1. bright: light of the lamp and of the room.
    """

    height_mm: float
    focal_px: float
    width_px: int
    height_px: int
    lamp: tuple[float, float, float]
    bright: tuple[float, float]

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 3) millimetres to (n, 2) pixels."""
        scale = self.focal_px / (self.height_mm - points[:, 2:])
        return points[:, :2] * scale + (self.width_px / 2, self.height_px / 2)


class Pose(NamedTuple):
    """Where a die is: its rotation (3, 3) and its middle (3,), in millimetres."""

    turn: NDArray[np.float64]
    at: NDArray[np.float64]


class Patch(NamedTuple):
    """Part of a picture: left and top, colours (h, w, 3) 0 to 255, cover (h, w, 1) 0 to 1."""

    left: int
    top: int
    colour: Array
    cover: Array


def corners(half: float, pose: Pose) -> NDArray[np.float64]:
    """The eight corners of a cube, (8, 3)."""
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return np.asarray(signs * half @ pose.turn.T + pose.at, np.float64)


GAMMA: Final = np.asarray(np.linspace(0, 1, 4096) ** (1 / 2.2) * 255, np.float32)


def gamma(light: Array) -> Array:
    """Linear light, 0 to 1, as a picture shows it, 0 to 255."""
    return np.asarray(GAMMA[(light * 4095).astype(np.int32).clip(0, 4095)], np.float32)


def draw_die(die: Die, pose: Pose, view: View, finer: int) -> Patch:
    """Draw a die, with so many rays to a pixel's side."""
    half = die.size_mm / 2
    around = view.pixels(corners(half, pose))
    left, top = (int(edge) for edge in np.floor(around.min(axis=0)) - 1)
    right, bottom = (int(edge) for edge in np.ceil(around.max(axis=0)) + 1)
    width, height = right - left, bottom - top
    hit, points, normals = _meet(half, pose, view, (left, top, width, height), finer)
    light = np.zeros((len(hit), 3), np.float32)
    light[hit] = gamma(_lit(die, pose, view, points, normals))
    rays = np.concatenate([light, hit[:, None]], axis=1, dtype=np.float32)
    fine = rays.reshape(height * finer, width * finer, 4)
    seen = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    cover = np.asarray(seen[:, :, 3:], np.float32)
    return Patch(left, top, np.asarray(seen[:, :, :3] / np.maximum(cover, 1e-3), np.float32), cover)


def _meet(
    half: float, pose: Pose, view: View, part: tuple[int, int, int, int], finer: int
) -> tuple[NDArray[np.bool_], Array, Array]:
    """Which rays meet the die (n,), and of these the points and normals (3, m) in its own axes."""
    left, top, width, height = part
    x = (left + (np.arange(width * finer) + 0.5) / finer - view.width_px / 2) / view.focal_px
    y = (top + (np.arange(height * finer) + 0.5) / finer - view.height_px / 2) / view.focal_px
    gx, gy = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    turn = pose.turn.astype(np.float32)
    # Rays are of length 1 in the middle of the picture and little longer at its edge.
    ahead = [gx.ravel() * turn[0, k] + gy.ravel() * turn[1, k] - turn[2, k] for k in range(3)]
    start = ((np.array([0, 0, view.height_mm]) - pose.at) @ pose.turn).astype(np.float32)
    enters, leaves = np.zeros_like(ahead[0]), np.full_like(ahead[0], np.inf)
    for along, begin in zip(ahead, start, strict=True):
        steep = np.where(np.abs(along) < 1e-6, np.float32(1e-6), along)
        one, other = (-half - begin) / steep, (half - begin) / steep
        enters = np.maximum(enters, np.minimum(one, other))
        leaves = np.minimum(leaves, np.maximum(one, other))
    hit = enters < leaves
    rays = np.stack([along[hit] for along in ahead])
    points = start[:, None] + enters[hit] * rays
    inner, radius = np.float32(half * (1 - ROUNDING)), np.float32(half * ROUNDING)
    for _ in range(STEPS):
        points += (_beyond(points, inner)[1] - radius) * rays
    beyond, length = _beyond(points, inner)
    met = np.abs(length - radius) < 0.12 * radius
    hit[hit] = met
    normals = np.copysign(beyond, points) / np.maximum(length, 1e-6)
    return hit, points[:, met], normals[:, met]


def _beyond(points: Array, inner: np.float32) -> tuple[Array, Array]:
    """By how much points (3, n) are outside a cube, along each axis (3, n) and in all (n,)."""
    beyond = np.maximum(np.abs(points) - inner, np.float32(0))
    return beyond, np.sqrt(np.einsum("kn,kn->n", beyond, beyond))


def _lit(die: Die, pose: Pose, view: View, points: Array, normals: Array) -> Array:
    """The light that comes from each point, (n, 3), linear; points and normals are (3, n)."""
    half = np.float32(die.size_mm / 2)
    axis = np.argmax(np.abs(points), axis=0)
    marks = _marks(die, axis, points / half)
    bent = normals.copy()
    for k in range(3):
        bent[k] -= np.float32(BUMP) * np.where(axis == (k + 2) % 3, marks[1], 0)
        bent[k] -= np.float32(BUMP) * np.where(axis == (k + 1) % 3, marks[2], 0)
    bent /= np.sqrt(np.einsum("kn,kn->n", bent, bent))
    turn = pose.turn.astype(np.float32)
    lamp = np.array(view.lamp, np.float32)
    glint = lamp + np.array([0, 0, 1], np.float32)
    glint /= np.linalg.norm(glint)
    # What the light comes from is turned into the die's own axes, not each point into the room's.
    up, lit, gloss = (way @ turn @ bent for way in (UP, lamp, glint))
    open_sky = 0.5 + np.clip((turn[2] @ points + np.float32(pose.at[2])) / (4 * half), 0, 0.5)
    light = np.maximum(lit, 0) * view.bright[0] + (0.6 + 0.4 * up) * open_sky * view.bright[1]
    paint = COLOURS[die.colour]
    body, ink = np.array(paint.body, np.float32), np.array(paint.ink, np.float32)
    shine = (np.maximum(gloss, 0) ** 2) ** 32 * np.float32(0.10)
    albedo = body + marks[0][:, None] * (ink - body)
    return np.asarray(albedo * light[:, None] + shine[:, None], np.float32)


def _marks(die: Die, axis: NDArray[np.intp], at: Array) -> Array:
    """Ink and slopes, (3, n), of the side that each point (3, n), in halves of it, is on."""
    side = axis * 2 + (np.choose(axis, at) < 0)
    u, v = np.choose(axis, at[[1, 2, 0]]), np.choose(axis, at[[2, 0, 1]])
    column, row = (((w + 1) * (TILE_PX / 2)).astype(np.intp).clip(0, TILE_PX - 1) for w in (u, v))
    flat = tiles(die.kind).reshape(-1, 3)
    return np.asarray(flat[(side * TILE_PX + row) * TILE_PX + column].T, np.float32)
