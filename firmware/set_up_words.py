"""The words for setting the table up: its steps, what is wrong, and what helps."""

from collections.abc import Sequence

from firmware.texts import tr, trn
from vision.conditions import Condition
from vision.reading import Reading

__all__ = ["all_read", "before", "look_again", "place", "short", "some_read", "step_name", "whole"]


def step_name(step: str) -> str:
    """A step of setting up, as a heading."""
    names = {
        "tray": tr("TRAY"),
        "light": tr("LIGHT"),
        "focus": tr("FOCUS"),
        "dice": tr("DICE"),
    }
    return names[step]


def before(step: str) -> str:
    """What is asked for before the first picture of a step."""
    asked = {
        "tray": tr("Empty the tray."),
        "light": tr("Leave it empty."),
        "focus": tr("Throw all your dice."),
        "dice": tr("Leave them lying."),
    }
    return asked[step]


def look_again(steps: Sequence[str]) -> str:
    """What was not done well, at the end."""
    names = ", ".join(step_name(step) for step in steps)
    return tr("Look again at: {steps}", steps=names)


def place(where: str) -> str:
    """A part of the picture."""
    places = {
        "left": tr("at the left"),
        "right": tr("at the right"),
        "top": tr("at the top"),
        "bottom": tr("at the bottom"),
        "middle": tr("in the middle"),
    }
    return places.get(where, where)


def short(condition: Condition) -> str:
    """What is wrong with the picture, in two lines of the OLED."""
    texts = {
        "dark": tr("Too dark. Switch on a lamp."),
        "glare": tr("Glare {place}. Turn the lamp away."),
        "focus": tr("Not sharp. Turn the lens."),
        "small": tr("Dice are small. Lower the camera."),
        "mount": tr("Camera has moved."),
    }
    return texts[condition.kind].format(place=place(condition.where))


def whole(condition: Condition) -> str:
    """The same in a sentence or two."""
    texts = {
        "dark": tr("The picture is too dark. Switch on a lamp."),
        "glare": tr(
            "There is glare {place} of the picture. Turn the lamp away there, or soften it "
            "with paper."
        ),
        "focus": tr(
            "The picture is out of focus: the edges of the dice run together. Turn the lens until "
            "pips are sharp."
        ),
        "small": tr("The dice are small in the picture. Bring the camera nearer to the tray."),
        "mount": tr("The camera or the tray has moved. Put it back, or set the tray up again."),
    }
    return texts[condition.kind].format(place=place(condition.where))


def all_read(count: int, faces: str) -> tuple[str, str]:
    """All dice are read: for the screen, and in a sentence."""
    screen = trn("One read: {faces}", "All {count} read: {faces}", count, count=count, faces=faces)
    text = trn(
        "The one die is read: {faces}. Is that right?",
        "All {count} dice are read: {faces}. Is that right?",
        count,
        count=count,
        faces=faces,
    )
    return screen, text


def some_read(readings: Sequence[Reading]) -> tuple[str, str]:
    """Some dice are not read: for the screen, and in a sentence or two."""
    unread = [one for one in readings if one.face is None]
    count, of = len(readings) - len(unread), len(readings)
    text = tr(
        "{count} of {of} dice are read; {unread}. Throw again: a die that stays unread in other "
        "places is one that this table cannot use.",
        count=count,
        of=of,
        unread="; ".join(map(_where, unread)),
    )
    return _some(readings, unread), text


def _some(readings: Sequence[Reading], unread: Sequence[Reading]) -> str:
    """The same in two lines of the OLED: which are read, and of a single one that is not why."""
    count = len(unread)
    why = _why(unread[0]) if count == 1 else tr("{count} not", count=count)
    faces = " ".join(sorted(str(one.face) for one in readings if one.face is not None))
    if not faces:
        return tr("None read: {why}", why=why) if count == 1 else tr("None of them is read.")
    return tr("{faces} read, {why}", faces=faces, why=why)


def _why(reading: Reading) -> str:
    """Why a die is not read, in a few words."""
    whys = {
        "cocked": tr("one leans"),
        "stacked": tr("one is stacked"),
        "touching": tr("one touches"),
        "cut": tr("one at the edge"),
        "glare": tr("one glares"),
        "blurred": tr("one is blurred"),
        "small": tr("one is small"),
        "kind": tr("one of another kind"),
    }
    return whys.get(reading.why or "", tr("one is doubtful"))


def _where(reading: Reading) -> str:
    """A die that is not read: where, why, and what it may show."""
    x, y = (round(part) for part in reading.center)
    if reading.guess is None:
        return tr("at {x}, {y}: {why}", x=x, y=y, why=_why(reading))
    return tr("at {x}, {y}: {why}, perhaps {face}", x=x, y=y, why=_why(reading), face=reading.guess)
