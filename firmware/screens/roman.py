"""The screens of the games with Roman dice."""

from typing import Final

from firmware.screens.canvas import WIDTH, Canvas
from firmware.screens.font import BIG, SMALL, fit, text_width_px
from firmware.views import (
    CardChoice,
    CardThrow,
    Column,
    DicePick,
    Entry,
    RomanThrow,
    Scores,
    TurnEnd,
)

__all__ = [
    "card_choice",
    "card_throw",
    "dice_pick",
    "entry",
    "roman_throw",
    "scores",
    "turn_end",
]

BOTTOM: Final = 54
"""Where the last line of text begins."""

DIE_PX: Final = 17
"""The side of a drawn die; six of them fill the width."""

MENU_LINES: Final = 3


def roman_throw(canvas: Canvas, view: RomanThrow) -> None:
    """Draw what lies, what it makes and what would be a bust."""
    _named(canvas, view.player, "throws or OK" if view.numbers else "throws")
    if view.faces:
        canvas.dice(12, view.faces, DIE_PX, (False,) * len(view.faces))
        canvas.text(33, _makes(view))
    else:
        canvas.text(15, "THROW 1", BIG)
    _below(canvas, view.column, None, None, view.total)


def entry(canvas: Canvas, view: Entry) -> None:
    """Draw the number and the space that OK would take."""
    _named(canvas, view.player, view.doing)
    canvas.text(13, str(view.number), BIG)
    if view.column is None or view.space is None:
        canvas.text(BOTTOM, "up, down, OK")
        return
    canvas.text(33, f"OK: space {view.space}")
    canvas.column(48, view.column, view.space, view.number)


def turn_end(canvas: Canvas, view: TurnEnd) -> None:
    """Draw how a turn ended, and who is next."""
    canvas.text(0, view.word, BIG)
    _named(canvas, view.player, view.doing, y=19)
    if view.column is not None:
        canvas.column(31, view.column, view.space)
    _named(canvas, view.following, "throws", y=BOTTOM)


def card_choice(canvas: Canvas, view: CardChoice) -> None:
    """Draw the menu of cards, three items of it."""
    name = fit(view.player, WIDTH - 6 - text_width_px(view.why) - 12)
    canvas.heading(name, view.why)
    first = max(0, min(view.at - 1, len(view.items) - MENU_LINES))
    for row, item in enumerate(view.items[first : first + MENU_LINES]):
        y = 17 + 16 * row
        if first + row == view.at:
            canvas.text(y, ">", x=0)
        canvas.text(y, item, x=9)


def dice_pick(canvas: Canvas, view: DicePick) -> None:
    """Draw the dice for a card: a bar under those marked, an arrow over the one pointed at."""
    canvas.text(0, f"Card {view.card}: which?")
    canvas.dice(22, view.faces, DIE_PX, view.marked)
    canvas.point(14, view.at, len(view.faces), DIE_PX)
    canvas.text(BOTTOM, "down: mark  OK" if view.card != 3 else "up, down, OK")


def card_throw(canvas: Canvas, view: CardThrow) -> None:
    """Draw which dice to lift for a card, and how many to throw."""
    _named(canvas, view.player, f"plays card {view.card}")
    canvas.text(13, f"THROW {view.dice}", BIG)
    canvas.text(33, "Lift")
    canvas.dice(43, view.faces, DIE_PX, (False,) * len(view.faces))


def scores(canvas: Canvas, view: Scores) -> None:
    """Draw who won, and the points of up to six players in two rows of columns."""
    winners = " and ".join(view.winners)
    verb = " wins" if len(view.winners) == 1 else " win"
    canvas.heading(fit(winners, WIDTH - 6 - text_width_px(verb)) + verb, "")
    rows = max(2, -(-len(view.scores) // 2))
    for at, (player, points) in enumerate(view.scores):
        y = 17 + 16 * (at % rows)
        x = 0 if at < rows else WIDTH // 2 + 2
        words = f" {points}"
        canvas.text(y, fit(player, WIDTH // 2 - 4 - text_width_px(words + "0")) + words, x=x)


def _makes(view: RomanThrow) -> str:
    makes = " or ".join(map(str, view.numbers)) if view.numbers else "bust"
    risks = f"; {' or '.join(view.bust_faces)} busts" if view.bust_faces else ""
    return f"{makes}{risks}" if text_width_px(makes + risks, SMALL) <= WIDTH else makes


def _below(
    canvas: Canvas,
    column: Column | None,
    space: int | None,
    number: int | None,
    total: int | None,
) -> None:
    """The column in the last line, or the total in Centurion."""
    if column is not None:
        canvas.column(48, column, space, number)
    elif total is not None:
        canvas.text(BOTTOM, f"{total} of 100")


def _named(canvas: Canvas, player: str, doing: str, y: int = 0) -> None:
    room = WIDTH - text_width_px(" " + doing) - 1
    canvas.text(y, f"{fit(player, room)} {doing}")
