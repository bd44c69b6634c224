"""The clock of a choice: it runs from the moment at which the choice comes up."""

__all__ = ["Countdown"]


class Countdown:
    """Runs while a choice is open that has a clock; times are given, in seconds."""

    def __init__(self) -> None:
        self._from_s: float | None = None

    def stop(self) -> None:
        """Run no more until another choice comes up."""
        self._from_s = None

    def wind(self, before_s: float | None, clock_s: float | None, now_s: float) -> None:
        """Start when a choice has just come up that has a clock; stop when it was made.

        before_s and clock_s: the seconds given before something happened, and now.
        """
        if clock_s is None:
            self._from_s = None
        elif before_s is None:
            self._from_s = now_s

    def ran_out(self, clock_s: float | None, now_s: float) -> float | None:
        """Stop and give the time that has passed, once it is all; None before."""
        if clock_s is None or self._from_s is None or now_s - self._from_s < clock_s:
            return None
        elapsed_s = round(now_s - self._from_s, 3)
        self._from_s = None
        return elapsed_s

    def left(self, clock_s: float | None, now_s: float) -> float | None:
        """How much is left, 1 to 0; None when it does not run."""
        if clock_s is None or self._from_s is None:
            return None
        return max(0.0, 1 - (now_s - self._from_s) / clock_s)
