"""Alea Romana, rulings R1 to R16: two to six players, six Roman dice, seven spaces, six cards.

    state = new_game(("Ann", "Ben"))
    state, events = apply(state, Roll("X"))
    state, events = apply(state, Stop())
    state, events = apply(state, Enter(10, space=3))

The dice of a turn keep their places, 0 to 5, in the order of throwing; so does a die that a card
throws again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from rules import alea_events as events
from rules import checks, columns, wording
from rules.alea_actions import (
    AGAIN_CARD,
    CARDS,
    JOKER,
    Action,
    EndTurn,
    Enter,
    EnterAgain,
    Options,
    PlayCard,
)
from rules.alea_state import Phase, State
from rules.columns import spaces
from rules.errors import IllegalActionError, InvalidTypeError
from rules.numerals import DICE, FACES, number_as_rolled, numbers
from rules.roman_dice import DIE, Roll, Stop
from rules.shape import Outcome, Step

__all__ = [
    "CARDS",
    "DIE",
    "Action",
    "EndTurn",
    "Enter",
    "EnterAgain",
    "Options",
    "Phase",
    "PlayCard",
    "Roll",
    "State",
    "Stop",
    "apply",
    "events",
    "legal_actions",
    "new_game",
    "number_as_rolled",
    "numbers",
    "outcome",
    "spaces",
]

T = TypeVar("T")

SEVEN_TURNS = 7
"""The rounds of a game whose length is "seven-turns" [R14]."""

_ENDINGS = {
    "seventh-entry": ("a seventh entry was made", "R14"),
    "seven-turns": ("seven turns each are over", "R14"),
    "closed": ("nothing can fill the spaces left", "R16"),
}


def new_game(players: Sequence[str], options: Options | None = None) -> State:
    """Return the state before the first die; the first of one to six players begins [R15].

    Raises InvalidInputError or InvalidTypeError for names and options that cannot be.
    """
    found = checks.names(players, 1, 6)
    options = Options() if options is None else options
    if type(options) is not Options:
        msg = f"options is {checks.shown(options)}: expected alea.Options; make one"
        raise InvalidTypeError(msg)
    cards = CARDS if options.cards else ()
    return State(found, options, (columns.EMPTY,) * len(found), (cards,) * len(found))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action that `apply` accepts: all rolls of the dice awaited, and the choices."""
    awaits = state.awaits
    choices = tuple(choice.action for choice in awaits.choices)
    return (*_rolls(awaits.throws), *choices) if awaits.throws else choices


def apply(state: State, action: Action) -> Step[State, events.Event]:
    """Return the state after the action, and the events; the state given stays as it is.

    Raises IllegalActionError, which names the ruling, and InvalidTypeError when `action` is no
    action of this game.
    """
    match action:
        case Roll():
            return _roll(state, action)
        case Stop():
            return _stop(state, action)
        case Enter():
            return _enter(state, action)
        case PlayCard():
            return _play_card(state, action)
        case EnterAgain():
            return _enter_again(state, action)
        case EndTurn():
            _require(state, action, Phase.BAD_THROW, "R7" if state.phase is Phase.ENTRY else "R8")
            return _end_turn(state, [events.TurnEndedEmpty(state.players[state.player])])
    msg = f"the action is {checks.shown(action)}: expected an action of alea; make one"
    raise InvalidTypeError(msg)


def outcome(state: State) -> Outcome | None:
    """Return who won and why, None while the game goes on [R14 to R16]."""
    if state.phase is not Phase.OVER:
        return None
    scores = state.scores
    best = max(scores)
    winners = tuple(
        player for player, score in zip(state.players, scores, strict=True) if score == best
    )
    reason, ruling = _ENDINGS[state.ended]
    return Outcome(winners, scores, reason, ruling)


@cache
def _rolls(dice: int) -> tuple[Action, ...]:
    return tuple(Roll("".join(faces)) for faces in itertools.product(FACES, repeat=dice))


def _require(state: State, action: Action, phase: Phase, ruling: str) -> None:
    if state.phase is Phase.OVER:
        raise IllegalActionError(action, "the game is over", _ENDINGS[state.ended][1], str(state))
    if state.phase is not phase:
        raise IllegalActionError(action, "the game awaits something else", ruling, str(state))


# ---------------------------------------------------------------- dice


