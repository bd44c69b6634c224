"""Recordings through the loop: whole ones, damaged ones, and with pictures swapped."""

import io
import json
from pathlib import Path

import pytest

from firmware import replay
from firmware.bundle import pack
from firmware.loop import Press
from firmware.recording import are_stills, items, recorded_presses
from firmware.settings import Asked
from hardware.ports import Frame
from hardware.sim import RecordingCamera
from hardware.sim.camera import Shot
from tests.firmware.played import RomanReader, dice, roman
from tests.pictures import ColourReader, Spot, save, tray

KEPT = dice((6, 5), (2, 4))
GAME: tuple[list[Spot], ...] = (
    [],
    dice((2, 1, 6, 3, 5), range(5)),
    [*KEPT, *dice((5, 2, 6), (5, 6, 7))],
    [*KEPT, *dice((5, 6, 3), (5, 7, 0))],
    [*KEPT[:1], *dice((6, 3), (7, 0)), *dice((4, 2), (1, 3))],
)


@pytest.fixture(autouse=True)
def _colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "make_reader", ColourReader)


def recorded(folder: Path, game: tuple[list[Spot], ...] = GAME, gap_s: float = 2.0) -> Path:
    (folder / "frames").mkdir(parents=True)
    lines = ["file,time_s"]
    for k, spots in enumerate(game):
        save(tray(spots), folder / "frames" / f"{k}.png")
        lines.append(f"{k}.png,{k * gap_s:.3f}")
    (folder / "frames.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "table.toml").write_text('[alphatian]\nclock = "off"\n', encoding="utf-8")
    return folder


def run(folder: Path, *, as_json: bool = True) -> tuple[int, list[str]]:
    out = io.StringIO()
    status = replay.run(folder, Asked(), as_json, out)
    return status, out.getvalue().splitlines()


def test_one_picture_for_each_throw_is_refereed(tmp_path: Path) -> None:
    status, lines = run(recorded(tmp_path / "r"))
    told = [json.loads(line) for line in lines]
    assert status == 0
    assert [line["event"] for line in told] == [
        "start",
        "roll",
        "set_aside",
        "roll",
        "set_aside",
        "roll",
        "attack",
        "named",
        "roll",
        "parry",
        "attacker",
        "end",
    ]
    assert told[-1]["finished"] is False
    attack, parry = told[6], told[9]
    assert (attack["player"], attack["faces"], attack["time_s"]) == ("Ann", [6, 6, 5, 5, 3], 6.0)
    assert parry["damage"] == {"player": "Ben", "coins": 3, "paid": 3}
    assert parry["frame"] == 4


def test_a_recording_replays_to_the_same_bytes(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "r")
    assert run(folder) == run(folder)


def test_a_zip_replays_as_its_folder_does(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "game")
    pack(folder, tmp_path / "game.zip")
    assert run(tmp_path / "game.zip") == run(folder)


def test_a_torn_zip_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack(recorded(tmp_path / "game"), tmp_path / "game.zip")
    whole = (tmp_path / "game.zip").read_bytes()
    (tmp_path / "torn.zip").write_bytes(whole[: len(whole) // 2])
    assert run(tmp_path / "torn.zip") == (2, [])
    assert "torn.zip" in capsys.readouterr().err


def test_two_pictures_swapped_change_the_game(tmp_path: Path) -> None:
    swapped = (*GAME[:3], GAME[4], GAME[3])
    assert run(recorded(tmp_path / "a")) != run(recorded(tmp_path / "b", swapped))


def test_a_film_of_the_same_throws_is_read_when_they_rest(tmp_path: Path) -> None:
    film = tuple(spots for spots in GAME for _ in range(4))
    _, stills = run(recorded(tmp_path / "a"))
    _, frames = run(recorded(tmp_path / "b", film, gap_s=0.2))
    events = [[json.loads(line)["event"] for line in lines] for lines in (stills, frames)]
    assert events[0] == events[1]


def test_without_json_the_lines_are_for_people(tmp_path: Path) -> None:
    _, lines = run(recorded(tmp_path / "r"), as_json=False)
    assert "Ann's attack stands: 6 6 5 5 3" in lines[6]
    assert lines[6].startswith("    6.00 s")


def test_players_and_game_given_go_first(tmp_path: Path) -> None:
    out = io.StringIO()
    replay.run(recorded(tmp_path / "r"), Asked("alphatian", ("Zo\u00eb", "Flo")), True, out)
    start = out.getvalue().splitlines()[0]
    assert json.loads(start)["players"] == ["Zo\u00eb", "Flo"]
    assert "Zo\u00eb" in start
    assert json.loads(start)["time_s"] == 0


def test_a_damaged_recording_is_refused_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "frames" / "3.png").unlink()
    assert run(folder) == (2, [])
    assert "frames/3.png is missing" in capsys.readouterr().err


def test_a_damaged_picture_is_refused_when_it_is_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "frames" / "3.png").write_bytes(b"no picture")
    status, lines = run(folder)
    assert status == 2 and len(lines) == 4
    assert "frames/3.png is damaged" in capsys.readouterr().err


def test_a_missing_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "nowhere") == (2, [])
    assert "no recording at" in capsys.readouterr().err


