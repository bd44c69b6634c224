"""Centurion, rulings C1 to C4: two to six players, six Roman dice, the first to a hundred waits.

    state = new_game(("Ann", "Ben"))
    state, events = apply(state, Roll("X"))
    state, events = apply(state, Stop())

The dice of a turn keep their places, 0 to 5, in the order of throwing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from rules import centurion_events as events
from rules import checks, numerals, wording
from rules.errors import IllegalActionError, InvalidTypeError
from rules.roman_dice import DIE, Roll, Stop
from rules.shape import AWAITS_KEPT, Awaits, Choice, Die, Outcome, Step

__all__ = [
    "DIE",
    "Action",
    "Count",
    "Options",
    "Phase",
    "Roll",
    "State",
    "Stop",
    "apply",
    "events",
    "legal_actions",
    "new_game",
    "outcome",
]

GOAL = 100
"""The total at which a player stops playing [C3]."""
HIGHEST = 39
"""The highest number: a maximum number, as is any made with all six dice [C2]."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before a game: `numerals`, "free" or "as-rolled" [C1, R2, R3].

    Raises InvalidInputError or InvalidTypeError.
    """

    numerals: str = "free"

    def __post_init__(self) -> None:
        checks.choice(self.numerals, "numerals", ("free", "as-rolled"))


@dataclass(frozen=True, slots=True)
class Count:
    """The player says which of two possible numbers counts [C1, R2]."""

    number: int

    def __post_init__(self) -> None:
        checks.whole(self.number, "the number", 1, HIGHEST)

    def __str__(self) -> str:
        return f"count {self.number}"


Action = Roll | Stop | Count


class Phase(Enum):
    """What is going on: which action comes next."""

    THROW = "throw"
    THROW_OR_STOP = "throw-or-stop"
    NUMBER = "number"
    OVER = "over"


_ROLLS: tuple[Action, ...] = tuple(Roll(face) for face in numerals.FACES)


@dataclass(frozen=True, slots=True)
class State:
    """A game of Centurion at one moment; made by `new_game` and `apply`.

    `totals`: each player's points. `player`: index of the player whose turn it is. `faces`: the
    dice thrown in this turn, in their order.
    """

    players: tuple[str, ...]
    options: Options
    totals: tuple[int, ...]
    phase: Phase = Phase.THROW
    player: int = 0
    faces: str = ""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score: the points."""
        return self.totals

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the dice make, ascending; empty for a bust and before the first die."""
        return numerals.made(self.faces, as_rolled=self.options.numerals == "as-rolled")

    @property
    def playing(self) -> tuple[int, ...]:
        """The indices of the players below a hundred, who play on [C3]."""
        return tuple(player for player, total in enumerate(self.totals) if total < GOAL)

    @property
    def awaits(self) -> Awaits[Action]:
        """What the game waits for: who acts, the die to throw, those that lie still, choices."""
        return _awaited(self)

    def __str__(self) -> str:
        totals = ", ".join(
            f"{player} has {total}" for player, total in zip(self.players, self.totals, strict=True)
        )
        dice = f", the dice show {' '.join(self.faces)}" if self.faces else ""
        made = f" ({wording.either(self.numbers)})" if self.numbers else ""
        return f"{totals}, {_DOING[self.phase].format(self.players[self.player])}{dice}{made}"


@lru_cache(AWAITS_KEPT)
def _awaited(state: State) -> Awaits[Action]:
    lying = tuple(Die(place, face) for place, face in enumerate(state.faces))
    if state.phase is Phase.OVER:
        return Awaits(None, lying=lying)
    if state.phase is Phase.NUMBER:
        choices = tuple(Choice(Count(number)) for number in state.numbers)
        return Awaits(state.player, lying=lying, still=lying, choices=choices)
    stop = (Choice(Stop()),) if state.phase is Phase.THROW_OR_STOP else ()
    place = (len(state.faces),)
    return Awaits(state.player, 1, place, lying=lying, still=lying, choices=stop)


_DOING = {
    Phase.THROW: "{0} is to throw a die",
    Phase.THROW_OR_STOP: "{0} is to throw a die or to stop",
    Phase.NUMBER: "{0} is to say which number counts",
    Phase.OVER: "the game is over after the turn of {0}",
}


def new_game(players: Sequence[str], options: Options | None = None) -> State:
    """Return the state before the first die; the first of one to six players begins [C4].

    Raises InvalidInputError or InvalidTypeError for names and options that cannot be.
    """
    found = checks.names(players, 1, 6)
    options = Options() if options is None else options
    if type(options) is not Options:
        msg = f"options is {checks.shown(options)}: expected centurion.Options; make one"
        raise InvalidTypeError(msg)
    return State(found, options, (0,) * len(found))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action that `apply` accepts: all rolls of the die awaited, and the choices."""
    awaits = state.awaits
    choices = tuple(choice.action for choice in awaits.choices)
    return (*_ROLLS, *choices) if awaits.throws else choices


