"""Which devices a table.toml names, and what is said of one that cannot be opened."""

import sys
from pathlib import Path
from typing import Any

import pytest

from firmware import devices
from firmware.devices import DeviceSettings, open_devices, read_device_settings
from firmware.settings import SettingsError, read_settings
from hardware.errors import CameraError, HardwareError, PinError
from hardware.pi.buttons import GpioButtons
from hardware.pi.buzzer import GpioBuzzer
from hardware.pi.display import LumaOled
from hardware.pi.lamp import GpioLamp
from hardware.pi.power import PowerButton
from hardware.pins import pin_map
from hardware.sim import OledBus, OledChip, SimButtons, SimLight, SimOled, SimPower, SimSound
from hardware.sim.clock import ToldClock
from hardware.sim.pi_camera import SimPicamera2
from hardware.sim.v4l import SimCapture
from tests.hardware.rigs import CAMERAS, mock_factory, on_bus

# luma.oled reads its image by a call that Pillow 14 drops; our own code never makes it
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

NOTHING = '[devices]\ndisplay = "none"\nbuttons = "none"\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_table_file_is_the_table_as_the_wiring_says(tmp_path: Path) -> None:
    settings = read_device_settings(tmp_path / "table.toml")
    assert settings == DeviceSettings()
    assert (settings.camera, settings.display, settings.buttons) == (
        "picamera2",
        "ssd1306-i2c",
        "gpio",
    )
    assert settings.needs_pins


def test_all_that_can_be_named_is_read(tmp_path: Path) -> None:
    text = """
        game = "alea"
        [devices]
        camera = "usb:2"
        camera_size = [640, 480]
        display = "sh1106-spi"
        display_address = 0x3D
        display_turned = true
        buttons = "none"
        sound = "buzzer"
        light = "lamp"
        [pins]
        buzzer = 22
        display_dc = 23
    """
    path = written(tmp_path, text)
    settings = read_device_settings(path)
    assert (settings.camera, settings.camera_size) == ("usb:2", (640, 480))
    assert (settings.display, settings.display_address) == ("sh1106-spi", 0x3D)
    assert settings.display_turned
    assert (settings.pins["buzzer"], settings.pins["display_dc"]) == (22, 23)
    assert read_settings(path).game == "alea"  # the game's own reader lets them pass


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('camera = "webcam"', r"camera is 'webcam': expected one such as .picamera2."),
        ("camera = 0", "camera is 0: expected one such as"),
        ('camera = "folder"', r"expected a place, such as .folder:PATH"),
        ('camera = "picamera2:left"', r"expected .picamera2. or .picamera2:1."),
        ("camera_size = [1280]", r"camera_size is \[1280\]: expected two even numbers"),
        ("camera_size = [1281, 960]", "expected two even numbers"),
        ("camera_size = [12800, 960]", "expected two even numbers"),
        ("camera_size = [true, false]", "expected two even numbers"),
        ('camera_size = "big"', "expected two even numbers"),
        ('display = "lcd"', "display is 'lcd': expected one of ssd1306-i2c, sh1106-i2c"),
        ("display_address = 200", "display_address is 200: expected 0x3C or 0x3D"),
        ('display_turned = "yes"', "display_turned is 'yes': expected true or false"),
        ('buttons = "keys"', "buttons is 'keys': expected one of gpio, none"),
        ('sound = ["buzzer"]', "sound is .*: expected one of buzzer, none"),
        ('light = "sun"', "light is 'sun': expected one of lamp, none"),
        ('screen = "none"', r"\[devices\] has no 'screen': expected one of buttons, camera"),
        ('displya = "none"', r"\[devices\] has no 'displya': did you mean display\?"),
    ],
)
def test_what_no_device_can_be_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        read_device_settings(written(tmp_path, f"[devices]\n{text}\n"))


def test_sections_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"devices is 3: expected a table, \[devices\]"):
        read_device_settings(written(tmp_path, "devices = 3"))
    with pytest.raises(PinError, match=r"GPIO5 .* is given to both"):
        read_device_settings(written(tmp_path, "[pins]\nok = 5\n"))


def test_a_table_without_hardware_opens_anywhere(tmp_path: Path) -> None:
    CAMERAS["folder"](tmp_path / "camera")
    settings = read_device_settings(
        written(tmp_path, f'{NOTHING}camera = "folder:{tmp_path / "camera"}"\n')
    )
    assert settings.sound == settings.light == "none" and not settings.needs_pins
    opened = open_devices(settings)
    assert isinstance(opened.display, SimOled) and isinstance(opened.buttons, SimButtons)
    assert isinstance(opened.sound, SimSound) and isinstance(opened.light, SimLight)
    frame = opened.camera.capture()
    assert frame is not None and frame.name == "0.png"
    opened.close()
    assert opened.camera.capture() is None


