"""Alea Romana: turns, entries, cards and the end."""

import itertools

import pytest

from rules import alea
from rules.alea import (
    EndTurn,
    Enter,
    EnterAgain,
    Options,
    Phase,
    PlayCard,
    Roll,
    State,
    Stop,
    apply,
    events,
    legal_actions,
    new_game,
    outcome,
)
from rules.errors import IllegalActionError, InvalidInputError, InvalidTypeError
from rules.shape import Choice, Die

ANN = ("Ann",)
TWO = ("Ann", "Ben")
BUST = (Roll("V"), Roll("V"))


def rolls(faces: str) -> tuple[Roll, ...]:
    return tuple(Roll(face) for face in faces)


def after(state: State, *actions: alea.Action) -> State:
    for action in actions:
        state = apply(state, action).state
    return state


def reach(*actions: alea.Action, options: Options | None = None) -> State:
    return after(new_game(ANN, options), *actions)


def at(column: dict[int, int], cards: tuple[int, ...] = alea.CARDS, **options: object) -> State:
    """Return a game of one player with this column, by space, at the beginning of a turn."""
    fresh = new_game(ANN, Options(**options))  # type: ignore[arg-type]
    entries = tuple(column.get(space) for space in range(1, 8))
    return State(ANN, fresh.options, (entries,), (cards,), round=3)


# ---------------------------------------------------------------- turns


def test_a_game_awaits_one_die_of_the_first_player() -> None:
    awaits = new_game(TWO).awaits
    assert (awaits.player, awaits.throws, awaits.places) == (0, 1, (0,))
    assert (awaits.lying, awaits.choices, awaits.clock_s) == ((), (), None)


def test_after_a_die_the_player_throws_or_stops_and_all_lie_still() -> None:
    awaits = reach(*rolls("XI")).awaits
    assert (awaits.throws, awaits.places) == (1, (2,))
    assert awaits.choices == (Choice(Stop()),)
    assert awaits.lying == awaits.still == (Die(0, "X"), Die(1, "I"))


def test_a_stop_awaits_an_entry_of_any_number_that_fits() -> None:
    state = after(at({3: 10}), *rolls("XI"), Stop())
    assert state.phase is Phase.ENTRY
    assert state.awaits.throws == 0
    wanted = [Enter(9, 1), Enter(9, 2), *(Enter(11, space) for space in (4, 5, 6, 7))]
    assert [choice.action for choice in state.awaits.choices] == wanted
    assert legal_actions(state) == tuple(wanted)
    assert [choice.lifts for choice in state.awaits.choices] == [()] * 6


def test_only_the_number_that_fits_is_open() -> None:
    state = after(at({7: 10}), *rolls("XI"), Stop())
    assert {choice.action.number for choice in state.awaits.choices} == {9}  # type: ignore[union-attr]


@pytest.mark.parametrize(("faces", "number"), [("XXXIII", 33), ("XXXVII", 37), ("XXVIII", 28)])
def test_the_sixth_die_stops_the_turn(faces: str, number: int) -> None:
    state, told = apply(reach(*rolls(faces[:5])), Roll(faces[5]))
    assert state.phase is Phase.ENTRY
    assert told == (
        events.DiceRolled("Ann", faces[5], (5,), faces, (number,)),
        events.Stopped("Ann", (number,), forced=True),
    )


def test_a_sixth_die_whose_number_fits_nowhere_is_a_bad_throw() -> None:
    state, told = apply(after(at({1: 34}), *rolls("XXXII")), Roll("I"))
    assert state.phase is Phase.BAD_THROW
    assert told[-2:] == (
        events.Stopped("Ann", (33,), forced=True),
        events.NothingFits("Ann", (33,)),
    )


def test_a_stop_that_fits_nowhere_is_a_bad_throw() -> None:
    state, told = apply(after(at({1: 34}), *rolls("X")), Stop())
    assert state.phase is Phase.BAD_THROW
    assert told == (
        events.Stopped("Ann", (10,), forced=False),
        events.NothingFits("Ann", (10,)),
    )


