"""A sitting whose frames are put aside for reading: what passes meanwhile, and what is dropped."""

import pytest

from firmware.loop import PRESS_WAITS_S, Item, Press, Read, Said, Sitting, Tick
from firmware.referee import AleaTable, AlphatianTable, Referee
from hardware.ports import Frame
from rules import alea, alphatian
from rules.match import new_match
from tests.firmware.played import PlayedAlea, RomanReader, dice, roman
from tests.pictures import ColourReader, Spot, tray
from vision.tray import TrayWatch


class Slow:
    """A sitting whose reader is slow: a frame is read when the test says so."""

    def __init__(self, referee: Referee, reader: ColourReader | RomanReader) -> None:
        self.aside: list[Frame] = []
        self.said: list[Said] = []
        self.watch = TrayWatch(reader, stills=True)
        self.sitting = Sitting(self.watch, referee, self.said.append, put_aside=self.aside.append)
        self.number = 0

    def take(self, item: Item) -> list[str]:
        before = len(self.said)
        self.sitting.handle(item)
        return [said.line.event for said in self.said[before:]]

    def show(self, spots: list[Spot], time_s: float) -> list[str]:
        self.number += 1
        return self.take(Frame(tray(spots), time_s, self.number))

    def read(self, time_s: float) -> list[str]:
        frame = self.aside.pop()
        return self.take(Read(self.watch.read(frame.pixels), time_s, frame.number))


@pytest.fixture
def slow() -> Slow:
    match = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(clock="off"))
    return Slow(Referee(AlphatianTable(match)), ColourReader())


FIVE = dice((2, 1, 6, 3, 5), range(5))


def test_a_frame_counts_when_it_is_read(slow: Slow) -> None:
    assert slow.show(FIVE, 1.0) == []
    assert slow.sitting.reading
    assert slow.read(1.4) == ["roll"]
    assert not slow.sitting.reading
    assert (slow.said[-1].time_s, slow.said[-1].frame) == (1.4, 1)


def test_a_press_waits_for_the_frame_that_is_read(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    assert slow.take(Press("ok", 1.1)) == []
    assert slow.sitting.waits
    assert slow.read(1.4) == ["roll", "attack"]
    assert not slow.sitting.waits


def test_a_press_waits_no_longer_than_it_may(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    slow.take(Press("ok", 1.1))
    slow.take(Tick(1.1 + PRESS_WAITS_S))
    assert not slow.sitting.waits


def test_frames_that_come_while_one_is_read_are_passed_over(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    slow.show(FIVE[:3], 1.2)
    assert len(slow.aside) == 1
    assert slow.read(1.4) == ["roll"]
    slow.show(FIVE[:3], 1.5)
    assert len(slow.aside) == 1


def test_a_reading_that_failed_is_done_again(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    frame = slow.aside.pop()
    assert slow.take(Read(None, 1.4, frame.number)) == []
    slow.show(FIVE, 1.5)
    assert slow.read(1.9) == ["roll"]


def test_a_reading_of_another_frame_is_dropped(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    assert slow.take(Read(slow.watch.read(tray()), 1.2, 0)) == []
    assert slow.sitting.reading
    assert slow.read(1.4) == ["roll"]


def test_a_reading_that_nobody_waits_for_is_dropped(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    slow.sitting.watch_anew(TrayWatch(ColourReader(), stills=True))
    assert slow.read(1.4) == []
    assert not slow.sitting.reading


def test_a_press_after_the_camera_was_away_waits_until_the_tray_was_seen(slow: Slow) -> None:
    slow.show(FIVE, 1.0)
    slow.read(1.2)
    slow.sitting.watch_anew(TrayWatch(ColourReader(), stills=True))
    assert slow.take(Press("ok", 3.0)) == []
    assert slow.sitting.waits
    slow.show(FIVE, 3.1)
    assert slow.read(3.4) == ["attack"]


def test_a_choice_by_button_does_not_wait_and_what_was_read_before_it_is_dropped() -> None:
    match = new_match("alea", ("Ann", "Ben"), alea.Options(cards=False))
    slow = Slow(Referee(AleaTable(match)), RomanReader())
    slow.show(roman("X"), 1.0)
    slow.read(1.1)
    slow.take(Press("ok", 1.2))
    slow.show([], 2.0)
    assert slow.take(Press("down", 2.1)) == []
    assert not slow.sitting.waits
    assert slow.take(Press("ok", 2.2)) == ["turn", "turn_begins"]
    assert slow.read(2.4) == []
    slow.show(roman("V"), 3.0)
    assert slow.read(3.1) == ["roll"]


# ---------------------------------------------------------------- undo and redo by the menu


def test_a_decision_undone_in_the_menu_can_be_taken_up_again() -> None:
    table = PlayedAlea()
    table.throw("X")
    table.press("ok")
    assert [line.event for line in table.wish("undo")] == ["undone"]
    assert [line.event for line in table.wish("redo")] == ["redone", "stopped"]
    [line] = table.wish("redo")
    assert line.facts["level"] == "notice"
