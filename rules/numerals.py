"""The numbers that Roman dice make: any order, or the order in which they were thrown."""

from __future__ import annotations

from functools import cache

from rules import checks
from rules.errors import InvalidInputError, InvalidTypeError

DICE = 6
"""The dice of a turn [R1]."""
FACES = "IVX"
"""What a die can show; each die has I three times, V once and X twice."""

_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def numeral(number: int) -> str:
    """Return the standard Roman numeral of a number from 1 to 39."""
    return "X" * (number // 10) + _UNITS[number % 10]


def _numbers_by_faces() -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number in range(1, 40):
        faces = numeral(number)
        if len(faces) <= DICE:
            key = "".join(sorted(faces))
            found[key] = (*found.get(key, ()), number)
    return found


_NUMBERS = _numbers_by_faces()
"""The numbers of each sorted set of faces that makes any [R2]; 38 would need seven dice."""

POSSIBLE = frozenset(number for made in _NUMBERS.values() for number in made)
"""Every number that six dice can make: 1 to 39 without 38 [R2]."""


def check_faces(faces: object, fewest: int = 0) -> str:
    """Return `faces` when it is written with I, V and X alone, for at most six dice.

    Raises InvalidTypeError or InvalidInputError.
    """
    if not isinstance(faces, str):
        msg = f"faces is {checks.shown(faces)}: expected text such as 'XIV'; join the faces"
        raise InvalidTypeError(msg)
    if not fewest <= len(faces) <= DICE:
        msg = f"faces is {checks.shown(faces)}: expected {fewest} to {DICE} dice; give these"
        raise InvalidInputError(msg)
    if strange := set(faces).difference(FACES):
        msg = f"faces is {faces!r}: expected only I, V and X; replace {min(strange)!r}"
        raise InvalidInputError(msg)
    return faces


def numbers(faces: str) -> tuple[int, ...]:
    """Return the numbers whose numeral uses exactly these faces, () for a bust [R2, R4].

    `faces`: up to six of I, V and X, such as "XIXVX", in any order; the numbers ascend.
    No dice make no number.
    Raises InvalidTypeError or InvalidInputError.
    """
    return _NUMBERS.get("".join(sorted(check_faces(faces))), ())


def number_as_rolled(faces: str) -> int | None:
    """Return the number that the faces make in the order thrown [R3]; None for a bust [R4].

    `faces`: up to six of I, V and X in the order of throwing, or of their places after a card.
    Raises InvalidTypeError or InvalidInputError.
    """
    return _as_rolled(check_faces(faces))


@cache
def _as_rolled(faces: str) -> int | None:
    ones, fives, tens = (faces.count(face) for face in FACES)
    if ones == 1:
        last = faces.rfind("V" if fives else "X")
        ones = -1 if faces.find("I") < last else 1
    total = 10 * tens + 5 * fives + ones
    # Only one order cannot happen: X X X X I, whose fourth X was a bust. It adds up to 41, which
    # no numeral writes; every other set of faces stays a number when dice are taken away.
    return total if total in _NUMBERS.get("".join(sorted(faces)), ()) else None


def made(faces: str, *, as_rolled: bool) -> tuple[int, ...]:
    """Return the numbers that faces already checked make, in either way of playing."""
    if not as_rolled:
        return _NUMBERS.get("".join(sorted(faces)), ())
    number = _as_rolled(faces)
    return () if number is None else (number,)


def why_bust(faces: str) -> str:
    """Return in words why these faces make no number [R4]."""
    ones, fives, tens = (faces.count(face) for face in FACES)
    if fives > 1:
        return "more than one V"
    if ones > 3:
        return "more than three I's"
    if tens > 4:
        return "more than four X's"
    if tens == 4 and ones == 1 and not fives:
        return "the fourth X came before the I"
    return "four X's need exactly one I and no V beside them"
