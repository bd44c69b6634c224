"""The screens that every game has: menus, questions, help, messages, and the table's own."""

from typing import Final

from firmware.screens.canvas import MARGIN_PX, WIDTH, Canvas
from firmware.screens.font import BIG, SMALL, fit, text_width_px, wrap
from firmware.texts import tr
from firmware.views import (
    Boot,
    Correction,
    Help,
    Menu,
    Message,
    Question,
    Setting,
    SetUp,
    TextEntry,
    Title,
    Trouble,
)

__all__ = [
    "boot",
    "correction",
    "help_page",
    "help_pages",
    "menu",
    "message",
    "question",
    "set_up",
    "setting",
    "text_entry",
    "title",
    "trouble",
]

BOTTOM: Final = 54
"""Where the last line of text begins."""

FIRST_ROW: Final = 17
"""Where the first line under a heading begins."""

ROW_PX: Final = 16
"""From one line under a heading to the next."""

ROWS: Final = 3
"""How many lines stand under a heading."""

INDENT_PX: Final = 9
"""Where the items of a list begin, after the marker."""

KEPT_PX: Final = 17
"""The side of a drawn die."""

ENTRY_Y: Final = 22
"""Where a text that is entered stands."""

IN_A_ROW: Final = 3
"""How many players' names stand in a line under a game's name."""

BETWEEN: Final = " : "

WORKS: Final = {True: "✓", False: "✗", None: "-"}


