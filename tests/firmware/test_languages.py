"""What the table says in each language: the same facts, all of it translated, nothing glued."""

import io
import json
import random
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from firmware import replay, texts
from firmware.cli import main
from firmware.referee import alphatian_told, roman_told
from firmware.referee.action_words import NAMES, action_name
from firmware.referee.examples import complaints
from firmware.settings import Asked, SettingsError, read_settings
from firmware.texts import LANGUAGES, speaking
from rules import alea, alphatian, centurion, numerals
from rules.games import GAMES
from rules.playout import drawn_action
from tests.firmware.played import dice
from tests.firmware.test_replay import GAME, recorded
from tests.pictures import ColourReader
from tests.rules.play import begun

OTHERS = ("it", "de")


def told(language: str, folder: Path) -> list[dict[str, object]]:
    """The lines of a recording that is replayed in a language."""
    out = io.StringIO()
    assert replay.run(folder, Asked(language=language), True, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("language", OTHERS)
def test_a_replay_says_the_same_facts_in_every_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "make_reader", ColourReader)
    folder = recorded(tmp_path / "r", (GAME[0], dice((2, 1, 6, 3), range(4)), *GAME[1:]))
    english, other = told("en", folder), told(language, folder)
    assert [line.pop("text", "") for line in english] != [line.pop("text", "") for line in other]
    assert english == other


@pytest.mark.parametrize("language", OTHERS)
def test_complaints_differ_in_words_only(language: str) -> None:
    english = complaints()
    with speaking(language):
        other = complaints()
    assert english.keys() == other.keys()
    for name, one in english.items():
        two = other[name]
        assert (one.level, one.why, one.ruling) == (two.level, two.why, two.ruling), name
        assert one.facts == two.facts, name
        assert one.text != two.text and one.screen != two.screen, name


def test_table_toml_says_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "make_reader", ColourReader)
    folder = recorded(tmp_path / "r")
    (folder / "table.toml").write_text('language = "de"\n[alphatian]\nclock = "off"\n')
    out = io.StringIO()
    replay.run(folder, Asked(), False, out)
    assert "Der Angriff von Ann steht: 6 6 5 5 3, 2 mögliche Treffer" in out.getvalue()
    out = io.StringIO()
    replay.run(folder, Asked(language="it"), False, out)
    assert "L'attacco di Ann è fatto: 6 6 5 5 3, 2 colpi possibili" in out.getvalue()


def test_without_a_setting_the_system_says_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "make_reader", ColourReader)
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    out = io.StringIO()
    replay.run(recorded(tmp_path / "r"), Asked(), False, out)
    assert "Ann con 10 monete, Ben con 10 monete" in out.getvalue()


def test_another_language_in_table_toml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    for text in ('language = "fr"', "language = 3", 'language = ["de"]'):
        path.write_text(text)
        with pytest.raises(SettingsError, match="expected one of en, it, de"):
            read_settings(path)


def test_every_event_has_a_sentence_and_every_action_a_name() -> None:
    assert set(alphatian_told.SENTENCES) == set(get_args(alphatian.events.Event))
    roman = {*get_args(alea.events.Event), *get_args(centurion.events.Event)}
    assert set(roman_told.SENTENCES) == roman
    actions = (alphatian.Action, alea.Action, centurion.Action)
    assert set(NAMES) == {one for action in actions for one in get_args(action)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_that_happens_in_many_games_can_be_told(game: str, language: str) -> None:
    chance = random.Random(f"{game} {language}")
    sentence = alphatian_told.sentence if game == "alphatian" else roman_told.sentence
    with speaking(language):
        for _ in range(4):
            match = begun(game, chance)
            while match.state.awaits.player is not None and len(match.line) < 150:
                match = match.apply(drawn_action(GAMES[game], match.state, chance.randrange))
                assert action_name(match.line[-1].action)
                for event in match.events:
                    text = sentence(event)
                    assert "{" not in text and "None" not in text and "  " not in text, text


@pytest.mark.parametrize("language", OTHERS)
def test_the_reasons_of_the_rules_are_translated(language: str) -> None:
    """The rules say why in English; each reason is found again in the catalogues."""
    chance = random.Random(5)
    reasons = set()
    for game in ("alea", "centurion"):
        for _ in range(60):
            match = begun(game, chance)
            while match.state.awaits.player is not None and len(match.line) < 400:
                match = match.apply(drawn_action(GAMES[game], match.state, chance.randrange))
                for event in match.events:
                    if isinstance(event, alea.events.GameEnded):
                        reasons.add(event.reason)
                    elif isinstance(event, alea.events.Bust):
                        reasons.add(numerals.why_bust(event.counting))
    assert len(reasons) >= len(roman_told.REASONS), reasons
    with speaking(language):
        for reason in reasons:
            assert roman_told.reason(reason) != reason, reason


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "One die leans.", "2 dice lean."),
        ("it", "Un dado è storto.", "2 dadi sono storti."),
        ("de", "Ein Würfel liegt schief.", "2 Würfel liegen schief."),
    ],
)
def test_one_and_many_have_their_forms(language: str, one: str, many: str) -> None:
    with speaking(language):
        found = complaints()
    assert found["unread_cocked_1"].text.startswith(one)
    assert found["unread_cocked_2"].text.startswith(many)


def test_a_command_speaks_the_systems_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    with pytest.raises(SystemExit):
        main(["screens", "--help"])
    assert texts.language() == "de"


def test_screens_are_written_for_each_language(tmp_path: Path) -> None:
    assert main(["screens", str(tmp_path), "--language", "it"]) == 0
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["it", "it.png"]
    with Image.open(tmp_path / "it" / "failed.png") as one:
        assert one.size == (3 * 128, 3 * 64)
    assert len(list((tmp_path / "it").iterdir())) > 200


def test_screens_that_cannot_be_written_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["screens", str(tmp_path / "file"), "--language", "de"]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_unknown_language_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["screens", str(tmp_path), "--language", "fr"]) == 2
    assert "expected one of de, en, it" in capsys.readouterr().err
