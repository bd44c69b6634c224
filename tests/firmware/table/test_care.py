"""The camera's care, the screen's rest, and the tones: pure, by times that are given."""

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image as Picture

from firmware.referee import Line
from firmware.screens import render
from firmware.screens.gallery import gallery
from firmware.table.rest import DIM_S, OFF_S, WAY, Glow, Rest
from firmware.table.screen import Screen
from firmware.table.stall import PAUSES_S, STALL_S, CameraCare, is_blank
from firmware.table.tones import ASKED, ILLEGAL, TAKEN, VICTORY, tones_of
from hardware.sim import SimOled
from tests.firmware.table.evening import felt
from tests.pictures import tray


def test_a_camera_that_sends_frames_needs_no_care() -> None:
    care = CameraCare(0.0)
    for number in range(100):
        assert care.frame(0.5 * number, False) == []
        assert care.tick(0.5 * number + 0.2) == []


@pytest.mark.parametrize("blank", [False, True])
def test_a_stall_is_noticed_within_three_seconds(blank: bool) -> None:
    care = CameraCare(0.0)
    care.frame(10.0, False)
    told = []
    for tenth in range(1, 30):
        now_s = 10.0 + tenth / 10
        told += care.frame(now_s, True) if blank else care.tick(now_s)
    assert told == ["lost", "reopen"]
    assert care.lost


def test_a_camera_is_opened_again_with_growing_pauses() -> None:
    care = CameraCare(0.0)
    reopened = [step / 10 for step in range(3000) if "reopen" in care.tick(step / 10)]
    pauses = [round(later - sooner, 1) for sooner, later in pairwise(reopened)]
    assert pauses[:6] == [STALL_S + pause for pause in PAUSES_S]
    assert set(pauses[6:]) == {STALL_S + PAUSES_S[-1]}


def test_a_camera_that_comes_back_is_said_once_and_tried_afresh_next_time() -> None:
    care = CameraCare(0.0)
    for step in range(200):
        care.tick(step / 2)
    assert care.frame(100.0, False) == ["back"]
    assert care.frame(100.1, False) == []
    assert care.failed(101.0) == ["lost", "reopen"]
    assert care.failed(101.1) == []
    assert care.tick(101.0 + STALL_S + PAUSES_S[0]) == ["reopen"]


def test_a_blank_frame_is_told_from_an_empty_tray() -> None:
    assert is_blank(np.full((480, 640, 3), 128, np.uint8))
    assert is_blank(tray())
    assert not is_blank(felt())


def test_the_screen_dims_moves_and_goes_off() -> None:
    rest = Rest(0.0)
    levels = [rest.glow(seconds).level for seconds in (0, DIM_S - 1, DIM_S, OFF_S - 1, OFF_S)]
    assert levels == [1.0, 1.0, 0.1, 0.1, 0.0]
    assert {rest.glow(60.0 * minute).move for minute in range(8)} == {
        (0, 0),
        (1, 0),
        (1, 1),
        (0, 1),
    }


def test_a_moved_picture_loses_nothing_at_an_edge() -> None:
    moved = 0
    for view in gallery().values():
        lit = np.count_nonzero(np.asarray(render(view)))
        shown: list[Picture.Image] = []
        screen = Screen(SimOled(shown.append))
        for move in WAY:
            screen.show(view, Glow(move=move), 255, 0.0)
        assert all(np.count_nonzero(np.asarray(image)) == lit for image in shown)
        moved += len(shown) > 1
    assert moved > 0.9 * len(gallery())


def test_a_press_wakes_the_screen_and_does_so_once() -> None:
    rest = Rest(0.0)
    assert rest.stir(DIM_S + 1) is False
    assert rest.stir(DIM_S + 1 + OFF_S) is True
    assert rest.stir(DIM_S + 2 + OFF_S) is False


def line(event: str, **facts: str) -> Line:
    return Line(event, facts, event)


def test_the_weightiest_of_what_is_said_is_heard() -> None:
    illegal = line("complaint", level="illegal")
    assert tones_of([line("roll")]) == TAKEN
    assert tones_of([line("roll"), line("complaint", level="question")]) == ASKED
    assert tones_of([line("roll"), illegal, line("complaint", level="notice")]) == ILLEGAL
    assert tones_of([line("parry"), line("winner")]) == VICTORY
    assert tones_of([line("complaint", level="notice"), line("sixth_sense")]) == ()
