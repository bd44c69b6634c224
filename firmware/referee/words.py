"""The referee's words for what happens to dice, in any game."""

from collections.abc import Iterable, Sequence
from typing import Final

from firmware.referee.told import Complaint, Facts, Level, Why
from firmware.texts import tr, trn
from vision.identity import Move
from vision.reading import Face, Reading

__all__ = [
    "confirmable",
    "evidence_lost",
    "faces_of",
    "gone",
    "hand_stays",
    "knocked",
    "light_changed",
    "miscount",
    "missed",
    "names_of",
    "out_of_tray",
    "pushed",
    "still_lifted",
    "thrown_unseen",
    "turned",
    "unread",
]

CONFIRMABLE: Final = frozenset({"doubtful", "glare", "blurred", "small"})
"""Reasons for which players may say what an unread die shows, since it lies flat [P7]."""


def faces_of(faces: Iterable[Face | None]) -> str:
    """Faces one after another, the highest first: "6 5 5 3 1"; "?" for one that is not known."""
    ordered = sorted(faces, key=lambda face: (face is not None, str(face)), reverse=True)
    return " ".join("?" if face is None else str(face) for face in ordered)


def names_of(names: Sequence[str]) -> str:
    """Players in a row: "Ann", "Ann and Ben", "Ann, Ben and Cy"."""
    if len(names) == 1:
        return names[0]
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def miscount(seen: int, expected: int) -> Complaint:
    """More or fewer dice lie than should."""
    facts = {"seen": seen, "expected": expected}
    if seen < expected:
        text = trn(
            "{seen} of {expected} dice seen. Throw the missing die alone, or the upper one where "
            "it lies under another; the others lie.",
            "{seen} of {expected} dice seen. Throw the {count} missing dice alone, or the upper "
            "ones where they lie under others; the others lie.",
            expected - seen,
            count=expected - seen,
            **facts,
        )
        screen = tr("{seen} of {expected} dice\nThrow the rest", **facts)
        return Complaint("question", "count", "P1", screen, text, facts)
    text = trn(
        "{seen} dice seen, and one plays. Take out what does not belong.",
        "{seen} dice seen, and {expected} play. Take out what does not belong.",
        expected,
        **facts,
    )
    screen = trn("{seen} dice seen,\none plays", "{seen} dice seen,\n{expected} play", expected)
    return Complaint("question", "count", "P5", screen.format(**facts), text, facts)


def unread(readings: Sequence[Reading], sayable: bool) -> Complaint:
    """Dice cannot be accepted as they lie; sayable: one press may say what they show."""
    worst = min(readings, key=lambda reading: (_order(reading.why), reading.confidence))
    facts: Facts = {"guess": worst.guess, "reason": worst.why, "dice": len(readings)}
    alike = all(reading.why == worst.why for reading in readings)
    dice = len(readings) if alike else 1
    if (told := _not_rolled(worst.why, dice)) is not None:
        why, (screen, text) = told
        return Complaint("question", why, "P1", screen, text, facts)
    match worst.why:
        case "touching":
            screen = tr("Dice too close\nPart them")
            text = tr("Dice stand too close to be told apart. Push them apart without turning any.")
            return Complaint("question", "touching", "P2", screen, text, facts)
        case "kind":
            return Complaint("question", "set", "P5", *_other_kind(dice), facts)
    if sayable:
        return _is_this(readings, facts)
    return Complaint("question", "unread", "P2", *_unreadable(dice), facts)


def _not_rolled(why: str | None, dice: int) -> tuple[Why, tuple[str, str]] | None:
    """What to say of dice that are thrown again alone [P1], None for others."""
    match why:
        case "cocked":
            return "cocked", _leans(dice)
        case "stacked":
            return "stacked", _stacked(dice)
        case "outside":
            return "count", _out(dice)
        case "cut":
            return "unread", _half_out(dice)
        case _:
            return None


