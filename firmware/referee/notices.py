"""What the screen says beside the game: a complaint until it is settled, a notice for a time."""

from typing import Final

from firmware.referee.told import Complaint

__all__ = ["NOTICE_S", "REDO_S", "Notices"]

NOTICE_S: Final = 3.0
"""Seconds for which a notice is shown; long enough to read a short line twice."""

REDO_S: Final = 6.0
"""Seconds for which an undo can be done again by up, while the screen says so (3 to 10)."""


class Notices:
    """The complaint that stands, and the notice that is shown where none does; times in seconds.

    complaint: what play waits for, None when for nothing.
    """

    def __init__(self) -> None:
        self.complaint: Complaint | None = None
        self._notice: Complaint | None = None
        self._ends_s = 0.0
        self._is_offer = False

    def show(self, notice: Complaint, now_s: float) -> None:
        """Show a notice for a moment."""
        self._notice, self._ends_s, self._is_offer = notice, now_s + NOTICE_S, False

    def offer_redo(self, notice: Complaint, now_s: float) -> None:
        """Offer to do again what was undone, for as long as the notice says so."""
        self._notice, self._ends_s, self._is_offer = notice, now_s + REDO_S, True

    def offers(self, now_s: float) -> bool:
        """Whether it is offered to do something again."""
        return self._is_offer and self._notice is not None and self.shown(now_s) is self._notice

    def take_offer(self, now_s: float) -> bool:
        """Whether an offer is on the screen; it is there no longer."""
        offered = self.offers(now_s)
        if self._is_offer:
            self._notice, self._is_offer = None, False
        return offered

    def shown(self, now_s: float) -> Complaint | None:
        """What is on the screen now."""
        if self.complaint is not None:
            return self.complaint
        return self._notice if now_s < self._ends_s else None
