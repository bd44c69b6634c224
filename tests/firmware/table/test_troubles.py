"""What goes wrong at a table: camera, buttons, screen, disk, sound; and that the game stays."""

import errno
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Picture

from firmware.loop import Press, Tick
from firmware.table.ports import CameraFault, Check, Notice
from firmware.table.rest import DIM_S, OFF_S
from firmware.table.tones import CLOCK, ILLEGAL, TAKEN, VICTORY
from firmware.views import AttackChoice, Boot, Menu, Message, ParryChoice, Trouble, Winner
from hardware.errors import DisplayError
from hardware.ports import Edge, Frame
from hardware.sim import SimLight, SimOled, SimSound
from tests.firmware.journal.disk import FOLDER, MemoryFiles
from tests.firmware.played import PLACES
from tests.firmware.table.evening import Evening, dice
from tests.pictures import Spot

FIVE = dice((2, 1, 6, 3, 5), range(5))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


# ---------------------------------------------------------------- the camera


def test_a_camera_that_stalls_is_said_and_opened_again_and_the_game_is_kept(
    evening: Evening,
) -> None:
    evening.start("Alphatian")
    evening.see(FIVE)
    since_s = evening.time_s
    assert evening.wait(2.9, step_s=0.1, blind=True) == ["complaint"]
    assert evening.said[-1].line.facts["why"] == "camera"
    assert evening.said[-1].time_s - since_s < 3
    assert evening.reopened == 1
    assert isinstance(evening.view, Trouble)
    assert evening.press("ok", "up", "help") == []
    evening.wait(20, blind=True)
    assert evening.reopened == 4
    assert evening.see(FIVE) == ["camera_back"]
    assert isinstance(evening.view, AttackChoice)
    assert evening.press("ok") == ["attack"]


