"""What the terminal shows, and what is sent to it."""

import io
import threading
from dataclasses import replace

import pytest
from PIL import Image as Picture

from firmware.play.page import PLACES, STATES, DieSeen, Shown, page
from firmware.play.painter import Painter, changes
from firmware.screens import in_words
from firmware.texts import LANGUAGES, speaking, tr
from firmware.views import Menu, Question

BLANK = Picture.new("1", (128, 64))
DICE = (DieSeen(1, "6", (0.1, 0.1)), DieSeen(2, "?", (0.5, 0.5)), DieSeen(4, "3", (0.9, 0.9)))
SHOWN = Shown(BLANK, "rest", DICE, 2, ("Ann throws 1 2", "Ben throws"), "2 thrown")


@pytest.mark.parametrize("columns", [20, 79, 80, 100, 144, 200])
@pytest.mark.parametrize("rows", [3, 23, 24, 40, 60])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_page_always_fits(columns: int, rows: int, encoding: str) -> None:
    drawn = page(SHOWN, columns, rows, encoding)
    assert len(drawn) == rows
    assert max(map(len, drawn)) <= columns
    "\n".join(drawn).encode(encoding)


def test_eighty_by_twenty_four_has_room_for_all() -> None:
    drawn = page(SHOWN, 80, 24, "utf-8")
    text = "\n".join(drawn)
    assert drawn[0].startswith("\u250c")
    assert "TRAY" in drawn[0]
    assert "at rest" in drawn[1]
    for expected in ("1 6 top left", "2 ? middle", "4 3 low right", "in hand: 2", "2 thrown"):
        assert expected in text
    assert "> Ben throws" in text
    assert drawn[-2].startswith("arrows up/down")
    assert drawn[-1].endswith("b put back")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_room_for_its_keys_and_places(language: str) -> None:
    with speaking(language):
        drawn = page(SHOWN, 80, 24, "utf-8")
        assert drawn[-1].endswith(tr("b put back"))
        assert drawn[-2].endswith(tr("q quit"))
        assert all(len(tr(place)) <= 9 for row in PLACES for place in row)
        assert all(len(tr(state)) <= 13 for state in (*STATES.values(), "no picture", "TRAY"))


def test_a_wide_terminal_shows_half_blocks_and_a_small_one_says_so() -> None:
    assert len(page(SHOWN, 150, 50, "utf-8")[0]) > 130
    small = page(SHOWN, 60, 20, "utf-8")
    assert small[0] == "In words: drawing takes 80x24 and UTF-8"
    assert any("Ben throws" in row for row in small)


def test_without_room_the_screen_and_the_tray_come_in_words() -> None:
    shown = replace(SHOWN, words=lambda: in_words(Question(("Ann", "concedes?"), "ja", "nein", 1)))
    small = page(shown, 60, 20, "utf-8")
    assert small[2:6] == ["  Ann", "  concedes?", "  ja  [nein]", ""]
    assert small[6] == "TRAY: at rest  1:6  2:?  4:3  in hand: 2  2 thrown"
    assert "> Ben throws" in small


def test_a_terminal_without_umlauts_gets_them_spelled() -> None:
    shown = replace(SHOWN, said=("Jörg wirft 3 Würfel … Zoë groß",), words=lambda: ["Für später"])
    text = "\n".join(page(shown, 80, 24, "ascii"))
    assert "Joerg wirft 3 Wuerfel ... Zoe gross" in text and "  Fuer spaeter\n" in text


def test_words_say_what_is_pointed_at() -> None:
    assert in_words(Menu("Menu", ("one", "two"), 1)) == ["Menu", "one", ">  two"]


def test_real_dice_are_thrown_by_no_key() -> None:
    drawn = page(Shown(BLANK, drawn=False), 80, 24, "utf-8")
    assert not any("throw" in row for row in drawn)


def test_long_lines_are_wrapped_and_the_newest_stay() -> None:
    said = tuple(f"line {k} " + "word " * 30 for k in range(9))
    text = "\n".join(page(Shown(BLANK, said=said), 80, 24, "utf-8"))
    assert "> line 8" in text
    assert "line 0" not in text


def test_only_changed_rows_are_sent() -> None:
    assert changes(None, ["a", "b"]) == "\x1b[2J\x1b[1;1Ha\x1b[K\x1b[2;1Hb\x1b[K"
    assert changes(["a", "b"], ["a", "c"]) == "\x1b[2;1Hc\x1b[K"
    assert changes(["a"], ["a"]) == ""


def test_a_painter_paints_what_changed_and_all_of_it_afresh() -> None:
    screen = io.StringIO()
    shown = [SHOWN]
    painter = Painter(lambda: shown[0], screen, threading.Lock())
    painter.paint()
    first = len(screen.getvalue())
    painter.paint()
    assert len(screen.getvalue()) == first
    shown[0] = Shown(BLANK, "moving", DICE, 2, SHOWN.said, "2 thrown")
    painter.paint()
    assert 0 < len(screen.getvalue()) - first < 300
    painter.afresh()
    painter.paint()
    assert len(screen.getvalue()) > 1.9 * first
    painter.start()
    painter.close()
    screen.close()
    painter.paint()
