"""The words of vision: face, reading, observation, and why a die is not accepted."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["PIPS", "ROMAN", "WHY", "Dice", "DiceReader", "Face", "Image", "Observation", "Reading"]

Face = int | str
"""What a die shows upward: 1 to 6 on a pip die, "I", "V" or "X" on a Roman die."""

Image = NDArray[np.uint8]
"""A colour picture: (height, width, 3), blue, green, red, 0 to 255."""

Dice = Literal["pips", "roman", "auto"]
"""Which dice are looked for; "auto" tells the two kinds apart."""

PIPS: Final[tuple[Face, ...]] = (1, 2, 3, 4, 5, 6)
ROMAN: Final[tuple[Face, ...]] = ("I", "V", "X")

WHY: Final[dict[str, str]] = {
    "cocked": "the die does not lie flat: it leans on the rim or on another die",
    "stacked": "the die lies on another die",
    "outside": "the die lies outside the tray",
    "touching": "the die stands so close to another that the two cannot be told apart",
    "cut": "the edge of the picture cuts the die",
    "glare": "light shines off the face so that it cannot be read",
    "blurred": "the die moves or is out of focus",
    "small": "the die is too small in the picture to be read",
    "kind": "a die of the other kind: Roman where pips are played, or pips where Roman",
    "doubtful": "the looks at the die are not sure enough of its face, or of whose face it is",
}
"""Each reason for which a die is left unread, and what it means."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One die in one frame.

    face: what it shows, None when it is not accepted; why then says the reason (a key of WHY).
    guess: the likeliest face, accepted or not; None when there is none worth naming.
    confidence: how sure the looks are that guess is right, 0 to 1.
    box: (x, y, width, height) in pixels, the outline of the whole visible die.
    center: (x, y) in pixels, the centre of the upper face.
    others: the other faces, likeliest first, for a correction.
    """

    face: Face | None
    guess: Face | None
    confidence: float
    box: tuple[float, float, float, float]
    center: tuple[float, float]
    why: str | None = None
    others: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """All readings of one frame, in no order that means anything; width and height in pixels."""

    readings: tuple[Reading, ...]
    width: int
    height: int


class DiceReader(Protocol):
    """Anything that turns a picture into an observation."""

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read every die in the picture; raise ValueError when it is not a picture."""
        ...
