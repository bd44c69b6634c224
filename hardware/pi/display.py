"""The OLED: an SSD1306 or SH1106 of 128 by 64 pixels, on I2C or SPI, through luma.oled."""

import errno
from collections.abc import Callable
from typing import Any, Final

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware.errors import DisplayError
from hardware.pi.lines import Lines
from hardware.pins import PinMap
from hardware.ports import OLED_SIZE

__all__ = ["ADDRESSES", "CHIPS", "LumaOled", "on_i2c", "on_spi"]

CHIPS: Final = {"ssd1306": ssd1306, "sh1106": sh1106}

ADDRESSES: Final = (0x3C, 0x3D)
"""Where such displays answer on I2C; a solder bridge on their back chooses."""

BUS: Final = 1
"""The I2C bus of pins 3 and 5."""

WIRES: Final = (
    "check its four wires: VCC to 3V3 (header pin 1), GND to ground (header pin 6), "
    "SDA to GPIO2 (header pin 3), SCL to GPIO3 (header pin 5)"
)

Wire = Callable[[], Any]
"""Opens the way to the chip, as luma's serial interface."""


class LumaOled:
    """A Display. When it stops answering, each later show first tries to wake it anew.

    chip: "ssd1306" or "sh1106". turned: whether it is mounted upside down. Raises DisplayError
    when it does not answer.
    """

    def __init__(self, chip: str, wire: Wire, turned: bool = False) -> None:
        self._make = CHIPS[chip]
        self._wire = wire
        self._turned = turned
        self._contrast = 0x7F
        self._on = True
        self._device: Any = None
        self._wake()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return OLED_SIZE

    def show(self, image: Image.Image) -> None:
        """Show an image; raise DisplayError when it does not fit or the display does not answer."""
        if image.mode != "1" or image.size != OLED_SIZE:
            width, height = image.size
            raise DisplayError(
                f"cannot show a {width}x{height} image of mode {image.mode!r}: "
                "the OLED takes 128x64 of mode '1'"
            )
        if self._device is None:
            self._wake()
        self._tell(lambda device: device.display(image))

    def dim(self, contrast: int) -> None:
        """Set the brightness; raise DisplayError outside 0 to 255."""
        if not 0 <= contrast <= 255:
            raise DisplayError(f"cannot dim to {contrast}: contrast lies between 0 and 255")
        self._contrast = contrast
        self._tell(lambda device: device.contrast(contrast))

    def switch(self, on: bool) -> None:
        """Switch the pixels on or off."""
        self._on = on
        self._tell(lambda device: device.show() if on else device.hide())

    def close(self) -> None:
        """Darken the screen, if it still answers, and let the bus go."""
        device, self._device = self._device, None
        if device is not None:
            _let_go(device)

    def _wake(self) -> None:
        """Open the bus and set the chip up, as it was."""
        wire = self._wire()
        try:
            device = self._make(wire, rotate=2 if self._turned else 0)
            device.contrast(self._contrast)
            if not self._on:
                device.hide()
        except (LumaError, OSError) as error:
            wire.cleanup()
            raise DisplayError(_why_silent(wire, error)) from error
        self._device = device

    def _tell(self, order: Callable[[Any], object]) -> None:
        if self._device is None:
            return  # what was ordered is remembered, and told when the display wakes
        try:
            order(self._device)
        except (LumaError, OSError) as error:
            device, self._device = self._device, None
            said = _why_silent(device._serial_interface, error)
            _let_go(device)
            raise DisplayError(said) from error


def on_i2c(address: int = ADDRESSES[0], bus: int = BUS) -> Wire:
    """The way to a display on I2C; opening raises DisplayError when the bus is not there."""

    def opened() -> Any:
        try:
            return i2c(port=bus, address=address)
        except DeviceNotFoundError as error:
            raise DisplayError(
                f"I2C is switched off: there is no /dev/i2c-{bus}; switch it on: "
                "sudo raspi-config nonint do_i2c 0, and restart"
            ) from error
        except DevicePermissionError as error:
            raise DisplayError(
                f"no permission for /dev/i2c-{bus}; add this user to the group i2c: "
                "sudo usermod -aG i2c $USER, then log in again"
            ) from error
        except OSError as error:
            raise DisplayError(f"I2C bus {bus} does not open: {error}") from error

    return opened


def on_spi(pins: PinMap, factory: Any, spidev: Any = None) -> Wire:
    """The way to a display on SPI; opening raises DisplayError when the bus is not there.

    A display on SPI answers nothing: a wire that is off shows as a dark screen only. spidev: a
    bus as spidev.SpiDev is, opened by us when None.
    """

    def opened() -> Any:
        lines = Lines(factory)
        dc, reset = pins["display_dc"], pins["display_reset"]
        try:
            return spi(spidev, lines, gpio_DC=dc, gpio_RST=reset, reset_hold_time=0.01)
        except ImportError as error:
            lines.cleanup()
            raise DisplayError(
                "spidev is missing, for a display on SPI: sudo apt install python3-spidev"
            ) from error
        except (DeviceNotFoundError, FileNotFoundError) as error:
            lines.cleanup()
            raise DisplayError(
                "SPI is switched off: there is no /dev/spidev0.0; switch it on: "
                "sudo raspi-config nonint do_spi 0, and restart"
            ) from error
        except OSError as error:
            lines.cleanup()
            raise DisplayError(
                f"SPI does not open ({error}); add this user to the group spi: "
                "sudo usermod -aG spi $USER, then log in again"
            ) from error

    return opened


def _let_go(device: Any) -> None:
    """Darken and close what may not answer any more."""
    try:
        device.cleanup()
    except (LumaError, OSError):
        device._serial_interface.cleanup()
    device.persist = True  # else luma darkens it once more when Python ends


def _why_silent(wire: Any, error: Exception) -> str:
    """Why a display says nothing, with another address at which one answers."""
    if not isinstance(wire, i2c):
        return f"the display on SPI cannot be reached: {error}"
    told = isinstance(error, DeviceNotFoundError) or getattr(error, "errno", None) in SILENT
    if not told:
        return f"the display's bus fails: {error}; {WIRES}"
    address = wire._addr
    others = [other for other in ADDRESSES if other != address and _answers(wire._bus, other)]
    if others:
        return (
            f"no display answers at {address:#04x}, but one does at {others[0]:#04x}: "
            f"set display_address = {others[0]:#04x} under [devices]"
        )
    return f"no display answers at {address:#04x} on I2C; {WIRES}"


SILENT: Final = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT)
"""What Linux gives when no device answers, or the wires are touching."""


def _answers(bus: Any, address: int) -> bool:
    try:
        bus.read_byte(address)
    except OSError:
        return False
    return True