def test_a_bust_ends_the_throwing_at_once() -> None:
    state, told = apply(reach(Roll("V")), Roll("V"))
    assert state.phase is Phase.BAD_THROW
    assert told == (
        events.DiceRolled("Ann", "V", (1,), "VV", ()),
        events.Bust("Ann", "VV"),
    )


def test_faces_that_would_bust_are_known_before_the_throw() -> None:
    assert new_game(ANN).bust_faces == ""
    assert reach(*rolls("V")).bust_faces == "V"
    assert reach(*rolls("VIII")).bust_faces == "IV"
    assert reach(*rolls("XXXI")).bust_faces == ""
    assert reach(*rolls("XXXV")).bust_faces == "VX"
    assert reach(*rolls("XXX")).bust_faces == "X"
    assert reach(*rolls("XXXX")).bust_faces == "VX"
    rolled = reach(*rolls("XXXX"), options=Options(numerals="as-rolled"))
    assert rolled.bust_faces == "IVX"


def test_an_entry_ends_the_turn_and_the_next_player_begins_afresh() -> None:
    state = after(new_game(TWO), *rolls("XI"), Stop())
    state, told = apply(state, Enter(11, 2))
    assert told == (
        events.NumberEntered("Ann", 11, 2, again=False),
        events.TurnBegins("Ben", 1),
    )
    column = (None, 11, None, None, None, None, None)
    cards = alea.CARDS
    empty = (None,) * 7
    assert state == State(TWO, Options(), (column, empty), (cards, cards), round=1, player=1)


def test_a_turn_without_an_entry_leaves_the_column() -> None:
    state = after(new_game(TWO), *BUST)
    state, told = apply(state, EndTurn())
    assert told == (events.TurnEndedEmpty("Ann"), events.TurnBegins("Ben", 1))
    state, told = apply(after(state, *BUST), EndTurn())
    assert told == (events.TurnEndedEmpty("Ben"), events.TurnBegins("Ann", 2))
    assert state.columns == ((None,) * 7, (None,) * 7)
    assert (state.round, state.player) == (2, 0)


# ---------------------------------------------------------------- cards


def cards_open(state: State) -> dict[tuple[int, bool], set[tuple[int, ...]]]:
    """Return the dice on which each card may be played, by card and whether it is the joker."""
    found: dict[tuple[int, bool], set[tuple[int, ...]]] = {}
    for choice in state.awaits.choices:
        action = choice.action
        if isinstance(action, PlayCard):
            found.setdefault((action.card, action.joker), set()).add(action.places)
    return found


