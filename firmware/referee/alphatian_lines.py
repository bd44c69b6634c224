"""What happened in Alphatian Roulette, as lines for replay and as words for people."""

from collections.abc import Sequence

from firmware.referee.alphatian_told import sentence
from firmware.referee.told import Facts, Line
from rules import alphatian
from rules.alphatian import events

__all__ = ["coins_of", "lines"]

State = alphatian.State


def lines(before: State, after: State, told: Sequence[events.Event]) -> list[Line]:
    """A line for each event of one action, which led from one state to the other.

    Coins paid for a parry are part of its line.
    """
    made: list[Line] = []
    thrown: tuple[int, ...] = ()
    for at, event in enumerate(told):
        if isinstance(event, events.DiceRolled):
            thrown = event.faces
        if isinstance(event, events.ParryFailed | events.ParrySucceeded):
            made.append(_parry(after, event, thrown, _paid(told[at + 1 :])))
        elif isinstance(event, events.SapidCaracca):
            made.append(_caracca(after, event, _paid(told[at + 1 :])))
        else:
            made.extend(_other(before, after, event))
    return made


def coins_of(state: State) -> dict[str, int]:
    """The coins of each player, by name."""
    return dict(zip(state.players, state.coins, strict=True))


def _paid(then: Sequence[events.Event]) -> events.CoinsPaid | None:
    return next((event for event in then if isinstance(event, events.CoinsPaid)), None)


def _parry(
    after: State,
    event: events.ParryFailed | events.ParrySucceeded,
    thrown: tuple[int, ...],
    paid: events.CoinsPaid | None,
) -> Line:
    success = isinstance(event, events.ParrySucceeded)
    facts: Facts = {
        "player": event.defender,
        "named": event.number,
        "thrown": thrown,
        "success": success,
        "damage": {
            "player": event.attacker if success else event.defender,
            "coins": event.cost,
            "paid": paid.paid if paid else 0,
        },
        "coins": coins_of(after),
    }
    return Line("parry", facts, _with_coins(event, paid))


def _caracca(after: State, event: events.SapidCaracca, paid: events.CoinsPaid | None) -> Line:
    facts: Facts = {
        "player": event.attacker,
        "damage": {
            "player": event.defender,
            "coins": event.cost,
            "paid": paid.paid if paid else 0,
        },
        "coins": coins_of(after),
    }
    return Line("caracca", facts, _with_coins(event, paid))


def _with_coins(event: events.Event, paid: events.CoinsPaid | None) -> str:
    return f"{sentence(event)}; {sentence(paid)}" if paid else sentence(event)


def _other(before: State, after: State, event: events.Event) -> list[Line]:
    match event:
        case events.DiceRolled():
            lying = _lying(before, event.faces, event.places)
            return [Line("roll", _roll(event.player, event.faces, lying), sentence(event))]
        case events.ThrowOffRolled():
            facts: Facts = {"player": event.player, "sixes": event.sixes}
            roll = Line("roll", _roll(event.player, event.faces, event.faces), sentence(event))
            return [roll, Line("throw_off", facts, sentence(event))]
        case events.StarterFound():
            return [Line("starter", {"player": event.player}, sentence(event))]
        case events.AttackBegins():
            facts = {"player": event.attacker, "against": event.defender}
            return [Line("attacker", facts, sentence(event))]
        case events.AttackStands():
            facts = {"player": event.attacker, "faces": event.attack, "sixes": event.sixes}
            return [Line("attack", {**facts, "by_itself": event.by_itself}, sentence(event))]
        case _:
            return _rare(after, event)


def _rare(after: State, event: events.Event) -> list[Line]:
    match event:
        case events.ThrowOffTied():
            return [Line("throw_off_tied", {"sixes": event.sixes}, sentence(event))]
        case events.DiceSetAside():
            facts: Facts = {"player": event.player, "faces": event.faces}
            return [Line("set_aside", facts, sentence(event))]
        case events.NumberNamed():
            facts = {"player": event.defender, "number": event.number, "dice": event.dice}
            return [Line("named", facts, sentence(event))]
        case events.ClockRanOut():
            facts = {"player": event.defender, "elapsed_s": event.elapsed_s}
            return [Line("clock", {**facts, "forfeit": event.forfeit}, sentence(event))]
        case events.GameWon():
            facts = {"player": event.winner, "loser": event.loser, "coins": coins_of(after)}
            return [Line("winner", facts, sentence(event))]
        case _:
            return []


def _roll(player: str, thrown: Sequence[int], lying: Sequence[int]) -> Facts:
    return {"player": player, "thrown": tuple(thrown), "lying": tuple(lying)}


def _lying(before: State, thrown: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    faces = list(before.faces or thrown)
    for place, face in zip(places, thrown, strict=True):
        faces[place] = face
    return tuple(faces)
