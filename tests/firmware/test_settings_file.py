"""Which table.toml a command reads."""

from pathlib import Path

import pytest

from firmware.cli import main
from firmware.settings_file import HERE, settings_file


def test_the_one_here_goes_before_that_of_an_installed_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    installed = tmp_path / "etc.toml"
    assert settings_file(None, installed) == HERE  # there is neither: the usual table
    installed.touch()
    assert settings_file(None, installed) == installed
    HERE.touch()
    assert settings_file(None, installed) == HERE
    assert settings_file(installed) == installed


@pytest.mark.parametrize("command", ["pins", "doctor", "table", "calibrate", "capture x"])
def test_every_command_says_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--config", "/nope"]) == 2
    assert "Invalid --config '/nope': there is no such file" in capsys.readouterr().err
