"""How long a button takes to the screen while the reader works, for `arbiter bench`.

A whole table with its threads: its camera gives a tray that is read without an end, and a button is
pushed again and again. All of it has one core of the processor, as on the smallest Pi. The display
takes no time: an OLED's own bus comes on top.
"""

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image as Picture

from firmware.table.live import Live, Parts
from firmware.table.setup import Setup
from hardware.clock import MonotonicClock
from hardware.ports import OLED_SIZE, Frame
from hardware.sim import SimButtons, SimLight, SimSound
from vision.reading import Dice, DiceReader, Image, Observation
from vision.tray import TrayWatch

__all__ = ["PRESSES", "Pushed", "Slower", "push"]

PRESSES: Final = 40
"""How often the button is pushed."""

BETWEEN_S: Final = 0.06
"""Seconds between its edges: longer than it may bounce, and no multiple of a frame's length."""

FRAME_S: Final = 0.05
"""Seconds between frames: the next one waits when the last is read."""

PATIENCE_S: Final = 60.0
"""Seconds after which a screen that does not change is given up."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """Times from a button's edge to the screen that it leads to, in milliseconds.

    elapsed: by the clock, with whatever else the machine did. worked: of the processor's, for all
    threads of the table, the reader's among them: what passes where nothing else runs. read: how
    many readings were made between the first press and the last.
    """

    elapsed_ms: tuple[float, ...]
    worked_ms: tuple[float, ...]
    read: int

    @property
    def median_ms(self) -> float:
        """The median of what the processor did."""
        return statistics.median(self.worked_ms)


class Slower:
    """A reader that takes so many times as long as another one; counts its readings."""

    def __init__(self, reader: DiceReader, times: int) -> None:
        self._reader = reader
        self._times = times
        self.read_so_far = 0

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read the picture so many times."""
        readings = [self._reader.read(image, dice) for _ in range(self._times)]
        self.read_so_far += 1
        return readings[-1]


class _Still:
    """A Camera that gives one picture on and on."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._closed = threading.Event()

    def capture(self) -> Frame | None:
        """The picture, when a frame is due."""
        if self._closed.wait(FRAME_S):
            return None
        return Frame(self._image, time.monotonic(), 0)

    def close(self) -> None:
        """Give no further frame."""
        self._closed.set()


@dataclass
class _Shown:
    """A Display that says when it is shown something."""

    size: tuple[int, int] = OLED_SIZE
    changed: threading.Event = field(default_factory=threading.Event)
    elapsed_s: float = 0.0
    worked_s: float = 0.0

    def show(self, _image: Picture.Image) -> None:
        """Note when."""
        self.elapsed_s, self.worked_s = time.perf_counter(), time.process_time()
        self.changed.set()

    def dim(self, contrast: int) -> None:
        """Do nothing."""

    def switch(self, on: bool) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def push(reader: DiceReader, image: Image, times: int = 1, presses: int = PRESSES) -> Pushed:
    """Push a button while a reader works that takes so many times as long as the one given.

    image: (height, width, 3). Raises OSError when the screen does not change.
    """
    slower, shown, buttons = Slower(reader, times), _Shown(), SimButtons()
    with tempfile.TemporaryDirectory(prefix="arbiter-pressed-") as folder, _one_core():
        live = Live(_parts(slower, image, shown, buttons, Path(folder)))
        loop = threading.Thread(target=live.run, name="table")
        loop.start()
        try:
            _await(lambda: slower.read_so_far > 0, "the reader reads nothing")
            before = slower.read_so_far
            pushed = list(_pushes(buttons, shown, presses))
            read = slower.read_so_far - before
        finally:
            live.runner.stop()
            loop.join()
    return Pushed(tuple(one for one, _ in pushed), tuple(one for _, one in pushed), read)


def _parts(
    reader: DiceReader, image: Image, shown: _Shown, buttons: SimButtons, folder: Path
) -> Parts:
    return Parts(
        open_camera=lambda: _Still(image),
        display=shown,
        buttons=buttons,
        sound=SimSound(),
        light=SimLight(),
        clock=MonotonicClock(),
        reader=reader,
        folder=folder,
        date=lambda: "2026-01-01T00:00:00Z",
        watch=partial(TrayWatch, stills=True),
        setup=Setup("alphatian", ("Ann", "Ben"), {"clock": "off"}),
    )


@contextmanager
def _one_core() -> Iterator[None]:
    """Give this thread, and those that it starts, one core of those that it has."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _pushes(buttons: SimButtons, shown: _Shown, presses: int) -> Iterable[tuple[float, float]]:
    """Push the button that opens the pause and closes it; yield how long each took."""
    for _ in range(presses):
        shown.changed.clear()
        elapsed_s, worked_s = time.perf_counter(), time.process_time()
        buttons.drive("back", True, time.monotonic())
        if not shown.changed.wait(PATIENCE_S):
            raise OSError(f"the screen did not change within {PATIENCE_S:.0f} s of a press")
        yield (shown.elapsed_s - elapsed_s) * 1000, (shown.worked_s - worked_s) * 1000
        time.sleep(BETWEEN_S)
        buttons.drive("back", False, time.monotonic())
        time.sleep(BETWEEN_S)


def _await(done: Callable[[], bool], otherwise: str) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > ends_s:
            raise OSError(otherwise)
        time.sleep(BETWEEN_S)
