"""The motion gate: whether anything moves, on a small picture.

It also tells a hand that lies still from dice, and a lamp or a shadow from a hand: light leaves
the edges in the picture where they were, a hand covers them and brings its own.
"""

import math
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.knock import Knock, carried_picture, find_knock
from vision.reading import Image
from vision.structure import Grey, contrast, likeness

__all__ = ["Glance", "MotionGate"]

SMALL_WIDTH_PX: Final = 160
"""Width of the small picture; a die of 16 mm in a tray of 250 mm is then ten pixels wide."""

BLUR_PX: Final = 1.0
"""Blur of the small picture against sensor noise; with it the noise of still frames stays below
5 levels even in dim light, and a die that spins moves 50 or more."""

MOTION_LEVELS: Final = 6.0
"""Change of brightness, of 255, that is motion (5 to 12): lower trips on noise, higher misses
dark dice on dark felt."""

MOTION_PX: Final = 2
"""Pixels of the small picture that must change; one alone may be a speck of noise."""

HAND_LEVELS: Final = 14.0
"""Change of brightness, of 255, against the tray as it last lay, that is something new in it."""

HAND_PART: Final = 0.02
"""Part of the picture from which on something new that reaches in from the edge is a hand; a die
covers about 0.003."""

HAND_LIKENESS: Final = 0.6
"""Where the edges are more alike than this (-1 to 1), what changed is the light: lamps leave 0.8
and more, a hand 0.4 and less."""

AROUND_PX: Final = 11
"""What is looked at around such a part: as far as its contrast reaches."""

SHADOW: Final = (0.4, 0.97)
"""What a shadow leaves of the light, in each colour; below is rather a dark sleeve."""

SHADOW_SPREAD: Final = 0.1
"""How much that may differ between the colours and, by quartiles, within each (0.05 to 0.15)."""

SHADOW_SAMPLE: Final = 400
"""About how many pixels are looked at for that; quartiles need no more."""

UNCOVERED: Final = 1.5
"""How much stronger the edge of what changed must be in the tray as it last lay than now (1.2 to
2): then something lay there already and has gone, as a hand that was there from the start."""

LIGHT_PART: Final = 0.5
"""Part of the picture that must change at once for a lamp (0.4 to 0.7); a hand covers less."""

LIGHT_GAIN: Final = 1.12
"""Factor of brightness, from one frame to the next, from which on a lamp was switched."""

LIGHT_LIKENESS: Final = 0.75
"""How alike the edges of the whole picture stay when a lamp is switched (0.65 to 0.85)."""

DRIFT_S: Final = 5.0
"""Seconds in which the pictures compared with follow a slow change of light (2 to 20)."""


class Small(NamedTuple):
    """A small picture, in colour and blurred in grey."""

    colour: Image
    grey: Grey


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
        small = _small(image)
        last, quiet = self._last, self._quiet
        passed_s, self._last_s = time_s - self._last_s, time_s
        self._last = small
        if last is None or quiet is None or last.grey.shape != small.grey.shape:
            self._rest = None
            self._quiet = small.grey
            return Glance(moved=True, hand=False)
        moved = _changed(small.grey, last.grey) or _changed(small.grey, quiet)
        hand = self._has_hand(small)
        light = not hand and _is_lamp(small.grey, last.grey)
        if light and self._rest is not None:
            self._rest = small
        if moved or light:
            self._quiet = small.grey
        elif not hand:
            self._follow(small, passed_s)
        return Glance(moved, hand, light)

    def _has_hand(self, small: Small) -> bool:
        """Whether a hand is there; where one has gone that was there at rest, forget that rest."""
        if self._rest is None:
            return False
        reaching = _reaching_in(small, self._rest)
        hand = any(not _was_there(part) for part in reaching)
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
        if _is_hand(self._last, moved, edge_px=math.ceil(knock.farthest_px(SMALL_WIDTH_PX))):
            return None
        self._rest = moved
        return knock

    @property
    def width_px(self) -> int:
        """Width of the small picture."""
        return SMALL_WIDTH_PX

    def _follow(self, small: Small, passed_s: float) -> None:
        """Let the pictures compared with follow the light, as it goes in a still tray."""
        part = 1 - math.exp(-max(0.0, passed_s) / DRIFT_S)
        if self._quiet is not None:
            self._quiet = _between(self._quiet, small.grey, part)
        if self._rest is not None:
            self._rest = Small(small.colour, _between(self._rest.grey, small.grey, part))


def _small(image: Image) -> Small:
    height, width = image.shape[:2]
    size = (SMALL_WIDTH_PX, max(1, round(SMALL_WIDTH_PX * height / width)))
    colour = cv2.resize(_halved(image), size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY).astype(np.float32)
    blurred = cv2.GaussianBlur(grey, (0, 0), BLUR_PX)
    return Small(np.asarray(colour, np.uint8), np.asarray(blurred, np.float32))


