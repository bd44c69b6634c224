"""The tray's outline in the picture: found by itself, or given by its corners.

The floor of a tray is of one colour, darker in shadow and brighter under a lamp. The part of the
picture that has this colour and holds its middle is taken for the tray where its edge stands out
all around; where it does not, nobody knows where the tray ends, and the whole picture is it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.knock import Knock
from vision.polygon import circumscribed, outset
from vision.reading import Image, Reading

__all__ = [
    "SLACK_DICE",
    "Corners",
    "Sample",
    "Tray",
    "corners_in",
    "find_tray",
    "sample",
    "warm_up",
]

Corners = tuple[tuple[float, float], ...]
"""Corners one after another around the tray: (x, y) in parts of the picture, 0 to 1."""

SMALL_WIDTH_PX: Final = 160
"""Width of the small picture in which the tray is looked for; a die is about ten pixels wide."""

GRAIN_PX: Final = 5
"""The grain of cloth and what is as small is evened out."""

SLACK_DICE: Final = 0.5
"""How far outside a found outline the centre of an upper face may lie, in sides of the die (0.3
to 0.7): the upper face of a die at the wall is seen a little beyond it, and outlines err."""

SIDE_OF_OUTLINE: Final = 0.8
"""The side of a die in that of the outline's box, in the mean over its turns and tilts."""

HUES_DEG: Final = (5.0, 9.0)
"""How far a colour may be from the floor's, as an angle between the two (4 to 12): less leaves out
shadows, more takes in rims of leather and wood."""

LIT: Final = ((0.4, 2.2), (0.22, 2.2))
"""How bright the floor may be against its middle: from a shadow (0.2 to 0.5) to a lamp's spot."""

EVEN_PX: Final = 13
"""Gaps in the edge up to this width are filled: dice at the wall, and their shadows."""

SOLID: Final = 0.85
"""Part of its convex hull that the floor fills (0.8 to 0.95); less is no tray but what leaks."""

LEAST_PART: Final = 0.12
"""Part of the picture that a tray fills (0.08 to 0.2)."""

AT_BORDER_PX: Final = 5
"""Nearer to the picture's border the tray may go on outside."""

OPEN: Final = 0.75
"""Part of the edge that may run along the picture's border; more is no outline worth having."""

CONTRAST: Final = 8.0
"""Difference of colour across the edge of a tray (CIE 1976, 5 to 15)."""

EDGED: Final = 0.85
"""Part of the edge, off the border, that must have this contrast (0.8 to 0.95)."""

INSIDE_PX: Final = (-3.5, -2.5, -1.5)
OUTSIDE_PX: Final = (2.5, 3.5, 4.5)
"""Where colours are compared, in pixels of the small picture across the edge."""

CORNER_PART: Final = 0.012
"""Part of the picture by which one corner may be filled up (0.006 to 0.02); a die that lies in it
hides about 0.005."""

