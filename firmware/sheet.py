"""What a person says of one picture: which reading is right, which is wrong, what was missed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.ports import PRESSES
from vision.reading import PIPS, ROMAN, Face, Observation, Reading

__all__ = ["Sheet", "SheetDie", "SheetError"]

FACES: Final[tuple[Face, ...]] = PIPS + ROMAN

Box = tuple[float, float, float, float]


class SheetError(ValueError):
    """What was typed means nothing here; the message says what would."""


@dataclass(frozen=True, slots=True)
class SheetDie:
    """A reading and what the person lets it show: None when it is no die.

    asked: it was not accepted, and the person has not said yet what it shows; face is then None.
    """

    reading: Reading
    face: Face | None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture's dice from left to right; at: the one pointed at.

    missed: faces of dice that the reader did not find. skipped: the picture is not to be kept.
    """

    dice: tuple[SheetDie, ...]
    missed: tuple[Face, ...] = ()
    at: int = 0
    skipped: bool = False

    @classmethod
    def of(cls, observation: Observation) -> "Sheet":
        """The sheet as it was read; what a die shows that was not accepted is asked for."""
        readings = sorted(observation.readings, key=lambda one: (one.center[0], one.center[1]))
        return cls(tuple(SheetDie(one, one.face, one.face is None) for one in readings))

    @property
    def asked(self) -> tuple[int, ...]:
        """The numbers, from 1, of the dice that the person has still to name."""
        return tuple(number for number, die in enumerate(self.dice, start=1) if die.asked)

    def numbers(self, observation: Observation) -> tuple[int, ...]:
        """The number of each die as it is listed, from 1, in the order of the readings."""
        listed = [die.reading for die in self.dice]
        return tuple(listed.index(reading) + 1 for reading in observation.readings)

    def told_so(self, word: str) -> "Sheet":
        """The sheet after a word: 2=5, 2=-, +4, or a button's name; raises SheetError."""
        plain = word.strip()
        if found := re.fullmatch(r"(\d{1,3})\s*=\s*(\S+)", plain):
            face = None if found.group(2) in {"-", "none"} else _face(found.group(2))
            return self._showing(int(found.group(1)) - 1, face)
        if found := re.fullmatch(r"\+\s*(\S+)", plain):
            return replace(self, missed=(*self.missed, _face(found.group(1))))
        if plain.lower() in PRESSES:
            return self.press(plain.lower())
        raise SheetError(f"{plain[:40]!r} is not understood: 2=5, 2=-, +4, s, q, or h for more")

    def press(self, button: str) -> "Sheet":
        """The sheet after a button of the table: up and down change the face, help goes on.

        Of a die that was not accepted the first of them names the likeliest face.
        """
        if not self.dice:
            return self
        if button in {"help", "help_hold"}:
            return replace(self, at=(self.at + 1) % len(self.dice))
        if button == "back":
            return self._showing(self.at, None)
        step = {"up": 1, "down": -1}.get(button)
        if step is None:
            return self
        die = self.dice[self.at]
        faces, shown = self._faces(die), die.face
        if die.asked and die.reading.guess in faces:
            return self._showing(self.at, die.reading.guess)
        at = faces.index(shown) if shown in faces else -1 if step > 0 else 0
        return self._showing(self.at, faces[(at + step) % len(faces)])

    def true_dice(self) -> list[tuple[Face, Box]]:
        """Face and box of each die that was found and is one."""
        return [(die.face, die.reading.box) for die in self.dice if die.face is not None]

    def told(self) -> str:
        """The faces in words."""
        faces = [str(face) for face, _ in self.true_dice()] + [str(face) for face in self.missed]
        return " ".join(sorted(faces)) or "no dice"

    def _faces(self, die: SheetDie) -> Sequence[Face]:
        """The faces of its kind of dice, in their order."""
        roman = die.reading.guess in ROMAN
        return ROMAN if roman else PIPS

    def _showing(self, index: int, face: Face | None) -> "Sheet":
        if not 0 <= index < len(self.dice):
            raise SheetError(f"there is no die {index + 1}: the list has {len(self.dice)}")
        dice = list(self.dice)
        dice[index] = replace(dice[index], face=face, asked=False)
        return replace(self, dice=tuple(dice), at=index)


def _face(word: str) -> Face:
    for face in FACES:
        if str(face) == word.upper():
            return face
    raise SheetError(f"no die shows {word[:20]!r}: expected 1 to 6, or I, V or X")
