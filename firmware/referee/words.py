"""The referee's words for what happens to dice, in any game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from firmware.referee.told import Complaint, Facts, Why
from vision.identity import Move
from vision.reading import Face, Reading

__all__ = [
    "capital",
    "confirmable",
    "count_name",
    "dice_of",
    "faces_of",
    "gone",
    "hand_stays",
    "knocked",
    "light_changed",
    "listed",
    "miscount",
    "missed",
    "one_of",
    "pushed",
    "thrown_unseen",
    "turned",
    "unread",
]

COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FACES: Final = ("", "one", "two", "three", "four", "five", "six")
MANY: Final = ("", "ones", "twos", "threes", "fours", "fives", "sixes")

CONFIRMABLE: Final = frozenset({"doubtful", "glare", "blurred", "small"})
"""Reasons for which players may say what an unread die shows, since it lies flat [P7]."""

WHYS: Final[Mapping[str, Why]] = {"cocked": "cocked", "touching": "touching"}
"""Reasons of a reading that have a word of their own in complaints; the others are unread."""


def count_name(count: int) -> str:
    """A number of dice as a word, as a figure from ten on."""
    return COUNTS[count] if 0 <= count < len(COUNTS) else str(count)


def one_of(face: Face | None) -> str:
    """A die by its face: "six", or "V" for a Roman one."""
    return FACES[face] if isinstance(face, int) else str(face)


def dice_of(face: Face | None, count: int) -> str:
    """So many dice of a face: "the six", "two fives"."""
    many = MANY[face] if isinstance(face, int) else f"{face}'s"
    return f"the {one_of(face)}" if count == 1 else f"{count_name(count)} {many}"


def faces_of(faces: Iterable[Face | None]) -> str:
    """Faces one after another, the highest first: "6 5 5 3 1"."""
    return " ".join(str(face) for face in sorted(faces, key=str, reverse=True))


def listed(parts: Sequence[str]) -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def miscount(seen: int, expected: int) -> Complaint:
    """More or fewer dice lie than should."""
    facts = {"seen": seen, "expected": expected}
    if seen < expected:
        missing = expected - seen
        what = "the missing die" if missing == 1 else f"the {count_name(missing)} missing dice"
        text = (
            f"{capital(count_name(seen))} of {count_name(expected)} dice seen. "
            f"Throw {what} alone; the others lie."
        )
        screen = f"{seen} of {expected} dice\nThrow the rest"
        return Complaint("question", "count", "P1", screen, text, facts)
    text = (
        f"{capital(count_name(seen))} dice seen, and {count_name(expected)} play. "
        f"Take out what does not belong."
    )
    screen = f"{seen} dice seen,\n{expected} play"
    return Complaint("question", "count", "P5", screen, text, facts)


def unread(readings: Sequence[Reading], sayable: bool) -> Complaint:
    """Dice cannot be accepted as they lie; sayable: one press may say what they show."""
    worst = min(readings, key=lambda reading: (_order(reading.why), reading.confidence))
    facts: Facts = {"guess": worst.guess, "reason": worst.why, "dice": len(readings)}
    if len(readings) > 1 and all(reading.why == worst.why for reading in readings):
        which, them = f"{capital(count_name(len(readings)))} dice", "them"
    else:
        which, them = "One die", "it"
    leans, stands = ("lean", "stand") if them == "them" else ("leans", "stands")
    match worst.why:
        case "cocked":
            screen = f"{which} {leans}\nThrow {them} again"
            text = f"{which} {leans}. Throw {them} alone again; the others lie."
            return Complaint("question", "cocked", "P1", screen, text, facts)
        case "cut":
            screen = f"{which} half out\nThrow {them} again"
            text = f"{which} {stands} half out of sight. Throw {them} alone again; the others lie."
            return Complaint("question", "unread", "P1", screen, text, facts)
        case "touching":
            screen = "Dice too close\nPart them"
            text = "Dice stand too close to be told apart. Push them apart without turning any."
            return Complaint("question", "touching", "P2", screen, text, facts)
        case "kind":
            screen = "Wrong kind of die"
            of = "is" if them == "it" else "are"
            text = f"{which} {of} of another kind than this game's. Take {them} out."
            return Complaint("question", "set", "P5", screen, text, facts)
    if sayable:
        return _is_this(readings, facts)
    screen = f"Cannot read\n{which.lower()}. Nudge {them}."
    text = f"{which} cannot be read. Nudge {them} without turning."
    return Complaint("question", "unread", "P2", screen, text, facts)


def _is_this(readings: Sequence[Reading], facts: Facts) -> Complaint:
    guesses = faces_of(reading.guess for reading in readings)
    if len(readings) == 1:
        a = "an" if guesses in ("I", "X") else "a"
        screen = f"Is this {a} {guesses}?\nOK: yes\nor nudge the die"
        text = f"Is this die {a} {one_of(readings[0].guess)}? OK says yes; or nudge it, unturned."
    else:
        screen = f"Are these {guesses}?\nOK: yes\nor nudge the dice"
        text = f"Are these dice {guesses}? OK says yes; or nudge them, unturned."
    return Complaint("question", "unread", "P7", screen, text, facts)


def missed(when: str) -> Complaint:
    """An OK did nothing: it came too early or too late for a question; when says which."""
    if when == "early":
        screen = "OK came before\nthe question"
        text = "OK came before the question could be read, and does nothing. Answer it now."
    else:
        screen = "OK came late:\npress again"
        text = "OK came as the question was settled already, and does nothing. Press it again."
    facts: Facts = {"button": "ok", "missed": when}
    return Complaint("notice", "unexpected", "P7", screen, text, facts)


def confirmable(readings: Sequence[Reading], faces: Sequence[Face]) -> bool:
    """Whether one press may accept the likeliest faces of these unread dice [P7]."""
    return all(r.guess in faces and r.why in CONFIRMABLE for r in readings)


def _order(why: str | None) -> int:
    order = ("cocked", "cut", "kind", "touching")
    return order.index(why) if why in order else len(order)


def pushed(moves: Sequence[Move]) -> Complaint:
    """Dice that lay were pushed and show what they showed."""
    faces = [move.now.reading.face for move in moves]
    if len(moves) == 1:
        text = f"The {one_of(faces[0])} was pushed and still shows {one_of(faces[0])}: no matter."
    else:
        text = f"Dice were pushed and still show {faces_of(faces)}: no matter."
    return Complaint("notice", "nudged", "P2", "Pushed:\nno matter", text, {"faces": tuple(faces)})


def turned(moves: Sequence[Move]) -> Complaint:
    """Dice that must lie still show another face."""
    turns = [(move.before.reading.face, move.now.reading.face) for move in moves]
    told = listed([f"the {one_of(was)} was turned to {one_of(now)}" for was, now in turns])
    back = "it back to that face" if len(moves) == 1 else "them back to those faces"
    text = f"{capital(told)}. Put {back}."
    old, new = turns[0]
    screen = f"A {old} was turned\nto {new}. Put it back."
    facts = {"from": old, "to": new, "turns": tuple(turns)}
    return Complaint("illegal", "turned", "P2", screen, text, facts)


def gone(faces: Sequence[Face | None]) -> Complaint:
    """A die that had to stay is no longer where it lay."""
    which = f"The {one_of(faces[0])}" if len(faces) == 1 else f"The dice {faces_of(faces)}"
    back = "it back, same face" if len(faces) == 1 else "them back, same faces"
    was = "was" if len(faces) == 1 else "were"
    text = f"{which} had to stay and {was} thrown or taken. Put {back}."
    screen = f"Put back {faces_of(faces)}\nthrow the others"
    return Complaint("illegal", "gone", "P5", screen, text, {"faces": tuple(faces)})


def thrown_unseen(faces: Sequence[Face | None]) -> Complaint:
    """Dice were thrown while the table was off."""
    told = faces_of(faces)
    text = (
        f"{told} {'lies' if len(faces) == 1 else 'lie'} there, thrown while the table was off. "
        f"OK lets that count; or throw again."
    )
    screen = "Thrown unseen?\nOK: it counts\nor throw again"
    return Complaint("question", "unexpected", "P7", screen, text, {"faces": tuple(faces)})


def light_changed() -> Complaint:
    """A lamp was switched on or off, or a shadow fell."""
    text = "The light has changed. The tray is read once it is steady."
    return Complaint("notice", "light", "P6", "Light changed:\none moment", text)


def knocked() -> Complaint:
    """Camera or tray was knocked: everything in the picture moved alike."""
    text = "The camera or the tray was knocked. The dice count as they lay."
    return Complaint("notice", "camera", "P2", "Knocked:\nno matter", text)


def hand_stays() -> Complaint:
    """A hand lies in the tray."""
    text = "A hand is in the tray. Nothing is read until it is gone."
    return Complaint("notice", "hand", "P6", "Hand in the tray", text)
