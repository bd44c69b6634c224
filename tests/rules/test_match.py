"""Undo, redo, corrections and confirmations."""

import pytest

from rules import alea, alphatian
from rules.alphatian import NameNumber, Roll, Stand, ThrowAgain, TimeOut
from rules.errors import (
    CorrectionError,
    IllegalActionError,
    InvalidInputError,
    InvalidTypeError,
    RulesError,
)
from rules.match import Concede, Confirm, Correct, Match, Redo, Remarked, Undo, new_match

FIRST = Roll((6, 6, 5, 5, 3))


def reach(*entries: object, **options: object) -> Match:
    match = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(**options))  # type: ignore[arg-type]
    for entry in entries:
        match = match.apply(entry)
    return match


def actions(match: Match) -> list[object]:
    return [done.action for done in match.line]


# ---------------------------------------------------------------- undo and redo


def test_an_undo_takes_back_the_last_decision_and_keeps_it_written() -> None:
    match = reach(FIRST, Stand(), Undo())
    assert actions(match) == [FIRST]
    assert match.state == reach(FIRST).state
    assert match.entries == (FIRST, Stand(), Undo())
    assert match.events == (Remarked(Undo(), (Stand(),)),)
    assert str(match.events[0]) == "undone: stand [P9]"


def test_an_undone_decision_can_be_done_again_with_its_events() -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Undo(), Undo(), Redo())
    assert actions(match) == [FIRST, Stand()]
    assert match.events[0] == Remarked(Redo(), (Stand(),))
    assert match.events[1:] == reach(FIRST, Stand()).events
    assert str(match.events[0]) == "done again: stand [P9]"
    match = match.apply(Redo())
    assert actions(match) == [FIRST, Stand(), NameNumber(5)]
    assert match.undone == ()


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ((), "nothing was decided yet"),
        ((FIRST,), "the last was roll 6 6 5 5 3, and dice are never taken back"),
        ((FIRST, Stand(), Undo()), "the last was roll 6 6 5 5 3"),
        ((FIRST, ThrowAgain((4,)), Roll((1,))), "the last was roll 1"),
    ],
)
def test_dice_are_never_taken_back(entries: tuple[object, ...], says: str) -> None:
    match = reach(*entries)
    with pytest.raises(IllegalActionError, match=says) as refused:
        match.apply(Undo())
    assert refused.value.ruling == "P9"
    assert refused.value.facts == str(match.state)


@pytest.mark.parametrize(
    "entries",
    [(), (FIRST, Stand()), (FIRST, Stand(), Undo(), Redo()), (FIRST, Stand(), Undo(), Stand())],
)
def test_only_what_was_undone_last_can_be_done_again(entries: tuple[object, ...]) -> None:
    with pytest.raises(IllegalActionError, match=r"nothing was undone last \[P9\]"):
        reach(*entries).apply(Redo())


def test_a_time_out_that_only_warned_goes_with_the_decision_before_it() -> None:
    match = reach(FIRST, Stand(), TimeOut(6.0), TimeOut(9.0))
    undone = match.apply(Undo())
    assert actions(undone) == [FIRST]
    assert undone.undone == ((Stand(), TimeOut(6.0), TimeOut(9.0)),)
    assert str(undone.events[0]) == "undone: stand, time out 6, time out 9 [P9]"
    redone = undone.apply(Redo())
    assert redone.line == match.line
    assert str(redone.events[0]) == "done again: stand, time out 6, time out 9 [P9]"
    assert redone.events[1:] == tuple(event for done in match.line[1:] for event in done.events)


def test_a_forfeit_can_be_undone_by_itself() -> None:
    match = reach(FIRST, Stand(), TimeOut(6.0), Undo(), clock="forfeit")
    assert actions(match) == [FIRST, Stand()]


def test_a_warning_after_dice_is_no_decision() -> None:
    last = (FIRST, ThrowAgain((4,)), Roll((1,)))
    with pytest.raises(IllegalActionError, match="the last was roll 1"):
        reach(*last, TimeOut(6.0)).apply(Undo())
    assert actions(reach(*last, TimeOut(6.0), Undo(), clock="forfeit")) == [*last]


def test_a_remark_keeps_what_can_be_done_again_only_when_it_confirms() -> None:
    match = reach(FIRST, Stand(), Undo())
    assert match.confirm(1).apply(Redo()).line == reach(FIRST, Stand()).line
    with pytest.raises(IllegalActionError, match="nothing was undone last"):
        match.correct(1, Roll((6, 6, 5, 5, 2))).apply(Redo())


# ---------------------------------------------------------------- corrections


def test_a_correction_replays_what_came_after_and_tells_what_changed() -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Roll((5, 1)))
    corrected = match.correct(4, Roll((6, 1)))
    assert corrected.state == reach(FIRST, Stand(), NameNumber(5), Roll((6, 1))).state
    remark = Correct(4, Roll((5, 1)), Roll((6, 1)))
    assert corrected.entries == (*match.entries, remark)
    assert corrected.events == (
        Remarked(remark),
        alphatian.events.DiceRolled("Ben", (6, 1), (2, 3), parry=True),
        alphatian.events.ParrySucceeded("Ann", "Ben", 5, 6, 3, 2),
        alphatian.events.CoinsPaid("Ann", 2, 8),
    )
    assert str(corrected.events[0]) == "corrected: roll 5 1 was read, it is roll 6 1 [P7]"


