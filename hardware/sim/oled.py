"""An OLED without glass: the SSD1306 as its datasheet describes it, fed the bytes of the bus."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.errors import DisplayError
from hardware.ports import OLED_SIZE

__all__ = ["OledBus", "OledChip", "SimOled"]

ADDRESS: Final = 0x3C
"""I2C address of the module as sold; 0x3D with the other solder bridge."""

COMMAND, MEMORY = 0x00, 0x40
"""The control byte that tells what follows (SSD1306 datasheet, 8.1.5.2)."""

NACK: Final = 121
"""errno that Linux gives when no device answers (EREMOTEIO)."""

ARGUMENTS: Final[dict[int, int]] = {
    0x20: 1,  # memory addressing mode
    0x21: 2,  # column address: first, last
    0x22: 2,  # page address: first, last
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA8: 1,  # multiplex ratio
    0xD3: 1,  # display offset
    0xD5: 1,  # clock divide ratio
    0xD9: 1,  # pre-charge period
    0xDA: 1,  # COM pins
    0xDB: 1,  # VCOMH level
}
"""How many bytes follow each command that takes any (SSD1306 datasheet, table 9-1)."""


class OledChip:
    """The chip: commands, memory, and the pixels that the glass would show."""

    def __init__(self) -> None:
        self.width, self.height = OLED_SIZE
        self.pages = self.height // 8
        self.memory: NDArray[np.uint8] = np.zeros((self.pages, self.width), np.uint8)
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self._columns, self._rows = (0, self.width - 1), (0, self.pages - 1)
        self._column, self._page = 0, 0
        self._command: list[int] = []

    def write(self, control: int, sent: Sequence[int]) -> None:
        """Take bytes after a control byte; raise DisplayError for what the chip does not know."""
        if control == COMMAND:
            for byte in sent:
                self._take(byte)
        elif control == MEMORY:
            for byte in sent:
                self._store(byte)
        else:
            raise DisplayError(
                f"control byte {control:#04x}: the chip knows 0x00 (command) and 0x40 (memory)"
            )

    def image(self) -> Image.Image:
        """What the glass shows, mode "1"; all dark while the display is off."""
        bits = np.unpackbits(self.memory, axis=0, bitorder="little")
        lit = (bits.astype(bool) ^ self.inverted) & self.on
        return Image.fromarray(lit.astype(np.uint8) * 255).convert("1", dither=Image.Dither.NONE)

    def _take(self, byte: int) -> None:
        self._command.append(byte)
        if len(self._command) > ARGUMENTS.get(self._command[0], 0):
            name, *arguments = self._command
            self._command = []
            self._obey(name, arguments)

    def _obey(self, name: int, arguments: list[int]) -> None:
        if name in (0xAE, 0xAF):
            self.on = name == 0xAF
        elif name in (0xA6, 0xA7):
            self.inverted = name == 0xA7
        elif name == 0x81:
            self.contrast = arguments[0]
        elif name == 0x20:
            self._only_horizontal(arguments[0])
        elif name == 0x21:
            self._columns = self._window(arguments, self.width, "column")
            self._column = self._columns[0]
        elif name == 0x22:
            self._rows = self._window(arguments, self.pages, "page")
            self._page = self._rows[0]
        elif not (name in ARGUMENTS or 0x40 <= name <= 0x7F or name in WITHOUT_EFFECT):
            raise DisplayError(f"command {name:#04x}: the SSD1306 does not know it")

    @staticmethod
    def _only_horizontal(mode: int) -> None:
        if mode != 0:
            raise DisplayError(f"addressing mode {mode}: this double knows 0 (horizontal) only")

    @staticmethod
    def _window(arguments: list[int], length: int, what: str) -> tuple[int, int]:
        first, last = arguments
        if not 0 <= first <= last < length:
            raise DisplayError(f"{what}s {first} to {last}: the chip has 0 to {length - 1}")
        return first, last

    def _store(self, byte: int) -> None:
        self.memory[self._page, self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._rows[1] else self._rows[0]


WITHOUT_EFFECT: Final = frozenset({0x2E, 0xA0, 0xA1, 0xA4, 0xC0, 0xC8, 0xE3})
"""Commands that change nothing here: scroll off, remaps as mounted, show memory, no operation."""


class OledBus:
    """An I2C bus with one OLED on it, in both of the ways in which smbus2 is called."""

    def __init__(self, chip: OledChip, address: int = ADDRESS) -> None:
        self.chip = chip
        self.address = address
        self.unplugged = False

    def read_byte(self, address: int) -> int:
        """Read a byte, as those do who look for devices; raise OSError when nobody answers."""
        self._answer(address)
        return 0

    def write_i2c_block_data(self, address: int, register: int, sent: Sequence[int]) -> None:
        """Send a control byte and up to 32 bytes; raise OSError when nobody answers."""
        self._answer(address)
        if len(sent) > 32:
            raise OSError(22, f"{len(sent)} bytes in one block: the bus takes 32")
        self.chip.write(register, list(sent))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send whole messages, each an smbus2 i2c_msg; raise OSError when nobody answers."""
        for message in messages:
            self._answer(int(message.addr))
            control, *sent = _bytes_of(message)
            self.chip.write(control, sent)

    def close(self) -> None:
        """Do nothing: a bus of bytes holds no device."""

    def _answer(self, address: int) -> None:
        if self.unplugged or address != self.address:
            raise OSError(NACK, f"nothing answers at {address:#04x}")


def _bytes_of(message: Iterable[int]) -> list[int]:
    return [int(byte) for byte in message]


class SimOled:
    """A Display whose image goes to the chip as bytes and is read back from its memory."""

    def __init__(self, shown: Callable[[Image.Image], None] | None = None) -> None:
        self.chip = OledChip()
        self._bus = OledBus(self.chip)
        self._shown = shown
        self.refreshes = 0
        self.switch(True)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return OLED_SIZE

    def show(self, image: Image.Image) -> None:
        """Send the image; raise DisplayError unless it is 1-bit and of the display's size."""
        if image.mode != "1" or image.size != OLED_SIZE:
            width, height = image.size
            raise DisplayError(
                f"cannot show a {width}x{height} image of mode {image.mode!r}: "
                "the OLED takes 128x64 of mode '1'"
            )
        self._command(0x20, 0, 0x21, 0, self.chip.width - 1, 0x22, 0, self.chip.pages - 1)
        columns = np.packbits(np.asarray(image, np.uint8), axis=0, bitorder="little")
        sent = [int(byte) for byte in columns.reshape(-1)]
        for start in range(0, len(sent), 32):
            self._bus.write_i2c_block_data(ADDRESS, MEMORY, sent[start : start + 32])
        self.refreshes += 1
        if self._shown:
            self._shown(self.chip.image())

    def dim(self, contrast: int) -> None:
        """Set the brightness; raise DisplayError outside 0 to 255."""
        if not 0 <= contrast <= 255:
            raise DisplayError(f"cannot dim to {contrast}: contrast lies between 0 and 255")
        self._command(0x81, contrast)

    def switch(self, on: bool) -> None:
        """Switch the pixels on or off."""
        self._command(0xAF if on else 0xAE)

    def close(self) -> None:
        """Darken the screen."""
        self.switch(False)

    def _command(self, *sent: int) -> None:
        self._bus.write_i2c_block_data(ADDRESS, COMMAND, sent)
