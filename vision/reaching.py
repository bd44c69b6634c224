"""What reaches into the tray from the edge: a hand, and neither light nor shadow.

Light leaves the edges in the picture where they were, a hand covers them and brings its own.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.small import Small, difference
from vision.structure import Grey, contrast, likeness

__all__ = ["Part", "reaching_in", "was_there"]

HAND_LEVELS: Final = 14.0
"""Change of brightness, of 255, against the tray as it last lay, that is something new in it."""

HAND_PART: Final = 0.02
"""Part of the picture from which on something new that reaches in from the edge is a hand; a die
covers about 0.003."""

HAND_LIKENESS: Final = 0.6
"""Where the edges are more alike than this (-1 to 1), what changed is the light: lamps leave 0.8
and more, a hand 0.4 and less."""

HUE: Final = 0.18
"""Change of colour, beside that of the whole picture, that is something new: the logarithm of how
much more one of blue, green and red changed than another (0.12 to 0.3). Noise in the dim leaves
0.1; skin on wood, the hardest, 0.2."""

HUE_BLUR_PX: Final = 1.2
HUE_DARK: Final = 10.0
"""Blur, and levels added to each colour, so that noise in the dark is no colour."""

HUE_PART: Final = 0.06
"""Part of the picture from which on another colour near the edge is a hand, also where a rim of
the hand's own colour lies between: more than five dice that came and the places of five that went,
side by side."""

BROAD_PX: Final = 17
"""How broad such a part must be in one place, in the small picture: broader than a die."""

RIM_PX: Final = 12
"""How wide such a rim is at most, in the small picture."""

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


class Part(NamedTuple):
    """A part of the tray, (height, width), and the pictures around it, now and at rest."""

    part: NDArray[np.bool_]
    now: Small
    rest: Small


def reaching_in(now: Small, rest: Small, edge_px: int = 0) -> list[Part]:
    """The parts in which something reaches in from the edge, now or at rest.

    Neither light nor shadow is one. Within edge_px of the edge nobody knows what is new. Where
    brightness tells nothing, since a hand is as bright as the floor or its shadow covers much of a
    small tray, its colour does.
    """
    new = (difference(now.grey, rest.grey) > HAND_LEVELS).astype(np.uint8)
    changed = cv2.absdiff(now.grey, rest.grey) > HAND_LEVELS
    if max(np.count_nonzero(new), np.count_nonzero(changed)) < HAND_PART * new.size:
        return []
    parts = [part for part in _at_edge(new, now, rest, edge_px) if _covers(part)]
    if parts:
        return parts
    tinted = _tinted(now.colour, rest.colour)
    parts = _at_edge(tinted, now, rest, max(RIM_PX, edge_px), HUE_PART)
    return [part for part in parts if _is_broad(part) and not _keeps_edges(part)]


def _at_edge(
    new: NDArray[np.uint8], now: Small, rest: Small, edge_px: int, least: float = HAND_PART
) -> list[Part]:
    """The parts of what is new that are as large as a hand and come within edge_px of the edge.

    least: how large, as a part of the picture.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        new, connectivity=8, ltype=cv2.CV_32S, ccltype=cv2.CCL_BBDT
    )  # the quickest on so small a picture
    height, width = new.shape
    parts = []
    for k, (x, y, w, h, area) in enumerate(stats[1:count], start=1):
        inside = x > edge_px and y > edge_px
        at_edge = not (inside and x + w < width - edge_px and y + h < height - edge_px)
        if not at_edge or area < least * new.size:
            continue
        around = (
            slice(max(0, y - AROUND_PX), y + h + AROUND_PX),
            slice(max(0, x - AROUND_PX), x + w + AROUND_PX),
        )
        parts.append(Part(np.asarray(labels[around] == k), _cut(now, around), _cut(rest, around)))
    return parts


def _is_broad(one: Part) -> bool:
    """Whether this part is somewhere broader than dice that lie together."""
    broad = cv2.erode(one.part.astype(np.uint8), np.ones((BROAD_PX, BROAD_PX), np.uint8))
    return bool(broad.any())


def _tinted(now: Image, rest: Image) -> NDArray[np.uint8]:
    """1 where the colour, whatever its brightness, is another than at rest."""
    one, other = (
        np.log(cv2.GaussianBlur(some.astype(np.float32), (0, 0), HUE_BLUR_PX) + HUE_DARK)
        for some in (now, rest)
    )
    change = one - other
    change -= change.mean(axis=2, keepdims=True)
    change -= np.median(change[::4, ::4].reshape(-1, 3), axis=0)
    new = (change.max(axis=2) - change.min(axis=2) > HUE).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)


def _cut(small: Small, around: tuple[slice, slice]) -> Small:
    return Small(small.colour[around], small.grey[around])


def _covers(one: Part) -> bool:
    """Whether something covers this part of the tray."""
    part, now, rest = one
    if _keeps_edges(one):
        return False
    inner = cv2.erode(part.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return not _is_shadow(now.colour, rest.colour, inner)


def _keeps_edges(one: Part) -> bool:
    """Whether the edges in and around this part are those of the tray at rest, as light leaves."""
    around = cv2.dilate(one.part.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    now, rest = contrast(one.now.grey)[around], contrast(one.rest.grey)[around]
    return likeness(now, rest) > HAND_LIKENESS


def was_there(one: Part) -> bool:
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