def test_a_correction_of_an_early_throw_reaches_the_last_state() -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Roll((6, 1)))
    corrected = match.correct(1, Roll((6, 6, 5, 5, 2)))
    assert corrected.state.coins == (7, 10)
    assert [type(event).__name__ for event in corrected.events] == [
        "Remarked",
        "DiceRolled",
        "AttackStands",
        "ParrySucceeded",
        "CoinsPaid",
    ]


def test_a_correction_says_from_where_on_later_actions_cannot_be() -> None:
    match = reach(FIRST, Stand(), NameNumber(3), Roll((4,)))
    with pytest.raises(CorrectionError, match=r"step 3, name 3, can no longer be: ") as refused:
        match.correct(1, Roll((6, 6, 5, 5, 2)))
    assert refused.value.step == 3
    assert refused.value.ruling == "P9"
    assert refused.value.facts == str(match.state)
    dropped = match.correct(1, Roll((6, 6, 5, 5, 2)), drop=True)
    assert dropped.line == reach(Roll((6, 6, 5, 5, 2)), Stand()).line
    assert dropped.entries[-1] == Correct(1, FIRST, Roll((6, 6, 5, 5, 2)), cut=3)
    assert str(dropped.events[0]).endswith("[P7]; play goes on before step 3 [P9]")
    assert str(dropped.entries[-1]).endswith(" and drop all from step 3")


def test_a_correction_may_drop_dice_when_their_number_is_another() -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Roll((6, 1)))
    with pytest.raises(CorrectionError, match=r"step 4, roll 6 1, can no longer be") as refused:
        match.correct(1, Roll((6, 6, 5, 4, 3)))
    assert refused.value.step == 4
    dropped = match.correct(1, Roll((6, 6, 5, 4, 3)), drop=True)
    assert dropped.state.awaits.places == (2,)


def test_drop_drops_nothing_where_nothing_has_to_go() -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Roll((6, 1)))
    again = match.correct(4, Roll((1, 6)), drop=True)
    assert again.entries[-1] == Correct(4, Roll((6, 1)), Roll((1, 6)))


@pytest.mark.parametrize(
    ("remark", "says", "ruling"),
    [
        (Correct(5, FIRST, FIRST), "only 4 actions were played", "P7"),
        (Confirm(5, FIRST), "only 4 actions were played", "P7"),
        (Correct(2, FIRST, FIRST), "step 2 was no throw but stand", "P7"),
        (Confirm(3, FIRST), "step 3 was no throw but name 5", "P7"),
        (Correct(1, Roll((6, 6, 5, 5, 2)), FIRST), "step 1 was roll 6 6 5 5 3", "P7"),
        (Confirm(1, Roll((6, 6, 5, 5, 2))), "step 1 was roll 6 6 5 5 3", "P7"),
        (Correct(1, FIRST, Roll((6, 6))), "five dice are to be thrown", "A3"),
        (Correct(1, FIRST, FIRST, 3), "the first step that can no longer be is none", "P9"),
        (Correct(1, FIRST, Roll((6, 6, 5, 4, 3)), 3), "can no longer be is 4", "P9"),
        (Correct(1, FIRST, Roll((6, 6, 5, 4, 3)), 5), "can no longer be is 4", "P9"),
    ],
)
def test_remarks_that_cannot_be_are_refused(remark: object, says: str, ruling: str) -> None:
    match = reach(FIRST, Stand(), NameNumber(5), Roll((6, 1)))
    with pytest.raises(IllegalActionError, match=says) as refused:
        match.apply(remark)
    assert refused.value.ruling == ruling


@pytest.mark.parametrize("roll", [None, "6 6 5 5 3", (6, 6, 5, 5, 3), alea.Roll("X"), Stand()])
def test_dice_are_corrected_to_dice_of_the_same_game(roll: object) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        reach(FIRST).correct(1, roll)
    assert str(refused.value) == f"the roll is {roll!r}: expected a Roll of alphatian; make one"


@pytest.mark.parametrize("step", [0, -1, 10**9 + 1, True, 1.0, None, "1"])
def test_steps_are_whole_numbers_from_one(step: int) -> None:
    match = reach(FIRST)
    for attempt in (
        lambda: match.correct(step, FIRST),
        lambda: match.confirm(step),
        lambda: Correct(step, FIRST, FIRST),
        lambda: Confirm(step, FIRST),
    ):
        with pytest.raises(InvalidInputError, match="the step is "):
            attempt()
    if step is not None:
        with pytest.raises(InvalidInputError, match="the step is "):
            Correct(1, FIRST, FIRST, step)


