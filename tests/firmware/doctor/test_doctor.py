"""`arbiter doctor` as a whole, with devices that work, fail and are not there."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware.cli import main
from firmware.devices import DeviceSettings
from firmware.doctor import command, parts
from firmware.doctor.buttons import check_buttons
from firmware.doctor.command import Surgery
from firmware.doctor.findings import Finding, as_text, status
from firmware.doctor.parts import Opened
from hardware.errors import CameraError, DisplayError, PinError
from hardware.pi.buttons import GpioButtons
from hardware.ports import BUTTONS, Frame, Tone
from hardware.sim import SimButtons, SimLight, SimOled, SimPower, SimSound
from hardware.sim.cameras import FaultyCamera, FolderCamera
from tests.firmware.doctor.test_machine import board, machine
from tests.hardware.rigs import CAMERAS, mock_factory

ALL = '[devices]\nsound = "buzzer"\nlight = "lamp"\n'


class Finger(io.StringIO):
    """Somebody who reads the prompts and presses, bounce and all."""

    def __init__(self, buttons: SimButtons, presses: dict[str, str] | None = None) -> None:
        super().__init__()
        self.buttons = buttons
        self.presses = presses or {}

    def write(self, text: str) -> int:
        if asked := re.match(r"Press (\w+) ", text):
            name = self.presses.get(asked[1], asked[1])
            for button in BUTTONS:
                if button == name:
                    self.buttons.push(button, 1.0, bounces=2)
        return super().write(text)


def folder_camera(tmp_path: Path) -> Callable[[DeviceSettings], Any]:
    CAMERAS["folder"](tmp_path / "pictures").close()
    return lambda settings: FolderCamera(tmp_path / "pictures", frames_each=9)


def surgery(tmp_path: Path, **more: Any) -> Surgery:
    """A table on which all is well."""
    opened = Opened(
        camera=folder_camera(tmp_path),
        display=lambda settings, factory: SimOled(),
        sound=lambda settings, factory: SimSound(),
        light=lambda settings, factory: SimLight(),
        power=lambda settings, factory: SimPower(),
    )
    known = {"vcgencmd": "throttled=0x0"}
    made = Surgery(
        machine(board(tmp_path), known), opened, lambda settings, factory: SimButtons(),
        lambda settings: None, lambda pixels: (),
    )  # fmt: skip
    return replace(made, **more)


def examined(
    tmp_path: Path, made: Surgery, text: str = ALL, ask: bool = False
) -> tuple[int, dict[str, Any]]:
    config = tmp_path / "table.toml"
    config.write_text(text, encoding="utf-8")
    out = io.StringIO()
    given = command.run(config, out, True, ask, made)
    told = json.loads(out.getvalue())
    assert told["ok"] == (given == 0)
    return given, {finding["part"]: finding for finding in told["findings"]}


def test_a_table_on_which_all_is_well(tmp_path: Path) -> None:
    given, found = examined(tmp_path, surgery(tmp_path))
    assert given == 0
    assert list(found) == [
        "machine", "power", "card", "clock", "camera", "light", "display", "buttons", "sound",
        "lamp", "power button",
    ]  # fmt: skip
    states = {part: finding["state"] for part, finding in found.items()}
    assert states.pop("buttons") == "skipped"  # nobody was there to press
    assert set(states.values()) == {"well"}
    assert found["camera"]["text"] == "picamera2 gives 64x48, 10 frames a second"


def test_the_text_says_the_same_and_ends_with_a_verdict(tmp_path: Path) -> None:
    out = io.StringIO()
    assert command.run(tmp_path / "none.toml", out, False, False, surgery(tmp_path)) == 0
    assert out.getvalue().endswith("\nAll that the settings name works.\n")
    assert re.search(r"^sound +skipped +the settings name none$", out.getvalue(), re.MULTILINE)
    broken = surgery(tmp_path, factory=failing(PinError("no pins; buy a Pi")))
    out = io.StringIO()
    assert command.run(tmp_path / "none.toml", out, False, False, broken) == 1
    assert out.getvalue().endswith("\nTo mend: pins; the arrows above say how.\n")
    assert re.search(r"^pins +ABSENT +no pins\n +-> buy a Pi$", out.getvalue(), re.MULTILINE)


def test_a_machine_that_is_no_pi_is_told_first_what_to_name(tmp_path: Path) -> None:
    broken = surgery(tmp_path, factory=failing(PinError("no pins; buy a Pi")))
    elsewhere = replace(broken, machine=machine(tmp_path / "pc"))
    config = tmp_path / "table.toml"
    out = io.StringIO()
    command.run(config, out, False, False, elsewhere)
    first, _, findings = out.getvalue().partition(command.ELSEWHERE)
    assert first.startswith(f"No {config} here: the usual table, which is one for a Raspberry Pi;")
    assert "./arbiter play" in first and findings.startswith("\nmachine ")
    # and what it says to write is what the doctor then takes
    config.write_text(command.ELSEWHERE, encoding="utf-8")
    out = io.StringIO()
    assert command.run(config, out, False, False, surgery(tmp_path)) == 0
    assert out.getvalue().startswith(f"Settings: {config}\n\nmachine ")


def test_a_power_button_that_is_down_is_told_before_it_switches_off(tmp_path: Path) -> None:
    down = SimPower()
    down.drive(True)
    well = surgery(tmp_path)
    opened = well.opened._replace(power=lambda settings, factory: down)
    given, found = examined(tmp_path, replace(well, opened=opened))
    assert given == 1 and found["power button"]["state"] == "wrong"
    assert "GPIO17 (header pin 11) is down" in found["power button"]["text"]
    assert not down.lit  # closed
    given, found = examined(
        tmp_path, well, ALL + '[pins]\npower_button = "none"\npower_led = "none"\n'
    )
    assert given == 0 and found["power button"]["state"] == "skipped"


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("part", "change", "state", "text", "remedy"),
    [
        ("camera", {"camera": failing(CameraError("no camera 0: seat it"))}, "absent",
         "no camera 0", "seat it"),
        ("display", {"display": failing(DisplayError("no display answers; check wires"))},
         "absent", "no display answers", "check wires"),
        ("sound", {"sound": failing(PinError("GPIO16 is taken; stop it"))}, "absent",
         "GPIO16 is taken", "stop it"),
        ("lamp", {"light": failing(PinError("GPIO12 is taken; stop it"))}, "absent",
         "GPIO12 is taken", "stop it"),
        ("power button", {"power": failing(PinError("GPIO17 is taken; stop it"))}, "absent",
         "GPIO17 is taken", "stop it"),
    ],
)  # fmt: skip
def test_a_device_that_is_not_there_is_told_and_the_others_are_looked_at(
    tmp_path: Path, part: str, change: dict[str, Any], state: str, text: str, remedy: str
) -> None:
    well = surgery(tmp_path)
    given, found = examined(tmp_path, replace(well, opened=well.opened._replace(**change)))
    assert given == 1
    assert (found[part]["state"], found[part]["text"], found[part]["remedy"]) == (
        state, text, remedy,
    )  # fmt: skip
    assert len(found) == 11
    if part == "camera":
        assert found["light"]["state"] == "skipped"


def test_a_camera_that_stalls_or_ends_is_wrong(tmp_path: Path) -> None:
    def stalled(settings: DeviceSettings) -> Any:
        camera = FaultyCamera(folder_camera(tmp_path)(settings))
        camera.stall()
        return camera

    def short(settings: DeviceSettings) -> Any:
        folder_camera(tmp_path)
        camera = FolderCamera(tmp_path / "pictures")
        camera.close()
        return camera

    well = surgery(tmp_path)
    for opener, text in ((stalled, "gave no frame for 3 s"), (short, "ended after 0 frames")):
        given, found = examined(tmp_path, replace(well, opened=well.opened._replace(camera=opener)))
        assert given == 1 and found["camera"]["state"] == "wrong"
        assert text in found["camera"]["text"]


def test_a_slow_camera_and_poor_light_are_advice_only(tmp_path: Path) -> None:
    pixels = np.zeros((4, 4, 3), np.uint8)

    class Slow:
        def __init__(self) -> None:
            self.number = 0

        def capture(self) -> Frame:
            self.number += 1
            return Frame(pixels, self.number * 0.5, self.number)

        def close(self) -> None: ...

    well = surgery(tmp_path)
    made = replace(
        well,
        opened=well.opened._replace(camera=lambda settings: Slow()),
        look=lambda pixels: ("Too dark: it reaches 3 of 255. Switch on a lamp.",),
    )
    given, found = examined(tmp_path, made)
    assert given == 0
    assert found["camera"]["state"] == found["light"]["state"] == "advice"
    assert "2 frames a second" in found["camera"]["text"]
    assert found["light"]["remedy"] == "Switch on a lamp"
    assert found["light"]["text"] == "Too dark: it reaches 3 of 255"


def test_without_pins_a_display_on_i2c_is_looked_at_all_the_same(tmp_path: Path) -> None:
    made = surgery(tmp_path, factory=failing(PinError("no pins; buy a Pi")))
    given, found = examined(tmp_path, made)
    assert given == 1
    assert found["display"]["state"] == "well"
    assert {found[part]["state"] for part in ("buttons", "sound", "lamp", "power button")} == {
        "skipped"
    }
    _, found = examined(tmp_path, made, '[devices]\ndisplay = "sh1106-spi"\nbuttons = "none"\n')
    assert found["display"]["text"] == "it needs the pins" and "buttons" not in found
    broken = replace(
        made, opened=made.opened._replace(display=failing(DisplayError("dark; light it")))
    )
    assert examined(tmp_path, broken)[1]["display"]["state"] == "absent"


def test_a_table_that_names_no_devices_has_none_to_mend(tmp_path: Path) -> None:
    text = '[devices]\ndisplay = "none"\nbuttons = "none"\n'
    given, found = examined(tmp_path, surgery(tmp_path), text)
    assert given == 0
    for part in ("display", "buttons", "sound", "lamp"):
        assert found[part]["text"] == "the settings name none"


def pressed(presses: dict[str, str] | None = None) -> tuple[Finding, str]:
    buttons = SimButtons()
    finger = Finger(buttons, presses)
    found = check_buttons(DeviceSettings(), None, finger, lambda *_: buttons, wait_s=0)
    return found, finger.getvalue()


def test_each_button_is_asked_for_and_heard() -> None:
    found, prompted = pressed()
    assert found == Finding("buttons", "well", "all five were pressed and heard")
    assert prompted.splitlines() == [f"Press {name} ... yes" for name in BUTTONS]


def test_a_silent_button_is_told_with_its_pin() -> None:
    found, prompted = pressed({"ok": "none"})
    assert found.state == "wrong"
    assert found.text == "ok at GPIO13 (header pin 33) was not heard"
    assert "between its pin and ground" in found.remedy
    assert "Press ok ... nothing" in prompted


def test_crossed_buttons_are_told() -> None:
    found, prompted = pressed({"ok": "back", "back": "ok"})
    assert found.state == "wrong"
    assert found.text == "ok came as back; back came as ok"
    assert found.remedy.startswith("swap their wires")
    assert "Press ok ... back!" in prompted


def test_a_button_that_is_down_by_itself_is_told() -> None:
    factory, settings = mock_factory(), DeviceSettings()
    factory.pin(settings.pins["help"]).drive_low()
    factory.pin(settings.pins["help"])._set_pull = lambda pull: None  # the wires touch
    buttons = GpioButtons(settings.pins, factory)
    factory.pin(settings.pins["help"]).drive_low()
    found = check_buttons(settings, factory, None, lambda *_: buttons)
    assert found.state == "wrong"
    assert found.text == "down though nobody presses: help at GPIO26 (header pin 37)"


def test_buttons_whose_pins_are_taken_are_absent() -> None:
    factory, settings = mock_factory(), DeviceSettings()
    held = GpioButtons(settings.pins, factory)
    found = check_buttons(settings, factory, None)
    assert found.state == "absent" and "GPIO5 (header pin 29) is in use" in found.text
    held.close()


def test_the_melody_is_played_to_its_end() -> None:
    class Waiting(SimSound):
        finished = False

        def finish(self) -> None:
            self.finished = True

    sound = Waiting()
    opened = Opened(sound=lambda settings, factory: sound)
    found = parts.check_sound(DeviceSettings(sound="buzzer"), None, opened)
    assert found.state == "well" and sound.finished
    assert sound.played == [parts.MELODY]
    assert all(isinstance(tone, Tone) for tone in parts.MELODY)


def test_long_findings_are_wrapped_below_their_text() -> None:
    lines = as_text(Finding("camera", "wrong", "word " * 40, "remedy " * 30)).splitlines()
    assert max(map(len, lines)) <= 88
    assert all(line.startswith(" " * 16) for line in lines[1:])
    assert sum("-> " in line for line in lines) == 1


@pytest.mark.parametrize(
    ("state", "given"), [("well", 0), ("advice", 0), ("skipped", 0), ("wrong", 1), ("absent", 1)]
)
def test_the_status_says_whether_anything_named_does_not_work(state: Any, given: int) -> None:
    assert status([Finding("card", "well", ""), Finding("power", state, "")]) == given


def test_settings_that_cannot_be_read_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    for text, said in (("[pins]\nok = 2\n", "GPIO2 (header pin 3)"), ("gane = 1", "gane")):
        config.write_text(text, encoding="utf-8")
        assert main(["doctor", "--config", str(config), "--no-buttons"]) == 2
        told = capsys.readouterr()
        assert told.out == "" and told.err.startswith("arbiter doctor: ") and said in told.err


def test_on_this_machine_without_a_table_it_says_what_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path / "games"))
    config = tmp_path / "table.toml"
    config.write_text('[devices]\ncamera = "usb:99"\n', encoding="utf-8")
    assert main(["doctor", "--config", str(config), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    states = {finding["part"]: finding["state"] for finding in told["findings"]}
    assert states["camera"] == states["pins"] == "absent"
    assert states["card"] == "well"


def test_the_light_is_looked_at_with_the_tables_own_eyes() -> None:
    dark = command._look(np.zeros((240, 320, 3), np.uint8))
    assert any("Too dark" in sentence for sentence in dark)
