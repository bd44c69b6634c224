"""Lamp, buzzer, power and the way to the pins, on gpiozero's own pins without a Pi."""

import os
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import HardwareError, PinError
from hardware.pi.buttons import GpioButtons
from hardware.pi.buzzer import GpioBuzzer
from hardware.pi.gpio import claim, lgpio_factory
from hardware.pi.lamp import PULSES_HZ, GpioLamp
from hardware.pi.lines import Lines
from hardware.pi.power import POWER_OFF, PowerButton, switch_off
from hardware.pins import pin_map
from hardware.ports import BUTTONS, Light, Sound, Tone
from tests.hardware.rigs import mock_factory


def test_a_lamp_glows_as_told_and_goes_dark() -> None:
    factory = mock_factory()
    lamp: Light = GpioLamp(12, factory)
    pin = factory.pin(12)
    lamp.glow(0.25)
    assert (pin.state, pin.frequency) == (0.25, PULSES_HZ)
    with pytest.raises(ValueError, match=r"cannot glow at 1\.5"):
        lamp.glow(1.5)
    lamp.close()
    lamp.close()
    assert pin.state == 0


class Ticking:
    """Takes the place of waiting: notes for how long and what sounded, and can be cut."""

    def __init__(self, pin: Any) -> None:
        self.pin = pin
        self.heard: list[tuple[float | None, float]] = []
        self.cut_after: int | None = None

    def __call__(self, event: threading.Event, seconds: float) -> bool:
        sounding = self.pin.frequency if self.pin.state else None
        self.heard.append((sounding and round(sounding), seconds))
        return event.is_set() or len(self.heard) == self.cut_after


def buzzing() -> tuple[GpioBuzzer, Ticking, Any]:
    factory = mock_factory()
    ticking = Ticking(factory.pin(16))
    return GpioBuzzer(16, factory, ticking), ticking, factory.pin(16)


def test_a_melody_sounds_tone_after_tone_and_ends_silent() -> None:
    buzzer, ticking, pin = buzzing()
    sound: Sound = buzzer
    sound.play([Tone(440, 0.1), Tone(0, 0.05), Tone(880, 0.2)])
    buzzer.finish()
    assert ticking.heard == [(440, 0.1), (None, 0.05), (880, 0.2)]
    assert pin.state == 0


def test_a_new_melody_cuts_off_the_old_one() -> None:
    buzzer, ticking, _ = buzzing()
    entered, go_on = threading.Event(), threading.Event()

    def waiting(event: threading.Event, seconds: float) -> bool:
        if seconds == 9.0:
            entered.set()
            return event.wait(go_on.wait(0) or 30)  # until it is cut
        return ticking(event, seconds)

    buzzer._wait = waiting
    buzzer.play([Tone(440, 9.0), Tone(500, 0.5)])
    assert entered.wait(30)
    buzzer.play([Tone(880, 0.2)])
    buzzer.finish()
    assert ticking.heard == [(880, 0.2)]


def test_a_tone_that_cannot_sound_is_refused_before_any_does() -> None:
    buzzer, ticking, _ = buzzing()
    for pitch_hz in (20.0, 5000.0):
        with pytest.raises(ValueError, match=f"cannot sound {pitch_hz} Hz: .* 55 to 3520 Hz"):
            buzzer.play([Tone(440, 0.1), Tone(pitch_hz, 0.1)])
    assert ticking.heard == []


def test_a_closed_buzzer_plays_nothing() -> None:
    buzzer, ticking, _ = buzzing()
    buzzer.close()
    buzzer.close()
    buzzer.play([Tone(440, 0.1)])
    assert ticking.heard == []


def test_a_held_power_button_asks_once_and_the_light_is_on() -> None:
    factory, asked = mock_factory(), threading.Event()
    pins = pin_map({})
    power = PowerButton(pins, factory, hold_s=0.01)
    power.listen(asked.set)
    assert factory.pin(pins["power_led"]).state == 1
    factory.pin(pins["power_button"]).drive_low()
    assert asked.wait(30)
    power.going()
    power.close()
    assert factory.pin(pins["power_led"]).state == 0


def test_a_table_without_a_power_button_or_light_needs_no_pins_for_them() -> None:
    power = PowerButton(pin_map({"power_button": "none", "power_led": "none"}), mock_factory())
    assert not power.held()
    power.going()
    power.close()


def test_a_power_light_on_a_taken_pin_is_told_and_the_button_is_let_go() -> None:
    factory, pins = mock_factory(), pin_map({})
    held = claim(gpiozero.LED, pins["power_led"], factory)
    with pytest.raises(PinError, match=r"GPIO27 \(header pin 13\) is in use already"):
        PowerButton(pins, factory)
    held.close()
    PowerButton(pins, factory).close()