def title(canvas: Canvas, view: Title) -> None:
    """Draw the name of a game in large letters, and the players."""
    for k, word in enumerate(view.game.upper().split(" ")[:2]):
        canvas.text(2 + 20 * k, word, BIG)
    rows = -(-len(view.players) // IN_A_ROW)
    for row in range(rows):
        players = view.players[row * IN_A_ROW :][:IN_A_ROW]
        room = (WIDTH - text_width_px(BETWEEN) * (len(players) - 1)) // len(players) - 2
        line = BETWEEN.join(fit(player, room) for player in players)
        canvas.text(BOTTOM - 11 * (rows - 1 - row), line)


def message(canvas: Canvas, view: Message) -> None:
    """Draw a complaint under its level and its ruling."""
    levels = {"notice": tr("NOTE"), "question": tr("QUESTION"), "illegal": tr("ILLEGAL")}
    canvas.heading(levels[view.level], f"[{view.ruling}]" if view.ruling else "")
    canvas.paragraph(view.lines, FIRST_ROW, ROWS)


def correction(canvas: Canvas, view: Correction) -> None:
    """Draw the dice as read, an arrow over the one pointed at, and the face that OK takes."""
    canvas.text(0, tr("Correct? help: next"))
    canvas.dice(20, view.faces, KEPT_PX, (False,) * len(view.faces))
    canvas.point(12, view.at, len(view.faces), KEPT_PX)
    canvas.text(BOTTOM, tr("OK: it shows {face}", face=view.face))


def boot(canvas: Canvas, view: Boot) -> None:
    """Draw the parts in two columns, each with a tick, a cross, or a dash when not there.

    Of more than there is room for, those that do not work come first, and the last is a count.
    """
    canvas.heading(tr("SELF-CHECK"))
    cells = [(WORKS[works], name) for name, works in view.checks]
    if len(cells) > 2 * ROWS:
        ordered = sorted(view.checks, key=lambda check: check[1] is not False)
        cells = [(WORKS[works], name) for name, works in ordered[: 2 * ROWS - 1]]
        cells.append(("+", str(len(ordered) - len(cells))))
    for at, (sign, name) in enumerate(cells):
        x = (WIDTH // 2) * (at // ROWS)
        y = FIRST_ROW + ROW_PX * (at % ROWS)
        canvas.text(y, sign, x=x)
        canvas.text(y, fit(name, WIDTH // 2 - INDENT_PX - 2), x=x + INDENT_PX)


def menu(canvas: Canvas, view: Menu) -> None:
    """Draw the items around the one pointed at, with arrows where more follow."""
    canvas.heading(fit(view.title, WIDTH - 2 * MARGIN_PX))
    listed(canvas, view.items, view.at, ROWS - 1 if view.hint else ROWS)
    if view.hint:
        canvas.text(FIRST_ROW + ROW_PX * (ROWS - 1), view.hint)


def listed(canvas: Canvas, items: tuple[str, ...], at: int, rows: int) -> None:
    """Draw so many rows of a list under a heading, with a marker at the item pointed at."""
    first = max(0, min(at - 1, len(items) - rows))
    room = WIDTH - INDENT_PX - (8 if len(items) > rows else 0)
    for row, item in enumerate(items[first : first + rows]):
        y = FIRST_ROW + ROW_PX * row
        if first + row == at:
            canvas.text(y, ">", x=0)
        canvas.text(y, fit(item, room), x=INDENT_PX)
    if first > 0:
        canvas.arrow(FIRST_ROW, up=True)
    if first + rows < len(items):
        canvas.arrow(FIRST_ROW + ROW_PX * (rows - 1), up=False)


def text_entry(canvas: Canvas, view: TextEntry) -> None:
    """Draw the text in large letters, the letter offered dark on lit, what is too long scrolled."""
    canvas.heading(fit(view.title, WIDTH - 2 * MARGIN_PX))
    before, after = view.text[: view.at], view.text[view.at :]
    offered = view.letter if view.letter.strip() else "_"
    size = BIG if len(offered) == 1 else SMALL
    y = ENTRY_Y if size == BIG else ENTRY_Y + 4
    width = text_width_px(offered, size) + 2 * size
    while before and text_width_px(before, BIG) > WIDTH - width - 8:
        before = before[1:]
    left = text_width_px(before, BIG) + 4 if before else 0
    if before:
        canvas.text(ENTRY_Y, before, BIG, x=0)
    canvas.lit_text(y, offered, size, left, left + width)
    rest = fit_bare(after, WIDTH - left - width - 2)
    if rest:
        canvas.text(ENTRY_Y, rest, BIG, x=left + width + 2)
    if view.hint:
        canvas.text(BOTTOM, view.hint)


def fit_bare(text: str, width_px: int) -> str:
    """As much of a text in large letters as fits, with nothing to show that it goes on."""
    while text and text_width_px(text, BIG) > width_px:
        text = text[:-1]
    return text


def question(canvas: Canvas, view: Question) -> None:
    """Draw a question, and its two answers side by side."""
    lines = wrap(view.text, WIDTH)
    canvas.paragraph(view.text, 2 if len(lines) == ROWS else 6, ROWS)
    half = WIDTH // 2
    canvas.button(52, view.yes, 0, half - 2, view.at == 0)
    canvas.button(52, view.no, half + 2, WIDTH, view.at == 1)


def help_pages(text: str) -> int:
    """How many pages the help screen takes for a text."""
    return max(1, -(-len(wrap((text,), WIDTH)) // ROWS))


def help_page(canvas: Canvas, view: Help) -> None:
    """Draw a page of what is awaited, with its ruling."""
    page = f" {view.page + 1}/{view.pages}" if view.pages > 1 else ""
    canvas.heading(tr("HELP"), f"[{view.ruling}]{page}")
    for row, line in enumerate(_page_lines(view)):
        canvas.text(FIRST_ROW + ROW_PX * row, line, x=0)


def _page_lines(view: Help) -> list[str]:
    """The lines of a page: all pages have as many, or the first ones one more."""
    lines = wrap((view.text,), WIDTH)
    each, more = divmod(len(lines), view.pages)
    begin = each * view.page + min(view.page, more)
    return lines[begin : begin + each + (view.page < more)]


def set_up(canvas: Canvas, view: SetUp) -> None:
    """Draw a step of setting the table up: what was found, and what OK does."""
    canvas.heading(view.heading, view.place)
    canvas.paragraph(view.lines, FIRST_ROW, ROWS - 1)
    canvas.text(FIRST_ROW + ROW_PX * (ROWS - 1), view.below)


def trouble(canvas: Canvas, view: Trouble) -> None:
    """Draw what of the table does not work, and what helps."""
    canvas.heading(view.what.upper(), "!")
    canvas.paragraph(view.text, FIRST_ROW, ROWS)


def setting(canvas: Canvas, view: Setting) -> None:
    """Draw a setting's value in large letters where it fits, and a bar of how far it is."""
    canvas.heading(fit(view.title, WIDTH - 2 * MARGIN_PX))
    size = BIG if text_width_px(view.value, BIG) <= WIDTH else SMALL
    canvas.text(22 if size == BIG else 26, fit(view.value, WIDTH, size), size)
    canvas.bar(50, 10, (view.at + 1) / view.of if view.of else 0.0)
