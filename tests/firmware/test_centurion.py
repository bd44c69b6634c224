"""Centurion at the table, from pictures: turns, busts, maximum numbers, and the end."""

from collections.abc import Sequence

from firmware.referee import Line
from firmware.views import Entry, RomanThrow, Scores, TurnEnd
from tests.firmware.played import PlayedCenturion, roman


def kinds(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def turn(lines: Sequence[Line]) -> dict[str, object]:
    [line] = [line for line in lines if line.event == "turn"]
    return dict(line.facts)


def complaint(lines: Sequence[Line]) -> tuple[object, object, object]:
    [line] = [line for line in lines if line.event == "complaint"]
    return line.facts["level"], line.facts["why"], line.facts["ruling"]


def test_a_stop_adds_the_number_when_there_is_one() -> None:
    table = PlayedCenturion()
    table.throw("XX")
    said = table.press()
    assert kinds(said) == ["stopped", "turn", "turn_begins"]
    assert turn(said) == {
        "player": "Ann",
        "faces": ("X", "X"),
        "numbers": (20,),
        "bust": False,
        "entered": 20,
        "space": None,
        "total": 20,
    }
    assert table.referee.view() == TurnEnd("Ann", "Ben", 20, 20)


def test_of_two_numbers_the_buttons_choose_one() -> None:
    table = PlayedCenturion()
    table.throw("XI")
    assert table.referee.view() == RomanThrow("Ann", ("X", "I"), (9, 11), "", total=0)
    assert kinds(table.press()) == ["stopped"]
    assert table.referee.view() == Entry("Ann", 9, "counts")
    table.press("down")
    facts = turn(table.press())
    assert (facts["entered"], facts["numbers"], facts["faces"]) == (11, (9, 11), ("X", "I"))


def test_a_bust_adds_nothing_and_the_next_player_throws() -> None:
    table = PlayedCenturion()
    said = table.throw("VV")
    assert (turn(said)["bust"], turn(said)["entered"], turn(said)["total"]) == (True, None, 0)
    assert turn(said)["faces"] == ("V", "V")
    assert table.referee.view() == TurnEnd("Ann", "Ben", None, 0)
    table.see([])
    assert table.referee.view() == RomanThrow("Ben", (), (), "", total=0)


def test_six_dice_give_another_turn_at_once() -> None:
    table = PlayedCenturion()
    said = table.throw("XXXVII")
    assert turn(said)["entered"] == 37
    assert turn(said)["faces"] == ("X", "X", "X", "V", "I", "I")
    assert said[-1].event == "turn_begins" and said[-1].facts["again"] is True
    assert table.game.player == "Ann"


def test_what_the_next_die_would_bust_is_shown() -> None:
    table = PlayedCenturion()
    table.throw("VI")
    shown = table.referee.view()
    assert isinstance(shown, RomanThrow) and shown.bust_faces == "V"


def test_the_game_ends_at_a_hundred_with_its_scores() -> None:
    table = PlayedCenturion(players=1)
    for _ in range(2):
        table.throw("XXXVII")
    table.throw("XXX")
    said = table.press()
    assert kinds(said)[-2:] == ["done", "winner"]
    assert said[-1].facts["scores"] == {"Ann": 104}
    assert table.referee.view() == Scores(("Ann",), (("Ann", 104),))
    assert table.see(roman("X", [5])) == []


def test_two_dice_at_once_are_void_in_centurion_too() -> None:
    table = PlayedCenturion()
    assert complaint(table.see(roman("XX"))) == ("illegal", "count", "P5")


def test_a_tray_cleared_before_the_stop_stops_after_one_press() -> None:
    table = PlayedCenturion()
    table.throw("XX")
    assert complaint(table.see([])) == ("question", "lifted", "P8")
    assert turn(table.press())["entered"] == 20


def test_a_die_thrown_into_a_cleared_tray_begins_the_next_turn_after_one_press() -> None:
    table = PlayedCenturion()
    table.throw("XX")
    assert complaint(table.see([])) == ("question", "lifted", "P8")
    die = roman("V", [6])
    assert table.see(die) == []
    assert table.see(die) == []
    said = table.press()
    assert turn(said)["entered"] == 20
    assert [line.event for line in said] == ["stopped", "turn", "turn_begins", "roll"]
    assert said[-1].facts["player"] == "Ben"
    assert table.see(die) == []
    assert [line.event for line in table.see([*die, *roman("I", [2])])] == ["roll"]


def test_what_was_asked_of_a_cleared_tray_stands_where_more_was_thrown() -> None:
    table = PlayedCenturion()
    table.throw("XX")
    table.see([])
    assert table.see(roman("VIX", [4, 5, 6])) == []
    said = table.press()
    assert turn(said)["entered"] == 20
    assert complaint(said) == ("illegal", "count", "P5")


def test_dice_put_back_into_a_cleared_tray_lie_as_they_lay() -> None:
    table = PlayedCenturion()
    table.throw("XX")
    table.see([])
    assert table.see(roman("V", [6])) == []
    assert [line.event for line in table.see(roman("XX", [3, 5]))] == ["mended"]
    assert [line.event for line in table.see(roman("XXI", [3, 5, 7]))] == ["roll"]


def test_a_die_thrown_while_the_number_is_chosen_is_illegal() -> None:
    table = PlayedCenturion()
    table.throw("XI")
    table.press()
    said = table.see([*roman("XI"), *roman("V", [4])])
    assert complaint(said) == ("illegal", "unexpected", "C1")


def test_as_rolled_there_is_no_choice() -> None:
    table = PlayedCenturion(numerals="as-rolled")
    table.throw("IX")
    assert turn(table.press())["entered"] == 9