def apply(state: State, action: Action) -> Step[State, events.Event]:
    """Return the state after the action, and the events; the state given stays as it is.

    Raises IllegalActionError, which names the ruling, and InvalidTypeError when `action` is no
    action of this game.
    """
    match action:
        case Roll():
            return _roll(state, action)
        case Stop():
            _require(state, action, Phase.THROW_OR_STOP, "C1")
            return _stopped(state, [], forced=False)
        case Count():
            _require(state, action, Phase.NUMBER, "C1")
            if action.number not in state.numbers:
                reason = f"the dice make {wording.either(state.numbers)}"
                raise IllegalActionError(action, reason, "R2", str(state))
            return _added(state, action.number, [])
    msg = f"the action is {checks.shown(action)}: expected an action of centurion; make one"
    raise InvalidTypeError(msg)


def outcome(state: State) -> Outcome | None:
    """Return who won and why, None while the game goes on [C3, C4]."""
    if state.phase is not Phase.OVER:
        return None
    best = max(state.totals)
    winners = tuple(
        player for player, total in zip(state.players, state.totals, strict=True) if total == best
    )
    if state.playing:
        reason, ruling = f"{state.players[state.player]} busts as the last player", "C3"
    elif len(state.players) == 1:
        reason, ruling = f"{state.players[0]} reached {GOAL}", "C4"
    else:
        reason, ruling = f"every player reached {GOAL}", "C3"
    return Outcome(winners, state.totals, reason, ruling)


def _require(state: State, action: Action, phase: Phase, ruling: str) -> None:
    if state.phase is Phase.OVER:
        raise IllegalActionError(action, "the game is over", "C3", str(state))
    if state.phase is not phase:
        raise IllegalActionError(action, "the game awaits something else", ruling, str(state))


def _roll(state: State, action: Roll) -> Step[State, events.Event]:
    if state.phase is not Phase.THROW_OR_STOP:
        _require(state, action, Phase.THROW, "C1")
    if len(action.faces) > 1:
        raise IllegalActionError(action, "one die is to be thrown", "R1", str(state))
    after = replace(state, faces=state.faces + action.faces, phase=Phase.THROW_OR_STOP)
    player = state.players[state.player]
    told: list[events.Event] = [
        events.DiceRolled(player, action.faces, (len(state.faces),), after.faces, after.numbers)
    ]
    if not after.numbers:
        told.append(events.Bust(player, after.faces))
        last = len(state.playing) == 1 and len(state.players) > 1
        return _over(after, told) if last else _next_player(after, told)
    if len(after.faces) == numerals.DICE:
        return _stopped(after, told, forced=True)
    return Step(after, tuple(told))


def _stopped(state: State, told: list[events.Event], *, forced: bool) -> Step[State, events.Event]:
    told.append(events.Stopped(state.players[state.player], state.numbers, forced))
    if len(state.numbers) > 1:
        return Step(replace(state, phase=Phase.NUMBER), tuple(told))
    return _added(state, state.numbers[0], told)


def _added(state: State, number: int, told: list[events.Event]) -> Step[State, events.Event]:
    player = state.players[state.player]
    totals = list(state.totals)
    totals[state.player] += number
    total = totals[state.player]
    told.append(events.NumberAdded(player, number, total))
    after = replace(state, totals=tuple(totals))
    if total >= GOAL:
        told.append(events.PlayerDone(player, total))
        return _next_player(after, told) if after.playing else _over(after, told)
    if number == HIGHEST or len(state.faces) == numerals.DICE:
        return _begin(after, state.player, told, again=True)
    return _next_player(after, told)


def _next_player(state: State, told: list[events.Event]) -> Step[State, events.Event]:
    """Begin the turn of the next player below a hundred, who may be the same [C3]."""
    playing = state.playing
    later = [player for player in playing if player > state.player]
    return _begin(state, (*later, *playing)[0], told, again=False)


def _begin(
    state: State, player: int, told: list[events.Event], *, again: bool
) -> Step[State, events.Event]:
    told.append(events.TurnBegins(state.players[player], state.totals[player], again))
    begun = State(state.players, state.options, state.totals, player=player)
    return Step(begun, tuple(told))


def _over(state: State, told: list[events.Event]) -> Step[State, events.Event]:
    over = replace(state, phase=Phase.OVER)
    ended = outcome(over)
    assert ended is not None
    told.append(
        events.GameEnded(ended.winners, ended.scores, ended.reason, ended.ruling, won_by="C4")
    )
    return Step(over, tuple(told))
