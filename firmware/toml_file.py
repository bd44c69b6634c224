"""Reading a TOML file that anyone may have written: whatever is in it can be named in a message."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["MAX_BYTES", "TomlError", "read_toml_file"]

MAX_BYTES: Final = 65_536
"""A longer file is none of ours."""

MAX_LETTERS: Final = 1_000
"""Letters of a name or a text at most; the longest that we read are paths."""

MAX_DEPTH: Final = 8
"""Tables and lists inside one another at most; ours have four."""

MAX_NUMBER: Final = 2**63
"""TOML promises whole numbers of 64 bits and no more; Python cannot even write the largest down."""


class TomlError(ValueError):
    """A file that cannot be read or is none of ours: the message names it and what is wrong."""


def read_toml_file(path: Path) -> dict[str, object]:
    """What the file says, empty when it is missing; raises TomlError.

    Values are texts, numbers, truth values, and lists and tables of these, none of them so large
    or so deep that it could not be put into a message or another file.
    """
    try:
        if not path.exists():
            return {}
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            raise TomlError(f"{path.name} is no file of at most {MAX_BYTES} bytes")
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except TomlError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise TomlError(f"cannot read {path.name[:80]}: {str(why)[:200]}") from error
    _refuse_odd(told, path.name)
    return told


def _refuse_odd(told: Mapping[str, object], name: str) -> None:
    """Walk through everything; without recursion, since dotted keys nest as deep as they like."""
    left: list[tuple[str, object, int]] = [(key, one, 1) for key, one in told.items()]
    while left:
        key, one, depth = left.pop()
        flaw = _flaw(key, one, depth)
        if flaw:
            raise TomlError(f"{name}: {key[:40]!r} {flaw}")
        if isinstance(one, Mapping):
            left += [(inner, value, depth + 1) for inner, value in one.items()]
        elif isinstance(one, list):
            left += [(key, value, depth + 1) for value in one]


def _flaw(key: str, one: object, depth: int) -> str | None:
    """What is wrong with a value; None when nothing is."""
    if depth > MAX_DEPTH:
        return f"is nested deeper than {MAX_DEPTH} tables and lists: nothing here is"
    if isinstance(one, int) and not -MAX_NUMBER <= one < MAX_NUMBER:
        return "has a number of more than 64 bits: give one that TOML has"
    if len(key) > MAX_LETTERS or (isinstance(one, str) and len(one) > MAX_LETTERS):
        return f"is longer than {MAX_LETTERS:,} letters: give a shorter one"
    if not isinstance(one, bool | int | float | str | list | Mapping):
        return "has a date or a time, which nothing reads: put it into quotes or leave it out"
    return None
