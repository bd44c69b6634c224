"""What people read at the table, in their language: gettext's catalogues, English being the source.

The language is one setting of the whole process, made when the table starts. Sentences are made
deep inside pure code and on more than one thread, and a table never speaks two languages at once:
an argument through every function would say nothing, and a context variable would fall back to
English in each new thread. Only words depend on it; facts, codes and records do not.
"""

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = [
    "FOLDER",
    "LANGUAGES",
    "SOURCE",
    "LanguageError",
    "checked",
    "from_environment",
    "language",
    "mark",
    "speak",
    "speaking",
    "tr",
    "trn",
]

FOLDER: Final = Path(__file__).parent / "languages"
"""Where the catalogues lie: for each language but English a .po, and the .mo made from it."""

SOURCE: Final = "en"

LANGUAGES: Final[Mapping[str, str]] = {
    SOURCE: "English",
    "it": "Italiano",
    "de": "Deutsch",
}
"""The code of each language and its own name for itself, in the order of the menu."""

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What a system says its language with, the first that is set counts."""


class LanguageError(ValueError):
    """A language is asked for that the table does not speak."""


class _Speech:
    """The language spoken now."""

    language = SOURCE
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


def language() -> str:
    """The code of the language spoken now."""
    return _Speech.language


def checked(code: object) -> str:
    """The code of a language that the table speaks; raises LanguageError for another."""
    if not isinstance(code, str) or code not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise LanguageError(f"language is {code!r}: expected one of {expected}")
    return code


def speak(code: str) -> None:
    """Speak this language from now on; raises LanguageError."""
    _Speech.catalogue = _catalogue(checked(code))
    _Speech.language = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak this language for a while, then the one of before."""
    before = _Speech.language
    speak(code)
    try:
        yield
    finally:
        speak(before)


def from_environment(environment: Mapping[str, str]) -> str:
    """The language that the system is set to, English where that is none of ours."""
    said = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    code = said.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else SOURCE


def mark(text: str) -> str:
    """The same text: marks one for the catalogues that `tr` is given later, from a table."""
    return text


def tr(text: str, /, **facts: object) -> str:
    """The text in the language spoken, with its facts put in; a whole sentence at a time.

    Without facts the {places} stay, for a caller that puts them in itself.
    """
    translated = _Speech.catalogue.gettext(text) if text else ""  # gettext's "" is its header
    return translated.format(**facts) if facts else translated


def trn(one: str, many: str, number: int, /, **facts: object) -> str:
    """The form for so many in the language spoken, with its facts put in as by `tr`."""
    translated = _Speech.catalogue.ngettext(one, many, number)
    return translated.format(**facts) if facts else translated


def _catalogue(code: str) -> gettext.NullTranslations:
    if code == SOURCE:
        return gettext.NullTranslations()
    with (FOLDER / f"{code}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)
