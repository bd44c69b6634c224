"""The power button and its light, and the supply: all optional."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gpiozero import LED, Button

from hardware.errors import HardwareError, PinError
from hardware.pi.gpio import claim, let_go
from hardware.pins import PinMap

__all__ = ["HOLD_S", "PowerButton", "switch_off"]

HOLD_S: Final = 2.0
"""Seconds for which the button is held to switch off; a knock does not."""

BLINK_S: Final = 0.2

POWER_OFF: Final = ("systemctl", "poweroff")


class PowerButton:
    """A Power on its pins: a button that asks for a safe shutdown, and a light that says it is on.

    Who listens is called from a thread of gpiozero, once for each time that the button is held;
    it is to close the game and then call switch_off. Either part may lack a pin. Raises PinError.
    """

    def __init__(self, pins: PinMap, factory: Any, hold_s: float = HOLD_S) -> None:
        self._asked: list[Callable[[], None]] = []
        self._button: Any = None
        self._light: Any = None
        self._closed = False
        try:
            if "power_button" in pins.bcm:
                self._button = claim(
                    Button, pins["power_button"], factory, pull_up=True, hold_time=hold_s
                )
                self._button.when_held = self._tell
            if "power_led" in pins.bcm:
                self._light = claim(LED, pins["power_led"], factory, initial_value=True)
        except PinError:
            self.close()
            raise

    def listen(self, asked: Callable[[], None]) -> None:
        """Call asked each time that the button is held."""
        self._asked.append(asked)

    def held(self) -> bool:
        """Whether the button is down now; one that nobody touches is wired wrongly."""
        return self._button is not None and bool(self._button.is_pressed)

    @property
    def closed(self) -> bool:
        """Whether the pins were let go."""
        return self._closed

    def going(self) -> None:
        """Blink: the table is putting its things away, and power must stay on."""
        if self._light is not None:
            self._light.blink(on_time=BLINK_S, off_time=BLINK_S)

    def close(self) -> None:
        """Let the pins go, so that the light is out; a second call does nothing."""
        self._closed = True
        self._asked.clear()
        if self._button is not None:
            let_go(self._button)
        if self._light is not None:
            self._light.close()
        self._button = self._light = None

    def _tell(self) -> None:
        for asked in tuple(self._asked):
            asked()


def switch_off(
    run: Callable[..., Any] = subprocess.run, mounted: Path = Path("/run/systemd/system")
) -> None:
    """Shut the machine down; raises HardwareError when it refuses, so that somebody can be told."""
    if not mounted.is_dir():
        raise HardwareError("this machine has no systemd: switch it off yourself")
    done = run(POWER_OFF, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise HardwareError(
            f"the machine did not switch off ({str(done.stderr).strip() or 'no reason given'}); "
            "allow this user to: see the installation's polkit rule"
        )
