"""Real drivers on doubles of their chips and pins, for the tests that run over all of them."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.pi.buttons import GpioButtons
from hardware.pi.buzzer import GpioBuzzer
from hardware.pi.camera import Machine as PiMachine
from hardware.pi.camera import PiCamera
from hardware.pi.display import LumaOled, on_i2c, on_spi
from hardware.pi.lamp import GpioLamp
from hardware.pi.power import BLINK_S, PowerButton
from hardware.pins import pin_map
from hardware.ports import Button, Buttons, Camera, Display, Edge, Light, Power, Sound
from hardware.sim import (
    OledBus,
    OledChip,
    RecordingCamera,
    SimButtons,
    SimLight,
    SimOled,
    SimPower,
    SimSound,
)
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


@dataclass
class Board:
    """Pins that a program pushes and looks at: gpiozero's own, or a kernel's simulated ones.

    push: connects a pin to ground, or lets it go. is_high: what an output is now. level: the part
    of the time for which it is high. wait: until something is so, where that takes time.
    """

    factory: Any
    push: Callable[[int, bool], None]
    is_high: Callable[[int], bool]
    level: Callable[[int], float]
    wait: Callable[[Callable[[], bool]], None]
    close: Callable[[], None]


def _mock_board() -> Board:
    factory = mock_factory()

    def push(bcm: int, down: bool) -> None:
        pin = factory.pin(bcm)
        pin.drive_low() if down else pin.drive_high()

    def level(bcm: int) -> float:
        pin = factory.pin(bcm)
        return 0.0 if pin.function == "input" else float(pin.state)

    return Board(factory, push, lambda bcm: bool(level(bcm)), level, lambda so: None, factory.close)


BOARDS: dict[str, Callable[[], Board]] = {"gpio": _mock_board}
if "ARBITER_REAL_GPIO" in os.environ:
    from tests.real.pins import real_board

    BOARDS["real"] = real_board


@dataclass
class Finger:
    """Buttons, what moves a contact of theirs, and their clock."""

    buttons: Buttons
    drive: Callable[[Button, bool], None]
    clock: ToldClock


def _sim_finger() -> Iterator[Finger]:
    clock, buttons = ToldClock(), SimButtons()
    yield Finger(buttons, lambda name, down: buttons.drive(name, down, clock.now_s()), clock)


def _finger(board: Board) -> Iterator[Finger]:
    clock, pins, heard = ToldClock(), pin_map({}), list[Edge]()
    buttons = GpioButtons(pins, board.factory, clock.now_s)
    listens = buttons.listen

    def listen(told: Callable[[Edge], None]) -> None:
        listens(told)
        listens(heard.append)  # the last to hear

    buttons.listen = listen  # type: ignore[method-assign, assignment]

    def drive(name: Button, down: bool) -> None:
        before = len(heard)
        board.push(pins[name], down)
        board.wait(lambda: len(heard) > before)

    yield Finger(buttons, drive, clock)
    buttons.close()
    board.close()


FINGERS: dict[str, Callable[[], Iterator[Finger]]] = {
    "sim": _sim_finger,
    **{name: lambda make=make: _finger(make()) for name, make in BOARDS.items()},  # type: ignore[misc]
}

Tones = Callable[[], list[tuple[int, float]]]
"""What was heard so far: pitches in hertz (0 in pauses) with their seconds."""


def _sim_sound() -> Iterator[tuple[Sound, Tones]]:
    sound = SimSound()
    yield (
        sound,
        lambda: [(round(tone.pitch_hz), tone.length_s) for one in sound.played for tone in one],
    )


def _buzzer() -> Iterator[tuple[Sound, Tones]]:
    factory, heard = mock_factory(), list[tuple[int, float]]()
    pin = factory.pin(16)

    def wait(cut: threading.Event, seconds: float) -> bool:
        heard.append((round(pin.frequency) if pin.state else 0, seconds))
        return cut.is_set()

    buzzer = GpioBuzzer(16, factory, wait)

    def tones() -> list[tuple[int, float]]:
        buzzer.finish()
        assert not pin.state
        return heard

    yield buzzer, tones
    factory.close()


SOUNDS: dict[str, Callable[[], Iterator[tuple[Sound, Tones]]]] = {
    "sim": _sim_sound,
    "buzzer": _buzzer,
}


def _sim_light() -> Iterator[tuple[Light, Callable[[], float]]]:
    light = SimLight()
    yield light, lambda: light.level


def _lamp(board: Board) -> Iterator[tuple[Light, Callable[[], float]]]:
    lamp = GpioLamp(12, board.factory)
    yield lamp, lambda: board.level(12)
    lamp.close()
    board.close()


LIGHTS: dict[str, Callable[[], Iterator[tuple[Light, Callable[[], float]]]]] = {
    "sim": _sim_light,
    **{name: lambda make=make: _lamp(make()) for name, make in BOARDS.items()},  # type: ignore[misc]
}


@dataclass
class Switch:
    """A power button, a finger on it, and what its light does.

    hold returns when the button was held long enough; knock is shorter than that.
    """

    power: Power
    hold: Callable[[], None]
    knock: Callable[[], None]
    let_go: Callable[[], None]
    light: Callable[[], Literal["lit", "blinks", "out"]]


def _sim_power() -> Iterator[Switch]:
    power = SimPower()

    def knock() -> None:
        power.drive(True, long_enough=False)
        power.drive(False)

    def light() -> Literal["lit", "blinks", "out"]:
        return "blinks" if power.blinking else "lit" if power.lit else "out"

    yield Switch(power, lambda: power.drive(True), knock, lambda: power.drive(False), light)


HOLD_S = 0.05


def _power_button(board: Board) -> Iterator[Switch]:
    """gpiozero counts the time of a hold in a thread of its own, so real time passes here."""
    pins = pin_map({})
    button, led = pins["power_button"], pins["power_led"]
    power = PowerButton(pins, board.factory, HOLD_S)

    def pushed(longest_s: float) -> threading.Event:
        told = threading.Event()
        power.listen(told.set)  # after those who listen already
        board.push(button, True)
        told.wait(longest_s)
        return told

    def hold() -> None:
        pushed(3 * HOLD_S if power.closed else 30.0)

    def knock() -> None:
        told = pushed(0)
        board.push(button, False)
        told.wait(3 * HOLD_S)

    def let_go() -> None:
        board.push(button, False)
        board.wait(lambda: not power.held())

    def light() -> Literal["lit", "blinks", "out"]:
        lit, until_s = board.is_high(led), time.monotonic() + 5 * BLINK_S
        while time.monotonic() < until_s:
            if board.is_high(led) != lit:
                return "blinks"
            time.sleep(BLINK_S / 10)
        return "lit" if lit else "out"

    yield Switch(power, hold, knock, let_go, light)
    power.close()
    board.close()


POWERS: dict[str, Callable[[], Iterator[Switch]]] = {
    "sim": _sim_power,
    **{name: lambda make=make: _power_button(make()) for name, make in BOARDS.items()},  # type: ignore[misc]
}
