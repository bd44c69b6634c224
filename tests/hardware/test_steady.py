"""Cameras and displays that outlast faults."""

import threading
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from hardware.errors import CameraError, DisplayError, HardwareError
from hardware.sim import SimOled
from hardware.sim.pi_camera import SimPicamera2
from hardware.steady import RETRY_S, SteadyCamera, SteadyDisplay
from tests.hardware.rigs import pi


class Hall:
    """Doubles of picamera2, one for each opening, and what was told and waited."""

    def __init__(self) -> None:
        self.doubles: list[SimPicamera2] = []
        self.told: list[str | None] = []
        self.waited: list[float] = []
        self.missing = 0

    def open(self) -> Any:
        if self.doubles and self.missing:
            self.missing -= 1
            raise CameraError("no camera 0")
        self.doubles.append(SimPicamera2())
        return pi(self.doubles[-1])

    def trouble(self, error: HardwareError | None) -> None:
        self.told.append(None if error is None else str(error))

    def wait(self, event: threading.Event, seconds: float) -> bool:
        self.waited.append(seconds)
        return event.is_set()


def test_a_stalled_camera_is_opened_again_and_its_frames_go_on() -> None:
    hall = Hall()
    camera = SteadyCamera(hall.open, hall.trouble, hall.wait)
    first = camera.capture()
    hall.doubles[0].stalled = True
    second = camera.capture()
    assert first is not None and second is not None
    assert (first.number, second.number) == (0, 1)
    assert second.time_s >= first.time_s
    assert hall.doubles[0].closed and len(hall.doubles) == 2
    told, mended = hall.told
    assert told is not None and "gave no frame" in told and mended is None


def test_a_camera_that_is_gone_is_looked_for_ever_more_rarely() -> None:
    hall = Hall()
    camera = SteadyCamera(hall.open, hall.trouble, hall.wait)
    hall.missing = 5
    hall.doubles[0].stalled = True
    assert camera.capture() is not None
    assert hall.waited == [*RETRY_S, RETRY_S[-1], RETRY_S[-1]]
    assert len(hall.told) == 2


def test_each_trouble_is_told_anew() -> None:
    hall = Hall()
    camera = SteadyCamera(hall.open, hall.trouble, hall.wait)
    for _ in range(2):
        hall.doubles[-1].stalled = True
        camera.capture()
    assert len(hall.told) == 4 and hall.told[1] is hall.told[3] is None


def test_a_camera_that_never_opened_is_an_error() -> None:
    def nothing() -> Any:
        raise CameraError("no camera 0")

    with pytest.raises(CameraError, match="no camera 0"):
        SteadyCamera(nothing, print)


def test_closing_ends_a_capture_that_waits() -> None:
    hall = Hall()

    def close(event: threading.Event, seconds: float) -> bool:
        event.set()
        return True

    camera = SteadyCamera(hall.open, hall.trouble, close)
    hall.doubles[0].stalled = True
    assert camera.capture() is None
    camera.close()
    assert camera.capture() is None


def test_a_silent_display_is_told_once_and_tried_again() -> None:
    told: list[HardwareError | None] = []
    oled = SimOled()
    display = SteadyDisplay(oled, told.append)
    fault = DisplayError("no display answers")
    blank = Image.new("1", (128, 64))
    with mock.patch.object(oled, "show", side_effect=fault):
        display.show(blank)
        display.show(blank)
    assert told == [fault]
    display.show(blank)
    display.dim(3)
    display.switch(False)
    assert told == [fault, None]
    assert (oled.chip.contrast, oled.chip.on, display.size) == (3, False, (128, 64))
    display.close()