def some_of(places: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {
        chosen
        for count in range(1, len(places) + 1)
        for chosen in itertools.combinations(places, count)
    }


def test_each_card_is_open_on_its_dice_and_the_joker_on_all_of_them() -> None:
    state = reach(*rolls("IVIXV"))
    wanted = {
        1: some_of((0, 2)),
        2: some_of((1, 4)),
        3: {(0,), (1,), (2,), (3,), (4,)},
        4: some_of((0, 1, 2, 3, 4)),
    }
    assert cards_open(state) == {
        (card, joker): places for card, places in wanted.items() for joker in (False, True)
    }
    assert state.awaits.choices[0] == Choice(EndTurn())


def test_card_4_leaves_a_die_when_all_six_were_thrown() -> None:
    state = reach(*rolls("XXXIVX"))
    assert state.phase is Phase.BAD_THROW
    assert cards_open(state)[4, False] == some_of((0, 1, 2, 3, 4, 5)) - {(0, 1, 2, 3, 4, 5)}


def test_cards_used_before_are_not_open() -> None:
    state = after(at({}, cards=(2, 4)), *BUST)
    assert set(cards_open(state)) == {(2, False), (4, False)}
    state = after(at({}, cards=(6,)), *BUST)
    assert set(cards_open(state)) == {(2, True), (3, True), (4, True)}
    assert state.playable() == ((1, True), (2, True), (3, True), (4, True), (5, True))


def test_no_card_is_open_in_a_game_without_them() -> None:
    state = reach(*BUST, options=Options(cards=False))
    assert state.awaits.choices == (Choice(EndTurn()),)
    assert new_game(TWO, Options(cards=False)).cards == ((), ())


def test_a_second_card_is_open_unless_one_was_agreed() -> None:
    again = (PlayCard(2, (0, 1)), Roll("VV"))
    assert (3, False) in cards_open(reach(*BUST, *again))
    assert cards_open(reach(*BUST, *again, options=Options(cards_per_throw="one"))) == {}
    later = reach(*BUST, *again, EndTurn(), *BUST, options=Options(cards_per_throw="one"))
    assert (3, False) in cards_open(later)


def test_a_card_is_spent_and_so_is_the_joker_in_its_stead() -> None:
    state, told = apply(reach(*BUST), PlayCard(2, (1,)))
    assert state.cards == ((1, 3, 4, 5, 6),)
    assert told == (events.CardPlayed("Ann", 2, False, "V", (1,)),)
    state, told = apply(reach(*BUST), PlayCard(2, (1,), joker=True))
    assert state.cards == ((1, 2, 3, 4, 5),)
    assert told == (events.CardPlayed("Ann", 2, True, "V", (1,)),)


def test_dice_of_a_card_are_thrown_together_to_their_places() -> None:
    state = reach(*rolls("IVXV"), PlayCard(2, (1, 3)))
    awaits = state.awaits
    assert (awaits.throws, awaits.places) == (2, (1, 3))
    assert awaits.lying == awaits.still == (Die(0, "I"), Die(2, "X"))
    assert awaits.choices == ()
    assert len(legal_actions(state)) == 9
    state, told = apply(state, Roll("XI"))
    assert told == (events.DiceRolled("Ann", "XI", (1, 3), "IXXI", (22,)),)
    assert (state.faces, state.thrown, state.phase) == ("IXXI", (), Phase.THROW_OR_STOP)


def test_as_rolled_dice_of_a_card_come_one_by_one_and_are_judged_together() -> None:
    options = Options(numerals="as-rolled")
    state = reach(*rolls("IVXV"), PlayCard(2, (1, 3)), options=options)
    assert (state.awaits.throws, state.awaits.places) == (1, (1,))
    assert state.awaits.lying == (Die(0, "I"), Die(2, "X"))
    state, told = apply(state, Roll("V"))
    assert told == (events.DiceRolled("Ann", "V", (1,), "", ()),)
    assert (state.awaits.throws, state.awaits.places) == (1, (3,))
    assert state.awaits.lying == (Die(0, "I"), Die(1, "V"), Die(2, "X"))
    busted, told = apply(state, Roll("V"))
    assert told[-1] == events.Bust("Ann", "IVXV")
    assert busted.phase is Phase.BAD_THROW
    state, told = apply(state, Roll("X"))
    assert told == (events.DiceRolled("Ann", "X", (3,), "IVXX", (24,)),)


def test_an_order_that_cannot_happen_is_a_bust_after_a_card_too() -> None:
    options = Options(numerals="as-rolled")
    state = after(
        at({1: 39}, numerals="as-rolled"), *rolls("XXXVI"), Stop(), PlayCard(2, (3,)), Roll("X")
    )
    assert state.options == options
    assert (state.counting, state.numbers, state.phase) == ("XXXXI", (), Phase.BAD_THROW)
    free = after(at({1: 38}), *rolls("XXXVI"), Stop(), PlayCard(2, (3,)), Roll("X"))
    assert (free.numbers, free.phase) == ((39,), Phase.THROW_OR_STOP)


def test_card_4_ignores_its_dice_for_the_rest_of_the_turn() -> None:
    state, told = apply(reach(*rolls("XVIV")), PlayCard(4, (1, 2)))
    assert told == (events.CardPlayed("Ann", 4, False, "VI", (1, 2)),)
    assert (state.places, state.counting, state.numbers) == ((0, 3), "XV", (15,))
    awaits = state.awaits
    assert awaits.lying == awaits.still == (Die(0, "X"), Die(3, "V"))
    assert awaits.ignored == (Die(1, "V"), Die(2, "I"))
    assert (awaits.throws, awaits.places) == (1, (4,))
    state = after(state, Roll("V"))
    assert cards_open(state)[2, False] == some_of((3, 4))
    assert cards_open(state)[3, False] == {(0,), (3,), (4,)}
    assert apply(state, PlayCard(3, (3,))).state.aside == (1, 2)


def test_card_4_and_the_joker_set_aside_one_after_the_other() -> None:
    state = reach(*rolls("VV"), PlayCard(4, (1,)), *rolls("V"), PlayCard(4, (0,), joker=True))
    assert state.aside == (0, 1)
    assert state.counting == "V"
    assert state.cards == ((1, 2, 3, 5),)


def test_all_dice_set_aside_call_for_another_one() -> None:
    state = reach(*BUST, PlayCard(4, (0, 1)))
    assert (state.phase, state.counting, state.numbers) == (Phase.THROW, "", ())
    assert (state.awaits.throws, state.awaits.places, state.awaits.choices) == (1, (2,), ())
    assert str(state).startswith("round 1, Ann is to throw a die, ")


def test_card_4_that_leaves_a_bust_is_a_new_bad_throw() -> None:
    state, told = apply(reach(*rolls("IVV")), PlayCard(4, (0,)))
    assert state.phase is Phase.BAD_THROW
    assert told[-1] == events.Bust("Ann", "VV")


def test_after_six_dice_a_card_leads_to_an_entry_or_to_a_bad_throw() -> None:
    state = after(at({1: 37}), *rolls("XXXIVI"))
    assert state.phase is Phase.BAD_THROW
    fits, told = apply(after(state, PlayCard(3, (4,))), Roll("X"))
    assert fits.phase is Phase.BAD_THROW
    assert told[-1] == events.Bust("Ann", "XXXIXI")
    aside, told = apply(state, PlayCard(4, (0, 3)))
    assert aside.phase is Phase.BAD_THROW
    assert told[1:] == (
        events.Stopped("Ann", (24, 26), forced=True),
        events.NothingFits("Ann", (24, 26)),
    )
    state = after(at({7: 37}), *rolls("XXXIVX"), PlayCard(4, (5,)))
    assert (state.phase, state.numbers) == (Phase.ENTRY, (34, 36))


def test_card_5_is_open_beside_every_entry_of_a_number_made() -> None:
    state = after(at({2: 9, 3: 9, 5: 11}), *rolls("IX"), Stop())
    again = [
        choice.action
        for choice in state.awaits.choices
        if isinstance(choice.action, EnterAgain) and not choice.action.joker
    ]
    assert again == [
        EnterAgain(9, 1),
        EnterAgain(9, 4),
        EnterAgain(11, 4),
        EnterAgain(11, 6),
    ]
    jokers = {EnterAgain(action.number, action.space, joker=True) for action in again}
    assert jokers <= {choice.action for choice in state.awaits.choices}


def test_card_5_is_not_open_where_nothing_was_made_again() -> None:
    state = after(at({2: 9, 5: 20}), *rolls("XX"), Stop())
    assert state.again_numbers() == (20,)
    assert after(at({2: 9, 5: 20}), *BUST).again_numbers() == ()
    agreed = after(at({2: 9, 5: 20}, card_5="any-entry"), *BUST)
    assert agreed.again_numbers() == (9, 20)


def test_card_5_says_when_no_space_beside_is_empty() -> None:
    state = after(at({1: 19, 2: 20, 3: 21}), *rolls("XX"), Stop())
    with pytest.raises(IllegalActionError, match=r": empty spaces beside 20: none \[R9\]; "):
        apply(state, EnterAgain(20, 4))
    with pytest.raises(IllegalActionError, match=r": 39 is not in the column \[R12\]; "):
        apply(state, EnterAgain(39, 4))


def test_card_5_ends_the_turn_with_its_entry() -> None:
    state = after(at({1: 20}), *rolls("XX"), Stop())
    state, told = apply(state, EnterAgain(20, 2))
    assert told == (
        events.CardPlayed("Ann", 5, False, "", ()),
        events.NumberEntered("Ann", 20, 2, again=True),
        events.TurnBegins("Ann", 4),
    )
    assert state.columns == ((20, 20, *[None] * 5),)
    assert state.cards == ((1, 2, 3, 4, 6),)
    assert not state.card_played


# ---------------------------------------------------------------- the end


def test_the_round_of_the_seventh_entry_is_played_to_its_end() -> None:
    full = (1, 2, 3, 4, 5, 6, None)
    state = State(TWO, Options(), (full, (None,) * 7), ((6,), ()), round=9)
    state = after(state, *rolls("X"), Stop(), Enter(10, 7))
    assert (state.player, state.phase) == (1, Phase.THROW)
    state, told = apply(after(state, *BUST), EndTurn())
    assert state.phase is Phase.OVER
    assert state.scores == (1 + 2 + 3 + 4 + 5 + 6 + 10 + 5, 0)
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.ruling) == (("Ann",), "R14")
    assert told[-1] == events.GameEnded(
        ("Ann",), state.scores, "a seventh entry was made", "R14", won_by="R15"
    )
    assert state.awaits.player is None
    assert [die.face for die in state.awaits.lying] == ["V", "V"]
    assert legal_actions(state) == ()


