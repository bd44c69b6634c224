"""What help says: something for every step that a game can await."""

import random

import pytest

from firmware.referee.examples import explained
from firmware.referee.helps import HELPS, explain
from firmware.screens import draw, help_pages
from firmware.screens.gallery import helps
from firmware.texts import LANGUAGES, speaking
from rules import alea, alphatian, centurion
from rules.games import GAMES
from rules.playout import drawn_action
from tests.rules.play import begun

PHASES = [phase for game in (alphatian, alea, centurion) for phase in game.Phase]

MOST_PAGES = 4


def test_every_phase_of_every_game_is_explained() -> None:
    assert set(HELPS) == set(PHASES)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_help_has_a_sentence_and_a_ruling_in_every_state_of_many_games(game: str) -> None:
    chance = random.Random(game)
    for _ in range(6):
        match = begun(game, chance)
        for _ in range(150):
            text, ruling = explain(match)
            assert text.endswith(".") and "{" not in text and "None" not in text
            assert ruling[0] in "ARC" and ruling[1:].isdigit()
            if match.state.awaits.player is None:
                break
            match = match.apply(drawn_action(GAMES[game], match.state, chance.randrange))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_read_in_a_few_pages(language: str) -> None:
    with speaking(language):
        pages = {name: help_pages(text) for name, (text, _) in explained().items()}
    assert max(pages.values()) <= MOST_PAGES, pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_help_are_about_equally_full(language: str) -> None:
    with speaking(language):
        shown = {name: draw(view).written for name, view in helps().items()}
    rows: dict[str, list[int]] = {}
    for name, written in shown.items():
        heading = min(one.top for one in written)
        lines = {one.top for one in written if one.top > heading + 8}
        rows.setdefault(name.rpartition("_page_")[0], []).append(len(lines))
    assert any(len(pages) > 1 for pages in rows.values())
    assert {name: pages for name, pages in rows.items() if max(pages) - min(pages) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_help_is_on_one_of_its_pages(language: str) -> None:
    with speaking(language):
        shown = {name: draw(view).written for name, view in helps().items()}
        for name, (text, _) in explained().items():
            pages = [shown[f"{name}_page_{page + 1}"] for page in range(help_pages(text))]
            told = [one.text for page in pages for one in page if one.top > 12]
            assert " ".join(told) == " ".join(text.split()), name


def test_the_examples_have_every_phase() -> None:
    with speaking("en"):
        texts = {text for text, _ in explained().values()}
    assert len(texts) >= len(PHASES)
    assert explained()["help_alea_over"].ruling == "R15"
