"""What the finder is taught to answer for the dice of a picture."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.training.samples import Target

HEAT, FLAT, HEAT_COUNTS, PLACE_COUNTS, FLAT_COUNTS = 0, 8, 9, 10, 12


def die(x: float, y: float, grounded: int = 1, ignore: bool = False) -> "Target":
    pytest.importorskip("torch", reason="the training extra is not installed")
    from vision.training.samples import Target

    return Target(np.array([x, y]), 30.0, (x - 20, y - 20, x + 20, y + 20), 4, grounded, ignore)


def taught(*dice: "Target") -> NDArray[np.float32]:
    from vision.training.train_finder import targets

    return targets(list(dice))


def test_heat_is_full_in_the_cell_of_the_die_alone() -> None:
    answer = taught(die(100, 52))
    assert np.argwhere(answer[HEAT] == 1).tolist() == [[6, 12]]
    assert answer[1:3, 6, 12].tolist() == [0.0, 0.0]
    assert answer[3:7, 6, 12] == pytest.approx(np.log(20 / 8))
    assert answer[7, 6, 12] == pytest.approx(np.log(30 / 8))


def test_a_doubtful_die_is_neither_die_nor_none() -> None:
    answer = taught(die(100, 52, ignore=True))
    assert answer[HEAT].max() == 0
    assert answer[HEAT_COUNTS, 6, 12] == 0
    assert answer[HEAT_COUNTS, 0, 0] == 1


def test_where_a_die_lies_counts_only_where_it_is_known() -> None:
    answer = taught(die(60, 60, grounded=-1), die(180, 180, grounded=0))
    assert answer[FLAT_COUNTS, 7, 7] == 0
    assert answer[PLACE_COUNTS, 7, 7] > 0
    assert (answer[FLAT, 22, 22], answer[FLAT_COUNTS, 22, 22]) == (0, 1)