MOST_CORNERS: Final = 12

Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice count: a polygon, in parts of the picture.

    slack_dice: how far outside a die's centre may lie, in sides of the die; 0 for corners that
    were given.
    """

    corners: Corners
    slack_dice: float = 0.0

    def holds(self, reading: Reading, width: int, height: int) -> bool:
        """Whether the centre of the die's upper face lies in the tray; sizes are the picture's."""
        polygon = np.array([(x * width, y * height) for x, y in self.corners], np.float32)
        inside_px = float(cv2.pointPolygonTest(polygon, reading.center, measureDist=True))
        return inside_px >= -self.slack_dice * _side_px(reading)

    def written(self, readings: Sequence[Reading], width: int, height: int) -> Corners:
        """Corners that, given, hold what this tray holds of dice like these; in the picture.

        The slack is the usual one of the dice read; without any it cannot be told and is none.
        """
        if not readings or self.slack_dice == 0:
            return self.corners
        away_px = self.slack_dice * float(np.median([_side_px(one) for one in readings]))
        size = np.array([width, height])
        return _in_picture(outset(np.array(self.corners) * size, away_px) / size) or self.corners

    def carried(self, knock: Knock, width: int, height: int) -> "Tray":
        """The tray after everything in a picture of this size was moved by a knock."""
        moved = [knock.place((x * width, y * height)) for x, y in self.corners]
        return replace(self, corners=tuple((x / width, y / height) for x, y in moved))


def _side_px(reading: Reading) -> float:
    """The side of a die, in pixels."""
    return SIDE_OF_OUTLINE * min(reading.box[2], reading.box[3])


class Sample(NamedTuple):
    """A small picture of the tray at rest, and where its floor can be seen, (height, width)."""

    picture: Image
    bare: NDArray[np.bool_]


def sample(image: Image, readings: Sequence[Reading]) -> Sample:
    """Make a sample of a picture; the dice read in it hide the floor."""
    height, width = image.shape[:2]
    size = (SMALL_WIDTH_PX, max(1, round(SMALL_WIDTH_PX * height / width)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    bare = np.ones(small.shape[:2], np.bool_)
    across, down = size[0] / width, size[1] / height
    for x, y, w, h in (reading.box for reading in readings):
        rows = slice(math.floor(y * down), math.ceil((y + h) * down) + 1)
        bare[rows, math.floor(x * across) : math.ceil((x + w) * across) + 1] = False
    return Sample(small, bare)


def find_tray(samples: Sequence[Sample]) -> Tray | None:
    """Find the tray in samples of one size; None when it is not sure where it ends.

    The median of the pictures counts, so what lies elsewhere in each hides nothing, and where
    dice always lay there is floor. Of several outlines that stand out the largest is taken:
    rather a die too many than one too few. Raises ValueError when there is no sample.
    """
    picture, bare = _joined(samples)
    height, width = picture.shape[:2]
    floor = _Floor(picture, bare)
    found = None
    for hue_deg in HUES_DEG:
        for lit in LIT:
            hull = _hull(floor.part(hue_deg, lit))
            if hull is None or (found is not None and hull.area <= found.area):
                continue
            if _stands_out(floor.lab, hull.points):
                found = hull
    if found is None:
        return None
    corners = circumscribed(found.points, CORNER_PART * width * height, MOST_CORNERS)
    parts = tuple(((x + 0.5) / width, (y + 0.5) / height) for x, y in corners)
    return Tray(parts, SLACK_DICE)


def warm_up() -> None:
    """Let libraries make ready what they first need for an outline: it takes 0.15 s, once."""
    cv2.cvtColor(np.zeros((1, 1, 3), np.uint8), cv2.COLOR_BGR2LAB)  # its tables
    np.median(np.zeros(1))  # a part of numpy that is loaded when it is needed


def corners_in(image: Image, readings: Sequence[Reading] = ()) -> Corners | None:
    """The corners of the tray in one picture, None when it is not sure where it ends.

    Where the tray reaches out of the picture they lie on its border: they are to be written down.
    """
    found = find_tray([sample(image, readings)])
    return None if found is None else _in_picture(np.array(found.corners))


def _in_picture(corners: NDArray[np.float64]) -> Corners | None:
    """What of a tray, (n, 2) in parts, lies in the picture; None when that has no few corners."""
    picture = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    area, inside = cv2.intersectConvexConvex(corners.astype(np.float32), picture)
    if area <= 0 or len(inside) > MOST_CORNERS:
        return None
    return tuple(
        (min(1.0, max(0.0, float(x))), min(1.0, max(0.0, float(y)))) for [(x, y)] in inside
    )


def _joined(samples: Sequence[Sample]) -> Sample:
    """Each pixel's median over the samples that show it bare."""
    if not samples:
        raise ValueError("no sample to find a tray in: give at least one")
    bare = np.stack([one.bare for one in samples])
    levels = np.stack([one.picture for one in samples]).astype(np.float32)
    levels[~bare] = np.inf
    levels.sort(axis=0)
    middle = np.maximum(bare.sum(axis=0) - 1, 0) // 2
    median = np.take_along_axis(levels, middle[None, :, :, None], axis=0)[0]
    shown = np.asarray(bare.any(axis=0), np.bool_)
    median[~shown] = np.median(median[shown], axis=0) if shown.any() else 0
    return Sample(np.asarray(median, np.uint8), shown)


