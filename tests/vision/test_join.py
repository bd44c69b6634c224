"""Joining readings of several quiet frames."""

from dataclasses import replace

import pytest

from vision.join import join
from vision.reading import Observation, Reading


def seen(*readings: Reading) -> Observation:
    return Observation(readings, 320, 240)


def die(face: int | None, x: float, confidence: float = 0.9) -> Reading:
    why = "doubtful" if face is None else None
    return Reading(face, face, confidence, (x - 10, 40, 20, 20), (x, 50), why)


def test_a_die_read_in_one_frame_of_several_is_read() -> None:
    joined = join([seen(die(None, 50), die(4, 100)), seen(die(3, 51), die(4, 100))])
    assert sorted(reading.face or 0 for reading in joined.readings) == [3, 4]


def test_frames_that_disagree_leave_the_die_unread() -> None:
    [reading] = join([seen(die(3, 50)), seen(die(5, 50)), seen(die(3, 50))]).readings
    assert (reading.face, reading.why) == (None, "doubtful")


def test_a_die_missed_by_one_frame_is_kept() -> None:
    assert len(join([seen(die(3, 50), die(4, 100)), seen(die(4, 100))]).readings) == 2


def test_two_dice_of_one_frame_are_never_joined() -> None:
    assert len(join([seen(die(3, 50), die(3, 56)), seen(die(3, 50), die(3, 56))]).readings) == 2


def test_what_few_frames_show_and_none_can_read_is_left_out() -> None:
    ghost, solid = die(None, 200), die(4, 100)
    assert len(join([seen(solid, ghost), seen(solid), seen(solid)]).readings) == 1
    assert len(join([seen(solid, ghost), seen(solid)]).readings) == 2
    assert len(join([seen(solid, ghost), seen(solid, ghost), seen(solid)]).readings) == 2
    assert len(join([seen(solid, die(3, 200)), seen(solid), seen(solid)]).readings) == 2


def test_a_die_that_leans_in_half_of_the_frames_leans() -> None:
    flat, leans = die(3, 50, 0.95), replace(die(None, 50, 0.9), why="cocked")
    [even] = join([seen(leans), seen(flat)]).readings
    assert (even.face, even.why) == (None, "cocked")
    [mostly] = join([seen(leans), seen(flat), seen(leans)]).readings
    assert (mostly.face, mostly.why) == (None, "cocked")
    [seldom] = join([seen(leans), seen(flat), seen(flat)]).readings
    assert seldom.face == 3


def test_nothing_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="no observation"):
        join([])
