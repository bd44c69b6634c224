"""The referee's words for the games with Roman dice."""

from collections.abc import Sequence

from firmware.referee.told import Complaint, Why
from firmware.referee.words import capital, count_name, dice_of, faces_of, listed
from vision.reading import Face

__all__ = [
    "card_lifted",
    "card_thrown",
    "choose_first",
    "clear_first",
    "cleared",
    "lifted",
    "still_lifted",
    "too_many",
]


def too_many(thrown: int, ruling: str) -> Complaint:
    """Dice were thrown at once where they are thrown one at a time."""
    both = "both" if thrown == 2 else f"all {count_name(thrown)}"
    many = capital(count_name(thrown))
    text = (
        f"{many} dice were thrown at once, and the throw is void: dice are thrown one at a time "
        f"[{ruling}]. Take {both} out and throw one."
    )
    screen = f"{many} at once: void\nTake {both} out\nThrow one"
    return Complaint("illegal", "count", "P5", screen, text, {"seen": thrown, "expected": 1})


def clear_first(seen: int) -> Complaint:
    """Dice of the turn before lie there beside the first of a new turn."""
    text = "Dice of the turn before lie in the tray. Take them out; the turn begins with one die."
    screen = "Old dice lie there\nTake them out"
    return Complaint("question", "count", "P5", screen, text, {"seen": seen, "expected": 1})


def lifted(faces: Sequence[Face | None], why: str, ruling: str) -> Complaint:
    """Dice were lifted that must lie; why says why they must."""
    text = f"{_were(faces, 'lifted')}, and {why} [{ruling}]. Put {_back(faces)}."
    screen = f"Put back {faces_of(faces)}\nsame {'face' if len(faces) == 1 else 'faces'}"
    return _illegal("lifted", "P4", screen, text, faces)


def cleared(faces: Sequence[Face | None], does: str, short: str) -> Complaint:
    """The tray was cleared before the turn stopped; does says what OK does."""
    lay = " ".join(map(str, faces))
    text = f"The tray was cleared; {lay} lay there last. OK {does}; or put the dice back."
    facts = {"faces": tuple(faces)}
    screen = f"Cleared: {lay}\nOK: {short}\nor put them back"
    return Complaint("question", "lifted", "P8", screen, text, facts)


def choose_first(what: str, ruling: str) -> Complaint:
    """Dice were thrown while a choice is awaited."""
    text = f"Dice were thrown while {what} [{ruling}]. Take them out, and choose first."
    return _illegal("unexpected", ruling, "Choose first\nTake the new\ndice out", text, ())


def card_lifted(card: int, wanted: Sequence[Face], others: Sequence[Face | None]) -> Complaint:
    """Other dice were lifted than a card's."""
    text = (
        f"{_were(others, 'lifted')}; card {card} throws {_dice(wanted)} and no other [R9]. "
        f"Put {_back(others)}."
    )
    screen = f"Lift only {faces_of(wanted)}\nPut back {faces_of(others)}"
    return _illegal("lifted", "P4", screen, text, others)


def card_thrown(card: int, wanted: Sequence[Face], lay: Sequence[Face | None]) -> Complaint:
    """Other dice were thrown than a card's."""
    text = (
        f"The throw is void: card {card} throws {_dice(wanted)} and no other [R9]. "
        f"Put the dice back as they lay, {faces_of(lay)}, and throw again."
    )
    return _illegal("set", "P5", f"Void. Put back\n{faces_of(lay)}", text, lay)


def still_lifted(dice: int, ruling: str) -> Complaint:
    """OK was pressed while dice are lifted."""
    these, them = ("die", "it") if dice == 1 else ("dice", "them")
    text = f"{capital(count_name(dice))} {these} lifted: throw {them}, or put {them} back first."
    screen = f"{dice} {these} lifted\nThrow {them}, or\nput {them} back"
    return Complaint("question", "unexpected", ruling, screen, text)


def _dice(faces: Sequence[Face]) -> str:
    shown = sorted(set(faces), key=str, reverse=True)
    return listed([dice_of(face, list(faces).count(face)) for face in shown])


def _were(faces: Sequence[Face | None], done: str) -> str:
    if len(faces) == 1:
        return f"The {faces[0]} was {done}"
    return f"The dice {faces_of(faces)} were {done}"


def _back(faces: Sequence[Face | None]) -> str:
    return "it back, same face" if len(faces) == 1 else "them back, same faces"


def _illegal(
    why: Why, ruling: str, screen: str, text: str, faces: Sequence[Face | None]
) -> Complaint:
    return Complaint("illegal", why, ruling, screen, text, {"faces": tuple(faces)})
