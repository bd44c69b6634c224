"""The referee's words for what makes dice hard to read: light, glare, focus, distance, mount."""

from firmware.referee.told import Complaint, Facts
from firmware.texts import tr
from vision.conditions import Condition

__all__ = ["hard_to_read"]


def hard_to_read(condition: Condition) -> Complaint:
    """Something has begun to make dice hard to read; how to mend it."""
    match condition.kind:
        case "dark":
            screen = tr("Too dark:\nswitch on a lamp")
            text = tr("It is too dark for the dice to be read surely. Switch on a lamp.")
            return _of_light(condition, screen, text)
        case "glare":
            return _of_light(condition, *_glare(condition.where))
        case "focus":
            screen = tr("Not sharp:\nturn the lens")
            text = tr("The dice are out of focus. Turn the lens until they are sharp.")
        case "small":
            screen = tr("Dice are small:\nlower the camera")
            text = tr("The dice are too small in the picture. Bring the camera nearer to the tray.")
        case "mount":
            screen = tr("Camera moved:\nfasten it")
            text = tr("The camera or the tray has moved bit by bit. Fasten it, so that it stays.")
    return Complaint("notice", "camera", "P1", screen, text, {"condition": condition.kind})


def _of_light(condition: Condition, screen: str, text: str) -> Complaint:
    facts: Facts = {"condition": condition.kind}
    if condition.where:
        facts = {**facts, "where": condition.where}
    return Complaint("notice", "light", "P1", screen, text, facts)


def _glare(where: str) -> tuple[str, str]:
    match where:
        case "left":
            screen = tr("Glare at the left:\nturn the lamp")
            text = tr("A lamp glares at the left of the tray. Turn it away, or soften it.")
        case "right":
            screen = tr("Glare at right:\nturn the lamp")
            text = tr("A lamp glares at the right of the tray. Turn it away, or soften it.")
        case "top":
            screen = tr("Glare at the top:\nturn the lamp")
            text = tr("A lamp glares at the top of the picture. Turn it away, or soften it.")
        case "bottom":
            screen = tr("Glare below:\nturn the lamp")
            text = tr("A lamp glares at the bottom of the picture. Turn it away, or soften it.")
        case _:
            screen = tr("Glare in the tray:\nturn the lamp")
            text = tr("A lamp glares in the middle of the tray. Turn it away, or soften it.")
    return screen, text
