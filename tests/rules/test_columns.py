"""Columns: every short one and every number against the ruling read literally, and the ends."""

import itertools

import pytest

from rules import alea
from rules.columns import EMPTY, beside, bounds, check_column, closed, enter, fitting
from rules.errors import InvalidInputError, InvalidTypeError, RulesError

Column = tuple[int | None, ...]


def by_definition(column: Column, number: int) -> tuple[int, ...]:
    """[R5]: empty spaces such that all entries above are lower and all below are higher."""
    return tuple(
        space
        for space in range(1, 8)
        if column[space - 1] is None
        and all(entry < number for entry in column[: space - 1] if entry is not None)
        and all(entry > number for entry in column[space:] if entry is not None)
    )


def grown(columns: set[Column], numbers: range | list[int]) -> set[Column]:
    """Return the columns with one more entry, entered as the rules allow, card 5 included."""
    return {
        enter(column, number, space)
        for column in columns
        for number in numbers
        for space in {*fitting(column, number), *beside(column, number)}
    }


def test_every_column_of_up_to_two_entries_takes_each_number_where_the_ruling_says() -> None:
    one = grown({EMPTY}, range(1, 40))
    two = grown(one, range(1, 40))
    assert len(one) == 7 * 39
    assert len(two) == 21 * 39 * 38 // 2 + 6 * 39
    for column in {EMPTY} | one | two:
        held = [entry for entry in column if entry is not None]
        near = {1, 20, 39, *(entry + step for entry in held for step in (-1, 0, 1))} - {0, 40}
        for number in near:
            assert alea.spaces(column, number) == by_definition(column, number)


def test_every_full_game_of_four_numbers_takes_each_number_where_the_ruling_says() -> None:
    numbers = [7, 8, 21, 39]
    reached = {EMPTY}
    everything: set[Column] = set()
    for _entry in range(7):
        reached = grown(reached, numbers)
        everything |= reached
    assert len(everything) > 1_000
    for column in everything:
        held = [entry for entry in column if entry is not None]
        assert held == sorted(held)
        assert check_column(column) == column
        for number in (1, 6, 7, 8, 9, 20, 21, 22, 38, 39):
            assert fitting(column, number) == by_definition(column, number)


def test_a_number_in_the_column_fits_nowhere() -> None:
    assert alea.spaces((None, 10, None, None, None, None, None), 10) == ()
    assert alea.spaces((None, 10, 10, None, 20, None, None), 10) == ()


def test_a_list_will_do_and_the_empty_column_takes_any_number_anywhere() -> None:
    assert alea.spaces([None] * 7, 39) == (1, 2, 3, 4, 5, 6, 7)


def test_bounds_are_the_nearest_entries() -> None:
    column = (None, 5, None, None, 9, 9, None)
    assert bounds(column) == ((0, 5), (0, 9), (5, 9), (5, 9), (5, 9), (9, 40), (9, 40))


def test_beside_means_directly_above_or_below_any_entry_of_the_number() -> None:
    assert beside((None, 5, None, None, 5, None, None), 5) == (1, 3, 4, 6)
    assert beside((5, None, 6, None, None, None, 7), 5) == (2,)
    assert beside((5, None, 6, None, None, None, 7), 7) == (6,)
    assert beside((5, 5, 6, None, None, None, 7), 5) == ()
    assert beside((5, None, 6, None, None, None, 7), 8) == ()


@pytest.mark.parametrize(
    ("column", "again", "spaces"),
    [
        ((37, None, None, None, None, None, 39), 0, (2, 3, 4, 5, 6)),
        ((37, None, None, None, None, None, 39), 1, (3, 4, 5)),
        ((37, None, None, None, None, None, 39), 2, (4,)),
        ((37, None, None, None, None, 38, 39), 1, (3, 4)),
        ((37, None, None, None, None, 38, 39), 2, ()),
        ((36, None, None, None, None, None, 39), 0, ()),
        ((1, None, 2, None, None, None, None), 0, (2,)),
        ((1, None, 2, None, None, None, None), 1, ()),
        ((None, 1, 2, 3, 4, 5, 39), 0, (1,)),
        ((2, 3, 4, 5, 6, 39, None), 0, (7,)),
        ((2, 3, 4, 5, 6, 7, 8), 0, ()),
        ((38, None, None, None, None, None, None), 0, ()),
        ((None,) * 7, 0, ()),
    ],
)
def test_a_space_is_closed_when_nothing_can_fill_it(
    column: Column, again: int, spaces: tuple[int, ...]
) -> None:
    assert closed(column, again) == spaces


def test_closed_spaces_are_those_that_no_number_and_no_card_fills() -> None:
    reached = {EMPTY}
    for _entry in range(4):
        reached = grown(reached, [1, 2, 37, 39])
    possible = [number for number in range(1, 40) if number != 38]
    for column in reached:
        filled = {space for number in possible for space in by_definition(column, number)}
        held = {entry for entry in column if entry is not None}
        by_card = {space for number in held for space in beside(column, number)}
        twice = {
            space
            for number, first in itertools.product(held, range(1, 8))
            if first in beside(column, number)
            for space in beside(enter(column, number, first), number)
        }
        empty = {space for space in range(1, 8) if column[space - 1] is None}
        assert set(closed(column, 0)) == empty - filled
        assert set(closed(column, 1)) == empty - filled - by_card
        assert set(closed(column, 2)) == empty - filled - by_card - twice


@pytest.mark.parametrize(
    ("column", "number", "kind", "says"),
    [
        ([None] * 6, 5, InvalidInputError, "has 6 spaces: expected 7"),
        ([None] * 8, 5, InvalidInputError, "has 8 spaces: expected 7"),
        ([9, 8, *[None] * 5], 5, InvalidInputError, "has 8 below 9: expected it to ascend"),
        ([9, None, 8, *[None] * 4], 5, InvalidInputError, "has 8 below 9"),
        ([0, *[None] * 6], 5, InvalidInputError, "an entry of the column is 0"),
        ([40, *[None] * 6], 5, InvalidInputError, "an entry of the column is 40"),
        ([True, *[None] * 6], 5, InvalidTypeError, "an entry of the column is True"),
        (["9", *[None] * 6], 5, InvalidTypeError, "is '9'"),
        (None, 5, InvalidTypeError, "the column is None"),
        ([None] * 7, 0, InvalidInputError, "the number is 0: expected 1 to 39"),
        ([None] * 7, 40, InvalidInputError, "the number is 40"),
        pytest.param([None] * 7, 10**5000, InvalidInputError, "a huge int", id="huge"),
        ([None] * 7, True, InvalidTypeError, "the number is True"),
        ([None] * 7, 5.0, InvalidTypeError, r"the number is 5\.0"),
        ([None] * 7, float("nan"), InvalidTypeError, "the number is nan"),
    ],
)
def test_what_is_no_column_or_no_number_is_refused(
    column: object, number: object, kind: type[RulesError], says: str
) -> None:
    with pytest.raises(kind, match=says):
        alea.spaces(column, number)  # type: ignore[arg-type]


def test_equal_entries_side_by_side_are_a_column() -> None:
    assert check_column([9, 9, *[None] * 5]) == (9, 9, *[None] * 5)
    assert check_column([1, None, 39, *[None] * 4]) == (1, None, 39, *[None] * 4)
