"""Every screen of the table: pure functions of a view to a 128x64 1-bit image."""

from collections.abc import Sequence
from typing import Final

from PIL import Image as Picture

from firmware.screens import roman
from firmware.screens.canvas import WIDTH, Canvas
from firmware.screens.font import BIG, SMALL, fit, text_width_px, wrap
from firmware.views import (
    AskThrow,
    AttackChoice,
    CardChoice,
    CardThrow,
    Correction,
    DicePick,
    Entry,
    Message,
    ParryChoice,
    Purse,
    RomanThrow,
    Scores,
    SetUp,
    Title,
    TurnEnd,
    Verdict,
    View,
    Winner,
)

__all__ = ["render"]

RomanView = RomanThrow | Entry | TurnEnd | CardChoice | DicePick | CardThrow | Scores

BOTTOM: Final = 54
"""Where the last line of text begins."""

DIE_PX: Final = 22
"""The side of a drawn die; five of them fill the width."""

KEPT_PX: Final = 17
"""The side of a die that lies while others are thrown."""

LEVELS: Final = {"notice": "NOTE", "question": "QUESTION", "illegal": "ILLEGAL"}

MESSAGE_LINES: Final = 3


def render(view: View) -> Picture.Image:
    """Draw a view; the image has mode "1". Raises ScreenError when something does not fit."""
    canvas = Canvas()
    match view:
        case Title():
            _title(canvas, view)
        case AskThrow():
            _ask_throw(canvas, view)
        case AttackChoice():
            _attack_choice(canvas, view)
        case ParryChoice():
            _parry_choice(canvas, view)
        case Verdict():
            _verdict(canvas, view)
        case Message():
            _message(canvas, view)
        case Winner():
            _winner(canvas, view)
        case Correction():
            _correction(canvas, view)
        case SetUp():
            _set_up(canvas, view)
        case _:
            _roman(canvas, view)
    return canvas.image


def _roman(canvas: Canvas, view: RomanView) -> None:
    match view:
        case RomanThrow():
            roman.roman_throw(canvas, view)
        case Entry():
            roman.entry(canvas, view)
        case TurnEnd():
            roman.turn_end(canvas, view)
        case CardChoice():
            roman.card_choice(canvas, view)
        case DicePick():
            roman.dice_pick(canvas, view)
        case CardThrow():
            roman.card_throw(canvas, view)
        case Scores():
            roman.scores(canvas, view)


def _title(canvas: Canvas, view: Title) -> None:
    for k, word in enumerate(view.game.upper().split(" ")[:2]):
        canvas.text(2 + 20 * k, word, BIG)
    half = (WIDTH - text_width_px(" v ")) // 2 - 2
    canvas.text(BOTTOM, " v ".join(fit(player, half) for player in view.players))


def _ask_throw(canvas: Canvas, view: AskThrow) -> None:
    if view.start:
        doing = "for the start"
    elif view.number is not None:
        doing = f"parries the {view.number}s" if view.dice > 1 else f"parries the {view.number}"
    else:
        doing = "attacks"
    _named(canvas, view.player, doing)
    canvas.text(13, f"THROW {view.dice}", BIG)
    canvas.dice(33, view.kept, KEPT_PX, (False,) * len(view.kept))
    _purses(canvas, view.purses)


def _attack_choice(canvas: Canvas, view: AttackChoice) -> None:
    _named(canvas, view.player, "attacks")
    canvas.dice(15, view.faces, DIE_PX, view.aside)
    canvas.text(BOTTOM, "Lift dice, or OK")


def _parry_choice(canvas: Canvas, view: ParryChoice) -> None:
    _named(canvas, view.player, "parries")
    chosen = tuple(face == view.chosen for face in view.faces)
    canvas.dice(11, view.faces, DIE_PX, chosen)
    if view.clock is not None:
        canvas.bar(41, 9, view.clock)
    if view.chosen is None:
        canvas.text(BOTTOM, "Lift one number")
    else:
        canvas.text(BOTTOM, f"OK: throw the {view.chosen}s")


def _verdict(canvas: Canvas, view: Verdict) -> None:
    canvas.text(2, view.word, BIG)
    coins = "coin" if view.cost == 1 else "coins"
    pays = f"pays {view.cost} {coins}" if view.cost else "pays nothing"
    _named(canvas, view.player, pays, y=25)
    canvas.text(38, f"[{view.ruling}]")
    _purses(canvas, view.purses)


def _message(canvas: Canvas, view: Message) -> None:
    canvas.heading(LEVELS[view.level], f"[{view.ruling}]" if view.ruling else "")
    lines = wrap(view.lines, WIDTH)[:MESSAGE_LINES]
    top = 17 if len(lines) == MESSAGE_LINES else 23
    for k, line in enumerate(lines):
        canvas.text(top + 16 * k, line)


def _correction(canvas: Canvas, view: Correction) -> None:
    canvas.text(0, "Correct? help: next")
    canvas.dice(20, view.faces, KEPT_PX, (False,) * len(view.faces))
    canvas.point(12, view.at, len(view.faces), KEPT_PX)
    canvas.text(BOTTOM, f"OK: it shows {view.face}")


def _set_up(canvas: Canvas, view: SetUp) -> None:
    canvas.heading(view.heading, view.place)
    lines = wrap(view.lines, WIDTH)[: MESSAGE_LINES - 1]
    for k, line in enumerate(lines):
        canvas.text(17 + 16 * k, line)
    canvas.text(BOTTOM, view.below)


def _winner(canvas: Canvas, view: Winner) -> None:
    canvas.text(2, "WINNER" if len(view.players) == 1 else "WINNERS", BIG)
    names = " and ".join(view.players)
    size = BIG if text_width_px(names, BIG) <= WIDTH else SMALL
    canvas.text(26 if size == BIG else 30, fit(names, WIDTH, size), size)
    _purses(canvas, view.purses)


def _named(canvas: Canvas, player: str, doing: str, y: int = 0) -> None:
    """A line of a player and what the player does; the name gives way when it is long."""
    room = WIDTH - text_width_px(" " + doing) - 1
    canvas.text(y, f"{fit(player, room)} {doing}")


def _purses(canvas: Canvas, purses: Sequence[Purse]) -> None:
    """The players and their coins in the last line, one at the left and one at the right."""
    for purse, at_right in zip(purses[:2], (False, True), strict=False):
        coins = f" {purse.coins}"
        name = fit(purse.player, WIDTH // 2 - 4 - text_width_px(coins + "0"))
        if at_right:
            canvas.right(BOTTOM, name + coins)
        else:
            canvas.text(BOTTOM, name + coins, x=0)
