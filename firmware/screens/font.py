"""Text for a 1-bit screen: how wide it is, its pixels, shortened and broken into lines."""

import unicodedata
from functools import lru_cache
from typing import Final

import numpy as np
from PIL import Image as Picture

from firmware.screens.letters import HEIGHT, glyph, is_drawn

__all__ = ["BIG", "ELLIPSIS", "SMALL", "fit", "legible", "text_image", "text_width_px", "wrap"]

SMALL: Final = 1
"""Capitals 8 pixels high, legible at arm's length on a 0.96 inch OLED."""

BIG: Final = 2
"""Capitals 16 pixels high, for verdicts."""

ELLIPSIS: Final = "…"
"""Stands at the end of a name that was too long."""

PAIRS: Final = {"ĳ": "ij", "Ĳ": "IJ"}
"""Letters that are written as two."""


@lru_cache(maxsize=2048)
def _letters(text: str) -> str:
    """The text in letters to be drawn: marks joined to their letters, and none left over."""
    for pair, letters in PAIRS.items():
        text = text.replace(pair, letters)
    joined = unicodedata.normalize("NFC", text)
    return "".join(letter for letter in joined if not unicodedata.combining(letter))


def legible(text: str) -> bool:
    """Whether every letter can be drawn; those that cannot are shown as boxes."""
    return all(is_drawn(letter) for letter in _letters(text))


def text_width_px(text: str, size: int = SMALL) -> int:
    """The width of a text in pixels, without the empty column after the last letter."""
    return max(0, _columns(text) - 1) * size


@lru_cache(maxsize=2048)
def _columns(text: str) -> int:
    """The width of a text in columns of small letters; the same words are measured on and on."""
    return sum(int(glyph(letter).shape[1]) for letter in _letters(text))


@lru_cache(maxsize=256)
def text_image(text: str, size: int = SMALL) -> Picture.Image:
    """The text as a mode "1" image, 9 pixels high at size 1, its last row for descenders.

    The same words come again and again, so their images are kept: change none of them.
    """
    nothing = np.zeros((HEIGHT, 2), bool)
    glyphs = [glyph(letter) for letter in _letters(text)] or [nothing]
    pixels = np.concatenate(glyphs, axis=1)[:, :-1]
    grown = pixels.repeat(size, axis=0).repeat(size, axis=1)
    image = Picture.fromarray(grown.astype(np.uint8) * 255)
    return image.convert("1", dither=Picture.Dither.NONE)


def fit(name: str, width_px: int, size: int = SMALL) -> str:
    """A name that fits: whole when it does, else its beginning with an ellipsis at the end."""
    if text_width_px(name, size) <= width_px:
        return name
    kept = unicodedata.normalize("NFC", name)
    while kept and text_width_px(kept.rstrip() + ELLIPSIS, size) > width_px:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def wrap(lines: tuple[str, ...], width_px: int) -> list[str]:
    """Lines broken at spaces where they are too wide; a word too wide alone is shortened."""
    broken: list[str] = []
    for line in lines:
        broken.append("")
        for whole in line.split(" "):
            word = fit(whole, width_px)
            longer = f"{broken[-1]} {word}".lstrip()
            if broken[-1] and text_width_px(longer) > width_px:
                broken.append(word)
            else:
                broken[-1] = longer
    return broken
