"""Where the finder looks, with a finder that says what was laid down for each size of look."""

import numpy as np
import pytest

from vision import search
from vision.finder import LEAST_HEAT, Candidate, Finder
from vision.reading import Image

PICTURE: Image = np.zeros((480, 640, 3), np.uint8)


class Told(Finder):
    """Finds what it is told, by the long side of the look."""

    def __init__(self, found: dict[int, list[Candidate]]) -> None:
        self.found = found
        self.asked: list[int] = []

    def look(self, image: Image, long_side: int, least: float = LEAST_HEAT) -> list[Candidate]:
        self.asked.append(long_side)
        return self.found.get(long_side, [])


def die(x: float, size: float = 40, heat: float = 0.9) -> Candidate:
    return Candidate((x, 200), size, (x - size / 2, 200 - size / 2, size, size), heat)


COARSE, FULL = search.COARSE_SIDE, search.LONG_SIDE


def test_a_coarse_look_does_for_large_sure_dice() -> None:
    told = Told({COARSE: [die(100), die(200)]})
    assert search.coarsely(told, PICTURE) == [die(100), die(200)]
    assert told.asked == [COARSE]


@pytest.mark.parametrize("odd", [die(200, size=24), die(200, size=170), die(200, heat=0.4)])
def test_a_coarse_look_does_not_for_a_small_a_vast_or_an_unsure_one(odd: Candidate) -> None:
    assert search.coarsely(Told({COARSE: [die(100), odd]}), PICTURE) == []


def test_a_tiny_picture_gets_no_coarse_look() -> None:
    told = Told({COARSE: [die(60)]})
    assert search.coarsely(told, SMALL) == []
    assert told.asked == []


def test_small_dice_get_a_closer_look() -> None:
    told = Told({FULL: [die(300, size=12)], 2 * FULL: [die(300, size=13), die(400, size=12)]})
    assert [c.size for c in search.find(told, PICTURE)] == [13, 12]


def framed(*dice: Candidate) -> dict[int, list[Candidate]]:
    return {round(search.FRAMED_SIDE * (1 + 2 * search.FRAME)): list(dice)}


SMALL: Image = np.zeros((120, 120, 3), np.uint8)


def inside(x: float, y: float, size: float, heat: float = 0.8) -> Candidate:
    """A die of a picture of 120 x 120, as it lies in the frame of 36 pixels around."""
    return Candidate(
        (x + 36, y + 36), size, (x + 36 - size, y + 36 - size, 2 * size, 2 * size), heat
    )


def test_a_die_that_fills_a_small_picture_is_found_in_its_place() -> None:
    told = Told(framed(inside(60, 58, 70)))
    (found,) = search.find(told, SMALL)
    assert found.center == (60, 58)
    assert found.box == (-10, -12, 140, 140)
    assert told.asked == list(told.found)


@pytest.mark.parametrize(
    "dice",
    [
        [inside(60, 60, 30)],
        [inside(60, 60, 70, heat=0.5)],
        [inside(40, 60, 45), inside(95, 60, 45)],
    ],
)
def test_several_dice_a_small_or_an_unsure_one_do_not_fill_a_picture(dice: list[Candidate]) -> None:
    told = Told(framed(*dice) | {FULL: [die(60, size=10)], 2 * FULL: [die(60, size=10)]})
    assert [c.size for c in search.find(told, SMALL)] == [10]


def test_a_tray_of_dice_is_not_taken_for_one_large_die() -> None:
    whole = Candidate((300, 240), 250, (100, 40, 400, 400), 0.9)
    frame_px = round(search.FRAME * 2 * search.FRAMED_SIDE)
    scaled = Candidate((120 + frame_px, 96 + frame_px), 100, (80, 60, 160, 160), 0.9)
    told = Told({FULL: [whole, die(620)], FULL // 2: [whole, die(620)], **framed(scaled)})
    assert die(620) in search.find(told, PICTURE)


def test_only_the_surest_of_many_are_judged() -> None:
    many = [die(10 * i, heat=0.5 + i / 200) for i in range(search.MOST + 9)]
    kept = search.find(Told({FULL: many}), PICTURE)
    assert len(kept) == search.MOST
    assert min(c.heat for c in kept) == many[9].heat
