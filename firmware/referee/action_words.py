"""What players did, named in a few words, for an undo or a correction."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from firmware.referee.words import faces_of
from firmware.texts import tr, trn
from rules import alea, alphatian, centurion
from rules.roman_dice import Roll, Stop
from vision.reading import Face

__all__ = ["NAMES", "action_name", "resumed"]


def _throw(action: Any) -> str:
    return tr("throw {faces}", faces=" ".join(map(str, action.faces)))


def _lift(action: alphatian.ThrowAgain) -> str:
    dice = len(action.places)
    return trn("throw one die again", "throw {count} dice again", dice, count=dice)


def _card(action: alea.PlayCard) -> str:
    if action.joker:
        return tr("play the joker as card {card}", card=action.card)
    return tr("play card {card}", card=action.card)


def _again(action: alea.EnterAgain) -> str:
    if action.joker:
        return tr("play the joker as card {card}", card=5)
    return tr("play card {card}", card=5)


def _enter(action: alea.Enter) -> str:
    return tr("enter {number} in space {space}", number=action.number, space=action.space)


NAMES: Final[Mapping[type, Callable[[Any], str]]] = {
    alphatian.Roll: _throw,
    alphatian.ThrowAgain: _lift,
    alphatian.Stand: lambda _: tr("let the attack stand"),
    alphatian.NameNumber: lambda action: tr("name {number}", number=action.number),
    alphatian.TimeOut: lambda _: tr("let the clock run out"),
    Roll: _throw,
    Stop: lambda _: tr("stop"),
    alea.Enter: _enter,
    alea.PlayCard: _card,
    alea.EnterAgain: _again,
    alea.EndTurn: lambda _: tr("end the turn"),
    centurion.Count: lambda action: tr("count {number}", number=action.number),
}
"""The words for each action of each game."""


def action_name(action: object) -> str:
    """An action of any game in a few words, such as "name 5"."""
    return NAMES[type(action)](action)


def resumed(begins: str, lying: Sequence[Face | None]) -> str:
    """A game goes on; begins: what is said at its beginning; lying: the dice that lay there."""
    if not lying:
        return tr("The game goes on. {begins}", begins=begins)
    faces = faces_of(lying)
    return tr("The game goes on. {begins}; {faces} lay there", begins=begins, faces=faces)
