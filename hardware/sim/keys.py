"""Keys of a keyboard, from the bytes that a terminal sends, and pushes of buttons from keys."""

from collections import deque
from typing import Final

from hardware.ports import Button, Edge, Pressed

__all__ = ["GAP_S", "HELD_S", "PUSH_S", "KeyDecoder", "Pushes"]

ESCAPE: Final = "\x1b"

SEQUENCES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left",
}  # fmt: skip
"""What arrow keys send after an escape, in both of a terminal's modes."""

NAMED: Final = {
    "\r": "enter", "\n": "enter", "\t": "tab", " ": "space", "\x7f": "backspace", "\b": "backspace",
}  # fmt: skip

LONGEST: Final = 16
"""Characters of an escape sequence that is waited for at most."""

PUSH_S: Final = 0.07
"""Seconds for which a key pushes a button; debouncing takes pushes from 0.04 on."""

HELD_S: Final = 1.0
"""Seconds for which help is held for a correction; it counts from 0.8 on."""

GAP_S: Final = 0.07
"""Seconds between two pushes."""


class KeyDecoder:
    """Turns a terminal's bytes into names of keys: "up", "enter", "t"; unknown ones are dropped."""

    def __init__(self) -> None:
        self._rest = ""

    @property
    def waits(self) -> bool:
        """Whether an escape came that may be a key of its own or begin another."""
        return bool(self._rest)

    def feed(self, sent: bytes) -> list[str]:
        """Take bytes; give the keys that are complete."""
        text = self._rest + sent.decode("utf-8", "ignore")
        keys, self._rest = [], ""
        while text:
            if text[0] != ESCAPE:
                keys.append(NAMED.get(text[0], text[0]))
                text = text[1:]
                continue
            length = _sequence(text)
            if length is None:
                self._rest = text[:LONGEST]
                break
            keys.append("escape" if length == 1 else SEQUENCES.get(text[1:length], ""))
            text = text[length:]
        return [key for key in keys if key.isprintable() and key]

    def flush(self) -> list[str]:
        """Nothing followed for a while: an escape alone is a key; anything else was torn."""
        alone, self._rest = self._rest == ESCAPE, ""
        return ["escape"] if alone else []


def _sequence(text: str) -> int | None:
    """How long the escape sequence is with which the text begins; None when more must come."""
    if len(text) == 1:
        return None
    if text[1] not in "[O":
        return 1
    for at in range(2, len(text)):
        if text[at].isalpha() or text[at] == "~":
            return at + 1
    return None if len(text) < LONGEST else len(text)


class Pushes:
    """Pushes of buttons in a row, none before the one before has been let go; times are given."""

    def __init__(self) -> None:
        self._waiting: deque[Pressed] = deque()
        self._edges: deque[Edge] = deque()
        self._free_s = float("-inf")

    def push(self, button: Pressed) -> None:
        """Push a button as soon as those before have been let go; "help_hold" holds help."""
        self._waiting.append(button)

    @property
    def next_s(self) -> float | None:
        """When the next edge is due, None when none is."""
        if self._edges:
            return self._edges[0].time_s
        return self._free_s if self._waiting else None

    def due(self, time_s: float) -> list[Edge]:
        """The edges up to this time; times never decrease."""
        told: list[Edge] = []
        while True:
            if self._edges and self._edges[0].time_s <= time_s:
                told.append(self._edges.popleft())
            elif not self._edges and self._waiting and self._free_s <= time_s:
                self._begin(self._waiting.popleft(), time_s)
            else:
                return told

    def _begin(self, pressed: Pressed, time_s: float) -> None:
        button: Button = "help" if pressed == "help_hold" else pressed
        length_s = HELD_S if pressed == "help_hold" else PUSH_S
        self._edges.append(Edge(button, True, time_s))
        self._edges.append(Edge(button, False, time_s + length_s))
        self._free_s = time_s + length_s + GAP_S