def test_the_second_player_can_make_the_seventh_entry() -> None:
    full = (1, 2, 3, 4, 5, 6, None)
    state = State(TWO, Options(), ((None,) * 7, full), ((), ()), round=9, player=1)
    state = after(state, *rolls("X"), Stop(), Enter(10, 7))
    assert state.phase is Phase.OVER
    ended = outcome(state)
    assert ended is not None
    assert ended.winners == ("Ben",)


def test_seven_turns_end_whatever_the_columns() -> None:
    options = Options(length="seven-turns")
    state = State(TWO, options, ((None,) * 7, (None,) * 7), ((1,), (2,)), round=6, player=1)
    state = after(state, *BUST, EndTurn())
    assert (state.round, state.phase) == (7, Phase.THROW)
    state = after(state, *BUST, EndTurn(), *BUST, EndTurn())
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.scores) == (("Ann", "Ben"), (5, 5))
    assert str(ended) == "Ann and Ben share the win: seven turns each are over [R14]"


def test_a_full_column_does_not_end_seven_turns_before_their_end() -> None:
    options = Options(length="seven-turns", cards=False)
    columns = ((1, 2, 3, 4, 5, 6, 7), (None,) * 7)
    state = State(TWO, options, columns, ((), ()), round=5, player=1)
    state, told = apply(after(state, *BUST), EndTurn())
    assert told[1:] == (events.PassedOver("Ann"), events.TurnBegins("Ben", 6))


