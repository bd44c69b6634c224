"""What happened in a game with Roman dice, as lines for replay and as words for people."""

from collections.abc import Sequence
from typing import Any

from firmware.referee.roman_told import sentence
from firmware.referee.told import Facts, Line
from rules import roman_events as events

__all__ = ["common_line", "turn_line"]


def turn_line(
    event: Any, faces: str, numbers: Sequence[int], entered: int | None, space: int | None
) -> Line:
    """The line that ends a turn: the dice in the order of throwing, and what was entered where."""
    facts: Facts = {
        "player": event.player,
        "faces": tuple(faces),
        "numbers": tuple(numbers),
        "bust": not numbers,
        "entered": entered,
        "space": space,
    }
    return Line("turn", facts, sentence(event))


def common_line(before: Any, event: Any) -> Line | None:
    """The line for an event that both games have; None for another."""
    match event:
        case events.DiceRolled():
            lying = {die.place: die.face for die in before.awaits.lying}
            lying |= dict(zip(event.places, event.faces, strict=True))
            facts: Facts = {
                "player": event.player,
                "thrown": tuple(event.faces),
                "lying": tuple(lying[place] for place in sorted(lying)),
                "numbers": event.numbers,
            }
            return Line("roll", facts, sentence(event))
        case events.Bust():
            facts = {"player": event.player, "faces": tuple(event.counting)}
            return Line("bust", facts, sentence(event))
        case events.Stopped():
            facts = {"player": event.player, "numbers": event.numbers, "forced": event.forced}
            return Line("stopped", facts, sentence(event))
        case events.GameEnded():
            scores = dict(zip(before.players, event.scores, strict=True))
            facts = {"player": event.winners[0], "players": event.winners, "scores": scores}
            return Line("winner", facts, sentence(event))
        case _:
            return None
