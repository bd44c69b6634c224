"""Alphatian Roulette: all parries, what is awaited, and what the options change."""

import itertools
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rules import alphatian
from rules.alphatian import (
    NameNumber,
    Options,
    Phase,
    Roll,
    Stand,
    State,
    ThrowAgain,
    TimeOut,
    apply,
    events,
    legal_actions,
    new_game,
    outcome,
    parries,
)
from rules.checks import shown
from rules.errors import IllegalActionError, InvalidInputError, InvalidTypeError, RulesError
from rules.shape import Choice, Die

VECTORS = Path(__file__).parents[3] / "shared" / "vectors" / "rules.json"
ATTACKS = [*itertools.combinations_with_replacement(range(1, 7), 5)]
PLAYERS = ("Ann", "Ben")


def reach(*actions: alphatian.Action, options: Options | None = None) -> State:
    state = new_game(PLAYERS, options)
    for action in actions:
        state = apply(state, action).state
    return state


def standing(*faces: int, options: Options | None = None) -> State:
    return reach(Roll(faces), Stand(), options=options)


# ---------------------------------------------------------------- parries


def test_all_252_attacks_with_all_numbers_and_all_outcomes_of_the_throw() -> None:
    assert len(ATTACKS) == 252
    for attack in ATTACKS:
        if attack == (6,) * 5:
            continue
        state = standing(*attack, options=Options(coins=20))
        sixes, lowest = attack.count(6), min(attack)
        for choice, parry in zip(state.awaits.choices, parries(attack), strict=True):
            assert choice.action == NameNumber(parry.number)
            named = apply(state, choice.action).state
            wins = Counter[bool]()
            for faces in itertools.product(range(1, 7), repeat=parry.dice):
                after = apply(named, Roll(faces)).state
                succeeded = any(face > parry.number for face in faces)
                wins[succeeded] += 1
                lost = (parry.number - lowest, 0) if succeeded else (0, sixes + 1)
                assert after.coins == (20 - lost[0], 20 - lost[1])
                assert after.attacker == 1
            assert parry.succeeds_p == float(Fraction(wins[True], wins.total()))
            assert parry.defender_loses_if_failed == sixes + 1
            assert parry.attacker_loses_if_succeeded == parry.number - lowest
            assert parry.dice == attack.count(parry.number) == len(choice.lifts)


def test_the_odds_of_the_worked_attack() -> None:
    assert parries((6, 6, 5, 5, 3)) == (
        alphatian.Parry(3, 1, 1 / 2, 3, 0),
        alphatian.Parry(5, 2, 11 / 36, 3, 2),
        alphatian.Parry(6, 2, 0.0, 3, 3),
    )


def test_five_sixes_have_one_row_of_odds_without_a_chance() -> None:
    assert parries([6] * 5) == (alphatian.Parry(6, 5, 0.0, 6, 0),)


def test_parries_come_in_ascending_order_however_the_attack_is_given() -> None:
    assert [parry.number for parry in parries((3, 6, 5, 6, 5))] == [3, 5, 6]
    assert parries((3, 6, 5, 6, 5)) == parries([6, 6, 5, 5, 3])


@pytest.mark.parametrize(
    ("attack", "kind", "says"),
    [
        ((6, 6, 5, 5), InvalidInputError, "the attack has 4 dice: expected 5; give one"),
        ((), InvalidInputError, "the attack has 0 dice: expected 5; give one"),
        ((6,) * 6, InvalidInputError, "the attack has 6 dice: expected 5; give one"),
        ((6, 6, 5, 5, 0), InvalidInputError, "a face is 0: expected 1 to 6"),
        ((6, 6, 5, 5, 7), InvalidInputError, "a face is 7"),
        ((6, 6, 5, 5, True), InvalidTypeError, "a face is True"),
        ((6, 6, 5, 5, 3.0), InvalidTypeError, r"a face is 3\.0"),
        ((6, 6, 5, 5, None), InvalidTypeError, "a face is None"),
        ("66553", InvalidTypeError, "a face is '6'"),
        (None, InvalidTypeError, "the attack is None"),
        (66553, InvalidTypeError, "the attack is 66553"),
    ],
)
def test_what_is_no_attack_has_no_parries(
    attack: object, kind: type[RulesError], says: str
) -> None:
    with pytest.raises(kind, match=says):
        parries(attack)  # type: ignore[arg-type]


