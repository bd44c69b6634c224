"""What the loop asks before it announces anything: whether all of it is kept."""

from typing import Final

from firmware.journal.journal import Journal
from firmware.referee import Referee
from firmware.referee.told import Complaint
from rules.match import Match

__all__ = ["RETRY_S", "Keeper"]

RETRY_S: Final = 10.0
"""Seconds after which a disk that refused is tried again while nothing happens."""


class Keeper:
    """Keeps each change of the referee's match, before it is announced; nothing when none was."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: Match | None = None
        self._retry_s = 0.0

    def __call__(self, referee: Referee, time_s: float) -> list[Complaint]:
        """Bring what is new to the disk; give what is to be said of the disk."""
        match = referee.game.match
        if match is not self._kept:
            self._kept = match
            self._journal.append(match, referee.tray)
            self._retry_s = time_s + RETRY_S
        elif self._journal.troubled and time_s >= self._retry_s:
            self._retry_s = time_s + RETRY_S
            self._journal.catch_up()
        return self._journal.complaints()
