"""The devices of a table, by its table.toml: which ones, on which pins; and opening them.

What is named is what is used. A device that is not there is an error with a remedy, never another
device instead.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from firmware.settings import SettingsError, read_toml, refuse_unknown
from firmware.usage import hint
from hardware.errors import HardwareError
from hardware.pins import PinMap, pin_map
from hardware.ports import Buttons, Camera, Display, Light, Power, Sound
from hardware.sim import RecordingCamera, SimButtons, SimLight, SimOled, SimPower, SimSound
from hardware.sim.cameras import FolderCamera, PacedCamera, VideoCamera

__all__ = [
    "DeviceSettings",
    "Devices",
    "open_buttons",
    "open_camera",
    "open_devices",
    "open_display",
    "open_factory",
    "open_light",
    "open_power",
    "open_sound",
    "read_device_settings",
]

CAMERAS: Final = ("picamera2", "usb", "folder", "video", "recording")
DISPLAYS: Final = ("ssd1306-i2c", "sh1106-i2c", "ssd1306-spi", "sh1106-spi", "none")
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "display": DISPLAYS,
    "buttons": ("gpio", "none"),
    "sound": ("buzzer", "none"),
    "light": ("lamp", "none"),
}

EXAMPLES: Final = 'such as "picamera2", "usb:0", "folder:PATH", "video:PATH" or "recording:PATH"'

MAX_SIDE_PX: Final = 4608
"""The longest side of a picture that a camera module gives."""


@dataclass(frozen=True, slots=True)
class DeviceSettings:
    """What a table.toml says under [devices] and [pins].

    camera: "picamera2" or "picamera2:1", "usb:0" or "usb:/dev/v4l/by-id/...", "folder:PATH",
    "video:PATH", "recording:PATH". camera_size: width and height in pixels. display: chip and bus,
    or "none". display_address: on I2C. display_turned: mounted upside down. buttons: "gpio" or
    "none". sound: "buzzer" or "none". light: "lamp" or "none".
    """

    camera: str = "picamera2"
    camera_size: tuple[int, int] = (1280, 960)
    display: str = "ssd1306-i2c"
    display_address: int = 0x3C
    display_turned: bool = False
    buttons: str = "gpio"
    sound: str = "none"
    light: str = "none"
    pins: PinMap = field(default_factory=lambda: pin_map({}))

    @property
    def needs_pins(self) -> bool:
        """Whether anything is on a pin of its own."""
        used = (self.buttons, self.sound, self.light)
        return used != ("none", "none", "none") or self.display.endswith("-spi")

    @property
    def has_power(self) -> bool:
        """Whether the power button or its light has a pin, on a table whose pins are used."""
        return self.needs_pins and not {"power_button", "power_led"}.isdisjoint(self.pins.bcm)


@dataclass(slots=True)
class Devices:
    """The open devices of a table."""

    camera: Camera
    display: Display
    buttons: Buttons
    sound: Sound
    light: Light
    power: Power
    factory: Any = None

    def close(self) -> None:
        """Close all, the display and the power's light last, so that they can still tell."""
        parts = (self.camera, self.buttons, self.sound, self.light, self.display, self.power)
        for device in parts:
            device.close()
        if self.factory is not None:
            self.factory.close()


def read_device_settings(path: Path) -> DeviceSettings:
    """Read [devices] and [pins] of a table.toml; a missing file gives the usual table.

    Raises SettingsError for what a device cannot be and for what nothing reads, PinError for pins
    that cannot be.
    """
    table = read_toml(path)
    refuse_unknown(table, path.name)
    devices, pins = _section(table, "devices"), _section(table, "pins")
    known = set(DeviceSettings.__dataclass_fields__) - {"pins"}
    for name in devices:
        if name not in known:
            raise SettingsError(f"[devices] has no {name[:40]!r}: {hint(name, known)}")
    for name, choices in PARTS.items():
        if (chosen := devices.get(name, choices[0])) not in choices:
            raise SettingsError(f"{name} is {chosen!r}: expected one of {', '.join(choices)}")
    _check_camera(devices.get("camera", "picamera2"))
    given: dict[str, Any] = dict(devices)
    given["camera_size"] = _size(devices.get("camera_size", (1280, 960)))
    _check_display(devices)
    on_spi = str(devices.get("display", DISPLAYS[0])).endswith("-spi")
    return DeviceSettings(**given, pins=pin_map(pins, on_spi))


def open_devices(settings: DeviceSettings, kept: Mapping[str, Any] | None = None) -> Devices:
    """Open all devices of a table; raises HardwareError for the first that fails, others closed.

    kept: what the camera's settings were, to be set again.
    """
    with ExitStack() as opened:
        factory = _factory(settings, opened)

        def keep(device: Any) -> Any:
            opened.callback(device.close)
            return device

        devices = Devices(
            display=keep(open_display(settings, factory)),
            buttons=keep(open_buttons(settings, factory)),
            sound=keep(open_sound(settings, factory)),
            light=keep(open_light(settings, factory)),
            power=keep(open_power(settings, factory)),
            camera=keep(open_camera(settings, kept)),
            factory=factory,
        )
        opened.pop_all()
    return devices