class _Floor:
    """How far each pixel is from the colour of the picture's middle."""

    def __init__(self, picture: Image, bare: NDArray[np.bool_]) -> None:
        height, width = picture.shape[:2]
        self._middle = (
            slice(height // 4, height - height // 4),
            slice(width // 4, width - width // 4),
        )
        seen = picture[self._middle][bare[self._middle]]
        floor = np.median(seen, axis=0) if len(seen) else np.zeros(3)
        even = np.where(bare[:, :, None], picture, floor).astype(np.uint8)
        even = np.asarray(cv2.medianBlur(even, GRAIN_PX), np.uint8)
        colours, floor = even.astype(np.float32) + 1, floor.astype(np.float32) + 1
        along = colours @ floor
        self._lit = along / float(floor @ floor)
        cosine = along / (np.linalg.norm(colours, axis=2) * float(np.linalg.norm(floor)))
        self._hue_deg = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
        self.lab = np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), np.float32)
        self.lab[:, :, 0] *= 100 / 255  # lightness is stored in 0 to 255

    def part(self, hue_deg: float, lit: tuple[float, float]) -> NDArray[np.uint8] | None:
        """The connected part of this colour that fills the middle, None when none does."""
        alike = (self._hue_deg < hue_deg) & (self._lit > lit[0]) & (self._lit < lit[1])
        opened = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        _, parts = cv2.connectedComponents(opened, connectivity=4)
        labels = np.asarray(parts, np.int32)
        middle = labels[self._middle].ravel()
        counts = np.bincount(middle[middle > 0])
        if counts.size == 0 or counts.max() < 0.3 * middle.size:
            return None
        return np.asarray(labels == counts.argmax(), np.uint8)


class _Hull(NamedTuple):
    """The convex hull of a part of the picture, (n, 2), and its area in pixels."""

    points: Plane
    area: float


def _hull(part: NDArray[np.uint8] | None) -> _Hull | None:
    """The hull of a part that fills it well and is large enough."""
    if part is None:
        return None
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (EVEN_PX, EVEN_PX))
    framed = np.pad(part, EVEN_PX)
    even = cv2.morphologyEx(framed, cv2.MORPH_CLOSE, disc)[EVEN_PX:-EVEN_PX, EVEN_PX:-EVEN_PX]
    contours, _ = cv2.findContours(even, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    around: NDArray[Any] = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(around)
    area = cv2.contourArea(hull)
    if area < LEAST_PART * part.size or cv2.contourArea(around) < SOLID * area:
        return None
    return _Hull(np.asarray(hull[:, 0, :], np.float32), area)


def _stands_out(lab: Plane, hull: Plane) -> bool:
    """Whether colours differ across the edge, all around where it is in the picture."""
    height, width = lab.shape[:2]
    places, outward = _edge(hull)
    near, far = places.min(axis=1), np.array([width - 1, height - 1]) - places
    free = (near >= AT_BORDER_PX) & (far.min(axis=1) >= AT_BORDER_PX)
    if not free.any() or free.mean() < 1 - OPEN:
        return False
    inside, outside = (
        np.mean([_at(lab, places[free] + off * outward[free]) for off in offs], axis=0)
        for offs in (INSIDE_PX, OUTSIDE_PX)
    )
    contrast = np.linalg.norm(outside - inside, axis=1)
    return float(np.mean(contrast >= CONTRAST)) >= EDGED


def _edge(hull: Plane) -> tuple[Plane, Plane]:
    """Places along the edge, about a pixel apart, and there the direction outward; both (n, 2)."""
    middle = hull.mean(axis=0)
    places, outward = [], []
    for start, end in pairwise([*hull, hull[0]]):
        way = end - start
        length = float(math.hypot(*way))
        steps = (np.arange(max(1, int(length))) + 0.5) / max(1, int(length))
        across = np.array([way[1], -way[0]]) / length
        if across @ ((start + end) / 2 - middle) < 0:
            across = -across
        places.append(start + way * steps[:, None])
        outward.append(np.repeat(across[None], len(steps), axis=0))
    return np.concatenate(places), np.concatenate(outward)


def _at(lab: Plane, places: NDArray[Any]) -> Plane:
    height, width = lab.shape[:2]
    columns = np.rint(places[:, 0]).astype(int).clip(0, width - 1)
    rows = np.rint(places[:, 1]).astype(int).clip(0, height - 1)
    return np.asarray(lab[rows, columns], np.float32)
