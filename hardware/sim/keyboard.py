"""A keyboard as the table's buttons, on a terminal or from lines of key names."""

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

from hardware.ports import PRESSES, Clock, Edge, Pressed
from hardware.sim.keys import KeyDecoder, Pushes

__all__ = ["BUTTON_KEYS", "KeyLines", "Keyboard"]

BUTTON_KEYS: Final[Mapping[str, Pressed]] = {
    "up": "up",
    "down": "down",
    "enter": "ok",
    "right": "ok",
    "backspace": "back",
    "left": "back",
    "escape": "back",
    "h": "help",
    "?": "help",
    "H": "help_hold",
}
"""The keys that push buttons."""

ESCAPE_S: Final = 0.05
"""Seconds after which an escape is a key of its own; over ssh its sequence may come in parts."""

Heard = Callable[[Edge], None]


class _Source:
    """What both kinds of keyboard share: edges, and other keys.

    other is called with each key that pushes no button, from a thread of this keyboard; ended,
    when no more keys come.
    """

    def __init__(self, clock: Clock, other: Callable[[str], None], ended: Callable[[], None]):
        self._clock = clock
        self._other = other
        self._ended = ended
        self._heard: list[Heard] = []
        self._pushes = Pushes()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)

    def start(self) -> None:
        """Begin to take keys."""
        self._thread.start()

    def listen(self, heard: Heard) -> None:
        """Call heard with every edge from now on."""
        self._heard.append(heard)

    def close(self) -> None:
        """Take no more keys; a second call does nothing."""
        self._closed.set()
        self._heard.clear()

    def _run(self) -> None:
        raise NotImplementedError

    def _let_go(self) -> None:
        for edge in self._pushes.due(self._clock.now_s()):
            for heard in tuple(self._heard):
                heard(edge)


class Keyboard(_Source):
    """Keys from a terminal that gives each as it is pressed; see RawTerminal."""

    def __init__(
        self,
        keys_from: int,
        clock: Clock,
        other: Callable[[str], None],
        ended: Callable[[], None],
    ) -> None:
        super().__init__(clock, other, ended)
        self._keys_from = keys_from
        self._decoder = KeyDecoder()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._let_go()
            ready, _, _ = select.select([self._keys_from], [], [], self._wait_s())
            if not ready:
                self._take(self._decoder.flush())
                continue
            try:
                sent = os.read(self._keys_from, 256)
            except OSError:
                sent = b""
            if not sent:  # the terminal is gone
                self._ended()
                return
            self._take(self._decoder.feed(sent))

    def _wait_s(self) -> float:
        next_s = self._pushes.next_s
        wait_s = 0.25 if next_s is None else max(0.0, next_s - self._clock.now_s())
        return min(wait_s, ESCAPE_S) if self._decoder.waits else min(wait_s, 0.25)

    def _take(self, keys: list[str]) -> None:
        for key in keys:
            if key in BUTTON_KEYS:
                self._pushes.push(BUTTON_KEYS[key])
            else:
                self._other(key)


class KeyLines(_Source):
    """Keys by name, some on each line, for input that is no terminal, such as a script's.

    Names are those of the buttons (up, down, ok, back, help, help_hold), those of other keys, and
    "wait SECONDS". They are taken one after another.
    """

    def _run(self) -> None:
        for line in sys.stdin:
            words = iter(line.split("#", 1)[0].split())
            for word in words:
                if self._closed.is_set():
                    return
                if word == "wait":
                    self._pause(next(words, ""))
                else:
                    self._take(word)
        self._ended()

    def _pause(self, length: str) -> None:
        try:
            length_s = float(length)
        except ValueError:
            length_s = -1.0
        if not 0 <= length_s <= 3600:
            self._other(f"wait {length}")
            return
        self._closed.wait(length_s)

    def _take(self, word: str) -> None:
        pushed = {name: name for name in PRESSES} | dict(BUTTON_KEYS)
        if word not in pushed:
            self._other(word)
            return
        self._pushes.push(pushed[word])
        while (next_s := self._pushes.next_s) is not None and not self._closed.is_set():
            time.sleep(max(0.0, min(0.05, next_s - self._clock.now_s())))
            self._let_go()