@pytest.mark.skipif(not VECTORS.exists(), reason="the shared vectors are not beside the project")
def test_the_shared_vectors_hold() -> None:
    from rules import alea

    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for row in vectors["alphatian_parries"]:
        for parry, wanted in zip(parries(row["attack"]), row["options"], strict=True):
            assert parry.succeeds_p == pytest.approx(wanted.pop("succeeds_p"), abs=1e-12)
            assert {name: getattr(parry, name) for name in wanted} == wanted
    for row in vectors["alea_free_numbers"]:
        assert alea.numbers(row["faces"]) == tuple(row["values"])
    for row in vectors["alea_as_rolled"]:
        assert alea.number_as_rolled(row["rolled"]) == row["value"]


# ---------------------------------------------------------------- what is awaited


def test_a_game_awaits_five_dice_of_the_first_player() -> None:
    awaits = new_game(PLAYERS).awaits
    assert (awaits.player, awaits.throws, awaits.places) == (0, 5, (0, 1, 2, 3, 4))
    assert (awaits.lying, awaits.still, awaits.choices, awaits.clock_s) == ((), (), (), None)


def test_after_a_throw_every_part_of_it_may_be_lifted_but_not_all_nor_what_is_set_aside() -> None:
    state = reach(Roll((2, 1, 6, 3, 5)), ThrowAgain((0, 1, 3)), Roll((5, 2, 6)))
    awaits = state.awaits
    assert (awaits.player, awaits.throws, awaits.places, awaits.clock_s) == (0, 0, (), None)
    assert awaits.still == (Die(2, 6), Die(4, 5))
    assert awaits.lying == (Die(0, 5), Die(1, 2), Die(2, 6), Die(3, 6), Die(4, 5))
    assert awaits.choices == (
        Choice(Stand(), ()),
        *(Choice(ThrowAgain(p), p) for p in ((0,), (1,), (3,), (0, 1), (0, 3), (1, 3))),
    )


def test_dice_set_aside_must_lie_still_while_the_others_are_thrown() -> None:
    state = reach(Roll((2, 1, 6, 3, 5)), ThrowAgain((3, 0, 1)))
    awaits = state.awaits
    assert (awaits.player, awaits.throws, awaits.places) == (0, 3, (0, 1, 3))
    assert awaits.lying == awaits.still == (Die(2, 6), Die(4, 5))
    assert state.aside == (2, 4)
    assert state.throws == 1


def test_a_parry_awaits_a_number_by_button_or_by_lifting_all_its_dice() -> None:
    awaits = standing(6, 5, 3, 5, 6).awaits
    assert awaits.player == 1
    assert awaits.choices == (
        Choice(NameNumber(3), (2,)),
        Choice(NameNumber(5), (1, 3)),
        Choice(NameNumber(6), (0, 4)),
    )
    assert awaits.clock_s == 6.0
    assert [die.face for die in awaits.lying] == [6, 5, 3, 5, 6]
    assert awaits.still == ()


def test_in_a_parry_the_other_dice_lie_but_no_longer_matter() -> None:
    state = apply(standing(6, 5, 3, 5, 6), NameNumber(5)).state
    assert (state.awaits.player, state.awaits.throws, state.awaits.places) == (1, 2, (1, 3))
    assert state.awaits.lying == (Die(0, 6), Die(2, 3), Die(4, 6))
    assert state.awaits.still == ()
    assert state.awaits.clock_s is None
    assert state.attack == (6, 6, 5, 5, 3)


def test_a_finished_game_awaits_nobody() -> None:
    state = reach(Roll((6, 6, 6, 6, 6)), Stand(), options=Options(coins=6, clock="off"))
    assert state.phase is Phase.OVER
    awaits = state.awaits
    assert (awaits.player, awaits.throws, awaits.choices) == (None, 0, ())
    assert [die.face for die in awaits.lying] == [6] * 5
    assert legal_actions(state) == ()


def test_legal_actions_are_all_rolls_or_the_choices_with_the_time_out() -> None:
    state = new_game(PLAYERS)
    assert len(legal_actions(state)) == 6**5
    assert legal_actions(standing(6, 6, 6, 6, 1)) == (NameNumber(1), NameNumber(6), TimeOut(6.0))
    without = standing(6, 6, 6, 6, 1, options=Options(clock="off"))
    assert legal_actions(without) == (NameNumber(1), NameNumber(6))
    assert legal_actions(apply(without, NameNumber(1)).state) == tuple(
        Roll((face,)) for face in range(1, 7)
    )