def open_camera(settings: DeviceSettings, kept: Mapping[str, Any] | None = None) -> Camera:
    """Open the camera; raises HardwareError when it is not there."""
    kind, _, which = settings.camera.partition(":")
    if kind == "usb":
        from hardware.usb import UsbCamera  # noqa: PLC0415 - loads OpenCV

        return UsbCamera(which or "0", settings.camera_size, kept)
    if kind == "picamera2":
        from hardware.pi.camera import PiCamera  # noqa: PLC0415 - loads OpenCV

        return PiCamera(int(which or 0), settings.camera_size, dict(kept or {}))
    makers: dict[str, Callable[[Path], Camera]] = {
        "folder": FolderCamera,
        "video": VideoCamera,
        "recording": RecordingCamera,
    }
    return PacedCamera(makers[kind](Path(which)))


def open_display(settings: DeviceSettings, factory: Any = None) -> Display:
    """Open the display; raises HardwareError when it is not there or does not answer."""
    if settings.display == "none":
        return SimOled()
    chip, _, bus = settings.display.partition("-")
    with _needing("luma.oled", f'display = "{settings.display}"'):
        from hardware.pi.display import LumaOled, on_i2c, on_spi  # noqa: PLC0415 - on a Pi only

        wire = on_spi(settings.pins, factory) if bus == "spi" else on_i2c(settings.display_address)
        return LumaOled(chip, wire, settings.display_turned)


def open_buttons(settings: DeviceSettings, factory: Any = None) -> Buttons:
    """Open the buttons; raises HardwareError when their pins cannot be used."""
    if settings.buttons == "none":
        return SimButtons()
    with _needing("gpiozero", 'buttons = "gpio"'):
        from hardware.pi.buttons import GpioButtons  # noqa: PLC0415 - on a Pi only

        return GpioButtons(settings.pins, factory)


def open_sound(settings: DeviceSettings, factory: Any = None) -> Sound:
    """Open the buzzer; raises HardwareError when its pin cannot be used."""
    if settings.sound == "none":
        return SimSound()
    with _needing("gpiozero", 'sound = "buzzer"'):
        from hardware.pi.buzzer import GpioBuzzer  # noqa: PLC0415 - on a Pi only

        return GpioBuzzer(settings.pins["buzzer"], factory)


def open_light(settings: DeviceSettings, factory: Any = None) -> Light:
    """Open the lamp; raises HardwareError when its pin cannot be used."""
    if settings.light == "none":
        return SimLight()
    with _needing("gpiozero", 'light = "lamp"'):
        from hardware.pi.lamp import GpioLamp  # noqa: PLC0415 - on a Pi only

        return GpioLamp(settings.pins["lamp"], factory)


def open_power(settings: DeviceSettings, factory: Any = None) -> Power:
    """Open the power button and its light; raises HardwareError when their pins cannot be used."""
    if not settings.has_power:
        return SimPower()
    with _needing("gpiozero", "the power button"):
        from hardware.pi.power import PowerButton  # noqa: PLC0415 - on a Pi only

        return PowerButton(settings.pins, factory)


def open_factory(settings: DeviceSettings) -> Any:
    """The way to the pins, None when nothing is on one; raises HardwareError without it."""
    if not settings.needs_pins:
        return None
    with _needing("gpiozero", "what is on a pin"):
        from hardware.pi.gpio import lgpio_factory  # noqa: PLC0415 - on a Pi only

        return lgpio_factory()


def _factory(settings: DeviceSettings, opened: ExitStack) -> Any:
    factory = open_factory(settings)
    if factory is not None:
        opened.callback(factory.close)
    return factory


@contextmanager
def _needing(library: str, for_what: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise HardwareError(
            f"{for_what} needs {library}, which is not installed here: on a Raspberry Pi "
            "./arbiter brings it; elsewhere name another device under [devices]"
        ) from error


def _check_camera(camera: object) -> None:
    kind, colon, which = camera.partition(":") if isinstance(camera, str) else ("", "", "")
    if kind not in CAMERAS:
        raise SettingsError(f"camera is {camera!r}: expected one {EXAMPLES}")
    if kind in ("folder", "video", "recording") and not which:
        raise SettingsError(f'camera is {camera!r}: expected a place, such as "{kind}:PATH"')
    if kind == "picamera2" and colon and not which.isdecimal():
        raise SettingsError(f'camera is {camera!r}: expected "picamera2" or "picamera2:1"')


def _size(asked: object) -> tuple[int, int]:
    match asked:
        case (int(width), int(height)) | [int(width), int(height)] if (
            all(type(side) is int and 160 <= side <= MAX_SIDE_PX for side in (width, height))
            and width % 2 == height % 2 == 0
        ):
            return width, height
    raise SettingsError(
        f"camera_size is {asked!r}: expected two even numbers of pixels, such as [1280, 960]"
    )


def _check_display(devices: Mapping[str, object]) -> None:
    address = devices.get("display_address", 0x3C)
    if type(address) is not int or not 0x08 <= address <= 0x77:
        raise SettingsError(f"display_address is {address!r}: expected 0x3C or 0x3D")
    turned = devices.get("display_turned", False)
    if type(turned) is not bool:
        raise SettingsError(f"display_turned is {turned!r}: expected true or false")


def _section(table: Mapping[str, object], name: str) -> Mapping[str, object]:
    section = table.get(name, {})
    if not isinstance(section, Mapping):
        raise SettingsError(f"{name} is {section!r}: expected a table, [{name}]")
    return section
