"""The table's own words, in every language: what stands in a menu stands there whole."""

import pytest

from firmware.screens.canvas import WIDTH
from firmware.screens.font import text_width_px
from firmware.screens.house import INDENT_PX
from firmware.table.care_words import button_name, stuck, stuck_view
from firmware.table.setup import OPTIONS
from firmware.texts import LANGUAGES, speaking, tr

ROOM_PX = WIDTH - INDENT_PX - 8
"""What an item of a long menu has, beside the marker and the arrows."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_stands_whole_in_its_menu(language: str) -> None:
    with speaking(language):
        items = [
            f"{tr(option.title)}: {option.word(value)}"
            for options in OPTIONS.values()
            for option in options
            for value, _ in option.values
        ]
    assert [item for item in items if text_width_px(item) > ROOM_PX] == []


@pytest.mark.parametrize(("language", "name"), [("en", "help"), ("de", "Hilfe"), ("it", "aiuto")])
def test_a_stuck_button_is_called_by_its_name(language: str, name: str) -> None:
    with speaking(language):
        assert button_name("help") == name
        assert name in stuck("help").text
        assert stuck_view("help").text[0].startswith(name.upper())