# ---------------------------------------------------------------- throws and attacks


def test_dice_thrown_again_keep_their_places() -> None:
    state = reach(Roll((2, 1, 6, 3, 5)), ThrowAgain((0, 1, 3)), Roll((5, 2, 6)))
    assert state.faces == (5, 2, 6, 6, 5)
    assert state.thrown == (0, 1, 3)


def test_an_attack_has_five_throws_at_most_and_then_stands_by_itself() -> None:
    state = reach(Roll((1, 1, 1, 1, 1)))
    for dice in (4, 3, 2):
        state = apply(state, ThrowAgain(tuple(range(dice)))).state
        state = apply(state, Roll((1,) * dice)).state
    state = apply(state, ThrowAgain((0,))).state
    assert state.throws == 4
    state, told = apply(state, Roll((4,)))
    assert state.throws == 5
    assert state.phase is Phase.PARRY_CHOICE
    assert told == (
        events.DiceRolled("Ann", (4,), (0,)),
        events.AttackStands("Ann", (4, 1, 1, 1, 1), 0, by_itself=True),
    )


def test_a_stop_stands_not_by_itself() -> None:
    told = apply(reach(Roll((6, 1, 1, 1, 6))), Stand()).events
    assert told == (events.AttackStands("Ann", (6, 6, 1, 1, 1), 2, by_itself=False),)


def test_setting_aside_tells_what_stays_and_how_many_fly() -> None:
    told = apply(reach(Roll((2, 1, 6, 3, 5))), ThrowAgain((0, 1, 3))).events
    assert told == (events.DiceSetAside("Ann", (6, 5), (2, 4), 3),)


def test_too_many_dice_say_how_many_were_awaited() -> None:
    state = apply(standing(6, 5, 3, 5, 6), NameNumber(3)).state
    with pytest.raises(IllegalActionError, match=r": one die is to be thrown \[A7\]; "):
        apply(state, Roll((3, 3)))
    with pytest.raises(IllegalActionError, match=r": five dice are to be thrown \[A3\]; "):
        apply(new_game(PLAYERS), Roll((3, 3)))


def test_naming_tells_the_dice_and_the_parry_tells_its_verdict() -> None:
    state, told = apply(standing(6, 5, 3, 5, 6), NameNumber(5))
    assert told == (events.NumberNamed("Ben", 5, 2, (1, 3)),)
    assert apply(state, Roll((4, 5))).events == (
        events.DiceRolled("Ben", (4, 5), (1, 3), parry=True),
        events.ParryFailed("Ann", "Ben", 5, 5, 2, 3),
        events.CoinsPaid("Ben", 3, 7),
        events.AttackBegins("Ben", "Ann"),
    )
    assert apply(state, Roll((6, 5))).events == (
        events.DiceRolled("Ben", (6, 5), (1, 3), parry=True),
        events.ParrySucceeded("Ann", "Ben", 5, 6, 3, 2),
        events.CoinsPaid("Ann", 2, 8),
        events.AttackBegins("Ben", "Ann"),
    )


def test_a_new_attack_begins_with_nothing_left_of_the_old_one() -> None:
    state = reach(Roll((6, 5, 3, 5, 6)), Stand(), NameNumber(3), Roll((3,)))
    fresh = new_game(PLAYERS)
    assert state == State(PLAYERS, fresh.options, Phase.ATTACK_THROW, (10, 7), attacker=1)
    assert state.attack == ()
    assert (state.defender, state.roles) == (0, ("Ben", "Ann"))


def test_a_sapid_caracca_takes_six_coins_at_once() -> None:
    state, told = apply(reach(Roll((6,) * 5)), Stand())
    assert told[1:] == (
        events.SapidCaracca("Ann", "Ben", 6),
        events.CoinsPaid("Ben", 6, 4),
        events.AttackBegins("Ben", "Ann"),
    )
    assert (state.coins, state.phase, state.attacker) == ((10, 4), Phase.ATTACK_THROW, 1)


# ---------------------------------------------------------------- the start and the end


