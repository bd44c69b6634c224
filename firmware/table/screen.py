"""The OLED: drawn on change only, dimmed and moved as its rest says, forgiving of a loose wire."""

from typing import Final

from PIL import Image as Picture

from firmware.screens import render
from firmware.table.rest import Glow
from firmware.views import View
from hardware.errors import HardwareError
from hardware.ports import Display

__all__ = ["RETRY_S", "Screen"]

RETRY_S: Final = 5.0
"""Seconds after which a display that failed is tried again."""


class Screen:
    """Shows views on a display; times are given, in seconds."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._view: View | None = None
        self._image: Picture.Image | None = None
        self._sent: tuple[Picture.Image, tuple[int, int]] | None = None
        self._shown: bytes | None = None
        self._contrast: int | None = None
        self._on = True
        self._retry_s: float | None = None

    @property
    def view(self) -> View | None:
        """What was shown last, None before the first; may be asked on any thread."""
        return self._view

    @property
    def failing(self) -> bool:
        """Whether the display did not take what was sent to it last."""
        return self._retry_s is not None

    def show(self, view: View, glow: Glow, brightness: int, time_s: float) -> None:
        """Bring a view to the display, with this brightness of 0 to 255."""
        if view != self._view or self._image is None:
            self._view, self._image = view, render(view)
        if self._retry_s is None or time_s >= self._retry_s:
            self._try(glow, brightness, time_s)

    def _try(self, glow: Glow, brightness: int, time_s: float) -> None:
        assert self._image is not None
        try:
            self._send(self._image, glow, brightness)
        except (HardwareError, OSError):
            self._sent = self._shown = self._contrast = None
            self._retry_s = time_s + RETRY_S
        else:
            self._retry_s = None

    def _send(self, image: Picture.Image, glow: Glow, brightness: int) -> None:
        lit = glow.level > 0
        if lit != self._on:
            self._display.switch(lit)
            self._on = lit
        if not lit:
            return
        contrast = max(1, round(brightness * glow.level))
        if contrast != self._contrast:
            self._display.dim(contrast)
            self._contrast = contrast
        if self._sent is not None and self._sent[0] is image and self._sent[1] == glow.move:
            return
        there = _moved(image, glow.move)
        drawn = there.tobytes()
        if drawn != self._shown:
            self._display.show(there)
            self._shown = drawn
        self._sent = image, glow.move


def _moved(image: Picture.Image, move: tuple[int, int]) -> Picture.Image:
    """The picture moved right and down by so many pixels, the other way where that cuts it off.

    Nothing that is lit leaves: what reaches from edge to edge stays where it is that way.
    """
    if move == (0, 0) or (box := image.getbbox()) is None:
        return image
    left, top, right, bottom = box
    there = Picture.new(image.mode, image.size)
    there.paste(
        image, (_way(move[0], left, image.width - right), _way(move[1], top, image.height - bottom))
    )
    return there


def _way(wanted: int, before: int, after: int) -> int:
    """How far to move, with so many dark pixels before and after what is lit."""
    if wanted <= after:
        return wanted
    return -wanted if wanted <= before else 0
