"""Which reading belongs to which labelled box, one to one, by place alone.

Labels are drawn differently from source to source: round the whole die, round its upper face, or
round the pips only. A reading has the outline of the whole visible die and the centre of the upper
face, so either may be what agrees with the label.
"""

from collections.abc import Sequence
from typing import Final

from vision.reading import Reading

__all__ = ["assign", "pair"]

Box = tuple[float, float, float, float]

OVERLAP: Final = 0.3
"""Least intersection over union of a reading's box and a label that belong together.

Dice that touch in a row overlap by 0.1 at most, their bounding boxes too when they lie askew.
"""

CORE: Final = 0.3
"""Of a die's side: a label whose middle is that near to the centre of the face is of this die.

It lets in the labels that hold the pips only, which for a 1, 2 or 3 are narrower than a reading is
exact. The centres of two dice are at least 0.9 sides apart.
"""

FAR: Final = 1e6
"""The cost of a pair that does not belong together."""


def pair(boxes: Sequence[Box], readings: Sequence[Reading]) -> dict[int, int]:
    """Return {box: reading} by index, as many pairs as belong together, at the least distance.

    A reading belongs to a box that holds its centre, whose middle lies close to that centre, or
    that its own box overlaps.
    """
    costs = [[_cost(box, reading) for reading in readings] for box in boxes]
    return {i: j for i, j in assign(costs).items() if costs[i][j] < FAR}


def _cost(box: Box, reading: Reading) -> float:
    """Return 0 for the same place, 1 where the centre is at the rim, FAR when elsewhere."""
    x, y, width, height = box
    core = CORE * min(reading.box[2], reading.box[3])
    off_x, off_y = reading.center[0] - (x + width / 2), reading.center[1] - (y + height / 2)
    away = max(abs(off_x) / max(width / 2, core, 1), abs(off_y) / max(height / 2, core, 1))
    overlap = _overlap(box, reading.box)
    if away > 1 and overlap < OVERLAP:
        return FAR
    return min(away, 1 - overlap)


def _overlap(one: Box, other: Box) -> float:
    """Return intersection over union, 0 to 1."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(0.0, width) * max(0.0, height)
    union = one[2] * one[3] + other[2] * other[3] - shared
    return shared / union if union > 0 else 0.0


def assign(costs: Sequence[Sequence[float]]) -> dict[int, int]:
    """Return {row: column}, each used once, as many as there can be, at the least sum of costs.

    The Hungarian method with potentials (Kuhn 1955; Munkres 1957), one row added at a time along
    the cheapest augmenting path.
    """
    rows, columns = len(costs), len(costs[0]) if costs else 0
    if rows > columns:
        turned = [[costs[i][j] for i in range(rows)] for j in range(columns)]
        return {i: j for j, i in assign(turned).items()}
    row_price, column_price = [0.0] * rows, [0.0] * columns
    holder: list[int | None] = [None] * columns
    for row in range(rows):
        _add(row, costs, row_price, column_price, holder)
    return {row: column for column, row in enumerate(holder) if row is not None}


def _add(
    row: int,
    costs: Sequence[Sequence[float]],
    row_price: list[float],
    column_price: list[float],
    holder: list[int | None],
) -> None:
    """Give the row a column, moving earlier rows along the cheapest path that frees one."""
    columns = range(len(holder))
    least = [float("inf")] * len(holder)
    came_from: list[int | None] = [None] * len(holder)
    reached: list[int] = []
    current, last = row, None
    while True:
        for j in columns:
            slack = costs[current][j] - row_price[current] - column_price[j]
            if j not in reached and slack < least[j]:
                least[j], came_from[j] = slack, last
        nearest = min((j for j in columns if j not in reached), key=least.__getitem__)
        step = least[nearest]
        row_price[row] += step
        for j in reached:
            keeper = holder[j]
            assert keeper is not None
            row_price[keeper] += step
            column_price[j] -= step
        least = [gap - step for gap in least]
        reached.append(nearest)
        last = nearest
        if (keeper := holder[nearest]) is None:
            break
        current = keeper
    place: int | None = last
    while place is not None:
        before = came_from[place]
        holder[place] = row if before is None else holder[before]
        place = before
