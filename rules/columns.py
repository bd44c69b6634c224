"""The score column of Alea Romana: where a number fits, and which spaces are closed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules import checks
from rules.errors import InvalidInputError
from rules.numerals import POSSIBLE

SPACES = 7
"""The spaces of a column, 1 to 7 from the top [R15]."""

Column = tuple[int | None, ...]

EMPTY: Column = (None,) * SPACES


def spaces(column: Sequence[int | None], number: int) -> tuple[int, ...]:
    """Return the spaces, 1 to 7 from the top, where the number may be entered [R5, R6].

    `column`: seven entries from the top, None where empty, ascending; a number may stand more
    than once (card 5). `number`: 1 to 39; whether dice make it is not asked.
    Raises InvalidTypeError or InvalidInputError.
    """
    return fitting(check_column(column), checks.whole(number, "the number", 1, 39))


def check_column(column: object) -> Column:
    """Return the column as a tuple when it has seven spaces and never descends."""
    found: list[int | None] = []
    lowest = 1
    for entry in checks.several(column, "the column"):
        if entry is None:
            found.append(None)
            continue
        number = checks.whole(entry, "an entry of the column", 1, 39)
        if number < lowest:
            msg = f"the column has {number} below {lowest}: expected it to ascend; reorder it"
            raise InvalidInputError(msg)
        lowest = number
        found.append(number)
    if len(found) != SPACES:
        msg = f"the column has {len(found)} spaces: expected {SPACES}; write None where empty"
        raise InvalidInputError(msg)
    return tuple(found)


@lru_cache(maxsize=4096)
def bounds(column: Column) -> tuple[tuple[int, int], ...]:
    """Return for each space the nearest entries above and below; 0 and 40 where there is none."""
    above: list[int] = []
    nearest = 0
    for entry in column:
        above.append(nearest)
        nearest = nearest if entry is None else entry
    below: list[int] = []
    nearest = 40
    for entry in reversed(column):
        below.append(nearest)
        nearest = nearest if entry is None else entry
    return tuple(zip(above, reversed(below), strict=True))


def fitting(column: Column, number: int) -> tuple[int, ...]:
    """Return what `spaces` does, for a column and a number already checked."""
    return tuple(
        space
        for space, (above, below) in enumerate(bounds(column), start=1)
        if column[space - 1] is None and above < number < below
    )


def beside(column: Column, number: int) -> tuple[int, ...]:
    """Return the empty spaces directly above or below an entry of this number (card 5) [R9]."""
    return tuple(
        space
        for space in range(1, SPACES + 1)
        if column[space - 1] is None and number in column[max(0, space - 2) : space + 1]
    )


def enter(column: Column, number: int, space: int) -> Column:
    """Return the column with the number in the space, 1 to 7 from the top."""
    return (*column[: space - 1], number, *column[space:])


@lru_cache(maxsize=4096)
def closed(column: Column, again: int) -> tuple[int, ...]:
    """Return the empty spaces that nothing can fill any more [R16].

    `again`: how many cards are left that enter a number again beside itself (card 5 and the
    joker). One after the other, they reach that many spaces from an entry.
    """
    return tuple(
        space
        for space, (above, below) in enumerate(bounds(column), start=1)
        if column[space - 1] is None
        and not any(number in POSSIBLE for number in range(above + 1, below))
        and all(entry is None for entry in column[max(0, space - 1 - again) : space + again])
    )