def test_the_throw_off_gives_the_start_to_the_second_player_too() -> None:
    options = Options(starter="throw-off")
    state = new_game(PLAYERS, options)
    assert (state.awaits.player, state.awaits.throws) == (0, 5)
    state, told = apply(state, Roll((6, 6, 1, 1, 1)))
    assert told == (events.ThrowOffRolled("Ann", (6, 6, 1, 1, 1), 2),)
    assert (state.awaits.player, state.awaits.throws) == (1, 5)
    begun, told = apply(state, Roll((6, 6, 6, 1, 1)))
    assert told == (
        events.ThrowOffRolled("Ben", (6, 6, 6, 1, 1), 3),
        events.StarterFound("Ben", 3, 2),
        events.AttackBegins("Ben", "Ann"),
    )
    assert begun == State(PLAYERS, options, Phase.ATTACK_THROW, (10, 10), attacker=1)
    begun = apply(state, Roll((1,) * 5)).state
    assert begun == State(PLAYERS, options, Phase.ATTACK_THROW, (10, 10), attacker=0)
    tied, told = apply(state, Roll((1, 1, 1, 6, 6)))
    assert tied == new_game(PLAYERS, options)
    assert told[1:] == (events.ThrowOffTied(2),)


def test_a_handicap_is_for_either_player() -> None:
    assert new_game(PLAYERS, Options(handicap=(0, 3))).coins == (3, 10)
    assert new_game(PLAYERS, Options(coins=12, handicap=(1, 11))).coins == (12, 11)


def test_the_loser_pays_what_is_left_and_the_other_wins() -> None:
    state = standing(6, 6, 6, 6, 1, options=Options(coins=20, handicap=(1, 2)))
    state, told = apply(apply(state, NameNumber(6)).state, Roll((1, 1, 1, 1)))
    assert told[-2:] == (
        events.CoinsPaid("Ben", 2, 0),
        events.GameWon("Ann", "Ben", 20),
    )
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.scores, ended.ruling) == (("Ann",), (20, 0), "A12")
    assert ended.reason == "Ben has no coins left"


def test_coins_that_just_suffice_are_gone_too() -> None:
    state = standing(6, 6, 1, 1, 1, options=Options(coins=3))
    state = apply(apply(state, NameNumber(6)).state, Roll((1, 1))).state
    assert state.coins == (3, 0)
    assert state.phase is Phase.OVER


def test_the_attacker_can_lose_by_a_parry() -> None:
    state = standing(5, 1, 1, 1, 1, options=Options(handicap=(0, 4)))
    ended = outcome(apply(apply(state, NameNumber(5)).state, Roll((6,))).state)
    assert ended is not None
    assert ended.winners == ("Ben",)


def test_no_outcome_while_the_game_goes_on() -> None:
    assert outcome(standing(6, 5, 4, 3, 2)) is None


# ---------------------------------------------------------------- the clock


def test_a_clock_that_warns_changes_nothing() -> None:
    state = standing(6, 5, 4, 3, 2)
    after, told = apply(state, TimeOut(6))
    assert after == state
    assert told == (events.ClockRanOut("Ben", 6.0, forfeit=False),)
    assert after.awaits.clock_s == 6.0


def test_a_forfeit_is_a_failed_parry_without_a_number() -> None:
    options = Options(clock="forfeit", clock_s=2.5)
    state = standing(6, 5, 4, 3, 2, options=options)
    assert state.awaits.clock_s == 2.5
    after, told = apply(state, TimeOut(2.5))
    assert told == (
        events.ClockRanOut("Ben", 2.5, forfeit=True),
        events.ParryFailed("Ann", "Ben", None, None, 1, 2),
        events.CoinsPaid("Ben", 2, 8),
        events.AttackBegins("Ben", "Ann"),
    )
    assert after.coins == (10, 8)
    with pytest.raises(IllegalActionError, match=r"the clock gives 2\.5 seconds \[A11\]"):
        apply(state, TimeOut(2.4))


def test_a_clock_that_is_off_is_not_awaited() -> None:
    assert standing(6, 5, 4, 3, 2, options=Options(clock="off")).awaits.clock_s is None


# ---------------------------------------------------------------- refusals


