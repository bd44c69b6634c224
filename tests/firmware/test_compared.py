"""A game that is recorded replays to the same lines and screens, or the first difference shows."""

import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import replay
from firmware.compared import recorded_story
from firmware.evidence import EVIDENCE, LINES
from firmware.journal import Journal
from firmware.loop import Item, Loop, Press, Read, Tick
from firmware.recorder import RECORD, Recorder, as_replayed, encoded
from firmware.recording import ORDER, items, recorded_order, recorded_presses, recorded_ticks
from firmware.referee import AleaTable, Referee
from firmware.settings import Asked
from firmware.texts import speaking
from hardware.errors import RecordingError
from hardware.ports import Frame
from hardware.sim import RecordingCamera, SimOled
from rules import alea
from rules.match import new_match
from tests.firmware.journal.cuts import header_of, whole_game
from tests.firmware.journal.disk import FOLDER, MemoryFiles
from tests.firmware.played import RomanReader, dice, roman
from tests.firmware.test_replay import recorded
from tests.pictures import ColourReader, Spot, save, tray
from vision.tray import TrayWatch


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(replay, "make_reader", ColourReader)
    with speaking("en"):
        yield


def run(folder: Path, record: Path | None = None, asked: Asked | None = None) -> tuple[int, str]:
    out = io.StringIO()
    status = replay.run(folder, asked or Asked(), True, out, record)
    return status, out.getvalue()


def last(text: str) -> dict[str, object]:
    told = json.loads(text.splitlines()[-1])
    assert isinstance(told, dict)
    return told


@pytest.mark.parametrize("name", ["again", "again.zip"])
def test_a_replay_that_is_recorded_replays_to_the_same(tmp_path: Path, name: str) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "presses.csv").write_text("time_s,button\n6.500,up\n6.600,back\n", encoding="utf-8")
    status, text = run(folder, tmp_path / name)
    assert (status, last(text)["event"]) == (0, "end")
    again_status, again = run(tmp_path / name, tmp_path / "third")
    assert again == text + again.splitlines(keepends=True)[-1]
    assert (again_status, last(again)["event"], last(again)["same"]) == (0, "compared", True)
    assert run(tmp_path / "third") == (again_status, again)


def test_for_people_one_last_line_says_that_it_went_as_recorded(tmp_path: Path) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    out = io.StringIO()
    assert replay.run(tmp_path / "again", Asked(), False, out) == 0
    assert "As recorded: " in out.getvalue().splitlines()[-1]


def test_another_picture_shows_as_the_first_difference_with_its_frame(tmp_path: Path) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    other = [*dice((6, 5), (2, 4)), *dice((5, 2, 4), (5, 6, 7))]
    save(tray(other), tmp_path / "again" / "frames" / "000002.png")
    status, text = run(tmp_path / "again")
    told = last(text)
    assert (status, told["event"], told["same"]) == (1, "compared", False)
    assert (told["at_frame"], told["picture"]) == (2, "frames/000002.png")
    assert told["recorded"] != told["replayed"]
    assert isinstance(told["recorded"], dict) and told["recorded"]["event"] == "roll"


def test_the_comparison_is_told_in_the_language_spoken(tmp_path: Path) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    table = tmp_path / "again" / "table.toml"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace('language = "en"', 'language = "de"'), encoding="utf-8")
    out = io.StringIO()
    assert replay.run(tmp_path / "again", Asked(), False, out) == 1
    assert "Nicht wie aufgenommen: Zeile 2, vor dem ersten Bild" in out.getvalue()
    assert "ein anderer Bildschirm" in out.getvalue()


def test_another_record_shows_as_a_difference(tmp_path: Path) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    run(recorded(tmp_path / "s", dice_swapped()), tmp_path / "other")
    shutil.copy(tmp_path / "other" / RECORD, tmp_path / "again" / RECORD)
    status, text = run(tmp_path / "again")
    assert (status, last(text)["same"]) == (1, False)
    assert str(last(text)["recorded"]).startswith("roll")


def dice_swapped() -> tuple[list[Spot], ...]:
    return ([], dice((1, 2, 6, 3, 5), range(5)))


def test_a_recording_cut_short_differs_where_it_ends(tmp_path: Path) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    told = tmp_path / "again" / "told.jsonl"
    lines = told.read_text(encoding="utf-8").splitlines(keepends=True)
    told.write_text("".join(lines[:-2]), encoding="utf-8")
    status, text = run(tmp_path / "again")
    assert (status, last(text)["recorded"]) == (1, None)
    assert last(text)["line"] == len(lines) - 1


