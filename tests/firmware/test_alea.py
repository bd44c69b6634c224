"""Alea Romana at the table, from pictures: throws, stops, entries, cards, and what is illegal."""

from collections.abc import Sequence

import pytest

from firmware.choices import chooser
from firmware.referee import Line
from firmware.views import CardChoice, CardThrow, DicePick, Entry, RomanThrow, Scores, TurnEnd
from rules import alea
from rules.alea import Phase
from tests.firmware.played import PLACES, PlayedAlea, RomanReader, roman
from tests.pictures import DIE_PX, Spot, tray
from vision.identity import compare
from vision.tray import Rest

CARDS = alea.Options()


def kinds(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def complaint(lines: Sequence[Line]) -> tuple[object, object, object]:
    [line] = [line for line in lines if line.event == "complaint"]
    return line.facts["level"], line.facts["why"], line.facts["ruling"]


def turn(lines: Sequence[Line]) -> dict[str, object]:
    [line] = [line for line in lines if line.event == "turn"]
    return dict(line.facts)


def text(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)


def test_each_die_joins_those_in_the_tray() -> None:
    table = PlayedAlea()
    rolls = [line for line in table.throw("XIV") if line.event == "roll"]
    assert [roll.facts["thrown"] for roll in rolls] == [("X",), ("I",), ("V",)]
    assert [roll.facts["lying"] for roll in rolls] == [("X",), ("X", "I"), ("X", "I", "V")]
    assert rolls[2].facts["numbers"] == (14, 16)


def test_ok_stops_and_the_buttons_choose_number_and_space() -> None:
    table = PlayedAlea()
    table.throw("XI")
    assert kinds(table.press()) == ["stopped"]
    for button in ("down", "down", "up"):
        table.press(button)
    said = table.press()
    assert turn(said) == {
        "player": "Ann",
        "faces": ("X", "I"),
        "numbers": (9, 11),
        "bust": False,
        "entered": 9,
        "space": 2,
    }
    assert table.game.player == "Ben"


def test_up_from_the_first_choice_is_the_last() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.press()
    table.press("up")
    assert (turn(said := table.press())["entered"], turn(said)["space"]) == (11, 7)


def test_a_bust_without_cards_ends_the_turn_by_itself() -> None:
    table = PlayedAlea()
    said = table.throw("VV")
    assert kinds(said)[-4:] == ["roll", "bust", "turn", "turn_begins"]
    facts = turn(said)
    assert (facts["bust"], facts["numbers"], facts["entered"]) == (True, (), None)
    assert facts["space"] is None


def test_a_number_that_fits_nowhere_ends_the_turn_after_the_stop() -> None:
    table = PlayedAlea(players=1)
    table.throw("X")
    table.press()
    table.press()
    table.throw("X")
    said = table.press()
    assert kinds(said) == ["stopped", "nothing_fits", "turn", "turn_begins"]
    assert (turn(said)["bust"], turn(said)["numbers"]) == (False, (10,))


def test_after_the_sixth_die_the_turn_stops_by_itself() -> None:
    table = PlayedAlea()
    said = table.throw("XXXIIV")
    assert kinds(said)[-2:] == ["roll", "stopped"]
    assert said[-1].facts["forced"] is True
    assert table.game.state.numbers == (37,)


def test_the_only_entry_there_is_needs_no_choice() -> None:
    table = PlayedAlea(players=1)
    for faces, space in (("I", 1), ("III", 2), ("V", 3), ("X", 5), ("XX", 6), ("XXX", 7)):
        table.throw(faces)
        table.press()
        while table.game.view(frozenset(), None).space not in (space, None):  # type: ignore[union-attr]
            table.press("down")
        if table.game.state.phase is Phase.ENTRY:
            table.press()
    table.throw("XI")
    said = table.press()
    assert (turn(said)["entered"], turn(said)["space"]) == (9, 4)
    assert kinds(said)[-1] == "winner"


def test_as_rolled_the_order_makes_the_number() -> None:
    table = PlayedAlea(alea.Options(numerals="as-rolled", cards=False))
    rolls = [line for line in table.throw("XIXV") if line.event == "roll"]
    assert [roll.facts["numbers"] for roll in rolls] == [(10,), (11,), (19,), (24,)]


def test_two_dice_thrown_at_once_are_void_until_both_are_out() -> None:
    table = PlayedAlea()
    table.throw("X")
    both = roman("XIV")
    said = table.see(both)
    assert complaint(said) == ("illegal", "count", "P5")
    assert "one at a time [R1]" in text(said)
    assert table.see(both[:2]) == []
    assert kinds(table.see(both[:1])) == ["mended"]
    assert kinds(table.see(roman("XI"))) == ["roll"]


def test_a_turn_that_begins_with_two_dice_is_void() -> None:
    table = PlayedAlea()
    said = table.see(roman("XI"))
    assert complaint(said) == ("illegal", "count", "P5")
    assert table.see(roman("X")) == []
    assert kinds(table.see([])) == ["mended"]
    assert kinds(table.see(roman("X"))) == ["roll"]


def test_one_of_two_dice_thrown_at_once_may_be_thrown_alone_again() -> None:
    table = PlayedAlea()
    table.throw("X")
    table.see(roman("XIV"))
    assert kinds(table.see([*roman("X"), *roman("V", [5])])) == ["roll"]


def test_old_dice_beside_the_first_of_a_turn_are_asked_about() -> None:
    table = PlayedAlea()
    table.throw("VV")
    said = table.see([*roman("VV"), *roman("X", [4])])
    assert complaint(said) == ("question", "count", "P5")
    assert "turn before" in text(said)
    assert kinds(table.see(roman("X", [4]))) == ["roll"]


def test_picking_up_the_dice_of_a_turn_that_is_over_says_nothing() -> None:
    table = PlayedAlea()
    table.throw("IIX")
    table.press()
    assert table.see(roman("II")) == []
    assert table.see([]) == []
    assert kinds(table.press()) == ["turn", "turn_begins"]
    assert kinds(table.see(roman("V"))) == ["roll"]


@pytest.mark.parametrize("before", ["XI", "I"])
def test_a_turn_may_begin_with_a_face_that_lay_there_though_no_empty_tray_was_seen(
    before: str,
) -> None:
    table = PlayedAlea()
    table.throw(before)
    table.press()
    table.press()
    x, y = PLACES[before.index("I")]
    said = table.see([Spot(1, x, y + 2 * DIE_PX)])
    rolls = [line for line in said if line.event == "roll"]
    assert [roll.facts["thrown"] for roll in rolls] == [("I",)]


def test_a_die_pushed_a_little_while_the_tray_is_cleared_begins_no_turn() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.press()
    table.press()
    x, y = PLACES[1]
    assert "roll" not in kinds(table.see([Spot(1, x, y + DIE_PX)]))


def test_a_die_lifted_during_a_turn_is_illegal_and_mended_by_its_face() -> None:
    table = PlayedAlea()
    table.throw("XIV")
    said = table.see(roman("XI"))
    assert complaint(said) == ("illegal", "lifted", "P4")
    assert "A die was lifted, V," in text(said)
    assert kinds(table.see([*roman("XI"), *roman("V", [5])])) == ["mended"]
    assert kinds(table.press()) == ["stopped"]


def test_a_die_of_the_turn_thrown_again_is_gone() -> None:
    table = PlayedAlea()
    table.throw("XIV")
    said = table.see([*roman("XI"), *roman("I", [5])])
    assert complaint(said) == ("illegal", "gone", "P5")
    assert said[0].facts["faces"] == ("V",)


def test_a_die_turned_by_a_hand_is_illegal() -> None:
    table = PlayedAlea()
    table.throw("XIV")
    said = table.see(roman("XXV"))
    assert complaint(said) == ("illegal", "turned", "P2")
    assert (said[0].facts["from"], said[0].facts["to"]) == ("I", "X")
    assert kinds(table.see(roman("XIV"))) == ["mended"]


def test_the_only_die_turned_by_a_hand_is_illegal_too() -> None:
    table = PlayedAlea()
    table.throw("X")
    said = table.see(roman("V"))
    assert complaint(said) == ("illegal", "turned", "P2")
    assert (said[0].facts["from"], said[0].facts["to"]) == ("X", "V")
    assert kinds(table.see(roman("X"))) == ["mended"]
    assert kinds(table.see(roman("XI"))) == ["roll"]


def test_a_die_pushed_by_the_next_is_said_and_accepted() -> None:
    table = PlayedAlea()
    table.throw("XI")
    pushed = Spot(3, PLACES[0][0] + DIE_PX, PLACES[0][1])
    said = table.see([pushed, *roman("IV", [1, 2])])
    assert complaint(said) == ("notice", "nudged", "P2")
    assert kinds(said) == ["complaint", "roll"]


def test_a_tray_cleared_before_the_stop_stops_after_one_press() -> None:
    table = PlayedAlea()
    table.throw("XI")
    said = table.see([])
    assert complaint(said) == ("question", "lifted", "P8")
    assert "X I" in text(said)
    assert kinds(table.press()) == ["stopped"]


def test_a_die_thrown_into_a_cleared_tray_begins_the_next_turn_once_the_number_is_entered() -> None:
    table = PlayedAlea()
    table.throw("XX")
    table.see([])
    assert table.see(roman("V", [6])) == []
    assert kinds(table.press()) == ["stopped"]
    table.press("down")
    assert kinds(table.press())[-2:] == ["turn_begins", "roll"]


def test_a_die_thrown_while_a_number_is_to_be_entered_is_illegal() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.press()
    said = table.see([*roman("XI"), *roman("V", [4])])
    assert complaint(said) == ("illegal", "unexpected", "R7")
    assert kinds(table.see(roman("XI"))) == ["mended"]
    assert kinds(table.press()) == ["turn", "turn_begins"]


def test_dice_turned_while_a_number_is_entered_do_not_matter() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.press()
    assert table.see(roman("XV")) == []
    assert kinds(table.press()) == ["turn", "turn_begins"]


def test_an_unread_die_is_confirmed_by_one_press() -> None:
    table = PlayedAlea()
    table.throw("X")
    doubtful = Spot(1, *PLACES[1], why="doubtful")
    said = table.see([*roman("X"), doubtful])
    assert complaint(said) == ("question", "unread", "P7")
    assert "show I?" in text(said)
    assert kinds(table.press()) == ["confirmed", "roll"]


def test_a_die_that_could_be_read_only_with_the_next_beside_it_counts_first() -> None:
    table = PlayedAlea()
    table.throw("X")
    table.see([*roman("X"), Spot(1, *PLACES[1], why="doubtful")])
    said = table.see(roman("XIV"))
    assert [line.facts["thrown"] for line in said if line.event == "roll"] == [("I",), ("V",)]


def hurried(table: PlayedAlea, spots: Sequence[Spot]) -> list[Line]:
    seen = RomanReader().read(tray(spots))
    lying, change = compare((), seen.readings, 0)
    return table.referee.see(Rest(lying, change, seen, table.time_s, hurried=True))


def test_a_die_seen_in_a_hurry_counts_before_the_one_thrown_next() -> None:
    table = PlayedAlea()
    table.throw("X")
    assert hurried(table, roman("I", [1])) == []
    said = table.see(roman("XIV"))
    assert [line.facts["thrown"] for line in said if line.event == "roll"] == [("I",), ("V",)]


def test_two_dice_seen_in_a_hurry_are_two_at_once() -> None:
    table = PlayedAlea()
    table.throw("X")
    assert hurried(table, roman("IV", [1, 2])) == []
    assert complaint(table.see(roman("XIV"))) == ("illegal", "count", "P5")


# ---------------------------------------------------------------- cards


def bad_throw(faces: str = "XVV", options: alea.Options = CARDS) -> PlayedAlea:
    table = PlayedAlea(options)
    table.throw(faces)
    assert table.game.state.phase is Phase.BAD_THROW
    return table


def play(table: PlayedAlea, *buttons: str) -> list[Line]:
    return [line for button in buttons for line in table.press(button)]  # type: ignore[arg-type]


def test_after_a_bad_throw_ok_ends_the_turn_with_no_card() -> None:
    table = bad_throw()
    assert kinds(table.press()) == ["turn", "turn_begins"]


def test_card_2_throws_the_v_again_and_only_it() -> None:
    table = bad_throw()
    said = play(table, "down", "ok", "down", "ok")
    assert said[0].facts["card"] == 2
    assert said[0].facts["faces"] == ("V",)
    assert table.game.state.thrown == (2,)
    wrong = table.see([*roman("V", [1]), *roman("V", [2])])
    assert complaint(wrong) == ("illegal", "lifted", "P4")
    table.see(roman("XVV"))
    assert table.see(roman("XV")) == []
    said = table.see([*roman("XV"), *roman("I", [5])])
    assert kinds(said) == ["roll"]
    assert said[0].facts["lying"] == ("X", "V", "I")
    assert table.game.state.phase is Phase.THROW_OR_STOP


def test_a_die_thrown_again_keeps_its_place() -> None:
    table = bad_throw()
    play(table, "down", "down", "ok", "ok")
    said = table.see([*roman("VV", [1, 2]), *roman("I", [5])])
    assert said[0].facts["lying"] == ("I", "V", "V")


def test_both_dice_of_a_card_are_thrown_together() -> None:
    table = bad_throw()
    said = play(table, "down", "ok", "ok")
    assert said[0].facts["faces"] == ("V", "V")
    said = table.see([*roman("X"), *roman("IX", [5, 6])])
    assert sorted(str(face) for face in said[0].facts["lying"]) == ["I", "X", "X"]  # type: ignore[union-attr]


def test_a_cards_dice_not_the_ones_thrown_are_illegal() -> None:
    table = bad_throw()
    play(table, "down", "ok", "ok")
    said = table.see([*roman("V", [1]), *roman("IX", [5, 6])])
    assert complaint(said) == ("illegal", "set", "P5")
    assert "throws V V and no other" in text(said)
    assert kinds(table.see(roman("XVV", [5, 6, 7]))) == ["mended"]


def test_fewer_of_a_cards_dice_are_asked_for() -> None:
    table = bad_throw()
    play(table, "down", "ok", "ok")
    assert complaint(table.see([*roman("X"), *roman("I", [5])])) == ("question", "count", "P1")


def test_dice_lifted_before_a_card_is_chosen_are_put_back() -> None:
    table = bad_throw()
    assert complaint(table.see(roman("XV"))) == ("illegal", "lifted", "P4")
    assert kinds(table.see(roman("XVV"))) == ["mended"]


def test_a_tray_cleared_after_a_bad_throw_ends_the_turn_after_one_press() -> None:
    table = bad_throw()
    table.press("down")
    said = table.see([])
    assert complaint(said) == ("question", "lifted", "P8")
    assert "OK ends the turn with no entry" in text(said)
    assert kinds(table.press()) == ["turn", "turn_begins"]


def test_card_4_sets_dice_aside_that_count_no_more_wherever_they_lie() -> None:
    table = bad_throw()
    said = play(table, "down", "down", "down", "ok", "up", "down", "ok")
    assert (said[0].facts["card"], said[0].facts["faces"]) == (4, ("V",))
    assert table.game.state.counting == "XV"
    assert table.see(roman("XV", [0, 2])) == []
    rolls = table.see([*roman("XV", [0, 2]), *roman("I", [5])])
    assert rolls[0].facts["lying"] == ("X", "V", "I")


def test_dice_set_aside_may_lie_on_and_be_turned() -> None:
    table = bad_throw()
    play(table, "down", "down", "down", "ok", "up", "down", "ok")
    assert table.see(roman("XIV")) == []
    assert kinds(table.see([*roman("XIV"), *roman("I", [5])])) == ["roll"]


def test_card_5_enters_a_number_again_beside_itself() -> None:
    table = PlayedAlea(alea.Options(), players=1)
    table.throw("X")
    play(table, "ok", "ok")
    table.throw("X")
    table.press()
    shown = table.game.view(frozenset(), None)
    assert isinstance(shown, CardChoice)
    at = shown.items.index((5, False))
    said = play(table, *["down"] * at, "ok", "ok")
    assert (turn(said)["entered"], turn(said)["space"]) == (10, 2)


def test_back_leaves_an_open_card() -> None:
    table = bad_throw()
    play(table, "down", "ok")
    assert table.game.back()
    assert not table.game.back()


def test_as_rolled_a_cards_dice_are_thrown_one_after_another() -> None:
    table = bad_throw("XVV", alea.Options(numerals="as-rolled"))
    play(table, "down", "ok", "ok")
    table.see(roman("X"))
    first = table.see([*roman("X"), *roman("I", [5])])
    assert (kinds(first), first[0].facts["thrown"]) == (["roll"], ("I",))
    second = table.see([*roman("X"), *roman("IX", [5, 6])])
    assert second[0].facts["lying"] == ("X", "I", "X")
    assert table.game.state.numbers == (19,)


def test_as_rolled_two_of_a_cards_dice_at_once_are_void() -> None:
    table = bad_throw("XVV", alea.Options(numerals="as-rolled"))
    play(table, "down", "ok", "ok")
    table.see(roman("X"))
    assert complaint(table.see([*roman("X"), *roman("IX", [5, 6])])) == ("illegal", "count", "P5")


# ---------------------------------------------------------------- screens


def test_the_screen_follows_a_turn() -> None:
    table = PlayedAlea()
    empty = (None,) * 7
    assert table.referee.view() == RomanThrow("Ann", (), (), "", empty)
    table.throw("XI")
    assert table.referee.view() == RomanThrow("Ann", ("X", "I"), (9, 11), "", empty)
    table.press()
    assert table.referee.view() == Entry("Ann", 9, "enters", empty, 1)
    table.press("down")
    assert table.referee.view() == Entry("Ann", 9, "enters", empty, 2)
    table.press()
    column = (None, 9, *empty[2:])
    assert table.referee.view() == TurnEnd("Ann", "Ben", 9, None, column, 2)
    table.see([])
    assert table.referee.view() == RomanThrow("Ben", (), (), "", empty)


def test_a_turn_without_an_entry_is_shown() -> None:
    table = PlayedAlea()
    table.throw("VV")
    shown = table.referee.view()
    assert isinstance(shown, TurnEnd) and (shown.number, shown.space) == (None, None)


def test_the_menu_offers_the_cards_that_can_be_played() -> None:
    table = bad_throw()
    shown = table.referee.view()
    assert isinstance(shown, CardChoice)
    joker = [(card, True) for card in (2, 3, 4)]
    assert shown.items == (None, (2, False), (3, False), (4, False), *joker)
    table.press("up")
    shown = table.referee.view()
    assert isinstance(shown, CardChoice) and shown.at == 6


def test_a_cards_dice_are_marked_and_then_asked_for() -> None:
    table = bad_throw()
    play(table, "down", "ok")
    assert table.referee.view() == DicePick(2, ("V", "V"), (True, True), 0)
    play(table, "down", "up")
    assert table.referee.view() == DicePick(2, ("V", "V"), (False, True), 1)
    play(table, "ok")
    assert table.referee.view() == CardThrow("Ann", 2, ("V",), 1)


def test_card_3_takes_exactly_one_die() -> None:
    table = bad_throw()
    play(table, "down", "down", "ok", "down")
    assert table.referee.view() == DicePick(3, ("X", "V", "V"), (False, True, False), 1)
    assert play(table, "ok")[0].facts["faces"] == ("V",)


def test_the_end_shows_every_score() -> None:
    table = PlayedAlea(alea.Options(cards=False, length="seven-turns"), players=1)
    for _ in range(7):
        table.throw("VV")
    assert table.referee.view() == Scores(("Ann",), (("Ann", 0),))


# ---------------------------------------------------------------- recordings


@pytest.mark.parametrize(("choices", "entered"), [({(1, "Ann"): (11, 3)}, (11, 3)), ({}, (9, 1))])
def test_a_chooser_enters_what_was_recorded_or_the_first_offered(
    choices: dict[tuple[int, str], tuple[int, int]], entered: tuple[int, int]
) -> None:
    table = PlayedAlea(chooser=chooser(choices, False))
    table.throw("XI")
    said = table.press()
    assert (turn(said)["entered"], turn(said)["space"]) == entered
