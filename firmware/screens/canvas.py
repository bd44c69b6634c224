"""Drawing on a 128x64 1-bit screen: text that must fit, dice, bars."""

from typing import Final

from PIL import Image as Picture
from PIL import ImageDraw

from firmware.screens.font import SMALL, text_image, text_width_px
from hardware.ports import OLED_SIZE
from vision.reading import Face

__all__ = ["HEIGHT", "WIDTH", "Canvas", "ScreenError"]

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


class ScreenError(ValueError):
    """Something drawn would not lie wholly on the screen."""


class Canvas:
    """A screen being drawn; everything must lie wholly on it."""

    def __init__(self) -> None:
        self.image = Picture.new("1", OLED_SIZE)
        self._draw = ImageDraw.Draw(self.image)

    def text(self, y: int, text: str, size: int = SMALL, x: int | None = None) -> None:
        """Write a line with its top at y, centred unless x is given."""
        width = text_width_px(text, size)
        left = (WIDTH - width) // 2 if x is None else x
        glyphs = text_image(text, size)
        self._must_fit(text, left, y, left + width, y + 8 * size)
        self.image.paste(1, (left, y), glyphs)

    def right(self, y: int, text: str) -> None:
        """Write a line that ends at the right edge."""
        self.text(y, text, x=WIDTH - text_width_px(text))

    def bar(self, y: int, height: int, part: float) -> None:
        """Draw a frame over the whole width, filled from the left to this part of it."""
        self._must_fit("a bar", 0, y, WIDTH, y + height)
        self._draw.rectangle((0, y, WIDTH - 1, y + height - 1), outline=1)
        filled = round((WIDTH - 4) * min(1.0, max(0.0, part)))
        if filled:
            self._draw.rectangle((2, y + 2, 1 + filled, y + height - 3), fill=1)

    def heading(self, text: str, right: str) -> None:
        """Write a line in dark letters on a lit band at the top."""
        self._draw.rectangle((0, 0, WIDTH - 1, 11), fill=1)
        for part, left in ((text, 2), (right, WIDTH - 2 - text_width_px(right))):
            self._must_fit(part, left, 2, left + text_width_px(part), 10)
            self.image.paste(0, (left, 2), text_image(part))

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
        corner = (x, y, x + side - 1, y + side - 1)
        self._draw.rounded_rectangle(corner, radius=3, outline=1)
        if not isinstance(face, int):
            glyph = text_image(str(face), SMALL)
            self.image.paste(1, (x + (side - glyph.width) // 2, y + (side - 8) // 2), glyph)
            return
        for place in PIPS[face]:
            left = x + round(THIRDS[place[0]] * (side - 1)) - 1
            top = y + round(THIRDS[place[1]] * (side - 1)) - 1
            self._draw.rectangle((left, top, left + 2, top + 2), fill=1)

    @staticmethod
    def _must_fit(what: str, left: int, top: int, right: int, bottom: int) -> None:
        if left < 0 or top < 0 or right > WIDTH or bottom > HEIGHT:
            raise ScreenError(
                f"{what!r} at {left}, {top} to {right}, {bottom} does not fit on "
                f"{WIDTH}x{HEIGHT}: shorten it"
            )
