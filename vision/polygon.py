"""Convex polygons: one with fewer corners around one with many, and one a little larger."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["circumscribed", "outset"]

PARALLEL: Final = 1e-9
"""Cross product of two directions, in square pixels, below which they never meet."""

Point = tuple[float, float]


class _Meeting(NamedTuple):
    """Where the neighbours of an edge meet when it is left out, and the area that this adds."""

    added: float
    edge: int
    at: Point


def circumscribed(hull: NDArray[np.float32], corner_px2: float, most: int) -> tuple[Point, ...]:
    """Leave out edges of a convex polygon, (n, 2), and let their neighbours meet outside.

    The edge that adds the least area goes first, as long as it adds at most corner_px2 square
    pixels, or more than `most` corners are left: so a cut corner is filled and a round bowl gets
    few corners, and nothing that was inside comes to lie outside.
    """
    points: list[Point] = [(float(x), float(y)) for x, y in hull]
    while len(points) > 3:
        meetings = [one for k in range(len(points)) if (one := _meeting(points, k)) is not None]
        if not meetings:
            break
        least = min(meetings)
        if least.added > corner_px2 and len(points) <= most:
            break
        points[least.edge] = least.at
        del points[(least.edge + 1) % len(points)]
    return tuple(points)


def _meeting(points: list[Point], edge: int) -> _Meeting | None:
    """Where the edges beside the one from points[edge] meet beyond it, None when they do not."""
    count = len(points)
    before, start = points[edge - 1], points[edge]
    end, after = points[(edge + 1) % count], points[(edge + 2) % count]
    forth = (start[0] - before[0], start[1] - before[1])
    back = (end[0] - after[0], end[1] - after[1])
    turn = _cross(forth, back)
    if abs(turn) < PARALLEL:
        return None
    gap = (end[0] - start[0], end[1] - start[1])
    ahead, behind = _cross(gap, back) / turn, _cross(gap, forth) / turn
    if ahead < 0 or behind < 0:
        return None
    at = (start[0] + ahead * forth[0], start[1] + ahead * forth[1])
    added = abs(_cross((start[0] - at[0], start[1] - at[1]), (end[0] - at[0], end[1] - at[1]))) / 2
    return _Meeting(added, edge, at)


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]


def outset(corners: NDArray[np.float64], away: float) -> NDArray[np.float64]:
    """Move each edge of a convex polygon, (n, 2), outward by a length; its neighbours meet there.

    A corner whose edges are all but parallel moves along with them.
    """
    way = np.roll(corners, -1, axis=0) - corners
    across = np.stack([way[:, 1], -way[:, 0]], axis=1)
    across /= np.linalg.norm(way, axis=1)[:, None]
    outward = np.sum(across * (corners - corners.mean(axis=0)), axis=1, keepdims=True)
    across = np.where(outward < 0, -across, across)
    both = across + np.roll(across, 1, axis=0)
    # along the middle of both edges' directions, so far that it is `away` from each
    part = np.maximum(np.sum(both * across, axis=1, keepdims=True), PARALLEL)
    return np.asarray(corners + away * both / part, np.float64)
