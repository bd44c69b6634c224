"""What happened in Alphatian Roulette, in sentences for people, in the language spoken."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from firmware.texts import tr, trn
from rules.alphatian import events

__all__ = ["SENTENCES", "sentence"]


def sentence(event: events.Event) -> str:
    """The sentence for an event."""
    return SENTENCES[type(event)](event)


def _shown(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _throw_off(event: events.ThrowOffRolled) -> str:
    return trn(
        "{player} throws {faces} for the start: {count} six [A1]",
        "{player} throws {faces} for the start: {count} sixes [A1]",
        event.sixes,
        player=event.player,
        faces=_shown(event.faces),
        count=event.sixes,
    )


def _tied(event: events.ThrowOffTied) -> str:
    return trn(
        "{count} six each: both throw again [A1]",
        "{count} sixes each: both throw again [A1]",
        event.sixes,
        count=event.sixes,
    )


def _starter(event: events.StarterFound) -> str:
    return tr(
        "{player} begins: more sixes, {sixes} to {others} [A1]",
        player=event.player,
        sixes=event.sixes,
        others=event.others_sixes,
    )


def _attacks(event: events.AttackBegins) -> str:
    return tr("{player} attacks {other} [A3]", player=event.attacker, other=event.defender)


def _rolled(event: events.DiceRolled) -> str:
    return tr("{player} throws {faces}", player=event.player, faces=_shown(event.faces))


def _set_aside(event: events.DiceSetAside) -> str:
    return trn(
        "{player} sets aside {faces} and throws one die again",
        "{player} sets aside {faces} and throws {count} dice again",
        event.thrown,
        player=event.player,
        faces=_shown(event.faces),
        count=event.thrown,
    )


def _stands(event: events.AttackStands) -> str:
    return trn(
        "{player}'s attack stands: {faces}, {count} possible damage [A4, A5]",
        "{player}'s attack stands: {faces}, {count} possible damages [A4, A5]",
        event.sixes,
        player=event.attacker,
        faces=_shown(event.attack),
        count=event.sixes,
    )


def _caracca(event: events.SapidCaracca) -> str:
    return trn(
        "sapid caracca: {player}'s five sixes cost {other} {count} coin, with no parry [A10]",
        "sapid caracca: {player}'s five sixes cost {other} {count} coins, with no parry [A10]",
        event.cost,
        player=event.attacker,
        other=event.defender,
        count=event.cost,
    )


def _named(event: events.NumberNamed) -> str:
    return trn(
        "{player} names {number} and throws one die",
        "{player} names {number} and throws {count} dice",
        event.dice,
        player=event.defender,
        number=event.number,
        count=event.dice,
    )


def _clock(event: events.ClockRanOut) -> str:
    seconds = f"{round(event.elapsed_s, 1):g}"
    if event.forfeit:
        return tr(
            "{player} named no number in {seconds} seconds: the parry counts as failed [A11]",
            player=event.defender,
            seconds=seconds,
        )
    return tr(
        "{player} named no number in {seconds} seconds: the table waits [A11]",
        player=event.defender,
        seconds=seconds,
    )


def _failed(event: events.ParryFailed) -> str:
    if event.number is None:
        why = tr("the parry fails: no number named [A11]")
    else:
        why = tr(
            "the parry fails: best {best}, needed more than {number} [A7]",
            best=event.best,
            number=event.number,
        )
    cost = trn(
        "{player}'s attack without a six costs {other} {count} coin [A8]",
        "{player}'s sixes and one more, {sixes} + 1, cost {other} {count} coins [A8]",
        event.cost,
        player=event.attacker,
        other=event.defender,
        sixes=event.sixes,
        count=event.cost,
    )
    return f"{why}; {cost}"


def _succeeded(event: events.ParrySucceeded) -> str:
    return trn(
        "the parry succeeds: {best} is more than {number} [A7]; "
        "{number} minus {lowest} costs {player} {count} coin [A9]",
        "the parry succeeds: {best} is more than {number} [A7]; "
        "{number} minus {lowest} costs {player} {count} coins [A9]",
        event.cost,
        best=event.best,
        number=event.number,
        lowest=event.lowest,
        player=event.attacker,
        count=event.cost,
    )


def _paid(event: events.CoinsPaid) -> str:
    if not event.left:
        return trn(
            "{player} pays {count} coin and has none left",
            "{player} pays {count} coins and has none left",
            event.paid,
            player=event.player,
            count=event.paid,
        )
    return trn(
        "{player} pays {count} coin and has {left} left",
        "{player} pays {count} coins and has {left} left",
        event.paid,
        player=event.player,
        count=event.paid,
        left=event.left,
    )


def _won(event: events.GameWon) -> str:
    return tr(
        "{other} has no coins left: {player} wins with {count} [A12]",
        player=event.winner,
        other=event.loser,
        count=event.coins,
    )


SENTENCES: Final[Mapping[type, Callable[[Any], str]]] = {
    events.ThrowOffRolled: _throw_off,
    events.ThrowOffTied: _tied,
    events.StarterFound: _starter,
    events.AttackBegins: _attacks,
    events.DiceRolled: _rolled,
    events.DiceSetAside: _set_aside,
    events.AttackStands: _stands,
    events.SapidCaracca: _caracca,
    events.NumberNamed: _named,
    events.ClockRanOut: _clock,
    events.ParryFailed: _failed,
    events.ParrySucceeded: _succeeded,
    events.CoinsPaid: _paid,
    events.GameWon: _won,
}
"""The sentence of each event."""
