"""The screens of the games with Roman dice."""

from typing import Final

from firmware.screens.canvas import MARGIN_PX, WIDTH, Canvas
from firmware.screens.font import BIG, SMALL, fit, text_width_px
from firmware.screens.house import listed
from firmware.texts import tr, trn
from firmware.views import (
    CardChoice,
    CardItem,
    CardThrow,
    DicePick,
    Entry,
    RomanThrow,
    Scores,
    Standings,
    TurnEnd,
)

__all__ = [
    "card_choice",
    "card_throw",
    "dice_pick",
    "entry",
    "roman_throw",
    "scores",
    "standings",
    "turn_end",
]

BOTTOM: Final = 54
"""Where the last line of text begins."""

COLUMN_Y: Final = 48
"""Where a column at the bottom begins."""

DIE_PX: Final = 17
"""The side of a drawn die; six of them fill the width."""

CARD_PX: Final = 20
"""What a small card with its count takes at the right of the first line."""

GOAL: Final = 100
"""The points of Centurion [C3]."""

SHOWN: Final = 2
"""How many players' columns one screen shows."""

STANDING_PX: Final = 32


def roman_throw(canvas: Canvas, view: RomanThrow) -> None:
    """Draw what lies, what it makes and what would be a bust, and how many cards are left."""
    doing = tr("{player}: throw or OK") if view.numbers else tr("{player} throws")
    right = WIDTH if view.cards is None else WIDTH - CARD_PX
    canvas.sentence(0, doing, right=right, player=view.player)
    if view.cards is not None:
        canvas.card(WIDTH - CARD_PX + 5, 0, len(view.cards))
    if view.faces:
        canvas.dice(12, view.faces, DIE_PX, (False,) * len(view.faces))
        canvas.text(33, _makes(view))
    else:
        canvas.text(15, tr("THROW {dice}", dice=1), BIG)
    if view.column is not None:
        canvas.column(COLUMN_Y, view.column)
    elif view.total is not None:
        canvas.text(BOTTOM, tr("{points} of {goal}", points=view.total, goal=GOAL))


def entry(canvas: Canvas, view: Entry) -> None:
    """Draw the number and the space that OK would take."""
    doing = {
        "enters": tr("{player} enters"),
        "again": tr("{player} plays card 5"),
        "counts": tr("{player} counts"),
    }
    canvas.sentence(0, doing[view.doing], player=view.player)
    canvas.text(13, str(view.number), BIG)
    if view.column is None or view.space is None:
        canvas.text(BOTTOM, tr("up, down, OK"))
        return
    canvas.text(33, tr("OK: space {space}", space=view.space))
    canvas.column(COLUMN_Y, view.column, view.space, view.number)


def turn_end(canvas: Canvas, view: TurnEnd) -> None:
    """Draw how a turn ended, and who is next."""
    if view.column is None:
        word = tr("BUST") if view.number is None else f"+{view.number}"
        doing = tr("{player} has {points}")
    else:
        word = tr("NO ENTRY") if view.number is None else str(view.number)
        doing = tr("{player} enters nothing")
        if view.number is not None:
            doing = tr("{player}: space {space}")
    canvas.text(0, word, BIG)
    canvas.sentence(19, doing, player=view.player, points=view.total, space=view.space)
    if view.column is not None:
        canvas.column(31, view.column, view.space)
    canvas.sentence(BOTTOM, tr("{player} throws"), player=view.following)


def card_choice(canvas: Canvas, view: CardChoice) -> None:
    """Draw the menu of cards, three items of it."""
    why = tr("bust") if view.why == "bust" else tr("fits nowhere")
    name = fit(view.player, WIDTH - 6 - text_width_px(why) - 12)
    canvas.heading(name, why)
    listed(canvas, tuple(map(_item, view.items)), view.at, 3)


def dice_pick(canvas: Canvas, view: DicePick) -> None:
    """Draw the dice for a card: a bar under those marked, an arrow over the one pointed at."""
    canvas.text(0, tr("Card {card}: which?", card=view.card))
    canvas.dice(22, view.faces, DIE_PX, view.marked)
    canvas.point(14, view.at, len(view.faces), DIE_PX)
    canvas.text(BOTTOM, tr("down: mark  OK") if view.card != 3 else tr("up, down, OK"))


def card_throw(canvas: Canvas, view: CardThrow) -> None:
    """Draw which dice to lift for a card, and how many to throw."""
    canvas.sentence(0, tr("{player} plays card {card}"), player=view.player, card=view.card)
    canvas.text(13, tr("THROW {dice}", dice=view.dice), BIG)
    canvas.text(33, tr("Lift"))
    canvas.dice(43, view.faces, DIE_PX, (False,) * len(view.faces))


def scores(canvas: Canvas, view: Scores) -> None:
    """Draw who won, and the points of up to six players in two rows of columns."""
    winners = " & ".join(view.winners)
    wins = trn("{player} wins", "{player} win", len(view.winners))
    room = WIDTH - 2 * MARGIN_PX - text_width_px(wins.format(player=""))
    canvas.heading(wins.format(player=fit(winners, room)))
    rows = max(2, -(-len(view.scores) // 2))
    for at, (player, points) in enumerate(view.scores):
        y = 17 + 16 * (at % rows)
        x = 0 if at < rows else WIDTH // 2 + 2
        words = f" {points}"
        canvas.text(y, fit(player, WIDTH // 2 - 4 - text_width_px(words + "0")) + words, x=x)


def standings(canvas: Canvas, view: Standings) -> None:
    """Draw two players' columns, with the cards that they still have and their points."""
    for row, standing in enumerate(view.rows[view.first : view.first + SHOWN]):
        y = STANDING_PX * row
        cards = "".join("J" if card == 6 else str(card) for card in standing.cards)
        figures = f"{cards}  {standing.points}" if cards else str(standing.points)
        room = WIDTH - text_width_px(figures) - 8
        canvas.text(y, fit(standing.player, room), x=0)
        canvas.right(y, figures)
        canvas.column(y + 12, standing.column)


def _makes(view: RomanThrow) -> str:
    """What the dice make, and as far as there is room, what would be a bust."""
    numbers = " / ".join(map(str, view.numbers)) if view.numbers else tr("bust")
    faces = " / ".join(view.bust_faces)
    risky = tr("{numbers}; bust: {faces}", numbers=numbers, faces=faces) if faces else numbers
    return risky if text_width_px(risky, SMALL) <= WIDTH else numbers


def _item(item: CardItem) -> str:
    if item is None:
        return tr("No card, no entry")
    card, joker = item
    names = {
        1: tr("throw I again"),
        2: tr("throw V again"),
        3: tr("throw one again"),
        4: tr("set dice aside"),
        5: tr("enter again"),
    }
    return f"{'J' if joker else card}: {names[card]}"
