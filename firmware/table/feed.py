"""The threads that feed the table: one at the camera, one that reads; both only put items."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from firmware.loop import Read
from firmware.table.newest import Newest
from firmware.table.ports import CameraFault
from hardware.errors import CameraError
from hardware.ports import Camera, Clock, Frame
from vision.outline import warm_up
from vision.reading import Image, Observation

__all__ = ["HUNG_MOST", "CameraFeed", "Reading"]

HUNG_MOST: Final = 3
"""Cameras that may hang at once; with more, only a new process helps."""

LETS_GO_S: Final = 2.0
"""Seconds that a camera is given to be let go before it is opened anew."""

READS_S: Final = 15.0
"""Seconds that a reading is given to end: longer than one takes on the slowest Pi, since a process
that ends within one is aborted, which looks like a crash."""

Put = Callable[[Frame | CameraFault], None]


class CameraFeed:
    """Puts the camera's frames, numbered on and on, and its faults; never waits for it.

    opener: opens the camera; raises HardwareError. A camera that hangs is left to itself when it
    is reopened: nothing that it still gives is taken. With more than HUNG_MOST of these none is
    opened any more, which is told as a fault, until one of them ends.
    """

    def __init__(self, opener: Callable[[], Camera], put: Put, clock: Clock) -> None:
        self._opener = opener
        self._put = put
        self._clock = clock
        self._lock = threading.Lock()
        self._turn = 0
        self._number = 0
        self._threads: list[threading.Thread] = []

    @property
    def hung(self) -> int:
        """How many cameras that were left still hang."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return max(0, len(self._threads) - 1)

    def open(self) -> None:
        """Open the camera, or open it anew."""
        with self._lock:
            self._turn += 1
            turn = self._turn
        if self.hung > HUNG_MOST:
            reason = f"{self.hung} cameras hang that were opened one after another"
            self._put(CameraFault(reason, self._clock.now_s(), hung=True))
            return
        before = self._threads[-1] if self._threads else None
        arguments = (turn, before)
        thread = threading.Thread(target=self._watch, args=arguments, name="camera", daemon=True)
        self._threads.append(thread)
        thread.start()

    def close(self, wait_s: float = 1.0) -> None:
        """Let the camera go; waits a moment for it to do so."""
        with self._lock:
            self._turn += 1
        for thread in self._threads:
            thread.join(wait_s)

    def _watch(self, turn: int, before: threading.Thread | None) -> None:
        if before is not None:
            before.join(LETS_GO_S)
        camera: Camera | None = None
        try:
            camera = self._opener()
            while turn == self._turn:
                frame = camera.capture()
                if frame is None:
                    break
                _refuse_unfit(frame)
                self._give(turn, frame)
        except Exception as error:  # whatever a driver raises, the camera is opened anew
            self._fail(turn, error)
        finally:
            if camera is not None:
                with suppress(Exception):
                    camera.close()

    def _give(self, turn: int, frame: Frame) -> None:
        with self._lock:
            if turn != self._turn:
                return
            numbered = replace(frame, number=self._number)
            self._number += 1
            self._put(numbered)

    def _fail(self, turn: int, error: Exception) -> None:
        if turn == self._turn:
            told = str(error) or type(error).__name__
            self._put(CameraFault(told, self._clock.now_s()))


def _refuse_unfit(frame: Frame) -> None:
    """Raise CameraError for pixels that are no picture: all that sees relies on their shape."""
    for pixels in (frame.pixels, *(() if frame.small is None else (frame.small,))):
        shape: Sequence[int] = getattr(pixels, "shape", ())
        kind = getattr(pixels, "dtype", None)
        if len(shape) != 3 or shape[2] != 3 or 0 in shape or kind != np.uint8:
            found = f"{'x'.join(map(str, shape)) or 'nothing'} of {kind}"
            raise CameraError(
                f"the camera gives no pictures: {found}, expected height x width x 3 of uint8; "
                "name another camera, or another size of it"
            )


class Reading:
    """Reads frames on a thread of its own; a newer one takes the place of one that waits.

    complain: is told what failed in the reader.
    """

    def __init__(
        self, put: Callable[[Read], None], clock: Clock, complain: Callable[[str], None]
    ) -> None:
        self._put = put
        self._clock = clock
        self._newest = Newest("reader", complain)
        self.do(warm_up)  # there, where no press waits for it

    def read(self, frame: Frame, reader: Callable[[Image], Observation]) -> None:
        """Read this frame as soon as can be, and return at once; a Read comes of it."""
        self.do(lambda: self._read(frame, reader))

    def do(self, work: Callable[[], None]) -> None:
        """Do something else with the reader, in its turn, and return at once."""
        self._newest.do(work)

    def close(self, wait_s: float = READS_S) -> None:
        """Read no more; waits for the frame that is being read."""
        self._newest.close(wait_s)

    def _read(self, frame: Frame, reader: Callable[[Image], Observation]) -> None:
        seen: Observation | None = None
        try:
            seen = reader(frame.pixels)
        finally:  # the game waits for it; where reading failed, the next frame is read
            self._put(Read(seen, self._clock.now_s(), frame.number))
