"""The menus before a game: players, handicap, options, settings, names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.journal import Kept
from firmware.table.pages import LETTERS, TextPage
from firmware.table.setup import OPTIONS, Setup, setup_of
from firmware.texts import language, speak
from firmware.views import AskThrow, Menu, Message, Setting, TextEntry
from hardware.ports import Pressed
from rules import alphatian
from rules.games import GAMES
from tests.firmware.table.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    before = language()
    opened = Evening(tmp_path)
    opened.press("ok")
    yield opened
    speak(before)


def items(evening: Evening) -> tuple[str, ...]:
    shown = evening.view
    assert isinstance(shown, Menu), shown
    return shown.items


def test_the_games_come_first(evening: Evening) -> None:
    assert items(evening) == (
        "Alphatian Roulette",
        "Alea Romana",
        "Centurion",
        "Settings",
        "Switch off",
    )
    evening.press("back")
    assert isinstance(evening.view, Menu)


def test_a_program_that_was_started_by_hand_can_be_left(tmp_path: Path) -> None:
    left: list[bool] = []
    evening = Evening(tmp_path, leave=lambda: left.append(True), power_off=None)
    evening.press("ok")
    evening.choose("Quit")
    assert left == [True]
    assert "Switch off" not in items(evening)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_the_rules_can_be_chosen(evening: Evening, game: str) -> None:
    offered = {option.name: option for option in OPTIONS[game]}
    fields = set(GAMES[game].Options.__dataclass_fields__)
    assert fields - set(offered) <= {"handicap", "clock_s"}
    for option in offered.values():
        for value, _ in option.values:
            setup = setup_of(game, Kept()).with_option(option.name, value)
            assert setup.option(option) == value


def test_a_handicap_and_coins(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Coins")
    assert evening.view == Setting("Coins", "10", 9, 20)
    evening.press("down", "down", "ok")
    assert "Coins: 8" in items(evening)
    evening.choose("Handicap")
    evening.press("up", "ok")
    assert "Handicap: Ann 7/8" in items(evening)
    assert evening.choose("Start") == ["start"]
    assert evening.said[-1].line.facts["coins"] == {"Ann": 7, "Ben": 8}
    assert evening.kept[-1].options["alphatian"]["coins"] == 8


def test_back_in_a_setting_leaves_it_as_it_was(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Coins")
    evening.press("up", "up", "back")
    assert "Coins: 10" in items(evening)


def test_a_handicap_goes_when_it_can_no_longer_be() -> None:
    setup = Setup("alphatian", ("Ann", "Ben"), {}, ("Ben", 5))
    assert setup.with_option("coins", 5).handicap is None
    assert setup.with_players(("Ann", "Cleo")).handicap is None
    assert setup.with_option("coins", 6).handicap == ("Ben", 5)


def test_a_handicap_outlives_other_values_that_are_looked_at(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Handicap")
    evening.press("up", "ok")
    assert "Handicap: Ann 9/10" in items(evening)
    evening.choose("Coins")
    evening.press("down", "down", "up", "up", "ok")
    assert "Handicap: Ann 9/10" in items(evening)


@pytest.mark.parametrize("how", ["coins", "player"])
def test_a_handicap_that_goes_is_said(evening: Evening, how: str) -> None:
    evening.choose("Alphatian")
    evening.choose("Handicap")
    evening.press("up", "ok")
    if how == "coins":
        evening.choose("Coins")
        evening.press("down", "ok")
    else:
        evening.choose("Ann, Ben")
        evening.choose("1: Ann")
        evening.choose("Cleo")
    assert evening.view == Message("notice", ("No handicap now:", "Ann had 9"), "")
    evening.press("ok")
    if how == "player":
        evening.choose("Done")
    assert "Handicap: none" in items(evening)


def test_the_throw_off_decides_who_begins(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Begins: player 1")
    evening.press("up", "ok")
    evening.press("up", "up")
    shown = evening.view
    assert isinstance(shown, Menu)
    evening.choose("Start")
    throw = evening.view
    assert isinstance(throw, AskThrow) and throw.start


def test_players_are_more_or_fewer_where_that_may_be(evening: Evening) -> None:
    evening.choose("Alea")
    evening.choose("Ann, Ben")
    assert items(evening) == ("1: Ann", "2: Ben", "One more", "One less", "Next begins", "Done")
    evening.choose("One more")
    assert items(evening) == ("Cleo", "Dan", "Eve", "Flo", "New name")
    evening.choose("Eve")
    evening.choose("Next begins")
    evening.choose("2: Eve")
    evening.choose("Flo")
    assert items(evening)[:3] == ("1: Ben", "2: Flo", "3: Ann")
    evening.choose("One less")
    evening.choose("One less")
    assert "One less" not in items(evening)
    evening.choose("Done")
    evening.choose("Start")
    assert evening.said[-1].line.facts["players"] == ("Ben",)


def write(evening: Evening, name: str) -> None:
    """Enter a name letter by letter, as it is done at the table."""
    at = 0
    for letter in name:
        there = LETTERS.index(letter.upper())
        step: Pressed = "down" if there >= at else "up"
        evening.press(*[step] * abs(there - at), "ok")
        at = there


def test_a_name_is_entered_once_and_remembered(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Ann, Ben")
    evening.choose("2: Ben")
    evening.choose("New name")
    assert isinstance(evening.view, TextEntry)
    write(evening, "Zoë"[:2])
    shown = evening.view
    assert isinstance(shown, TextEntry) and shown.text == "Zo"
    assert shown.hint == "Hold help: done"  # nothing else says how a name ends
    evening.press("help_hold")
    assert items(evening)[:2] == ("1: Ann", "2: Zo")
    assert evening.kept[-1].names == ("Zo",)
    evening.choose("1: Ann")
    assert "Zo" not in items(evening)  # a player plays once


def test_a_name_that_plays_already_is_refused(evening: Evening) -> None:
    evening.choose("Alphatian")
    evening.choose("Ann, Ben")
    evening.choose("2: Ben")
    evening.choose("New name")
    write(evening, "Ann")
    evening.press("help_hold")
    assert isinstance(evening.view, Message)
    evening.press("ok")
    assert "New name" in items(evening)


def test_a_text_is_done_with_the_word_behind_the_letters_or_when_it_is_full() -> None:
    done: list[str] = []
    page = TextPage("Name", done.append, lambda: done.append("left"))
    page.press("ok")
    page.press("up")
    shown = page.view()
    assert (shown.text, shown.letter) == ("A", "done")
    page.press("ok")
    assert done == ["A"]
    page = TextPage("Name", done.append, lambda: done.append("left"))
    for _ in range(11):
        page.press("ok")
    assert done[-1] == "Aaaaaaaaaa"
    page = TextPage("Name", done.append, lambda: done.append("left"))
    page.press("ok")
    page.press("back")
    page.press("back")
    page.press("help_hold")
    assert done[2:] == ["left", "left"]


# ---------------------------------------------------------------- settings


def test_the_language_is_changed_at_once_and_kept(evening: Evening) -> None:
    evening.choose("Settings")
    evening.choose("Language")
    evening.press("up")
    assert language() == "it"
    assert evening.view == Setting("Lingua", "Italiano", 1, 3)
    evening.press("up", "ok")
    assert evening.kept[-1].language == "de"
    assert language() == "de"
    assert isinstance(evening.view, Menu)
    assert evening.view.title == "Einstellungen"


def test_sound_screen_and_lamp(evening: Evening) -> None:
    evening.choose("Settings")
    evening.choose("Sound")
    evening.press("up", "ok")
    evening.choose("Screen")
    evening.press("down", "down", "ok")
    assert evening.oled.chip.contrast == round(8 * 25.5)
    evening.choose("Lamp")
    evening.press("up", "ok")
    assert evening.light.level == 0.8
    kept = evening.kept[-1]
    assert (kept.sound, kept.brightness, kept.lamp) == ("off", round(8 * 25.5), 80)


def test_speech_is_offered_where_something_can_speak(tmp_path: Path) -> None:
    spoken: list[str] = []
    evening = Evening(tmp_path, speak=spoken.append)
    evening.press("ok")
    evening.choose("Settings")
    evening.choose("Speech: off")
    evening.press("up", "ok", "back")
    evening.start("Alphatian")
    assert spoken == ["Alphatian Roulette: Ann with 10 coins, Ben with 10 coins."]


def test_a_name_is_forgotten_after_a_yes(tmp_path: Path) -> None:
    evening = Evening(tmp_path, kept=Kept(names=("Zoe", "Max")))
    evening.press("ok")
    evening.choose("Settings")
    evening.choose("Forget")
    evening.choose("Zoe")
    evening.press("ok")
    assert evening.table.kept.names == ("Zoe", "Max")
    evening.choose("Zoe")
    evening.press("up", "ok")
    assert evening.kept[-1].names == ("Max",)
    evening.choose("Done")
    assert "Self-check" in items(evening)


def test_options_that_cannot_be_are_as_the_rules_have_them() -> None:
    kept = Kept(options={"alphatian": {"coins": 99, "clock": True, "starter": "throw-off"}})
    setup = setup_of("alphatian", kept)
    assert setup.options == {"starter": "throw-off"}
    assert setup.coins == alphatian.Options().coins
    assert setup_of("alea", Kept(players=("Zoe", "Max", "Ida"))).players == ("Zoe", "Max", "Ida")
    assert setup_of("alphatian", Kept(players=("Zoe", "Max", "Ida"))).players == ("Zoe", "Max")
