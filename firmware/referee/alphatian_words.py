"""The referee's words for what may not be done in Alphatian Roulette."""

from collections.abc import Iterable, Sequence

from firmware.referee.told import Complaint, Why
from firmware.referee.words import capital, count_name, dice_of, faces_of, listed, one_of
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
        text = (
            f"All five dice were lifted; at least one of those just thrown must stay. "
            f"Put {back} back, or OK lets the attack stand [P8]."
        )
        return _illegal("lifted", "P4", "All five lifted\nPut back, or\nOK: stands", text, faces)
    held = _faces_at(state, places & frozenset(state.aside))
    if held:
        text = (
            f"{_were(held, 'set aside earlier')} and must lie to the end of the attack [A3]. "
            f"Put {_back(held)}."
        )
        return _illegal(
            "lifted", "P4", f"Set aside earlier:\nput {faces_of(held)} back", text, held
        )
    text = (
        f"All the dice just thrown were lifted; at least one of them must be set aside [A3]. "
        f"Put back at least one of {back}, same face."
    )
    return _illegal("lifted", "P4", f"Keep one of\n{back}", text, faces)


def attack_thrown(state: State, places: frozenset[int]) -> Complaint:
    """Dice were thrown in an attack that had to stay [P5]."""
    held = _faces_at(state, places & frozenset(state.aside))
    lay = faces_of(state.faces)
    if held:
        reason = f"{_were(held, 'set aside earlier', small=True)} and had to lie"
    else:
        reason = "at least one of the dice just thrown had to stay"
    text = (
        f"The throw is void: {reason} [A3]. Put the dice back as they lay, {lay}, and throw again."
    )
    return _illegal("set", "P5", f"Void. Put back\n{lay}", text, state.faces)


def parry_lifted(state: State, places: frozenset[int]) -> Complaint:
    """Dice were lifted in a parry that are not all the dice of one number [P4]."""
    faces = [state.faces[place] for place in sorted(places)]
    numbers = sorted(set(faces), reverse=True)
    back = _back(faces)
    if state.named is not None:
        wanted = dice_of(state.named, state.faces.count(state.named))
        text = (
            f"{capital(count_name(state.named))} was named: {wanted} and no other "
            f"may be lifted [A6]. Put any other back, same face."
        )
        screen = f"Throw the {state.named}s\nPut others back"
    elif len(numbers) > 1:
        shown = listed([dice_of(number, faces.count(number)) for number in numbers])
        text = (
            f"{capital(shown)} were lifted; a parry throws the dice of one number [A6]. "
            f"Put {back}, but for one number."
        )
        screen = f"Two numbers lifted\nKeep one: {' or '.join(map(str, numbers))}"
    else:
        number, there = numbers[0], state.faces.count(numbers[0])
        was = "was" if len(faces) == 1 else "were"
        text = (
            f"{capital(count_name(len(faces)))} of {dice_of(number, there)} {was} lifted; "
            f"a parry throws all dice of the number [A6]. Lift the rest too, or put {back}."
        )
        screen = f"Lift all {there}\nof the {number}s"
    return _illegal("lifted", "P4", screen, text, faces)


def parry_thrown(state: State, places: frozenset[int]) -> Complaint:
    """Dice were thrown in a parry that are not all the dice of one number [P5]."""
    lay = faces_of(state.faces)
    gone = faces_of(state.faces[place] for place in places)
    wanted = f"the dice that show {state.named}" if state.named else "all dice of one number"
    text = (
        f"The throw is void: a parry throws {wanted} and no other [A6]; gone from the attack: "
        f"{gone}. Put the dice back as they lay, {lay}, and throw again."
    )
    return _illegal("set", "P5", f"Void. Put back\n{lay}", text, state.faces)


def still_lifted(dice: int, ruling: str) -> Complaint:
    """OK was pressed while dice are lifted."""
    these, them = ("die", "it") if dice == 1 else ("dice", "them")
    text = f"{capital(count_name(dice))} {these} lifted: throw {them}, or put {them} back first."
    screen = f"{dice} {these} lifted\nThrow {them}, or\nput {them} back"
    return Complaint("question", "unexpected", ruling, screen, text)


def five_wanted(player: str) -> Complaint:
    """Some dice of the attack before lay on while others were thrown for a new attack."""
    text = f"{player} throws all five dice [A3]. Take all five and throw again."
    return _illegal("set", "P5", "Throw all five", text, ())


def _faces_at(state: State, places: Iterable[int]) -> list[int]:
    return sorted((state.faces[place] for place in places), reverse=True)


def _were(faces: Sequence[int], done: str, small: bool = False) -> str:
    if len(faces) == 1:
        text = f"the {one_of(faces[0])} was {done}"
    else:
        text = f"the dice {faces_of(faces)} were {done}"
    return text if small else capital(text)


def _back(faces: Sequence[int]) -> str:
    return "it back, same face" if len(faces) == 1 else "them back, same faces"


def _illegal(why: Why, ruling: str, screen: str, text: str, faces: Sequence[int]) -> Complaint:
    return Complaint("illegal", why, ruling, screen, text, {"faces": tuple(faces)})
