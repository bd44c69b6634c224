"""Polygons with fewer corners around polygons with many, and larger ones."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.polygon import circumscribed, outset

SQUARE = [(0, 0), (100, 0), (100, 100), (0, 100)]


def around(
    points: Sequence[tuple[float, float]], corner_px2: float = 0, most: int = 99
) -> list[object]:
    return list(circumscribed(np.array(points, np.float32), corner_px2, most))


def test_a_square_stays_as_it_is() -> None:
    assert around(SQUARE) == SQUARE


def test_a_cut_corner_is_filled_when_it_is_small_enough() -> None:
    cut = [(0, 0), (80, 0), (100, 20), (100, 100), (0, 100)]
    assert around(cut, corner_px2=199) == cut
    assert around(cut, corner_px2=201) == SQUARE


def test_a_bowl_gets_few_corners_however_much_that_adds() -> None:
    turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    bowl = [(float(np.cos(t)), float(np.sin(t))) for t in turns]
    assert len(around(bowl, most=12)) == 12


def test_a_triangle_can_lose_no_corner() -> None:
    assert len(around([(0, 0), (9, 0), (0, 9)], corner_px2=1e9, most=3)) == 3


places = st.tuples(st.integers(0, 160), st.integers(0, 120))


@given(st.lists(places, min_size=3, max_size=40, unique=True), st.floats(0, 400))
def test_nothing_that_was_inside_comes_to_lie_outside(
    points: list[tuple[int, int]], corner_px2: float
) -> None:
    hull = cv2.convexHull(np.array(points, np.float32))[:, 0, :].astype(np.float32)
    made = np.array(circumscribed(hull, corner_px2, 12), np.float32)
    if len(hull) < 3 or cv2.contourArea(hull) < 1:
        return
    for x, y in hull:
        assert cv2.pointPolygonTest(made, (float(x), float(y)), measureDist=True) >= -0.05


@pytest.mark.parametrize("order", [1, -1])
def test_each_edge_moves_outward_by_the_length(order: int) -> None:
    larger = outset(np.array(SQUARE[::order], np.float64), 5)
    assert larger.tolist() == pytest.approx(
        np.array([(-5, -5), (105, -5), (105, 105), (-5, 105)][::order])
    )


def test_an_edge_at_any_slant_moves_as_far_as_the_others() -> None:
    turns = np.deg2rad([0, 50, 170, 260])
    corners = 100 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    larger = outset(corners, 7).astype(np.float32)
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    away = [cv2.pointPolygonTest(larger, tuple(map(float, one)), True) for one in middles]
    assert away == pytest.approx([7] * 4, abs=1e-4)