def test_steps_that_were_not_played_are_refused() -> None:
    with pytest.raises(IllegalActionError, match="only 1 actions were played"):
        reach(FIRST).correct(2, FIRST)
    with pytest.raises(IllegalActionError, match="only 1 actions were played"):
        reach(FIRST).confirm(2)


class _Incomparable:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("cannot be compared")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("read", [None, "roll 6", 10**5000, [10**5000], _Incomparable()], ids=type)
def test_what_was_never_read_is_refused_whatever_it_is(read: object) -> None:
    for remark in (Correct(1, read, read), Confirm(1, read), Correct(9, read, FIRST)):
        with pytest.raises(IllegalActionError, match=r"step 1 was roll 6 6 5 5 3|only 1 actions"):
            reach(FIRST).apply(remark)


def test_a_confirmation_changes_nothing_and_is_written() -> None:
    match = reach(FIRST, Stand())
    confirmed = match.confirm(1)
    assert (confirmed.line, confirmed.state) == (match.line, match.state)
    assert confirmed.entries[-1] == Confirm(1, FIRST)
    assert str(confirmed.events[0]) == "confirmed: roll 6 6 5 5 3 [P7]"


def test_a_correction_after_the_end_can_bring_the_game_back() -> None:
    match = reach(FIRST, Stand(), NameNumber(6), Roll((1, 1)), coins=3)
    assert alphatian.outcome(match.state) is not None
    match = match.correct(1, Roll((6, 1, 5, 5, 3)), drop=True)
    assert alphatian.outcome(match.state) is None


# ---------------------------------------------------------------- the rest


def test_a_match_begins_where_its_game_does() -> None:
    match = new_match("alea", ["Ann", "Ben"])
    assert match.state == match.start == alea.new_game(("Ann", "Ben"))
    assert (match.entries, match.line, match.events) == ((), (), ())


def test_events_are_those_of_the_last_entry() -> None:
    assert reach(FIRST, Stand()).events == (
        alphatian.events.AttackStands("Ann", (6, 6, 5, 5, 3), 2, by_itself=False),
    )


@pytest.mark.parametrize("entry", [None, "undo", Undo, alea.Stop(), 5])
def test_what_is_no_entry_is_refused_and_not_written(entry: object) -> None:
    match = reach(FIRST)
    with pytest.raises(InvalidTypeError, match="expected an action of alphatian"):
        match.apply(entry)
    assert match == reach(FIRST)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        (None, ("Ann", "Ben"), None),
        ("Alphatian", ("Ann", "Ben"), None),
        ("alphatian", "Ann", None),
        ("alphatian", ("Ann", "Ben"), alea.Options()),
    ],
)
def test_what_is_no_match_is_refused(game: str, players: object, options: object) -> None:
    with pytest.raises(RulesError):
        new_match(game, players, options)  # type: ignore[arg-type]


def test_remarks_read_well() -> None:
    assert [
        str(remark)
        for remark in (Undo(), Redo(), Correct(1, Roll((6, 1)), Roll((6, 2))), Confirm(2, FIRST))
    ] == [
        "undo",
        "redo",
        "correct step 1 from roll 6 1 to roll 6 2",
        "confirm step 2, roll 6 6 5 5 3",
    ]


# ---------------------------------------------------------------- conceding


def test_who_concedes_has_lost_and_nothing_follows() -> None:
    match = reach(FIRST, Concede("Ann"))
    assert match.conceded == "Ann"
    assert match.state == reach(FIRST).state
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (("Ben",), (10, 10))
    assert str(outcome) == "Ben wins: Ann concedes"
    assert [str(event) for event in match.events] == ["Ann concedes"]
    for entry in (Stand(), Undo(), Redo(), Concede("Ben"), Confirm(1, FIRST)):
        with pytest.raises(IllegalActionError, match="the game is over: Ann has conceded; "):
            match.apply(entry)


@pytest.mark.parametrize("game", ["alea", "centurion"])
def test_the_scores_of_a_game_conceded_are_those_so_far(game: str) -> None:
    match = new_match(game, ("Ann", "Ben")).apply(Concede("Ben"))
    assert match.outcome is not None
    assert match.outcome.scores == match.state.scores
    assert match.outcome.winners == ("Ann",)


def test_only_one_of_two_players_can_concede() -> None:
    with pytest.raises(IllegalActionError, match="Ann and Ben play"):
        reach().apply(Concede("Cleo"))
    three = new_match("alea", ("Ann", "Ben", "Cleo"))
    with pytest.raises(IllegalActionError, match="expected one of two players"):
        three.apply(Concede("Ann"))
    with pytest.raises(InvalidTypeError):
        Concede(3)  # type: ignore[arg-type]


def test_a_game_that_is_over_cannot_be_conceded() -> None:
    lost = reach(Roll((5, 5, 5, 5, 5)), Stand(), NameNumber(5), Roll((1, 1, 1, 1, 1)), coins=1)
    assert lost.outcome is not None
    with pytest.raises(IllegalActionError, match="cannot concede for Ben: the game is over;"):
        lost.apply(Concede("Ben"))
