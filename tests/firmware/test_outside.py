"""Dice outside the tray: they count for nothing, and one that left it is said [P1]."""

from collections.abc import Sequence

import pytest

from firmware.loop import Loop, Press
from firmware.referee import Line, Referee
from hardware.ports import Frame
from hardware.sim import SimOled
from tests.firmware.played import PLACES, Played, PlayedAlea, RomanReader, dice
from tests.pictures import ColourReader, Spot, tray
from vision.conditions import AGAIN_S, EVERY_S
from vision.tray import TrayWatch

CORNERS = ((0.0, 0.0), (0.78, 0.0), (0.78, 1.0), (0.0, 1.0))
"""The tray: all but the right of the picture, where the last of PLACES lies."""

AWAY, FAR = 7, Spot(2, 290, 200)


class Table:
    """A table whose tray has corners; one picture of a tray at rest a second."""

    def __init__(self, referee: Referee, reader: ColourReader | RomanReader) -> None:
        self.lines: list[Line] = []
        self.loop = Loop(
            TrayWatch(reader, stills=True, corners=CORNERS),
            referee,
            SimOled(),
            lambda said: self.lines.append(said.line),
        )
        self.frames = 0

    def see(self, spots: Sequence[Spot], light: float = 1.0) -> list[Line]:
        self.frames += 1
        before = len(self.lines)
        self.loop.handle(Frame(tray(spots, light=light), float(self.frames), self.frames))
        return self.lines[before:]


@pytest.fixture
def roulette() -> Table:
    return Table(Played().referee, ColourReader())


@pytest.fixture
def alea() -> Table:
    return Table(PlayedAlea().referee, RomanReader())


def told(lines: Sequence[Line]) -> list[object]:
    return [line.facts["why"] if line.event == "complaint" else line.event for line in lines]


def test_dice_beside_the_tray_do_not_count(roulette: Table) -> None:
    roulette.see([FAR])
    lines = roulette.see([FAR, *dice((2, 1, 6, 3, 5), range(5))])
    assert told(lines) == ["roll"]
    assert sorted(map(str, lines[0].facts["lying"])) == ["1", "2", "3", "5", "6"]  # type: ignore[arg-type]


def test_a_die_that_was_thrown_out_is_to_be_thrown_again(roulette: Table) -> None:
    roulette.see([])
    [line] = roulette.see(dice((2, 1, 6, 3, 5), (0, 1, 2, 3, AWAY)))
    facts = {key: line.facts[key] for key in ("level", "why", "ruling", "outside", "seen")}
    assert facts == {"level": "question", "why": "count", "ruling": "P1", "outside": 1, "seen": 4}
    assert line.facts["text"] == "One die is out of the tray. Throw it alone again; the others lie."
    assert told(roulette.see(dice((2, 1, 6, 3, 5), range(5)))) == ["roll"]


def test_it_is_said_once_for_as_long_as_the_die_lies_there(roulette: Table) -> None:
    spots = dice((2, 1, 6, 3, 5), (0, 1, 2, 3, AWAY))
    roulette.see([])
    assert len(roulette.see(spots)) == 1
    assert roulette.see(spots) == []


def test_of_dice_that_are_missing_only_those_outside_are_said_to_be(roulette: Table) -> None:
    roulette.see([FAR])
    [line] = roulette.see([FAR, *dice((2, 1, 6, 3), range(4))])
    assert (line.facts["why"], "outside" in line.facts) == ("count", False)


def test_a_die_that_left_the_tray_alone_is_said_though_nothing_came(alea: Table) -> None:
    alea.see([])
    [line] = alea.see([Spot(1, *PLACES[AWAY])])
    assert (line.facts["level"], line.facts["why"]) == ("notice", "count")
    assert alea.see([Spot(1, *PLACES[AWAY])]) == []
    assert told(alea.see([Spot(1, *PLACES[0])])) == ["roll"]


def test_dice_laid_beside_the_tray_after_an_attack_are_no_matter(roulette: Table) -> None:
    attack = dice((6, 6, 6, 6, 6), range(5))
    roulette.see(attack)
    roulette.loop.handle(Press("ok", 1.9))
    assert told(roulette.lines)[-1] == "attacker"
    beside = [Spot(6, 280, 30 + 40 * k) for k in range(5)]
    assert told(roulette.see(beside[:2] + attack[2:])) == []
    assert told(roulette.see(beside)) == []


def test_what_begins_to_be_wrong_with_the_picture_is_a_notice(roulette: Table) -> None:
    spots = dice((2, 1, 6, 3, 5), range(5))
    roulette.see(spots)
    dark = [line for _ in range(12) for line in roulette.see((), light=0.4)]
    said = [line.facts for line in dark if line.facts.get("why") == "light"]
    assert [(one["level"], one["condition"]) for one in said] == [("notice", "dark")]
    assert EVERY_S + AGAIN_S < 12