def _leans(dice: int) -> tuple[str, str]:
    screen = trn(
        "One die leans\nThrow it again",
        "{count} dice lean\nThrow them again",
        dice,
        count=dice,
    )
    text = trn(
        "One die leans. Throw it alone again; the others lie.",
        "{count} dice lean. Throw them alone again; the others lie.",
        dice,
        count=dice,
    )
    return screen, text


def _stacked(dice: int) -> tuple[str, str]:
    screen = trn(
        "Dice are stacked\nThrow the upper\none again",
        "Dice are stacked\nThrow the upper\n{count} again",
        dice,
        count=dice,
    )
    text = trn(
        "One die lies on another. Throw the upper one alone again; the others lie.",
        "{count} dice lie on others. Throw the upper ones alone again; the others lie.",
        dice,
        count=dice,
    )
    return screen, text


def out_of_tray(dice: int, seen: int, expected: int, level: Level = "question") -> Complaint:
    """Dice left the tray as they were thrown; seen: how many lie in it, of those expected."""
    facts = {"seen": seen, "expected": expected, "outside": dice}
    return Complaint(level, "count", "P1", *_out(dice), facts)


def _out(dice: int) -> tuple[str, str]:
    screen = trn(
        "Out of the tray:\nthrow it again",
        "{count} dice outside:\nthrow them again",
        dice,
        count=dice,
    )
    text = trn(
        "One die is out of the tray. Throw it alone again; the others lie.",
        "{count} dice are out of the tray. Throw them alone again; the others lie.",
        dice,
        count=dice,
    )
    return screen, text


def _half_out(dice: int) -> tuple[str, str]:
    screen = trn(
        "One die half out\nThrow it again",
        "{count} dice half out\nThrow them again",
        dice,
        count=dice,
    )
    text = trn(
        "One die stands half out of sight. Throw it alone again; the others lie.",
        "{count} dice stand half out of sight. Throw them alone again; the others lie.",
        dice,
        count=dice,
    )
    return screen, text


def _other_kind(dice: int) -> tuple[str, str]:
    text = trn(
        "One die is of another kind than this game's. Take it out.",
        "{count} dice are of another kind than this game's. Take them out.",
        dice,
        count=dice,
    )
    return trn("Wrong kind of die:\ntake it out", "Wrong kind of dice:\ntake them out", dice), text


def _unreadable(dice: int) -> tuple[str, str]:
    screen = trn(
        "Cannot read\none die. Nudge it.",
        "Cannot read\n{count} dice. Nudge them.",
        dice,
        count=dice,
    )
    text = trn(
        "One die cannot be read. Nudge it without turning.",
        "{count} dice cannot be read. Nudge them without turning.",
        dice,
        count=dice,
    )
    return screen, text


def _is_this(readings: Sequence[Reading], facts: Facts) -> Complaint:
    faces = faces_of(reading.guess for reading in readings)
    dice = len(readings)
    screen = trn(
        "Does it show {faces}?\nOK: yes\nor nudge the die",
        "Are these {faces}?\nOK: yes\nor nudge the dice",
        dice,
        faces=faces,
    )
    text = trn(
        "Does this die show {faces}? OK says yes; or nudge it, unturned.",
        "Do these dice show {faces}? OK says yes; or nudge them, unturned.",
        dice,
        faces=faces,
    )
    return Complaint("question", "unread", "P7", screen, text, facts)


def missed(when: str) -> Complaint:
    """An OK did nothing: it came too early or too late for a question; when says which."""
    if when == "early":
        screen = tr("OK came before\nthe question")
        text = tr("OK came before the question could be read, and does nothing. Answer it now.")
    else:
        screen = tr("OK came late:\npress again")
        text = tr("OK came as the question was settled already, and does nothing. Press it again.")
    facts: Facts = {"button": "ok", "missed": when}
    return Complaint("notice", "unexpected", "P7", screen, text, facts)


def evidence_lost(reason: str) -> Complaint:
    """The picture behind what players said of a reading could not be kept."""
    text = f"The picture of the die could not be kept ({reason}); the game goes on."
    return Complaint("notice", "disk", "", "Picture not kept\nGame goes on", text)


