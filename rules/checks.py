"""Checks of what comes from outside: whole numbers, seconds, places and the names of players."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rules.errors import InvalidInputError, InvalidTypeError

NAME_LENGTH = 100
"""The longest name, in characters: far beyond any name that a small screen shows whole."""

MOST_ITEMS = 1000
"""The longest sequence that is looked into: far more than any players, dice or spaces."""

SHOWN_LENGTH = 60
"""How much of a rejected thing an error message shows, in characters."""

_DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates: left open, they turn the rest of a sentence around."""

_REFUSED = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Unicode categories: controls, lone surrogates, and the separators of lines and paragraphs."""

_UNSEEN = frozenset(("Cf", "Zs"))
"""Unicode categories that leave no mark: format characters and spaces."""

_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks of other categories that show nothing: fillers, joiners, variation selectors.

Unicode lists them as Default_Ignorable_Code_Point; the empty Braille pattern is here as well.
"""


def shown(thing: object) -> str:
    """Return `thing` as an error message shows it: cut short, and never an error itself."""
    try:
        text = repr(thing)
    except ValueError:  # an int of more than 4,300 digits cannot be printed
        return f"a huge {type(thing).__name__}"
    except Exception:  # nested too deeply, or of a class whose own repr fails
        return f"some {type(thing).__name__}"
    return text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}..."


def whole(number: object, what: str, lowest: int, highest: int) -> int:
    """Return `number` when it is an int from `lowest` to `highest`, both included.

    Raises InvalidTypeError for any other type, bool included, and InvalidInputError out of range.
    """
    if type(number) is not int:
        msg = f"{what} is {shown(number)}: expected {lowest} to {highest}; use an int"
        raise InvalidTypeError(msg)
    if not lowest <= number <= highest:
        msg = f"{what} is {shown(number)}: expected {lowest} to {highest}; give one of these"
        raise InvalidInputError(msg)
    return number


def seconds(number: object, what: str, lowest_s: float, highest_s: float) -> float:
    """Return `number` in seconds as a float when it lies within both limits, given in seconds.

    Raises InvalidTypeError for anything but an int or a float, bool included, and
    InvalidInputError for NaN and for what is out of range.
    """
    expected = f"{lowest_s:g} to {highest_s:g} seconds"
    if type(number) is not int and type(number) is not float:
        msg = f"{what} is {shown(number)}: expected {expected}; use a float"
        raise InvalidTypeError(msg)
    if not lowest_s <= number <= highest_s:
        msg = f"{what} is {shown(number)}: expected {expected}; give one of these"
        raise InvalidInputError(msg)
    return float(number)


def several(items: object, what: str) -> tuple[object, ...]:
    """Return `items` as a tuple.

    Raises InvalidTypeError when it is no sequence, InvalidInputError when it is a very long one.
    """
    if not isinstance(items, Sequence):
        msg = f"{what} is {shown(items)}: expected a sequence; put it in a tuple"
        raise InvalidTypeError(msg)
    if len(items) > MOST_ITEMS:
        msg = f"{what} is {shown(items)}: expected {MOST_ITEMS} items at most; give fewer"
        raise InvalidInputError(msg)
    return tuple(items)


def places(items: object, what: str, dice: int) -> tuple[int, ...]:
    """Return places of dice, 0 to `dice` - 1, in ascending order.

    Raises InvalidInputError when there are none, or when one is named twice.
    """
    found = tuple(
        sorted(whole(item, f"a place of {what}", 0, dice - 1) for item in several(items, what))
    )
    if not found:
        msg = f"{what} is empty: expected at least one place from 0 to {dice - 1}; name the dice"
        raise InvalidInputError(msg)
    if len(set(found)) < len(found):
        msg = f"{what} is {found}: expected each place once; leave out the second"
        raise InvalidInputError(msg)
    return found


def choice(word: object, what: str, allowed: Sequence[str]) -> None:
    """Raise when `word` is none of the words allowed."""
    if not isinstance(word, str):
        msg = f"{what} is {shown(word)}: expected one of {', '.join(allowed)}; use a str"
        raise InvalidTypeError(msg)
    if word not in allowed:
        msg = f"{what} is {shown(word)}: expected one of {', '.join(allowed)}; choose one of these"
        raise InvalidInputError(msg)


def names(players: object, fewest: int, most: int) -> tuple[str, ...]:
    """Return the players' names as a tuple when each can be shown and told from the others.

    Free text in any script; refused are control characters, the controls of writing direction
    (marks are allowed), empty and unseen names, spaces around a name, and names that look alike.
    Raises InvalidTypeError or InvalidInputError.
    """
    if isinstance(players, str):
        msg = f"players is {shown(players)}: expected a sequence of names; put the name in a tuple"
        raise InvalidTypeError(msg)
    found = tuple(_name(player) for player in several(players, "players"))
    if not fewest <= len(found) <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        msg = f"players has {len(found)} names: expected {wanted}; add or remove some"
        raise InvalidInputError(msg)
    seen: set[str] = set()
    for name in found:
        looks = "".join(
            c
            for c in unicodedata.normalize("NFC", name)
            if unicodedata.category(c) != "Cf" and c not in _BLANKS
        )
        if looks in seen:
            msg = f"players holds {name!r} twice: expected names that differ; change one of them"
            raise InvalidInputError(msg)
        seen.add(looks)
    return found


def _name(name: object) -> str:
    if not isinstance(name, str):
        msg = f"a player's name is {shown(name)}: expected text; use a str"
        raise InvalidTypeError(msg)
    if len(name) > NAME_LENGTH:
        msg = f"a name has {len(name)} characters: expected {NAME_LENGTH} at most; shorten it"
        raise InvalidInputError(msg)
    for character in name:
        if unicodedata.category(character) in _REFUSED or character in _DIRECTION_CONTROLS:
            msg = (
                f"a player's name is {name!r}: expected no control characters;"
                f" leave out U+{ord(character):04X}"
            )
            raise InvalidInputError(msg)
    if name != name.strip():
        msg = f"a player's name is {name!r}: expected no space around it; leave it out"
        raise InvalidInputError(msg)
    if all(unicodedata.category(c) in _UNSEEN or c in _BLANKS for c in name):
        msg = f"a player's name is {name!r}: expected something to be seen; write a name"
        raise InvalidInputError(msg)
    return name
