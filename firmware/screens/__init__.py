"""Screens for the OLED: pure functions of a view to an image, and to a terminal."""

from firmware.screens.canvas import ScreenError
from firmware.screens.render import render
from firmware.screens.terminal import ascii_blocks, braille, for_terminal, half_blocks

__all__ = ["ScreenError", "ascii_blocks", "braille", "for_terminal", "half_blocks", "render"]
