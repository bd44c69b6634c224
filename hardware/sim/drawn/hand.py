"""A drawn hand that reaches into the tray."""

import math
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.drawn.tracer import View, gamma

__all__ = ["Hand", "draw_hand", "lay_hand"]

Array = NDArray[np.float32]

SKIN: Final = (0.20, 0.31, 0.56)
SLEEVE: Final = (0.20, 0.10, 0.06)

NEARER: Final = 1.13
"""How much larger it looks than at the height of the felt."""

SHADOW: Final = 0.42
SHADOW_PX: Final = (16, 14)
"""How much light it takes, and how far its shadow falls."""

TIP_MM: Final = (62.0, 4.0)
"""Where its fingertips are."""

WIDTH_MM, LENGTH_MM = 130, 330

BONES: Final = (
    ((42, 12), (48, 70), 9.5),
    ((62, 4), (62, 70), 10.0),
    ((82, 8), (76, 70), 9.5),
    ((100, 24), (90, 74), 8.0),
    ((22, 62), (50, 104), 10.5),
    ((52, 84), (76, 84), 20.0),
    ((54, 104), (74, 104), 19.0),
    ((64, 110), (64, 330), 20.0),
)
"""Fingers, thumb, palm and arm as lines with a radius, in millimetres; fingertips point up."""

SLEEVE_MM: Final = 190


class Hand(NamedTuple):
    """Colours (h, w, 3) from 0 to 255, cover and shadow (h, w, 1) from 0 to 1.

    tip_px: where the fingertips are in it.
    """

    colour: Array
    cover: Array
    shadow: Array
    tip_px: tuple[float, float]


def draw_hand(view: View) -> Hand:
    """Draw it as large as it looks through this camera."""
    scale = NEARER * view.focal_px / view.height_mm
    rows = (np.arange(round(LENGTH_MM * scale), dtype=np.float32) / np.float32(scale))[:, None]
    columns = (np.arange(round(WIDTH_MM * scale), dtype=np.float32) / np.float32(scale))[None, :]
    raised = np.zeros((rows.size, columns.size), np.float32)
    inside = raised - 9
    for (x0, y0), (x1, y1), radius in BONES:
        length = math.hypot(x1 - x0, y1 - y0)
        across, down = (x1 - x0) / length, (y1 - y0) / length
        along = np.clip((columns - x0) * across + (rows - y0) * down, 0, length)
        off = np.hypot(columns - x0 - along * across, rows - y0 - along * down)
        inside = np.maximum(inside, radius - off)
        raised = np.maximum(raised, np.sqrt(np.maximum(radius**2 - off**2, 0)))
    light = _lit(np.asarray(cv2.GaussianBlur(raised, (0, 0), 1.6), np.float32), scale, view)
    sleeve = (rows > SLEEVE_MM)[..., None]
    colour = np.where(sleeve, np.array(SLEEVE), np.array(SKIN)) * light[..., None]
    cover = np.asarray(np.clip(inside * scale + 0.5, 0, 1), np.float32)
    shadow = np.asarray(cv2.GaussianBlur(cover, (0, 0), 9) * SHADOW, np.float32)
    tip_px = (TIP_MM[0] * scale, TIP_MM[1] * scale)
    return Hand(gamma(np.asarray(colour, np.float32)), cover[..., None], shadow[..., None], tip_px)


def _lit(raised: Array, scale: float, view: View) -> Array:
    """The light on a surface so many millimetres high."""
    slopes = [cv2.Sobel(raised, cv2.CV_32F, *way, scale=scale / 8) for way in ((1, 0), (0, 1))]
    normal = np.stack([-slopes[0], -slopes[1], np.ones_like(raised)], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    direct = np.maximum(normal @ np.array(view.lamp), 0) * view.bright[0]
    return np.asarray(direct + view.bright[1] * (0.55 + 0.45 * normal[..., 2]), np.float32)


def lay_hand(picture: Array, hand: Hand, tip_px: tuple[float, float]) -> None:
    """Lay it over a picture, fingertips at tip_px, its shadow under it, reaching in from below."""
    left, top = round(tip_px[0] - hand.tip_px[0]), round(tip_px[1] - hand.tip_px[1])
    _lay(picture, None, hand.shadow, (left + SHADOW_PX[0], top + SHADOW_PX[1]))
    _lay(picture, hand.colour, hand.cover, (left, top))


def _lay(picture: Array, colour: Array | None, cover: Array, corner: tuple[int, int]) -> None:
    """Lay a colour, None for black, over a picture."""
    left, top = corner
    height, width = picture.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + cover.shape[1], width), min(top + cover.shape[0], height)
    if x0 >= x1 or y0 >= y1:
        return
    part = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    below = picture[y0:y1, x0:x1]
    if colour is None:
        below *= 1 - cover[part]
    else:
        below += (colour[part] - below) * cover[part]
