"""What the looks' sureness is worth: how often dice are right of which they are that sure.

The mean of the looks is no probability. A curve for each kind of dice, which only rises, turns it
into the share that was right among dice whose faces are known. The curves lie with the networks in
confidence.json, and are fitted anew for new networks by `python -m firmware.fit_confidence`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

__all__ = ["AS_IT_IS", "Curve", "at", "fit", "load", "text"]

Curve = tuple[tuple[float, float], ...]
"""Points (how sure the looks are, how often they are right), both rising, 0 to 1; straight lines
between them."""

AS_IT_IS: Final[Curve] = ((0.0, 0.0), (1.0, 1.0))
"""The curve that changes nothing."""

EDGES: Final = (0.0, 0.3, 0.5, 0.65, 0.75, 0.85, 0.92, 0.96, 0.98, 0.99, 0.996, 1.0)
"""Dice between two of these are judged together: finer where most dice are."""


def fit(claims: Iterable[tuple[float, bool]]) -> Curve:
    """The curve through claims (how sure, whether right); AS_IT_IS when there are none.

    The share that was right in each bin, made rising by pooling neighbours that fall (Ayer and
    others, 1955). A bin of n dice counts half a right and half a wrong one more, so that none
    promises certainty.
    """
    listed = list(claims)
    pools: list[list[float]] = []  # how many, the sum of how sure, how many right
    for low, high in pairwise(EDGES):
        inside = [c for c in listed if low <= c[0] < high or c[0] == high == EDGES[-1]]
        if not inside:
            continue
        pools.append([len(inside), sum(c[0] for c in inside), sum(c[1] for c in inside)])
        while len(pools) > 1 and _share(pools[-2]) >= _share(pools[-1]):
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    if not pools:
        return AS_IT_IS
    points = [(round(pool[1] / pool[0], 4), round(_share(pool), 4)) for pool in pools]
    start = [] if points[0][0] == 0 else [(0.0, 0.0)]
    end = [] if points[-1][0] == 1 else [(1.0, points[-1][1])]
    return (*start, *points, *end)


def _share(pool: Sequence[float]) -> float:
    return (pool[2] + 0.5) / (pool[0] + 1)


def at(curve: Curve, sure: float) -> float:
    """How often dice of which the looks are so sure are right, 0 to 1."""
    return float(np.interp(sure, [p[0] for p in curve], [p[1] for p in curve]))


def text(curves: Mapping[str, Curve]) -> str:
    """The text of a file with curves by the kind of dice, pips and roman."""
    return json.dumps(curves, indent=1) + "\n"


def load(path: Path) -> dict[str, Curve]:
    """The curves of a file; none when there is no file. Raises ValueError for what is no curve.

    A curve has a point at 0 and one at 1, so that it says something of every sureness.
    """
    if not path.is_file():
        return {}
    try:
        read = json.loads(path.read_text(encoding="utf-8")).items()
        curves = {kind: tuple((float(x), float(y)) for x, y in points) for kind, points in read}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path}: holds no curves of confidence; {REMEDY}") from error
    for kind, curve in curves.items():
        if kind not in KINDS:
            raise ValueError(f"{path}: {kind[:40]!r} is no kind of dice; {REMEDY}")
        if not _rises(curve):
            raise ValueError(f"{path}: the curve of {kind} does not rise from 0 to 1; {REMEDY}")
    return curves


def _rises(curve: Curve) -> bool:
    """Whether it rises, and is a curve from 0 to 1; what is no number (NaN) never does."""
    if len(curve) < 2 or (curve[0][0], curve[-1][0]) != (0, 1):
        return False
    rising = all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(curve))
    return rising and curve[0][1] >= 0 and curve[-1][1] <= 1


KINDS: Final = ("pips", "roman")


REMEDY: Final = "delete it, or fit it anew with python -m firmware.fit_confidence"