def test_what_is_asked_for_otherwise_is_not_compared_but_recorded(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "r")
    run(folder, tmp_path / "again")
    asked = Asked(players=("Zo\u00eb", 'Q"\\'), language="it")
    status, text = run(tmp_path / "again", tmp_path / "third", asked)
    assert (status, last(text)["event"]) == (0, "end")
    with speaking("en"):
        status, text = run(tmp_path / "third")
    assert (status, last(text)["same"]) == (0, True)
    assert json.loads(text.splitlines()[0])["players"] == ["Zo\u00eb", 'Q"\\']


def test_a_choice_is_made_again_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "make_reader", RomanReader)
    folder = recorded(tmp_path / "r", ([], roman("X"), roman("XI"), []))
    (folder / "table.toml").write_text('game = "alea"\n', encoding="utf-8")
    (folder / "presses.csv").write_text("time_s,button\n5.0,ok\n", encoding="utf-8")
    (folder / "choices.csv").write_text("turn,player,number,space\n1,Ann,11,5\n", encoding="utf-8")
    _, text = run(folder, tmp_path / "again")
    assert '"entered": 11, "space": 5' in text
    (folder / "choices.csv").unlink()
    _, first = run(folder, tmp_path / "first")
    assert '"entered": 9, "space": 1' in first
    for name in ("again", "first"):
        status, text = run(tmp_path / name)
        assert (status, last(text)["same"]) == (0, True)


def test_what_was_corrected_is_kept_in_the_recording(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "r")
    text = "time_s,button\n2.500,help_hold\n2.600,ok\n"
    (folder / "presses.csv").write_text(text, encoding="utf-8")
    run(folder, tmp_path / "again")
    kept = tmp_path / "again" / EVIDENCE
    [line] = [json.loads(line) for line in (kept / LINES).read_text().splitlines()]
    assert (line["how"], line["frame"], line["picture"]) == ("corrected", 1, "000001.jpg")
    assert line["said"] != line["read"]
    assert sorted(path.name for path in kept.iterdir()) == [
        "000001.jpg", "000001_die.jpg", LINES,
    ]  # fmt: skip
    assert last(run(tmp_path / "again")[1])["same"] is True


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("file", "exists"),
        ("r/inside", "lies in the recording itself"),
        ("file/r", "cannot record to"),
    ],
)
def test_a_place_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, message: str
) -> None:
    folder = recorded(tmp_path / "r")
    (tmp_path / "file").write_text("dear")
    assert run(folder, tmp_path / place)[0] == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "r"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (ORDER, "FFX", "order.txt is damaged"),
        (ORDER, "FFFFFFF", "order.txt letter 6: there is no further item F"),
        ("ticks.csv", "time_s,tick\n1.0,tock\n", "'tock' is none of tick, read, unread"),
        (RECORD, "nonsense\n", "record.txt is damaged"),
        ("recording.toml", "version = 3\n", "version is 3"),
        ("recording.toml", "version = 2\nstills = 1\n", "stills is 1"),
        ("recording.toml", 'choices = "dice"\n', "choices is 'dice'"),
        ("recording.toml", "exact = 1\n", "exact is 1"),
        ("recording.toml", "begun_s = nan\n", "begun_s is nan"),
        ("recording.toml", "begun_s = true\n", "begun_s is True"),
        ("begun.game", "nonsense\n", "begun.game is damaged"),
        ("told.jsonl", '{"event": "start", "time_s": 0, "a": "\\ud800"}\n', "told.jsonl line 1"),
        ("told.jsonl", f'{{"event": "x", "a": {"[" * 900}{"]" * 900}}}\n', "told.jsonl line 1"),
    ],
)
def test_a_damaged_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, message: str
) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    (tmp_path / "again" / name).write_text(text, encoding="utf-8")
    assert run(tmp_path / "again")[0] == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "start", "time_s": 1' + "0" * 400 + "}",
        '{"event": "start", "time_s": 0.0, "frame": -1000}',
    ],
)
def test_a_transcript_with_numbers_beyond_all_measure_differs(tmp_path: Path, line: str) -> None:
    run(recorded(tmp_path / "r"), tmp_path / "again")
    told = tmp_path / "again" / "told.jsonl"
    told.write_text(line + "\n" + told.read_text("utf-8"), encoding="utf-8")
    (tmp_path / "again" / RECORD).unlink()
    status, text = run(tmp_path / "again")
    assert last(text)["event"] == "compared"
    assert (status, last(text)["same"]) in {(1, False), (0, None)}


def begun_game() -> bytes:
    """A game with one throw, as begun.game has it: an event before it, and the throw."""
    files = MemoryFiles()
    journal = Journal(FOLDER, files)
    one, other = whole_game("alphatian", 3)[:2]
    journal.begin(header_of(one))
    journal.append(other, None)
    return next(iter(files.files.values()))


