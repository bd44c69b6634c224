"""Hands over the drawn tray: what each key does."""

import numpy as np
import pytest

from firmware.play.clock import PlayClock
from firmware.play.hands import Hands, Wants
from hardware.sim import ToldClock
from hardware.sim.drawn import Scene, SceneCamera, Stage


class Table:
    """Hands over a stage, and what the table wants."""

    def __init__(self) -> None:
        self.clock = ToldClock()
        self.stage = Stage()
        scene = Scene(size_px=(64, 48))
        self.camera = SceneCamera(scene, self.stage, self.clock, lambda _s: None)
        self.wants = Wants("pips", True, 5)
        self.hands = Hands(self.camera, lambda: self.wants, np.random.default_rng(1))

    def key(self, key: str) -> str:
        said = self.hands.key(key)
        self.clock.tell(self.clock.now_s() + 9)
        return said


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_fresh_throw_takes_all_dice_and_throws_as_many_as_are_awaited(table: Table) -> None:
    assert table.key("t") == "5 thrown"
    first = table.stage.dice
    assert table.key("space") == "5 thrown"
    assert len(table.stage.dice) == 5
    assert not set(first) & set(table.stage.dice)


def test_lifted_dice_are_held_and_thrown_and_numbers_stay_until_then(table: Table) -> None:
    table.key("t")
    table.wants = Wants("pips")
    before = dict(table.hands.numbered())
    assert [die.x_mm for die in before.values()] == sorted(die.x_mm for die in before.values())
    assert table.key("2") == "die 2 lifted"
    assert table.key("2") == "no die 2"
    assert table.key("4") == "die 4 lifted"
    assert dict(table.hands.numbered()) == {k: before[k] for k in (1, 3, 5)}
    assert table.hands.held == 2
    assert table.key("t") == "2 thrown"
    assert table.hands.held == 0
    assert [number for number, _ in table.hands.numbered()] == [1, 2, 3, 4, 5]


def test_players_choose_what_to_lift_where_the_table_leaves_it_to_them(table: Table) -> None:
    table.wants = Wants("pips")
    assert table.key("t") == "nothing to throw now"
    assert table.key("T") == "1 thrown"
    assert table.key("t") == "lift dice first, by their numbers"


def test_a_throw_that_is_awaited_lifts_its_dice_itself(table: Table) -> None:
    table.key("t")
    two = [die for _, die in table.hands.numbered()][1:3]
    places = tuple(table.hands.at_px(die) for die in two)
    table.wants = Wants("pips", False, 2, places)
    assert table.key("t") == "2 thrown"
    assert not set(two) & set(table.stage.dice)
    assert len(table.stage.dice) == 5


def test_cheats_turn_push_and_take_dice(table: Table) -> None:
    for key in "cnx":
        assert table.key(key).startswith("no die to")
    table.wants = Wants("roman", False, 1)
    table.key("t")
    (die,) = table.stage.dice
    assert table.key("c").startswith(f"a {die.face} turned to")
    (turned,) = table.stage.dice
    assert turned.face != die.face
    assert table.key("n").startswith("the")
    (pushed,) = table.stage.dice
    assert pushed.x_mm != turned.x_mm
    assert table.hands.numbered() == [(1, pushed)]
    assert table.key("x") == "one die taken away"
    assert table.stage.dice == ()


def test_a_hand_comes_and_goes_and_a_lamp_is_switched(table: Table) -> None:
    assert table.key("p") == "a hand comes"
    assert table.stage.hand_stays
    assert table.key("p") == "the hand goes"
    assert not table.stage.hand_stays
    assert table.key("l") == "the lamp is off"
    assert table.camera.gain < 1
    assert table.key("l") == "the lamp is on"
    assert table.camera.gain == 1


def test_what_cannot_be_is_said(table: Table) -> None:
    table.wants = Wants()
    assert table.key("t") == table.key("T") == "no game is played yet"
    assert table.key("z") == ""
    table.wants = Wants("pips")
    while (said := table.key("T")) == "1 thrown":
        pass
    assert said == "the tray is full"


def test_a_clock_may_run_faster_but_not_backwards() -> None:
    clock = PlayClock(50)
    before_s = clock.now_s()
    clock.wait(1.0)
    assert clock.now_s() - before_s >= 0.99
    for speed in (0, -1, 51, float("nan")):
        with pytest.raises(ValueError, match="speed is"):
            PlayClock(speed)


def test_dice_are_laid_as_they_last_counted(table: Table) -> None:
    table.wants = Wants()
    assert table.key("b") == "no game is played yet"
    table.wants = Wants("roman", lies=(((40.0, 20.0), "X"), ((10.0, 30.0), "I")))
    assert table.key("b") == "the dice lie as they lay"
    assert [(k, die.face) for k, die in table.hands.numbered()] == [(1, "I"), (2, "X")]
    assert table.hands.at_px(table.hands.numbered()[1][1]) == pytest.approx((40, 20))
