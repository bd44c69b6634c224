"""Real drivers on doubles of their chips and pins, for the tests that run over all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.pi.camera import Machine as PiMachine
from hardware.pi.camera import PiCamera
from hardware.pi.display import LumaOled, on_i2c, on_spi
from hardware.pins import pin_map
from hardware.ports import Camera, Display
from hardware.sim import OledBus, OledChip, RecordingCamera, SimOled
from hardware.sim.cameras import FaultyCamera, FolderCamera, PacedCamera, VideoCamera
from hardware.sim.clock import ToldClock
from hardware.sim.pi_camera import SimPicamera2
from hardware.sim.sh1106 import OledSpi, Sh1106Chip
from hardware.sim.v4l import SimCapture
from hardware.usb import Machine as UsbMachine
from hardware.usb import UsbCamera

SIZE = (64, 48)


def mock_factory() -> Any:
    """gpiozero's own pins without a Pi, which can pulse."""
    return MockFactory(pin_class=MockPWMPin)


@dataclass
class Shown:
    """A display and the chip that it writes to."""

    display: Display
    chip: OledChip


def _sim() -> Iterator[Shown]:
    oled = SimOled()
    yield Shown(oled, oled.chip)


@contextmanager
def on_bus(bus: OledBus) -> Iterator[None]:
    """Let smbus2 open this bus, so that luma takes its own path to a real one."""
    with mock.patch("smbus2.SMBus", lambda port: bus):
        yield


def _i2c(name: str, chip: OledChip) -> Iterator[Shown]:
    with on_bus(OledBus(chip)):
        yield Shown(LumaOled(name, on_i2c()), chip)


def _spi(name: str, chip: OledChip) -> Iterator[Shown]:
    factory = mock_factory()
    pins = pin_map({}, on_spi=True)
    bus = OledSpi(chip, lambda: bool(factory.pin(pins["display_dc"]).state))
    yield Shown(LumaOled(name, on_spi(pins, factory, bus)), chip)


DISPLAYS: dict[str, Callable[[], Iterator[Shown]]] = {
    "sim": _sim,
    "ssd1306-i2c": lambda: _i2c("ssd1306", OledChip()),
    "sh1106-i2c": lambda: _i2c("sh1106", Sh1106Chip()),
    "ssd1306-spi": lambda: _spi("ssd1306", OledChip()),
    "sh1106-spi": lambda: _spi("sh1106", Sh1106Chip()),
}


def _pictures(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for number in range(3):
        shade = np.full((SIZE[1], SIZE[0], 3), 40 * number + 20, np.uint8)
        Image.fromarray(shade).save(folder / f"{number}.png")
    return folder


def _recording(folder: Path) -> Camera:
    folder.mkdir()
    _pictures(folder / "frames")
    lines = "file,time_s\n0.png,0\n1.png,0.5\n2.png,0.75\n"
    (folder / "frames.csv").write_text(lines, encoding="utf-8")
    return RecordingCamera(folder)


def _video(folder: Path) -> Camera:
    folder.mkdir()
    path = folder / "v.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE)
    for number in range(4):
        video.write(np.full((SIZE[1], SIZE[0], 3), 60 * number, np.uint8))
    video.release()
    return VideoCamera(path)


def usb(folder: Path, capture: SimCapture) -> UsbCamera:
    """A USB camera on a double of OpenCV's capture."""
    folder.mkdir(exist_ok=True)
    (folder / "video0").touch()
    return UsbCamera("0", machine=UsbMachine(capture, capture.clock.now_s, folder))


def pi(camera: SimPicamera2 | None = None, **more: Any) -> PiCamera:
    """A Pi camera on a double of picamera2."""
    double = camera or SimPicamera2()
    return PiCamera(size=SIZE, machine=PiMachine(lambda number: double, double.clock.now_s), **more)


def _paced(folder: Path) -> Camera:
    clock = ToldClock(7.0)
    camera = FolderCamera(_pictures(folder), frames_each=2)
    return PacedCamera(camera, clock.now_s, lambda early_s: clock.tell(clock.now_s() + early_s))


CAMERAS: dict[str, Callable[[Path], Camera]] = {
    "recording": _recording,
    "folder": lambda folder: FolderCamera(_pictures(folder), frames_each=2),
    "video": _video,
    "paced": _paced,
    "faulty": lambda folder: FaultyCamera(FolderCamera(_pictures(folder), frames_each=2)),
    "usb": lambda folder: usb(folder, SimCapture(ToldClock(3.0))),
    "pi": lambda folder: pi(),
}
