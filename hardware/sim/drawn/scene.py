"""What a camera over the tray would see: the ground, dice at rest and in motion, a hand, noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.drawn.dice import Die, upward
from hardware.sim.drawn.ground import TrayLook, draw_ground, view_of
from hardware.sim.drawn.hand import draw_hand, lay_hand
from hardware.sim.drawn.tracer import ROUNDING, Patch, Pose, View, corners, draw_die

__all__ = ["Rolling", "Scene", "TrayLook"]

Array = NDArray[np.float32]
Pixels = NDArray[np.uint8]

FINE, COARSE = 3, 1
"""Rays to a pixel's side for a die at rest and for one in motion."""

LENS_PX: Final = 0.55
"""Blur of the lens."""

SHADOW: Final = 0.5
CONTACT: Final = 0.35
"""How much light a die takes from the felt in its shadow, and close by."""

SMEAR_PX: Final = 2
MOST_SMEARS: Final = 12
"""Pixels from one to the next of the pictures that a die in motion leaves, and how many at most."""

MOST_KEPT: Final = 64
"""Patches of dice at rest that are kept."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """A die on its way: tilt_deg of tumbling are left about tilt_axis, blur_mm is its trace."""

    die: Die
    tilt_deg: float
    tilt_axis: tuple[float, float, float]
    blur_mm: tuple[float, float]


class Scene:
    """Draws one tray; the same seed, dice and order of calls give the same pictures."""

    def __init__(
        self, look: TrayLook | None = None, seed: int = 0, size_px: tuple[int, int] = (640, 480)
    ) -> None:
        self.look = look or TrayLook()
        rng = np.random.default_rng(seed)
        self.view = view_of(self.look, *size_px)
        self._ground = draw_ground(self.look, self.view, rng)
        self._hand = draw_hand(self.view)
        self._noise = _noise_bank(rng, size_px, self.look.noise)
        self._rng = rng
        self._patches: dict[Die, tuple[_Shade, Patch]] = {}
        self._still: tuple[Sequence[Die], Array] | None = None

    def draw(
        self,
        lying: Sequence[Die],
        rolling: Sequence[Rolling] = (),
        hand_mm: tuple[float, float] | None = None,
        gain: float = 1.0,
    ) -> Pixels:
        """Draw a frame, (height, width, 3) blue green red; gain dims or brightens the light.

        hand_mm: where the fingertips of a hand are, None without one.
        """
        picture = self._at_rest(tuple(lying))
        if rolling or hand_mm is not None:
            picture = picture.copy()
        for one in rolling:
            self._lay_rolling(picture, one)
        if hand_mm is not None:
            tip = self.view.pixels(np.array([[*hand_mm, 40.0]]))[0]
            lay_hand(picture, self._hand, (float(tip[0]), float(tip[1])))
        seen = cv2.GaussianBlur(picture, (0, 0), LENS_PX)
        return self._sensed(np.asarray(seen, np.float32), gain)

    def _at_rest(self, lying: tuple[Die, ...]) -> Array:
        if self._still is not None and self._still[0] == lying:
            return self._still[1]
        picture = self._ground.copy()
        drawn = [self._patch(die) for die in lying]
        for shade, _ in drawn:
            shade.lay(picture)
        for _, patch in drawn:
            _lay(picture, patch)
        self._still = (lying, picture)
        return picture

    def _patch(self, die: Die) -> tuple["_Shade", Patch]:
        if die not in self._patches:
            if len(self._patches) >= MOST_KEPT:
                self._patches.clear()
            pose = _pose(die)
            drawn = draw_die(die, pose, self.view, FINE)
            self._patches[die] = (_shade(die, pose, self.view), drawn)
        return self._patches[die]

    def _lay_rolling(self, picture: Array, one: Rolling) -> None:
        pose = _pose(one.die, one.tilt_deg, one.tilt_axis)
        patch = draw_die(one.die, pose, self.view, COARSE)
        blur = np.array(one.blur_mm) * self.view.focal_px / self.view.height_mm
        _shade(one.die, pose, self.view).lay(picture)
        _lay(picture, _smeared(patch, blur))

    def _sensed(self, picture: Array, gain: float) -> Pixels:
        height, width = picture.shape[:2]
        y, x = (int(self._rng.integers(NOISE_MORE)) for _ in range(2))
        noise = self._noise[y : y + height, x : x + width]
        seen = cv2.addWeighted(picture, gain ** (1 / 2.2), noise, 1.0, 0.0, dtype=cv2.CV_8U)
        return np.asarray(seen, np.uint8)


NOISE_MORE: Final = 61
"""Pixels by which the bank of noise is larger than a picture, to each side."""


def _noise_bank(rng: np.random.Generator, size_px: tuple[int, int], level: float) -> Array:
    shape = (size_px[1] + NOISE_MORE, size_px[0] + NOISE_MORE, 3)
    coarse = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 0.8)
    fine = rng.normal(0, 1, shape).astype(np.float32)
    return np.asarray((0.35 * fine + 0.7 * coarse) * level, np.float32)


def _pose(die: Die, tilt_deg: float = 0.0, axis: tuple[float, float, float] = (1, 0, 0)) -> Pose:
    """The die on the ground, tilted about an axis of the room."""
    turn = upward(die)
    if tilt_deg:
        about = np.array(axis) / np.linalg.norm(axis) * np.radians(tilt_deg)
        turn = cv2.Rodrigues(about)[0] @ turn
    half = die.size_mm / 2
    inner = half * (1 - ROUNDING)
    height = float(np.abs(turn[2]).sum()) * inner + half * ROUNDING
    return Pose(np.asarray(turn, np.float64), np.array([die.x_mm, die.y_mm, height]))


@dataclass(frozen=True, slots=True)
class _Shade:
    """How much of the light is left around a die: left, top, and a factor (h, w, 1)."""

    left: int
    top: int
    factor: Array

    def lay(self, picture: Array) -> None:
        """Take the light away."""
        part, own = _overlap(picture, self.left, self.top, self.factor)
        picture[part] *= self.factor[own]


def _shade(die: Die, pose: Pose, view: View) -> _Shade:
    points = corners(die.size_mm / 2 * (1 - 0.3 * ROUNDING), pose)
    lamp = np.array(view.lamp)
    thrown = points - lamp * (points[:, 2:] / lamp[2])
    foot = points * (1, 1, 0)
    both = view.pixels(np.vstack([thrown, foot]))
    left, top = (int(edge) for edge in np.floor(both.min(axis=0)) - 14)
    right, bottom = (int(edge) for edge in np.ceil(both.max(axis=0)) + 14)
    shape = (bottom - top, right - left)
    dark = cv2.GaussianBlur(_hull(view.pixels(thrown), left, top, shape), (0, 0), 2.6) * SHADOW
    close = cv2.GaussianBlur(_hull(view.pixels(foot), left, top, shape), (0, 0), 4.5) * CONTACT
    left_over = np.power(np.clip((1 - dark) * (1 - close), 0, 1), 1 / 2.2)
    return _Shade(left, top, np.asarray(left_over[:, :, None], np.float32))


def _hull(points: NDArray[np.float64], left: int, top: int, shape: tuple[int, int]) -> Array:
    mask = np.zeros(shape, np.float32)
    hull = cv2.convexHull((points - (left, top)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return mask


def _smeared(patch: Patch, blur_px: NDArray[np.float64]) -> Patch:
    """The patch as it looks when it moves by so much during the exposure."""
    steps = min(round(float(np.hypot(*blur_px)) / SMEAR_PX), MOST_SMEARS)
    if steps < 1:
        return patch
    shifts = np.round(np.outer(np.arange(steps + 1) / steps, blur_px)).astype(int)
    left, top = shifts.min(axis=0)
    width, height = np.ptp(shifts, axis=0)
    sharp = np.concatenate([patch.colour * patch.cover, patch.cover], axis=2)
    high, wide = sharp.shape[:2]
    sum_ = np.zeros((high + height, wide + width, 4), np.float32)
    for x, y in shifts - (left, top):
        sum_[y : y + high, x : x + wide] += sharp
    cover = sum_[:, :, 3:] / np.float32(steps + 1)
    colour = np.asarray(sum_[:, :, :3] / np.maximum(sum_[:, :, 3:], 1e-3), np.float32)
    return Patch(
        patch.left + int(left), patch.top + int(top), colour, np.asarray(cover, np.float32)
    )


def _lay(picture: Array, patch: Patch) -> None:
    part, own = _overlap(picture, patch.left, patch.top, patch.cover)
    below = picture[part]
    below += (patch.colour[own] - below) * patch.cover[own]


def _overlap(
    picture: Array, left: int, top: int, patch: Array
) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The part of the picture that the patch covers, and the part of the patch that is in it."""
    height, width = picture.shape[:2]
    x0, y0 = min(max(left, 0), width), min(max(top, 0), height)
    x1 = max(min(left + patch.shape[1], width), x0)
    y1 = max(min(top + patch.shape[0], height), y0)
    own = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    return (slice(y0, y1), slice(x0, x1)), own
