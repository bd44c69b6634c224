"""Drawing on a 128x64 1-bit screen: text that must fit, dice, bars."""

from dataclasses import dataclass
from typing import Final

from PIL import Image as Picture
from PIL import ImageDraw

from firmware.screens.font import SMALL, fit, text_image, text_width_px, wrap
from hardware.ports import OLED_SIZE
from vision.reading import Face

__all__ = ["HEIGHT", "MARGIN_PX", "WIDTH", "Canvas", "ScreenError", "Written"]

WIDTH, HEIGHT = OLED_SIZE

THIRDS: Final = {"l": 0.25, "m": 0.5, "r": 0.75}
"""Where the columns and rows of pips stand, as parts of the side."""

PIPS: Final[dict[int, tuple[str, ...]]] = {
    1: ("mm",),
    2: ("ll", "rr"),
    3: ("ll", "mm", "rr"),
    4: ("ll", "lr", "rl", "rr"),
    5: ("ll", "lr", "mm", "rl", "rr"),
    6: ("ll", "lm", "lr", "rl", "rm", "rr"),
}
"""The pips of each face, as column and row."""


SPACE_PX: Final = 18
"""The width of one of the seven spaces of a column."""


MARGIN_PX: Final = 2
"""What is left free at the sides of a lit band."""

BAND_PX: Final = 12
"""The height of a lit band with a line in it."""

NAME_PX: Final = 24
"""The least room that a name must have beside other words: four letters or so."""


class ScreenError(ValueError):
    """Something drawn would not lie wholly on the screen, or over something else."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text on the screen: its corners, in pixels, its size, and whether it is dark on lit."""

    text: str
    left: int
    top: int
    right: int
    bottom: int
    size: int
    lit: bool = False


