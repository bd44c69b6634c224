"""The pixels of letters: luma's LCD font made one row taller, and European letters made from it.

A glyph is 9 rows high: capitals fill rows 0 to 7, small letters rows 2 to 7, and row 8 is for what
hangs below the line. Letters with marks are put together: a small letter has its mark in rows 0
and 1; a capital is made two rows lower, so that with its mark it is as high as any other. Every
letter of Latin-1 and Latin Extended-A is there; another is a box.
"""

import unicodedata
from functools import cache
from typing import Final

import numpy as np
from luma.core.legacy.font import LCD_FONT  # type: ignore[import-untyped]
from numpy.typing import NDArray

from firmware.screens.letter_shapes import DRAWN, LOW, MARKS, OVERLAYS, SAME

__all__ = ["HEIGHT", "glyph", "is_drawn"]

Pixels = NDArray[np.bool_]

HEIGHT: Final = 9

TWICE_ROW: Final = 5
"""The row of a glyph that is drawn twice: there letters have only stems, no bars."""

SPACE_PX: Final = 3
"""Width of a space at size 1, the pixel after it included."""

BOX: Final = "#####/#...#/#...#/#...#/#...#/#...#/#...#/#####/....."
"""What stands for a letter that is not there."""

BELOW: Final = {"\u0327", "\u0328", "\u0326"}
"""Marks under a letter: cedilla, ogonek, comma."""

BESIDE: Final = frozenset("ďĽľť")
"""Letters whose caron is written as an apostrophe behind them."""


@cache
def glyph(letter: str) -> Pixels:
    """The pixels of a letter, (9, width), with one empty column after it."""
    if letter.isspace():
        return np.zeros((HEIGHT, SPACE_PX), bool)
    found = _made(SAME.get(letter, letter))
    return np.pad(_box() if found is None else found, ((0, 0), (0, 1)))


def is_drawn(letter: str) -> bool:
    """Whether a letter is there, and not shown as a box."""
    return letter.isspace() or _made(SAME.get(letter, letter)) is not None


def _made(letter: str) -> Pixels | None:
    if letter in DRAWN:
        return _read(DRAWN[letter])
    if " " < letter <= "~":
        return _from_font(letter)
    if letter in OVERLAYS:
        base, drawn = OVERLAYS[letter]
        return _over(_plain(base), _read(drawn))
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) != 2 or parts[1] not in MARKS or not "A" <= parts[0] <= "z":
        return None
    return _marked(letter, *parts)


def _marked(letter: str, base: str, mark: str) -> Pixels:
    drawn = _read(MARKS[mark])
    if letter in BESIDE:
        plain = _plain(base)
        tick = np.zeros((HEIGHT, 2), bool)
        tick[0:3, 1] = True
        return np.concatenate([plain, tick], axis=1)
    if mark in BELOW and letter != "ģ":
        return _over(_plain(base), np.pad(drawn, ((HEIGHT - len(drawn), 0), (0, 0))))
    if letter == "ģ":
        drawn = _read(MARKS["\u0301"])
    plain = _lowered(base) if base.isupper() or base in "dhklt" else _plain(base)
    if base in "ij":
        plain[:2] = False
        inked = np.flatnonzero(plain.any(axis=0))
        plain = plain[:, inked[0] : inked[-1] + 1]
    return _over(plain, np.pad(drawn, ((0, HEIGHT - len(drawn)), (0, 0))))


def _over(one: Pixels, other: Pixels) -> Pixels:
    """Two glyphs on one another, the narrower in the middle."""
    width = max(one.shape[1], other.shape[1])
    both = np.zeros((HEIGHT, width), bool)
    for part in (one, other):
        left = (width - part.shape[1] + 1) // 2
        both[:, left : left + part.shape[1]] |= part
    return both


def _lowered(letter: str) -> Pixels:
    """A high letter in rows 2 to 7, so that a mark fits above it."""
    if letter in LOW:
        return _read("/".join([".", ".", *LOW[letter].split("/"), "."]))
    rows = _rows(letter)
    again = [k for k in range(1, 6) if (rows[k] == rows[k - 1]).all()] or [5]
    shorter = np.delete(rows[:7], again[0], axis=0)
    inked = np.flatnonzero(shorter.any(axis=0))
    cut = shorter[:, inked[0] : inked[-1] + 1]
    return np.pad(cut, ((2, 1), (0, 0)))


def _plain(letter: str) -> Pixels:
    """A letter without marks."""
    return _read(DRAWN[letter]) if letter in DRAWN else _from_font(letter)


def _from_font(letter: str) -> Pixels:
    rows = _rows(letter)
    taller = np.concatenate([rows[: TWICE_ROW + 1], rows[TWICE_ROW:]])
    inked = np.flatnonzero(taller.any(axis=0))
    cut: Pixels = taller[:, inked[0] : inked[-1] + 1].copy()
    return cut


def _rows(letter: str) -> Pixels:
    """The 8 rows and 8 columns of a glyph in luma's font."""
    columns = np.array(list(LCD_FONT[ord(letter)]), np.uint8)
    return np.unpackbits(columns[None, :], axis=0, bitorder="little").astype(bool)


@cache
def _box() -> Pixels:
    return _read(BOX)


def _read(drawn: str) -> Pixels:
    """A glyph, or a mark, from its rows, # for a lit pixel; short rows are filled up."""
    rows = drawn.split("/")
    width = max(map(len, rows))
    return np.array([[c == "#" for c in row.ljust(width, ".")] for row in rows], bool)
