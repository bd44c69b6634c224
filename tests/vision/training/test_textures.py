"""Floors of rendered trays: light within bounds, repeatable, and without a seam."""

import numpy as np
import pytest

from vision.training.textures import KINDS, SIDE, texture

SEAMLESS = ("felt", "leather", "carpet", "plain", "stone")


@pytest.mark.parametrize("kind", KINDS)
def test_a_floor_is_linear_light_that_is_never_quite_black(kind: str) -> None:
    for seed in range(3):
        floor = texture(np.random.default_rng(seed), kind)
        assert floor.shape == (SIDE, SIDE, 3)
        assert floor.dtype == np.float32
        assert np.float32(0.002) <= floor.min() <= floor.max() <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_floor(kind: str) -> None:
    once, again, other = (texture(np.random.default_rng(seed), kind) for seed in (1, 1, 2))
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)


@pytest.mark.parametrize("kind", SEAMLESS)
@pytest.mark.parametrize("axis", [0, 1])
def test_a_floor_goes_on_over_its_edge_as_within(kind: str, axis: int) -> None:
    floor = texture(np.random.default_rng(4), kind)
    steps = np.abs(np.diff(floor, axis=axis, append=floor.take([0], axis=axis)))
    by_line = steps.mean(axis=(1 - axis, 2))
    assert by_line[-1] < 1.5 * by_line[:-1].max()


def test_a_floor_of_no_named_kind_is_one_of_them_drawn_at_random() -> None:
    drawn = {texture(np.random.default_rng(seed)).tobytes() for seed in range(6)}
    assert len(drawn) == 6