def test_a_player_without_open_spaces_is_passed_over_until_all_are() -> None:
    options = Options(cards=False)
    closed = (39, *[None] * 6)
    state = State(TWO, options, (closed, (None,) * 7), ((), ()), round=4, player=1)
    state, told = apply(after(state, *BUST), EndTurn())
    assert told == (
        events.TurnEndedEmpty("Ben"),
        events.PassedOver("Ann"),
        events.TurnBegins("Ben", 5),
    )
    state = after(state, *rolls("IXXXX"), Stop())
    state, told = apply(state, Enter(39, 1))
    assert state.phase is Phase.OVER
    assert told[-1] == events.GameEnded(
        TWO, (39, 39), "nothing can fill the spaces left", "R16", won_by="R15"
    )


def test_a_player_is_passed_over_in_the_middle_of_a_round_too() -> None:
    three = ("Ann", "Ben", "Cy")
    closed = (39, *[None] * 6)
    columns = ((None,) * 7, closed, (None,) * 7)
    state = State(three, Options(cards=False), columns, ((), (), ()), round=4)
    state, told = apply(after(state, *BUST), EndTurn())
    assert told[1:] == (events.PassedOver("Ben"), events.TurnBegins("Cy", 4))
    assert (state.player, state.round) == (2, 4)


@pytest.mark.parametrize("card", [5, 6])
def test_a_card_that_enters_a_number_again_keeps_spaces_open(card: int) -> None:
    state = State(ANN, Options(), ((39, *[None] * 6),), ((card,),), round=4)
    state = after(state, *BUST, EndTurn())
    assert (state.phase, state.round) == (Phase.THROW, 5)


