"""The OLED double against the bytes that luma really sends."""

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from hardware.errors import DisplayError
from hardware.sim import OledBus, OledChip, SimOled


def noise(seed: int = 7) -> Image.Image:
    pixels = np.random.default_rng(seed).integers(0, 2, (64, 128), np.uint8) * 255
    return Image.fromarray(pixels).convert("1", dither=Image.Dither.NONE)


def test_what_is_shown_is_what_the_chip_holds() -> None:
    oled = SimOled()
    oled.show(noise())
    assert oled.chip.image().tobytes() == noise().tobytes()


def test_a_second_image_replaces_the_first() -> None:
    oled = SimOled()
    oled.show(noise(1))
    oled.show(noise(2))
    assert oled.chip.image().tobytes() == noise(2).tobytes()
    assert oled.refreshes == 2


def test_an_image_of_the_wrong_size_or_mode_is_refused() -> None:
    oled = SimOled()
    with pytest.raises(DisplayError, match="64x128"):
        oled.show(Image.new("1", (64, 128)))
    with pytest.raises(DisplayError, match="'L'"):
        oled.show(Image.new("L", (128, 64)))


def test_a_display_switched_off_is_dark_and_keeps_its_image() -> None:
    oled = SimOled()
    oled.show(noise())
    oled.switch(False)
    assert oled.chip.image().getbbox() is None
    oled.switch(True)
    assert oled.chip.image().tobytes() == noise().tobytes()


def test_contrast_reaches_the_chip_and_has_bounds() -> None:
    oled = SimOled()
    for contrast in (0, 17, 255):
        oled.dim(contrast)
        assert oled.chip.contrast == contrast
    with pytest.raises(DisplayError, match="256"):
        oled.dim(256)


def test_unknown_commands_and_control_bytes_are_refused() -> None:
    chip = OledChip()
    with pytest.raises(DisplayError, match="0xfe"):
        chip.write(0x00, [0xFE])
    with pytest.raises(DisplayError, match="0x13"):
        chip.write(0x13, [0])
    with pytest.raises(DisplayError, match="columns 0 to 200"):
        chip.write(0x00, [0x21, 0, 200])
    with pytest.raises(DisplayError, match="addressing mode 2"):
        chip.write(0x00, [0x20, 2])


def test_a_long_block_and_a_wrong_address_fail_as_on_a_real_bus() -> None:
    bus = OledBus(OledChip())
    with pytest.raises(OSError, match="33 bytes"):
        bus.write_i2c_block_data(0x3C, 0x40, [0] * 33)
    with pytest.raises(OSError, match="nothing answers at 0x3d"):
        bus.write_i2c_block_data(0x3D, 0x40, [0])


def _by_blocks(bus: OledBus) -> object:
    serial = pytest.importorskip("luma.core.interface.serial")

    class Blocks:
        write_i2c_block_data = bus.write_i2c_block_data

        def close(self) -> None: ...

    return serial.i2c(bus=Blocks(), address=0x3C)


def _by_messages(bus: OledBus) -> object:
    serial = pytest.importorskip("luma.core.interface.serial")
    pytest.importorskip("smbus2")
    return serial.i2c(bus=bus, address=0x3C)


# luma.oled reads its image by a call that Pillow 14 drops; our own code never makes it
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize("wire", [_by_blocks, _by_messages])
def test_lumas_driver_draws_the_same_pixels_through_the_double(
    wire: Callable[[OledBus], object],
) -> None:
    device = pytest.importorskip("luma.oled.device")
    chip = OledChip()
    screen = device.ssd1306(wire(OledBus(chip)))
    screen.display(noise())
    assert chip.image().tobytes() == noise().tobytes()
    screen.contrast(200)
    assert chip.contrast == 200
    screen.hide()
    assert not chip.on
    screen.show()
    assert chip.on
    screen.persist = True
