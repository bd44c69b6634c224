"""What is said of files that a command line names: each is named once."""

from pathlib import Path

import pytest

from firmware.cli import main
from firmware.usage import named


@pytest.mark.parametrize(
    ("place", "said", "told"),
    [
        ("/a/game", "frames.csv lists no frame", "/a/game: frames.csv lists no frame"),
        (
            "/a/game",
            "no recording at /a/game: expected one",
            "no recording at /a/game: expected one",
        ),
        ("/a/game.zip", "game.zip is torn", "/a/game.zip is torn"),
        ("/a/is", "is torn", "/a/is: is torn"),
    ],
)
def test_an_error_names_its_place_once(place: str, said: str, told: str) -> None:
    assert named(Path(place), ValueError(said)) == told


@pytest.mark.parametrize("command", ["replay", "measure"])
def test_commands_do_not_name_a_recording_twice(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "/nope"]) == 2
    wanted = f"arbiter {command}: no recording at /nope: expected a folder with frames.csv\n"
    assert capsys.readouterr().err == wanted
    torn = tmp_path / "game.zip"
    torn.write_bytes(b"PK\3\4 and no more")
    assert main([command, str(torn)]) == 2
    assert capsys.readouterr().err.count("game.zip") == 1
