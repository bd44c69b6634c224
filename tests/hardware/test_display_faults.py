"""What the OLED's driver says when the wiring is wrong, and that it wakes up again."""

import errno
from unittest import mock

import pytest
from PIL import Image

from hardware.errors import DisplayError
from hardware.pi.display import LumaOled, on_i2c, on_spi
from hardware.pins import pin_map
from hardware.sim import OledBus, OledChip
from hardware.sim.sh1106 import OledSpi, Sh1106Chip
from tests.hardware.rigs import mock_factory, on_bus

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

WHITE = Image.new("1", (128, 64), 1)


def test_no_display_at_the_address_names_the_wires() -> None:
    bus = OledBus(OledChip())
    bus.unplugged = True
    with (
        on_bus(bus),
        pytest.raises(DisplayError, match=r"no display answers at 0x3c on I2C; .* \(header pin 3"),
    ):
        LumaOled("ssd1306", on_i2c())


def test_a_display_at_the_other_address_is_found() -> None:
    with (
        on_bus(OledBus(OledChip(), address=0x3D)),
        pytest.raises(DisplayError, match=r"one does at 0x3d: set display_address = 0x3d"),
    ):
        LumaOled("ssd1306", on_i2c())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(errno.ENOENT, "no", "/dev/i2c-1"), "I2C is switched off: .* do_i2c 0"),
        (PermissionError(errno.EACCES, "no", "/dev/i2c-1"), "add this user to the group i2c"),
        (OSError(errno.EBUSY, "busy"), "bus 1 does not open"),
    ],
)
def test_a_bus_that_does_not_open_says_why(error: OSError, said: str) -> None:
    with mock.patch("smbus2.SMBus", side_effect=error), pytest.raises(DisplayError, match=said):
        LumaOled("ssd1306", on_i2c())


def test_a_bus_that_fails_in_another_way_is_told_with_the_wires() -> None:
    bus = OledBus(OledChip())
    with (
        on_bus(bus),
        mock.patch.object(bus, "write_i2c_block_data", side_effect=OSError(errno.EINVAL, "odd")),
        pytest.raises(DisplayError, match=r"the display's bus fails: .*odd; check its four wires"),
    ):
        LumaOled("ssd1306", on_i2c())


def test_a_cable_pulled_while_running_is_told_and_the_display_wakes_as_it_was() -> None:
    chip = OledChip()
    bus = OledBus(chip)
    with on_bus(bus):
        display = LumaOled("ssd1306", on_i2c())
        display.dim(40)
        display.show(WHITE)
        bus.unplugged = True
        for _ in range(2):
            with pytest.raises(DisplayError, match="no display answers at 0x3c"):
                display.show(WHITE)
        display.dim(99)  # told when it wakes
        bus.unplugged = False
        chip.__init__()  # type: ignore[misc]  # power was off: the chip forgot everything
        display.show(WHITE)
        assert chip.on and chip.contrast == 99
        assert chip.image().tobytes() == WHITE.tobytes()


def test_a_display_that_was_off_wakes_off() -> None:
    chip = OledChip()
    bus = OledBus(chip)
    with on_bus(bus):
        display = LumaOled("ssd1306", on_i2c())
        display.switch(False)
        bus.unplugged = True
        with pytest.raises(DisplayError):
            display.show(WHITE)
        bus.unplugged = False
        display.show(WHITE)
        assert not chip.on
        display.switch(True)
        assert chip.image().tobytes() == WHITE.tobytes()


def test_a_display_that_is_gone_can_be_closed() -> None:
    bus = OledBus(OledChip())
    with on_bus(bus):
        display = LumaOled("ssd1306", on_i2c())
        bus.unplugged = True
        display.close()
        display.close()


def test_a_display_mounted_upside_down_is_turned() -> None:
    chip = OledChip()
    with on_bus(OledBus(chip)):
        display = LumaOled("ssd1306", on_i2c(), turned=True)
        corner = Image.new("1", (128, 64))
        corner.putpixel((0, 0), 1)
        display.show(corner)
    assert chip.image().getbbox() == (127, 63, 128, 64)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(errno.ENOENT, "no"), "SPI is switched off: .* do_spi 0"),
        (PermissionError(errno.EACCES, "no"), r"SPI does not open .* group spi"),
    ],
)
def test_an_spi_bus_that_does_not_open_says_why_and_frees_its_pins(
    error: OSError, said: str
) -> None:
    factory, pins = mock_factory(), pin_map({}, on_spi=True)
    bus = OledSpi(OledChip(), lambda: bool(factory.pin(pins["display_dc"]).state))
    with (
        mock.patch.object(bus, "open", side_effect=error),
        pytest.raises(DisplayError, match=said),
    ):
        LumaOled("ssd1306", on_spi(pins, factory, bus))
    LumaOled("ssd1306", on_spi(pins, factory, bus)).close()


def test_without_spidev_the_package_is_named() -> None:
    with (
        mock.patch.dict("sys.modules", {"spidev": None}),
        pytest.raises(DisplayError, match="sudo apt install python3-spidev"),
    ):
        LumaOled("ssd1306", on_spi(pin_map({}, on_spi=True), mock_factory()))


def test_a_display_on_spi_that_fails_is_told() -> None:
    factory, pins = mock_factory(), pin_map({}, on_spi=True)
    bus = OledSpi(OledChip(), lambda: bool(factory.pin(pins["display_dc"]).state))
    display = LumaOled("ssd1306", on_spi(pins, factory, bus))
    with (
        mock.patch.object(bus, "writebytes", side_effect=OSError(5, "bad")),
        pytest.raises(DisplayError, match="on SPI cannot be reached"),
    ):
        display.show(WHITE)


def test_the_buses_refuse_what_the_kernel_refuses() -> None:
    bus = OledSpi(OledChip(), lambda: False)
    with pytest.raises(FileNotFoundError, match=r"spidev0\.1"):
        bus.open(0, 1)
    with pytest.raises(OSError, match="4097 bytes"):
        bus.writebytes([0] * 4097)
    with pytest.raises(DisplayError, match="0x21: the SH1106 has no windows"):
        Sh1106Chip().write(0x00, [0x21, 0, 127])
    chip = Sh1106Chip()
    chip.write(0x40, [0xFF] * 140)  # past the last column nothing is stored, as on the chip
    assert int((chip.memory > 0).sum()) == 132
