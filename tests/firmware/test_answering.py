"""Presses and questions: an OK that was meant for play answers nothing, and the other way round."""

from collections.abc import Sequence

import pytest

from firmware.loop import Loop, Press, Said
from firmware.referee import Line
from firmware.referee.answering import REACT_S, READ_S
from firmware.views import Correction
from hardware.ports import Frame
from rules import alea
from rules.alea import Phase
from tests.firmware.played import PLACES, At, Played, PlayedAlea, dice, roman
from tests.pictures import Spot, tray
from vision.tray import TrayWatch

HASTE_S = READ_S - 0.1

DOUBTFUL_I = Spot(1, *PLACES[2], why="doubtful")


def kinds(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def missed(lines: Sequence[Line]) -> object:
    [line] = lines
    assert (line.event, line.facts["level"]) == ("complaint", "notice")
    return line.facts["missed"]


def asked() -> PlayedAlea:
    """Ann has thrown X and V, and a third die that may be an I."""
    table = PlayedAlea()
    table.throw("XV")
    table.see([*roman("XV"), DOUBTFUL_I])
    return table


def test_an_ok_that_comes_before_the_question_could_be_read_says_neither_yes_nor_stop() -> None:
    table = asked()
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert table.game.state.counting == "XV"
    assert table.game.state.phase is Phase.THROW_OR_STOP


def test_once_it_could_be_read_an_ok_confirms_and_another_stops() -> None:
    table = asked()
    table.press(after_s=HASTE_S)
    assert kinds(table.press(after_s=READ_S - HASTE_S)) == ["confirmed", "roll"]
    assert table.game.state.counting == "XVI"
    assert kinds(table.press(after_s=0.2)) == ["stopped"]


def test_a_question_past_which_a_die_is_thrown_is_put_anew() -> None:
    table = asked()
    table.wait(5)
    table.see([*roman("XV"), DOUBTFUL_I, *roman("I", [3])])
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert kinds(table.press(after_s=READ_S)) == ["confirmed", "roll", "roll"]


def test_a_question_at_which_only_a_hand_passed_is_not_put_anew() -> None:
    table = asked()
    table.wait(5)
    table.see([*roman("XV"), DOUBTFUL_I])
    assert kinds(table.press(after_s=0.1)) == ["confirmed", "roll"]


def test_a_press_that_waited_for_the_dice_never_answers_what_it_waited_for() -> None:
    table = PlayedAlea()
    table.throw("XV")
    said: list[Said] = []
    loop = Loop(TrayWatch(table.reader), table.referee, table.oled, said.append)
    image = tray([*roman("XV"), DOUBTFUL_I])
    for number in range(8):
        loop.handle(Frame(image, 10 + 0.3 * number, number))
        if number == 1:
            loop.handle(Press("ok", 10.4))
    assert [one.line.facts.get("why") for one in said] == ["unread", "unexpected"]
    assert said[1].line.facts["missed"] == "early"


def test_an_ok_meant_for_a_question_that_settles_itself_does_not_stop() -> None:
    table = asked()
    assert kinds(table.see(roman("XVI"))) == ["roll"]
    assert missed(table.press(after_s=REACT_S - 0.1)) == "late"
    assert table.game.state.phase is Phase.THROW_OR_STOP
    assert kinds(table.press(after_s=0.1)) == ["stopped"]


def test_an_ok_after_a_die_was_thrown_past_the_question_stops_at_once() -> None:
    table = asked()
    assert kinds(table.see(roman("XVII"))) == ["roll", "roll"]
    assert kinds(table.press(after_s=0.1)) == ["stopped"]


def test_another_button_needs_no_waiting() -> None:
    table = asked()
    assert table.press("up", after_s=0.1) == []
    table.press("help_hold", after_s=0.1)
    assert kinds(table.press("ok", after_s=0.1))[:2] == ["corrected", "roll"]


def test_in_an_attack_too_a_hasty_ok_lets_nothing_stand() -> None:
    table = Played()
    table.see([*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")])
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert kinds(table.press(after_s=READ_S)) == ["confirmed", "roll"]
    assert kinds(table.press(after_s=0.1)) == ["attack"]


def test_a_question_stands_though_its_dice_are_picked_up() -> None:
    table = asked()
    assert table.see([]) == []
    said = table.press()
    assert kinds(said) == ["confirmed", "roll", "complaint"]
    assert said[-1].facts["faces"] == ("X", "V", "I")
    assert kinds(table.press(after_s=0.1)) == ["stopped"]


def test_clearing_the_tray_means_the_stop_that_ok_means() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.see([])
    assert kinds(table.press(after_s=0.1)) == ["stopped"]


def test_what_is_thrown_before_a_question_about_dice_picked_up_is_answered_changes_nothing() -> (
    None
):
    table = asked()
    table.press(after_s=HASTE_S)
    table.see([])
    assert table.see(roman("I", [5])) == []
    assert table.see(roman("IX", [5, 6])) == []
    assert kinds(table.press()) == ["confirmed", "roll", "complaint"]
    assert table.game.state.counting == "XVI"
    [asks] = table.see([])
    assert (asks.facts["ruling"], asks.facts["why"]) == ("P8", "lifted")
    assert kinds(table.press()) == ["stopped"]


def test_dice_put_back_under_a_question_are_judged_again() -> None:
    table = asked()
    table.see([])
    assert kinds(table.see(roman("XVI", [4, 5, 6]))) == []
    assert kinds(table.see(roman("XVI"))) == ["roll"]


def test_an_ok_for_a_card_does_not_end_the_turn_of_a_tray_just_cleared() -> None:
    table = PlayedAlea(alea.Options())
    table.throw("XVV")
    table.press("down")
    assert kinds(table.see([])) == ["complaint"]
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert kinds(table.press(after_s=READ_S)) == ["turn", "turn_begins"]


def test_two_quick_presses_do_not_drop_what_a_correction_makes_impossible() -> None:
    table = PlayedAlea()
    table.throw("XVI")
    table.press("help_hold")
    table.press("down")
    assert kinds(table.press()) == ["complaint"]
    assert missed(table.press(after_s=0.2)) == "early"
    assert kinds(table.press())[:1] == ["corrected"]


@pytest.mark.parametrize("table", [Played(), PlayedAlea()])
def test_with_no_question_no_press_is_missed(table: At) -> None:
    assert table.press(after_s=0.0) == []


def test_an_ok_does_not_take_the_tray_just_after_dice_were_turned_in_it() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.press("help")
    table.see(dice((6, 6, 6, 6, 6), range(5)))
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert sorted(map(int, table.game.state.faces)) == [1, 2, 3, 5, 6]
    assert kinds(table.press(after_s=0.2))[0] == "taken"


def test_what_players_call_up_is_answered_at_once_while_no_die_moves() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.press("help_hold")
    table.see(spots)
    assert kinds(table.press(after_s=0.1))[0] == "corrected"


def test_an_ok_corrects_no_reading_just_after_dice_were_turned() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.press("help_hold")
    table.see(dice((1, 2, 6, 3, 5), range(5)))
    assert missed(table.press(after_s=HASTE_S)) == "early"
    assert kinds(table.press(after_s=0.2))[0] == "corrected"


@pytest.mark.parametrize("place", [4, 6])
def test_the_correction_of_a_die_that_was_asked_about_ends_with_that_die(place: int) -> None:
    table = Played()
    four = dice((2, 1, 6, 3), range(4))
    table.see([*four, Spot(5, *PLACES[4], why="doubtful")])
    table.press("help_hold")
    table.see([*four, Spot(4, *PLACES[place], why="doubtful")])
    assert not isinstance(table.referee.view(), Correction)
    assert kinds(table.press()) == ["confirmed", "roll"]
    assert sorted(map(int, table.game.state.faces)) == [1, 2, 3, 4, 6]
