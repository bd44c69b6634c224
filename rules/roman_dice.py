"""What the games with Roman dice share: a die thrown, and the stop."""

from __future__ import annotations

from dataclasses import dataclass

from rules import checks, numerals

DIE = "IIIVXX"
"""The six sides of a Roman die."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice that were awaited lie: one to six faces such as "XIV", in the order of places.

    A sequence of single faces is taken too. Raises InvalidInputError or InvalidTypeError.
    """

    faces: str

    def __post_init__(self) -> None:
        faces: object = self.faces
        if not isinstance(faces, str):
            parts = checks.several(faces, "a roll")
            faces = "".join(part if isinstance(part, str) else "?" for part in parts)
        object.__setattr__(self, "faces", numerals.check_faces(faces, fewest=1))

    def __str__(self) -> str:
        return f"roll {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Stop:
    """The player stops, and the dice stand [R1]."""

    def __str__(self) -> str:
        return "stop"
