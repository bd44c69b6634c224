"""Edges in, presses out: each push of a button is one press, however its contact bounces.

Of two buttons at once the first counts: while one is held the others are ignored until all are
up. A button that stays down too long is stuck; it is named, and left out until it comes up.
"""

from dataclasses import dataclass
from typing import Final

from firmware.loop import Press
from hardware.ports import BUTTONS, Button, Edge

__all__ = ["BOUNCE_S", "HOLD_S", "STUCK_S", "Debouncer", "Freed", "Stuck"]

BOUNCE_S: Final = 0.04
"""Seconds for which a contact is left alone after a change (0.03 to 0.06): cheap ones bounce for
up to 30 ms, and nobody presses a button 12 times a second."""

HOLD_S: Final = 0.8
"""Seconds for which help is held for a correction (0.5 to 1.5)."""

STUCK_S: Final = 20.0
"""Seconds after which a button that is held is said to be stuck; nobody waits so long."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button has been down for STUCK_S: it hangs, or a wire touches ground."""

    button: Button
    time_s: float


@dataclass(frozen=True, slots=True)
class Freed:
    """A button that was stuck came up."""

    button: Button
    time_s: float


@dataclass(slots=True)
class _Contact:
    """raw: what the last edge said. down: what it counts as, since changed_s."""

    raw: bool = False
    down: bool = False
    changed_s: float = float("-inf")
    stuck: bool = False


class Debouncer:
    """Turns edges and ticks, whose times never decrease, into presses.

    A press counts when the contact closes; that of help when it opens again, since help held for
    HOLD_S is another press, which counts while it is still held.
    """

    def __init__(self) -> None:
        self._contacts = {button: _Contact() for button in BUTTONS}
        self._owner: Button | None = None
        self._held = False

    def edge(self, edge: Edge) -> list[Press | Stuck | Freed]:
        """Take an edge; give what it, and the time up to it, led to."""
        told = self.tick(edge.time_s)
        contact = self._contacts[edge.button]
        contact.raw = edge.down
        return [*told, *self._settle(edge.button, edge.time_s)]

    def tick(self, time_s: float) -> list[Press | Stuck | Freed]:
        """Let time pass; give what that led to."""
        told: list[Press | Stuck | Freed] = []
        for button in BUTTONS:
            told += self._settle(button, time_s)
            told += self._mind(button, time_s)
        return told

    def _settle(self, button: Button, time_s: float) -> list[Press | Stuck | Freed]:
        """Let a contact count as what it is, unless it has only just changed."""
        contact = self._contacts[button]
        if contact.raw == contact.down or time_s - contact.changed_s < BOUNCE_S:
            return []
        contact.down, contact.changed_s = contact.raw, time_s
        return self._down(button, time_s) if contact.down else self._up(button, time_s)

    def _down(self, button: Button, time_s: float) -> list[Press | Stuck | Freed]:
        others = (one for name, one in self._contacts.items() if name != button)
        if self._owner is not None or any(one.down and not one.stuck for one in others):
            return []
        self._owner, self._held = button, False
        return [] if button == "help" else [Press(button, time_s)]

    def _up(self, button: Button, time_s: float) -> list[Press | Stuck | Freed]:
        contact = self._contacts[button]
        if contact.stuck:
            contact.stuck = False
            return [Freed(button, time_s)]
        if button != self._owner:
            return []
        self._owner = None
        return [Press("help", time_s)] if button == "help" and not self._held else []

    def _mind(self, button: Button, time_s: float) -> list[Press | Stuck | Freed]:
        """What a button that is held leads to."""
        contact = self._contacts[button]
        if not contact.down or contact.stuck:
            return []
        held_s = time_s - contact.changed_s
        told: list[Press | Stuck | Freed] = []
        if button == "help" == self._owner and not self._held and held_s >= HOLD_S:
            self._held = True
            told.append(Press("help_hold", time_s))
        if held_s >= STUCK_S:
            contact.stuck = True
            self._owner = None if button == self._owner else self._owner
            told.append(Stuck(button, time_s))
        return told
