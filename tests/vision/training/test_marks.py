"""Where the pips of a rendered face are, from its tile."""

import numpy as np
import pytest

from vision.training.marks import pips_on


def tile(
    *places: tuple[int, int], layer: int = 0
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    made = np.zeros((101, 101, 3), np.float32)
    for x, y in places:
        made[y - 3 : y + 4, x - 3 : x + 4, layer] = 1
    return made


def test_pips_lie_on_their_side_of_the_die() -> None:
    spots = tile((25, 25), (75, 75))
    for side in range(6):
        pips = pips_on(spots, side, 8.0, 2)
        assert pips is not None
        axis, sign = side // 2, 1 - 2 * (side % 2)
        assert pips[:, axis] == pytest.approx([8.0 * sign] * 2)
        rest = np.delete(pips, axis, axis=1)
        assert np.abs(rest) == pytest.approx(np.full((2, 2), 4.0))
        assert rest[0] == pytest.approx(-rest[1])


def test_inlays_are_pips_where_there_is_no_ink() -> None:
    pips = pips_on(tile((50, 50), layer=1), 4, 8.0, 1)
    assert pips is not None
    assert pips[0] == pytest.approx([0, 0, 8.0])


def test_pips_that_do_not_number_their_face_are_unknown() -> None:
    assert pips_on(tile((25, 25), (75, 75)), 4, 8.0, 3) is None
