"""Whole games recorded at the table replay to the same; a disk that fails ends no game."""

import io
import json
from pathlib import Path

import pytest

from firmware import replay
from firmware.loop import Tick
from firmware.recorder import RECORD, encoded
from firmware.settings import Asked, read_settings
from firmware.table.whole_games import PACKED, WholeGames, dated, numbered
from hardware.ports import Frame
from tests.firmware.played import RomanReader
from tests.firmware.table.evening import Evening, dice, felt, roman
from tests.pictures import ColourReader
from vision.reading import Dice, DiceReader
from vision.tray import TrayWatch

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def evening(tmp_path: Path, games: WholeGames) -> Evening:
    """A table whose frames go through the recording first, as Live lets them."""
    made = Evening(
        tmp_path / "home",
        record=games.begin,
        make_watch=lambda kind: TrayWatch(reader(kind), kind, corners=CORNERS),
    )
    made.seen = games.seen
    return made


def reader(kind: Dice) -> DiceReader:
    return ColourReader() if kind == "pips" else RomanReader()


def replayed(place: Path, kind: Dice, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The last line of a replay, which compares."""
    monkeypatch.setattr(replay, "make_reader", lambda: reader(kind))
    out = io.StringIO()
    status = replay.run(place, Asked(), True, out)
    last: dict[str, object] = json.loads(out.getvalue().splitlines()[-1])
    return {**last, "status": status}


def test_whole_games_replay_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[str] = []
    date = "2026-11-30T20:15:00Z"
    games = WholeGames(dated(tmp_path / "whole"), lambda: date, complaints.append, CORNERS)
    table = evening(tmp_path, games)
    table.start("Alphatian")
    for shift in (0, 1):
        table.see([])
        table.wait(3)
        table.see(dice((6, 6, 6, 6, 6), range(shift, shift + 5)))
        table.wait(3)
        table.press("ok")
    table.press("back")
    games.close()
    games.close()
    assert [one.line.event for one in table.said].count("caracca") == 2
    [place] = (tmp_path / "whole").iterdir()
    assert (place / RECORD).exists()
    last = replayed(place, "pips", monkeypatch)
    assert (last["status"], last["same"]) == (0, True), last
    assert read_settings(place / "table.toml").corners == CORNERS


@pytest.mark.parametrize("game", ["Alea", "Centurion"])
def test_roman_games_replay_to_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = WholeGames(dated(tmp_path / "whole"), lambda: "2026-11-30", pytest.fail, CORNERS)
    table = evening(tmp_path, games)
    table.start(game)
    for faces in ("I", "IV", "IVX"):
        table.see(roman(faces))
        table.wait(2)
    table.press("ok", "down", "ok", "ok")
    table.wait(1)
    games.close()
    [place] = (tmp_path / "whole").iterdir()
    last = replayed(place, "roman", monkeypatch)
    assert (last["status"], last["same"]) == (0, True), last
    assert "roll" in [one.line.event for one in table.said]


@pytest.mark.parametrize(("name", "after"), [("here", "here-1"), ("here.zip", "here-1.zip")])
def test_a_game_is_recorded_in_the_very_place_and_the_next_beside_it(
    tmp_path: Path, name: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = WholeGames(numbered(tmp_path / name), lambda: "2026-11-30", pytest.fail, CORNERS)
    table = evening(tmp_path, games)
    for _ in range(2):
        table.start("Alphatian")
        table.see(dice((6, 6, 6, 6, 6), range(5)))
        table.wait(2)
        table.press("back")
        table.choose("End the game")
        table.press("up", "ok")
    games.close()
    assert games.recorded == [tmp_path / name, tmp_path / after]
    for place in games.recorded:
        last = replayed(place, "pips", monkeypatch)
        assert (last["status"], last["same"]) == (0, True), last


def test_a_frame_is_packed_once_and_seen_as_a_replay_sees_it(tmp_path: Path) -> None:
    games = WholeGames(dated(tmp_path), lambda: "2026-11-30", print)
    frames = [Frame(felt(), 0.5 * k, k) for k in range(PACKED + 1)]
    seen = [games.seen(frame) for frame in frames]
    assert games.packed(seen[-1]).packed == encoded(frames[-1]).packed
    assert games.packed(seen[0]).time_s == 0.0
    assert games.packed(seen[0]).packed == encoded(seen[0]).packed


def test_a_place_that_cannot_be_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    complaints: list[str] = []
    games = WholeGames(dated(tmp_path / "file"), lambda: "2026-11-30", complaints.append)
    table = evening(tmp_path, games)
    table.start("Alphatian")
    assert table.table.play is not None
    assert len(complaints) == 1 and "is not recorded" in complaints[0]


def test_a_disk_that_fails_later_ends_the_recording_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[str] = []
    games = WholeGames(dated(tmp_path / "whole"), lambda: "2026-11-30", complaints.append)
    table = evening(tmp_path, games)
    table.start("Alphatian")
    play = table.table.play
    assert play is not None
    witness = play.sitting.witness
    assert witness is not None

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.recorder.Recorder.take", full)
    witness.take(Tick(99.0))
    witness.take(Tick(99.5))
    witness.anew(99.6)
    games.close()
    assert games.recorded == []
    told = "the recording of the game ends: No space left on device; record where there is room"
    assert complaints == [told]


@pytest.mark.parametrize("name", ["whole", "whole.zip"])
def test_a_game_that_ends_before_the_first_picture_leaves_nothing_and_says_so(
    tmp_path: Path, name: str
) -> None:
    complaints: list[str] = []
    games = WholeGames(numbered(tmp_path / name), lambda: "2026-11-30", complaints.append)
    table = evening(tmp_path, games)
    table.start("Alphatian")
    table.press("ok")
    games.close()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    assert games.recorded == []
    assert complaints == ["nothing was recorded: the game ended before the first picture"]


def test_a_place_is_free_when_nothing_is_left_of_a_recording(tmp_path: Path) -> None:
    (tmp_path / "a.zip.folder").mkdir()
    (tmp_path / "a-1.zip").symlink_to(tmp_path / "nowhere")
    assert numbered(tmp_path / "a.zip")("") == tmp_path / "a-2.zip"
