"""A camera and a display that outlast faults: opened again after a stall, tried again when silent.

The game goes on: what is wrong is told once, and so is that it works again.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PIL import Image

from hardware.errors import CameraError, DisplayError, HardwareError
from hardware.ports import OLED_SIZE, Camera, Display, Frame

__all__ = ["SteadyCamera", "SteadyDisplay", "Trouble"]

RETRY_S: Final = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to open a camera again; the last goes on for ever."""

Trouble = Callable[[HardwareError | None], None]
"""Is told what went wrong, and None once it works again."""


class SteadyCamera:
    """A Camera that closes and reopens another when that fails, until it gives frames again.

    opener: opens the camera, and raises CameraError; the first failure is raised, later ones are
    told to trouble. Numbers and times of frames go on rising over a reopening. wait: waits so many
    seconds at most for the event, and gives whether it came.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        trouble: Trouble,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
    ) -> None:
        self._opener = opener
        self._trouble = trouble
        self._wait = wait
        self._closed = threading.Event()
        self._using = threading.Lock()  # a camera that is closed while it is read can crash
        self._camera: Camera | None = opener()
        self._number = 0
        self._last_s = 0.0
        self._failed = 0

    def capture(self) -> Frame | None:
        """The next frame, however long that takes; None when no more will come, or once closed."""
        with self._using:
            while not self._closed.is_set():
                try:
                    if self._camera is None:
                        self._camera = self._opener()
                    frame = self._camera.capture()
                except CameraError as error:
                    self._fail(error)
                    continue
                if frame is None:
                    return None
                if self._failed:
                    self._failed = 0
                    self._trouble(None)
                return self._following(frame)
        return None

    def close(self) -> None:
        """Close the camera, from any thread, once a capture that waits has ended."""
        self._closed.set()
        with self._using:
            camera, self._camera = self._camera, None
            if camera is not None:
                camera.close()

    def _fail(self, error: CameraError) -> None:
        if not self._failed:
            self._trouble(error)
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
        self._wait(self._closed, RETRY_S[min(self._failed, len(RETRY_S) - 1)])
        self._failed += 1

    def _following(self, frame: Frame) -> Frame:
        self._last_s = max(self._last_s, frame.time_s)
        self._number += 1
        return replace(frame, time_s=self._last_s, number=self._number - 1)


class SteadyDisplay:
    """A Display that never raises: it tells trouble once, and tries again with each image.

    What was set while the display was silent is set again when it answers.
    """

    def __init__(self, display: Display, trouble: Trouble) -> None:
        self._display = display
        self._trouble = trouble
        self._silent = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return OLED_SIZE

    def show(self, image: Image.Image) -> None:
        """Show an image, if the display answers."""
        self._try(lambda: self._display.show(image))

    def dim(self, contrast: int) -> None:
        """Set the brightness, if the display answers."""
        self._try(lambda: self._display.dim(contrast))

    def switch(self, on: bool) -> None:
        """Switch the pixels on or off, if the display answers."""
        self._try(lambda: self._display.switch(on))

    def close(self) -> None:
        """Close the display."""
        self._display.close()

    def _try(self, order: Callable[[], None]) -> None:
        try:
            order()
        except DisplayError as error:
            if not self._silent:
                self._trouble(error)
            self._silent = True
            return
        if self._silent:
            self._trouble(None)
        self._silent = False
