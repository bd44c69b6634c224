"""Why a die is not read, on drawn dice: cut, glaring, blurred, close to another."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.finder import Candidate
from vision.flaws import blur_sides, glare_part, is_cut, named
from vision.reading import Image

SIDE = 48


def die(x: float = 120, y: float = 80, size: float = SIDE) -> Candidate:
    return Candidate((x, y), size, (x - size / 2, y - size / 2, size, size), 0.9)


def drawn(turn_deg: float = 20, colour: tuple[int, int, int] = (40, 40, 180)) -> Image:
    """A five in the middle of a tray, (160, 240, 3), as a good camera sees it."""
    big = np.full((640, 960, 3), (60, 80, 50), np.uint8)
    turn = cv2.getRotationMatrix2D((480, 320), turn_deg, 4)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * SIDE
    cv2.fillPoly(big, [(corners @ turn[:, :2].T + (480, 320)).astype(np.int32)], colour)
    for pip in np.array([(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)]) * 0.27 * SIDE:
        x, y = turn[:, :2] @ pip + (480, 320)
        cv2.circle(big, (round(x), round(y)), round(0.1 * SIDE * 4), (230, 230, 230), cv2.FILLED)
    small = cv2.resize(big, (240, 160), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(0, 3, small.shape)
    return (cv2.GaussianBlur(small, (0, 0), 0.6) + noise).clip(0, 255).astype(np.uint8)


def smeared(image: Image, turn_deg: float, length_px: int) -> Image:
    kernel = np.zeros((length_px, length_px))
    kernel[length_px // 2] = 1
    middle = (length_px / 2 - 0.5, length_px / 2 - 0.5)
    turned = cv2.warpAffine(kernel, cv2.getRotationMatrix2D(middle, turn_deg, 1), kernel.shape)
    return np.asarray(cv2.filter2D(image, -1, turned / turned.sum()), np.uint8)


def lit(image: Image, places: Sequence[tuple[int, int]], radius: int) -> Image:
    glaring = image.copy()
    for place in places:
        cv2.circle(glaring, place, radius, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    return glaring


@pytest.mark.parametrize("turn_deg", [0, 20, 45])
def test_a_sharp_die_alone_has_no_other_reason(turn_deg: float) -> None:
    assert named(drawn(turn_deg), die(), []) == "doubtful"
    assert blur_sides(drawn(turn_deg), die()) < 0.06


@pytest.mark.parametrize("turn_deg", [0, 20, 45])
@pytest.mark.parametrize("way_deg", [0, 30, 90])
def test_a_die_that_moved_is_blurred_whichever_way(turn_deg: float, way_deg: float) -> None:
    image = smeared(drawn(turn_deg), way_deg, 25)
    assert named(image, die(), []) == "blurred"


def test_a_die_out_of_focus_is_blurred() -> None:
    image = np.asarray(cv2.GaussianBlur(drawn(), (0, 0), 0.16 * SIDE), np.uint8)
    assert named(image, die(), []) == "blurred"


def test_a_die_too_small_or_without_contrast_is_not_called_blurred() -> None:
    grey = np.full((160, 240, 3), 90, np.uint8)
    assert blur_sides(grey, die()) == 0
    assert blur_sides(drawn(), die(size=10)) == 0


def test_a_lamp_on_the_face_is_glare() -> None:
    assert named(lit(drawn(), [(115, 75)], 10), die(), []) == "glare"
    assert glare_part(lit(drawn(), [(190, 75)], 10), die()) == 0


def test_a_white_die_glares_only_where_all_of_it_is_burnt_out() -> None:
    white = drawn(colour=(243, 243, 243))
    assert glare_part(white, die()) < 1
    assert named(np.minimum(white.astype(int) + 25, 255).astype(np.uint8), die(), []) == "glare"


def test_a_neighbour_that_touches_is_named_and_one_a_little_off_is_not() -> None:
    assert named(drawn(), die(), [die(120 + 1.05 * SIDE)]) == "touching"
    assert named(drawn(), die(), [die(120 + 1.3 * SIDE)]) == "doubtful"
    assert named(drawn(), die(), [die(120 + 0.3 * SIDE)]) == "doubtful"


def test_a_face_outside_the_picture_has_no_glare() -> None:
    assert glare_part(drawn(), die(-100, -100)) == 0
    assert blur_sides(drawn(), die(-100, -100)) == 0


def test_an_outline_beyond_the_edge_is_cut() -> None:
    assert not is_cut(die(SIDE / 2 + 1), 240, 160)
    assert is_cut(die(SIDE / 2 - 6), 240, 160)


def test_a_die_that_fills_the_picture_is_whole_when_its_upper_face_is() -> None:
    wide = Candidate((60, 60), 80, (-15, -10, 150, 150), 0.9)
    assert not is_cut(wide, 120, 120)
    assert is_cut(Candidate((30, 60), 80, (-30, 10, 120, 110), 0.9), 120, 120)
    assert is_cut(wide, 400, 120)
