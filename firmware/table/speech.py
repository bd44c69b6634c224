"""Sentences spoken by espeak-ng, where it is installed; the table never waits for them."""

import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Final

from firmware.texts import language

__all__ = ["PROGRAM", "Speaker", "find_speaker"]

PROGRAM: Final = "espeak-ng"

LONGEST_S: Final = 30.0
"""Seconds after which a sentence is cut short."""

Run = Callable[[Sequence[str], str], None]
"""Runs a program with these arguments and this text as its input, and waits until it ends."""


class Speaker:
    """Speaks one sentence at a time; of those that come meanwhile only the newest is kept."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._ready = threading.Condition()
        self._next: tuple[str, str] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._speak, name="speech", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Speak this as soon as can be, in the language of now, and return at once."""
        with self._ready:
            self._next = text, language()
            self._ready.notify()

    def close(self, wait_s: float = 1.0) -> None:
        """Speak no more."""
        with self._ready:
            self._closed = True
            self._ready.notify()
        self._thread.join(wait_s)

    def _speak(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._next is not None or self._closed)
                if self._closed or self._next is None:
                    return
                (text, code), self._next = self._next, None
            self._run((PROGRAM, "-v", code, "--stdin"), text)


def find_speaker() -> Speaker | None:
    """The speaker, None where espeak-ng is not installed."""
    return Speaker(_run) if shutil.which(PROGRAM) else None


def _run(command: Sequence[str], text: str) -> None:
    try:
        subprocess.run(  # noqa: S603 - our own words, as input and not as arguments
            command, input=text, text=True, capture_output=True, timeout=LONGEST_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return  # an evening goes on without a voice
