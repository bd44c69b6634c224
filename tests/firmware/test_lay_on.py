"""Dice lifted and thrown so quickly that the tray never rests between: what was seen in passing."""

from collections.abc import Sequence

from firmware.loop import Loop
from firmware.referee import AlphatianTable, Line, Referee
from firmware.referee.game import Game
from firmware.referee.judge import Opening, Thrown, judge
from hardware.ports import Frame
from hardware.sim import SimOled
from rules import alphatian
from rules.match import new_match
from tests.firmware.played import PlayedAlea, RomanReader, dice, roman
from tests.pictures import ColourReader, Spot, tray
from vision.reading import Reading
from vision.tray import TrayWatch

FRAME_S = 0.2


class Hasty:
    """A table that sees five frames a second."""

    def __init__(self, game: Game, reader: ColourReader | RomanReader) -> None:
        self.said: list[Line] = []
        self._frames = 0
        self._loop = Loop(
            TrayWatch(reader), Referee(game), SimOled(), lambda one: self.said.append(one.line)
        )
        self._loop.begin(0.0)
        self.lie(())

    def pass_by(self, spots: Sequence[Spot], hand: int = 0, frames: int = 1) -> None:
        """So many frames of these dice."""
        for _ in range(frames):
            picture = tray(spots, hand=hand)
            self._loop.handle(Frame(picture, self._frames * FRAME_S, self._frames))
            self._frames += 1

    def lie(self, spots: Sequence[Spot]) -> list[Line]:
        """The dice come to rest; give what is said."""
        before = len(self.said)
        self.pass_by(spots, frames=5)
        return self.said[before:]

    def lift(self, left: Sequence[Spot]) -> None:
        """A hand takes all dice but these, and has gone for one frame."""
        self.pass_by(left, hand=200, frames=2)
        self.pass_by(left)


def alphatian_table() -> Hasty:
    match = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(clock="off"))
    return Hasty(AlphatianTable(match), ColourReader())


FIRST = dice((5, 6, 3, 5, 2), range(5))


def complaints(lines: Sequence[Line]) -> list[tuple[object, object]]:
    return [(one.facts["level"], one.facts["why"]) for one in lines if one.event == "complaint"]


def test_a_die_that_lay_on_and_was_turned_by_the_throw_was_not_thrown() -> None:
    table = alphatian_table()
    table.lie(FIRST)
    table.lift([FIRST[0], FIRST[1], FIRST[3]])
    turned = Spot(2, FIRST[1].x + 6, FIRST[1].y)
    said = table.lie([FIRST[0], turned, FIRST[3], *dice((4, 6), (5, 6))])
    assert complaints(said) == [("illegal", "turned")]
    assert not [one for one in said if one.event == "roll"]
    back = table.lie([FIRST[0], FIRST[1], FIRST[3], *dice((4, 6), (5, 6))])
    assert [one.event for one in back if one.event == "roll"] == ["roll"]


def test_three_dice_lifted_of_which_one_lands_where_it_lay_are_three_thrown() -> None:
    table = alphatian_table()
    table.lie(FIRST)
    table.lift([FIRST[0], FIRST[3]])
    near = Spot(2, FIRST[1].x + 6, FIRST[1].y)
    said = table.lie([FIRST[0], near, FIRST[3], *dice((4, 6), (5, 6))])
    assert complaints(said) == []
    [roll] = [one for one in said if one.event == "roll"]
    assert sorted(map(int, str(roll.facts["thrown"])[1:-1].split(","))) == [2, 4, 6]


def test_a_die_that_lay_on_and_was_flung_far_off_is_named_with_what_it_shows_now() -> None:
    table = alphatian_table()
    table.lie(FIRST)
    table.lift([FIRST[0], FIRST[1], FIRST[3]])
    said = table.lie([FIRST[0], Spot(2, 190, 100), FIRST[3], *dice((4, 1), (5, 6))])
    assert complaints(said) == [("illegal", "turned")]


def test_the_first_die_of_a_turn_is_none_of_those_that_were_seen_to_go() -> None:
    game = PlayedAlea().game
    table = Hasty(game, RomanReader())
    table.lie(roman("X"))
    said = table.lie(roman("XVV"[:2]))
    said = table.lie(roman("XVV"))
    assert [one.event for one in said if one.event == "turn"] == ["turn"]
    table.lift(())
    x = roman("X")[0]
    said = table.lie([Spot(x.face, x.x + 22, x.y)])
    assert [one.event for one in said] == ["roll"]


def test_a_die_that_lay_on_and_was_pushed_to_where_another_lay_was_not_flung() -> None:
    def die(face: int, x: float) -> Reading:
        return Reading(face, face, 0.9, (x - 20, 80, 40, 40), (x, 100))

    lay = {0: die(3, 100), 1: die(3, 160), 2: die(6, 400)}
    readings = (die(3, 125), die(6, 400), die(5, 300))
    found = judge(lay, [Opening("throw", frozenset({0}), 1)], readings, lay_on=frozenset({1}))
    assert isinstance(found, Thrown)
    assert [one.face for one in found.fresh] == [5]
