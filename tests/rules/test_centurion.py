"""Centurion: turns, maximum numbers, and how it ends."""

import pytest

from rules import centurion
from rules.centurion import (
    Count,
    Options,
    Phase,
    Roll,
    State,
    Stop,
    apply,
    events,
    legal_actions,
    new_game,
    outcome,
)
from rules.errors import InvalidInputError, InvalidTypeError
from rules.shape import Choice, Die

TWO = ("Ann", "Ben")
THREE = ("Ann", "Ben", "Cy")


def after(state: State, faces: str, *actions: centurion.Action) -> State:
    for action in (*map(Roll, faces), *actions):
        state = apply(state, action).state
    return state


def at(*totals: int, player: int = 0, numerals: str = "free") -> State:
    return State(tuple("ABCDEF"[: len(totals)]), Options(numerals), totals, player=player)


def test_a_turn_awaits_a_die_then_a_die_or_a_stop() -> None:
    awaits = new_game(TWO).awaits
    assert (awaits.player, awaits.throws, awaits.places, awaits.choices) == (0, 1, (0,), ())
    state = after(new_game(TWO), "XI")
    awaits = state.awaits
    assert (awaits.throws, awaits.places, awaits.choices) == (1, (2,), (Choice(Stop()),))
    assert awaits.lying == awaits.still == (Die(0, "X"), Die(1, "I"))
    assert legal_actions(state) == (Roll("I"), Roll("V"), Roll("X"), Stop())


def test_one_number_counts_at_once_and_of_two_the_player_says_which() -> None:
    assert after(new_game(TWO), "XV", Stop()).totals == (15, 0)
    state = after(new_game(TWO), "XI", Stop())
    assert state.phase is Phase.NUMBER
    assert legal_actions(state) == (Count(9), Count(11))
    assert state.awaits.throws == 0
    assert [die.face for die in state.awaits.still] == ["X", "I"]
    assert after(state, "", Count(9)).totals == (9, 0)
    rolled = after(new_game(TWO, Options("as-rolled")), "XI", Stop())
    assert rolled.totals == (11, 0)


def test_a_bust_adds_nothing_and_ends_the_turn() -> None:
    state, told = apply(after(at(50, 20), "V"), Roll("V"))
    assert told == (
        events.DiceRolled("A", "V", (1,), "VV", ()),
        events.Bust("A", "VV"),
        events.TurnBegins("B", 20, again=False),
    )
    assert state == at(50, 20, player=1)


def test_a_number_is_added_and_the_next_begins() -> None:
    state, told = apply(after(at(50, 20), "X"), Stop())
    assert told == (
        events.Stopped("A", (10,), forced=False),
        events.NumberAdded("A", 10, 60),
        events.TurnBegins("B", 20, again=False),
    )
    assert state == at(60, 20, player=1)
    assert after(at(50, 20, player=1), "X", Stop()) == at(50, 30, player=0)


@pytest.mark.parametrize(
    ("faces", "stops", "number"),
    [
        ("XXXXI"[::-1], True, 39),
        ("XXXVII", False, 37),
        ("XXXIII", False, 33),
        ("XXVIII", False, 28),
    ],
)
def test_a_maximum_number_gives_another_turn_at_once(faces: str, stops: bool, number: int) -> None:
    state = after(at(50, 20), faces, *((Stop(),) if stops else ()))
    assert state == at(50 + number, 20, player=0)


def test_the_sixth_die_is_told_as_a_forced_stop() -> None:
    told = apply(after(at(50, 20), "XXXVI"), Roll("I")).events
    assert told[1:] == (
        events.Stopped("A", (37,), forced=True),
        events.NumberAdded("A", 37, 87),
        events.TurnBegins("A", 87, again=True),
    )


def test_36_on_five_dice_is_no_maximum() -> None:
    assert after(at(50, 20), "XXXVI", Stop(), Count(36)) == at(86, 20, player=1)


def test_a_player_at_100_stops_playing_even_on_a_maximum_number() -> None:
    state, told = apply(after(at(61, 20, 30), "IXXXX"), Stop())
    assert told[1:] == (
        events.NumberAdded("A", 39, 100),
        events.PlayerDone("A", 100),
        events.TurnBegins("B", 20, again=False),
    )
    assert state == at(100, 20, 30, player=1)
    assert state.playing == (1, 2)


def test_a_player_below_100_plays_on() -> None:
    assert after(at(89, 20), "X", Stop()).playing == (0, 1)


def test_who_has_stopped_playing_is_left_out_of_the_order() -> None:
    assert after(at(20, 100, 30), "X", Stop()) == at(30, 100, 30, player=2)
    assert after(at(100, 20, 30, player=2), "X", Stop()) == at(100, 20, 40, player=1)
    assert after(at(20, 30, 100, player=1), "VV") == at(20, 30, 100, player=0)


def test_the_last_player_goes_on_and_a_bust_ends_the_game() -> None:
    state = after(at(100, 20, player=1), "X", Stop())
    assert state == at(100, 30, player=1)
    state, told = apply(after(state, "V"), Roll("V"))
    assert told[-1] == events.GameEnded(
        ("A",), (100, 30), "B busts as the last player", "C3", won_by="C4"
    )
    assert state.phase is Phase.OVER
    assert state.awaits.player is None
    assert [die.face for die in state.awaits.lying] == ["V", "V"]
    assert legal_actions(state) == ()


def test_a_bust_of_one_of_two_left_ends_nothing() -> None:
    assert after(at(100, 20, 30, player=1), "VV") == at(100, 20, 30, player=2)


def test_the_last_player_to_reach_100_ends_the_game_and_the_highest_wins() -> None:
    state = after(at(105, 80, player=1), "XXX", Stop())
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.scores) == (("B",), (105, 110))
    assert (ended.reason, ended.ruling) == ("every player reached 100", "C3")


def test_equal_totals_share_the_win() -> None:
    ended = outcome(after(at(105, 85, player=1), "XX", Stop()))
    assert ended is not None
    assert ended.winners == ("A", "B")


def test_practice_goes_on_over_busts_and_ends_on_100() -> None:
    state = after(at(99), "VV")
    assert state == at(99)
    assert outcome(state) is None
    ended = outcome(after(state, "I", Stop()))
    assert ended is not None
    assert (ended.winners, ended.reason, ended.ruling) == (("A",), "A reached 100", "C4")


@pytest.mark.parametrize("action", [None, "stop", 9, Stop], ids=str)
def test_what_is_no_action_is_invalid(action: object) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        apply(new_game(TWO), action)  # type: ignore[arg-type]
    said = f"the action is {action!r}: expected an action of centurion; make one"
    assert str(refused.value) == said


def test_what_can_never_be_is_invalid() -> None:
    with pytest.raises(InvalidInputError, match="the number is 0: expected 1 to 39"):
        Count(0)
    with pytest.raises(InvalidInputError, match="the number is 40"):
        Count(40)
    with pytest.raises(InvalidInputError, match="numerals is 'any'"):
        Options("any")
    with pytest.raises(
        InvalidTypeError, match=r"options is 'free': expected centurion\.Options; make"
    ):
        new_game(TWO, "free")  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="players has 0 names: expected 1 to 6"):
        new_game(())


def test_three_players_begin_at_nothing() -> None:
    assert new_game(THREE) == State(THREE, Options(), (0, 0, 0))
    assert str(Count(14)) == "count 14"