def _halved(image: Image) -> Image:
    """The picture halved as often as its sides allow: that takes a third of one large step."""
    height, width = image.shape[:2]
    while width >= 2 * SMALL_WIDTH_PX and width % 2 == 0 and height % 2 == 0:
        height, width = height // 2, width // 2
        image = np.asarray(
            cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    return image


def _moved_along(rest: Small, knock: Knock, now: Small) -> Small:
    """The tray at rest as it looks after a knock; what was out of the picture is as it is now."""
    colour, grey = carried_picture(rest.colour, knock), carried_picture(rest.grey, knock)
    known = carried_picture(np.full(rest.grey.shape, 255, np.uint8), knock) == 255
    return Small(
        np.where(known[:, :, None], colour, now.colour).astype(np.uint8),
        np.where(known, grey, now.grey).astype(np.float32),
    )


def _between(one: Grey, other: Grey, part: float) -> Grey:
    return np.asarray(cv2.addWeighted(one, 1 - part, other, part, 0.0), np.float32)


def _middle(some: Grey) -> float:
    """The median, as np.median in less time."""
    flat = some.ravel()
    half = flat.size // 2
    low = half - 1 + flat.size % 2
    sorted_so_far = np.partition(flat, (low, half))
    return float(sorted_so_far[low] + sorted_so_far[half]) / 2


def _gain(now: Grey, before: Grey) -> float:
    """The factor by which most of the picture is brighter, on every fourth pixel each way.

    That of the median pixel, not of the median brightness, which a hand moves that covers little:
    where a dark floor has a light rim, few pixels lie between.
    """
    return _middle((now[::4, ::4] + 1) / (before[::4, ::4] + 1))


def _difference(one: Grey, other: Grey) -> Grey:
    """The change of each pixel beside that of the whole picture.

    Light multiplies and saturates, so of a factor and a summand the one that explains more counts.
    """
    more = _middle(one[::4, ::4] - other[::4, ::4])
    added = cv2.absdiff(one, other + np.float32(more))
    if abs(more) < 1:
        return np.asarray(added, np.float32)
    scaled = cv2.absdiff(one, other * np.float32(_gain(one, other)))
    return np.asarray(cv2.min(added, scaled), np.float32)


def _changed(one: Grey, other: Grey) -> bool:
    return int(np.count_nonzero(_difference(one, other) > MOTION_LEVELS)) >= MOTION_PX


def _is_lamp(now: Grey, before: Grey) -> bool:
    """Whether a lamp was switched between two frames: much is brighter or darker, in its place."""
    gain = _gain(now, before)
    if max(gain, 1 / gain) < LIGHT_GAIN:
        away = np.count_nonzero(cv2.absdiff(now, before) > MOTION_LEVELS)
        if away < LIGHT_PART * now.size:
            return False
    return likeness(contrast(now), contrast(before)) >= LIGHT_LIKENESS


def _is_hand(now: Small, rest: Small, edge_px: int = 0) -> bool:
    """Whether something new reaches in from the edge, and neither light nor shadow."""
    return bool(_reaching_in(now, rest, edge_px))


class Part(NamedTuple):
    """A part of the tray, (height, width), and the pictures around it, now and at rest."""

    part: NDArray[np.bool_]
    now: Small
    rest: Small


def _reaching_in(now: Small, rest: Small, edge_px: int = 0) -> list[Part]:
    """The parts in which something reaches in from the edge, now or at rest.

    Neither light nor shadow is one. Within edge_px of the edge nobody knows what is new.
    """
    new = (_difference(now.grey, rest.grey) > HAND_LEVELS).astype(np.uint8)
    if np.count_nonzero(new) < HAND_PART * new.size:
        return []
    count, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        new, connectivity=8, ltype=cv2.CV_32S, ccltype=cv2.CCL_BBDT
    )  # the quickest on so small a picture
    height, width = new.shape
    parts = []
    for k, (x, y, w, h, area) in enumerate(stats[1:count], start=1):
        inside = x > edge_px and y > edge_px
        at_edge = not (inside and x + w < width - edge_px and y + h < height - edge_px)
        if not at_edge or area < HAND_PART * new.size:
            continue
        around = (
            slice(max(0, y - AROUND_PX), y + h + AROUND_PX),
            slice(max(0, x - AROUND_PX), x + w + AROUND_PX),
        )
        part = Part(np.asarray(labels[around] == k), _cut(now, around), _cut(rest, around))
        if _covers(part):
            parts.append(part)
    return parts


def _cut(small: Small, around: tuple[slice, slice]) -> Small:
    return Small(small.colour[around], small.grey[around])


def _covers(one: Part) -> bool:
    """Whether something covers this part of the tray."""
    part, now, rest = one
    around = cv2.dilate(part.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    if likeness(contrast(now.grey)[around], contrast(rest.grey)[around]) > HAND_LIKENESS:
        return False
    inner = cv2.erode(part.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return not _is_shadow(now.colour, rest.colour, inner)


def _was_there(one: Part) -> bool:
    """Whether what covers this part lay there at rest and has gone: its edge is there no more."""
    whole = one.part.astype(np.uint8)
    square = np.ones((3, 3), np.uint8)
    edge = cv2.dilate(whole, square) > cv2.erode(whole, square)
    return _steepness(one.rest.grey, edge) > UNCOVERED * _steepness(one.now.grey, edge)


def _steepness(grey: Grey, edge: NDArray[np.bool_]) -> float:
    """How much the brightness changes at these pixels, in the mean."""
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return float(np.mean(cv2.magnitude(across, down)[edge]))


def _is_shadow(now: Image, rest: Image, part: NDArray[np.bool_]) -> bool:
    """Whether this part of the picture is as it was with some of the light taken away."""
    rows, columns = np.nonzero(part)
    if len(rows) == 0:
        return False
    some = slice(None, None, 1 + len(rows) // SHADOW_SAMPLE)
    at = rows[some], columns[some]
    left = (now[at].T.astype(np.float32) + 1) / (rest[at].T.astype(np.float32) + 1)
    left = np.sort(left, axis=1)
    low, middle, high = (left[:, left.shape[1] * part // 4] for part in (1, 2, 3))
    lit = bool((middle >= SHADOW[0]).all() and (middle <= SHADOW[1]).all())
    even = float((high - low).max()) <= SHADOW_SPREAD and float(np.ptp(middle)) <= SHADOW_SPREAD
    return lit and even
