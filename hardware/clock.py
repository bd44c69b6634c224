"""The machine's own clock."""

import time

__all__ = ["MonotonicClock"]


class MonotonicClock:
    """A Clock that no setting of the date moves: the one that frames and edges are stamped with."""

    def now_s(self) -> float:
        """Seconds since the machine was started, about."""
        return time.monotonic()
