"""Maps of pips and what face they are: patterns in any turn, and what must not pass for one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.training.pips import face_shares, fitted, peaks

CELLS = 32
FACE = CELLS / 2.1

CORNERS = [(-0.27, -0.27), (0.27, 0.27), (0.27, -0.27), (-0.27, 0.27)]
PIPS = {
    1: [(0.0, 0.0)],
    2: CORNERS[:2],
    3: [(0.0, 0.0), *CORNERS[:2]],
    4: CORNERS,
    5: [(0.0, 0.0), *CORNERS],
    6: [*CORNERS, (0.0, -0.27), (0.0, 0.27)],
}
"""Where the pips of real dice lie, in face sizes from the middle."""

Map = NDArray[np.float64]


def drawn(places: NDArray[np.float64], strength: float = 0.9) -> Map:
    """A map with pips at places, in face sizes from the middle; their tops lie between cells."""
    y, x = np.mgrid[:CELLS, :CELLS]
    heat = np.zeros((CELLS, CELLS))
    for px, py in places * FACE + (CELLS - 1) / 2:
        spot = strength * np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * 1.1**2))
        heat = np.maximum(heat, spot)
    return heat


def turned(face: int, turn: float, slant: float = 1.0) -> NDArray[np.float64]:
    c, s = np.cos(turn), np.sin(turn)
    places = np.array(PIPS[face]) @ np.array([[c, s], [-s, c]])
    return np.asarray(places * (1.0, slant), np.float64)


@given(
    st.integers(1, 6),
    st.floats(0, 6.2832),
    st.floats(0.75, 1.15),
    st.tuples(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05)),
)
def test_a_face_is_known_in_any_turn_a_little_slanted_and_off(
    face: int, turn: float, slant: float, off: tuple[float, float]
) -> None:
    shares = face_shares(drawn(turned(face, turn, slant) + off), FACE)
    assert shares.sum() == pytest.approx(1)
    assert int(shares.argmax()) == face
    assert shares[face] > 0.5


def test_an_empty_map_shows_no_pips() -> None:
    assert face_shares(np.zeros((CELLS, CELLS)), FACE)[0] > 0.99


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_a_faint_pip_leaves_a_doubt(face: int) -> None:
    places = turned(face, 0.3)
    heat = np.maximum(drawn(places[1:]), drawn(places[:1], 0.5))
    assert face_shares(heat, FACE)[face] < 0.9


WRONG = {
    "a kite of four": [(-0.27, -0.27), (0.27, -0.27), (0.0, 0.2), (0.05, 0.45)],
    "a T of four": [(-0.3, -0.2), (0.0, -0.2), (0.3, -0.2), (0.0, 0.25)],
    "a star of four": [(0.0, 0.0), (0.0, -0.35), (0.3, 0.18), (-0.3, 0.18)],
    "a row of four": [(-0.39, 0.0), (-0.13, 0.0), (0.13, 0.0), (0.39, 0.0)],
    "a corner of three": [(-0.27, -0.27), (0.27, -0.27), (-0.27, 0.27)],
    "a row of three with uneven steps": [(-0.35, 0.0), (-0.15, 0.0), (0.35, 0.0)],
    "two in one corner": [(0.25, 0.25), (0.4, 0.4)],
    "one in a corner": [(0.35, 0.35)],
    "a row of five": [(-0.4, 0.0), (-0.2, 0.0), (0.0, 0.0), (0.2, 0.0), (0.4, 0.0)],
    "five in a house": [(-0.27, -0.2), (0.27, -0.2), (-0.27, 0.3), (0.27, 0.3), (0.0, -0.45)],
    "five, one on a side": [(-0.27, -0.27), (0.27, -0.27), (-0.27, 0.27), (0.27, 0.27), (0.27, 0)],
    "a triangle of six": [(0, -0.4), (-0.2, -0.1), (0.2, -0.1), (-0.4, 0.2), (0, 0.2), (0.4, 0.2)],
    "seven": [*PIPS[6], (0.0, 0.0)],
    "eight": [*PIPS[6], (-0.27, 0.0), (0.27, 0.0)],
}


@pytest.mark.parametrize("places", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("turn", [0.0, 0.5, 1.1])
def test_clear_pips_in_no_pattern_are_no_face(
    places: list[tuple[float, float]], turn: float
) -> None:
    c, s = np.cos(turn), np.sin(turn)
    heat = drawn(np.array(places) @ np.array([[c, s], [-s, c]]), 0.97)
    assert len(peaks(heat, FACE)) == len(places)
    shares = face_shares(heat, FACE)
    assert shares.max() < 0.5
    assert shares.sum() < 0.7
    assert fitted(heat, FACE, min(len(places), 6)) is None


MOVED = {3: (0.27, 0.0), 4: (-0.3, 0.0), 5: (-0.3, 0.0), 6: (-0.15, 0.0)}
"""Where no such face has a pip; the pip of its first corner is put there."""


@pytest.mark.parametrize("face", MOVED)
def test_one_pip_far_from_its_place_is_a_doubt(face: int) -> None:
    places = np.array(PIPS[face], np.float64)
    before = face_shares(drawn(places, 0.97), FACE)[face]
    places[PIPS[face].index(CORNERS[0])] = MOVED[face]
    assert before > 0.7
    assert face_shares(drawn(places, 0.97), FACE)[face] < 0.5


def test_a_row_of_three_with_uneven_steps_is_no_three() -> None:
    assert fitted(drawn(np.array([(-0.3, 0.0), (-0.1, 0.0), (0.3, 0.0)])), FACE, 3) is None


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_pips_of_a_known_face_are_placed(face: int) -> None:
    places = turned(face, 0.7)
    placed = fitted(drawn(places), FACE, face)
    assert placed is not None
    wanted = places * FACE + (CELLS - 1) / 2
    off = np.linalg.norm(placed[:, None] - wanted[None], axis=2).min(axis=1)
    assert off.max() < 0.6


def test_the_pips_of_a_face_with_more_peaks_than_it_has_are_not_placed() -> None:
    assert fitted(drawn(turned(5, 0.2)), FACE, 4) is None
    assert fitted(drawn(turned(4, 0.2)), FACE, 5) is None


def test_one_pip_is_one_peak_between_cells() -> None:
    ((x, y, likely),) = peaks(drawn(np.array([(0.03, -0.02)])), FACE)
    assert (x, y) == pytest.approx((15.5 + 0.03 * FACE, 15.5 - 0.02 * FACE), abs=0.3)
    assert 0.8 < likely <= 0.9
