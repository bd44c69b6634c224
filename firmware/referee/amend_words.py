"""The referee's words for corrections, undo, and table and players coming together again."""

from collections.abc import Sequence
from typing import Any

from firmware.referee.action_words import action_name
from firmware.referee.told import Complaint
from firmware.referee.words import faces_of
from firmware.texts import tr, trn
from rules.match import Concede, Confirm, Correct, Match, Redo, Remarked, Undo
from rules.shape import Awaits
from vision.reading import Face

__all__ = [
    "believed",
    "drops",
    "no_redo",
    "no_undo",
    "nothing_lies",
    "redo_offer",
    "remarks",
    "said",
    "taken",
]


def believed(faces: Sequence[Face | None], awaits: Awaits[object]) -> Complaint:
    """What the table believes lies there, and what it awaits."""
    lies = " ".join("?" if face is None else str(face) for face in faces) or tr("no dice")
    code, awaited = _awaited(awaits)
    text = tr(
        "The table believes that there lies: {faces}. It awaits: {awaited}. "
        "OK takes the tray as it lies, back leaves it.",
        faces=lies,
        awaited=awaited,
    )
    screen = tr(
        "Here lies: {faces}\n{awaited}\nOK: take the tray",
        faces=lies,
        awaited=awaited[:1].upper() + awaited[1:],
    )
    facts = {"lying": tuple(faces), "awaits": code}
    return Complaint("question", "unexpected", "P7", screen, text, facts)


def drops(match: Match, step: int) -> Complaint:
    """A correction makes later actions impossible [P9]."""
    last = len(match.line)
    count = last - step + 1
    text = trn(
        "With this correction step {step} can no longer be: {action}. "
        "OK drops it and goes on from there, back leaves all as it was.",
        "With this correction steps {step} to {last} can no longer be, from this on: {action}. "
        "OK drops them and goes on from there, back leaves all as it was.",
        count,
        step=step,
        last=last,
        action=action_name(match.line[step - 1].action),
    )
    screen = trn(
        "Undoes one action\nOK: correct\nback: leave it",
        "Undoes {count} actions\nOK: correct\nback: leave it",
        count,
        count=count,
    )
    return Complaint("question", "unexpected", "P9", screen, text, {"from_step": step})


def no_undo(match: Match) -> Complaint:
    """There is nothing to take back [P9]."""
    if not match.line:
        text = tr("Nothing is undone: nothing was decided yet.")
    else:
        last = action_name(match.line[-1].action)
        text = tr(
            "Nothing is undone: the last was: {action}, and dice are never taken back.", action=last
        )
    screen = tr("Nothing to undo\nsince the dice")
    return Complaint("notice", "unexpected", "P9", screen, text)


def no_redo() -> Complaint:
    """There is nothing to take up again [P9]."""
    text = tr("Nothing is done again: nothing was undone last.")
    return Complaint("notice", "unexpected", "P9", tr("Nothing to redo"), text)


def redo_offer(again: bool) -> Complaint:
    """What was undone can be done again; again: it just was, and there is more [P9]."""
    screen = tr("Undone\nup: do it again\nback: menu")
    if again:
        screen = tr("Done again\nup: one more")
    text = tr("Up does again what was undone last; anything else leaves it undone.")
    return Complaint("notice", "unexpected", "P9", screen, text)


def nothing_lies() -> Complaint:
    """There is no die whose reading could be corrected."""
    text = tr("No dice lie there whose reading could be corrected.")
    return Complaint("notice", "unexpected", "P7", tr("No dice to correct"), text)


def remarks(events: Sequence[Any]) -> str:
    """What was taken back, taken up, corrected or confirmed."""
    return "; ".join(_remark(event) for event in events if isinstance(event, Remarked))


def said(guess: Face | None, face: Face) -> str:
    """The players said what a die shows that was asked about [P7]."""
    return tr("corrected: {guess} was asked, it is {face} [P7]", guess=guess, face=face)


def taken(faces: Sequence[Face | None]) -> str:
    """The tray is taken as it lies [P7]."""
    lying = faces_of(faces) or tr("no dice")
    return tr("The tray is taken as it lies: {faces} [P7]", faces=lying)


def _remark(event: Remarked) -> str:
    remark = event.remark
    actions = ", ".join(map(action_name, event.actions))
    match remark:
        case Undo():
            return tr("undone: {actions} [P9]", actions=actions)
        case Redo():
            return tr("done again: {actions} [P9]", actions=actions)
        case Confirm():
            return tr("confirmed: {action} [P7]", action=action_name(remark.roll))
        case Correct():
            return _corrected(remark)
        case Concede(player=player):
            return tr("{player} concedes", player=player)


def _corrected(remark: Correct) -> str:
    read = " ".join(map(str, remark.read.faces))
    faces = " ".join(map(str, remark.roll.faces))
    if remark.cut is None:
        return tr("corrected: {read} was read, it is {faces} [P7]", read=read, faces=faces)
    return tr(
        "corrected: {read} was read, it is {faces} [P7]; play goes on before step {step} [P9]",
        read=read,
        faces=faces,
        step=remark.cut,
    )


def _awaited(awaits: Awaits[object]) -> tuple[str, str]:
    """What is awaited: as a fact, the same in every language, and in words."""
    throws = awaits.throws
    if awaits.player is None:
        return "nothing", tr("nothing")
    if awaits.choices and any(choice.lifts for choice in awaits.choices):
        return "lift dice, or OK", tr("lift dice, or OK")
    if awaits.choices and not throws:
        return "choose", tr("choose")
    if awaits.choices:
        return f"throw {throws}, or OK", tr("throw {count}, or OK", count=throws)
    return f"throw {throws}", tr("throw {count}", count=throws)
