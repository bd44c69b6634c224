"""Actions and options as words of a record: `throw-again 0 3`, `clock_s 6.0`.

What is read must be written exactly as it would be written here, so that no text has two readings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rules import alea, alphatian, centurion, checks
from rules.errors import InvalidInputError

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,17}(\.[0-9]{1,25})?(e[+-][0-9]{1,3})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)
_WORDS: Mapping[str, bool | None] = {"yes": True, "no": False, "none": None}


@dataclass(frozen=True, slots=True)
class _Form:
    """How one kind of action is written: its class, its words, and back from the words."""

    kind: type[Any]
    write: Callable[[Any], Sequence[object]]
    read: Callable[[Sequence[str]], Any]


def _no_words(kind: type[Any]) -> _Form:
    return _Form(kind, lambda _action: (), lambda words: kind(*words))


def _pip_faces(words: Sequence[str]) -> alphatian.Roll:
    return alphatian.Roll(_wholes(words))


def _roman_faces(words: Sequence[str]) -> alea.Roll:
    return alea.Roll("".join(words))


def _card(words: Sequence[str], *, joker: bool) -> alea.PlayCard | alea.EnterAgain:
    card, *rest = _wholes(words)
    if card == 5:
        number, space = rest
        return alea.EnterAgain(number, space, joker)
    return alea.PlayCard(card, tuple(rest), joker)


def _card_words(action: alea.PlayCard | alea.EnterAgain) -> Sequence[object]:
    if isinstance(action, alea.EnterAgain):
        return (5, action.number, action.space)
    return (action.card, *action.places)


_ROMAN = {
    "roll": _Form(alea.Roll, lambda roll: tuple(roll.faces), _roman_faces),
    "stop": _no_words(alea.Stop),
}
_FORMS: Mapping[str, Mapping[str, _Form]] = {
    "alphatian": {
        "roll": _Form(alphatian.Roll, lambda roll: roll.faces, _pip_faces),
        "throw-again": _Form(
            alphatian.ThrowAgain,
            lambda action: action.places,
            lambda words: alphatian.ThrowAgain(_wholes(words)),
        ),
        "stand": _no_words(alphatian.Stand),
        "name": _Form(
            alphatian.NameNumber,
            lambda action: (action.number,),
            lambda words: alphatian.NameNumber(*_wholes(words)),
        ),
        "time-out": _Form(
            alphatian.TimeOut,
            lambda action: (action.elapsed_s,),
            lambda words: alphatian.TimeOut(*(_read_literal(word) for word in words)),
        ),
    },
    "alea": {
        **_ROMAN,
        "enter": _Form(
            alea.Enter,
            lambda action: (action.number, action.space),
            lambda words: alea.Enter(*_wholes(words)),
        ),
        "card": _Form(alea.PlayCard, _card_words, lambda words: _card(words, joker=False)),
        "joker-as": _Form(alea.PlayCard, _card_words, lambda words: _card(words, joker=True)),
        "end-turn": _no_words(alea.EndTurn),
    },
    "centurion": {
        **_ROMAN,
        "count": _Form(
            centurion.Count,
            lambda action: (action.number,),
            lambda words: centurion.Count(*_wholes(words)),
        ),
    },
}


def write_action(game: str, action: object) -> str:
    """Return an action of the game in the words of a record.

    Raises InvalidInputError when it is no action of that game.
    """
    joker = getattr(action, "joker", False)
    kind = alea.PlayCard if isinstance(action, alea.EnterAgain) else type(action)
    for verb, form in _FORMS[game].items():
        if form.kind is kind and joker == (verb == "joker-as"):
            return " ".join(map(str, (verb, *form.write(action))))
    msg = (
        f"the action is {checks.shown(action)}: expected an action of {game}; make one of that game"
    )
    raise InvalidInputError(msg)


def read_action(game: str, text: str) -> Any:
    """Return the action that the words of a record mean.

    Raises InvalidInputError when they mean none, or are not written as `write_action` does.
    """
    verb, *words = text.split(" ")
    form = _FORMS[game].get(verb)
    if form is None:
        verbs = ", ".join(_FORMS[game])
        msg = f"the action is {checks.shown(text)}: expected one of {verbs}; name one"
        raise InvalidInputError(msg)
    try:
        action = form.read(words)
    except InvalidInputError:
        raise
    except (TypeError, ValueError) as error:
        msg = f"the action is {checks.shown(text)}: expected other words after {verb}; complete it"
        raise InvalidInputError(msg) from error
    _require_same(text, write_action(game, action))
    return action


def write_options(options: Any) -> tuple[str, ...]:
    """Return one line for each option: its name, and how it is set."""
    return tuple(
        write_option(field.name, getattr(options, field.name)) for field in fields(options)
    )


def write_option(name: str, setting: Any) -> str:
    """Return the line of one option."""
    return f"{name} {_write_literal(setting)}"


def read_option(text: str) -> tuple[str, Any]:
    """Return the name of an option and how it is set; raises InvalidInputError."""
    name, *words = text.split(" ")
    if not _NAME.fullmatch(name):
        msg = f"an option is {checks.shown(text)}: expected a name and its setting; restore it"
        raise InvalidInputError(msg)
    parts = tuple(_read_literal(word) for word in words)
    setting = parts[0] if len(parts) == 1 else parts
    _require_same(text, write_option(name, setting))
    return name, setting


def _require_same(text: str, written: str) -> None:
    if text != written:
        msg = f"the line is {checks.shown(text)}: expected {checks.shown(written)}; write it so"
        raise InvalidInputError(msg)


def _wholes(words: Sequence[str]) -> tuple[int, ...]:
    for word in words:
        if not _WHOLE.fullmatch(word):
            msg = f"a number is {checks.shown(word)}: expected digits; write a whole number"
            raise InvalidInputError(msg)
    return tuple(map(int, words))


def _read_literal(word: str) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    if _WHOLE.fullmatch(word):
        return int(word)
    if _DECIMAL.fullmatch(word):
        return float(word)
    return word


def _write_literal(setting: Any) -> str:
    if isinstance(setting, tuple):
        return " ".join(_write_literal(part) for part in setting)
    for word, meant in _WORDS.items():
        if setting is meant:
            return word
    return str(setting)
