"""The SH1106 without glass, and the SPI bus on which either chip may be."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from PIL import Image

from hardware.errors import DisplayError
from hardware.sim.oled import COMMAND, MEMORY, OledChip

__all__ = ["OledSpi", "Sh1106Chip"]

COLUMNS: Final = 132
"""Columns of the chip's memory; glass of 128 is bonded to those from FIRST on."""

FIRST: Final = 2

OTHER_CHIPS: Final = frozenset({0x20, 0x8D})
"""Commands of the SSD1306 that this chip has not and passes over, without arguments of theirs."""


class Sh1106Chip(OledChip):
    """The chip: it knows page addressing only, and has four columns that no glass shows."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = np.zeros((self.pages, COLUMNS), np.uint8)

    def image(self) -> Image.Image:
        """What the glass shows, mode "1"; all dark while the display is off."""
        whole = super().image()
        return whole.crop((FIRST, 0, FIRST + self.width, self.height))

    def _take(self, byte: int) -> None:
        if self._command or byte not in OTHER_CHIPS:
            super()._take(byte)

    def _obey(self, name: int, arguments: list[int]) -> None:
        if name <= 0x0F:
            self._column = self._column & 0xF0 | name
        elif name <= 0x1F:
            self._column = self._column & 0x0F | (name & 0x0F) << 4
        elif 0xB0 <= name < 0xB0 + self.pages:
            self._page = name & 0x0F
        elif name in (0x21, 0x22):
            raise DisplayError(f"command {name:#04x}: the SH1106 has no windows")
        else:
            super()._obey(name, arguments)

    def _store(self, byte: int) -> None:
        if self._column < COLUMNS:
            self.memory[self._page, self._column] = byte
        self._column = min(self._column + 1, COLUMNS)


class OledSpi:
    """An SPI bus with one OLED on it, as spidev.SpiDev is called.

    data: whether the line DC is high, so that bytes are for the memory and not commands.
    """

    def __init__(self, chip: OledChip, data: Callable[[], bool]) -> None:
        self.chip = chip
        self.max_speed_hz = 0
        self.is_open = False
        self._data = data

    def open(self, bus: int, device: int) -> None:
        """Open the bus; raise FileNotFoundError for one that is not there."""
        if (bus, device) != (0, 0):
            raise FileNotFoundError(2, f"no /dev/spidev{bus}.{device}")
        self.is_open = True

    def writebytes(self, sent: Sequence[int]) -> None:
        """Send bytes; raise OSError for more than the kernel's buffer holds."""
        if len(sent) > 4096:
            raise OSError(90, f"{len(sent)} bytes at once: the bus takes 4096")
        self.chip.write(MEMORY if self._data() else COMMAND, list(sent))

    def close(self) -> None:
        """Close the bus."""
        self.is_open = False
