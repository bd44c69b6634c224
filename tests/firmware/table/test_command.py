"""`arbiter table`: devices that open, and devices that do not."""

import io
import os
import signal
import warnings
from pathlib import Path

import pytest

from firmware import devices
from firmware.table import command
from hardware.errors import CameraError, HardwareError, PinError
from hardware.ports import Frame
from hardware.sim import SimPower
from tests.firmware.table.evening import felt
from tests.hardware.rigs import mock_factory


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text('[devices]\ncamera = "usb:0"\ndisplay = "none"\nbuttons = "none"\n')
    return path


class Stopping:
    """A camera that sends a frame, then the signal that ends the table."""

    def __init__(self) -> None:
        self.frames = 0

    def capture(self) -> Frame | None:
        self.frames += 1
        if self.frames == 2:
            os.kill(os.getpid(), signal.SIGTERM)
            return None
        return Frame(felt(), 1.0, 0)

    def close(self) -> None: ...


def test_a_table_runs_until_it_is_told_to_stop(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "open_camera", lambda _settings: Stopping())
    before = signal.getsignal(signal.SIGTERM)
    assert command.run(config, tmp_path / "home", io.StringIO()) == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_device_that_fails_is_named_and_the_table_goes_on(
    config: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_: object) -> object:
        raise HardwareError("nothing answers at 0x3c: check the four wires")

    monkeypatch.setattr(devices, "open_display", refuse)
    monkeypatch.setattr(devices, "open_camera", lambda _settings: Stopping())
    assert command.run(config, tmp_path / "home", io.StringIO()) == 0
    assert "check the four wires" in capsys.readouterr().err


def test_settings_that_cannot_be_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[devices]\ncamera = "pinhole"\n')
    assert command.run(config, tmp_path, io.StringIO()) == 2
    assert "camera is 'pinhole'" in capsys.readouterr().err


def test_without_a_camera_the_table_says_so(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_settings: object) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        raise CameraError("no camera at usb:0")

    monkeypatch.setattr(devices, "open_camera", none)
    out = io.StringIO()
    command.run(config, tmp_path / "home", out)


def test_the_date_is_one_that_records_take() -> None:
    from rules.record import Header

    assert Header("alphatian", ("Ann", "Ben"), None, command.now_date()).players == ("Ann", "Ben")


POWERED = '[devices]\ncamera = "usb:0"\ndisplay = "none"\nbuttons = "gpio"\n'


class Holding:
    """A camera that sends a frame; then somebody holds the power button."""

    def __init__(self, power: SimPower) -> None:
        self.power = power
        self.frames = 0

    def capture(self) -> Frame | None:
        self.frames += 1
        if self.frames == 2:
            self.power.drive(True)
            return None
        return Frame(felt(), 1.0, 0)

    def close(self) -> None: ...


def powered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, SimPower]:
    """The settings of a table on pins that are none, and its power button."""
    factory, power = mock_factory(), SimPower()
    monkeypatch.setattr(devices, "open_factory", lambda _settings: factory)
    monkeypatch.setattr(devices, "open_camera", lambda _settings: Holding(power))
    monkeypatch.setattr(devices, "open_power", lambda _settings, _factory: power)
    config = tmp_path / "table.toml"
    config.write_text(POWERED)
    return config, power


def test_the_power_button_held_ends_the_table_and_then_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, power = powered(tmp_path, monkeypatch)
    lights: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        "hardware.pi.power.switch_off", lambda: lights.append((power.lit, power.blinking))
    )
    assert command.run(config, tmp_path / "home", io.StringIO()) == 0
    assert lights == [(True, True)]  # it blinked while the machine was told to go
    assert not power.lit


def test_a_machine_that_refuses_to_go_ends_the_table_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config, _ = powered(tmp_path, monkeypatch)

    def refuse() -> None:
        raise HardwareError("the machine did not switch off (Access denied)")

    monkeypatch.setattr("hardware.pi.power.switch_off", refuse)
    assert command.run(config, tmp_path / "home", io.StringIO()) == 1
    assert "did not switch off (Access denied)" in capsys.readouterr().err


def test_a_power_button_that_cannot_be_is_told_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config, _ = powered(tmp_path, monkeypatch)

    def refuse(*_: object) -> object:
        raise PinError("GPIO17 (header pin 11) is in use already by this program")

    monkeypatch.setattr(devices, "open_power", refuse)
    monkeypatch.setattr(devices, "open_camera", lambda _settings: Stopping())
    assert command.run(config, tmp_path / "home", io.StringIO()) == 0
    assert "GPIO17 (header pin 11)" in capsys.readouterr().err


def test_without_pins_no_other_way_to_them_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(POWERED)

    def missing(_settings: object) -> object:
        raise PinError("lgpio is missing")

    monkeypatch.setattr(devices, "open_factory", missing)
    monkeypatch.setattr(devices, "open_camera", lambda _settings: Stopping())
    with warnings.catch_warnings(record=True) as fallen_back:
        warnings.simplefilter("always")
        assert command.run(config, tmp_path / "home", io.StringIO()) == 0
    assert fallen_back == []
    said = capsys.readouterr().err
    assert "lgpio is missing" in said and "GPIO5 (header pin 29) cannot be used" in said
