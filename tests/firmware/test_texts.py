"""The languages of the table: which is spoken, and that every catalogue is whole and up to date."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from firmware import texts
from firmware.catalogues import ROOT, compile_one
from firmware.texts import (
    FOLDER,
    LANGUAGES,
    SOURCE,
    LanguageError,
    from_environment,
    speaking,
    tr,
    trn,
)

OTHERS = tuple(code for code in LANGUAGES if code != SOURCE)


def catalogue(code: str) -> Catalog:
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def in_the_code() -> set[tuple[str, ...]]:
    """Every text that the code gives to tr, trn or mark."""
    keywords = {"tr": None, "trn": (1, 2), "mark": None}
    found = extract_from_dir(ROOT / "firmware", [("**.py", "python")], keywords=keywords)
    return {_both(text) for _, _, text, *_ in found}


def forms(code: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], Message]]:
    """Each text of a catalogue with its plural, and its translations, without the header."""
    for message in catalogue(code):
        if message.id:
            yield _both(message.id), _both(message.string or ""), message


def _both(texts: object) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(map(str, texts or ()))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "de_AT", "LC_ALL": "it_IT.UTF-8"}, "it"),
        ({"LC_ALL": "", "LC_MESSAGES": "de-CH", "LANG": "it_IT"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_system_says_its_language(environment: dict[str, str], code: str) -> None:
    assert from_environment(environment) == code


@pytest.mark.parametrize("asked", ["fr", "DE", "", 1, None, "../en"])
def test_another_language_is_refused_with_those_there_are(asked: object) -> None:
    with pytest.raises(LanguageError, match="expected one of en, it, de"):
        texts.checked(asked)


def test_a_language_is_spoken_for_a_while() -> None:
    assert texts.language() == "en"
    with speaking("de"), speaking("it"):
        assert texts.language() == "it"
    assert texts.language() == "en"
    with pytest.raises(LanguageError), speaking("xx"):
        pass
    assert texts.language() == "en"


def test_facts_stand_in_their_places_and_without_facts_the_places_stay() -> None:
    assert tr("{player} throws", player="{Ann}") == "{Ann} throws"
    assert tr("{player} throws") == "{player} throws"
    assert trn("{count} die", "{count} dice", 1, count=1) == "1 die"
    assert trn("{count} die", "{count} dice", 0, count=0) == "0 dice"
    assert trn("{count} die", "{count} dice", 2) == "{count} dice"


def test_a_text_that_is_in_no_catalogue_stays_english() -> None:
    with speaking("de"):
        assert tr("no such text") == "no such text"
        assert tr("") == ""


def test_texts_are_given_whole_to_the_catalogues() -> None:
    """babel finds only texts that are written in the call: none that is put together there."""
    wrong = []
    for path in (ROOT / "firmware").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"tr": 1, "mark": 1, "trn": 2}.get(node.func.id, 0)
                if any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in node.args[:count]):
                    wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated(code: str) -> None:
    there = {sources for sources, strings, _ in forms(code) if all(strings)}
    missing = in_the_code() - there
    assert not missing, f"run python -m firmware.catalogues, then translate in {code}.po"


@pytest.mark.parametrize("code", OTHERS)
def test_no_text_is_left_that_the_code_no_longer_has(code: str) -> None:
    stale = {sources for sources, _, _ in forms(code)} - in_the_code()
    assert not stale, "run python -m firmware.catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_places_of_their_source_and_no_others(code: str) -> None:
    for sources, strings, message in forms(code):
        assert "fuzzy" not in message.flags, sources
        if not any(strings):
            continue
        allowed = set().union(*map(places, sources))
        for text in strings:
            assert text, f"{sources} lacks a form"
            assert places(text) <= allowed, (sources, text)
            assert text.endswith(".") == sources[-1].endswith("."), (sources, text)
        assert places(strings[-1]) >= places(sources[-1]), (sources, strings[-1])


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_made_from_its_source(code: str, tmp_path: Path) -> None:
    made = compile_one(code, tmp_path).read_bytes()
    assert made == (FOLDER / f"{code}.mo").read_bytes(), "run python -m firmware.catalogues"
