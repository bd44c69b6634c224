"""The referee's words for the games with Roman dice."""

from collections.abc import Sequence
from typing import Literal

from firmware.referee.told import Complaint, Why
from firmware.referee.words import faces_of, still_lifted
from firmware.texts import tr, trn
from vision.reading import Face

__all__ = [
    "card_lifted",
    "card_thrown",
    "choose_first",
    "clear_first",
    "cleared",
    "lifted",
    "numbers_of",
    "still_lifted",
    "too_many",
]


def numbers_of(numbers: Sequence[int]) -> str:
    """Numbers as alternatives: "9 or 11"."""
    if len(numbers) == 1:
        return str(numbers[0])
    first = ", ".join(map(str, numbers[:-1]))
    return tr("{numbers} or {last}", numbers=first, last=numbers[-1])


def too_many(thrown: int, ruling: str) -> Complaint:
    """Dice were thrown at once where they are thrown one at a time."""
    text = tr(
        "{count} dice were thrown at once, and the throw is void: dice are thrown one at a time "
        "[{ruling}]. Take these {count} out and throw one.",
        count=thrown,
        ruling=ruling,
    )
    screen = tr("{count} at once: void\nTake these out\nThrow one", count=thrown)
    return Complaint("illegal", "count", "P5", screen, text, {"seen": thrown, "expected": 1})


def clear_first(seen: int) -> Complaint:
    """Dice of the turn before lie there beside the first of a new turn."""
    text = tr(
        "Dice of the turn before lie in the tray. Take them out; the turn begins with one die."
    )
    screen = tr("Old dice lie there\nTake them out")
    return Complaint("question", "count", "P5", screen, text, {"seen": seen, "expected": 1})


def lifted(
    faces: Sequence[Face | None], until: Literal["turn", "choice"], ruling: str
) -> Complaint:
    """Dice were lifted that must lie until the turn ends, or a card or its end is chosen."""
    shown = faces_of(faces)
    if until == "turn":
        text = trn(
            "A die was lifted, {faces}, and the dice of a turn must lie until it ends [{ruling}]. "
            "Put it back, same face.",
            "Dice were lifted, {faces}, and the dice of a turn must lie until it ends [{ruling}]. "
            "Put them back, same faces.",
            len(faces),
            faces=shown,
            ruling=ruling,
        )
    else:
        text = trn(
            "A die was lifted, {faces}, and a card or the end of the turn is to be chosen first "
            "[{ruling}]. Put it back, same face.",
            "Dice were lifted, {faces}, and a card or the end of the turn is to be chosen first "
            "[{ruling}]. Put them back, same faces.",
            len(faces),
            faces=shown,
            ruling=ruling,
        )
    screen = trn("Put back {faces}\nsame face", "Put back {faces}\nsame faces", len(faces))
    return _illegal("lifted", "P4", screen.format(faces=shown), text, faces)


def cleared(faces: Sequence[Face | None], numbers: Sequence[int]) -> Complaint:
    """The tray was cleared before the turn stopped; numbers: what OK stops on, () for none."""
    lay = " ".join("?" if face is None else str(face) for face in faces)
    if numbers:
        made = numbers_of(numbers)
        text = tr(
            "The tray was cleared; {faces} lay there last. OK stops the turn on {numbers}; "
            "or put the dice back.",
            faces=lay,
            numbers=made,
        )
        screen = tr(
            "Cleared: {faces}\nOK: stop on {numbers}\nor put them back", faces=lay, numbers=made
        )
    else:
        text = tr(
            "The tray was cleared; {faces} lay there last. OK ends the turn with no entry; "
            "or put the dice back.",
            faces=lay,
        )
        screen = tr("Cleared: {faces}\nOK: no entry\nor put them back", faces=lay)
    return Complaint("question", "lifted", "P8", screen, text, {"faces": tuple(faces)})


def choose_first(what: Literal["entry", "card", "number"], ruling: str) -> Complaint:
    """Dice were thrown while a choice is awaited."""
    texts = {
        "entry": tr(
            "Dice were thrown while a number is to be entered [{ruling}]. "
            "Take them out, and choose first.",
            ruling=ruling,
        ),
        "card": tr(
            "Dice were thrown while a card or the end of the turn is to be chosen [{ruling}]. "
            "Take them out, and choose first.",
            ruling=ruling,
        ),
        "number": tr(
            "Dice were thrown while the number that counts is to be chosen [{ruling}]. "
            "Take them out, and choose first.",
            ruling=ruling,
        ),
    }
    screen = tr("Choose first\nTake the new\ndice out")
    return _illegal("unexpected", ruling, screen, texts[what], ())


def card_lifted(card: int, wanted: Sequence[Face], others: Sequence[Face | None]) -> Complaint:
    """Other dice were lifted than a card's."""
    text = trn(
        "A die was lifted, {faces}; card {card} throws {wanted} and no other [R9]. "
        "Put it back, same face.",
        "Dice were lifted, {faces}; card {card} throws {wanted} and no other [R9]. "
        "Put them back, same faces.",
        len(others),
        faces=faces_of(others),
        card=card,
        wanted=faces_of(wanted),
    )
    screen = tr(
        "Lift only {wanted}\nPut back {faces}", wanted=faces_of(wanted), faces=faces_of(others)
    )
    return _illegal("lifted", "P4", screen, text, others)


def card_thrown(card: int, wanted: Sequence[Face], lay: Sequence[Face | None]) -> Complaint:
    """Other dice were thrown than a card's."""
    text = tr(
        "The throw is void: card {card} throws {wanted} and no other [R9]. "
        "Put the dice back as they lay, {lay}, and throw again.",
        card=card,
        wanted=faces_of(wanted),
        lay=faces_of(lay),
    )
    screen = tr("Void. Put back\n{faces}", faces=faces_of(lay))
    return _illegal("set", "P5", screen, text, lay)


def _illegal(
    why: Why, ruling: str, screen: str, text: str, faces: Sequence[Face | None]
) -> Complaint:
    return Complaint("illegal", why, ruling, screen, text, {"faces": tuple(faces)})