class Canvas:
    """A screen being drawn; everything must lie wholly on it.

    strict: a text that does not fit raises ScreenError; otherwise it is shortened, since a game
    must not end over a word. written: the texts drawn so far. dice_px: the sides of the dice.
    """

    def __init__(self, *, strict: bool = True) -> None:
        self.image = Picture.new("1", OLED_SIZE)
        self.written: list[Written] = []
        self.dice_px: list[int] = []
        self._strict = strict
        self._draw = ImageDraw.Draw(self.image)

    def text(self, y: int, text: str, size: int = SMALL, x: int | None = None) -> None:
        """Write a line with its top at y, centred unless x is given."""
        self._write(y, text, size, x, 1)

    def right(self, y: int, text: str) -> None:
        """Write a line that ends at the right edge."""
        self._write(y, text, SMALL, WIDTH - text_width_px(text), 1)

    def sentence(
        self, y: int, template: str, size: int = SMALL, right: int = WIDTH, **facts: object
    ) -> None:
        """Write a sentence about the {player}, whose name gives way where it is long.

        right: where the room for it ends. Raises ScreenError when a name has no room.
        """
        player = str(facts["player"])
        room = right - text_width_px(template.format(**{**facts, "player": ""}), size) - size
        if self._strict and room < min(NAME_PX, text_width_px(player, size)):
            raise ScreenError(f"{template!r} leaves {room} pixels for a name: shorten it")
        text = template.format(**{**facts, "player": fit(player, room, size)})
        self._write(y, text, size, (right - text_width_px(text, size)) // 2, 1)

    def paragraph(self, lines: tuple[str, ...], y: int, most: int) -> None:
        """Write lines, broken where they are too wide, in the rows from y on, so many at most."""
        broken = wrap(lines, WIDTH)
        if len(broken) > most:
            if self._strict:
                raise ScreenError(f"{lines!r} takes {len(broken)} lines: shorten it to {most}")
            broken = [*broken[: most - 1], fit(" ".join(broken[most - 1 :]), WIDTH)]
        above = 8 * (most - len(broken)) if len(broken) < most else 0
        for row, line in enumerate(broken):
            self.text(y + above + 16 * row, line)

    def _write(self, y: int, text: str, size: int, x: int | None, ink: int) -> None:
        if not self._strict:
            text = fit(text, WIDTH - max(0, x or 0), size)
        width = text_width_px(text, size)
        left = (WIDTH - width) // 2 if x is None else max(0, x) if not self._strict else x
        self._must_fit(text, left, y, left + width, y + 8 * size)
        self.written.append(Written(text, left, y, left + width, y + 8 * size, size, not ink))
        self.image.paste(ink, (left, y), text_image(text, size))

    def bar(self, y: int, height: int, part: float) -> None:
        """Draw a frame over the whole width, filled from the left to this part of it."""
        self._must_fit("a bar", 0, y, WIDTH, y + height)
        self._draw.rectangle((0, y, WIDTH - 1, y + height - 1), outline=1)
        filled = round((WIDTH - 4) * min(1.0, max(0.0, part)))
        if filled:
            self._draw.rectangle((2, y + 2, 1 + filled, y + height - 3), fill=1)

    def heading(self, text: str, right: str = "") -> None:
        """Write a line in dark letters on a lit band at the top."""
        self._draw.rectangle((0, 0, WIDTH - 1, BAND_PX - 1), fill=1)
        self._write(2, text, SMALL, MARGIN_PX, 0)
        if right:
            self._write(2, right, SMALL, WIDTH - MARGIN_PX - text_width_px(right), 0)

    def button(self, y: int, text: str, left: int, right: int, lit: bool) -> None:
        """Draw an answer in a frame, dark on lit when it is pointed at."""
        self._must_fit(text, left, y, right, y + BAND_PX)
        self._draw.rectangle((left, y, right - 1, y + BAND_PX - 1), outline=1, fill=int(lit))
        middle = (left + right - text_width_px(text)) // 2
        if self._strict and middle < left + MARGIN_PX:
            raise ScreenError(f"{text!r} does not fit in {right - left} pixels: shorten it")
        self._write(y + 2, text, SMALL, middle, int(not lit))

    def lit_text(self, y: int, text: str, size: int, left: int, right: int) -> None:
        """Write dark on a lit rectangle from left to right, a little higher than the letters."""
        self._must_fit(text, left, y - 2, right, y + 9 * size + 1)
        self._draw.rectangle((left, y - 2, right - 1, y + 9 * size), fill=1)
        self._write(y, text, size, (left + right - text_width_px(text, size)) // 2, 0)

    def arrow(self, y: int, *, up: bool) -> None:
        """Draw a small arrow at the right edge of a line: there is more above, or below."""
        tip, base = (y + 1, y + 5) if up else (y + 6, y + 2)
        self._draw.polygon(((WIDTH - 7, base), (WIDTH - 1, base), (WIDTH - 4, tip)), fill=1)

    def card(self, x: int, y: int, count: int) -> None:
        """Draw a small card, 7 by 9 pixels, and how many there are."""
        self._must_fit("a card", x, y, x + 7, y + 9)
        self._draw.rectangle((x, y, x + 6, y + 8), outline=1)
        self._draw.line((x + 2, y + 6, x + 4, y + 2), fill=1)
        self.text(y, str(count), x=x + 9)

    def dice(self, y: int, faces: tuple[Face, ...], side: int, marked: tuple[bool, ...]) -> None:
        """Draw dice in a centred row; those marked get a bar below."""
        if not faces:
            return
        step = side + 4
        left = (WIDTH - (step * len(faces) - 4)) // 2
        for k, face in enumerate(faces):
            self.die(left + k * step, y, face, side)
            if marked[k]:
                x = left + k * step
                self._draw.rectangle((x + 2, y + side + 2, x + side - 3, y + side + 4), fill=1)

    def column(
        self,
        y: int,
        entries: tuple[int | None, ...],
        lit: int | None = None,
        offered: int | None = None,
    ) -> None:
        """Draw the spaces of a column side by side, the first at the left, 16 pixels high.

        lit: a space, from 1, that is drawn dark on lit; offered: what stands in it when empty.
        """
        self._must_fit("a column", 0, y, WIDTH, y + 16)
        for at, entry in enumerate(entries):
            left = 1 + at * SPACE_PX
            shown = offered if at + 1 == lit and entry is None else entry
            corners = (left, y, left + SPACE_PX, y + 15)
            self._draw.rectangle(corners, outline=1, fill=int(at + 1 == lit))
            if shown is not None:
                glyphs = text_image(str(shown))
                place = (left + (SPACE_PX + 1 - glyphs.width) // 2, y + 4)
                self.image.paste(int(at + 1 != lit), place, glyphs)

    def point(self, y: int, at: int, count: int, side: int) -> None:
        """Draw a small arrow down to one of so many dice that are drawn below in a row."""
        left = (WIDTH - ((side + 4) * count - 4)) // 2
        x = left + (side + 4) * at + side // 2
        self._must_fit("an arrow", x - 3, y, x + 4, y + 5)
        self._draw.polygon(((x - 3, y), (x + 3, y), (x, y + 4)), fill=1)

    def die(self, x: int, y: int, face: Face, side: int) -> None:
        """Draw one die with its face."""
        self._must_fit(f"a die {face}", x, y, x + side, y + side)
        self.dice_px.append(side)
        corner = (x, y, x + side - 1, y + side - 1)
        self._draw.rounded_rectangle(corner, radius=3, outline=1)
        if not isinstance(face, int):
            self._numeral(x + side // 2, y + side // 2, str(face), side // 4)
            return
        for place in PIPS[face]:
            left = x + round(THIRDS[place[0]] * (side - 1)) - 1
            top = y + round(THIRDS[place[1]] * (side - 1)) - 1
            self._draw.rectangle((left, top, left + 2, top + 2), fill=1)

    def _numeral(self, x: int, y: int, face: str, half: int) -> None:
        """Draw I, V or X around a place in strokes two pixels wide; another sign as a letter."""
        top, bottom = y - half - 1, y + half + 1
        strokes = {
            "I": ((x, top, x, bottom),),
            "V": ((x - half, top, x, bottom), (x + half, top, x, bottom)),
            "X": ((x - half, top, x + half, bottom), (x + half, top, x - half, bottom)),
        }
        if face not in strokes:
            glyph = text_image(face)
            self.image.paste(1, (x - glyph.width // 2, y - 4), glyph)
            return
        for left, above, right, below in strokes[face]:
            for shift in (0, 1):
                self._draw.line((left + shift, above, right + shift, below), fill=1)
        if face == "I":
            for row in (top, bottom):
                self._draw.line((x - 2, row, x + 3, row), fill=1)

    @staticmethod
    def _must_fit(what: str, left: int, top: int, right: int, bottom: int) -> None:
        if left < 0 or top < 0 or right > WIDTH or bottom > HEIGHT:
            raise ScreenError(
                f"{what!r} at {left}, {top} to {right}, {bottom} does not fit on "
                f"{WIDTH}x{HEIGHT}: shorten it"
            )
