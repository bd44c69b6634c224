"""A 1-bit image in characters, for a terminal."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Picture

__all__ = ["ascii_blocks", "braille", "for_terminal", "half_blocks"]

HALVES: Final = " \N{UPPER HALF BLOCK}\N{LOWER HALF BLOCK}\N{FULL BLOCK}"
"""Indexed by the upper pixel plus twice the lower one."""

ASCII: Final = " '.:"

LINES: Final = "\u250c\u2500\u2510\u2502\u2514\u2500\u2518"
"""Box drawings for a frame: top left to right, the sides, bottom left to right."""

BRAILLE: Final = 0x2800
"""The first of the Unicode braille patterns, each two dots wide and four high."""

DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
"""The bit of each dot of a pattern, by row and column (Unicode standard, chapter 21.1)."""


def half_blocks(image: Picture.Image) -> list[str]:
    """Rows of half-block characters, one wide and two pixels high: 128 columns by 32 rows."""
    return _pairs(image, HALVES)


def ascii_blocks(image: Picture.Image) -> list[str]:
    """The same in plain ASCII, for terminals that know no other characters."""
    return _pairs(image, ASCII)


def braille(image: Picture.Image) -> list[str]:
    """Rows of braille patterns, two pixels wide and four high: 64 columns by 16 rows."""
    pixels = _pixels(image, 4, 2)
    height, width = pixels.shape
    cells = pixels.reshape(height // 4, 4, width // 2, 2)
    codes = (cells * DOTS[None, :, None, :]).sum(axis=(1, 3))
    return ["".join(chr(BRAILLE + int(code)) for code in row) for row in codes]


def for_terminal(image: Picture.Image, columns: int, encoding: str | None) -> list[str]:
    """The image, framed, as a terminal of so many columns and this encoding can show it.

    Half blocks where there is room, else braille; plain ASCII, always 130 columns wide, where the
    encoding has neither. None as the encoding stands for one that has all characters.
    """
    try:
        (HALVES + chr(BRAILLE) + LINES).encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return _frame(ascii_blocks(image), "+-+|+-+")
    return _frame(half_blocks(image) if columns >= image.width + 2 else braille(image), LINES)


def _pairs(image: Picture.Image, letters: str) -> list[str]:
    pixels = _pixels(image, 2, 1)
    codes = pixels[0::2] + 2 * pixels[1::2]
    return ["".join(letters[code] for code in row) for row in codes]


def _pixels(image: Picture.Image, high: int, wide: int) -> NDArray[np.int64]:
    """Pixels as 0 and 1, padded with dark ones to whole characters."""
    pixels = np.asarray(image.convert("1"), np.int64)
    height, width = pixels.shape
    return np.pad(pixels, ((0, -height % high), (0, -width % wide)))


def _frame(lines: list[str], marks: str) -> list[str]:
    width = len(lines[0])
    top = marks[0] + marks[1] * width + marks[2]
    bottom = marks[4] + marks[5] * width + marks[6]
    return [top, *(marks[3] + line + marks[3] for line in lines), bottom]
