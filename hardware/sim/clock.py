"""A clock that is told the time."""

__all__ = ["ToldClock"]


class ToldClock:
    """A Clock that stands still until it is told the time."""

    def __init__(self, time_s: float = 0.0) -> None:
        self._time_s = time_s

    def now_s(self) -> float:
        """The time last told, in seconds."""
        return self._time_s

    def tell(self, time_s: float) -> None:
        """Set the time; raise ValueError when it would run backwards."""
        if time_s < self._time_s:
            raise ValueError(
                f"cannot set the clock to {time_s} s: it shows {self._time_s} s already; "
                "tell times in order"
            )
        self._time_s = time_s
