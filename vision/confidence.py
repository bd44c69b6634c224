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

__all__ = ["AS_IT_IS", "Curve", "at", "fit", "load", "save"]

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


def save(path: Path, curves: Mapping[str, Curve]) -> None:
    """Write curves by the kind of dice, pips and roman."""
    path.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> dict[str, Curve]:
    """The curves of a file; none when there is no file. Raises ValueError for what is no curve."""
    if not path.is_file():
        return {}
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        curves = {kind: tuple((float(x), float(y)) for x, y in read[kind]) for kind in read}
    except (ValueError, TypeError, LookupError) as error:
        raise ValueError(f"{path}: holds no curves of confidence; {REMEDY}") from error
    for kind, curve in curves.items():
        numbers = [*curve[0], *curve[-1]] if curve else [-1.0]
        rising = all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(curve))
        if not rising or min(numbers) < 0 or max(numbers) > 1:
            raise ValueError(f"{path}: the curve of {kind} does not rise from 0 to 1; {REMEDY}")
    return curves


REMEDY: Final = "delete it, or fit it anew with python -m firmware.fit_confidence"
