"""What `arbiter play` refuses before anything begins, and a recording whose disk is full."""

import errno
from contextlib import ExitStack
from pathlib import Path

import pytest
from PIL import Image as Picture

from firmware.cli import main
from firmware.loop import Item, Said, Tick
from firmware.play import command
from firmware.play.spared import Spared
from firmware.recorder import Recorder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("ARBITER_HOME", str(folder))
    return folder


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--seed", "-1"], "--seed is -1: expected 0 or more"),
        (["--speed", "1e-300"], "--speed is 1e-300: expected 0.01 to 50"),
        (["--speed", "nan"], "--speed is nan: expected 0.01 to 50"),
        (["--game", "alphatian", "--players", "Ann,Ann"], "cannot begin the game"),
        (["--game", "alphatian", "--players", "Ann"], "cannot begin the game"),
        (["--game", "alea", "--record", "/dev/null/x"], "cannot record to /dev/null/x: Not a dir"),
        (["--recording", "none"], "no recording at none"),
    ],
)
def test_what_cannot_be_played_is_refused(
    options: list[str], told: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *options]) == 2
    assert told in capsys.readouterr().err
    assert not home.exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alphatian.first = 5", "first is 5"),
        ("alphatian.zz = 1", "no option 'zz'"),
        ("alphatian.handicap = 3", "handicap is 3"),
        ("alphatian.handicap = {player = 5, coins = 3}", "5, who does not play"),
        ("alphatian.handicap = {player = -7, coins = 3}", "-7, who does not play"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    text: str, told: str, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(f"{text}\n", encoding="utf-8")
    assert main(["play", "--table", str(table), "--record", str(tmp_path / "new")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


class Full:
    """A Witness on a full disk; counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def _fail(self) -> None:
        self.asked += 1
        raise OSError(errno.ENOSPC, "No space left on device")

    def take(self, item: Item) -> None:
        """Take nothing."""
        self._fail()

    def anew(self, time_s: float) -> None:
        """Take nothing."""
        self._fail()

    def said(self, said: Said) -> None:
        """Take nothing."""
        self._fail()

    def shown(self, image: Picture.Image) -> None:
        """Take nothing."""
        self._fail()


def test_a_full_disk_ends_the_recording_and_not_the_game() -> None:
    full, told = Full(), list[str]()
    spared = Spared(full, lambda error: told.append(str(error.strerror)))
    spared.take(Tick(1.0))
    spared.anew(1.0)
    spared.shown(Picture.new("1", (128, 64)))
    assert told == ["No space left on device"]
    assert full.asked == 1


def test_a_recording_that_is_not_whole_is_not_called_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Recorder.close

    def closed(recorder: Recorder) -> None:
        close(recorder)
        raise OSError(errno.ENOSPC, "No space left on device")

    wanted = command.Wanted(game="alphatian", record=tmp_path / "new")
    with ExitStack() as stack:
        command.App(wanted, stack)
    assert capsys.readouterr().err == f"Recorded: {tmp_path / 'new'}\n"
    monkeypatch.setattr(Recorder, "close", closed)
    with ExitStack() as stack:
        command.App(command.Wanted(game="alphatian", record=tmp_path / "other"), stack)
    told = capsys.readouterr().err
    assert "other is not whole: No space left on device" in told
    assert "Recorded" not in told
