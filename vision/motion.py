"""The motion gate: whether anything moves, on a small picture.

It also tells a hand that lies still from dice, and a lamp or a shadow from a hand, see reaching.
"""

import math
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.knock import Knock, carried_picture, find_knock
from vision.reaching import reaching_in, was_there
from vision.reading import Image
from vision.small import BLUR_PX, SMALL_WIDTH_PX, Small, between, difference, gain_of, small_picture
from vision.structure import Grey, contrast, likeness

__all__ = ["Glance", "MotionGate"]

MOTION_LEVELS: Final = 6.0
"""Change of brightness, of 255, that is motion (5 to 12): lower trips on noise, higher misses
dark dice on dark felt."""

MOTION_PX: Final = 2
"""Pixels of the small picture that must change; one alone may be a speck of noise."""

LIGHT_PART: Final = 0.5
"""Part of the picture that must change at once for a lamp (0.4 to 0.7); a hand covers less."""

LIGHT_GAIN: Final = 1.12
"""Factor of brightness, from one frame to the next, from which on a lamp was switched."""

LIGHT_LIKENESS: Final = 0.75
"""How alike the edges of the whole picture stay when a lamp is switched (0.65 to 0.85)."""

NEW_LEVELS: Final = 10.0
"""Change of a colour, of 255, from which on something lies there or was taken away: light that
drifts is followed long before (8 to 20)."""

DRIFT_S: Final = 5.0
"""Seconds in which the pictures compared with follow a slow change of light (2 to 20)."""


class Glance(NamedTuple):
    """What the gate saw in one frame.

    moved: anything moved, or the light changed so that nobody could say. hand: something reaches
    in from the edge. light: a lamp was switched.
    """

    moved: bool
    hand: bool
    light: bool = False


class MotionGate:
    """Compares each frame with the one before, and with the tray as it last lay at rest.

    Brightness that changes as a whole (a cloud, the camera's own exposure) is no motion: the
    median change of the picture is taken out first.
    """

    def __init__(self) -> None:
        self._last: Small | None = None
        self._quiet: Grey | None = None
        self._rest: Small | None = None
        self._last_s = 0.0

    def glance(self, image: Image, time_s: float) -> Glance:
        """Look at the next frame; a frame of another size counts as motion."""
        small = small_picture(image)
        last, quiet = self._last, self._quiet
        passed_s, self._last_s = time_s - self._last_s, time_s
        self._last = small
        if last is None or quiet is None or last.grey.shape != small.grey.shape:
            self._rest = None
            self._quiet = small.grey
            return Glance(moved=True, hand=False)
        moved = _changed(small.grey, last.grey) or _changed(small.grey, quiet)
        hand = self._has_hand(small, moved)
        light = not hand and _is_lamp(small.grey, last.grey)
        if light and self._rest is not None:  # as bright as it lay: a hand that darkened it went
            light = _is_lamp(small.grey, self._rest.grey)
        if light and self._rest is not None:
            self._rest = small
        if moved or light:
            self._quiet = small.grey
        elif not hand:
            self._follow(small, passed_s)
        return Glance(moved, hand, light)

    def _has_hand(self, small: Small, moved: bool) -> bool:
        """Whether a hand is there; where one has gone that was there at rest, forget that rest.

        That is told from its edge once nothing moves: what moves has blurred edges.
        """
        if self._rest is None:
            return False
        reaching = reaching_in(small, self._rest)
        hand = any(moved or not was_there(part) for part in reaching)
        if reaching and not hand:
            self._rest = None
        return hand

    def lies(self) -> None:
        """Remember the last frame as the tray at rest, without a hand."""
        self._rest = self._last

    def forget(self) -> None:
        """Forget how the tray lay: what lies there now is no hand."""
        self._rest = None

    def knock(self) -> Knock | None:
        """How camera or tray moved since the tray lay, None when they did not or nobody can say.

        In small pixels, and told once: then the tray is remembered where it is now. Takes some
        milliseconds, so it is for still frames that will be read.
        """
        if self._last is None or self._rest is None:
            return None
        knock = find_knock(self._rest.grey, self._last.grey)
        if knock is None:
            return None
        moved = _moved_along(self._rest, knock, self._last)
        if reaching_in(self._last, moved, math.ceil(knock.farthest_px(SMALL_WIDTH_PX))):
            return None
        self._rest = moved
        return knock

    def change(self) -> Grey | None:
        """How each pixel of the last small picture differs from the tray as it last lay.

        (height, width), 0 to 255, in the colour that changed most, beside the light; None where
        nobody knows how it lay.
        """
        if self._last is None or self._rest is None:
            return None
        now, rest = (cv2.split(one.colour) for one in (self._last, self._rest))
        each = [difference(_soft(a), _soft(b)) for a, b in zip(now, rest, strict=True)]
        return np.asarray(np.max(each, axis=0), np.float32)

    @property
    def width_px(self) -> int:
        """Width of the small picture."""
        return SMALL_WIDTH_PX

    def _follow(self, small: Small, passed_s: float) -> None:
        """Let the pictures compared with follow the light, as it goes in a still tray.

        What is new in the tray is no light: that is where dice were taken away.
        """
        part = 1 - math.exp(-max(0.0, passed_s) / DRIFT_S)
        if self._quiet is not None:
            self._quiet = between(self._quiet, small.grey, part)
        if self._rest is not None:
            change = self.change()
            assert change is not None
            light = (change < NEW_LEVELS)[:, :, None]
            colour = np.where(light, small.colour, self._rest.colour)
            grey = between(self._rest.grey, small.grey, part)
            self._rest = Small(np.asarray(colour, np.uint8), grey)


def _soft(one: NDArray[Any]) -> Grey:
    return np.asarray(cv2.GaussianBlur(one.astype(np.float32), (0, 0), BLUR_PX), np.float32)


def _moved_along(rest: Small, knock: Knock, now: Small) -> Small:
    """The tray at rest as it looks after a knock; what was out of the picture is as it is now."""
    colour, grey = carried_picture(rest.colour, knock), carried_picture(rest.grey, knock)
    known = carried_picture(np.full(rest.grey.shape, 255, np.uint8), knock) == 255
    return Small(
        np.where(known[:, :, None], colour, now.colour).astype(np.uint8),
        np.where(known, grey, now.grey).astype(np.float32),
    )


def _changed(one: Grey, other: Grey) -> bool:
    return int(np.count_nonzero(difference(one, other) > MOTION_LEVELS)) >= MOTION_PX


def _is_lamp(now: Grey, before: Grey) -> bool:
    """Whether a lamp was switched between two frames: much is brighter or darker, in its place."""
    gain = gain_of(now, before)
    if max(gain, 1 / gain) < LIGHT_GAIN:
        away = np.count_nonzero(cv2.absdiff(now, before) > MOTION_LEVELS)
        if away < LIGHT_PART * now.size:
            return False
    return likeness(contrast(now), contrast(before)) >= LIGHT_LIKENESS
