"""Which reading belongs to which label, against every other way to pair them."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.matching import assign, pair
from vision.reading import Reading

Box = tuple[float, float, float, float]

MATRICES = st.tuples(st.integers(0, 5), st.integers(0, 5)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 40), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)


def reading(box: Box, center: tuple[float, float] | None = None) -> Reading:
    x, y, width, height = box
    return Reading(1, 1, 0.9, box, center or (x + width / 2, y + height / 2))


@settings(deadline=None)
@given(MATRICES)
def test_no_other_assignment_costs_less(costs: list[list[int]]) -> None:
    rows, columns = len(costs), len(costs[0]) if costs else 0
    found = assign(costs)
    assert len(found) == min(rows, columns)
    assert len(set(found.values())) == len(found)
    if rows <= columns:
        ways = (
            list(zip(range(rows), p, strict=True))
            for p in itertools.permutations(range(columns), rows)
        )
    else:
        ways = (
            list(zip(p, range(columns), strict=True))
            for p in itertools.permutations(range(rows), columns)
        )
    assert sum(costs[i][j] for i, j in found.items()) == min(
        sum(costs[i][j] for i, j in way) for way in ways
    )


def test_no_other_assignment_costs_less_among_many() -> None:
    chance = random.Random(7)
    for _ in range(300):
        costs = [[chance.random() for _ in range(5)] for _ in range(5)]
        found = assign(costs)
        best = min(sum(costs[i][p[i]] for i in range(5)) for p in itertools.permutations(range(5)))
        assert sum(costs[i][j] for i, j in found.items()) == pytest.approx(best)


@pytest.mark.parametrize(
    "label",
    [
        (100, 100, 40, 40),  # the whole die
        (104, 96, 30, 28),  # its upper face
        (110, 104, 16, 14),  # its pips
        (90, 90, 60, 60),  # drawn too wide
        (126, 98, 6, 24),  # the pips of a three, a little beside the centre
        (108, 112, 6, 6),  # the pip of a one
    ],
)
def test_labels_of_every_manner_are_met(label: Box) -> None:
    assert pair([label], [reading((100, 100, 40, 42), (118, 110))]) == {0: 0}


def test_a_box_that_overlaps_belongs_though_its_face_lies_outside_the_label() -> None:
    oblique = reading((100, 60, 40, 80), (120, 75))
    assert pair([(100, 95, 40, 45)], [oblique]) == {0: 0}


def test_a_reading_elsewhere_belongs_to_nothing() -> None:
    assert pair([(100, 100, 40, 40)], [reading((145, 100, 40, 40))]) == {}


def test_a_second_reading_of_a_die_belongs_to_nothing() -> None:
    twice = [reading((106, 100, 40, 40)), reading((101, 100, 40, 40))]
    assert pair([(100, 100, 40, 40)], twice) == {0: 1}


def test_touching_dice_keep_their_own_readings() -> None:
    labels = [(100.0 + 40 * i, 100.0, 40.0, 40.0) for i in range(5)]
    shifted = [reading((112.0 + 40 * i, 100, 40, 40)) for i in range(5)]
    assert pair(labels, shifted[::-1]) == {0: 4, 1: 3, 2: 2, 3: 1, 4: 0}


def test_each_die_gets_a_reading_where_one_could_be_served_twice() -> None:
    labels: list[Box] = [(100, 100, 40, 40), (120, 100, 60, 40)]
    between, left = reading((112, 100, 40, 40)), reading((96, 100, 40, 40))
    assert pair(labels, [between, left]) == {0: 1, 1: 0}


def test_the_nearer_of_two_upper_faces_belongs_where_the_outlines_overlap_alike() -> None:
    upper: list[Box] = [(100, 100, 30, 30), (100, 120, 30, 30)]
    far, near = reading((95, 95, 40, 60), (115, 134)), reading((95, 95, 40, 60), (115, 116))
    assert pair(upper, [far, near]) == {0: 1, 1: 0}
    assert pair(upper, [near, far]) == {0: 0, 1: 1}


def test_a_label_without_size_is_no_matter() -> None:
    assert pair([(10, 10, 0, 0)], [reading((100, 100, 40, 40))]) == {}
