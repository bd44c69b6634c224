"""What the terminal shows: the OLED, the tray as it is seen, what was said, and the keys."""

import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image as Picture

from firmware.screens import for_terminal
from firmware.texts import mark, tr

__all__ = ["DieSeen", "Shown", "page"]

SIDE: Final = 14
"""Columns beside the OLED for the tray."""

LEAST: Final = (80, 24)
"""Columns and rows of the smallest terminal for which there is room."""

STATES: Final = {
    "": mark("no picture"),
    "empty": mark("empty"),
    "moving": mark("moving"),
    "hand": mark("a hand"),
    "settling": mark("settling"),
    "rest": mark("at rest"),
    "light": mark("light"),
}

KEYS: Final = (
    mark("arrows up/down"), mark("Enter ok"), mark("Backspace back"), mark("h help"),
    mark("H help held"), mark("q quit"),
)  # fmt: skip
DICE_KEYS: Final = (
    mark("t throw"), mark("1-6 lift"), mark("c turn"), mark("x take"), mark("n push"),
    mark("p hand"), mark("l lamp"), mark("T +1"), mark("b put back"),
)  # fmt: skip

SPELLED: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "…": "..."}
)
"""How letters are spelled that a terminal lacks; others lose their accents."""

# For translators: a place in the tray, nine letters at most.
PLACES: Final = (
    (mark("top left"), mark("top mid"), mark("top right")),
    (mark("mid left"), mark("middle"), mark("mid right")),
    (mark("low left"), mark("low mid"), mark("low right")),
)
"""By row and column of the tray."""


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die as the table sees it: its number, its face as a word, where it is (0 to 1 each)."""

    number: int
    face: str
    at: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a page is made of.

    oled: what its glass shows. state: of the tray watch, "" before the first frame, "unwatched"
    where no game is played. held: dice in hand. said: lines, the newest last. drawn: whether the
    dice are drawn, so that keys throw. words: gives the screen in words.
    """

    oled: Picture.Image
    state: str = ""
    dice: tuple[DieSeen, ...] = ()
    held: int = 0
    said: tuple[str, ...] = ()
    status: str = ""
    drawn: bool = True
    notes: tuple[str, ...] = field(default=())
    words: Callable[[], Sequence[str]] = tuple


def page(shown: Shown, columns: int, rows: int, encoding: str | None) -> list[str]:
    """The rows of a page, none longer than columns; what has no room is left out, keys last."""
    keys = _keys(shown, columns)
    room = rows - len(keys)
    oled = _oled(shown.oled, columns, room, encoding)
    if oled is None:
        told = [*_in_words(shown, columns), ""]
        said = _said(shown, columns, max(0, room - len(told)))
        lines = _fitted([*told[:room], *said, *keys], columns, rows)
        return [_spelled(line, encoding)[:columns] for line in lines]
    side = _side(shown, len(oled))
    top = [f"{left} {right}".rstrip() for left, right in zip(oled, side, strict=True)]
    said = _said(shown, columns, room - len(top))
    return _fitted([*top, *said, *keys], columns, rows)


def _oled(image: Picture.Image, columns: int, room: int, encoding: str | None) -> list[str] | None:
    """The screen in characters, in the largest of the ways for which there is room."""
    for width in (columns - SIDE - 1, LEAST[0] - SIDE):
        drawn = for_terminal(image, width, encoding)
        if len(drawn) <= room and len(drawn[0]) + 1 <= columns:
            return drawn
    return None


def _in_words(shown: Shown, columns: int) -> list[str]:
    """The screen and the tray in words, where there is no room to draw them."""
    small = tr(
        "In words: drawing takes {columns}x{rows} and UTF-8", columns=LEAST[0], rows=LEAST[1]
    )
    dice = "  ".join(f"{die.number}:{die.face}" for die in shown.dice)
    state = tr(STATES.get(shown.state, ""))
    held = tr("in hand: {count}", count=shown.held) if shown.held else ""
    tray = "  ".join(part for part in (state, dice, held, shown.status) if part)
    return [
        small[:columns],
        "",
        *(f"  {row}" for row in shown.words()),
        "",
        f"{tr('TRAY')}: {tray}",
    ]


def _spelled(line: str, encoding: str | None) -> str:
    """The same in letters that the terminal has."""
    try:
        line.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        plain = unicodedata.normalize("NFKD", line.translate(SPELLED))
        return plain.encode("ascii", "ignore").decode()
    return line


def _side(shown: Shown, height: int) -> list[str]:
    """The tray in words, so many rows."""
    rows = [tr("TRAY"), tr(STATES.get(shown.state, ""))]
    rows += [""] + [f"{die.number} {die.face} {_where(die.at)}" for die in shown.dice]
    if shown.held:
        rows += ["", tr("in hand: {count}", count=shown.held)]
    if shown.status:
        rows += ["", *textwrap.wrap(shown.status, SIDE - 1)]
    if shown.notes:
        rows += ["", *shown.notes]
    return [row[: SIDE - 1] for row in [*rows, *[""] * height][:height]]


def _where(at: tuple[float, float]) -> str:
    """About where in the tray, in a word or two."""
    across, down = (min(2, int(part * 3)) for part in at)
    return tr(PLACES[down][across])


def _said(shown: Shown, columns: int, room: int) -> list[str]:
    """The last lines said, as many as there is room for; the newest marked, wrapped ones set in."""
    rows: list[str] = []
    for k, line in enumerate(reversed(shown.said)):
        mark = "> " if k == 0 else "  "
        wrapped = textwrap.wrap(line, max(10, columns - 2), subsequent_indent="  ") or [""]
        block = [mark + wrapped[0], *("  " + more for more in wrapped[1:])]
        if len(rows) + len(block) > room:
            break
        rows = [*block, *rows]
    return [*rows, *[""] * (room - len(rows))]


def _keys(shown: Shown, columns: int) -> list[str]:
    groups = (KEYS, DICE_KEYS) if shown.drawn else (KEYS,)
    return [_joined(group, columns) for group in groups]


def _joined(group: Sequence[str], columns: int) -> str:
    """The keys of a group in the language spoken, as many as fit."""
    text = ""
    for key in map(tr, group):
        longer = f"{text}  {key}" if text else key
        if len(longer) > columns:
            break
        text = longer
    return text


def _fitted(lines: Sequence[str], columns: int, rows: int) -> list[str]:
    return [line[:columns] for line in [*lines, *[""] * rows][:rows]]
