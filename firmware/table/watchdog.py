"""Telling systemd that the table is ready, that it lives, and that it stops (sd_notify(3)).

The loop itself feeds the watchdog, so that a loop that hangs is started anew.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

__all__ = ["Watchdog"]

FEEDS: Final = 4
"""How often the watchdog is fed in its time; sd_watchdog_enabled(3) asks for two."""


class Watchdog:
    """Speaks to the service manager that started the program; does nothing without one.

    Times are given, in seconds.
    """

    def __init__(self, surroundings: Mapping[str, str] = os.environ) -> None:
        self._address = surroundings.get("NOTIFY_SOCKET", "")
        every = surroundings.get("WATCHDOG_USEC", "")
        ours = surroundings.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._every_s = int(every) / 1e6 / FEEDS if every.isdecimal() and ours else None
        self._fed_s = float("-inf")

    @property
    def supervised(self) -> bool:
        """Whether a service manager started the program, and will start it anew."""
        return bool(self._address)

    def ready(self) -> None:
        """Say that the table is ready."""
        self._send("READY=1")

    def stopping(self) -> None:
        """Say that the table stops."""
        self._send("STOPPING=1")

    def live(self, time_s: float) -> None:
        """Say that the loop lives, as often as is asked for."""
        if self._every_s is not None and time_s - self._fed_s >= self._every_s:
            self._fed_s = time_s
            self._send("WATCHDOG=1")

    def _send(self, told: str) -> None:
        if not self._address:
            return
        address = self._address
        if address.startswith("@"):
            address = "\0" + address[1:]  # a name of Linux's abstract namespace
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.sendto(told.encode(), address)
