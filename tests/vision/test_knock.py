"""Knocks: the movement of everything found, and nothing else taken for one."""

import math

import cv2
import numpy as np
import pytest

from vision.identity import TrayDie
from vision.knock import Knock, carried, find_knock
from vision.reading import Reading
from vision.structure import Grey

SIDE = (160, 120)


def scene(seed: int = 3) -> Grey:
    """A small grey picture: a rim, a table with its grain, and five dice."""
    rng = np.random.default_rng(seed)
    grey = np.full((120, 160), 90, np.float32)
    cv2.rectangle(grey, (8, 6), (150, 112), 40, 5)
    for _ in range(5):
        x, y = (int(at) for at in rng.integers((25, 25), (135, 95)))
        cv2.rectangle(grey, (x, y), (x + 9, y + 9), 220, -1)
    return grey


def moved(grey: Grey, x_px: float, y_px: float, degrees: float = 0.0) -> Grey:
    matrix = cv2.getRotationMatrix2D((80, 60), degrees, 1)
    matrix[:, 2] += np.array((x_px, y_px))
    out = cv2.warpAffine(grey, matrix, SIDE, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)


def noisy(grey: Grey, seed: int) -> Grey:
    return np.asarray(grey + np.random.default_rng(seed).normal(0, 0.7, grey.shape), np.float32)


@pytest.mark.parametrize(("x_px", "y_px", "degrees"), [(2, -1, 0), (9, 5, 0), (0, 0, 2), (4, 2, 3)])
def test_a_knock_is_found_with_its_shift_and_turn(x_px: float, y_px: float, degrees: float) -> None:
    knock = find_knock(noisy(scene(), 1), noisy(moved(scene(), x_px, y_px, degrees), 2))
    assert knock is not None
    assert knock.place((80, 60)) == pytest.approx((80 + x_px, 60 + y_px), abs=0.4)
    assert math.degrees(-knock.turn_rad) == pytest.approx(degrees, abs=0.4)


def test_a_still_picture_is_no_knock() -> None:
    assert find_knock(noisy(scene(), 1), noisy(scene(), 2)) is None


def test_thrown_dice_are_no_knock() -> None:
    assert find_knock(noisy(scene(3), 1), noisy(scene(4), 2)) is None


def test_one_pushed_die_on_a_bare_mat_is_no_knock() -> None:
    mat, pushed = np.full((2, 120, 160), 90, np.float32)
    cv2.rectangle(mat, (40, 40), (50, 50), 220, -1)
    cv2.rectangle(pushed, (42, 41), (52, 51), 220, -1)
    assert find_knock(mat, pushed) is None
    assert find_knock(noisy(mat, 1), noisy(pushed, 2)) is None


def test_pictures_without_anything_in_common_are_no_knock() -> None:
    other = np.random.default_rng(9).uniform(0, 255, (120, 160)).astype(np.float32)
    assert find_knock(scene(), other) is None


def test_dice_are_carried_along_with_centre_and_box() -> None:
    die = TrayDie(7, Reading(3, 3, 0.9, (10, 20, 4, 6), (12, 22)))
    [turned] = carried((die,), Knock(math.pi / 2, 100, 5))
    assert turned.identity == 7
    assert turned.reading.center == pytest.approx((78, 17))
    assert turned.reading.box == pytest.approx((75, 14, 4, 6))


def test_a_knock_grows_with_the_picture_and_its_turn_does_not() -> None:
    assert Knock(0.1, 2, -3).scaled(4) == Knock(0.1, 8, -12)
