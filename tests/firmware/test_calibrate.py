"""Setting a table up, on drawn trays: each step in turn, and what is said where one goes wrong."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.calibrate import OUTLINE, STEPS, Calibration, Corners
from firmware.set_up_words import before
from firmware.views import SetUp
from tests.pictures import ColourReader, Spot, tray
from vision.outline import SLACK_DICE, Tray
from vision.reading import Image

CORNERS: Corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
DICE = (Spot(5, 60, 60), Spot(2, 120, 70), Spot(6, 200, 180))


def large(image: Image) -> Image:
    """The picture twice as large, so that its dice are wide enough."""
    return np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST))


EMPTY = large(tray())
THROWN = large(tray(DICE))


def begun(corners: Corners | None = CORNERS) -> Calibration:
    return Calibration(ColourReader(), lambda image: corners)


def through(*images: Image, corners: Corners | None = CORNERS) -> Calibration:
    """Set up with OK after each picture."""
    calibration = begun(corners)
    for image in images:
        calibration.see(image)
        calibration.press("ok")
    return calibration


def said(calibration: Calibration) -> str:
    assert calibration.finding is not None
    return calibration.finding.text


def test_four_pictures_and_four_presses_set_a_table_up() -> None:
    calibration = begun()
    for step, image in zip(STEPS, (EMPTY, EMPTY, THROWN, THROWN), strict=True):
        assert calibration.step == step
        assert calibration.view().lines == (before(step),)
        calibration.see(image)
        assert calibration.finding is not None
        assert calibration.finding.good, calibration.finding.text
        assert calibration.view().below == "OK: go on"
        calibration.press("ok")
    learned = calibration.learned()
    assert calibration.step is None
    assert learned.good
    assert (sorted(map(str, learned.faces)), learned.unread) == (["2", "5", "6"], ())
    assert (learned.kind, learned.corners) == ("pips", CORNERS)
    assert calibration.view() == SetUp("READY", "", ("All is well.",), "OK: to the menu")


def test_the_tray_found_goes_into_table_toml() -> None:
    assert through(EMPTY).learned().toml() == (
        "[tray]\ncorners = [[0.100, 0.100], [0.900, 0.100], [0.900, 0.900], [0.100, 0.900]]\n"
    )


def test_corners_found_are_written_as_wide_as_the_table_takes_them() -> None:
    learned = through(EMPTY, EMPTY, THROWN, THROWN).learned()
    found, written = Tray(CORNERS, SLACK_DICE), Tray(learned.to_write or ())
    height, width = THROWN.shape[:2]
    one = learned.readings[0]
    for x in range(round(0.9 * width) - 40, width):
        at = replace(one, center=(float(x), height / 2))
        assert written.holds(at, width, height) is found.holds(at, width, height)
    assert learned.corners == CORNERS


def test_corners_that_players_wrote_are_told_as_they_are() -> None:
    calibration = Calibration(ColourReader(), lambda image: CORNERS, given=True)
    for image in (EMPTY, EMPTY, THROWN, THROWN):
        calibration.see(image)
        calibration.press("ok")
    assert calibration.learned().to_write == CORNERS


def test_without_a_tray_the_whole_picture_counts_and_the_finding_stays() -> None:
    calibration = through(EMPTY, EMPTY, THROWN, THROWN, corners=None)
    learned = calibration.learned()
    assert learned.toml() == ""
    assert not learned.good
    assert calibration.view().lines == ("Look again at: TRAY",)


def test_a_dark_picture_asks_for_a_lamp() -> None:
    calibration = through(EMPTY)
    calibration.see(large(tray(light=0.3)))
    assert "too dark" in said(calibration)
    assert calibration.view().below == "OK: all the same"
    calibration.see(EMPTY)
    assert "good" in said(calibration)


@pytest.mark.parametrize(
    ("part", "where"),
    [((slice(0, 480), slice(560, 640)), "at the right"),
     ((slice(200, 280), slice(280, 360)), "in the middle")],
)  # fmt: skip
def test_glare_is_told_with_its_side(part: tuple[slice, slice], where: str) -> None:
    image = EMPTY.copy()
    image[part] = 255
    calibration = through(EMPTY)
    calibration.see(image)
    assert f"glare {where}" in said(calibration)
    assert where in calibration.view().lines[0]


def test_dice_that_are_not_there_are_asked_for() -> None:
    calibration = through(EMPTY, EMPTY)
    calibration.see(EMPTY)
    assert "No dice are seen" in said(calibration)
    calibration.press("ok")
    calibration.see(EMPTY)
    assert said(calibration).startswith("No dice are seen.")
    assert calibration.learned().kind == "auto"


def test_small_dice_bring_the_camera_down() -> None:
    calibration = through(EMPTY, EMPTY)
    calibration.see(np.asarray(cv2.resize(tray(DICE), None, fx=0.8, fy=0.8), np.uint8))
    assert "nearer to the tray" in said(calibration)


def test_a_die_that_is_not_read_is_told_with_its_place_and_reason() -> None:
    calibration = through(EMPTY, EMPTY, THROWN)
    calibration.see(large(tray((*DICE, Spot(4, 250, 60, "cocked")))))
    assert calibration.view().lines == ("2 5 6 read, one leans",)
    assert "one leans, perhaps 4" in said(calibration)
    calibration.press("ok")
    learned = calibration.learned()
    assert [one.why for one in learned.unread] == ["cocked"]
    assert not learned.good


def test_back_does_a_step_again() -> None:
    calibration = through(EMPTY, EMPTY)
    calibration.press("back")
    steps = [calibration.step]
    assert len(calibration.learned().findings) == 1
    for _ in range(2):
        calibration.press("back")
        steps.append(calibration.step)
    assert steps == ["light", "tray", "tray"]


def test_no_step_is_taken_before_a_picture_nor_by_another_button() -> None:
    calibration = begun()
    calibration.press("ok")
    calibration.see(EMPTY)
    calibration.press("up")
    calibration.press("help_hold")
    assert calibration.step == "tray"


def test_pictures_after_the_end_change_nothing() -> None:
    calibration = through(EMPTY, EMPTY, THROWN, THROWN)
    learned = calibration.learned()
    calibration.see(EMPTY)
    calibration.press("ok")
    assert calibration.learned() == learned


def test_the_picture_shows_the_tray_and_what_was_read() -> None:
    calibration = begun()
    assert calibration.picture() is None
    plain = through(EMPTY, corners=None).picture()
    assert np.array_equal(plain, EMPTY)  # type: ignore[arg-type]
    outlined = through(EMPTY).picture()
    assert outlined is not None
    height, width = EMPTY.shape[:2]
    assert tuple(outlined[round(0.1 * height), width // 2]) == OUTLINE
    assert tuple(outlined[height // 2, width // 2]) == tuple(EMPTY[height // 2, width // 2])
    drawn = through(EMPTY, EMPTY, THROWN, corners=None).picture()
    assert drawn is not None
    assert drawn.shape == THROWN.shape
    assert not np.array_equal(drawn, THROWN)
