"""The tray's outline: found whatever its shape, and never where it is not sure."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.knock import Knock
from vision.outline import Tray, corners_in, find_tray, sample
from vision.reading import Image, Reading

WIDTH, HEIGHT, DIE = 640, 480, 40
MIDDLE = (320, 240)
GREEN, RED, BLACK, GREY = (45, 110, 40), (40, 30, 140), (34, 32, 36), (120, 125, 128)
WOOD, TABLE = (60, 95, 150), (150, 165, 175)

Polygon = Sequence[tuple[float, float]]


def regular(
    corners: int, radius: float, at: tuple[int, int] = MIDDLE, turn: float = 0.1
) -> Polygon:
    angles = [turn + 2 * math.pi * k / corners for k in range(corners)]
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles]


SQUARE = [(110, 60), (560, 75), (545, 430), (95, 410)]
SHAPES = {
    "square": SQUARE,
    "hexagon": regular(6, 215),
    "bowl": regular(60, 205),
    "triangle": regular(3, 230, (320, 250), 0.55),
}


def drawn(
    floor: Polygon, colour: tuple[int, int, int] = GREEN, dice: Polygon = (), seed: int = 1
) -> Image:
    """A table with a tray of this floor, with a rim around it, and white dice."""
    image = np.full((HEIGHT, WIDTH, 3), TABLE, np.uint8)
    corners = np.array(floor, np.int32)
    cv2.polylines(image, [corners], isClosed=True, color=WOOD, thickness=36)
    cv2.fillPoly(image, [corners], colour)
    for x, y in dice:
        shadow = (round(x) - 14, round(y) - 14)
        cv2.rectangle(image, shadow, (shadow[0] + DIE, shadow[1] + DIE), (12, 18, 12), -1)
        corner = (round(x) - DIE // 2, round(y) - DIE // 2)
        cv2.rectangle(image, corner, (corner[0] + DIE, corner[1] + DIE), (225, 225, 220), -1)
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def die(x: float, y: float) -> Reading:
    half = DIE / 2
    return Reading(3, 3, 0.99, (x - half, y - half, DIE, DIE), (x, y))


def found(image: Image, dice: Polygon = ()) -> Tray:
    tray = find_tray([sample(image, [die(*at) for at in dice])])
    assert tray is not None
    return tray


def overlap(tray: Tray, floor: Polygon) -> float:
    """Intersection over union of the two."""
    masks = []
    for corners in ([(x * WIDTH, y * HEIGHT) for x, y in tray.corners], floor):
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(mask, [np.array(corners, np.int32)], 1)
        masks.append(mask)
    one, other = masks
    return float((one & other).sum() / (one | other).sum())


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tray_is_found_whatever_its_shape(shape: str) -> None:
    tray = found(drawn(SHAPES[shape]))
    assert overlap(tray, SHAPES[shape]) > 0.93
    assert 3 <= len(tray.corners) <= 12


@pytest.mark.parametrize("colour", [GREEN, RED, BLACK])
def test_a_tray_is_found_whatever_its_colour(colour: tuple[int, int, int]) -> None:
    assert overlap(found(drawn(SQUARE, colour)), SQUARE) > 0.93


def test_where_the_rim_looks_like_the_floor_the_tray_ends_at_the_table() -> None:
    tray = found(drawn(SQUARE, WOOD))
    assert tray.holds(die(100, 240), WIDTH, HEIGHT)
    assert not tray.holds(die(55, 240), WIDTH, HEIGHT)


def test_dice_at_the_wall_and_in_a_corner_change_nothing() -> None:
    dice = [(135, 85), (300, 92), (350, 92), (400, 95), (450, 97), (520, 395), (250, 250)]
    tray = found(drawn(SQUARE, dice=dice), dice)
    assert overlap(tray, SQUARE) > 0.93
    assert all(tray.holds(die(*at), WIDTH, HEIGHT) for at in dice)


def test_dice_that_lie_elsewhere_at_each_rest_change_nothing() -> None:
    rests = [[(140 + 70 * k, 90), (500, 140 + 60 * k)] for k in range(5)]
    samples = [sample(drawn(SQUARE, dice=dice, seed=k), ()) for k, dice in enumerate(rests)]
    tray = find_tray(samples)
    assert tray is not None and overlap(tray, SQUARE) > 0.93


def test_a_floor_that_is_half_in_shadow_and_half_under_a_lamp_is_one() -> None:
    image = drawn(SQUARE).astype(np.float32)
    image[:, 380:] *= 0.45
    image *= np.linspace(1.3, 0.8, HEIGHT, dtype=np.float32)[:, None, None]
    assert overlap(found(np.clip(image, 0, 255).astype(np.uint8)), SQUARE) > 0.9


def test_a_tray_that_reaches_out_of_the_picture_is_found_where_it_is_seen() -> None:
    floor = [(-80, 60), (500, 75), (505, 600), (-80, 600)]
    tray = found(drawn(floor))
    assert not tray.holds(die(590, 200), WIDTH, HEIGHT)
    assert tray.holds(die(30, 450), WIDTH, HEIGHT)


def test_corners_to_be_written_down_lie_in_the_picture() -> None:
    corners = corners_in(drawn([(-80, 60), (500, 75), (505, 600), (-80, 600)]))
    assert corners is not None
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in corners)
    assert min(x for x, _ in corners) < 0.02 and max(y for _, y in corners) > 0.98


@pytest.mark.parametrize(
    "image",
    [
        drawn([(-90, -90), (730, -90), (730, 570), (-90, 570)]),
        drawn([(-90, -90), (730, -90), (730, 570), (-90, 570)], GREY),
        drawn(regular(6, 60)),
        np.random.default_rng(3).integers(0, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8),
        np.zeros((HEIGHT, WIDTH, 3), np.uint8),
        np.full((3, 5, 3), 200, np.uint8),
    ],
    ids=["felt all over", "grey mat", "too small", "noise", "black", "tiny"],
)
def test_where_no_tray_stands_out_none_is_found(image: Image) -> None:
    assert corners_in(image) is None


def test_a_picture_full_of_dice_has_no_tray() -> None:
    dice = [(x, y) for x in range(20, WIDTH, 40) for y in range(20, HEIGHT, 40)]
    assert corners_in(drawn(SQUARE), [die(*at) for at in dice]) is None


def test_a_neighbouring_tray_of_the_same_colour_is_another() -> None:
    image = drawn([(60, 60), (400, 60), (400, 420), (60, 420)])
    image[:, 450:] = drawn([(480, 40), (700, 40), (700, 440), (480, 440)])[:, 450:]
    tray = found(image)
    assert tray.holds(die(230, 240), WIDTH, HEIGHT)
    assert not tray.holds(die(560, 240), WIDTH, HEIGHT)


def test_a_die_on_the_edge_counts_and_one_beyond_does_not() -> None:
    tray = Tray(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), slack_dice=0.5)
    side = 0.8 * DIE
    assert tray.holds(die(480 + 0.45 * side, 240), WIDTH, HEIGHT)
    assert not tray.holds(die(480 + 0.55 * side, 240), WIDTH, HEIGHT)


def test_given_corners_are_taken_at_their_word() -> None:
    tray = Tray(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)))
    assert tray.holds(die(479, 240), WIDTH, HEIGHT)
    assert not tray.holds(die(481, 240), WIDTH, HEIGHT)


def test_corners_written_down_hold_the_same_dice_as_the_tray_that_was_found() -> None:
    tray = Tray(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), slack_dice=0.5)
    dice = [die(400, 200), die(300, 300)]
    given = Tray(tray.written(dice, WIDTH, HEIGHT))
    for off in (0.45, 0.55):
        for at in ((480 + off * 0.8 * DIE, 240), (320, 120 - off * 0.8 * DIE)):
            assert given.holds(die(*at), WIDTH, HEIGHT) is (off < 0.5)
            assert tray.holds(die(*at), WIDTH, HEIGHT) is (off < 0.5)


def test_corners_written_down_stay_in_the_picture_and_given_ones_where_they_are() -> None:
    whole = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert sorted(Tray(whole, slack_dice=0.5).written([die(320, 240)], WIDTH, HEIGHT)) == sorted(
        whole
    )
    half = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
    assert Tray(half).written([die(320, 240)], WIDTH, HEIGHT) == half
    assert Tray(half, slack_dice=0.5).written([], WIDTH, HEIGHT) == half


def test_the_tray_is_carried_along_by_a_knock() -> None:
    tray = Tray(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), slack_dice=0.5)
    moved = tray.carried(Knock(0.0, 64, -48), WIDTH, HEIGHT)
    assert moved.corners[0] == pytest.approx((0.35, 0.15))
    assert moved.corners[2] == pytest.approx((0.85, 0.65))
    assert moved.slack_dice == 0.5


def test_a_tray_needs_a_sample() -> None:
    with pytest.raises(ValueError, match="no sample"):
        find_tray([])