def test_other_cards_do_not() -> None:
    state = State(ANN, Options(), ((39, *[None] * 6),), ((1, 2, 3, 4),), round=4)
    assert after(state, *BUST, EndTurn()).ended == "closed"


def test_a_seventh_entry_is_told_before_closed_spaces() -> None:
    state = State(ANN, Options(), ((1, 2, 3, 4, 5, 6, None),), ((),), round=4)
    assert after(state, *rolls("X"), Stop(), Enter(10, 7)).ended == "seventh-entry"


# ---------------------------------------------------------------- refusals


def test_a_refusal_says_the_ruling_and_the_state() -> None:
    state = after(at({1: 5}), *rolls("XI"), Stop())
    with pytest.raises(IllegalActionError) as refused:
        apply(state, Enter(10, 2))
    assert (refused.value.action, refused.value.ruling) == (Enter(10, 2), "R2")
    assert str(refused.value) == (
        "cannot enter 10 in space 2: the dice make 9 or 11 [R2]; round 3, Ann is to enter a"
        " number, the dice show X I (9 or 11), Ann's column is 5 - - - - - -"
    )


PHASES = {
    "start": new_game(ANN),
    "die": reach(Roll("X")),
    "entry": reach(Roll("X"), Stop()),
    "bust": reach(*BUST),
    "no fit": after(at({1: 20}), Roll("X"), Stop()),
    "card": reach(*BUST, PlayCard(2, (0, 1))),
    "aside": reach(*BUST, PlayCard(4, (0, 1))),
    "over": State(ANN, Options(), ((None,) * 7,), ((),), Phase.OVER, ended="seven-turns"),
}


@pytest.mark.parametrize(
    ("action", "rulings"),
    [
        (Roll("X"), {"entry": "R1", "bust": "R8", "no fit": "R8", "card": "R10", "over": "R14"}),
        (Roll("XX"), {"start": "R1", "die": "R1", "aside": "R1", "entry": "R1", "over": "R14"}),
        (Roll("XXX"), {"card": "R10"}),
        (Stop(), {"start": "R1", "entry": "R1", "bust": "R4", "no fit": "R8", "card": "R1"}),
        (Stop(), {"aside": "R11", "over": "R14"}),
        (Enter(10, 1), {"start": "R7", "die": "R7", "bust": "R8", "no fit": "R8", "card": "R7"}),
        (Enter(11, 1), {"entry": "R2", "aside": "R7", "over": "R14"}),
        (PlayCard(3, (0,)), {"start": "R9", "die": "R9", "entry": "R9", "card": "R9"}),
        (PlayCard(3, (2,)), {"bust": "R9", "no fit": "R9", "aside": "R9", "over": "R14"}),
        (EnterAgain(10, 1), {"start": "R9", "die": "R9", "entry": "R9", "bust": "R12"}),
        (EnterAgain(20, 2), {"no fit": "R12", "card": "R9", "aside": "R9", "over": "R14"}),
        (EndTurn(), {"start": "R8", "die": "R8", "entry": "R7", "card": "R8", "aside": "R8"}),
        (EndTurn(), {"over": "R14"}),
    ],
)
def test_what_comes_at_another_time_cites_the_ruling_that_speaks_of_it(
    action: alea.Action, rulings: dict[str, str]
) -> None:
    for phase, ruling in rulings.items():
        with pytest.raises(IllegalActionError) as refused:
            apply(PHASES[phase], action)
        assert (phase, refused.value.ruling) == (phase, ruling)


@pytest.mark.parametrize("action", [None, "stop", 5, Stop, alea.Roll], ids=str)
def test_what_is_no_action_is_invalid(action: object) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        apply(new_game(ANN), action)  # type: ignore[arg-type]
    assert str(refused.value) == f"the action is {action!r}: expected an action of alea; make one"