@pytest.mark.parametrize("kind", ["video", "recording"])
def test_files_play_as_cameras(kind: str, tmp_path: Path) -> None:
    CAMERAS[kind](tmp_path / "c")
    place = tmp_path / "c" / ("v.avi" if kind == "video" else "")
    camera = devices.open_camera(DeviceSettings(camera=f"{kind}:{place}"))
    assert camera.capture() is not None
    camera.close()


def test_a_usb_camera_is_opened_by_its_number_with_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware import usb

    (tmp_path / "video3").touch()
    capture = SimCapture(ToldClock(4.0))
    machine = usb.Machine(capture, capture.clock.now_s, tmp_path)
    monkeypatch.setattr(usb.UsbCamera.__init__, "__defaults__", ((640, 480), None, machine))
    camera = devices.open_camera(DeviceSettings(camera="usb:3"), {"exposure": 3.0})
    assert camera.capture() is not None


def test_a_pi_camera_is_opened_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    from hardware.pi import camera as driver

    double, asked = SimPicamera2(), list[int]()

    def opener(number: int) -> Any:
        asked.append(number)
        return double

    machine = driver.Machine(opener, double.clock.now_s)
    monkeypatch.setattr(driver.PiCamera.__init__, "__defaults__", (0, (64, 48), None, machine))
    camera = devices.open_camera(DeviceSettings(camera="picamera2:1", camera_size=(64, 48)))
    assert camera.capture() is not None and asked == [1]


def test_a_whole_table_opens_on_its_pins_and_lets_them_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = mock_factory()
    monkeypatch.setattr(devices, "open_factory", lambda settings: factory)
    CAMERAS["folder"](tmp_path / "camera")
    settings = DeviceSettings(camera=f"folder:{tmp_path / 'camera'}", sound="buzzer", light="lamp")
    with on_bus(OledBus(OledChip())):
        for _ in range(2):
            opened = open_devices(settings)
            assert isinstance(opened.display, LumaOled) and isinstance(opened.buttons, GpioButtons)
            assert isinstance(opened.sound, GpioBuzzer) and isinstance(opened.light, GpioLamp)
            assert isinstance(opened.power, PowerButton)
            led = factory.pin(settings.pins["power_led"])
            assert led.state and not opened.power.held()
            opened.close()
            assert led.function == "input"


def test_a_table_whose_power_button_has_no_pin_has_none(tmp_path: Path) -> None:
    without = pin_map({"power_button": "none", "power_led": "none"})
    settings = DeviceSettings(pins=without)
    assert not settings.has_power and DeviceSettings().has_power
    assert isinstance(devices.open_power(settings, mock_factory()), SimPower)
    nothing = DeviceSettings(display="none", buttons="none")
    assert isinstance(devices.open_power(nothing), SimPower)  # a PC: no pin of it is used


def test_when_one_device_fails_the_others_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    factory, chip = mock_factory(), OledChip()
    monkeypatch.setattr(devices, "open_factory", lambda settings: factory)
    settings = DeviceSettings(camera="folder:/nowhere")
    with on_bus(OledBus(chip)), pytest.raises(CameraError, match="no folder /nowhere"):
        open_devices(settings)
    assert not chip.on
    GpioButtons(settings.pins, factory).close()  # the pins are free again


def test_a_library_that_is_missing_is_named_with_what_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = DeviceSettings(sound="buzzer", light="lamp")
    for module in ("gpio", "buttons", "buzzer", "lamp", "power", "display"):
        monkeypatch.setitem(sys.modules, f"hardware.pi.{module}", None)
    for opener, said in (
        (devices.open_factory, "what is on a pin needs gpiozero"),
        (devices.open_buttons, 'buttons = "gpio" needs gpiozero'),
        (devices.open_sound, 'sound = "buzzer" needs gpiozero'),
        (devices.open_power, "the power button needs gpiozero"),
        (devices.open_light, 'light = "lamp" needs gpiozero'),
        (devices.open_display, r'display = "ssd1306-i2c" needs luma\.oled'),
    ):
        with pytest.raises(HardwareError, match=said):
            opener(settings)


def test_this_machine_without_pins_says_so() -> None:
    with pytest.raises(PinError, match=r"lgpio is missing|no Raspberry Pi"):
        open_devices(DeviceSettings())
