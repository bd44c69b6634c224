"""What the table says of itself: of its camera, its buttons, and what help explains."""

from firmware.referee import Line
from firmware.referee.told import Complaint, Facts
from firmware.texts import tr
from firmware.views import Message, Trouble
from rules.match import Match

__all__ = [
    "button_name",
    "camera_hangs",
    "camera_lost",
    "conceded",
    "no_camera",
    "no_camera_hangs",
    "stuck",
    "stuck_view",
]


def camera_lost(reason: str = "") -> Complaint:
    """The camera sends no pictures, or pictures that show nothing."""
    text = tr("The camera does not see. It is opened again; the game is kept.")
    screen = tr("Camera lost:\nopening it again")
    facts: Facts = {"reason": reason} if reason else {}
    return Complaint("question", "camera", "P6", screen, text, facts)


def no_camera() -> Trouble:
    """What is shown meanwhile."""
    return Trouble(tr("Camera"), tuple(tr("It does not see.\nOpening it again.").split("\n")))


def camera_hangs(reason: str = "") -> Complaint:
    """The camera hangs for good: no other is opened until it lets go."""
    text = tr(
        "The camera hangs. Unplug it and plug it in again, or start the table anew; the game is "
        "kept."
    )
    facts: Facts = {"reason": reason} if reason else {}
    return Complaint("question", "camera", "P6", "\n".join(no_camera_hangs().text), text, facts)


def no_camera_hangs() -> Trouble:
    """What is shown meanwhile."""
    return Trouble(tr("Camera"), tuple(tr("It hangs: replug it\nor start me anew.").split("\n")))


def button_name(button: str) -> str:
    """A button, as people call it."""
    names = {
        "up": tr("up"),
        "down": tr("down"),
        "ok": tr("OK"),
        "back": tr("back"),
        "help": tr("help"),
    }
    return names.get(button, button)


def stuck(button: str) -> Line:
    """A button hangs."""
    text = tr(
        "The button {button} is stuck. It is left out until it comes up.",
        button=button_name(button),
    )
    return Line("stuck", {"button": button}, text)


def stuck_view(button: str) -> Trouble:
    """What is shown of it."""
    told = tr("{button} is stuck:\nset it free", button=button_name(button).upper())
    return Trouble(tr("Button"), tuple(told.split("\n")))


def conceded(match: Match) -> tuple[Line, Message]:
    """A player gave the game up."""
    loser, outcome = match.conceded or "", match.outcome
    winner = "" if outcome is None else " & ".join(outcome.winners)
    text = tr("{player} concedes. {winner} has won.", player=loser, winner=winner)
    screen = tr("{player} concedes\n{winner} has won", player=loser, winner=winner)
    line = Line("conceded", {"player": loser, "winner": winner}, text)
    return line, Message("notice", tuple(screen.split("\n")), "")
