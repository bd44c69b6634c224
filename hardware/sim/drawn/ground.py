"""The drawn tray without dice: felt, wall, rim, and the table it stands on."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.drawn.tracer import View, gamma

__all__ = ["FELTS", "TrayLook", "draw_ground", "view_of"]

Array = NDArray[np.float32]
Colour = tuple[float, float, float]

FELTS: Final[tuple[Colour, ...]] = (
    (0.055, 0.12, 0.025),
    (0.14, 0.055, 0.025),
    (0.035, 0.025, 0.16),
    (0.11, 0.105, 0.10),
    (0.13, 0.06, 0.075),
)
"""Green, blue, burgundy, grey and purple felt; linear light, blue green red."""

WOOD: Final[Colour] = (0.045, 0.11, 0.24)
TABLE: Final[Colour] = (0.16, 0.19, 0.22)

VIEW_MM: Final = (330.0, 247.5)
"""How much of the table the picture shows at the height of the felt, in millimetres."""

RIM_MM: Final = 14.0
WALL_MM: Final = 18.0
"""How wide the tray's rim is, and how high."""


@dataclass(frozen=True, slots=True)
class TrayLook:
    """How the tray looks: which of FELTS, where the lamp stands, how large the tray is.

    lamp_deg is counted from the right, clockwise in the picture; rise_deg above the horizon.
    lamp and room are their brightness; size_mm is that of the felt, corner_mm its rounding.
    """

    felt: int = 0
    lamp_deg: float = 230.0
    rise_deg: float = 58.0
    lamp: float = 0.62
    room: float = 0.42
    height_mm: float = 470.0
    size_mm: tuple[float, float] = (276.0, 200.0)
    corner_mm: float = 18.0
    noise: float = 2.2


def view_of(look: TrayLook, width_px: int, height_px: int) -> View:
    """The camera over such a tray."""
    turn, rise = np.radians(look.lamp_deg), np.radians(look.rise_deg)
    lamp = (np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise))
    focal_px = look.height_mm * width_px / VIEW_MM[0]
    bright = (look.lamp, look.room)
    return View(look.height_mm, focal_px, width_px, height_px, lamp, bright)


def draw_ground(look: TrayLook, view: View, rng: np.random.Generator) -> Array:
    """Draw it, (height, width, 3) from 0 to 255."""
    pixel_mm = view.height_mm / view.focal_px
    y, x = np.mgrid[: view.height_px, : view.width_px].astype(np.float32)
    x = (x + 0.5 - view.width_px / 2) * pixel_mm
    y = (y + 0.5 - view.height_px / 2) * pixel_mm
    nearer = 1 - WALL_MM / view.height_mm
    foot = _outside(x, y, look.size_mm, look.corner_mm)
    top = _outside(x * nearer, y * nearer, look.size_mm, look.corner_mm)
    direct = view.lamp[2] * view.bright[0]
    shadow = _wall_shadow(x, y, look, view)
    falloff = 1 - 0.22 * ((x - 60 * view.lamp[0]) ** 2 + (y - 60 * view.lamp[1]) ** 2) / 165**2
    near_wall = 1 - 0.35 * np.exp(np.minimum(foot, 0) / 9)
    felt = _coloured(FELTS[look.felt], _weave(rng, x.shape))
    light = felt * ((direct * shadow + view.bright[1] * near_wall) * falloff)[..., None]
    wood = _coloured(WOOD, _grain(rng, x.shape))
    facing = np.maximum(-(x * view.lamp[0] + y * view.lamp[1]) / np.hypot(x, y).clip(1), 0)
    light = _over(light, wood * (0.35 * view.bright[1] + 0.6 * facing * direct)[..., None], foot)
    light = _over(light, wood * (direct + view.bright[1]), top)
    table = _coloured(TABLE, _grain(rng, x.shape)) * (direct + view.bright[1]) * 0.8
    light = _over(light, table, top - RIM_MM)
    return gamma(np.asarray(light, np.float32))


def _over(below: Array, above: Array, outside_mm: Array) -> Array:
    """The picture above where outside_mm is positive, smooth over about a pixel."""
    part = np.clip(outside_mm / 0.7 + 0.5, 0, 1)[..., None]
    return np.asarray(below * (1 - part) + above * part, np.float32)


def _outside(x: Array, y: Array, size_mm: tuple[float, float], corner_mm: float) -> Array:
    """How far each place is outside a rectangle with round corners; negative inside."""
    dx = np.abs(x) - size_mm[0] / 2 + corner_mm
    dy = np.abs(y) - size_mm[1] / 2 + corner_mm
    beyond = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(beyond + np.minimum(np.maximum(dx, dy), 0) - corner_mm, np.float32)


def _wall_shadow(x: Array, y: Array, look: TrayLook, view: View) -> Array:
    """How much of the lamp reaches the felt past the wall, 0 to 1."""
    reach = WALL_MM / view.lamp[2]
    behind = _outside(x + view.lamp[0] * reach, y + view.lamp[1] * reach, look.size_mm, 18.0)
    return np.asarray(np.clip(0.5 - behind / 5, 0, 1), np.float32)


def _coloured(colour: Colour, pattern: Array) -> Array:
    return np.asarray(np.array(colour, np.float32) * pattern[..., None], np.float32)


def _weave(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Felt: fine fibres and worn patches, around 1."""
    fine = rng.normal(0, 1, shape).astype(np.float32)
    fibres = cv2.GaussianBlur(fine, (0, 0), 0.8) * 0.16
    patches = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 14) * 1.6
    return np.asarray(np.clip(1 + fibres + patches, 0.4, 1.7), np.float32)


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Wood, around 1."""
    noise = rng.normal(0, 1, shape).astype(np.float32)
    return np.asarray(np.clip(1 + cv2.GaussianBlur(noise, (0, 0), 14, None, 1.1) * 0.9, 0.5, 1.5))
