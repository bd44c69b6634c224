"""From a map of pips to a face: how many there are, and whether they lie as a face's pips do.

A judge says for each cell of a small map over the face how likely a pip of the upper face lies
there. Here the peaks of that map are counted and held against the six patterns, in any turn and a
little slanted. The pattern says nothing of brightness or colour, and the map nothing of patterns.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import dist, exp, hypot, inf, prod, sqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Peak", "face_shares", "fitted", "peaks"]

Floats = NDArray[np.float64]
Peak = tuple[float, float, float]
"""x, y in cells, and how likely a pip lies there, 0 to 1."""
Place = tuple[float, float]
"""x, y from the middle, in face sizes."""

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
PATTERNS: Final[dict[int, tuple[Place, ...]]] = {
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
AGAIN: Final = {4: 4, 5: 4, 6: 2}
"""How often in a whole circle a pattern is the same again."""


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
            if len(found) == MOST:
                break
    return found


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
    counted = _counted([min(max(p[2], 1e-4), 1 - 1e-4) for p in found])
    places = _places(found, heat.shape[0], face)
    likeliest = max(counted)
    shares = [1e-9] * 7
    no_face, a_face = 0.0, counted[0]
    shares[0] += counted[0]
    for n, likely in enumerate(counted[1:], 1):
        held = n < 7 and likely >= UNLIKELY * likeliest
        miss = _miss(n, places[:n]) if held else inf
        misfit = min(max((miss - WELL) / (NOT_AT_ALL - WELL), 0.0), 1.0)
        no_face, a_face = max(no_face, likely * misfit), max(a_face, likely * (1 - misfit))
        if n < 7:
            shares[n] += likely * max(exp(-0.5 * (miss / SPREAD) ** 2), WORST)
    whole = sum(shares) + max(0.0, no_face - a_face)
    return np.array([share / whole for share in shares])


def _counted(strengths: list[float]) -> list[float]:
    """How likely none, the first, the first two and so on of peaks are pips, and no others."""
    return [
        prod(strengths[:n]) * prod(1 - s for s in strengths[n:]) for n in range(len(strengths) + 1)
    ]


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


def _places(found: list[Peak], cells: int, face: float) -> list[Place]:
    """Peaks from the map's middle, in face sizes."""
    middle = (cells - 1) / 2
    return [((x - middle) / face, (y - middle) / face) for x, y, _ in found]


def _miss(count: int, at: list[Place]) -> float:
    """How far places are from the pattern of as many pips, in face sizes."""
    x, y = _mean(at)
    miss = max(0.0, hypot(x, y) - 0.12) / 2
    match count:
        case 1:
            return miss
        case 2:
            return miss + _too_near_or_far(dist(at[0], at[1]))
        case 3:
            return miss + _in_line(at)
        case _:
            return miss + _slanted(count, [(px - x, py - y) for px, py in at])


def _mean(at: list[Place]) -> Place:
    return sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)


def _too_near_or_far(far: float) -> float:
    """How much nearer or farther than in any face two pips of opposite corners are."""
    return max(0.0, 0.42 - far, far - 1.0)


def _in_line(at: list[Place]) -> float:
    """How far three places are from one line with even steps, in face sizes."""
    gaps = [(dist(at[i], at[j]), 3 - i - j) for i, j in ((0, 1), (0, 2), (1, 2))]
    longest, between = max(gaps)
    middle = _mean([at[i] for i in range(3) if i != between])
    return dist(at[between], middle) + _too_near_or_far(longest)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """The pattern of four pips or more, about its middle.

    places: its pips; size: the root of their mean square way from the middle, in face sizes; along:
    the sums of the squares of x and of y. turns: (n, count, 2), the pattern in all turns that are
    not the same again.
    """

    places: list[Place]
    size: float
    along: Place
    turns: Floats


@lru_cache(maxsize=8)
def _pattern(count: int) -> _Pattern:
    x, y = _mean(list(PATTERNS[count]))
    places = [(px - x, py - y) for px, py in PATTERNS[count]]
    along = sum(px * px for px, _ in places), sum(py * py for _, py in places)
    angles = np.arange(TURNS // AGAIN[count]) * 2 * np.pi / TURNS
    c, s = np.cos(angles), np.sin(angles)
    turn = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
    turns = np.asarray(np.einsum("tij,nj->tni", turn, np.array(places)))
    return _Pattern(places, sqrt(sum(along) / count), along, turns)


def _slanted(count: int, at: list[Place]) -> float:
    """How far places are from the pattern, turned, scaled and slanted at best, in face sizes.

    at: about their middle. In each turn every pip of the pattern takes the place next to it; which
    one each takes is all that a turn says, since what is slanted at best may be turned as well.
    """
    pattern = _pattern(count)
    ratio = sqrt(sum(x * x + y * y for x, y in at) / count) / pattern.size
    # The squared way to each place, less what all of them have in common.
    across = np.array(at)
    way = (across * across).sum(axis=1) - pattern.turns @ (2 * ratio * across.T)
    taken = {tuple(turn) for turn in way.argmin(axis=2).tolist()}
    left = [_left(pattern, [at[i] for i in turn]) for turn in taken if len(set(turn)) == count]
    return max(0.0, 0.6 - ratio, ratio - 1.5) + min(left, default=1.0)


def _left(pattern: _Pattern, target: list[Place]) -> float:
    """What the best linear map of a pattern's pips to as many places leaves, 1 at most.

    As far as the places are from where it puts the pips, and as far as it is too narrow.
    """
    both = list(zip(pattern.places, target, strict=True))
    # The least squares: in all patterns the sum of x y is 0.
    along_x, along_y = pattern.along
    a = sum(p[0] * t[0] for p, t in both) / along_x
    b = sum(p[0] * t[1] for p, t in both) / along_x
    c = sum(p[1] * t[0] for p, t in both) / along_y
    d = sum(p[1] * t[1] for p, t in both) / along_y
    off = sum((x * a + y * c - tx) ** 2 + (x * b + y * d - ty) ** 2 for (x, y), (tx, ty) in both)
    # A linear map about the middle can mend 3 of the places whatever they are; the rest tells.
    rest = sqrt(off / (len(both) - 3))
    # Singular values of the linear map: from their squares' sum and their product.
    squares, product = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    most, least = sqrt(squares + 2 * product), sqrt(max(squares - 2 * product, 0.0))
    return min(1.0, rest + max(0.0, 0.5 * (most + least) / 2 - (most - least) / 2))
