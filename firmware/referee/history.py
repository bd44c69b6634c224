"""What is done with the past of a match: which throw brought a die, and what a correction does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from firmware.referee.told import Facts, Line
from rules.games import GAMES
from rules.match import Match, Redo, Undo
from vision.reading import Face

__all__ = [
    "changed_lines",
    "confirmed",
    "corrected_roll",
    "correction_facts",
    "redone",
    "rolled_at",
    "undone",
    "yields",
]

Lines = Callable[[Any, Any, Sequence[Any]], list[Line]]
"""Makes the lines of one action: the states before and after, and its events."""


def rolled_at(match: Match) -> dict[int, tuple[int, int]]:
    """For each place the last step, from 1, that threw a die to it, and which die of the roll."""
    roll = GAMES[match.game].Roll
    found: dict[int, tuple[int, int]] = {}
    for step, played in enumerate(match.line, start=1):
        if isinstance(played.action, roll):
            places = _before(match, step).awaits.places
            found |= {place: (step, index) for index, place in enumerate(places)}
    return found


def corrected_roll(match: Match, place: int, face: Face) -> tuple[int, Any]:
    """The step that threw the die at this place, and its roll with this face instead."""
    step, index = rolled_at(match)[place]
    faces = list(match.line[step - 1].action.faces)
    faces[index] = face
    return step, GAMES[match.game].Roll(tuple(faces))


def yields(match: Match, step: int) -> bool:
    """Whether all from this step on followed by itself, so that no decision goes with it."""
    for later in range(step, len(match.line) + 1):
        awaits = _before(match, later).awaits
        if awaits.throws or len(awaits.choices) != 1:
            return False
    return True


def changed_lines(before: Match, after: Match, lines: Lines) -> list[Line]:
    """The lines of what is otherwise than before a correction; the rolls themselves left out."""
    told: list[Line] = []
    for step, played in enumerate(after.line, start=1):
        old = before.line[step - 1].events if step <= len(before.line) else ()
        news = [event for event in played.events if event not in old]
        told += lines(_before(after, step), played.state, news) if news else []
    return [line for line in told if line.event != "roll"]


def undone(match: Match) -> Match:
    """The match without its last decision, and without what only followed from it [P9].

    Raises IllegalActionError when there is none since the last dice.
    """
    match = match.apply(Undo())
    while match.line and _follows_itself(match):
        match = match.apply(Undo())
    return match


def redone(match: Match) -> Match:
    """The match with the decision undone last, and with what only followed from it [P9].

    Raises IllegalActionError when nothing was undone last.
    """
    match = match.apply(Redo())
    events = match.events
    while match.undone and _follows_itself(match):
        match = match.apply(Redo())
        events += match.events[1:]
    return replace(match, events=events)


def confirmed(match: Match, before: int) -> Match:
    """The match with the remark that the roll after so many steps was confirmed [P7]."""
    roll = GAMES[match.game].Roll
    steps = [k for k, played in enumerate(match.line, start=1) if isinstance(played.action, roll)]
    return match.confirm(steps[-1]) if steps and steps[-1] > before else match


def correction_facts(step: int, read: Any, roll: Any) -> Facts:
    """The facts of a correction: which step, what was read, and what it is."""
    return {
        "step": step,
        "read": tuple(read.faces),
        "faces": tuple(roll.faces),
        "ruling": "P7",
    }


def _follows_itself(match: Match) -> bool:
    awaits = match.state.awaits
    return not awaits.throws and len(awaits.choices) == 1


def _before(match: Match, step: int) -> Any:
    """The state in which a step, from 1, was done."""
    return match.line[step - 2].state if step > 1 else match.start
