"""Paints pages on a terminal, only what changed, from a thread of its own."""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Final, TextIO

from firmware.play.page import LEAST, Shown, page

__all__ = ["Painter", "changes"]

PAUSE_S: Final = 0.05
"""Seconds between two paintings at least; a slow line must not be flooded."""

LOOK_S: Final = 0.5
"""Seconds after which the terminal's size is looked at, also when nothing changed."""


def changes(before: list[str] | None, after: list[str]) -> str:
    """What to send to a terminal that shows the rows before, None when unknown."""
    clear = "\x1b[2J" if before is None else ""
    old = before or []
    moves = [
        f"\x1b[{k + 1};1H{row}\x1b[K"
        for k, row in enumerate(after)
        if k >= len(old) or old[k] != row
    ]
    return clear + "".join(moves)


class Painter:
    """Keeps a terminal showing what `look` gives; `touch` says that it changed.

    lock is held while anything is written.
    """

    def __init__(self, look: Callable[[], Shown], screen: TextIO, lock: threading.Lock) -> None:
        self._look = look
        self._screen = screen
        self._lock = lock
        self._touched = threading.Event()
        self._closed = False
        self._rows: list[str] | None = None
        self._size: tuple[int, int] | None = None
        self._thread = threading.Thread(target=self._run, name="painter", daemon=True)

    def start(self) -> None:
        """Begin to paint."""
        self._thread.start()

    def touch(self) -> None:
        """What is to be shown may have changed."""
        self._touched.set()

    def afresh(self) -> None:
        """The terminal shows something else now: paint all of it."""
        self._rows = None
        self.touch()

    def close(self) -> None:
        """Paint no more."""
        self._closed = True
        self.touch()
        self._thread.join(2)

    def _run(self) -> None:
        while not self._closed:
            self._touched.wait(LOOK_S)
            self._touched.clear()
            if not self._closed:
                self.paint()
                threading.Event().wait(PAUSE_S)

    def paint(self) -> None:
        """Paint once."""
        size = _size(self._screen)
        if size != self._size:
            self._size, self._rows = size, None
        rows = page(self._look(), *size, self._screen.encoding)
        with self._lock, contextlib.suppress(OSError, ValueError):
            sent = changes(self._rows, rows)
            if sent:
                self._screen.write(sent)
                self._screen.flush()
        self._rows = rows


def _size(screen: TextIO) -> tuple[int, int]:
    try:
        columns, rows = os.get_terminal_size(screen.fileno())
    except (OSError, ValueError):
        return LEAST
    return (columns, rows) if columns and rows else LEAST