@pytest.mark.parametrize(
    ("make", "arguments", "says"),
    [
        (Roll, ("",), "faces is '': expected 1 to 6 dice"),
        (Roll, ("XXXXXXX",), "expected 1 to 6 dice"),
        (Roll, ("x",), "only I, V and X"),
        (Roll, (None,), "a roll is None"),
        (Roll, ((1, 5),), "replace '\\?'"),
        (Roll, (("",),), "faces is ''"),
        (Enter, (0, 1), "the number is 0: expected 1 to 39"),
        (Enter, (40, 1), "the number is 40"),
        (Enter, (10, 0), "the space is 0: expected 1 to 7"),
        (Enter, (10, 8), "the space is 8"),
        (Enter, (True, 1), "the number is True"),
        (PlayCard, (0, (0,)), "the card is 0: expected 1 to 4"),
        (PlayCard, (5, (0,)), "the card is 5: expected 1 to 4"),
        (PlayCard, (1, ()), "the card's dice is empty"),
        (PlayCard, (1, (6,)), "is 6: expected 0 to 5"),
        (PlayCard, (1, (0, 0)), "expected each place once"),
        (PlayCard, (1, (0,), 1), "joker is 1: expected True or False"),
        (EnterAgain, (0, 1), "the number is 0"),
        (EnterAgain, (40, 1), "the number is 40"),
        (EnterAgain, (10, 0), "the space is 0"),
        (EnterAgain, (10, 8), "the space is 8"),
        (EnterAgain, (10, 1, None), "joker is None"),
        (Options, ("roman",), "numerals is 'roman'"),
        (Options, ("free", 1), "cards is 1: expected True or False"),
        (Options, ("free", True, "two"), "cards_per_throw is 'two'"),
        (Options, ("free", True, "any", "never"), "card_5 is 'never'"),
        (Options, ("free", True, "any", "made-again", "long"), "length is 'long'"),
    ],
)
def test_what_can_never_be_is_invalid(make: type, arguments: tuple[object, ...], says: str) -> None:
    with pytest.raises(InvalidInputError, match=says):
        make(*arguments)


def test_the_widest_actions_are_taken() -> None:
    assert Enter(1, 1) != Enter(39, 7)
    assert EnterAgain(1, 7) != EnterAgain(39, 1)
    assert PlayCard(4, (5, 0)).places == (0, 5)
    assert Roll(("X", "I")).faces == "XI"  # type: ignore[arg-type]


def test_options_and_players_of_another_kind_are_refused() -> None:
    with pytest.raises(
        InvalidTypeError, match=r"options is 'free': expected alea\.Options; make one"
    ):
        new_game(ANN, "free")  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="players has 0 names: expected 1 to 6"):
        new_game(())
    assert len(new_game(tuple("ABCDEF")).columns) == 6


# ---------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            events.CardPlayed("Ann", 3, True, "V", (2,)),
            "Ann plays the joker as card 3 and throws V again [R9]",
        ),
        (
            events.CardPlayed("Ann", 4, False, "VI", (1, 2)),
            "Ann plays card 4 and sets aside V I [R9]",
        ),
        (
            events.GameEnded(TWO, (47, 47), "seven turns each are over", "R14", won_by="R15"),
            "seven turns each are over [R14]: Ann and Ben share the win with 47 points [R15]",
        ),
        (
            events.GameEnded(ANN, (1,), "nothing is left", "R16", won_by="R15"),
            "nothing is left [R16]: Ann wins with one point [R15]",
        ),
        (
            events.NothingFits("Ann", (9, 11)),
            "bad throw: 9 or 11 fit nowhere in Ann's column [R8]",
        ),
    ],
)
def test_events_read_well(event: events.Event, sentence: str) -> None:
    assert str(event) == sentence


def test_actions_read_well() -> None:
    actions = [
        *(Roll("XIV"), Stop(), Enter(10, 3), PlayCard(1, (0, 2)), PlayCard(4, (1,), joker=True)),
        *(EnterAgain(10, 4), EnterAgain(10, 4, joker=True), EndTurn()),
    ]
    assert [*map(str, actions)] == [
        "roll X I V",
        "stop",
        "enter 10 in space 3",
        "play card 1 on 0 2",
        "play the joker as card 4 on 1",
        "play card 5 and enter 10 again in space 4",
        "play the joker as card 5 and enter 10 again in space 4",
        "end the turn",
    ]
