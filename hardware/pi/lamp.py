"""The lamp over the tray, dimmed by pulses."""

from typing import Any, Final

from gpiozero import PWMLED

from hardware.pi.gpio import claim
from hardware.ports import check_level

__all__ = ["GpioLamp"]

PULSES_HZ: Final = 1000
"""Pulses a second (200 to 10,000): slower ones show as bands in a picture exposed for 5 ms."""


class GpioLamp:
    """A Light on a pin, through a transistor: a pin alone drives no lamp."""

    def __init__(self, bcm: int, factory: Any) -> None:
        self._led = claim(PWMLED, bcm, factory, frequency=PULSES_HZ)

    def glow(self, level: float) -> None:
        """Set the brightness; raise ValueError outside 0 to 1. A closed lamp stays dark."""
        check_level(level)
        if not self._led.closed:
            self._led.value = level

    def close(self) -> None:
        """Go dark and let the pin go; a second call does nothing."""
        if not self._led.closed:
            self._led.off()
            self._led.close()