def _roll(state: State, action: Roll) -> Step[State, events.Event]:
    if state.phase is Phase.CARD_THROW:
        return _card_rolled(state, action)
    if state.phase is not Phase.THROW_OR_STOP:
        _require(state, action, Phase.THROW, "R8" if state.phase is Phase.BAD_THROW else "R1")
    place = len(state.faces)
    _require_count(state, action, 1, "R1")
    return _judge(*_lie(state, action, (place,)))


def _card_rolled(state: State, action: Roll) -> Step[State, events.Event]:
    due = state.due
    _require_count(state, action, len(due), "R10" if len(due) > 1 else "R3")
    after, told = _lie(state, action, due)
    return Step(after, tuple(told)) if after.thrown else _judge(after, told)


def _require_count(state: State, action: Roll, dice: int, ruling: str) -> None:
    if len(action.faces) != dice:
        reason = f"{wording.counted(dice, 'die is', 'dice are')} to be thrown"
        raise IllegalActionError(action, reason, ruling, str(state))


def _lie(state: State, action: Roll, places: tuple[int, ...]) -> tuple[State, list[events.Event]]:
    lying = dict(enumerate(state.faces)) | dict(zip(places, action.faces, strict=True))
    waiting = tuple(place for place in state.thrown if place not in places)
    after = replace(state, faces="".join(lying.values()), thrown=waiting)
    counting, numbers = ("", ()) if waiting else (after.counting, after.numbers)
    player = state.players[state.player]
    return after, [events.DiceRolled(player, action.faces, places, counting, numbers)]


def _judge(state: State, told: list[events.Event]) -> Step[State, events.Event]:
    """Say what the dice that count lead to, after a throw or after card 4 [R4, R10, R11]."""
    if not state.counting:
        return Step(replace(state, phase=Phase.THROW), tuple(told))
    if not state.numbers:
        told.append(events.Bust(state.players[state.player], state.counting))
        return Step(replace(state, phase=Phase.BAD_THROW), tuple(told))
    if len(state.faces) == DICE:
        return _stopped(state, told, forced=True)
    return Step(replace(state, phase=Phase.THROW_OR_STOP), tuple(told))


def _stop(state: State, action: Stop) -> Step[State, events.Event]:
    ruling = "R1"
    if state.phase is Phase.BAD_THROW:
        ruling = "R8" if state.numbers else "R4"
    elif state.phase is Phase.THROW and state.faces:
        ruling = "R11"
    _require(state, action, Phase.THROW_OR_STOP, ruling)
    return _stopped(state, [], forced=False)


def _stopped(state: State, told: list[events.Event], *, forced: bool) -> Step[State, events.Event]:
    player = state.players[state.player]
    told.append(events.Stopped(player, state.numbers, forced))
    if state.entries:
        return Step(replace(state, phase=Phase.ENTRY), tuple(told))
    told.append(events.NothingFits(player, state.numbers))
    return Step(replace(state, phase=Phase.BAD_THROW), tuple(told))


# ---------------------------------------------------------------- entries and cards


def _enter(state: State, action: Enter) -> Step[State, events.Event]:
    _require(state, action, Phase.ENTRY, "R8" if state.phase is Phase.BAD_THROW else "R7")
    if action.number not in state.numbers:
        reason = f"the dice make {wording.either(state.numbers)}"
        ruling = "R2" if state.options.numerals == "free" else "R3"
        raise IllegalActionError(action, reason, ruling, str(state))
    if action not in state.entries:
        if action.number in state.column:
            reason = f"{action.number} is already in the column"
            raise IllegalActionError(action, reason, "R6", str(state))
        fits = wording.listed(columns.fitting(state.column, action.number)) or "nowhere"
        reason = f"spaces where {action.number} fits: {fits}"
        raise IllegalActionError(action, reason, "R5", str(state))
    return _entered(state, action.number, action.space, [], again=False)


def _entered(
    state: State, number: int, space: int, told: list[events.Event], *, again: bool
) -> Step[State, events.Event]:
    told.append(events.NumberEntered(state.players[state.player], number, space, again))
    column = columns.enter(state.column, number, space)
    after = replace(state, columns=_with(state.columns, state.player, column))
    return _end_turn(after, told)


def _play_card(state: State, action: PlayCard) -> Step[State, events.Event]:
    _require_card(state, action, action.card)
    _require_dice(state, action)
    faces = "".join(state.faces[place] for place in action.places)
    player = state.players[state.player]
    told: list[events.Event] = [
        events.CardPlayed(player, action.card, action.joker, faces, action.places)
    ]
    after = _spend(state, action.card, joker=action.joker)
    if action.card != 4:
        after = replace(after, phase=Phase.CARD_THROW, thrown=action.places)
        return Step(after, tuple(told))
    aside = tuple(sorted(state.aside + action.places))
    return _judge(replace(after, aside=aside), told)


