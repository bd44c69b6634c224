"""Running a table: the threads around it, and the one that owns it.

The camera's thread, the reader's and the callbacks of the buttons only put items into the queue.
The loop takes them, lets time pass in between, and goes on with the game when something fails.
"""

import sys
import traceback
from collections import deque
from collections.abc import Callable
from typing import Final

from firmware.inbox import Inbox
from firmware.loop import Tick
from firmware.table.feed import HUNG_MOST, CameraFeed
from firmware.table.ports import CameraFault
from firmware.table.setup import Setup
from firmware.table.table import Table, TableItem
from firmware.table.watchdog import Watchdog
from hardware.ports import Clock

__all__ = ["FAILED", "MOST_FAILURES", "RESTART", "TICK_S", "Runner"]

TICK_S: Final = 0.05
"""Seconds between ticks: how finely a clock's bar moves and a held button is noticed."""

MOST_FAILURES: Final = 5
"""Failures of the program within FAILURES_S after which it ends, to be started anew."""

FAILURES_S: Final = 60.0

FAILED: Final = 1
RESTART: Final = 75
"""The exit status of a table that needs a new process (EX_TEMPFAIL of sysexits.h)."""


class Runner:
    """Runs a table until `stop` is called.

    complain: is told what failed; standard error until another is set.
    """

    def __init__(
        self,
        table: Table,
        inbox: Inbox[TableItem],
        clock: Clock,
        feed: CameraFeed | None = None,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._table = table
        self._inbox = inbox
        self._clock = clock
        self._feed = feed
        self._watchdog = watchdog or Watchdog({})
        self.complain: Callable[[str], None] = _to_stderr
        self._failures: deque[float] = deque()
        self._status: int | None = None
        self._tick_s = float("-inf")

    def stop(self, status: int = 0) -> None:
        """End the loop after the item that it is taking, with this status."""
        self._status = status

    def run(self, setup: Setup | None = None) -> int:
        """Run the table; gives 0, FAILED, or RESTART when only a new process helps, as it does
        where the camera hangs for good, and somebody is there to start one.

        setup: a game that is to be played at once, without the menus.
        """
        self._guarded(lambda: self._table.begin(setup))
        self._watchdog.ready()
        while self._status is None:
            self.step()
        self._watchdog.stopping()
        return self._status

    def step(self) -> None:
        """Take one item, or let time pass."""
        item = self._inbox.take(self._tick_s + TICK_S - self._clock.now_s())
        if item is not None:
            self._guarded(lambda: self._table.handle(item))
        now_s = self._clock.now_s()
        if now_s - self._tick_s >= TICK_S:
            self._tick_s = now_s
            self._guarded(lambda: self._table.handle(Tick(now_s)))
            self._watchdog.live(now_s)
        hangs = self._feed is not None and self._feed.hung > HUNG_MOST
        if hangs and self._watchdog.supervised:
            self._guarded(lambda: self._table.handle(CameraFault("it hangs", now_s, hung=True)))
            self.complain("the camera hangs: the table starts anew, and the game goes on")
            self.stop(RESTART)

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something; when it fails, go on with the game as it was, but not for ever."""
        while True:
            try:
                act()
            except Exception:  # the loop's last catch: a fault of ours must not end an evening
                if not self._bear():
                    return
                act = self._table.rescue
            else:
                return

    def _bear(self) -> bool:
        """Tell of a failure; gives whether to go on."""
        now_s = self._clock.now_s()
        self.complain(traceback.format_exc().rstrip())
        self._failures.append(now_s)
        while self._failures[0] < now_s - FAILURES_S:
            self._failures.popleft()
        if len(self._failures) < MOST_FAILURES:
            return True
        self.complain(f"{MOST_FAILURES} failures within {FAILURES_S:.0f} s: the table ends")
        self.stop(FAILED)
        return False


def _to_stderr(text: str) -> None:
    sys.stderr.write(f"arbiter: {text}\n")
    sys.stderr.flush()
