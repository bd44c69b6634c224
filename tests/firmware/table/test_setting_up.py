"""Setting the table up with five buttons and a screen of 128x64."""

import pytest

from firmware.calibrate import STEPS, Calibration, Learned
from firmware.screens import render
from firmware.table.setting_up import EVERY_S, SetUpPage
from hardware.ports import Frame
from tests.firmware.test_calibrate import CORNERS, EMPTY, THROWN
from tests.pictures import ColourReader
from vision.reading import Image


class Setting:
    """A page, its frames, and what came of it."""

    def __init__(self) -> None:
        self.reader = ColourReader()
        self.learned: list[Learned] = []
        self.left = 0
        calibration = Calibration(self.reader, lambda image: CORNERS)
        self.page = SetUpPage(calibration, self.learned.append, self.leave)
        self.time_s = 0.0

    def leave(self) -> None:
        self.left += 1

    def see(self, image: Image, after_s: float = EVERY_S) -> None:
        self.time_s += after_s
        self.page.see(Frame(image, self.time_s, 0))

    @property
    def heading(self) -> str:
        return self.page.view().heading


@pytest.fixture
def setting() -> Setting:
    return Setting()


def test_four_steps_and_five_presses_learn_the_table(setting: Setting) -> None:
    for step, image in zip(STEPS, (EMPTY, EMPTY, THROWN, THROWN), strict=True):
        assert setting.heading == step.upper()
        setting.see(image)
        render(setting.page.view())
        setting.page.press("ok")
    assert setting.heading == "READY"
    assert setting.learned == []
    setting.page.press("ok")
    (learned,) = setting.learned
    assert learned.good
    assert learned.corners == CORNERS


def test_ok_before_a_look_waits_for_one(setting: Setting) -> None:
    setting.page.press("ok")
    assert setting.heading == "TRAY"


def test_dice_are_not_read_more_often_than_that(setting: Setting) -> None:
    for image in (EMPTY, EMPTY):
        setting.see(image)
        setting.page.press("ok")
    for _ in range(15):
        setting.see(THROWN, after_s=EVERY_S / 10)
    assert setting.reader.reads == 2


def test_a_new_step_looks_at_once(setting: Setting) -> None:
    for image in (EMPTY, EMPTY, THROWN):
        setting.see(image, after_s=0.01)
        setting.page.press("ok")
    assert setting.heading == "DICE"


def test_back_goes_a_step_back_and_from_the_first_leaves(setting: Setting) -> None:
    setting.see(EMPTY)
    setting.page.press("ok")
    setting.page.press("back")
    assert (setting.heading, setting.left) == ("TRAY", 0)
    setting.page.press("back")
    assert setting.left == 1
