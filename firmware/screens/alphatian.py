"""The screens of Alphatian Roulette."""

from collections.abc import Sequence
from typing import Final

from firmware.screens.canvas import WIDTH, Canvas
from firmware.screens.font import BIG, SMALL, fit, text_width_px
from firmware.texts import tr, trn
from firmware.views import AskThrow, AttackChoice, ParryChoice, Purse, Verdict, Winner

__all__ = ["ask_throw", "attack_choice", "parry_choice", "verdict", "winner"]

BOTTOM: Final = 54
"""Where the last line of text begins."""

GAP_PX: Final = 6
"""Between a sentence and the ruling beside it."""

DIE_PX: Final = 22
"""The side of a drawn die; five of them fill the width."""

KEPT_PX: Final = 17
"""The side of a die that lies while others are thrown."""


def ask_throw(canvas: Canvas, view: AskThrow) -> None:
    """Draw who throws how many dice, what lies meanwhile, and the coins."""
    if view.start:
        doing = tr("{player} for the start")
    elif view.number is not None:
        doing = trn("{player} parries the {number}", "{player} parries the {number}s", view.dice)
    else:
        doing = tr("{player} attacks")
    canvas.sentence(0, doing, player=view.player, number=view.number)
    canvas.text(13, tr("THROW {dice}", dice=view.dice), BIG)
    canvas.dice(33, view.kept, KEPT_PX, (False,) * len(view.kept))
    _purses(canvas, view.purses)


def attack_choice(canvas: Canvas, view: AttackChoice) -> None:
    """Draw the dice of the attack, a bar under those set aside."""
    canvas.sentence(0, tr("{player} attacks"), player=view.player)
    canvas.dice(15, view.faces, DIE_PX, view.aside)
    canvas.text(BOTTOM, tr("Lift dice, or OK"))


def parry_choice(canvas: Canvas, view: ParryChoice) -> None:
    """Draw the attack, a bar under the dice of the number pointed at, and the clock."""
    canvas.sentence(0, tr("{player} parries"), player=view.player)
    chosen = tuple(face == view.chosen for face in view.faces)
    canvas.dice(11, view.faces, DIE_PX, chosen)
    if view.clock is not None:
        canvas.bar(41, 9, view.clock)
    if view.chosen is None:
        canvas.text(BOTTOM, tr("Lift one number"))
    else:
        dice = view.faces.count(view.chosen)
        throw = trn("OK: throw the {number}", "OK: throw the {number}s", dice, number=view.chosen)
        canvas.text(BOTTOM, throw)


def verdict(canvas: Canvas, view: Verdict) -> None:
    """Draw how an attack ended, what it costs whom, who is next, and the coins."""
    words = {"failed": tr("FAILED"), "parried": tr("PARRIED"), "caracca": tr("CARACCA")}
    canvas.text(2, words[view.how], BIG)
    pays = tr("{player} pays nothing")
    if view.cost:
        pays = trn("{player} pays {count} coin", "{player} pays {count} coins", view.cost)
    canvas.sentence(25, pays, player=view.player, count=view.cost)
    ruling = f"[{view.ruling}]"
    room = WIDTH - text_width_px(ruling) - GAP_PX
    canvas.sentence(39, tr("{player} throws"), right=room, player=view.following)
    canvas.right(39, ruling)
    _purses(canvas, view.purses)


def winner(canvas: Canvas, view: Winner) -> None:
    """Draw who won, and the coins."""
    canvas.text(2, trn("WINNER", "WINNERS", len(view.players)), BIG)
    names = " & ".join(view.players)
    size = BIG if text_width_px(names, BIG) <= WIDTH else SMALL
    canvas.text(26 if size == BIG else 30, fit(names, WIDTH, size), size)
    _purses(canvas, view.purses)


def _purses(canvas: Canvas, purses: Sequence[Purse]) -> None:
    """The players and their coins in the last line, one at the left and one at the right."""
    for purse, at_right in zip(purses[:2], (False, True), strict=False):
        coins = f" {purse.coins}"
        name = fit(purse.player, WIDTH // 2 - 4 - text_width_px(coins + "0"))
        if at_right:
            canvas.right(BOTTOM, name + coins)
        else:
            canvas.text(BOTTOM, name + coins, x=0)