def test_an_illegal_action_says_itself_the_ruling_and_the_state() -> None:
    state = reach(Roll((2, 1, 6, 3, 5)))
    with pytest.raises(IllegalActionError) as refused:
        apply(state, ThrowAgain((0, 1, 2, 3, 4)))
    error = refused.value
    assert (error.action, error.ruling) == (ThrowAgain((0, 1, 2, 3, 4)), "A3")
    assert error.facts == str(state)
    assert str(error) == (
        "cannot throw again 0 1 2 3 4: at least one die just thrown, at 0 1 2 3 4, is set aside"
        " [A3]; Ann has 10 coins, Ben has 10 coins, Ann is to stand or to throw again, the dice"
        " show 2 1 6 3 5"
    )
    assert isinstance(error, ValueError)
    assert isinstance(error, RulesError)


PHASES = {
    "throw-off": new_game(PLAYERS, Options(starter="throw-off")),
    "start": new_game(PLAYERS),
    "thrown": reach(Roll((6, 6, 5, 5, 3))),
    "lifted": reach(Roll((6, 6, 5, 5, 3)), ThrowAgain((3, 4))),
    "standing": standing(6, 6, 5, 5, 3),
    "named": apply(standing(6, 6, 5, 5, 3), NameNumber(5)).state,
    "over": reach(Roll((6,) * 5), Stand(), options=Options(coins=1)),
}


@pytest.mark.parametrize(
    ("action", "rulings"),
    [
        (Roll((1,)), {"throw-off": "A1", "start": "A3", "thrown": "A3", "lifted": "A3"}),
        (Roll((1,)), {"standing": "A6", "named": "A6", "over": "A12"}),
        (Roll((1, 1, 1)), {"lifted": "A3", "standing": "A6", "named": "A7", "over": "A12"}),
        (ThrowAgain((0,)), {"throw-off": "A3", "start": "A3", "lifted": "A3"}),
        (ThrowAgain((0,)), {"standing": "A4", "named": "A4", "over": "A12"}),
        (Stand(), {"throw-off": "A4", "start": "A4", "lifted": "A4", "standing": "A4"}),
        (Stand(), {"named": "A4", "over": "A12"}),
        (NameNumber(6), {"throw-off": "A6", "start": "A6", "thrown": "A6", "lifted": "A6"}),
        (NameNumber(6), {"named": "A6", "over": "A12"}),
        (NameNumber(1), {"standing": "A6"}),
        (TimeOut(6.0), {"throw-off": "A11", "start": "A11", "thrown": "A11", "lifted": "A11"}),
        (TimeOut(6.0), {"named": "A11", "over": "A12"}),
        (TimeOut(5.9), {"standing": "A11"}),
    ],
)
def test_what_comes_at_another_time_cites_the_ruling_that_speaks_of_it(
    action: alphatian.Action, rulings: dict[str, str]
) -> None:
    for phase, ruling in rulings.items():
        with pytest.raises(IllegalActionError) as refused:
            apply(PHASES[phase], action)
        assert (phase, refused.value.ruling) == (phase, ruling)


@pytest.mark.parametrize(
    "action", [None, "stand", 5, (6, 6, 5, 5, 3), Stand, object(), 10**5000], ids=type
)
def test_what_is_no_action_is_invalid(action: object) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        apply(new_game(PLAYERS), action)  # type: ignore[arg-type]
    said = f"the action is {shown(action)}: expected an action of alphatian; make one"
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("make", "arguments", "says"),
    [
        (Roll, ((),), "a roll has 0 dice: expected 1 to 5"),
        (Roll, ((1,) * 6,), "a roll has 6 dice"),
        (Roll, ((0,),), "a face is 0"),
        (Roll, ((7,),), "a face is 7"),
        (Roll, (5,), "a roll is 5"),
        (ThrowAgain, ((),), "the dice lifted is empty"),
        (ThrowAgain, ((5,),), "a place of the dice lifted is 5: expected 0 to 4"),
        (ThrowAgain, ((-1,),), "is -1"),
        (ThrowAgain, ((1, 1),), r"is \(1, 1\): expected each place once"),
        (ThrowAgain, ((True,),), "is True"),
        (ThrowAgain, (None,), "the dice lifted is None"),
        (NameNumber, (0,), "the number named is 0: expected 1 to 6"),
        (NameNumber, (7,), "the number named is 7"),
        (NameNumber, (True,), "is True"),
        (NameNumber, (5.0,), r"is 5\.0"),
        (TimeOut, (float("nan"),), "elapsed_s is nan"),
        (TimeOut, (float("inf"),), "elapsed_s is inf"),
        (TimeOut, (-1,), "elapsed_s is -1"),
        (TimeOut, (True,), "elapsed_s is True"),
        (TimeOut, ("6",), "elapsed_s is '6'"),
        (Options, ("lazier",), "starter is 'lazier'"),
        (Options, (None,), "starter is None"),
        (Options, ("chosen", 0), "coins is 0: expected 1 to 20"),
        (Options, ("chosen", 21), "coins is 21"),
        (Options, ("chosen", True), "coins is True"),
        (Options, ("chosen", 10, (0, 10)), "the handicap's coins are 10: expected fewer than 10"),
        (Options, ("chosen", 10, (0, 0)), "the handicap's coins is 0"),
        (Options, ("chosen", 10, (0, 21)), "the handicap's coins is 21: expected 1 to 20"),
        (Options, ("chosen", 10, (2, 5)), "the handicap's player is 2: expected 0 to 1"),
        (Options, ("chosen", 10, (1,)), r"handicap is \(1,\): expected a player and coins"),
        (Options, ("chosen", 10, (0, 5, 6)), "expected a player and coins"),
        (Options, ("chosen", 10, 5), "handicap is 5"),
        (Options, ("chosen", 10, None, "on"), "clock is 'on'"),
        (Options, ("chosen", 10, None, "warn", 0.9), r"clock_s is 0\.9: expected 1 to 600"),
        (Options, ("chosen", 10, None, "warn", 601), "clock_s is 601"),
        (Options, ("chosen", 10, None, "warn", float("nan")), "clock_s is nan"),
    ],
)
def test_what_can_never_be_is_invalid(make: type, arguments: tuple[object, ...], says: str) -> None:
    with pytest.raises(InvalidInputError, match=says):
        make(*arguments)


