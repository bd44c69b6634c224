"""Buttons that are pushed by a program, bounce included."""

from collections.abc import Callable
from typing import Final

from hardware.ports import BUTTONS, Button, Edge

__all__ = ["HOLD_S", "SimButtons"]

HOLD_S: Final = 0.12
"""Seconds for which a finger holds a button in a short press; people take 0.08 to 0.2."""

BOUNCE_S: Final = 0.001
"""Seconds between two bounces of a contact; cheap switches bounce for 0 to 30 ms."""


class SimButtons:
    """Buttons as contacts: pushing one closes it, bouncing, and later opens it again."""

    def __init__(self) -> None:
        self._heard: list[Callable[[Edge], None]] = []
        self._down: set[Button] = set()

    def listen(self, heard: Callable[[Edge], None]) -> None:
        """Call heard with every edge from now on."""
        self._heard.append(heard)

    def close(self) -> None:
        """Tell nobody of any further edge."""
        self._heard.clear()

    def push(self, button: Button, time_s: float, hold_s: float = HOLD_S, bounces: int = 0) -> None:
        """Push a button down at time_s and let it go hold_s later, each with so many bounces."""
        self.drive(button, True, time_s)
        self._bounce(button, True, time_s, bounces)
        self.drive(button, False, time_s + hold_s)
        self._bounce(button, False, time_s + hold_s, bounces)

    def drive(self, button: Button, down: bool, time_s: float) -> None:
        """Put one contact into a state; a state that it already has makes no edge.

        Raises ValueError for a button that the table does not have.
        """
        if button not in BUTTONS:
            raise ValueError(f"no button {button!r}: the table has {', '.join(BUTTONS)}")
        if down == (button in self._down):
            return
        (self._down.add if down else self._down.discard)(button)
        for heard in tuple(self._heard):
            heard(Edge(button, down, time_s))

    def _bounce(self, button: Button, down: bool, time_s: float, bounces: int) -> None:
        for k in range(bounces):
            self.drive(button, not down, time_s + (2 * k + 1) * BOUNCE_S)
            self.drive(button, down, time_s + (2 * k + 2) * BOUNCE_S)
