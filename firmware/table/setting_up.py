"""Setting the table up with its own buttons and screen, as a page of the menus."""

from collections.abc import Callable
from typing import Final

from firmware.calibrate import Calibration, Learned, Sighting
from firmware.table.pages import Do
from firmware.views import SetUp
from hardware.ports import Frame, Pressed

__all__ = ["EVERY_S", "LookAside", "SetUpPage"]

EVERY_S: Final = 0.7
"""Seconds from one look to the next: each may read dice, which takes a small Pi half a second."""

LookAside = Callable[[Callable[[], Sighting | None]], None]
"""Begins such a look on another thread; what it gives is to come to `SetUpPage.looked`, None too
where the look failed."""


class SetUpPage:
    """Goes through the steps of a calibration; `see` is to be given every frame.

    done is called once, with what was learned, when the last screen is left with OK; back is
    called when the first step is left with back. aside: None to look where a frame is seen.
    """

    def __init__(
        self,
        calibration: Calibration,
        done: Callable[[Learned], None],
        back: Do,
        aside: LookAside | None = None,
    ) -> None:
        self._calibration = calibration
        self._done = done
        self._back = back
        self._aside = aside
        self._looking = False
        self._seen_s = float("-inf")

    def see(self, frame: Frame) -> None:
        """Look at a frame, at most every EVERY_S, and one at a time."""
        if self._looking or frame.time_s - self._seen_s < EVERY_S:
            return
        self._seen_s = frame.time_s
        if self._aside is None:
            self._calibration.see(frame.pixels)
        else:
            self._looking = True
            self._aside(lambda: self._calibration.look(frame.pixels))

    def looked(self, seen: Sighting | None) -> None:
        """Take what was seen aside."""
        self._looking = False
        self._calibration.take(seen)

    def press(self, button: Pressed) -> None:
        """Take a press: OK goes on, back goes back."""
        before = self._calibration.step
        if before is None and button == "ok":
            self._done(self._calibration.learned())
        elif before == "tray" and button == "back":
            self._back()
        else:
            self._calibration.press(button)
            if self._calibration.step != before:
                self._seen_s = float("-inf")  # a new step looks at once

    def view(self) -> SetUp:
        """What to show."""
        return self._calibration.view()
