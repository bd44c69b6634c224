"""A screen in words, for a terminal that has no room for its pixels, or no characters for them."""

from itertools import groupby

from firmware.screens.render import draw
from firmware.views import View

__all__ = ["in_words"]

HEADING_PX = 2
"""Where the heading of a page begins: it is always dark on lit, which then says nothing."""


def in_words(view: View) -> list[str]:
    """The lines of a screen from the top; what is dark on lit, as a choice is, in brackets.

    Dice, bars and columns are drawn, and not in it.
    """
    written = sorted(draw(view, strict=False).written, key=lambda one: (one.top, one.left))
    return [
        "  ".join(f"[{one.text}]" if one.lit and top > HEADING_PX else one.text for one in line)
        for top, line in groupby(written, key=lambda one: one.top)
    ]
