"""A terminal that gives each key as it is pressed, and is always left as it was found."""

import contextlib
import os
import signal
import sys
import termios
import threading
import tty
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Final, Self, TextIO

__all__ = ["RawTerminal"]

ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""A screen of our own, without a cursor, empty (xterm's control sequences)."""

LEAVE: Final = "\x1b[?25h\x1b[?1049l"

ENDS: Final = (signal.SIGTERM, signal.SIGHUP)


class RawTerminal:
    """A context in which a terminal sends keys one by one, unseen, and shows a screen of ours.

    Control-C still interrupts and Control-Z still stops. The terminal is restored whenever the
    context ends, also by an exception, and while the program is stopped; back is called when it
    goes on. lock is held while the screen is not ours: others that write to it take it too.

    SIGTERM and SIGHUP call end with the exit status, 128 and their number; a second one, when the
    context has still not ended, raises SystemExit. SIGINT raises KeyboardInterrupt.
    """

    def __init__(
        self,
        keys: TextIO,
        screen: TextIO,
        back: Callable[[], None],
        lock: threading.Lock,
        end: Callable[[int], object] = sys.exit,
    ) -> None:
        self._keys_from = keys.fileno()
        self._screen = screen
        self._back = back
        self._lock = lock
        self._end = end
        self._ends = False
        self._found: list[Any] | None = None
        self._handlers: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self._found = termios.tcgetattr(self._keys_from)
        try:  # the signals first: one that came between would leave the screen as ours
            for number in ENDS:
                self._handlers[number] = signal.signal(number, self._told_to_end)
            self._handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, self._stop)
            self._set()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._restore()

    def _set(self) -> None:
        tty.setcbreak(self._keys_from, termios.TCSADRAIN)
        self._write(ENTER)

    def _restore(self) -> None:
        self._write(LEAVE)
        if self._found is not None:
            with contextlib.suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self._keys_from, termios.TCSADRAIN, self._found)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """Leave the terminal, stop until the shell lets us go on, and take it again."""
        with self._lock:
            self._restore()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, self._stop)
            self._set()
        self._back()

    def _told_to_end(self, number: int, _frame: FrameType | None) -> None:
        again, self._ends = self._ends, True
        if again:
            sys.exit(128 + number)
        self._end(128 + number)

    def _write(self, codes: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._screen.write(codes)
            self._screen.flush()
