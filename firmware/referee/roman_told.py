"""What happened in the games with Roman dice, in sentences for people, in the language spoken."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.referee.roman_words import numbers_of
from firmware.referee.words import names_of
from firmware.texts import mark, tr, trn
from rules import alea, centurion, numerals

__all__ = ["REASONS", "SENTENCES", "sentence"]

REASONS: Final = (
    mark("a seventh entry was made"),
    mark("seven turns each are over"),
    mark("nothing can fill the spaces left"),
    mark("every player reached 100"),
    mark("more than one V"),
    mark("more than three I's"),
    mark("more than four X's"),
    mark("the fourth X came before the I"),
    mark("four X's need exactly one I and no V beside them"),
)
"""Why a game ended or dice are a bust, as the rules say it, always in these words."""

ABOUT: Final = (mark("{player} busts as the last player"), mark("{player} reached 100"))
"""Reasons that name a player."""


def sentence(event: Any) -> str:
    """The sentence for an event of Alea Romana or Centurion."""
    return SENTENCES[type(event)](event)


def reason(text: str) -> str:
    """A reason of the rules in the language spoken."""
    for about in ABOUT:
        rest = about.removeprefix("{player}")
        if text.endswith(rest):
            return tr(about, player=text.removesuffix(rest))
    return tr(text)


def _rolled(event: alea.events.DiceRolled) -> str:
    thrown = tr("{player} throws {faces}", player=event.player, faces=" ".join(event.faces))
    lying = f"; {' '.join(event.counting)}" if event.counting else ""
    made = f": {numbers_of(event.numbers)}" if event.numbers else ""
    return f"{thrown}{lying}{made}"


def _bust(event: alea.events.Bust) -> str:
    why = reason(numerals.why_bust(event.counting))
    return tr("bust: {faces}, {why} [R4]", faces=" ".join(event.counting), why=why)


def _stopped(event: alea.events.Stopped) -> str:
    numbers = numbers_of(event.numbers)
    if event.forced:
        return tr(
            "{player} must stop after six dice on {numbers} [R1]",
            player=event.player,
            numbers=numbers,
        )
    return tr("{player} stops on {numbers} [R1]", player=event.player, numbers=numbers)


def _ended(event: alea.events.GameEnded) -> str:
    won = trn(
        "{player} wins with a score of {points} [{ruling}]",
        "{player} share the win with a score of {points} [{ruling}]",
        len(event.winners),
        player=names_of(event.winners),
        points=max(event.scores),
        ruling=event.won_by,
    )
    return f"{reason(event.reason)} [{event.ruling}]: {won}"


def _alea_turn(event: alea.events.TurnBegins) -> str:
    return tr("round {round}: {player}'s turn [R1]", round=event.round, player=event.player)


def _nothing_fits(event: alea.events.NothingFits) -> str:
    return trn(
        "bad throw: {numbers} fits nowhere in {player}'s column [R8]",
        "bad throw: {numbers} fit nowhere in {player}'s column [R8]",
        len(event.numbers),
        numbers=numbers_of(event.numbers),
        player=event.player,
    )


def _card(event: alea.events.CardPlayed) -> str:
    if event.joker:
        played = tr("{player} plays the joker", player=event.player)
    else:
        played = tr("{player} plays card {card}", player=event.player, card=event.card)
    does = {
        4: tr("sets aside {faces} [R9]", faces=" ".join(event.faces)),
        5: tr("enters a number again [R9]"),
    }
    again = tr("throws {faces} again [R9]", faces=" ".join(event.faces))
    return f"{played}: {does.get(event.card, again)}"


def _entered(event: alea.events.NumberEntered) -> str:
    if event.again:
        return tr(
            "{player} enters {number} again in space {space} [R12]",
            player=event.player,
            number=event.number,
            space=event.space,
        )
    return tr(
        "{player} enters {number} in space {space} [R5]",
        player=event.player,
        number=event.number,
        space=event.space,
    )


def _empty(event: alea.events.TurnEndedEmpty) -> str:
    return tr("{player} ends the turn with no entry [R8]", player=event.player)


def _passed_over(event: alea.events.PassedOver) -> str:
    return tr(
        "{player} is passed over: nothing can fill the spaces left [R16]", player=event.player
    )


def _centurion_turn(event: centurion.events.TurnBegins) -> str:
    if event.again:
        return tr(
            "{player} has another turn for a maximum number, at {points} [C2]",
            player=event.player,
            points=event.total,
        )
    return tr("{player}'s turn, at {points} [C1]", player=event.player, points=event.total)


def _added(event: centurion.events.NumberAdded) -> str:
    return tr(
        "{player} adds {number} and has {points} [C1]",
        player=event.player,
        number=event.number,
        points=event.total,
    )


def _done(event: centurion.events.PlayerDone) -> str:
    return tr("{player} stops playing at {points} [C3]", player=event.player, points=event.total)


SENTENCES: Final[Mapping[type, Callable[[Any], str]]] = {
    alea.events.DiceRolled: _rolled,
    alea.events.Bust: _bust,
    alea.events.Stopped: _stopped,
    alea.events.GameEnded: _ended,
    alea.events.TurnBegins: _alea_turn,
    alea.events.NothingFits: _nothing_fits,
    alea.events.CardPlayed: _card,
    alea.events.NumberEntered: _entered,
    alea.events.TurnEndedEmpty: _empty,
    alea.events.PassedOver: _passed_over,
    centurion.events.TurnBegins: _centurion_turn,
    centurion.events.NumberAdded: _added,
    centurion.events.PlayerDone: _done,
}
"""The sentence of each event of both games."""
