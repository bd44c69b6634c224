"""Where the finder looks: coarsely first, closer or from farther away where that tells too little.

Most pictures of a table show dice that are large enough to be found with few pixels, so a coarse
look comes first. It does when all that it finds is large and sure, and the judges are sure too;
else the picture is looked at in full. A die that fills the picture is looked at with a dark frame
around, as if from farther away.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.finder import Candidate, Finder
from vision.reading import Image

__all__ = ["FILLS", "coarsely", "find", "nearer"]

COARSE_SIDE: Final = 416
"""The picture's long side for the coarse look, in pixels."""
CLEAR: Final = (17.0, 100.0)
"""Upper faces between these sizes, in pixels of the coarse look, are found there as well as with
more pixels, and those of the first are not (12 to 20; the finder has learnt 12 to 105)."""
CLEAR_HEAT: Final = 0.5
"""A coarse look with a candidate less sure than this does not count (0.45 to 0.6)."""
LONG_SIDE: Final = 640
"""The picture's long side for the full look, in pixels."""
SMALL: Final = 17.0
"""Dice whose upper face is smaller than this in the full look, in pixels, get a closer look."""
LARGE: Final = 125.0
"""Dice larger than this in the full look get a look from farther away."""
LARGEST_LOOK: Final = 1600
"""The closest look brings the picture to at most this long side, in pixels."""
MOST: Final = 40
"""Candidates that are judged, the surest: 40 cost as much as five full looks."""

TINY: Final = 200
"""A picture with a shorter long side, in pixels, is taken for one of a single die first."""
FILLS: Final = 0.35
"""The face of a die that fills the picture, in long sides of the picture, at least."""
FRAMED_SIDE: Final = 128
"""The picture's long side inside the frame, in pixels; such a face is 45 to 100 wide there."""
FILLS_HEAT: Final = 0.6
"""How sure the finder must be of a die that fills the picture; of an empty tray it is up to 0.5."""
FRAME: Final = 0.3
"""The frame's width, in long sides of the picture."""

NEAR: Final = 5.0
"""The part of the picture for a nearer look at one die, in sizes of its upper face."""
NEAR_PX: Final = 224
"""To how many pixels that part is brought."""
SAME_DIE: Final = 0.8
"""What is found within so many face sizes is the same die."""


def find(finder: Finder, image: Image) -> list[Candidate]:
    """The candidates of one or more looks, each die once, at most MOST of them, the surest."""
    found = _looked_for(finder, image)
    return sorted(found, key=lambda c: -c.heat)[:MOST] if len(found) > MOST else found


def coarsely(finder: Finder, image: Image) -> list[Candidate]:
    """The candidates of a coarse look; none where it does not do."""
    longest = max(image.shape[:2])
    if longest < TINY:
        return []
    found = finder.look(image, COARSE_SIDE)
    does = len(found) <= MOST and all(_clear(c, COARSE_SIDE / longest) for c in found)
    return found if does else []


def _looked_for(finder: Finder, image: Image) -> list[Candidate]:
    longest = max(image.shape[:2])
    if longest < TINY and (alone := _filling(finder, image)):
        return alone
    first = finder.look(image, LONG_SIDE)
    scale = LONG_SIDE / longest
    sizes = [c.size * scale for c in first]
    if (sizes and min(sizes) < SMALL) or (not sizes and longest > LONG_SIDE):
        closer = min(LARGEST_LOOK, max(longest, 2 * LONG_SIDE))
        second = finder.look(image, closer)
        return _merged(first, second, lambda c: c.size * scale >= 2 * SMALL)
    if not sizes or max(sizes) > LARGE:
        alone = _filling(finder, image)
        if alone and all(_within(c, alone[0]) for c in first):
            return alone
        second = finder.look(image, LONG_SIDE // 2)
        return _merged(first, second, lambda c: c.size * scale <= LARGE)
    return first


def _clear(c: Candidate, scale: float) -> bool:
    return CLEAR[0] <= c.size * scale <= CLEAR[1] and c.heat >= CLEAR_HEAT


def _filling(finder: Finder, image: Image) -> list[Candidate]:
    """The one die that fills the picture, as a list; empty where there is none, or two."""
    longest = max(image.shape[:2])
    scale = min(1.0, 2 * FRAMED_SIDE / longest)  # what is framed need not be larger
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edge = round(FRAME * max(small.shape[:2]))
    framed = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_CONSTANT).astype(np.uint8)
    across, down = image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]
    found = [
        _moved(c, -edge, -edge).scaled(across, down)
        for c in finder.look(framed, round(FRAMED_SIDE * (1 + 2 * FRAME)))
    ]
    large = [c for c in found if c.size >= FILLS * longest and c.heat >= FILLS_HEAT]
    alone = len(large) == 1 and all(_within(c, large[0]) for c in found)
    return large if alone else []


def _within(c: Candidate, die: Candidate) -> bool:
    """Whether a candidate lies on a die, so that it is none of its own."""
    x, y, width, height = die.box
    return x <= c.center[0] <= x + width and y <= c.center[1] <= y + height


def _moved(c: Candidate, x: float, y: float) -> Candidate:
    left, top, width, height = c.box
    center = (c.center[0] + x, c.center[1] + y)
    return Candidate(center, c.size, (left + x, top + y, width, height), c.heat)


def nearer(finder: Finder, image: Image, found: Candidate) -> Candidate:
    """The same die as the finder sees it from near by; as it was where it sees none there.

    Its heat stays that of the first look: from near by much looks like a die.
    """
    half = round(found.size * NEAR / 2)
    x, y = round(found.center[0]) - half, round(found.center[1]) - half
    left, top = max(x, 0), max(y, 0)
    part = image[top : y + 2 * half, left : x + 2 * half]
    if min(part.shape[:2]) < 2 * found.size:
        return found
    side = round(NEAR_PX * max(part.shape[:2]) / (2 * half))
    here = (found.center[0] - left, found.center[1] - top)
    close = [
        c
        for c in finder.look(np.ascontiguousarray(part), side)
        if np.hypot(c.center[0] - here[0], c.center[1] - here[1]) < SAME_DIE * found.size
        and 0.5 < c.size / found.size < 2.0
    ]
    best = max(close, key=lambda c: c.heat, default=None)
    if best is None or best.heat < found.heat:
        return found
    best = _moved(best, left, top)
    return Candidate(best.center, best.size, best.box, found.heat)


def _merged(
    first: list[Candidate], second: list[Candidate], keep_first: Callable[[Candidate], bool]
) -> list[Candidate]:
    """Dice of two looks: of a die seen in both, the first look's if keep_first says so."""
    kept = list(second)
    for c in first:
        rivals = [
            k
            for k in kept
            if np.hypot(k.center[0] - c.center[0], k.center[1] - c.center[1])
            < 0.6 * max(k.size, c.size)
        ]
        if not rivals:
            kept.append(c)
        elif keep_first(c):
            kept = [k for k in kept if k not in rivals] + [c]
    return kept