ALEA: tuple[list[Spot], ...] = (
    [],
    roman("X"),
    roman("XI"),
    [],
    roman("V"),
    roman("VV"),
    [],
    roman("I"),
)


def roman_recording(folder: Path, game: str = "alea", choices: str | None = None) -> Path:
    recorded(folder, ALEA)
    (folder / "table.toml").write_text(f'game = "{game}"\n', encoding="utf-8")
    (folder / "presses.csv").write_text("time_s,button\n5.000,ok\n", encoding="utf-8")
    if choices is not None:
        (folder / "choices.csv").write_text(
            f"turn,player,number,space\n{choices}\n", encoding="utf-8"
        )
    return folder


@pytest.mark.parametrize(
    ("choices", "entered", "space"),
    [(None, 9, 1), ("1,Ann,11,5", 11, 5), ("1,Ben,11,5", 9, 1), ("1,Ann,38,5", 9, 1)],
)
def test_a_turn_enters_what_choices_say_or_else_the_first_offered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    choices: str | None,
    entered: int,
    space: int,
) -> None:
    monkeypatch.setattr(replay, "make_reader", RomanReader)
    told = [json.loads(line) for line in run(roman_recording(tmp_path / "r", "alea", choices))[1]]
    turns = [line for line in told if line["event"] == "turn"]
    assert turns[0]["faces"] == ["X", "I"] and turns[0]["numbers"] == [9, 11]
    assert (turns[0]["player"], turns[0]["entered"], turns[0]["space"]) == ("Ann", entered, space)
    assert (turns[1]["player"], turns[1]["bust"], turns[1]["entered"]) == ("Ben", True, None)


def test_centurion_is_refereed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "make_reader", RomanReader)
    folder = roman_recording(tmp_path / "r", "centurion", "1,Ann,11,")
    told = [json.loads(line) for line in run(folder)[1]]
    turns = [line for line in told if line["event"] == "turn"]
    assert [(line["entered"], line["total"]) for line in turns] == [(11, 11), (None, 0)]


def test_a_reading_is_corrected_in_a_recording_by_holding_help(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "r")
    text = "time_s,button\n2.500,help_hold\n2.600,ok\n"
    (folder / "presses.csv").write_text(text, encoding="utf-8")
    told = [json.loads(line) for line in run(folder)[1]]
    [corrected] = [line for line in told if line["event"] == "corrected"]
    assert (corrected["frame"], corrected["time_s"]) == (1, 2.6)
    assert len(set(corrected["read"]) ^ set(corrected["faces"])) > 0


def test_frames_and_presses_come_by_time_and_the_frame_first(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "presses.csv").write_text(
        "time_s,button\n1.000,up\n2.000,ok\n99.000,ok\n", encoding="utf-8"
    )
    played = list(items(RecordingCamera(folder), recorded_presses(folder)))
    order = [item.number if isinstance(item, Frame) else item for item in played]
    assert order == [0, Press("up", 1.0), 1, Press("ok", 2.0), 2, 3, 4, Press("ok", 99.0)]


def test_stills_are_told_from_a_film_by_their_gaps() -> None:
    assert are_stills([Shot("a", 0.0), Shot("b", 0.5), Shot("c", 3.0)], quiet_s=0.4)
    assert not are_stills([Shot("a", 5.0), Shot("b", 5.2), Shot("c", 8.0)], quiet_s=0.4)
    assert not are_stills([Shot("a", 0.0), Shot("b", 0.5)], quiet_s=0.5)
    assert are_stills([Shot("a", 0.0)], quiet_s=0.4)
