"""Letters for a 1-bit screen: luma's LCD font, made one row taller so that capitals are 8 high."""

import unicodedata
from functools import cache
from typing import Final

import numpy as np
from luma.core.legacy.font import LCD_FONT  # type: ignore[import-untyped]
from numpy.typing import NDArray
from PIL import Image as Picture

__all__ = ["BIG", "SMALL", "fit", "text_image", "text_width_px", "wrap"]

SMALL: Final = 1
"""Capitals 8 pixels high, legible at arm's length on a 0.96 inch OLED."""

BIG: Final = 2
"""Capitals 16 pixels high, for verdicts."""

TWICE_ROW: Final = 5
"""The row of a glyph that is drawn twice: there letters have only stems, no bars."""

SPACE_PX: Final = 3
"""Width of a space at size 1, the pixel after it included."""

UNKNOWN: Final = "?"


@cache
def _glyph(letter: str) -> NDArray[np.bool_]:
    """The pixels of a letter at size 1, (9, width), trimmed to its columns and one empty after."""
    if letter == " ":
        return np.zeros((9, SPACE_PX), bool)
    columns = np.array(list(LCD_FONT[ord(letter)]), np.uint8)
    rows = np.unpackbits(columns[None, :], axis=0, bitorder="little").astype(bool)
    taller = np.concatenate([rows[: TWICE_ROW + 1], rows[TWICE_ROW:]])
    inked = np.flatnonzero(taller.any(axis=0))
    if not inked.size:
        return np.zeros((9, SPACE_PX), bool)
    trimmed = taller[:, inked[0] : inked[-1] + 1]
    return np.pad(trimmed, ((0, 0), (0, 1)))


def _letters(text: str) -> str:
    """The text in letters that the font has; accents are dropped, others become question marks."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    kept = (letter for letter in plain if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "~" else UNKNOWN for letter in kept)


def text_width_px(text: str, size: int = SMALL) -> int:
    """The width of a text in pixels, without the empty column after the last letter."""
    columns = sum(int(_glyph(letter).shape[1]) for letter in _letters(text))
    return max(0, columns - 1) * size


def text_image(text: str, size: int = SMALL) -> Picture.Image:
    """The text as a mode "1" image, 9 pixels high at size 1, its last row for descenders."""
    letters = _letters(text) or " "
    pixels = np.concatenate([_glyph(letter) for letter in letters], axis=1)[:, :-1]
    grown = pixels.repeat(size, axis=0).repeat(size, axis=1)
    image = Picture.fromarray(grown.astype(np.uint8) * 255)
    return image.convert("1", dither=Picture.Dither.NONE)


def fit(name: str, width_px: int, size: int = SMALL) -> str:
    """A name that fits: whole when it does, else shortened, with a full stop to show it."""
    if text_width_px(name, size) <= width_px:
        return name
    kept = name
    while kept and text_width_px(kept.rstrip() + ".", size) > width_px:
        kept = kept[:-1]
    return kept.rstrip() + "."


def wrap(lines: tuple[str, ...], width_px: int) -> list[str]:
    """Lines broken at spaces where they are too wide; a single wide word stays whole."""
    broken: list[str] = []
    for line in lines:
        broken.append("")
        for word in line.split(" "):
            longer = f"{broken[-1]} {word}".lstrip()
            if broken[-1] and text_width_px(longer) > width_px:
                broken.append(word)
            else:
                broken[-1] = longer
    return broken