@pytest.mark.parametrize("cut", [1, 30])
def test_a_beginning_that_is_damaged_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: int
) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "begun.game").write_bytes(begun_game()[:-cut])
    assert run(folder)[0] == 2
    assert "begun.game is damaged: line " in capsys.readouterr().err


def test_other_players_than_those_of_the_beginning_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "r")
    (folder / "begun.game").write_bytes(begun_game())
    assert run(folder, asked=Asked(players=("Cy", "Di"))) == (2, "")
    told = capsys.readouterr().err
    assert "--players Cy,Di: this recording begins in the middle of a game (begun.game)" in told
    assert "leave --players out" in told


def test_a_beginning_that_is_a_pipe_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "r")
    os.mkfifo(folder / "begun.game")
    assert run(folder)[0] == 2
    assert "cannot read begun.game" in capsys.readouterr().err


# ---------------------------------------------------------------- a table with a slow reader


class Live:
    """A table whose frames are put aside and read later, and which is recorded."""

    def __init__(self, place: Path) -> None:
        self.recorder = Recorder(place, 'game = "alea"\n[alea]\ncards = false\n')
        self.aside: list[Frame] = []
        match = new_match("alea", ("Ann", "Ben"), alea.Options(cards=False))
        self.watch = TrayWatch(RomanReader())
        self.loop = Loop(self.watch, Referee(AleaTable(match)), SimOled(), lambda _said: None)
        self.loop.sitting.put_aside = self.aside.append
        self.loop.sitting.witness = self.recorder
        self.loop.begin(0.12345)
        self.number = 0

    def take(self, item: Item) -> None:
        self.loop.handle(item)

    def anew(self) -> None:
        self.watch = TrayWatch(RomanReader())
        self.aside.clear()
        self.loop.sitting.watch_anew(self.watch)

    def film(self, spots: list[Spot], times_s: list[float]) -> None:
        for time_s in times_s:
            jpeg = encoded(Frame(tray(spots), time_s, self.number))
            self.take(as_replayed(jpeg, self.number))
            self.number += 1

    def read(self, time_s: float, well: bool = True) -> None:
        frame = self.aside.pop(0)
        self.take(Read(self.watch.read(frame.pixels) if well else None, time_s))


def test_a_live_table_replays_to_the_same_though_readings_come_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "make_reader", RomanReader)
    live = Live(tmp_path / "live")
    live.film([], [1.0, 1.2, 1.4, 1.6])
    live.read(1.9)
    live.film(roman("X"), [2.0, 2.2, 2.4, 2.6, 2.8])
    live.read(2.75, well=False)
    live.film(roman("X"), [3.0])
    live.take(Press("ok", 3.4))
    live.film(roman("X"), [3.3])
    live.read(3.5)
    live.take(Tick(3.6))
    live.take(Press("down", 5.0))
    live.take(Press("ok", 5.0))
    live.take(Press("undo", 5.1))
    live.take(Press("up", 5.2))
    live.film([], [6.0, 6.2, 6.4, 6.6])
    live.anew()
    live.film(roman("V"), [7.0, 7.2, 7.4, 7.6])
    live.read(7.9)
    live.recorder.close()
    story = recorded_story(tmp_path / "live")
    assert story is not None
    events = [told["event"] for told in story.told if told["event"] != "screen"]
    turn = ["turn", "turn_begins"]
    assert events == ["start", "roll", "stopped", *turn, "undone", "redone", *turn, "roll"]
    assert ",anew" in (tmp_path / "live" / "ticks.csv").read_text(encoding="utf-8")
    assert "PFT" in recorded_order(tmp_path / "live")
    status, text = run(tmp_path / "live")
    assert (last(text)["same"], status) == (True, 0), text


def test_order_says_which_item_came_first_and_what_is_beyond_it_comes_by_time(
    tmp_path: Path,
) -> None:
    live = Live(tmp_path / "live")
    live.take(Press("up", 0.9))
    live.film([], [0.5, 1.0])
    live.take(Tick(0.8))
    live.recorder.close()
    folder = tmp_path / "live"

    def order(letters: str) -> list[float]:
        sources = RecordingCamera(folder), recorded_presses(folder), recorded_ticks(folder)
        return [item.time_s for item in items(*sources, letters)]

    assert order(recorded_order(folder)) == [0.9, 0.5, 1.0, 0.8]
    assert order("P") == [0.9, 0.5, 0.8, 1.0]
    assert order("") == [0.5, 0.8, 0.9, 1.0]
    with pytest.raises(RecordingError, match="no further item T"):
        order("TT")
