"""Screens for the OLED: pure functions of a view to an image, and to a terminal."""

from firmware.screens.canvas import ScreenError
from firmware.screens.house import help_pages
from firmware.screens.in_words import in_words
from firmware.screens.render import draw, render
from firmware.screens.terminal import ascii_blocks, braille, for_terminal, half_blocks

__all__ = [
    "ScreenError",
    "ascii_blocks",
    "braille",
    "draw",
    "for_terminal",
    "half_blocks",
    "help_pages",
    "in_words",
    "render",
]
