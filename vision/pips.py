"""From a map of pips to a face: how many there are, and whether they lie as a face's pips do.

A judge says for each cell of a small map over the face how likely a pip of the upper face lies
there. Here the peaks of that map are counted and held against the six patterns, in any turn and a
little slanted. The pattern says nothing of brightness or colour, and the map nothing of patterns.
"""

from functools import lru_cache
from math import hypot
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
WELL: Final = 0.07
"""So far from its pattern, in face sizes, a face raises no doubt; of clearly seen rendered dice 98
in 100 are nearer than 0.04."""
NOT_AT_ALL: Final = 0.12
"""So far from its pattern, in face sizes, a count of pips is no face (0.1 to 0.15)."""
PLACED: Final = 0.088
"""Pips farther from the pattern of a known face, in face sizes, are not its pips."""
UNLIKELY: Final = 0.01
"""A count that much less likely than the likeliest is not held against its pattern."""

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
SQUARE: Final = np.ones((3, 3), np.uint8)
TURNS: Final = 24
"""Turns that are tried, over a whole circle; the fit mends half a step."""


def peaks(heat: Floats, face: float) -> list[Peak]:
    """The peaks of a map (n, n) of 0 to 1, the likeliest first; face: its side in cells."""
    smooth = np.asarray(heat, np.float32)
    around = cv2.dilate(smooth, SQUARE)
    rows, columns = np.nonzero((smooth >= around) & (smooth >= LEAST))
    bordered = cv2.copyMakeBorder(smooth, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    found: list[Peak] = []
    for i in np.argsort(-smooth[rows, columns], kind="stable"):
        row, column = int(rows[i]), int(columns[i])
        part = bordered[row : row + 3, column : column + 3].tolist()
        x, y = _middle(part, row, column)
        if all(hypot(x - p[0], y - p[1]) >= APART * face for p in found):
            found.append((x, y, part[1][1]))
    return found[:MOST]


def _middle(part: list[list[float]], row: int, column: int) -> tuple[float, float]:
    """The middle of a peak, between cells, by the weight of the nine cells about it."""
    (a, b, c), (d, e, f), (g, h, i) = part
    weight = a + b + c + d + e + f + g + h + i
    return column + (c + f + i - a - d - g) / weight, row + (g + h + i - a - b - c) / weight


def face_shares(heat: Floats, face: float) -> Floats:
    """(7,): how likely the map shows no pip or 1 to 6 of them in their pattern.

    What is left to 1 is doubt: pips are there, and in no face's pattern.
    heat: (n, n), 0 to 1, its middle on the face's; face: the face's side in cells.
    """
    found = peaks(heat, face)
    strengths = np.clip([p[2] for p in found], 1e-4, 1 - 1e-4)
    counts = range(len(found) + 1)
    counted = np.array([strengths[:n].prod() * (1 - strengths[n:]).prod() for n in counts])
    places = _places(found, heat.shape[0], face)
    misses = np.full(len(counted), np.inf)
    misses[0] = 0.0
    for n in counts[1:7]:
        if counted[n] >= UNLIKELY * counted.max():
            misses[n] = _miss(n, places[:n])
    misfits = np.clip((misses - WELL) / (NOT_AT_ALL - WELL), 0, 1)
    doubt = float((counted * misfits).max() - (counted * (1 - misfits)).max())
    shares = np.full(7, 1e-9)
    shares[: len(counted)] += (counted * _fit(misses))[:7]
    return np.asarray(shares / (shares.sum() + max(0.0, doubt)), np.float64)


def fitted(heat: Floats, face: float, count: int) -> Floats | None:
    """Where the pips of a face that is known lie in the map, (count, 2) cells; None if unsure."""
    found = peaks(heat, face)
    if len(found) < count or found[count - 1][2] < 0.25:
        return None
    if len(found) > count and found[count][2] > 0.7 * found[count - 1][2]:
        return None
    if _miss(count, _places(found[:count], heat.shape[0], face)) > PLACED:
        return None
    return np.array([p[:2] for p in found[:count]])


def _places(found: list[Peak], cells: int, face: float) -> Floats:
    """Peaks from the map's middle, in face sizes, (n, 2)."""
    middle = (cells - 1) / 2
    places = [[(x - middle) / face, (y - middle) / face] for x, y, _ in found]
    return np.array(places, np.float64).reshape(-1, 2)


def _fit(misses: Floats) -> Floats:
    """How likely real pips are as far from their pattern, WORST to 1."""
    return np.maximum(np.exp(-0.5 * (misses / SPREAD) ** 2), WORST)


def _miss(count: int, at: Floats) -> float:
    """How far places are from the pattern of as many pips, in face sizes."""
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
    return miss


def _in_line(at: Floats) -> float:
    """How far three places are from one line with even steps, in face sizes."""
    gaps = [(float(np.hypot(*(at[i] - at[j]))), 3 - i - j) for i, j in ((0, 1), (0, 2), (1, 2))]
    longest, between = max(gaps)
    ends = [i for i in range(3) if i != between]
    middle = at[ends].mean(axis=0)
    return float(np.hypot(*(at[between] - middle))) + max(0.0, 0.42 - longest, longest - 1.0)


@lru_cache(maxsize=8)
def _turned(count: int) -> tuple[Floats, Floats, float]:
    """The pattern in all turns, (TURNS, count, 2), their pseudo-inverses, and its size."""
    pattern = np.array(PATTERNS[count])
    pattern = pattern - pattern.mean(axis=0)
    angles = np.arange(TURNS) * 2 * np.pi / TURNS
    c, s = np.cos(angles), np.sin(angles)
    turn = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
    patterns = np.asarray(np.einsum("tij,nj->tni", turn, pattern))
    return patterns, np.linalg.pinv(patterns), float(np.sqrt((pattern**2).sum() / count))


def _slanted(count: int, at: Floats) -> float:
    """How far places are from the pattern, turned, scaled and slanted at best, in face sizes."""
    patterns, inverses, own = _turned(count)
    ratio = float(np.sqrt((at * at).sum() / count)) / own
    miss = max(0.0, 0.6 - ratio, ratio - 1.5)
    far = ((patterns[:, :, None, :] * ratio - at) ** 2).sum(axis=-1)
    nearest = far.argmin(axis=2)
    whole = (np.sort(nearest, axis=1) == np.arange(count)).all(axis=1)
    if not whole.any():
        return miss + 1.0
    turned, target = patterns[whole], at[nearest[whole]]
    slant = inverses[whole] @ target
    # A linear map about the middle can mend 3 of the places whatever they are; the rest tells.
    rest = np.sqrt(((turned @ slant - target) ** 2).sum(axis=(1, 2)) / (count - 3))
    # Singular values of the linear map: from their squares' sum and their product.
    squares = (slant * slant).sum(axis=(1, 2))
    product = np.abs(slant[:, 0, 0] * slant[:, 1, 1] - slant[:, 0, 1] * slant[:, 1, 0])
    both, between = np.sqrt(squares + 2 * product), np.sqrt(np.maximum(squares - 2 * product, 0))
    narrowness = np.maximum(0.0, 0.5 * (both + between) / 2 - (both - between) / 2)
    return miss + min(1.0, float((rest + narrowness).min()))
