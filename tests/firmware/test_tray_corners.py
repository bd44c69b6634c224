"""Corners of the tray in table.toml: which are taken, and what is said to the others."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.tray_corners import read_corners

SQUARE = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]


def test_corners_come_as_they_were_given() -> None:
    assert read_corners({"corners": SQUARE}) == ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


def test_a_table_without_corners_gives_none() -> None:
    assert read_corners({}) is None


def test_a_tray_may_be_hollow() -> None:
    arrow = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.4], [0.9, 0.9]]
    corners = read_corners({"corners": arrow})
    assert corners is not None and len(corners) == 4


@pytest.mark.parametrize(
    ("tray", "message"),
    [
        (3, r"\[tray\] is 3: expected a table with corners = "),
        ({"corner": SQUARE}, "says 'corner', which nothing reads"),
        ({"corners": "all"}, "corners is 'all': expected corners = "),
        ({"corners": 4}, "corners is 4"),
        ({"corners": SQUARE[:2]}, "2 corners: expected 3 to 12"),
        ({"corners": [[0.5, 0.5]] * 13}, "13 corners"),
        ({"corners": [*SQUARE[:3], [0.1]]}, r"corner 4 is \[0.1\]: expected \[x, y\]"),
        ({"corners": [[-0.1, 0.5], *SQUARE[1:]]}, "corner 1 is"),
        ({"corners": [*SQUARE[:3], [0.1, 640]]}, "corner 4 is"),
        ({"corners": [*SQUARE[:3], [True, 0.5]]}, "corner 4 is"),
        ({"corners": [*SQUARE[:3], ["a", 0.5]]}, "corner 4 is"),
        ({"corners": [*SQUARE[:3], "ab"]}, "corner 4 is 'ab'"),
        ({"corners": [*SQUARE[:3], [math.nan, 0.5]]}, "corner 4 is"),
        ({"corners": [*SQUARE, SQUARE[3]]}, "same corner twice"),
        ({"corners": [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]}, "edge 1 crosses edge 3"),
        ({"corners": [[0, 0], [1, 0], [0.4, 0], [0.4, 1]]}, "edge 1 crosses edge 2"),
        ({"corners": [[0, 0], [1, 0], [1, 1], [0.5, 0], [0, 1]]}, "edge 1 crosses edge 3"),
        ({"corners": [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2]]}, "cover 0.5% of the picture"),
        ({"corners": [[0.1, 0.1], [0.5, 0.5], [0.9, 0.9]]}, "edge 1 crosses edge 3"),
    ],
)
def test_corners_that_are_no_tray_are_refused(tray: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_corners(tray)


@given(
    st.integers(3, 12),
    st.floats(0.2, 0.45),
    st.floats(0.2, 0.45),
    st.floats(0, 6),
    st.booleans(),
)
def test_every_bowl_is_taken_either_way_round(
    count: int, across: float, down: float, turn: float, back: bool
) -> None:
    angles = [turn + 2 * math.pi * k / count for k in range(count)]
    bowl = [[0.5 + across * math.cos(a), 0.5 + down * math.sin(a)] for a in angles]
    corners = read_corners({"corners": bowl[::-1] if back else bowl})
    assert corners is not None and len(corners) == count
