"""`arbiter table`: devices that open, and devices that do not."""

import io
import os
import signal
from pathlib import Path

import pytest

from firmware import devices
from firmware.table import command
from hardware.errors import CameraError, HardwareError
from hardware.ports import Frame
from tests.firmware.table.evening import felt


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
