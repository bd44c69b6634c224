"""The numbers that can be named against an attack of Alphatian Roulette, and their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.alphatian_actions import DICE, pip_faces


@dataclass(frozen=True, slots=True)
class Parry:
    """A number that may be named against an attack, its odds and what is at stake."""

    number: int
    dice: int
    succeeds_p: float
    defender_loses_if_failed: int
    attacker_loses_if_succeeded: int


def parries(attack: Sequence[int]) -> tuple[Parry, ...]:
    """Return one parry for each number that the attack shows, in ascending order [A6 to A10].

    `attack`: five faces in any order. At least one of k dice beats n with the chance
    1 - (n/6)^k. Raises InvalidInputError or InvalidTypeError.
    """
    faces = pip_faces(attack, "the attack", DICE)
    return tuple(_parry(faces, number) for number in sorted(set(faces)))


def _parry(faces: tuple[int, ...], number: int) -> Parry:
    dice = faces.count(number)
    return Parry(
        number=number,
        dice=dice,
        succeeds_p=(6**dice - number**dice) / 6**dice,
        defender_loses_if_failed=faces.count(6) + 1,
        attacker_loses_if_succeeded=number - min(faces),
    )
