"""What every display keeps: the glass shows what was drawn, byte for byte, for every screen."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.errors import DisplayError
from tests.hardware.rigs import DISPLAYS, Shown

SCREENS = sorted((Path(__file__).parents[2] / "firmware" / "golden").glob("*.png"))

# luma.oled reads its image by a call that Pillow 14 drops; our own code never makes it
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


@pytest.fixture(params=sorted(DISPLAYS))
def shown(request: pytest.FixtureRequest) -> Iterator[Shown]:
    yield from DISPLAYS[request.param]()


def noise(seed: int) -> Image.Image:
    pixels = np.random.default_rng(seed).integers(0, 2, (64, 128), np.uint8) * 255
    return Image.fromarray(pixels).convert("1", dither=Image.Dither.NONE)


def test_a_new_display_is_on_and_dark(shown: Shown) -> None:
    assert shown.chip.on
    assert shown.chip.image().getbbox() is None
    assert shown.display.size == shown.chip.image().size == (128, 64)


def test_the_glass_shows_what_was_drawn(shown: Shown) -> None:
    for seed in (1, 2):
        shown.display.show(noise(seed))
        assert shown.chip.image().tobytes() == noise(seed).tobytes()


def test_the_glass_shows_every_screen_of_the_table(shown: Shown) -> None:
    assert len(SCREENS) > 20
    for path in SCREENS:
        with Image.open(path) as file:
            screen = file.convert("1", dither=Image.Dither.NONE)
        shown.display.show(screen)
        assert shown.chip.image().tobytes() == screen.tobytes(), path.name


def test_a_display_switched_off_is_dark_and_keeps_its_image(shown: Shown) -> None:
    shown.display.show(noise(3))
    shown.display.switch(False)
    assert shown.chip.image().getbbox() is None
    shown.display.switch(True)
    assert shown.chip.image().tobytes() == noise(3).tobytes()


def test_contrast_reaches_the_chip(shown: Shown) -> None:
    for contrast in (0, 17, 255):
        shown.display.dim(contrast)
        assert shown.chip.contrast == contrast


@pytest.mark.parametrize("contrast", [-1, 256])
def test_contrast_has_bounds(shown: Shown, contrast: int) -> None:
    with pytest.raises(DisplayError, match=str(contrast)):
        shown.display.dim(contrast)


@pytest.mark.parametrize(("mode", "size"), [("1", (64, 128)), ("L", (128, 64))])
def test_an_image_that_does_not_fit_is_refused(
    shown: Shown, mode: str, size: tuple[int, int]
) -> None:
    with pytest.raises(DisplayError, match=f"{size[0]}x{size[1]} image of mode '{mode}'"):
        shown.display.show(Image.new(mode, size))


def test_a_closed_display_is_dark_and_closes_again(shown: Shown) -> None:
    shown.display.show(noise(4))
    shown.display.close()
    assert shown.chip.image().getbbox() is None
    shown.display.close()
