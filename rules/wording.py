"""Small words for sentences: numbers in words, lists of faces, and what belongs to whom."""

from __future__ import annotations

from collections.abc import Iterable

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun, in words up to seven: "one die", "two dice"."""
    word = _WORDS[number] if 0 <= number < len(_WORDS) else str(number)
    return f"{word} {one if number == 1 else many}"


def coins(number: int) -> str:
    """Return an amount of coins, in figures: "1 coin", "4 coins"."""
    return f"{number} coin{'' if number == 1 else 's'}"


def listed(items: Iterable[object]) -> str:
    """Return faces or numbers side by side: "6 5 5"."""
    return " ".join(map(str, items))


def either(numbers: Iterable[int]) -> str:
    """Return numbers as alternatives: "9 or 11"."""
    return " or ".join(map(str, numbers))
