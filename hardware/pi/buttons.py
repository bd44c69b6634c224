"""The five buttons on their pins: each between its pin and ground, pulled up, bounce and all."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gpiozero import Button as Contact

from hardware.errors import PinError
from hardware.pi.gpio import claim, let_go
from hardware.pins import PinMap
from hardware.ports import BUTTONS, Button, Edge

__all__ = ["GpioButtons"]


class GpioButtons:
    """Buttons on the pins of a map; debouncing is not done here.

    factory: the gpiozero factory of the pins, named by whoever opens them. now_s: the clock of
    the edges. Raises PinError when a pin cannot be used; then none is kept.
    """

    def __init__(
        self, pins: PinMap, factory: Any, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._now_s = now_s
        self._heard: list[Callable[[Edge], None]] = []
        self._contacts: dict[Button, Any] = {}
        try:
            for button in BUTTONS:
                self._contacts[button] = claim(
                    Contact, pins[button], factory, pull_up=True, bounce_time=None
                )
        except PinError:
            self.close()
            raise
        for button, contact in self._contacts.items():
            contact.when_pressed = partial(self._changed, button, True)
            contact.when_released = partial(self._changed, button, False)

    def listen(self, heard: Callable[[Edge], None]) -> None:
        """Call heard with every edge from now on, from the thread that watches the pins."""
        self._heard.append(heard)

    def held(self) -> tuple[Button, ...]:
        """The buttons that are down now; one that nobody touches is wired wrongly."""
        return tuple(name for name, contact in self._contacts.items() if contact.is_pressed)

    def close(self) -> None:
        """Let the pins go; a second call does nothing."""
        self._heard.clear()
        for contact in self._contacts.values():
            let_go(contact)
        self._contacts.clear()

    def _changed(self, button: Button, down: bool) -> None:
        edge = Edge(button, down, self._now_s())
        for heard in tuple(self._heard):
            heard(edge)