def test_the_machine_is_switched_off_through_systemd(tmp_path: Path) -> None:
    ran: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], **options: object) -> SimpleNamespace:
        ran.append(command)
        return SimpleNamespace(returncode=len(ran) - 1, stderr="Access denied\n")

    switch_off(run, tmp_path)
    assert ran == [POWER_OFF]
    with pytest.raises(HardwareError, match=r"did not switch off \(Access denied\)"):
        switch_off(run, tmp_path)
    with pytest.raises(HardwareError, match="no systemd"):
        switch_off(run, tmp_path / "none")


def test_without_a_way_to_the_pins_no_other_is_looked_for() -> None:
    for make in (GpioButtons, PowerButton):
        with pytest.raises(PinError, match=r"GPIO\d+ .* the pins are not open; arbiter doctor"):
            make(pin_map({}), None)
    with pytest.raises(PinError, match="the pins are not open"):
        GpioLamp(12, None)


def test_two_sets_of_buttons_cannot_have_the_same_pins() -> None:
    factory, pins = mock_factory(), pin_map({})
    first = GpioButtons(pins, factory)
    with pytest.raises(PinError, match=r"GPIO5 \(header pin 29\) is in use already"):
        GpioButtons(pins, factory)
    first.close()
    GpioButtons(pins, factory).close()


class StubbornPin(MockPWMPin):  # type: ignore[misc]
    """A pin that goes on watching for edges after its close, as lgpio's does."""

    watches = False

    def close(self) -> None:
        pass

    def _enable_event_detect(self) -> None:
        self.watches = True

    def _disable_event_detect(self) -> None:
        self.watches = False


def test_a_pin_that_outlives_its_button_calls_nobody() -> None:
    factory, bcm = MockFactory(pin_class=StubbornPin), pin_map({})
    opened = (GpioButtons(bcm, factory), PowerButton(bcm, factory))
    pins = [factory.pin(bcm["power_button"]), *(factory.pin(bcm[name]) for name in BUTTONS)]
    assert all(pin.watches for pin in pins)
    for one in opened:
        one.close()
        one.close()
    assert not any(pin.watches for pin in pins)


def test_a_button_that_is_down_is_told() -> None:
    factory, pins = mock_factory(), pin_map({})
    buttons = GpioButtons(pins, factory)
    assert buttons.held() == ()
    factory.pin(pins["ok"]).drive_low()
    assert buttons.held() == ("ok",)


def test_buttons_are_pulled_up() -> None:
    factory, pins = mock_factory(), pin_map({})
    GpioButtons(pins, factory)
    assert {factory.pin(pins[name]).pull for name in ("up", "down", "ok", "back", "help")} == {"up"}


def test_what_the_kernel_refuses_is_told_with_the_pin() -> None:
    factory = mock_factory()

    def refused(bcm: int, **options: object) -> None:
        raise RuntimeError("GPIO busy")

    with pytest.raises(PinError, match=r"GPIO6 \(header pin 31\) cannot be used \(GPIO busy\)"):
        claim(refused, 6, factory)


def test_lines_set_outputs_and_let_them_go() -> None:
    factory = mock_factory()
    lines = Lines(factory)
    lines.setup(24, Lines.OUT)
    lines.setup(24, Lines.OUT)
    lines.output(24, Lines.HIGH)
    assert factory.pin(24).state == 1
    with pytest.raises(ValueError, match="direction is 'in'"):
        lines.setup(25, "in")
    lines.cleanup([24])
    lines.setup(25, Lines.OUT)
    lines.cleanup()
    assert factory.pin(24).function == factory.pin(25).function == "input"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (gpiozero.PinUnknownPi("none"), "this machine is no Raspberry Pi"),
        (RuntimeError("can not open gpiochip"), "gpiochip.*; add this user to the group gpio"),
    ],
)
def test_pins_that_do_not_open_say_why(fault: Exception, said: str) -> None:
    module = SimpleNamespace(LGPIOFactory=mock.Mock(side_effect=fault))
    with (
        mock.patch.dict("sys.modules", {"gpiozero.pins.lgpio": module}),
        pytest.raises(PinError, match=said),
    ):
        lgpio_factory()


def test_without_lgpio_nothing_else_is_tried() -> None:
    with (
        mock.patch.dict("sys.modules", {"gpiozero.pins.lgpio": None}),
        pytest.raises(PinError, match="sudo apt install python3-lgpio"),
    ):
        lgpio_factory()


def test_pins_that_open_are_those_of_lgpio() -> None:
    module = SimpleNamespace(LGPIOFactory=lambda: "pins")
    with mock.patch.dict("sys.modules", {"gpiozero.pins.lgpio": module}):
        assert lgpio_factory() == "pins"


def test_a_folder_that_this_user_may_not_enter_again_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, enter = tmp_path / "home", os.chdir
    home.mkdir()
    monkeypatch.chdir(home)
    module = SimpleNamespace(LGPIOFactory=lambda: "pins")

    def refuse(folder: Path | str) -> None:
        if Path(folder) == home:
            raise PermissionError(13, "Permission denied", str(folder))
        enter(folder)

    with (
        mock.patch.dict("sys.modules", {"gpiozero.pins.lgpio": module}),
        mock.patch("os.chdir", refuse),
    ):
        assert lgpio_factory() == "pins"
