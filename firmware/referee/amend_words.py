"""The referee's words for corrections, undo, and table and players coming together again."""

from collections.abc import Sequence

from firmware.referee.told import Complaint
from firmware.referee.words import capital
from rules.match import Match
from rules.shape import Awaits
from vision.reading import Face

__all__ = ["believed", "drops", "no_redo", "no_undo", "nothing_lies", "redo_offer"]


def believed(faces: Sequence[Face | None], awaits: Awaits[object]) -> Complaint:
    """What the table believes lies there, and what it awaits."""
    lies = " ".join(map(str, faces)) or "no dice"
    text = (
        f"The table believes that there lies: {lies}. It awaits: {_awaited(awaits)}. "
        f"OK takes the tray as it lies, back leaves it."
    )
    screen = f"Here lies: {lies}\n{capital(_awaited(awaits))}\nOK: take the tray"
    facts = {"lying": tuple(faces), "awaits": _awaited(awaits)}
    return Complaint("question", "unexpected", "P7", screen, text, facts)


def drops(match: Match, step: int) -> Complaint:
    """A correction makes later actions impossible [P9]."""
    last = len(match.line)
    which = f"step {step}" if step == last else f"steps {step} to {last}"
    text = (
        f"With this correction {which} can no longer be, from {match.line[step - 1].action} on. "
        f"OK drops them and goes on from there, back leaves all as it was."
    )
    screen = f"Undoes {last - step + 1} actions\nOK: correct\nback: leave it"
    return Complaint("question", "unexpected", "P9", screen, text, {"from_step": step})


def no_undo(reason: str) -> Complaint:
    """There is nothing to take back [P9]."""
    text = f"Nothing is undone: {reason}."
    return Complaint("notice", "unexpected", "P9", "Nothing to undo\nsince the dice", text)


def no_redo(reason: str) -> Complaint:
    """There is nothing to take up again [P9]."""
    text = f"Nothing is done again: {reason}."
    return Complaint("notice", "unexpected", "P9", "Nothing to redo", text)


def redo_offer(again: bool) -> Complaint:
    """What was undone can be done again; again: it just was, and there is more [P9]."""
    screen = "Done again\nup: one more" if again else "Undone\nup: do it again\nback: one more"
    text = "Up does again what was undone last; anything else leaves it undone."
    return Complaint("notice", "unexpected", "P9", screen, text)


def nothing_lies() -> Complaint:
    """There is no die whose reading could be corrected."""
    text = "No dice lie there whose reading could be corrected."
    return Complaint("notice", "unexpected", "P7", "No dice to correct", text)


def _awaited(awaits: Awaits[object]) -> str:
    if awaits.player is None:
        return "nothing"
    throw = f"throw {awaits.throws}" if awaits.throws else ""
    if awaits.choices and any(choice.lifts for choice in awaits.choices):
        return "lift dice, or OK"
    if awaits.choices:
        return f"{throw}, or OK" if throw else "choose"
    return throw
