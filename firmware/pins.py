"""`arbiter pins`: the 40-pin header as a picture in the terminal, by the table's own pin map."""

import sys
from pathlib import Path
from typing import Final, TextIO

from firmware.devices import DeviceSettings, read_device_settings
from firmware.ours import write_ours
from firmware.settings import SettingsError
from hardware.errors import HardwareError
from hardware.pins import HEADER, HeaderPin
from hardware.wiring import devices, drawing

__all__ = ["picture", "run"]

ON_I2C: Final = {2: "display SDA", 3: "display SCL"}
ON_SPI: Final = {8: "display CS", 10: "display MOSI", 11: "display SCLK"}
"""What a display uses of the buses, beside its own pins of the map."""


def run(config: Path, svg: Path | None, out: TextIO) -> int:
    """Print the header by a table.toml, or by the usual map where there is none.

    svg: a file for the whole wiring as a drawing. Gives 2 when the settings or the file cannot be.
    """
    try:
        settings = read_device_settings(config)
        out.write(picture(settings))
        if svg is not None:
            write_ours(svg, drawing(devices(settings.pins)).encode())
            out.write(f"\nThe wiring is drawn in {svg}\n")
    except (SettingsError, HardwareError) as error:
        sys.stderr.write(f"arbiter pins: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"arbiter pins: {svg}: {error.strerror}\n")
        return 2
    return 0


def picture(settings: DeviceSettings) -> str:
    """The header as lines of text: pin 1 at the top left, and the USB ports below it."""
    uses = {pin.number: _use(pin, settings) for pin in HEADER}
    left, right = HEADER[0::2], HEADER[1::2]
    wide = max(len(uses[pin.number]) for pin in left)
    name = max(len(pin.name) for pin in HEADER)
    rows = [
        f"{uses[one.number]:>{wide}}  {one.name:>{name}} {one.number:>2} | "
        f"{other.number:<2} {other.name:<{name}}  {uses[other.number]}".rstrip()
        for one, other in zip(left, right, strict=True)
    ]
    above = "The header from above, the board's USB ports below; pin 1 has a square pad."
    below = "[pins] in table.toml counts as GPIO does. In brackets: kept for the Pi itself."
    return "\n".join([above, "", *rows, "", below]) + "\n"


def _use(pin: HeaderPin, settings: DeviceSettings) -> str:
    if pin.bcm is None:
        return ""
    buses = {"i2c": ON_I2C, "spi": ON_SPI}
    on_bus = buses.get(settings.display.rpartition("-")[2], {})
    kept = f"({pin.kept_for})" if pin.kept_for else ""
    return on_bus.get(pin.bcm) or settings.pins.used_at(pin.number) or kept
