"""A USB camera without one: what OpenCV's VideoCapture does, with pictures of ours."""

from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.clock import ToldClock

__all__ = ["SimCapture", "checkers"]

RATE_HZ: Final = 30.0

NIGHT: Final = 0.25
"""What is left of the light when the double is darkened."""

Draw = Callable[[int], NDArray[np.uint8]]
"""Gives the picture of a frame by its number."""


def checkers(number: int, size: tuple[int, int] = (64, 48)) -> NDArray[np.uint8]:
    """A picture of squares that says its number in the shade of its first pixel."""
    width, height = size
    rows, columns = np.mgrid[:height, :width]
    pixels = np.where((rows // 8 + columns // 8) % 2, 200, 60).astype(np.uint8)
    pixels[0, 0] = number % 256
    return np.repeat(pixels[:, :, None], 3, axis=2)


class SimCapture:
    """Takes the place of cv2.VideoCapture: pictures at RATE_HZ, controls, and faults on command.

    clock is told the time of each frame as it is read. own_clock: whether the camera's times
    count from its own beginning and not from the machine's, as with some drivers. controls:
    those that the camera has, with the values that its automatic has chosen. told_wrong: whether
    the value that it tells is not the one it uses, so that fixing it darkens the picture.
    """

    def __init__(
        self,
        clock: ToldClock,
        draw: Draw = checkers,
        controls: dict[int, float] | None = None,
        *,
        own_clock: bool = False,
        told_wrong: bool = False,
    ) -> None:
        self.clock = clock
        self.sizes = {(1280, 960), (640, 480)}
        self.controls = dict(controls or {})
        self.unplugged = self.stalled = self.dark = self.busy = False
        self.released = 0
        self._draw = draw
        self._own_clock = own_clock
        self._told_wrong = told_wrong
        self._asked: dict[int, float] = {}
        self._number = 0
        self._began_s = clock.now_s()

    def __call__(self, name: str, backend: int) -> "SimCapture":
        """Open, as cv2.VideoCapture(name, backend) does; nothing but V4L2 is understood."""
        if backend != cv2.CAP_V4L2:
            raise ValueError(f"backend {backend} for {name}: expected V4L2, {cv2.CAP_V4L2}")
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it gives pictures."""
        return not (self.unplugged or self.busy)

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """The next picture, (True, blue green red), or (False, None)."""
        if self.unplugged or self.stalled:
            return False, None
        self._number += 1
        self.clock.tell(max(self.clock.now_s(), self._began_s + self._number / RATE_HZ))
        pixels = self._draw(self._number)
        wrong = self._told_wrong and self._asked.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1
        return True, (pixels * NIGHT).astype(np.uint8) if self.dark or wrong else pixels

    def get(self, control: int) -> float:
        """The value of a control, -1 for one that the camera has not."""
        if control == cv2.CAP_PROP_POS_MSEC:
            began_s = 0.0 if self._own_clock else self._began_s
            return (began_s + self._number / RATE_HZ) * 1000
        if control in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            height, width = self._draw(0).shape[:2]
            return float(width if control == cv2.CAP_PROP_FRAME_WIDTH else height)
        return self._asked.get(control, self.controls.get(control, -1.0))

    def set(self, control: int, wanted: float) -> bool:
        """Set a control; give False for one that the camera has not."""
        if control in self.controls:
            self._asked[control] = wanted
        return control in self.controls

    def release(self) -> None:
        """Close it."""
        self.released += 1

    def asked(self) -> Iterator[tuple[int, float]]:
        """The controls that were set, and to what."""
        return iter(self._asked.items())
