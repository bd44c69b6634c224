"""Stacked dice: the upper one of two that overlap, and no other."""

import pytest

from vision.reading import Reading
from vision.stacking import with_stacked

SIDE = 30.0


def die(x: float, y: float, side: float = SIDE, sure: float = 0.9) -> Reading:
    out = side / 0.8
    return Reading(4, 4, sure, (x - out / 2, y - out / 2, out, out), (x, y))


def whys(*readings: Reading) -> list[str | None]:
    return [reading.why for reading in with_stacked(readings)]


def test_the_larger_of_two_that_overlap_lies_on_the_other() -> None:
    upper, lower = die(100, 100, SIDE * 1.04), die(112, 106)
    assert whys(lower, upper) == [None, "stacked"]
    [_, unread] = with_stacked([lower, upper])
    assert (unread.face, unread.guess) == (None, 4)


def test_of_two_as_large_the_surer_one_lies_on_top() -> None:
    assert whys(die(100, 100, sure=0.99), die(110, 100, sure=0.5)) == ["stacked", None]


@pytest.mark.parametrize("way", [0.76, 1.0])
def test_dice_that_touch_are_not_stacked(way: float) -> None:
    assert whys(die(100, 100), die(100 + way * SIDE, 100)) == [None, None]


def test_a_die_alone_is_not_stacked() -> None:
    assert whys(die(100, 100), die(200, 100)) == [None, None]
    assert whys() == []
