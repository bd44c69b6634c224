"""What makes dice hard to read: each fault is found where it is, and a good picture has none."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.conditions import AGAIN_S, EVERY_S, Condition, Minder, check
from vision.reading import Image, Observation, Reading

SIDE_PX = 36
PLACES = ((120, 90), (250, 140), (400, 300))


def picture(blur_px: float = 0.8, light: float = 1.0, side_px: int = SIDE_PX) -> Image:
    """A tray with three dice with pips, (480, 640, 3)."""
    image = np.full((480, 640, 3), (50, 100, 40), np.uint8)
    cv2.rectangle(image, (30, 25), (600, 450), (40, 60, 90), 14)
    for x, y in PLACES:
        half, pip = side_px // 2, max(1, side_px // 10)
        cv2.rectangle(image, (x - half, y - half), (x + half, y + half), (225, 225, 225), -1)
        for off in (-side_px // 4, 0, side_px // 4):
            cv2.circle(image, (x + off, y + off), pip, (20, 20, 20), -1)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur_px), np.uint8)
    noise = np.random.default_rng(2).normal(0, 3, image.shape)
    return np.asarray(np.clip(image * light + noise, 0, 255), np.uint8)


def seen(side_px: int = SIDE_PX) -> Observation:
    out_px = side_px * 1.25
    readings = [
        Reading(3, 3, 0.9, (x - out_px / 2, y - out_px / 2, out_px, out_px), (x, y))
        for x, y in PLACES
    ]
    return Observation(tuple(readings), 640, 480)


def kinds(found: Sequence[Condition]) -> list[str]:
    return [condition.kind for condition in found]


def test_nothing_is_wrong_with_a_good_picture() -> None:
    assert check(picture(), seen(), before=picture()) == []


def test_nothing_is_wrong_with_an_empty_tray() -> None:
    assert check(picture(), Observation((), 640, 480)) == []


def test_too_dark_is_said_with_how_dark_and_what_to_do() -> None:
    [dark] = check(picture(light=0.15), seen())
    assert dark.kind == "dark"
    assert dark.text.startswith("Too dark: the brightest parts reach 3")
    assert dark.text.endswith("Switch on a lamp.")


@pytest.mark.parametrize(
    ("where", "centre"),
    [
        ("left", (60, 240)),
        ("right", (590, 200)),
        ("top", (330, 40)),
        ("bottom", (300, 450)),
        ("middle", (320, 240)),
    ],
)
def test_glare_is_said_with_its_place(where: str, centre: tuple[int, int]) -> None:
    image = picture()
    cv2.circle(image, centre, 35, (255, 255, 255), -1)
    [glare] = check(image, seen())
    assert (glare.kind, glare.where) == ("glare", where)
    assert where in glare.text


def test_a_white_die_in_bright_light_is_no_glare() -> None:
    image = picture()
    for x, y in PLACES:
        cv2.rectangle(image, (x - 18, y - 18), (x + 18, y + 18), (255, 255, 255), 8)
    assert "glare" not in kinds(check(image, seen()))


def test_dice_whose_pips_run_together_are_out_of_focus() -> None:
    assert kinds(check(picture(blur_px=0.13 * SIDE_PX), seen())) == ["focus"]
    assert kinds(check(picture(blur_px=0.04 * SIDE_PX), seen())) == []


def test_focus_is_measured_by_the_size_of_the_dice() -> None:
    assert kinds(check(picture(blur_px=3.5, side_px=70), seen(70))) == []
    assert kinds(check(picture(blur_px=3.5, side_px=24), seen(24))) == ["focus"]


def test_dice_that_are_too_small_are_said_with_their_size() -> None:
    [small] = check(picture(blur_px=0.6, side_px=13), seen(13))
    assert small.kind == "small"
    assert "only 13 pixels wide" in small.text


def test_a_mount_that_moved_is_said_and_one_that_only_shook_is_not() -> None:
    for shift, expected in ((14, ["mount"]), (5, [])):
        matrix = np.array([[1, 0, shift], [0, 1, shift / 2]], np.float32)
        moved = cv2.warpAffine(picture(), matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE)
        image = np.asarray(moved, np.uint8)
        empty = Observation((), 640, 480)
        assert kinds(check(image, empty, before=picture())) == expected


def test_a_picture_of_another_size_says_nothing_of_the_mount() -> None:
    moved = np.roll(picture(), 20, axis=1)
    before = np.asarray(cv2.resize(moved, (320, 240)), np.uint8)
    assert check(picture(), seen(), before=before) == []


GOOD, DARK = picture(), picture(light=0.15)


def minded(images: Sequence[Image], step_s: float, minder: Minder | None = None) -> list[list[str]]:
    minder = minder or Minder()
    return [kinds(minder.mind(image, seen(), k * step_s)) for k, image in enumerate(images)]


def test_a_condition_is_said_once_at_its_second_check() -> None:
    assert minded([GOOD, DARK, DARK, DARK, DARK], EVERY_S) == [[], [], ["dark"], [], []]


def test_a_condition_is_said_again_only_after_it_was_better() -> None:
    flicker = [DARK, DARK, GOOD, DARK, DARK]
    assert minded(flicker, EVERY_S) == [[], ["dark"], [], [], []]
    better = [DARK, DARK, GOOD, GOOD, DARK, DARK]
    assert minded(better, EVERY_S) == [[], ["dark"], [], [], [], ["dark"]]


def test_glare_that_passes_is_not_said() -> None:
    assert minded([GOOD, DARK, GOOD, DARK, GOOD], EVERY_S) == [[]] * 5


def test_between_two_checks_nothing_is_looked_at() -> None:
    minder = Minder()
    minder.mind(DARK, seen(), 0.0)
    assert minder.mind(DARK, seen(), AGAIN_S - 0.1) == ()
    assert kinds(minder.mind(DARK, seen(), AGAIN_S)) == ["dark"]
    for time_s in np.arange(AGAIN_S + 0.2, AGAIN_S + EVERY_S, 0.2):
        assert minder.mind(np.zeros((0, 0, 3), np.uint8), seen(), float(time_s)) == ()


def shifted(image: Image) -> Image:
    matrix = np.array([[1, 0, 14], [0, 1, 7]], np.float32)
    moved = cv2.warpAffine(image, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def test_a_mount_that_sags_is_said_against_the_first_picture() -> None:
    assert minded([GOOD, shifted(GOOD), shifted(GOOD)], EVERY_S) == [[], [], ["mount"]]


def test_after_a_knock_the_mount_is_as_it_is_now() -> None:
    minder = Minder()
    minded([GOOD, GOOD], EVERY_S, minder)
    minder.knock()
    later = [kinds(minder.mind(shifted(GOOD), seen(), 60 + k * EVERY_S)) for k in range(4)]
    assert later == [[]] * 4


def test_the_first_picture_counts_anew_when_the_size_changes() -> None:
    small = np.asarray(cv2.resize(GOOD, (320, 240)), np.uint8)
    assert minded([GOOD, small, small, small], EVERY_S) == [[]] * 4