def test_the_game_can_be_paused_while_the_camera_is_away(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.table.handle(CameraFault("unplugged", evening.time_s))
    assert evening.said[-1].line.facts["reason"] == "unplugged"
    evening.press("back")
    assert isinstance(evening.view, Menu)


def test_grey_frames_are_no_frames(evening: Evening) -> None:
    evening.start("Alphatian")
    grey = np.full((240, 320, 3), 127, np.uint8)
    for tenth in range(30):
        evening.table.handle(Frame(grey, evening.time_s + tenth / 10, tenth))
    assert isinstance(evening.view, Trouble)


def test_a_camera_lost_in_the_menu_is_said_there(evening: Evening) -> None:
    evening.press("ok")
    evening.table.handle(CameraFault("unplugged", evening.time_s))
    assert isinstance(evening.view, Trouble)
    evening.press("ok")
    assert isinstance(evening.view, Menu)


def test_a_camera_that_comes_and_goes_is_shown_once_and_no_longer_than_it_is_away(
    evening: Evening,
) -> None:
    evening.press("ok")
    menu = evening.view
    for _ in range(3):
        evening.wait(5, blind=True)
        assert isinstance(evening.view, Trouble)
        evening.see(())
        assert evening.view == menu
    evening.wait(5, blind=True)
    evening.table.handle(CameraFault("they hang", evening.time_s, hung=True))
    evening.press("ok")
    assert evening.view == menu
    evening.see(())
    assert evening.view == menu


def test_the_self_check_says_what_was_seen_since(tmp_path: Path) -> None:
    checks = (Check("camera", None, part="camera"), Check("disk", True, part="disk"))
    evening = Evening(tmp_path, checks=checks)
    assert evening.view == Boot((("camera", None), ("disk", True)))
    evening.wait(1)
    assert evening.view == Boot((("camera", True), ("disk", True)))
    evening.wait(1)
    assert isinstance(evening.view, Menu)
    evening.choose("Settings")
    evening.table.handle(CameraFault("unplugged", evening.time_s))
    evening.press("ok")
    evening.choose("Self-check")
    assert evening.view == Boot((("camera", False), ("disk", True)))
    evening.wait(5, blind=True)
    assert isinstance(evening.view, Boot)


def test_the_clock_of_a_parry_stops_while_the_camera_is_away(evening: Evening) -> None:
    evening.press("ok")
    evening.choose("Alphatian")
    evening.choose("Clock")
    evening.press("up", "ok")
    evening.choose("Start")
    evening.attack((6, 6, 5, 5, 3))
    evening.table.handle(CameraFault("unplugged", evening.time_s))
    assert "clock" not in evening.wait(30, blind=True)
    evening.see(dice((6, 6, 5, 5, 3), range(5)))
    assert isinstance(evening.view, ParryChoice)


# ---------------------------------------------------------------- buttons


def test_a_stuck_button_is_named(evening: Evening) -> None:
    evening.press("ok")
    evening.table.handle(Edge("down", True, evening.time_s))
    assert evening.wait(25) == ["stuck"]
    assert evening.view == Trouble("Button", ("DOWN is stuck:", "set it free"))
    evening.table.handle(Edge("ok", True, evening.time_s + 0.1))
    assert isinstance(evening.view, Menu)
    evening.table.handle(Edge("down", False, evening.time_s + 0.2))


def test_an_edge_that_comes_late_is_taken(evening: Evening) -> None:
    evening.wait(5)
    evening.table.handle(Tick(evening.time_s))
    evening.table.handle(Edge("down", True, evening.time_s - 0.01))
    shown = evening.view
    assert isinstance(shown, Menu) and shown.at == 1


# ---------------------------------------------------------------- the screen


def test_the_screen_dims_goes_off_and_a_press_only_wakes_it(evening: Evening) -> None:
    evening.press("ok")
    evening.wait(DIM_S + 1)
    assert evening.oled.chip.contrast == round(255 * 0.1)
    evening.press("down")
    shown = evening.view
    assert isinstance(shown, Menu) and shown.at == 1
    evening.wait(OFF_S + 1, step_s=2)
    assert not evening.oled.chip.on
    evening.press("down")
    shown = evening.view
    assert evening.oled.chip.on
    assert isinstance(shown, Menu) and shown.at == 1
    assert evening.oled.chip.contrast == 255


def test_what_the_dice_do_wakes_the_screen(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.wait(OFF_S + 1, step_s=2)
    evening.see(FIVE)
    assert evening.oled.chip.on


def test_the_picture_moves_by_a_pixel(evening: Evening) -> None:
    evening.press("ok")
    pictures = set()
    for _ in range(5):
        evening.wait(50)
        pictures.add(evening.oled.chip.image().tobytes())
    assert len(pictures) > 1


class Loose(SimOled):
    """A display whose wire is loose for a while."""

    loose = False

    def show(self, image: Picture.Image) -> None:
        if self.loose:
            raise DisplayError("nothing answers at 0x3c")
        super().show(image)


def test_a_display_that_fails_is_tried_again_and_shows_what_is_now(tmp_path: Path) -> None:
    oled = Loose()
    evening = Evening(tmp_path, display=oled)
    evening.press("ok")
    oled.loose = True
    evening.press("down", "down")
    oled.loose = False
    shown = oled.chip.image().tobytes()
    evening.press("down")
    assert oled.chip.image().tobytes() == shown
    evening.wait(6)
    assert oled.chip.image().tobytes() != shown


# ---------------------------------------------------------------- sound


def test_what_is_heard(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.see(FIVE)
    assert evening.sound.played[-1] == TAKEN
    evening.see([])
    evening.see([])
    evening.see(dice((2, 1, 6), range(3)))
    evening.see([Spot(4, *PLACES[0]), *FIVE[1:]])
    assert evening.sound.played[-1] == ILLEGAL


def test_the_clock_is_heard_every_second(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    before = len(evening.sound.played)
    evening.wait(4.9, step_s=0.1)
    assert evening.sound.played[before:] == [CLOCK] * 4


def test_a_victory_is_heard(evening: Evening) -> None:
    evening.start("Alphatian")
    for number in range(3):
        evening.see([])
        evening.attack((6, 6, 6, 6, 6), shift=number % 2)
    assert isinstance(evening.view, Winner)
    assert evening.sound.played[-1] == VICTORY


class Broken(SimSound):
    """A sound whose device has failed."""

    def play(self, tones: object) -> None:
        raise OSError(errno.EIO, "no sound")


class Dark(SimLight):
    """A lamp whose device has failed."""

    def glow(self, level: float) -> None:
        raise OSError(errno.EIO, "no lamp")


def test_without_sound_and_lamp_the_game_goes_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, sound=Broken(), light=Dark())
    evening.start("Alphatian")
    assert evening.see(FIVE) == ["roll"]


# ---------------------------------------------------------------- the disk


def test_a_full_disk_is_said_and_the_game_goes_on_in_memory() -> None:
    disk = MemoryFiles()
    evening = Evening(FOLDER, files=disk)
    evening.start("Alphatian")
    disk.refuse = errno.ENOSPC
    said = evening.see(FIVE)
    assert sorted(said) == ["complaint", "roll"]
    shown = evening.view
    assert isinstance(shown, Message) and shown.level == "notice"
    disk.refuse = None
    evening.wait(12)
    assert "roll" in "".join(text.decode() for text in disk.files.values())


def test_what_was_done_beside_the_game_is_said(evening: Evening) -> None:
    evening.press("ok")
    evening.table.handle(Notice("Saved:\nfile.zip", 1.0))
    assert evening.view == Message("notice", ("Saved:", "file.zip"), "")
    evening.table.handle(Press("ok", 2.0))
    assert isinstance(evening.view, Menu)


def test_what_was_saved_takes_the_place_of_what_is_being_saved(tmp_path: Path) -> None:
    evening = Evening(tmp_path, save=lambda: "file.zip")
    evening.start("Alphatian")
    evening.press("back")
    evening.choose("Save last seconds")
    assert evening.view == Message("notice", ("Saving:", "file.zip"), "")
    evening.table.handle(Notice("Saved:\nfile.zip", evening.time_s))
    assert evening.view == Message("notice", ("Saved:", "file.zip"), "")
    evening.press("ok")
    assert isinstance(evening.view, Menu)
