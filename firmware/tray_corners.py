"""The tray's corners as players write them into table.toml, where it is not found by itself."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

__all__ = ["Corners", "read_corners"]

Point = tuple[float, float]
Edge = tuple[Point, Point]

Corners = tuple[Point, ...]
"""Corners one after another around the tray: (x, y) in parts of the picture, 0 to 1."""

FEWEST, MOST = 3, 12
"""Corners of a tray: a triangle to what passes for a round bowl."""

LEAST_PART: Final = 0.02
"""Part of the picture that a tray covers at least; two dice side by side cover as much."""

EXAMPLE: Final = "corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]"


def read_corners(tray: object) -> Corners | None:
    """The corners of a [tray] table, None when it says none; raises ValueError."""
    if not isinstance(tray, Mapping):
        raise ValueError(f"[tray] is {tray!r}: expected a table with {EXAMPLE}")
    for key in tray:
        if key != "corners":
            raise ValueError(
                f"[tray] says {key[:40]!r}, which nothing reads: did you mean corners? {EXAMPLE}"
            )
    if "corners" not in tray:
        return None
    listed = tray["corners"]
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise ValueError(f"[tray] corners is {listed!r}: expected {EXAMPLE}")
    if not FEWEST <= len(listed) <= MOST:
        raise ValueError(f"[tray] has {len(listed)} corners: expected {FEWEST} to {MOST}")
    corners = tuple(_corner(one, number) for number, one in enumerate(listed, 1))
    _refuse_crossing(corners)
    part = abs(_area(corners))
    if part < LEAST_PART:
        raise ValueError(
            f"[tray] corners cover {part:.1%} of the picture: expected at least {LEAST_PART:.0%}; "
            "give them around the tray in parts of width and height, 0 to 1"
        )
    return corners


def _corner(one: object, number: int) -> tuple[float, float]:
    if isinstance(one, Sequence) and not isinstance(one, str) and len(one) == 2:
        x, y = one
        if _is_part(x) and _is_part(y):
            return float(x), float(y)
    raise ValueError(
        f"[tray] corner {number} is {one!r}: expected [x, y] in parts of the picture, 0 to 1"
    )


def _is_part(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number <= 1


def _refuse_crossing(corners: Corners) -> None:
    """Edges of a tray meet only at their common corner."""
    edges = [(corners[k], corners[(k + 1) % len(corners)]) for k in range(len(corners))]
    for (i, one), (j, other) in combinations(enumerate(edges), 2):
        beside = j == i + 1 or (i == 0 and j == len(edges) - 1)
        if one[0] == one[1] or other[0] == other[1]:
            raise ValueError("[tray] has the same corner twice in a row: give each corner once")
        if _folds(one, other) if beside else _meet(one, other):
            raise ValueError(
                f"[tray] edge {i + 1} crosses edge {j + 1}: give the corners in their order "
                "around the tray"
            )


def _folds(one: Edge, other: Edge) -> bool:
    """Whether two edges with a common corner lie on each other."""
    common = one[1] if one[1] in other else one[0]
    a, b = (edge[0] if edge[1] == common else edge[1] for edge in (one, other))
    ahead = (a[0] - common[0]) * (b[0] - common[0]) + (a[1] - common[1]) * (b[1] - common[1])
    return _side(a, common, b) == 0 and ahead > 0


def _meet(one: Edge, other: Edge) -> bool:
    """Whether two edges without a common corner have a point in common."""
    (a, b), (c, d) = one, other
    if _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b):
        return True
    return any(
        _lies_on(point, edge) for edge, point in ((one, c), (one, d), (other, a), (other, b))
    )


def _lies_on(point: Point, edge: Edge) -> bool:
    (ax, ay), (bx, by) = edge
    x, y = point
    within = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return within and _side(*edge, point) == 0


def _side(a: Point, b: Point, c: Point) -> int:
    """On which side of the line from a to b the point c lies: 1, -1, or 0 on it."""
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0 if math.isclose(cross, 0, abs_tol=1e-12) else (1 if cross > 0 else -1)


def _area(corners: Corners) -> float:
    """The signed area inside, in parts of the picture (the shoelace formula)."""
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in ends) / 2
