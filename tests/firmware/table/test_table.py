"""The table from the self-check to the end of an evening, by presses and pictures alone."""

from pathlib import Path

import pytest

from firmware.table.ports import Check
from firmware.table.setup import Setup
from firmware.views import (
    AskThrow,
    AttackChoice,
    Boot,
    Help,
    Menu,
    Message,
    ParryChoice,
    Question,
    RomanThrow,
    Scores,
    Standings,
    Trouble,
    Winner,
)
from tests.firmware.table.evening import FINE, Evening, dice, roman


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_self_check_comes_first_and_goes_by_itself(evening: Evening) -> None:
    assert evening.view == Boot(tuple((check.name, True) for check in FINE))
    evening.wait(2.0)
    assert isinstance(evening.view, Menu)


def test_what_does_not_work_is_said_and_the_table_goes_on(tmp_path: Path) -> None:
    checks = (*FINE[:2], Check("Sound", False, "No buzzer:\ncheck the wire"))
    evening = Evening(tmp_path, checks=checks)
    evening.press("ok")
    assert evening.view == Trouble("Sound", ("No buzzer:", "check the wire"))
    evening.press("ok")
    assert isinstance(evening.view, Menu)


def caracca(evening: Evening, attacks: int) -> list[str]:
    said: list[str] = []
    for number in range(attacks):
        said += evening.see([])
        said += evening.attack((6, 6, 6, 6, 6), shift=number % 2)
    return said


def test_a_whole_game_of_alphatian_roulette(evening: Evening) -> None:
    assert evening.start("Alphatian") == ["start"]
    assert isinstance(evening.view, AskThrow)
    said = caracca(evening, 3)
    assert said[-1] == "winner"
    assert isinstance(evening.view, Winner)
    evening.press("ok")
    evening.choose("Menu")
    assert isinstance(evening.view, Menu) and evening.view.title == "Arbiter"
    assert len(list(evening.folder.glob("*.txt"))) == 1


def test_a_game_may_be_given_that_is_played_at_once(evening: Evening) -> None:
    evening.table.begin(Setup("alphatian", ("Zoe", "Max"), {"coins": 3}))
    shown = evening.view
    assert isinstance(shown, AskThrow) and shown.player == "Zoe"
    assert evening.said[-1].line.facts["coins"] == {"Zoe": 3, "Max": 3}


def test_a_rematch_lets_the_other_begin(evening: Evening) -> None:
    evening.start("Alphatian")
    caracca(evening, 3)
    evening.press("ok")
    assert evening.choose("Rematch") == ["start"]
    shown = evening.view
    assert isinstance(shown, AskThrow) and shown.player == "Ben"


def test_a_whole_game_of_centurion(evening: Evening) -> None:
    evening.start("Centurion")
    for _ in range(40):
        if isinstance(evening.view, Scores):
            break
        evening.see([])
        for count in range(1, 6):
            evening.see(roman("XXXIX"[:count]))
        evening.press("ok")
    assert isinstance(evening.view, Scores)


