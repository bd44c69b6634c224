"""What `arbiter play` refuses before anything begins, and what it records."""

import errno
import io
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest

from firmware import replay
from firmware.cli import main
from firmware.play import command
from firmware.recorder import Recorder
from firmware.settings import Asked
from vision.reading import Dice, Image, Observation


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
        (
            ["--game", "alea", "--record", "/dev/null/x"],
            "cannot record to /dev/null/x: Not a dir",
        ),
        (["--game", "alea", "--record", "/proc/x"], "cannot record to /proc/x: "),
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


class NoDice:
    """A DiceReader that sees no dice, and says when it has looked."""

    def __init__(self, looked: Callable[[], None] = lambda: None) -> None:
        self._looked = looked

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read nothing."""
        self._looked()
        return Observation((), image.shape[1], image.shape[0])


class Quits:
    """Buttons that nobody pushes."""

    def listen(self, push: object) -> None:
        """Push nothing."""

    def close(self) -> None:
        """Nothing is open."""


def played(place: Path) -> None:
    """Begin a game with drawn dice, record it there, and leave after a moment."""
    wanted = command.Wanted(game="alphatian", record=place, seed=1, speed=5.0)
    with ExitStack() as stack:
        looked = Event()
        app = command.App(wanted, stack, lambda: NoDice(looked.set))

        def leave() -> None:
            looked.wait(300)
            app.clock.wait(2.0)
            app.stop()

        leaving = Thread(target=leave)
        live = app.live(Quits())  # type: ignore[arg-type]
        leaving.start()
        live.run()
        leaving.join()


def test_what_is_played_is_recorded_in_the_very_place_and_replays_to_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "new.zip"
    played(place)
    assert capsys.readouterr().err == f"Recorded: {place}\n"
    monkeypatch.setattr(replay, "make_reader", NoDice)
    out = io.StringIO()
    assert replay.run(place, Asked(), True, out) == 0
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (told[-1]["event"], told[-1]["same"]) == ("compared", True)
    assert place.exists() and main(["play", "--record", str(place)]) == 2
    assert "exists; choose another name" in capsys.readouterr().err


def test_a_recording_that_is_not_whole_is_not_called_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Recorder.close

    def full(recorder: Recorder) -> bool:
        close(recorder)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Recorder, "close", full)
    played(tmp_path / "new")
    told = capsys.readouterr().err
    assert "No space left on device; record where there is room" in told
    assert "Recorded" not in told


class Blind:
    """A camera that gives no frame."""

    def capture(self) -> None:
        """Give none."""

    def close(self) -> None:
        """Nothing is open."""


def test_a_game_that_ended_before_the_first_picture_is_not_called_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command.App, "open_camera", lambda _app: Blind())
    wanted = command.Wanted(game="alphatian", record=tmp_path / "new.zip", seed=1, speed=5.0)
    with ExitStack() as stack:
        app = command.App(wanted, stack, NoDice)
        live = app.live(Quits())  # type: ignore[arg-type]
        app.said = lambda _line: app.stop()
        live.run()
    told = capsys.readouterr().err
    assert "new.zip: nothing was recorded: the game ended before the first picture" in told
    assert "Recorded" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_where_no_game_was_played_nothing_is_called_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        command.App(command.Wanted(record=tmp_path / "new"), stack, NoDice)
    assert "no game was played" in capsys.readouterr().err


def test_a_place_where_something_is_left_of_a_recording_is_refused_before_the_game(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new.zip.folder").mkdir()  # its table was killed before it was packed
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("new.zip", "link"):
        assert main(["play", "--game", "alea", "--record", str(tmp_path / name)]) == 2
        assert "exists; choose another name" in capsys.readouterr().err
    assert not home.exists() and not (tmp_path / "nowhere").exists()
