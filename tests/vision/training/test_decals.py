"""What is printed on rendered dice: the right marks, in the right number, on the right tiles."""

import cv2
import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training import decals
from vision.training.decals import TILE, letter_tiles, pip_tiles, roman_tiles

SEEDS = range(12)


@pytest.fixture
def plates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A black plate for each glyph, so that no font is needed."""

    def plate(text: str, rng: Generator, size: int) -> NDArray[np.float32]:
        rng.integers(2)
        wide, high = min(size * len(text) // 4, TILE // 2), size // 4
        ink = np.zeros((TILE, TILE), np.float32)
        middle = TILE // 2
        ink[middle - high : middle + high, middle - wide : middle + wide] = 1
        return ink

    monkeypatch.setattr(decals, "_glyph", plate)


def marks(tile: NDArray[np.float32]) -> int:
    ink = tile[..., 0]
    count, _ = cv2.connectedComponents((ink > 0.5 * ink.max()).astype(np.uint8))
    return int(count) - 1


@pytest.mark.usefixtures("plates")
def test_opposite_faces_of_a_pip_die_sum_to_seven() -> None:
    for seed in SEEDS:
        _, faces = pip_tiles(np.random.default_rng(seed))
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
        assert [low + high for low, high in zip(faces[::2], faces[1::2], strict=True)] == [7, 7, 7]


@pytest.mark.usefixtures("plates")
def test_a_tile_has_as_many_pips_as_its_face_says() -> None:
    alike = []
    for seed in SEEDS:
        tiles, faces = pip_tiles(np.random.default_rng(seed))
        alike += [marks(tile) == face for tile, face in zip(tiles, faces, strict=True)]
    # One die in twenty has pips so large that they may run together.
    assert np.mean(alike) >= 0.97


@pytest.mark.usefixtures("plates")
@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_are_shares_of_ink_inlay_and_relief(seed: int) -> None:
    pips, _ = pip_tiles(np.random.default_rng(seed))
    numerals, _ = roman_tiles(np.random.default_rng(seed))
    for tiles in (pips, numerals, letter_tiles(np.random.default_rng(seed))):
        assert tiles.shape == (6, TILE, TILE, 3)
        assert tiles.dtype == np.float32
        assert 0 <= tiles.min() <= tiles.max() <= 1


@pytest.mark.usefixtures("plates")
def test_a_roman_die_has_three_i_one_v_and_two_x() -> None:
    for seed in SEEDS:
        _, faces = roman_tiles(np.random.default_rng(seed))
        assert sorted(faces) == ["I", "I", "I", "V", "X", "X"]


@pytest.mark.usefixtures("plates")
def test_equal_numerals_of_a_die_differ_by_quarter_turns_alone() -> None:
    for seed in SEEDS:
        tiles, faces = roman_tiles(np.random.default_rng(seed))
        first = {face: tile for tile, face in reversed(list(zip(tiles, faces, strict=True)))}
        for tile, face in zip(tiles, faces, strict=True):
            assert any(np.array_equal(np.rot90(first[face], k), tile) for k in range(4))


@pytest.mark.usefixtures("plates")
@pytest.mark.parametrize("make", [pip_tiles, roman_tiles, letter_tiles])
def test_the_same_seed_gives_the_same_tiles(make: object) -> None:
    assert callable(make)
    once, again, other = (make(np.random.default_rng(seed)) for seed in (8, 8, 9))
    if make is not letter_tiles:
        once, again, other = once[0], again[0], other[0]
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)


def test_numerals_are_set_in_the_fonts_that_matplotlib_brings() -> None:
    pytest.importorskip("matplotlib", reason="the training extra is not installed")
    assert decals.fonts()
    for seed in SEEDS:
        tiles, _ = roman_tiles(np.random.default_rng(seed))
        assert all(tile[..., 0].max() > 0.3 for tile in tiles)


def test_no_font_leaves_a_numeral_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the training extra is not installed")
    for font in decals.fonts():
        monkeypatch.setattr(decals, "_FONTS", [font])
        for face in "IVX":
            ink = decals._glyph(face, np.random.default_rng(1), 80)
            assert ink.max() > 0.9, f"{face} in {font.name}"


def test_the_far_pips_of_a_clear_die_shine_through_as_inlays_and_leave_its_own() -> None:
    from vision.training.decals import pip_tiles, shining_through

    rng = np.random.default_rng(5)
    tiles, faces = pip_tiles(rng)
    seen = shining_through(tiles, rng)
    assert (seen[..., 0] == tiles[..., 0]).all()
    assert (seen[..., 1] >= tiles[..., 1]).all()
    one, six = faces.index(1), faces.index(6)
    assert seen[one, ..., 1].sum() > 2 * seen[six, ..., 1].sum()