def test_pause_lists_what_can_be_done(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    assert isinstance(evening.view, ParryChoice)
    evening.press("back")
    shown = evening.view
    assert isinstance(shown, Menu)
    assert shown.items == (
        "Go on",
        "Undo",
        "Keep for later",
        "Concede",
        "End the game",
        "Switch off",
    )
    evening.press("back")
    assert isinstance(evening.view, ParryChoice)


def test_undo_and_redo_in_the_pause(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    evening.press("back")
    assert evening.choose("Undo") == ["undone"]
    evening.wait(10)
    assert isinstance(evening.view, AttackChoice)
    evening.press("back")
    assert evening.choose("Redo") == ["redone", "attack"]


def test_back_first_leaves_what_is_pointed_at(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    evening.press("up", "back")
    shown = evening.view
    assert isinstance(shown, ParryChoice) and shown.chosen is None


def test_a_game_is_kept_for_later_and_resumed(evening: Evening, tmp_path: Path) -> None:
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    evening.press("back")
    evening.choose("Keep for later")
    evening.journal.close()
    later = Evening(tmp_path)
    later.press("ok")
    assert isinstance(later.view, Question)
    assert later.press("ok") == ["resumed"]
    later.see(dice((2, 1, 6, 3, 5), range(5)))
    assert later.press("ok") == ["attack"]


def test_a_killed_table_resumes_at_what_was_announced_last(
    evening: Evening, tmp_path: Path
) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    evening.journal.close()  # as the kernel does to a process that is killed
    later = Evening(tmp_path)
    later.press("ok", "ok")
    assert isinstance(later.view, ParryChoice)


def test_a_game_that_is_not_resumed_can_be_later(evening: Evening, tmp_path: Path) -> None:
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    evening.journal.close()
    later = Evening(tmp_path)
    later.press("ok", "down", "ok")
    later.choose("Go on playing")
    assert later.table.playing


def test_concede_and_end(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.see(dice((6, 1, 6, 3, 5), range(5)))
    evening.press("back")
    evening.choose("Concede")
    shown = evening.view
    assert isinstance(shown, Menu) and shown.items == ("Ann", "Ben"), "whose turn it is comes first"
    evening.choose("Ben")
    asked = evening.view
    assert asked == Question(("Ben", "concedes?"), "yes", "no", 1)
    assert evening.press("up", "ok") == ["conceded"]
    told = Message("notice", ("Ben concedes", "Ann has won"), "")
    shown = evening.view
    assert shown == told
    (kept,) = evening.folder.glob("*.txt")
    assert kept.read_text("utf-8").endswith("concede Ben\n")
    assert evening.see(dice((2, 1, 6, 3, 5), range(5))) == []
    evening.press("ok", "back")
    shown = evening.view
    assert shown == told
    evening.press("ok")
    evening.choose("Rematch")
    evening.press("back")
    evening.choose("End the game")
    evening.press("ok")
    assert evening.table.playing  # no is the first answer
    evening.press("back")
    evening.choose("End the game")
    evening.press("up", "ok")
    assert isinstance(evening.view, Menu) and evening.view.title == "Arbiter"


def test_who_concedes_a_game_that_was_won_meanwhile_changes_nothing(evening: Evening) -> None:
    evening.table.begin(Setup("alphatian", ("Ann", "Ben"), {"coins": 1}))
    evening.attack((6, 6, 5, 5, 3))
    evening.see(dice((5, 5, 3), (2, 3, 4)))
    evening.press("back")
    evening.choose("Concede")
    assert evening.see(dice((5, 5, 3, 1, 1), (2, 3, 4, 5, 6)))[-1] == "winner"
    evening.choose("Ann")
    assert evening.press("up", "ok") == []
    shown = evening.view
    assert isinstance(shown, Winner) and shown.players == ("Ann",)
    evening.press("ok")
    evening.choose("Menu")
    (kept,) = evening.folder.glob("*.txt")
    assert "concede" not in kept.read_text("utf-8")


def test_the_table_is_switched_off_after_a_yes(evening: Evening) -> None:
    evening.press("ok")
    evening.choose("Switch off")
    evening.press("ok")
    assert evening.powered_off == 0
    evening.choose("Switch off")
    evening.press("up", "ok")
    assert evening.powered_off == 1


def test_help_explains_and_then_brings_table_and_players_together(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    assert evening.press("help") == []
    assert isinstance(evening.view, Help)
    assert evening.press("help") == ["believes"]
    assert evening.press("back") == []


def test_help_where_something_is_wrong_brings_them_together_at_once(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3), range(4)))
    assert evening.press("help") == ["believes"]


def test_a_reading_is_corrected_in_three_presses(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    assert evening.press("help_hold", "down", "ok") == ["corrected"]


def test_one_player_throws_alone_in_alea(evening: Evening) -> None:
    evening.start("Alea")
    evening.see(roman("X"))
    assert isinstance(evening.view, RomanThrow)


# ---------------------------------------------------------------- how all players stand


def test_the_columns_of_all_players_are_looked_at_while_dice_are_awaited(evening: Evening) -> None:
    evening.press("ok")
    evening.choose("Alea")
    evening.choose("Ann, Ben")
    evening.choose("One more")
    evening.press("ok")
    evening.choose("Done")
    evening.choose("Start")
    evening.see(roman("X"))
    evening.press("ok", "ok")
    evening.press("down")
    shown = evening.view
    assert isinstance(shown, Standings)
    assert [(row.player, row.points) for row in shown.rows] == [
        ("Ann", 40),
        ("Ben", 30),
        ("Cleo", 30),
    ]
    evening.press("down")
    shown = evening.view
    assert isinstance(shown, Standings) and shown.first == 1
    evening.press("down")
    assert not isinstance(evening.view, Standings)
    evening.press("up")
    evening.see([])
    assert evening.see(roman("V")) == ["roll"]
    assert isinstance(evening.view, RomanThrow)


def test_the_points_of_centurion_are_looked_at_as_well(evening: Evening) -> None:
    evening.start("Centurion")
    evening.press("up")
    assert evening.view == Menu("Points", ("Ann: 0", "Ben: 0"), 0)
    evening.press("ok")
    assert isinstance(evening.view, RomanThrow)


def test_in_alphatian_roulette_the_arrows_do_nothing_while_dice_are_awaited(
    evening: Evening,
) -> None:
    evening.start("Alphatian")
    evening.press("up", "down")
    assert isinstance(evening.view, AskThrow)


def test_directly_after_an_undo_up_does_it_again(evening: Evening) -> None:
    evening.start("Alea")
    evening.see(roman("X"))
    evening.press("ok")
    evening.press("back")
    evening.choose("Undo")
    assert evening.press("up") == ["redone", "stopped"]
