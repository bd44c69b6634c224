"""The clock of a table on a PC, which may run faster than time passes."""

import time
from typing import Final

__all__ = ["MAX_SPEED", "MIN_SPEED", "PlayClock"]

MIN_SPEED: Final = 0.01
"""Slower than this, a throw takes minutes, and pauses become longer than a PC can sleep."""

MAX_SPEED: Final = 50.0
"""Faster than this, a PC draws and reads too few of the frames that it should."""


class PlayClock:
    """A Clock that runs `speed` times as fast as time; at 1 it shows the time of time.monotonic."""

    def __init__(self, speed: float = 1.0) -> None:
        if not MIN_SPEED <= speed <= MAX_SPEED:
            raise ValueError(f"speed is {speed}: expected {MIN_SPEED:g} to {MAX_SPEED:g}")
        self._speed = speed
        self._began_s = time.monotonic()

    def now_s(self) -> float:
        """The time, in seconds."""
        passed_s = time.monotonic() - self._began_s
        return self._began_s + passed_s * self._speed

    def wait(self, length_s: float) -> None:
        """Sleep until so many seconds have passed on this clock."""
        time.sleep(max(0.0, length_s) / self._speed)
