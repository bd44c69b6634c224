"""The self-check as a page: shown for a moment, or until a press where something is wrong."""

from collections.abc import Callable, Sequence
from typing import Final

from firmware.table.pages import Do
from firmware.table.ports import Check
from firmware.texts import tr
from firmware.views import Boot
from hardware.ports import Pressed

__all__ = ["GOOD_S", "WRONG_S", "BootPage"]

GOOD_S: Final = 2.0
"""Seconds for which a self-check is shown that found nothing wrong."""

WRONG_S: Final = 20.0
"""Seconds for which one is shown that did; then the table goes on, since buttons may fail too."""


class BootPage:
    """Shows which parts work; times are given, in seconds.

    checks gives them as they are now: a camera takes a moment to send its first picture.
    """

    def __init__(self, checks: Callable[[], Sequence[Check]], time_s: float, leave: Do) -> None:
        self._checks = checks
        self._began_s = time_s
        self._leave = leave

    def press(self, _button: Pressed) -> None:
        """Take a press."""
        self._leave()

    def tick(self, time_s: float) -> None:
        """Let time pass."""
        wrong = any(check.works is False for check in self._checks())
        if time_s - self._began_s >= (WRONG_S if wrong else GOOD_S):
            self._leave()

    def view(self) -> Boot:
        """What to show."""
        return Boot(tuple((tr(check.name), check.works) for check in self._checks()))
