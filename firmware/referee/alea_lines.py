"""What happened in Alea Romana, as lines for replay and as words for people."""

from collections.abc import Sequence

from firmware.referee.roman_lines import common_line, turn_line
from firmware.referee.roman_told import sentence
from firmware.referee.told import Facts, Line
from rules import alea
from rules.alea import events

__all__ = ["lines"]


def lines(before: alea.State, told: Sequence[events.Event]) -> list[Line]:
    """A line for each event of one action, which was done in the state before."""
    return [_line(before, event) for event in told]


def _line(before: alea.State, event: events.Event) -> Line:
    match event:
        case events.NumberEntered():
            made = before.numbers
            return turn_line(event, before.faces, made, event.number, event.space)
        case events.TurnEndedEmpty():
            return turn_line(event, before.faces, before.numbers, None, None)
        case events.TurnBegins():
            facts: Facts = {"player": event.player, "round": event.round}
            return Line("turn_begins", facts, sentence(event))
        case events.NothingFits():
            facts = {"player": event.player, "numbers": event.numbers}
            return Line("nothing_fits", facts, sentence(event))
        case events.CardPlayed():
            facts = {"player": event.player, "card": event.card, "joker": event.joker}
            return Line("card", {**facts, "faces": tuple(event.faces)}, sentence(event))
        case _:
            return common_line(before, event) or _passed_over(event)


def _passed_over(event: events.Event) -> Line:
    assert isinstance(event, events.PassedOver), event
    return Line("passed_over", {"player": event.player}, sentence(event))
