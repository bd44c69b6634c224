"""A TOML file that anyone may have written is refused in words, whatever it says."""

from pathlib import Path

import pytest

from firmware.devices import read_device_settings
from firmware.recording import read_form
from firmware.settings import SettingsError, read_settings
from firmware.toml_file import TomlError, read_toml_file
from hardware.errors import RecordingError
from hardware.sim import RecordingCamera

HUGE = "0x" + "f" * 20_000
DEEP = ".".join("a" * 20_000)

ODD = {
    f"{{}} = {HUGE}": "more than 64 bits",
    f"{{}} = [1, {{{{x = {HUGE}}}}}]": "more than 64 bits",
    f"{{}}.{DEEP} = 1": "nested deeper",
    "{} = [[[[[[[[[1]]]]]]]]]": "nested deeper",
    f'{{}} = "{"q" * 2_000}"': "longer than 1,000 letters",
    f"{{}}.{'q' * 2_000} = 1": "longer than 1,000 letters",
    "{} = 1979-05-27": "a date or a time",
    "{} = [07:32:00]": "a date or a time",
}


def written(folder: Path, text: str, name: str = "table.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ODD, ids=lambda text: text[:24])
@pytest.mark.parametrize("key", ["game", "players", "alphatian", "language", "tray"])
def test_odd_settings_are_refused(tmp_path: Path, key: str, text: str) -> None:
    with pytest.raises(SettingsError, match=ODD[text]) as refused:
        read_settings(written(tmp_path, text.format(key)))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("key", ["devices", "pins"])
def test_odd_devices_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(SettingsError, match="64 bits"):
        read_device_settings(written(tmp_path, f"{key} = {HUGE}\n"))


@pytest.mark.parametrize("key", ["stills", "choices"])
def test_an_odd_form_of_a_recording_is_refused(tmp_path: Path, key: str) -> None:
    written(tmp_path, f"{key} = {HUGE}\n", "recording.toml")
    with pytest.raises(RecordingError, match=r"recording.toml: .* 64 bits"):
        read_form(tmp_path)


@pytest.mark.parametrize("text", [f"version = {HUGE}", f"version.{DEEP} = 1"], ids=["huge", "deep"])
def test_an_odd_version_of_a_recording_is_refused(tmp_path: Path, text: str) -> None:
    written(tmp_path, text, "recording.toml")
    with pytest.raises(RecordingError, match="version is beyond all measure"):
        RecordingCamera(tmp_path)


def test_the_largest_numbers_and_texts_that_count_are_read(tmp_path: Path) -> None:
    text = f'least = {-(2**63)}\nmost = {2**63 - 1}\nlong = "{"q" * 1_000}"\n'
    assert read_toml_file(written(tmp_path, text)) == {
        "least": -(2**63),
        "most": 2**63 - 1,
        "long": "q" * 1_000,
    }


def test_a_name_that_no_disk_takes_is_told(tmp_path: Path) -> None:
    with pytest.raises(TomlError, match=r"cannot read x+: File name too long"):
        read_toml_file(tmp_path / ("x" * 300))


def test_the_mark_that_some_editors_write_first_is_no_part_of_it(tmp_path: Path) -> None:
    assert read_toml_file(written(tmp_path, "\ufefflanguage = 'de'\n")) == {"language": "de"}
