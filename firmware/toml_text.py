"""Settings as the text of a TOML file, for what `tomllib` reads."""

import json
from collections.abc import Mapping, Sequence

__all__ = ["toml_text"]


def toml_text(table: Mapping[str, object]) -> str:
    """The text of a table: plain values first, then a [section] for each table in it.

    Raises TypeError for what is no text, number, truth value, list or table of these.
    """
    plain = {name: one for name, one in table.items() if not isinstance(one, Mapping)}
    lines = [f"{_key(name)} = {_value(one)}\n" for name, one in plain.items()]
    for name, one in table.items():
        if isinstance(one, Mapping):
            inside = [f"{_key(key)} = {_value(value)}\n" for key, value in one.items()]
            lines += [f"\n[{_key(name)}]\n", *inside]
    return "".join(lines)


def _value(one: object) -> str:
    if isinstance(one, bool):
        return "true" if one else "false"
    if isinstance(one, str):
        return _string(one)
    if isinstance(one, int | float):
        return repr(one)
    if isinstance(one, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(value)}" for key, value in one.items()) + " }"
        )
    if isinstance(one, Sequence):
        return "[" + ", ".join(map(_value, one)) + "]"
    raise TypeError(f"{one!r} cannot be written as TOML")


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "_").isidentifier()
    return name if bare else _string(name)


def _string(text: str) -> str:
    """A basic string: TOML takes the escapes of JSON, and wants one more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
