"""Small words of sentences."""

import pytest

from rules import wording
from rules.shape import Outcome


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "no dice"), (1, "one die"), (2, "two dice"), (7, "seven dice"), (8, "8 dice")],
)
def test_small_numbers_are_in_words(number: int, words: str) -> None:
    assert wording.counted(number, "die", "dice") == words


def test_a_debt_is_in_figures() -> None:
    assert wording.counted(-1, "point", "points") == "-1 points"


def test_coins_are_in_figures() -> None:
    assert [*map(wording.coins, (0, 1, 2))] == ["0 coins", "1 coin", "2 coins"]


def test_lists_and_alternatives() -> None:
    assert wording.listed((6, 5, 5)) == "6 5 5"
    assert wording.either((9, 11)) == "9 or 11"
    assert wording.either((9,)) == "9"


def test_an_outcome_says_who_and_why() -> None:
    alone = Outcome(("Ann",), (4, 0), "Ben has no coins left", "A12")
    assert str(alone) == "Ann wins: Ben has no coins left [A12]"
    shared = Outcome(("Ann", "Cy"), (40, 0, 40), "seven turns each are over", "R14")
    assert str(shared) == "Ann and Cy share the win: seven turns each are over [R14]"