def confirmable(readings: Sequence[Reading], faces: Sequence[Face]) -> bool:
    """Whether one press may accept the likeliest faces of these unread dice [P7]."""
    return all(r.guess in faces and r.why in CONFIRMABLE for r in readings)


def _order(why: str | None) -> int:
    order = ("stacked", "cocked", "cut", "outside", "kind", "touching")
    return order.index(why) if why in order else len(order)


def pushed(moves: Sequence[Move]) -> Complaint:
    """Dice that lay were pushed and show what they showed."""
    faces = [move.now.reading.face for move in moves]
    text = trn(
        "A die was pushed and still shows {faces}: no matter.",
        "Dice were pushed and still show {faces}: no matter.",
        len(moves),
        faces=faces_of(faces),
    )
    facts = {"faces": tuple(faces)}
    return Complaint("notice", "nudged", "P2", tr("Pushed:\nno matter"), text, facts)


def turned(moves: Sequence[Move]) -> Complaint:
    """Dice that must lie still show another face."""
    turns = [(move.before.reading.face, move.now.reading.face) for move in moves]
    old, new = turns[0]
    told = [tr("{was} to {now}", was=was, now=now) for was, now in turns]
    text = trn(
        "A die was turned from {was} to {now}. Put it back to {was}.",
        "Dice were turned: {turns}. Put them back to what they showed.",
        len(turns),
        was=old,
        now=new,
        turns=", ".join(told),
    )
    screen = trn(
        "A die was turned:\n{was} to {now}\nPut it back",
        "{count} dice turned\nfirst {was} to {now}\nPut them back",
        len(turns),
        was=old,
        now=new,
        count=len(turns),
    )
    facts = {"from": old, "to": new, "turns": tuple(turns)}
    return Complaint("illegal", "turned", "P2", screen, text, facts)


def gone(faces: Sequence[Face | None]) -> Complaint:
    """A die that had to stay is no longer where it lay."""
    shown = faces_of(faces)
    text = trn(
        "A die that showed {faces} had to stay and was thrown or taken. Put it back, same face.",
        "The dice {faces} had to stay and were thrown or taken. Put them back, same faces.",
        len(faces),
        faces=shown,
    )
    screen = tr("Put back {faces}\nthrow the others", faces=shown)
    return Complaint("illegal", "gone", "P5", screen, text, {"faces": tuple(faces)})


def thrown_unseen(faces: Sequence[Face | None]) -> Complaint:
    """Dice were thrown while the table was off."""
    text = trn(
        "{faces} lies there, thrown while the table was off. OK lets that count; or throw again.",
        "{faces} lie there, thrown while the table was off. OK lets that count; or throw again.",
        len(faces),
        faces=faces_of(faces),
    )
    screen = tr("Thrown unseen?\nOK: it counts\nor throw again")
    return Complaint("question", "unexpected", "P7", screen, text, {"faces": tuple(faces)})


def still_lifted(dice: int, ruling: str) -> Complaint:
    """OK was pressed while dice are lifted."""
    text = trn(
        "One die lifted: throw it, or put it back first.",
        "{count} dice lifted: throw them, or put them back first.",
        dice,
        count=dice,
    )
    screen = trn(
        "One die lifted\nThrow it, or\nput it back",
        "{count} dice lifted\nThrow them, or\nput them back",
        dice,
        count=dice,
    )
    return Complaint("question", "unexpected", ruling, screen, text)


def light_changed() -> Complaint:
    """A lamp was switched on or off, or a shadow fell."""
    text = tr("The light has changed. The tray is read once it is steady.")
    return Complaint("notice", "light", "P6", tr("Light changed:\none moment"), text)


def knocked() -> Complaint:
    """Camera or tray was knocked: everything in the picture moved alike."""
    text = tr("The camera or the tray was knocked. The dice count as they lay.")
    return Complaint("notice", "camera", "P2", tr("Knocked:\nno matter"), text)


def hand_stays() -> Complaint:
    """A hand lies in the tray."""
    text = tr("A hand is in the tray. Nothing is read until it is gone.")
    return Complaint("notice", "hand", "P6", tr("Hand in the tray"), text)
