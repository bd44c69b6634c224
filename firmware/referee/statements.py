"""What players say that a die shows: the reading behind it, and whether it was right."""

from dataclasses import dataclass
from typing import Literal

from vision.reading import Face, Reading

__all__ = ["Statement"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A reading, and the face that players say the die shows [P7].

    confirmed: the likeliest face was the right one. corrected: another one was.
    """

    how: Literal["confirmed", "corrected"]
    reading: Reading
    face: Face
