"""Every screen of the table: pure functions of a view to a 128x64 1-bit image."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from PIL import Image as Picture

from firmware import views
from firmware.screens import alphatian, house, roman
from firmware.screens.canvas import Canvas, ScreenError

__all__ = ["DRAWINGS", "draw", "render"]

Drawing = Callable[[Canvas, Any], None]

DRAWINGS: Final[Mapping[type, Drawing]] = {
    views.Title: house.title,
    views.Boot: house.boot,
    views.Menu: house.menu,
    views.TextEntry: house.text_entry,
    views.Question: house.question,
    views.Help: house.help_page,
    views.Trouble: house.trouble,
    views.Setting: house.setting,
    views.SetUp: house.set_up,
    views.Message: house.message,
    views.Correction: house.correction,
    views.AskThrow: alphatian.ask_throw,
    views.AttackChoice: alphatian.attack_choice,
    views.ParryChoice: alphatian.parry_choice,
    views.Verdict: alphatian.verdict,
    views.Winner: alphatian.winner,
    views.RomanThrow: roman.roman_throw,
    views.Entry: roman.entry,
    views.TurnEnd: roman.turn_end,
    views.CardChoice: roman.card_choice,
    views.DicePick: roman.dice_pick,
    views.CardThrow: roman.card_throw,
    views.Scores: roman.scores,
    views.Standings: roman.standings,
}
"""How each view is drawn."""


def render(view: views.View) -> Picture.Image:
    """Draw a view; the image has mode "1". A text that does not fit is shortened."""
    try:
        return draw(view).image
    except ScreenError:
        return draw(view, strict=False).image


def draw(view: views.View, *, strict: bool = True) -> Canvas:
    """Draw a view and give the canvas, which says what is written where.

    Raises ScreenError when strict and something does not fit.
    """
    canvas = Canvas(strict=strict)
    DRAWINGS[type(view)](canvas, view)
    return canvas