def test_the_widest_options_are_taken() -> None:
    assert Options(coins=20, handicap=(0, 19)).handicap == (0, 19)
    assert Options(coins=1).coins == 1
    assert Options(coins=2, handicap=(1, 1)).handicap == (1, 1)
    assert Options(clock_s=1).clock_s == 1.0
    assert Options(clock_s=600).clock_s == 600.0
    assert TimeOut(0).elapsed_s == 0.0
    assert TimeOut(10**9).elapsed_s == 1e9


def test_options_and_players_of_another_kind_are_refused() -> None:
    with pytest.raises(
        InvalidTypeError, match=r"options is \{'coins': 5\}: expected alphatian\.Options; make one"
    ):
        new_game(PLAYERS, {"coins": 5})  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="players has 1 names: expected 2"):
        new_game(("Ann",))
    with pytest.raises(InvalidInputError, match="players has 3 names: expected 2"):
        new_game(("Ann", "Ben", "Cy"))


def test_lists_are_taken_for_tuples() -> None:
    assert Roll([6, 5]).faces == (6, 5)  # type: ignore[arg-type]
    assert ThrowAgain([3, 0]).places == (0, 3)  # type: ignore[arg-type]
    assert Options(handicap=[1, 5]).handicap == (1, 5)  # type: ignore[arg-type]


# ---------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            events.ParryFailed("Ben", "Ann", 5, 4, 3, 4),
            "parry fails: best 4, needed more than 5 [A7]; Ben's three sixes cost Ann 4 coins [A8]",
        ),
        (events.NumberNamed("Ann", 5, 2, (1, 3)), "Ann names 5 and throws two dice"),
        (
            events.ParryFailed("Ben", "Ann", None, None, 1, 2),
            "parry fails: no number named [A11]; Ben's one six costs Ann 2 coins [A8]",
        ),
        (events.ThrowOffTied(0), "no sixes each: both throw again [A1]"),
        (events.ThrowOffTied(1), "one six each: both throw again [A1]"),
        (events.ThrowOffTied(2), "two sixes each: both throw again [A1]"),
        (events.CoinsPaid("Ann", 1, 0), "Ann pays 1 coin and has none left"),
        (events.CoinsPaid("Ann", 3, 1), "Ann pays 3 coins and has 1 coin left"),
    ],
)
def test_events_read_well(event: events.Event, sentence: str) -> None:
    assert str(event) == sentence


def test_actions_read_well() -> None:
    actions = [Roll((6, 5)), ThrowAgain((0, 3)), Stand(), NameNumber(5), TimeOut(6.25)]
    assert [*map(str, actions)] == [
        *("roll 6 5", "throw again 0 3", "stand", "name 5", "time out 6.25")
    ]
