"""Output pins as luma's SPI wants them, over gpiozero, so that no second GPIO library is needed."""

from collections.abc import Sequence
from typing import Any

from gpiozero import OutputDevice

from hardware.pi.gpio import claim

__all__ = ["Lines"]


class Lines:
    """The few calls of RPi.GPIO that luma makes: set a pin up as output, and set it."""

    LOW, HIGH, OUT = 0, 1, "out"

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._lines: dict[int, Any] = {}

    def setup(self, bcm: int, direction: str) -> None:
        """Make a pin an output; raises PinError when it cannot be."""
        if direction != self.OUT:
            raise ValueError(f"direction is {direction!r}: expected {self.OUT!r}")
        if bcm not in self._lines:
            self._lines[bcm] = claim(OutputDevice, bcm, self._factory)

    def output(self, bcm: int, level: int) -> None:
        """Set a pin high or low."""
        self._lines[bcm].value = bool(level)

    def cleanup(self, pins: Sequence[int] | None = None) -> None:
        """Let the pins go, all or those named."""
        for bcm in tuple(self._lines) if pins is None else pins:
            self._lines.pop(bcm).close()
