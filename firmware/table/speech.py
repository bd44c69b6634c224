"""Sentences spoken by espeak-ng, where it is installed; the table never waits for them."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from firmware.table.newest import Newest
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
        self._newest = Newest("speech")

    def say(self, text: str) -> None:
        """Speak this as soon as can be, in the language of now, and return at once."""
        command = (PROGRAM, "-v", language(), "--stdin")
        self._newest.do(lambda: self._run(command, text))

    def close(self, wait_s: float = 1.0) -> None:
        """Speak no more."""
        self._newest.close(wait_s)


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