def _enter_again(state: State, action: EnterAgain) -> Step[State, events.Event]:
    _require_card(state, action, AGAIN_CARD)
    if action.number not in state.again_numbers():
        made = state.options.card_5 == "made-again" and action.number in state.column
        reason = (
            f"the dice do not make {action.number}"
            if made
            else f"{action.number} is not in the column"
        )
        raise IllegalActionError(action, reason, "R12", str(state))
    fits = columns.beside(state.column, action.number)
    if action.space not in fits:
        reason = f"empty spaces beside {action.number}: {wording.listed(fits) or 'none'}"
        raise IllegalActionError(action, reason, "R9", str(state))
    player = state.players[state.player]
    told: list[events.Event] = [events.CardPlayed(player, AGAIN_CARD, action.joker, "", ())]
    after = _spend(state, AGAIN_CARD, joker=action.joker)
    return _entered(after, action.number, action.space, told, again=True)


def _require_card(state: State, action: PlayCard | EnterAgain, card: int) -> None:
    _require(state, action, Phase.BAD_THROW, "R9")
    if not state.options.cards:
        raise IllegalActionError(action, "this game has no cards", "R13", str(state))
    if state.card_played and state.options.cards_per_throw == "one":
        raise IllegalActionError(action, "a card was played in this turn", "R10", str(state))
    if (JOKER if action.joker else card) not in state.cards[state.player]:
        raise IllegalActionError(action, "that card was used before", "R9", str(state))


def _require_dice(state: State, action: PlayCard) -> None:
    for place in action.places:
        if place not in state.places:
            where = "was set aside" if place in state.aside else "was not thrown"
            raise IllegalActionError(action, f"die {place} {where}", "R9", str(state))
    if action.card == 3 and len(action.places) > 1:
        raise IllegalActionError(action, "card 3 is for one die", "R9", str(state))
    face = {1: "I", 2: "V"}.get(action.card)
    if face is not None and any(state.faces[place] != face for place in action.places):
        reason = f"card {action.card} is for dice that show {face}"
        raise IllegalActionError(action, reason, "R9", str(state))
    if action.card == 4 and len(state.faces) == DICE and len(action.places) == len(state.places):
        reason = "no die would be left, and all six were thrown"
        raise IllegalActionError(action, reason, "R11", str(state))


def _spend(state: State, card: int, *, joker: bool) -> State:
    spent = JOKER if joker else card
    held = tuple(card for card in state.cards[state.player] if card != spent)
    return replace(state, cards=_with(state.cards, state.player, held), card_played=True)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# ---------------------------------------------------------------- turns and the end


def _end_turn(state: State, told: list[events.Event]) -> Step[State, events.Event]:
    player, number = state.player + 1, state.round
    while True:
        if player == len(state.players):
            ended = _ending(state, number)
            if ended:
                return _over(replace(state, phase=Phase.OVER, ended=ended), told)
            player, number = 0, number + 1
        if not _has_no_turn(state, player):
            break
        told.append(events.PassedOver(state.players[player]))
        player += 1
    told.append(events.TurnBegins(state.players[player], number))
    begun = State(
        state.players,
        state.options,
        state.columns,
        state.cards,
        round=number,
        player=player,
    )
    return Step(begun, tuple(told))


def _ending(state: State, finished_round: int) -> str:
    """Return why the game ends with this round, "" when it goes on [R14, R16]."""
    if state.options.length == "seven-turns":
        if finished_round == SEVEN_TURNS:
            return "seven-turns"
    elif any(None not in column for column in state.columns):
        return "seventh-entry"
    if all(_has_no_turn(state, player) for player in range(len(state.players))):
        return "closed"
    return ""


def _has_no_turn(state: State, player: int) -> bool:
    column, cards = state.columns[player], state.cards[player]
    again = sum(card in cards for card in (AGAIN_CARD, JOKER))
    return len(columns.closed(column, again)) == column.count(None)


def _over(state: State, told: list[events.Event]) -> Step[State, events.Event]:
    ended = outcome(state)
    assert ended is not None
    told.append(
        events.GameEnded(ended.winners, ended.scores, ended.reason, ended.ruling, won_by="R15")
    )
    return Step(state, tuple(told))
