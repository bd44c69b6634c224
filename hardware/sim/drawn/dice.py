"""Drawn dice: what they are, their colours, and what is printed on their sides."""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["COLOURS", "ROMAN_FACES", "SIDES", "TILE_PX", "Die", "Kind", "Paint", "tiles", "upward"]

Kind = Literal["pips", "roman"]

ROMAN_FACES: Final = ("I", "I", "I", "V", "X", "X")
"""The six sides of a Roman die."""

SIDES: Final[dict[Kind, tuple[int | str, ...]]] = {
    "pips": (1, 6, 2, 5, 3, 4),
    "roman": ("I", "X", "I", "X", "I", "V"),
}
"""The sides +x -x +y -y +z -z; opposite pips add up to seven."""

TILE_PX: Final = 96
"""Width of the picture of one side."""

PIP: Final = 0.19
"""Radius of a pip, in halves of the side."""

PIP_AT: Final = 0.5
"""How far the outer pips are from the middle, in halves of the side."""

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

STROKE: Final = 0.1
"""Half the width of a numeral's stroke, in halves of the side."""

STROKES: Final[dict[str, tuple[tuple[float, float, float, float], ...]]] = {
    "I": ((0, -0.5, 0, 0.5),),
    "V": ((-0.36, -0.5, 0, 0.5), (0.36, -0.5, 0, 0.5)),
    "X": ((-0.36, -0.5, 0.36, 0.5), (0.36, -0.5, -0.36, 0.5)),
}
"""Each numeral as lines from x, y to x, y, in halves of the side; y grows downwards."""

SERIFS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "I": ((0, -0.5), (0, 0.5)),
    "V": ((-0.36, -0.5), (0.36, -0.5)),
    "X": ((-0.36, -0.5), (0.36, -0.5), (-0.36, 0.5), (0.36, 0.5)),
}
SERIF: Final = 0.2
"""Half the width of a serif, in halves of the side."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of a die, in linear light from 0 to 1, blue green red: its body and its marks."""

    body: tuple[float, float, float]
    ink: tuple[float, float, float]


COLOURS: Final = (
    Paint((0.62, 0.74, 0.80), (0.012, 0.012, 0.012)),
    Paint((0.03, 0.03, 0.42), (0.85, 0.88, 0.90)),
    Paint((0.07, 0.065, 0.065), (0.85, 0.87, 0.88)),
    Paint((0.42, 0.12, 0.02), (0.85, 0.88, 0.90)),
    Paint((0.84, 0.86, 0.86), (0.02, 0.02, 0.02)),
    Paint((0.08, 0.26, 0.03), (0.85, 0.88, 0.90)),
)
"""Ivory, red, charcoal, blue, white and green dice."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies flat: its face, where its middle is from the tray's, and how it is turned.

    x_mm grows to the right, y_mm downwards in the picture; colour is an index into COLOURS.
    """

    kind: Kind
    face: int | str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    colour: int = 0
    size_mm: float = 16.0

    def __post_init__(self) -> None:
        if self.face not in SIDES[self.kind]:
            faces = ", ".join(str(face) for face in sorted(set(SIDES[self.kind]), key=str))
            raise ValueError(f"no face {self.face!r} on a die with {self.kind}: it has {faces}")
        if not 0 <= self.colour < len(COLOURS):
            raise ValueError(f"no colour {self.colour}: there are {len(COLOURS)}")


def upward(die: Die) -> NDArray[np.float64]:
    """The rotation, (3, 3), that brings the die's face up and turns it as it lies."""
    side = SIDES[die.kind].index(die.face)
    up = np.zeros(3)
    up[side // 2] = 1.0 if side % 2 == 0 else -1.0
    right = np.roll(np.abs(up), 1)
    standing = np.stack([right, np.cross(up, right), up])
    angle = np.radians(die.turn_deg)
    flat = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0]])
    return np.asarray(np.vstack([flat, [[0, 0, 1]]]) @ standing, np.float64)


@cache
def tiles(kind: Kind) -> NDArray[np.float32]:
    """The six sides, (6, TILE_PX, TILE_PX, 3): how much is ink, and the slope to the right, down.

    Marks are sunk into the side, so light catches their rims.
    """
    made = []
    for side in SIDES[kind]:
        depth = _pips(side) if isinstance(side, int) else _numeral(side)
        ink = np.clip(depth * 4, 0, 1)
        sunk = cv2.GaussianBlur(-depth, (0, 0), 1.5)
        slopes = [cv2.Sobel(sunk, cv2.CV_32F, dx, dy) for dx, dy in ((1, 0), (0, 1))]
        made.append(np.stack([ink, *slopes], axis=-1))
    return np.asarray(made, np.float32)


def _grid() -> NDArray[np.float32]:
    at = (np.arange(TILE_PX) + 0.5) / TILE_PX * 2 - 1
    return np.asarray(np.meshgrid(at, at), np.float32)


def _pips(face: int) -> NDArray[np.float32]:
    """How deep the side is sunk, 0 to 1; each pip is a bowl."""
    u, v = _grid()
    depth = np.zeros_like(u)
    for x, y in PIPS[face]:
        off = np.hypot(u - x * PIP_AT, v - y * PIP_AT) / PIP
        depth = np.maximum(depth, np.clip(1 - off**2, 0, 1))
    return np.asarray(depth, np.float32)


def _numeral(face: str) -> NDArray[np.float32]:
    u, v = _grid()
    depth = np.zeros_like(u)
    for line in STROKES[face]:
        depth = np.maximum(depth, _groove(u, v, line, STROKE))
    for x, y in SERIFS[face]:
        depth = np.maximum(depth, _groove(u, v, (x - SERIF, y, x + SERIF, y), STROKE * 0.4))
    return np.asarray(depth, np.float32)


def _groove(
    u: NDArray[np.float32],
    v: NDArray[np.float32],
    line: tuple[float, float, float, float],
    width: float,
) -> NDArray[np.float32]:
    """How deep a groove along a line is, 0 to 1."""
    x, y, x1, y1 = line
    along_x, along_y = x1 - x, y1 - y
    part = ((u - x) * along_x + (v - y) * along_y) / (along_x**2 + along_y**2)
    part = np.clip(part, 0, 1)
    off = np.hypot(u - x - part * along_x, v - y - part * along_y)
    return np.asarray(np.clip((width - off) / width * 2, 0, 1), np.float32)
