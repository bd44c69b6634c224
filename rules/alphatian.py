"""Alphatian Roulette, rulings A1 to A12: two players, five pip dice, ten coins each.

    state = new_game(("Ann", "Ben"))
    state, events = apply(state, Roll((2, 1, 6, 3, 5)))
    state, events = apply(state, ThrowAgain((0, 1, 3)))

The five dice of an attack keep their places, 0 to 4; a die thrown again keeps its place too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rules import alphatian_events as events
from rules import checks, wording
from rules.alphatian_actions import (
    DICE,
    DIE,
    Action,
    NameNumber,
    Options,
    Roll,
    Stand,
    ThrowAgain,
    TimeOut,
)
from rules.alphatian_parries import Parry, parries
from rules.alphatian_state import Phase, State, showing
from rules.errors import IllegalActionError, InvalidTypeError
from rules.shape import Outcome, Step

__all__ = [
    "DICE",
    "DIE",
    "Action",
    "NameNumber",
    "Options",
    "Parry",
    "Phase",
    "Roll",
    "Stand",
    "State",
    "ThrowAgain",
    "TimeOut",
    "apply",
    "events",
    "legal_actions",
    "new_game",
    "outcome",
    "parries",
]

SAPID_CARACCA_COST = 6
"""What five sixes cost at once [A10]."""


def new_game(players: Sequence[str], options: Options | None = None) -> State:
    """Return the state before the first throw; with "chosen", the first player begins [A1, A2].

    Raises InvalidInputError or InvalidTypeError for names and options that cannot be.
    """
    found = checks.names(players, 2, 2)
    options = Options() if options is None else options
    if type(options) is not Options:
        msg = f"options is {checks.shown(options)}: expected alphatian.Options; make one"
        raise InvalidTypeError(msg)
    coins = [options.coins, options.coins]
    if options.handicap is not None:
        player, fewer = options.handicap
        coins[player] = fewer
    phase = Phase.THROW_OFF if options.starter == "throw-off" else Phase.ATTACK_THROW
    return State(found, options, phase, (coins[0], coins[1]))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action that `apply` accepts: all rolls of the dice awaited, or the choices.

    A time-out is listed once, at the clock's first moment; any later one is as legal.
    """
    awaits = state.awaits
    if awaits.throws:
        return _rolls(awaits.throws)
    actions = tuple(choice.action for choice in awaits.choices)
    return actions if awaits.clock_s is None else (*actions, TimeOut(awaits.clock_s))


def apply(state: State, action: Action) -> Step[State, events.Event]:
    """Return the state after the action, and the events; the state given stays as it is.

    Raises IllegalActionError, which names the ruling, and InvalidTypeError when `action` is no
    action of this game.
    """
    match action:
        case Roll():
            return _roll(state, action)
        case ThrowAgain():
            return _throw_again(state, action)
        case Stand():
            _require(state, action, Phase.ATTACK_CHOICE, "A4")
            return _stand(state, [], by_itself=False)
        case NameNumber():
            return _name_number(state, action)
        case TimeOut():
            return _time_out(state, action)
    msg = f"the action is {checks.shown(action)}: expected an action of alphatian; make one"
    raise InvalidTypeError(msg)


def outcome(state: State) -> Outcome | None:
    """Return who won and why, None while the game goes on [A12]."""
    if state.phase is not Phase.OVER:
        return None
    winner = 0 if state.coins[0] else 1
    loser = state.players[1 - winner]
    return Outcome((state.players[winner],), state.coins, f"{loser} has no coins left", "A12")


def _require(state: State, action: Action, phase: Phase, ruling: str) -> None:
    if state.phase is Phase.OVER:
        raise IllegalActionError(action, "the game is over", "A12", str(state))
    if state.phase is not phase:
        raise IllegalActionError(action, "the game awaits something else", ruling, str(state))


def _roll(state: State, action: Roll) -> Step[State, events.Event]:
    if state.phase is Phase.THROW_OFF:
        _require_dice(state, action, "A1")
        return _throw_off(state, action.faces)
    if state.phase is Phase.PARRY_THROW:
        _require_dice(state, action, "A7" if len(action.faces) > len(state.thrown) else "A6")
        return _parry_thrown(state, action.faces)
    _require(state, action, Phase.ATTACK_THROW, _once_standing(state, "A6"))
    _require_dice(state, action, "A3")
    return _attack_thrown(state, action.faces)


def _once_standing(state: State, ruling: str) -> str:
    """Return the ruling to cite for a throw when the attack stands, A3 as long as it does not."""
    return ruling if state.phase in (Phase.PARRY_CHOICE, Phase.PARRY_THROW) else "A3"


def _require_dice(state: State, action: Roll, ruling: str) -> None:
    if len(action.faces) != len(state.thrown):
        wanted = wording.counted(len(state.thrown), "die is", "dice are")
        raise IllegalActionError(action, f"{wanted} to be thrown", ruling, str(state))


def _throw_off(state: State, faces: tuple[int, ...]) -> Step[State, events.Event]:
    sixes = faces.count(6)
    thrower = state.players[state.attacker]
    told: list[events.Event] = [events.ThrowOffRolled(thrower, faces, sixes)]
    if state.sixes is None:
        return Step(replace(state, attacker=1, sixes=sixes), tuple(told))
    if sixes == state.sixes:
        told.append(events.ThrowOffTied(sixes))
        return Step(replace(state, attacker=0, sixes=None), tuple(told))
    starter = 1 if sixes > state.sixes else 0
    fewer, more = sorted((sixes, state.sixes))
    told.append(events.StarterFound(state.players[starter], more, fewer))
    told.append(events.AttackBegins(state.players[starter], state.players[1 - starter]))
    return Step(replace(state, phase=Phase.ATTACK_THROW, attacker=starter, sixes=None), tuple(told))


