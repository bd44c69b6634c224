"""Corrections, undo, and table and players coming together again, from pictures and presses."""

from collections.abc import Sequence

import pytest

from firmware.referee import Line
from firmware.referee.amends import Amends
from firmware.referee.correcting import Correcting, Picked
from firmware.referee.lying import Lying
from firmware.referee.notices import REDO_S
from firmware.views import AttackChoice, Correction, Entry, Message, ParryChoice
from rules import alea, alphatian
from rules.alphatian import Phase
from rules.match import Confirm, Correct, Redo, Undo
from tests.firmware.played import PLACES, At, Played, PlayedAlea, dice, roman
from tests.pictures import Spot
from vision.reading import PIPS, ROMAN, Face, Reading


def kinds(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def play(table: At, *presses: str) -> list[Line]:
    return [line for press in presses for line in table.press(press)]  # type: ignore[arg-type]


def complaint(lines: Sequence[Line]) -> tuple[object, object, object]:
    [line] = [line for line in lines if line.event == "complaint"]
    return line.facts["level"], line.facts["why"], line.facts["ruling"]


def doubtful_five() -> Played:
    """An attack 2 1 6 3 5 whose five was doubtful and confirmed."""
    table = Played()
    table.see([*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")])
    table.press()
    return table


# ---------------------------------------------------------------- corrections


@pytest.mark.parametrize(
    ("presses", "face"), [((), 1), (("down",), 2), (("up",), 6), (("down", "down"), 3)]
)
def test_the_least_certain_die_is_corrected_to_its_likeliest_other_faces(
    presses: tuple[str, ...], face: int
) -> None:
    table = doubtful_five()
    [line] = play(table, "help_hold", *presses, "ok")
    assert line.event == "corrected"
    assert sorted(map(str, table.game.state.faces)) == sorted(map(str, (2, 1, 6, 3, face)))


@pytest.mark.parametrize(("faces", "count"), [(PIPS, 5), (ROMAN, 6)])
def test_any_die_and_face_is_reached_in_eight_presses(faces: tuple[Face, ...], count: int) -> None:
    box = (0.0, 0.0, 20.0, 20.0)
    face = faces[0]
    lay = {
        place: Reading(face, face, 0.5 + place / 10, box, (40.0 * place, 0.0))
        for place in range(count)
    }
    reached = set()
    for helps in range(count):
        for moves in (("down",), ("up",)):
            for times in range(8 - 2 - helps + 1):
                correcting = Correcting(lay, faces)
                for _ in range(helps):
                    correcting.press("help")
                for button in moves * times:
                    correcting.press(button)  # type: ignore[arg-type]
                reached.add(correcting.press("ok"))
    assert reached == {Picked(place, other) for place in lay for other in faces[1:]}


def test_the_reading_and_the_correction_stay_in_the_match() -> None:
    table = doubtful_five()
    read = table.game.match.line[0].action
    play(table, "help_hold", "ok")
    *_, confirm, correct = table.game.match.entries
    assert confirm == Confirm(1, read)
    assert isinstance(correct, Correct)
    assert (correct.read, correct.roll) == (read, table.game.match.line[0].action)


def test_a_corrected_die_that_is_misread_again_is_not_called_turned() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    play(table, "help_hold", "down", "ok")
    corrected = table.game.state.faces
    assert corrected != (2, 1, 6, 3, 5)
    assert table.see(spots) == []
    assert table.see(spots[:3]) == []
    assert table.see(spots) == []
    assert table.game.state.faces == corrected


def test_what_was_said_of_a_die_counts_for_no_other_that_lies_there_later() -> None:
    table = PlayedAlea()
    table.throw("XV")
    table.see([*roman("XV"), Spot(2, *PLACES[2], why="doubtful")])
    assert "it is I" in play(table, "help_hold", "ok")[0].text
    play(table, "ok", "ok")
    assert table.game.player == "Ben"
    table.see([])
    assert "Ben throws V" in table.see([Spot(2, *PLACES[2])])[0].text


def test_a_bust_that_was_none_gives_the_turn_back() -> None:
    table = PlayedAlea()
    table.throw("XV")
    table.see([*roman("XV"), Spot(2, *PLACES[2], why="doubtful")])
    said = play(table, "ok")
    assert kinds(said)[-2:] == ["turn", "turn_begins"]
    said = play(table, "help_hold", "ok")
    assert kinds(said) == ["corrected"]
    assert (table.game.player, table.game.state.counting) == ("Ann", "XVI")
    assert kinds(play(table, "ok")) == ["stopped"]


def test_a_correction_to_a_bust_ends_the_turn() -> None:
    table = PlayedAlea()
    table.throw("XV")
    table.see([*roman("XV"), Spot(1, *PLACES[2], why="doubtful")])
    play(table, "ok")
    said = play(table, "help_hold", "ok")
    assert kinds(said) == ["corrected", "bust", "turn", "turn_begins"]


def test_a_correction_that_undoes_a_decision_asks_first() -> None:
    table = Played()
    table.attack((6, 6, 6, 5, 1))
    play(table, "up", "up", "ok")
    assert table.game.state.named == 5
    order = [place for place, face in enumerate(table.game.state.faces) if face == 5]
    helps = ["help"] * order[0]
    asked = play(table, "help_hold", *helps, "up", "up", "ok")
    assert complaint(asked) == ("question", "unexpected", "P9")
    assert "can no longer be" in asked[0].text
    assert isinstance(table.referee.view(), Message)
    assert play(table, "back") == []
    assert table.game.state.named == 5
    play(table, "help_hold", *helps, "up", "up", "ok")
    assert kinds(play(table, "ok"))[0] == "corrected"
    assert table.game.state.phase is Phase.PARRY_CHOICE
    assert table.game.state.named is None


def test_a_throw_that_a_correction_drops_is_believed_no_more() -> None:
    table = PlayedAlea()
    table.throw("XVI")
    asked = play(table, "help_hold", "down", "ok")
    assert complaint(asked) == ("question", "unexpected", "P9")
    said = play(table, "ok")
    assert kinds(said) == ["corrected", "bust", "turn", "turn_begins"]
    assert table.game.state.players[table.game.state.player] == "Ben"


def test_what_was_turned_while_it_did_not_matter_matters_after_an_undo() -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok")
    assert table.see(roman("XV")) == []
    said = play(table, "back")
    assert kinds(said) == ["undone", "complaint"]
    assert complaint(said) == ("illegal", "turned", "P2")


def test_old_dice_taken_as_they_lie_cannot_be_corrected() -> None:
    table = PlayedAlea()
    table.throw("VV")
    play(table, "help", "ok")
    assert complaint(play(table, "help_hold")) == ("notice", "unexpected", "P7")


def test_dice_lifted_meanwhile_end_a_correction() -> None:
    table = PlayedAlea()
    table.throw("VV")
    table.press("help_hold")
    table.see([])
    assert not isinstance(table.referee.view(), Correction)


def test_a_correction_says_only_what_changes_with_it() -> None:
    table = doubtful_five()
    play(table, "ok")
    said = play(table, "help_hold", "up", "ok")
    assert kinds(said) == ["corrected", "attack"]
    assert said[1].facts["faces"] == (6, 6, 3, 2, 1)


def test_while_a_reading_is_corrected_the_screen_shows_which() -> None:
    table = doubtful_five()
    table.press("help_hold")
    shown = table.referee.view()
    assert isinstance(shown, Correction) and (shown.faces[0], shown.at, shown.face) == (5, 0, 1)
    play(table, "help", "down")
    shown = table.referee.view()
    assert isinstance(shown, Correction) and shown.at == 1
    table.press("back")
    assert isinstance(table.referee.view(), AttackChoice)


def test_a_die_asked_about_is_said_to_show_another_face() -> None:
    table = Played()
    spots = [*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")]
    table.see(spots)
    said = play(table, "help_hold", "down", "ok")
    assert kinds(said) == ["corrected", "roll"]
    assert (said[0].facts["read"], said[0].facts["faces"]) == ((5,), (2,))
    assert sorted(map(str, table.game.state.faces)) == ["1", "2", "2", "3", "6"]
    assert isinstance(table.game.match.entries[-1], Confirm)
    assert table.see(spots) == []


def test_of_two_dice_asked_about_each_can_be_said() -> None:
    table = Played()
    doubtful = [Spot(5, *PLACES[3], why="doubtful"), Spot(4, *PLACES[4], why="doubtful")]
    table.see([*dice((2, 1, 6), range(3)), *doubtful])
    said = play(table, "help_hold", "help", "ok")
    assert kinds(said) == ["corrected", "complaint"]
    assert said[1].facts["why"] == "unread"
    assert kinds(play(table, "ok")) == ["confirmed", "roll"]


def test_with_no_dice_there_is_nothing_to_correct() -> None:
    table = Played()
    assert complaint(play(table, "help_hold")) == ("notice", "unexpected", "P7")


def test_dice_thrown_meanwhile_end_a_correction() -> None:
    table = PlayedAlea()
    table.throw("X")
    table.press("help_hold")
    table.see(roman("XI"))
    assert not isinstance(table.referee.view(), Correction)


# ---------------------------------------------------------------- undo


def test_back_undoes_the_stand_and_it_can_be_decided_anew() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    assert isinstance(table.referee.view(), ParryChoice)
    assert kinds(play(table, "back")) == ["undone"]
    table.wait(REDO_S)
    assert isinstance(table.referee.view(), AttackChoice)
    assert table.game.match.entries[-1] == Undo()
    assert kinds(play(table, "ok")) == ["attack"]


def test_back_first_forgets_what_is_pointed_at() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    play(table, "up")
    assert play(table, "back") == []
    assert table.referee.view() == ParryChoice("Ben", (6, 6, 5, 5, 3))


def test_dice_are_never_undone() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    said = play(table, "back")
    assert complaint(said) == ("notice", "unexpected", "P9")
    assert "never taken back" in said[0].text
    assert isinstance(table.referee.view(), Message)
    assert table.game.state.phase is Phase.ATTACK_CHOICE


def test_the_undo_of_an_entry_lets_it_be_chosen_anew() -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok", "ok")
    assert table.game.player == "Ben"
    assert kinds(play(table, "back")) == ["undone"]
    assert table.game.player == "Ann"
    said = play(table, "down", "ok")
    assert said[0].facts["space"] == 2


def test_the_undo_of_a_stop_after_the_tray_was_cleared_asks_for_the_dice() -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok")
    table.see([])
    said = play(table, "back")
    assert kinds(said) == ["undone", "complaint"]
    assert complaint(said) == ("question", "lifted", "P8")
    assert kinds(table.see(roman("XI"))) == ["mended"]
    assert kinds(table.see(roman("XIV"))) == ["roll"]


def test_what_followed_by_itself_is_undone_with_the_stop() -> None:
    table = PlayedAlea(players=1)
    table.throw("X")
    play(table, "ok", "ok")
    table.throw("X")
    assert kinds(play(table, "ok"))[-2:] == ["turn", "turn_begins"]
    play(table, "back")
    assert table.game.state.phase is alea.Phase.THROW_OR_STOP
    assert kinds(table.see(roman("XI"))) == ["roll"]


def test_the_undo_of_a_card_makes_its_dice_count_again() -> None:
    table = PlayedAlea(alea.Options())
    table.throw("XVV")
    play(table, "down", "down", "down", "ok", "up", "down", "ok")
    table.see(roman("XVV"))
    assert table.game.ignored == {1}
    play(table, "back")
    assert table.game.state.phase is alea.Phase.BAD_THROW
    said = table.see(roman("XV", [0, 2]))
    assert complaint(said) == ("illegal", "lifted", "P4")


# ---------------------------------------------------------------- redo


def screen(table: At) -> str:
    shown = table.referee.view()
    assert isinstance(shown, Message)
    return " ".join(shown.lines)


def test_up_directly_after_an_undo_does_it_again() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    play(table, "back")
    assert "up: do it again" in screen(table)
    assert kinds(play(table, "up")) == ["redone", "attack"]
    assert table.game.match.entries[-1] == Redo()
    assert table.referee.view() == ParryChoice("Ben", (6, 6, 5, 5, 3))


def test_several_undone_decisions_are_done_again_one_after_another() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    play(table, "up", "up", "ok", "back", "back")
    assert table.game.state.phase is Phase.ATTACK_CHOICE
    assert kinds(play(table, "up")) == ["redone", "attack"]
    assert "up: one more" in screen(table)
    assert kinds(play(table, "up")) == ["redone", "named"]
    assert table.game.state.named == 5
    assert play(table, "up") == []


def test_what_followed_by_itself_is_done_again_with_the_stop() -> None:
    table = PlayedAlea(players=1)
    table.throw("X")
    play(table, "ok", "ok")
    table.throw("X")
    said = kinds(play(table, "ok"))
    play(table, "back")
    again = play(table, "up")
    assert kinds(again) == ["redone", *said]
    assert table.game.match.undone == ()


def test_any_other_press_leaves_it_undone_and_does_what_it_does() -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok", "ok", "back", "down")
    shown = table.referee.view()
    assert isinstance(shown, Entry) and shown.space == 2
    assert play(table, "up") == []
    assert isinstance(shown := table.referee.view(), Entry) and shown.space == 1


@pytest.mark.parametrize("after", ["time", "dice"])
def test_when_the_screen_offers_it_no_longer_up_points_as_always(after: str) -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok", "ok", "back")
    if after == "time":
        table.wait(REDO_S)
    else:
        table.see([])
    assert isinstance(table.referee.view(), Entry)
    assert play(table, "up") == []
    assert table.game.player == "Ann"


def test_behind_a_complaint_nothing_is_done_again() -> None:
    table = PlayedAlea()
    table.throw("XI")
    play(table, "ok")
    table.see([])
    assert kinds(play(table, "back")) == ["undone", "complaint"]
    assert play(table, "up") == []
    assert table.game.state.phase is alea.Phase.THROW_OR_STOP


# ---------------------------------------------------------------- coming together again


def test_help_says_what_is_believed_to_lie_there_and_what_is_awaited() -> None:
    table = PlayedAlea()
    table.throw("XI")
    [line] = play(table, "help")
    assert line.facts["lying"] == ("X", "I")
    assert line.facts["awaits"] == "throw 1, or OK"
    assert isinstance(table.referee.view(), Message)
    assert play(table, "back") == []
    assert table.game.state.counting == "XI"


def test_a_yes_takes_the_tray_as_it_lies() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    turned = [Spot(4, spots[0].x, spots[0].y), *spots[1:]]
    assert complaint(table.see(turned)) == ("illegal", "turned", "P2")
    said = play(table, "help", "ok")
    assert kinds(said)[1:] == ["taken", "corrected"]
    assert sorted(map(str, table.game.state.faces)) == ["1", "3", "4", "5", "6"]
    assert isinstance(table.referee.view(), AttackChoice)
    assert kinds(play(table, "ok")) == ["attack"]


def test_dice_that_lie_elsewhere_are_taken_without_a_correction() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.see([])
    table.see(dice((2, 1, 6, 3, 4), (5, 6, 7, 0, 2)))
    said = play(table, "help", "ok")
    assert kinds(said)[1:] == ["taken", "corrected"]
    assert sorted(map(str, table.game.state.faces)) == ["1", "2", "3", "4", "6"]


def test_with_another_number_of_dice_the_tray_is_not_taken() -> None:
    table = PlayedAlea()
    table.throw("XI")
    table.see(roman("X"))
    asked, count = play(table, "help", "ok")
    assert asked.event == "believes"
    assert (count.facts["level"], count.facts["why"]) == ("question", "count")
    assert table.game.state.counting == "XI"


def test_old_dice_that_lie_there_are_taken_for_old() -> None:
    table = PlayedAlea()
    table.throw("VV")
    table.see([*roman("VV"), *roman("X", [4])])
    assert kinds(play(table, "help", "ok"))[1:] == ["taken"]
    assert table.see([*roman("VV"), *roman("X", [4])]) == []
    table.see([])
    assert kinds(table.see(roman("I"))) == ["roll"]


def test_a_confirmed_reading_is_remarked_in_the_match() -> None:
    table = doubtful_five()
    assert isinstance(table.game.match.entries[-1], Confirm)
    assert isinstance(table.game.match.entries[-1].roll, alphatian.Roll)


def test_a_correction_begun_anew_where_nothing_lies_ends_the_one_before() -> None:
    amends = Amends(PlayedAlea().game, Lying())
    amends.hold([Reading(None, "I", 0.5, (0.0, 0.0, 20.0, 20.0), (10.0, 10.0), "doubtful", ("V",))])
    assert amends.open
    amends.hold()
    assert not amends.open
