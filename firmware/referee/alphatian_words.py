"""The referee's words for what may not be done in Alphatian Roulette."""

from collections.abc import Iterable, Sequence

from firmware.referee.told import Complaint, Why
from firmware.referee.words import faces_of, still_lifted
from firmware.texts import tr, trn
from rules import alphatian

__all__ = [
    "attack_lifted",
    "attack_thrown",
    "five_wanted",
    "parry_lifted",
    "parry_thrown",
    "still_lifted",
]

State = alphatian.State


def attack_lifted(state: State, places: frozenset[int]) -> Complaint:
    """Dice were lifted in an attack that may not be thrown again [P4]."""
    faces = [state.faces[place] for place in sorted(places)]
    back = faces_of(faces)
    if len(places) == alphatian.DICE:
        text = tr(
            "All five dice were lifted; at least one of those just thrown must stay. "
            "Put {faces} back, or OK lets the attack stand [P8].",
            faces=back,
        )
        screen = tr("All five lifted\nPut back, or\nOK: stands")
        return _illegal("lifted", "P4", screen, text, faces)
    held = _faces_at(state, places & frozenset(state.aside))
    if held:
        text = trn(
            "The {faces} was set aside earlier and must lie to the end of the attack [A3]. "
            "Put it back, same face.",
            "The dice {faces} were set aside earlier and must lie to the end of the attack [A3]. "
            "Put them back, same faces.",
            len(held),
            faces=faces_of(held),
        )
        screen = tr("Set aside earlier:\nput {faces} back", faces=faces_of(held))
        return _illegal("lifted", "P4", screen, text, held)
    text = tr(
        "All the dice just thrown were lifted; at least one of them must be set aside [A3]. "
        "Put back at least one of {faces}, same face.",
        faces=back,
    )
    return _illegal("lifted", "P4", tr("Keep one of\n{faces}", faces=back), text, faces)


def attack_thrown(state: State, places: frozenset[int]) -> Complaint:
    """Dice were thrown in an attack that had to stay [P5]."""
    held = _faces_at(state, places & frozenset(state.aside))
    lay = faces_of(state.faces)
    if held:
        text = trn(
            "The throw is void: the {faces} was set aside earlier and had to lie [A3]. "
            "Put the dice back as they lay, {lay}, and throw again.",
            "The throw is void: the dice {faces} were set aside earlier and had to lie [A3]. "
            "Put the dice back as they lay, {lay}, and throw again.",
            len(held),
            faces=faces_of(held),
            lay=lay,
        )
    else:
        text = tr(
            "The throw is void: at least one of the dice just thrown had to stay [A3]. "
            "Put the dice back as they lay, {lay}, and throw again.",
            lay=lay,
        )
    return _illegal("set", "P5", tr("Void. Put back\n{faces}", faces=lay), text, state.faces)


def parry_lifted(state: State, places: frozenset[int]) -> Complaint:
    """Dice were lifted in a parry that are not all the dice of one number [P4]."""
    faces = [state.faces[place] for place in sorted(places)]
    numbers = sorted(set(faces), reverse=True)
    if state.named is not None:
        return _illegal("lifted", "P4", *_not_named(state, state.named), faces)
    if len(numbers) > 1:
        text = tr(
            "Dice of more than one number were lifted, {faces}; a parry throws the dice of one "
            "number [A6]. Put them back, same faces, but for one number.",
            faces=faces_of(faces),
        )
        screen = tr("Not one number.\nKeep one of\n{numbers}", numbers=faces_of(numbers))
    else:
        number, there = numbers[0], state.faces.count(numbers[0])
        text = trn(
            "Only {count} of the {there} dice that show {number} was lifted; a parry throws all "
            "dice of the number [A6]. Lift the rest too, or put it back, same face.",
            "Only {count} of the {there} dice that show {number} were lifted; a parry throws all "
            "dice of the number [A6]. Lift the rest too, or put them back, same faces.",
            len(faces),
            count=len(faces),
            there=there,
            number=number,
        )
        screen = tr("Lift all {there}\nof the {number}s", there=there, number=number)
    return _illegal("lifted", "P4", screen, text, faces)


def _not_named(state: State, number: int) -> tuple[str, str]:
    """The screen and the text for other dice than those of the number named."""
    dice = state.faces.count(number)
    text = trn(
        "{number} was named: only the die that shows it may be lifted [A6]. "
        "Put any other back, same face.",
        "{number} was named: only the {count} dice that show it may be lifted [A6]. "
        "Put any other back, same face.",
        dice,
        number=number,
        count=dice,
    )
    screen = trn(
        "Throw the {number}\nPut others back",
        "Throw the {number}s\nPut others back",
        dice,
        number=number,
    )
    return screen, text


def parry_thrown(state: State, places: frozenset[int]) -> Complaint:
    """Dice were thrown in a parry that are not all the dice of one number [P5]."""
    lay = faces_of(state.faces)
    gone = faces_of(state.faces[place] for place in places)
    if state.named:
        text = tr(
            "The throw is void: a parry throws the dice that show {number} and no other [A6]; "
            "gone from the attack: {faces}. Put the dice back as they lay, {lay}, and throw again.",
            number=state.named,
            faces=gone,
            lay=lay,
        )
    else:
        text = tr(
            "The throw is void: a parry throws all dice of one number and no other [A6]; "
            "gone from the attack: {faces}. Put the dice back as they lay, {lay}, and throw again.",
            faces=gone,
            lay=lay,
        )
    return _illegal("set", "P5", tr("Void. Put back\n{faces}", faces=lay), text, state.faces)


def five_wanted(player: str) -> Complaint:
    """Some dice of the attack before lay on while others were thrown for a new attack."""
    text = tr("{player} throws all five dice [A3]. Take all five and throw again.", player=player)
    return _illegal("set", "P5", tr("Throw all five"), text, ())


def _faces_at(state: State, places: Iterable[int]) -> list[int]:
    return sorted((state.faces[place] for place in places), reverse=True)


def _illegal(why: Why, ruling: str, screen: str, text: str, faces: Sequence[int]) -> Complaint:
    return Complaint("illegal", why, ruling, screen, text, {"faces": tuple(faces)})