def _attack_thrown(state: State, faces: tuple[int, ...]) -> Step[State, events.Event]:
    lying = list(state.faces or faces)
    for place, face in zip(state.thrown, faces, strict=True):
        lying[place] = face
    thrower = state.players[state.attacker]
    told: list[events.Event] = [events.DiceRolled(thrower, faces, state.thrown)]
    after = replace(state, phase=Phase.ATTACK_CHOICE, faces=tuple(lying), throws=state.throws + 1)
    if len(faces) == 1:
        return _stand(after, told, by_itself=True)
    return Step(after, tuple(told))


def _throw_again(state: State, action: ThrowAgain) -> Step[State, events.Event]:
    _require(state, action, Phase.ATTACK_CHOICE, _once_standing(state, "A4"))
    held = [place for place in action.places if place in state.aside]
    if held:
        faces = wording.listed(state.faces[place] for place in held)
        reason = f"{faces} at {wording.listed(held)} stays set aside for the rest of the attack"
        raise IllegalActionError(action, reason, "A3", str(state))
    kept = tuple(place for place in state.thrown if place not in action.places)
    if not kept:
        reason = f"at least one die just thrown, at {wording.listed(state.thrown)}, is set aside"
        raise IllegalActionError(action, reason, "A3", str(state))
    aside = tuple(sorted(state.aside + kept))
    told = events.DiceSetAside(
        state.players[state.attacker],
        tuple(state.faces[place] for place in kept),
        kept,
        len(action.places),
    )
    after = replace(state, phase=Phase.ATTACK_THROW, aside=aside, thrown=action.places)
    return Step(after, (told,))


def _stand(state: State, told: list[events.Event], *, by_itself: bool) -> Step[State, events.Event]:
    attacker, defender = state.roles
    sixes = state.faces.count(6)
    told.append(events.AttackStands(attacker, state.attack, sixes, by_itself))
    if sixes == DICE:
        told.append(events.SapidCaracca(attacker, defender, SAPID_CARACCA_COST))
        return _pay(state, state.defender, SAPID_CARACCA_COST, told)
    return Step(replace(state, phase=Phase.PARRY_CHOICE), tuple(told))


def _name_number(state: State, action: NameNumber) -> Step[State, events.Event]:
    _require(state, action, Phase.PARRY_CHOICE, "A6")
    places = showing(state, action.number)
    if not places:
        shown = wording.listed(sorted(set(state.faces)))
        raise IllegalActionError(action, f"the attack shows only {shown}", "A6", str(state))
    told = events.NumberNamed(state.players[state.defender], action.number, len(places), places)
    after = replace(state, phase=Phase.PARRY_THROW, named=action.number, thrown=places)
    return Step(after, (told,))


def _time_out(state: State, action: TimeOut) -> Step[State, events.Event]:
    _require(state, action, Phase.PARRY_CHOICE, "A11")
    if state.options.clock == "off":
        raise IllegalActionError(action, "the clock is off", "A11", str(state))
    if action.elapsed_s < state.options.clock_s:
        reason = f"the clock gives {state.options.clock_s:g} seconds"
        raise IllegalActionError(action, reason, "A11", str(state))
    defender = state.players[state.defender]
    forfeit = state.options.clock == "forfeit"
    told: list[events.Event] = [events.ClockRanOut(defender, action.elapsed_s, forfeit)]
    if not forfeit:
        return Step(state, tuple(told))
    return _failed(state, None, told)


def _parry_thrown(state: State, faces: tuple[int, ...]) -> Step[State, events.Event]:
    attacker, defender = state.roles
    number = state.named
    assert number is not None
    told: list[events.Event] = [events.DiceRolled(defender, faces, state.thrown, parry=True)]
    best = max(faces)
    if best <= number:
        return _failed(state, best, told)
    lowest = min(state.faces)
    cost = number - lowest
    told.append(events.ParrySucceeded(attacker, defender, number, best, lowest, cost))
    return _pay(state, state.attacker, cost, told)


def _failed(state: State, best: int | None, told: list[events.Event]) -> Step[State, events.Event]:
    attacker, defender = state.roles
    sixes = state.faces.count(6)
    told.append(events.ParryFailed(attacker, defender, state.named, best, sixes, sixes + 1))
    return _pay(state, state.defender, sixes + 1, told)


def _pay(
    state: State, player: int, cost: int, told: list[events.Event]
) -> Step[State, events.Event]:
    coins = list(state.coins)
    paid = min(cost, coins[player])
    coins[player] -= paid
    after = (coins[0], coins[1])
    if paid:
        told.append(events.CoinsPaid(state.players[player], paid, coins[player]))
    if not coins[player]:
        winner = 1 - player
        won = events.GameWon(state.players[winner], state.players[player], coins[winner])
        over = replace(state, phase=Phase.OVER, coins=after)
        return Step(over, (*told, won))
    attacker = state.defender
    told.append(events.AttackBegins(state.players[attacker], state.players[state.attacker]))
    begun = State(state.players, state.options, Phase.ATTACK_THROW, after, attacker)
    return Step(begun, tuple(told))


@cache
def _rolls(dice: int) -> tuple[Action, ...]:
    return tuple(Roll(faces) for faces in itertools.product(range(1, 7), repeat=dice))
