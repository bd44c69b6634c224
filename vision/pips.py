"""From a map of pips to a face: how many there are, and whether they lie as a face's pips do.

A judge says for each cell of a small map over the face how likely a pip of the upper face lies
there. Here the peaks of that map are counted and held against the six patterns, in any turn and a
little slanted. The pattern says nothing of brightness or colour, and the map nothing of patterns.
"""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Peak", "face_shares", "fitted", "peaks"]

Floats = NDArray[np.float64]
Peak = tuple[float, float, float]
"""x, y in cells, and how likely a pip lies there, 0 to 1."""

LEAST: Final = 0.08
"""A peak below this is none."""
MOST: Final = 10
"""Peaks that are looked at; no face has more than six."""
APART: Final = 0.13
"""Peaks closer than this many face sizes are one; pips of a six are 0.2 apart at least."""
SPREAD: Final = 0.045
"""How far from the pattern pips lie, by and large, in face sizes."""
WORST: Final = 1e-4
"""How likely a pattern is that does not fit at all."""

A: Final = 0.27
"""From the middle to a pip, along a side, in face sizes."""
PATTERNS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-A, -A), (A, A)),
    3: ((-A, -A), (0, 0), (A, A)),
    4: ((-A, -A), (A, -A), (-A, A), (A, A)),
    5: ((-A, -A), (A, -A), (0, 0), (-A, A), (A, A)),
    6: ((-A, -A), (0, -A), (A, -A), (-A, A), (0, A), (A, A)),
}
TURNS: Final = 24
"""Turns that are tried, over a whole circle; the fit mends half a step."""


def peaks(heat: Floats, face: float) -> list[Peak]:
    """The peaks of a map (n, n) of 0 to 1, the likeliest first; face: its side in cells."""
    smooth = np.asarray(heat, np.float32)
    around = cv2.dilate(smooth, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((smooth >= around) & (smooth >= LEAST))
    found: list[Peak] = []
    for i in np.argsort(-smooth[rows, columns], kind="stable"):
        row, column = int(rows[i]), int(columns[i])
        x, y = _middle(smooth, row, column)
        if all(np.hypot(x - p[0], y - p[1]) >= APART * face for p in found):
            found.append((x, y, float(smooth[row, column])))
    return found[:MOST]


def _middle(heat: NDArray[np.float32], row: int, column: int) -> tuple[float, float]:
    """The middle of a peak, between cells, by the weight of its neighbours."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    part = heat[top : row + 2, left : column + 2]
    ys, xs = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    weight = float(part.sum())
    return float((part * xs).sum() / weight), float((part * ys).sum() / weight)


def face_shares(heat: Floats, face: float) -> Floats:
    """(7,): how likely the map shows no pip or 1 to 6 of them, summing to 1.

    heat: (n, n), 0 to 1, its middle on the face's; face: the face's side in cells.
    """
    found = peaks(heat, face)
    strengths = np.clip([p[2] for p in found], 1e-4, 1 - 1e-4)
    shares = np.zeros(7)
    for n in range(min(len(found), 6) + 1):
        shares[n] = np.prod(strengths[:n]) * np.prod(1 - strengths[n:])
        if n:
            shares[n] *= _fits(n, _places(found[:n], heat.shape[0], face))
    shares += 1e-9
    return np.asarray(shares / shares.sum(), np.float64)


def fitted(heat: Floats, face: float, count: int) -> Floats | None:
    """Where the pips of a face that is known lie in the map, (count, 2) cells; None if unsure."""
    found = peaks(heat, face)
    if len(found) < count or found[count - 1][2] < 0.25:
        return None
    if len(found) > count and found[count][2] > 0.7 * found[count - 1][2]:
        return None
    if _fits(count, _places(found[:count], heat.shape[0], face)) < 0.15:
        return None
    return np.array([p[:2] for p in found[:count]])


def _places(found: list[Peak], cells: int, face: float) -> Floats:
    """Peaks from the map's middle, in face sizes, (n, 2)."""
    middle = (cells - 1) / 2
    return np.array([[(x - middle) / face, (y - middle) / face] for x, y, _ in found])


def _fits(count: int, at: Floats) -> float:
    """How well places fit the pattern of as many pips, WORST to 1."""
    centre = at.mean(axis=0)
    off = float(np.hypot(*centre))
    miss = max(0.0, off - 0.12) / 2
    match count:
        case 1:
            pass
        case 2:
            far = float(np.hypot(*(at[1] - at[0])))
            miss += max(0.0, 0.42 - far, far - 1.0)
        case 3:
            miss += _in_line(at)
        case _:
            miss += _slanted(count, at - centre)
    return max(WORST, float(np.exp(-0.5 * (miss / SPREAD) ** 2)))


def _in_line(at: Floats) -> float:
    """How far three places are from one line with even steps, in face sizes."""
    gaps = [(float(np.hypot(*(at[i] - at[j]))), 3 - i - j) for i, j in ((0, 1), (0, 2), (1, 2))]
    longest, between = max(gaps)
    ends = [i for i in range(3) if i != between]
    middle = at[ends].mean(axis=0)
    return float(np.hypot(*(at[between] - middle))) + max(0.0, 0.42 - longest, longest - 1.0)


@lru_cache(maxsize=8)
def _turned(count: int) -> Floats:
    """The pattern in all turns, (TURNS, count, 2)."""
    pattern = np.array(PATTERNS[count])
    pattern = pattern - pattern.mean(axis=0)
    angles = np.arange(TURNS) * 2 * np.pi / TURNS
    c, s = np.cos(angles), np.sin(angles)
    turn = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
    return np.asarray(np.einsum("tij,nj->tni", turn, pattern))


def _slanted(count: int, at: Floats) -> float:
    """How far places are from the pattern, turned, scaled and slanted at best, in face sizes."""
    size = float(np.sqrt((at**2).sum(axis=1).mean()))
    patterns = _turned(count)
    own = float(np.sqrt((patterns[0] ** 2).sum(axis=1).mean()))
    ratio = size / own
    miss = max(0.0, 0.6 - ratio, ratio - 1.5)
    far = ((patterns[:, :, None, :] * ratio - at[None, None, :, :]) ** 2).sum(axis=-1)
    nearest = far.argmin(axis=2)
    whole = (np.sort(nearest, axis=1) == np.arange(count)).all(axis=1)
    best = 1.0
    for t in np.nonzero(whole)[0]:
        target = at[nearest[t]]
        slant, *_ = np.linalg.lstsq(patterns[t], target, rcond=None)
        wide, narrow = map(float, np.linalg.svd(slant, compute_uv=False))
        rest = np.sqrt(((patterns[t] @ slant - target) ** 2).sum(axis=1).mean())
        best = min(best, float(rest) + max(0.0, 0.5 * wide - narrow))
    return miss + best
