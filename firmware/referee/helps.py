"""What the game awaits now, explained in a sentence or two, with the ruling."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from firmware.referee.centurion import bust_faces
from firmware.referee.roman_words import numbers_of
from firmware.texts import tr, trn
from rules import alea, alphatian, centurion
from rules.match import Match

__all__ = ["HELPS", "Explained", "explain"]


class Explained(NamedTuple):
    """A sentence or two, and the ruling that they rest on."""

    text: str
    ruling: str


def explain(match: Match) -> Explained:
    """What a match awaits now, in the language spoken."""
    return HELPS[match.state.phase](match.state)


def _throw_off(state: alphatian.State) -> Explained:
    text = tr(
        "{player} throws all five dice for the start. Who throws more sixes begins; "
        "a tie is thrown again by both.",
        player=state.roles[0],
    )
    return Explained(text, "A1")


def _attack_throw(state: alphatian.State) -> Explained:
    dice = len(state.thrown)
    if dice == alphatian.DICE:
        text = tr(
            "{player} attacks and throws all five dice. Sixes are damage: the more, the better.",
            player=state.roles[0],
        )
    else:
        text = trn(
            "{player} throws one die again; those set aside stay where they lie.",
            "{player} throws {count} dice again; those set aside stay where they lie.",
            dice,
            player=state.roles[0],
            count=dice,
        )
    return Explained(text, "A3")


def _attack_choice(state: alphatian.State) -> Explained:
    if len(state.thrown) == 1:
        text = tr("One die was thrown, so it must lie. OK lets the attack stand.")
        return Explained(text, "A4")
    text = tr(
        "{player} lifts the dice to throw again; at least one of those just thrown must lie. "
        "Or OK: the attack stands as it is.",
        player=state.roles[0],
    )
    return Explained(text, "A3")


def _parry_choice(state: alphatian.State) -> Explained:
    text = tr(
        "{player} parries: lift all dice of one number and throw them once. One of them must come "
        "up higher than that number. Or choose it with up, down and OK.",
        player=state.roles[1],
    )
    return Explained(text, "A6")


def _parry_throw(state: alphatian.State) -> Explained:
    dice = len(state.thrown)
    text = trn(
        "{player} throws the die that shows {number}, once. It must come up higher than {number}; "
        "the dice that stay do not count.",
        "{player} throws the {count} dice that show {number}, once. One of them must come up "
        "higher than {number}; the dice that stay do not count.",
        dice,
        player=state.roles[1],
        number=state.named,
        count=dice,
    )
    return Explained(text, "A7")


def _alphatian_over(_state: alphatian.State) -> Explained:
    return Explained(tr("The game is over: who has no coins left has lost."), "A12")


def _first_die(state: Any) -> Explained:
    text = tr(
        "{player} begins a turn and throws one die. Dice are thrown one at a time, six at most.",
        player=state.players[state.player],
    )
    return Explained(text, "R1")


def _throw_or_stop(state: Any) -> Explained:
    player, numbers = state.players[state.player], numbers_of(state.numbers)
    if state.bust_faces if isinstance(state, alea.State) else _risky(state):
        text = tr(
            "{player} has {numbers}. Throw one more die, or OK stops. "
            "A die that makes no number is a bust.",
            player=player,
            numbers=numbers,
        )
    else:
        text = tr(
            "{player} has {numbers}. Throw one more die, or OK stops. No die can be a bust now.",
            player=player,
            numbers=numbers,
        )
    return Explained(text, "R4" if isinstance(state, alea.State) else "C1")


def _risky(state: centurion.State) -> bool:
    """Whether one more die may be a bust."""
    return bool(bust_faces(state))


def _entry(state: alea.State) -> Explained:
    text = tr(
        "{player} enters the number in an empty space: all above must be lower, all below higher. "
        "Up and down choose, OK enters.",
        player=state.players[state.player],
    )
    return Explained(text, "R5")


def _bad_throw(state: alea.State) -> Explained:
    player = state.players[state.player]
    if len(state.awaits.choices) > 1:
        text = tr(
            "A bad throw. {player} plays a help card, or ends the turn with no entry. "
            "Up and down choose, OK takes.",
            player=player,
        )
    else:
        text = tr("A bad throw, and no help card fits. {player} enters nothing.", player=player)
    return Explained(text, "R8")


def _card_throw(state: alea.State) -> Explained:
    player, faces = state.players[state.player], " ".join(state.faces[at] for at in state.thrown)
    if len(state.due) < len(state.thrown):
        text = tr(
            "{player} lifts {faces} and throws them one after another, in the order of their "
            "places; they are judged after the last.",
            player=player,
            faces=faces,
        )
        return Explained(text, "R3")
    text = trn(
        "{player} lifts {faces} and throws it again; the others lie.",
        "{player} lifts {faces} and throws them again, together; the others lie.",
        len(state.thrown),
        player=player,
        faces=faces,
    )
    return Explained(text, "R10")


def _alea_over(_state: alea.State) -> Explained:
    text = tr("The game is over. Column and unused cards, five points each, make the score.")
    return Explained(text, "R15")


def _count(state: centurion.State) -> Explained:
    text = tr(
        "The dice make {numbers}. {player} says which counts: up and down choose, OK takes.",
        numbers=numbers_of(state.numbers),
        player=state.players[state.player],
    )
    return Explained(text, "R2")


def _centurion_over(_state: centurion.State) -> Explained:
    return Explained(tr("The game is over: the highest total wins."), "C4")


HELPS: Final[Mapping[Any, Callable[[Any], Explained]]] = {
    alphatian.Phase.THROW_OFF: _throw_off,
    alphatian.Phase.ATTACK_THROW: _attack_throw,
    alphatian.Phase.ATTACK_CHOICE: _attack_choice,
    alphatian.Phase.PARRY_CHOICE: _parry_choice,
    alphatian.Phase.PARRY_THROW: _parry_throw,
    alphatian.Phase.OVER: _alphatian_over,
    alea.Phase.THROW: _first_die,
    alea.Phase.THROW_OR_STOP: _throw_or_stop,
    alea.Phase.ENTRY: _entry,
    alea.Phase.BAD_THROW: _bad_throw,
    alea.Phase.CARD_THROW: _card_throw,
    alea.Phase.OVER: _alea_over,
    centurion.Phase.THROW: _first_die,
    centurion.Phase.THROW_OR_STOP: _throw_or_stop,
    centurion.Phase.NUMBER: _count,
    centurion.Phase.OVER: _centurion_over,
}
"""What is said in each phase of each game."""
