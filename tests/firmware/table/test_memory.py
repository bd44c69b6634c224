"""The last seconds, saved as a recording that replays."""

import io
import json
import threading
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware import replay
from firmware.bundle import opened
from firmware.loop import Item, Said, Tick
from firmware.recorder import encoded
from firmware.replay import Source, Wiring
from firmware.settings import Asked, read_settings
from firmware.table.memory import FOLDER, MOST_WAITING, Memory, settings_text
from hardware.ports import Frame
from hardware.sim import SimOled
from rules import alphatian
from rules.match import new_match
from tests.firmware.played import RomanReader
from tests.firmware.table.evening import Evening, dice, felt, roman
from tests.pictures import ColourReader, Spot
from vision.reading import Dice, DiceReader
from vision.tray import TrayWatch


class Saved:
    """What was told of a save, once it was."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, str]] = []
        self.done = threading.Event()

    def __call__(self, well: bool, text: str) -> None:
        self.told.append((well, text))
        self.done.set()


class Unhurried(Memory):
    """A memory for time that is told: it drops no frame, however fast they come."""

    def take(self, item: Item) -> None:
        """Keep an item, and wait until it is kept."""
        super().take(item)
        self.settle()


def test_the_last_seconds_are_saved_and_replay(tmp_path: Path) -> None:
    saved = Saved()
    memory = Unhurried(tmp_path, lambda: "2026-11-30T20:15:00Z", saved)
    evening = Evening(
        tmp_path,
        witness=memory,
        stood=memory.stood,
        save=memory.save,
        make_watch=lambda kind: TrayWatch(ColourReader(), kind),
    )
    evening.start("Alphatian")
    for shift in (0, 1):
        evening.see([])
        evening.wait(40)
        evening.see(dice((6, 6, 6, 6, 6), range(shift, shift + 5)))
        evening.wait(3)
        evening.press("ok")
    assert [one.line.event for one in evening.said].count("caracca") == 2
    evening.press("back")
    evening.choose("Save last seconds")
    assert saved.done.wait(20)
    assert saved.told == [(True, "20261130T201500Z.zip")]
    said: list[Said] = []
    with opened(tmp_path / FOLDER / "20261130T201500Z.zip") as place:
        settings = read_settings(place / "table.toml")
        source = Source(place)
        source.replay(settings, Wiring(ColourReader(), SimOled(), said.append))
    assert [one.line.event for one in said][:4] == ["resumed", "roll", "attack", "caracca"]


class Table:
    """A table that keeps its last seconds, whose game has begun, and whose tray is empty."""

    def __init__(self, folder: Path, game: str = "Alphatian", wait_s: float = 40.0) -> None:
        self._folder, self._saved = folder, Saved()
        date = "2026-11-30T20:15:00Z"
        memory = Unhurried(folder, lambda: date, self._saved)
        self.evening = Evening(
            folder,
            witness=memory,
            stood=memory.stood,
            save=memory.save,
            make_watch=lambda kind: TrayWatch(reader(kind), kind),
        )
        self.evening.start(game)
        self.evening.see([])
        self.evening.wait(wait_s)

    def throws(self, spots: Sequence[Spot], wait_s: float = 3.0) -> None:
        """Let dice come to lie there, and let time pass."""
        self.evening.see(spots)
        self.evening.wait(wait_s)

    def saved(self) -> Path:
        """Save the last seconds by the menu, and give the place."""
        self.evening.press("back")
        self.evening.choose("Save last seconds")
        assert self._saved.done.wait(20)
        [(well, name)] = self._saved.told
        assert well
        return self._folder / FOLDER / name


def reader(kind: Dice) -> DiceReader:
    return ColourReader() if kind == "pips" else RomanReader()


def replayed(
    place: Path, kind: Dice, monkeypatch: pytest.MonkeyPatch, record: Path | None = None
) -> tuple[int, list[dict[str, object]]]:
    """The status of a replay, and its lines."""
    monkeypatch.setattr(replay, "make_reader", lambda: reader(kind))
    out = io.StringIO()
    status = replay.run(place, Asked(), True, out, record)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


THROWN = dice((2, 1, 6, 3, 5), range(5))
AGAIN = [*THROWN[1:], *dice((4,), (7,))]


@pytest.mark.parametrize("later_s", [3.0, 26.5, 29.0, 29.5, 30.0, 60.0])
def test_the_last_seconds_replay_to_where_the_game_stands(
    later_s: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.throws(THROWN, later_s)
    table.evening.see(THROWN[1:])
    table.evening.wait(1)
    table.throws(AGAIN)
    table.evening.press("ok")
    table.evening.wait(1)
    place = table.saved()
    status, told = replayed(place, "pips", monkeypatch, tmp_path / "again")
    assert told[0]["event"] == "resumed"
    assert [line for line in told if line.get("level") in ("question", "illegal")] == []
    assert (told[-1]["event"], told[-1]["same"], status) == ("compared", True, 0), told
    assert [line["event"] for line in told][-3:-1] == ["attack", "end"]
    again_status, again = replayed(tmp_path / "again", "pips", monkeypatch)
    assert (again[:-1], again_status) == (told[:-1], 0)
    assert again[-1]["same"] is True


def test_the_last_seconds_of_a_game_that_began_in_them_begin_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, wait_s=2.0)
    table.throws(THROWN)
    status, told = replayed(table.saved(), "pips", monkeypatch)
    assert [line["event"] for line in told] == ["start", "roll", "end", "compared"]
    assert (told[-1]["same"], status) == (True, 0)


def test_a_throw_from_before_the_last_seconds_that_was_judged_in_them_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "Centurion")
    table.throws(roman("X"))
    table.throws(roman("XI"), 26.05)  # its first picture is just out of the last 30 s
    table.throws(roman("XIV"))
    status, told = replayed(table.saved(), "roman", monkeypatch)
    assert [line["event"] for line in told if line.get("level") != "notice"] == [
        "resumed", "roll", "roll", "end", "compared",
    ]  # fmt: skip
    assert (told[-1]["same"], status) == (True, 0)


def test_where_the_last_seconds_were_changed_the_replay_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.throws(THROWN)
    with zipfile.ZipFile(table.saved()) as bundle:
        bundle.extractall(tmp_path / "r")
    last = sorted((tmp_path / "r" / "frames").iterdir())[-6:]
    for path in last:
        path.write_bytes(encoded(Frame(felt(dice((1, 1, 6, 3, 5), range(5))), 0.0, 0)).packed)
    status, told = replayed(tmp_path / "r", "pips", monkeypatch)
    assert (status, told[-1]["same"]) == (1, False)
    assert str(told[-1]["recorded"]).startswith("roll")


@pytest.mark.parametrize(("waited_s", "rings"), [(33.0, True), (45.0, False)])
def test_a_clock_that_ran_when_the_last_seconds_began_rings_when_it_rang(
    waited_s: float, rings: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.throws(THROWN)
    table.evening.press("ok")
    table.evening.wait(waited_s)
    [rang_s] = [one.time_s for one in table.evening.said if one.line.event == "clock"]
    status, told = replayed(table.saved(), "pips", monkeypatch)
    assert (status, told[-1]["same"]) == (0, True)
    assert [line["time_s"] for line in told if line["event"] == "clock"] == [rang_s] * rings


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    saved = Saved()
    (tmp_path / FOLDER).write_text("no folder")
    memory = Memory(tmp_path, lambda: "2026-11-30", saved)
    memory.save()
    assert saved.done.wait(20)
    [(well, _)] = saved.told
    assert not well


def test_a_second_recording_of_the_day_takes_another_name(tmp_path: Path) -> None:
    saved = Saved()
    memory = Memory(tmp_path, lambda: "2026-11-30", saved)
    memory.take(Frame(felt(), 1.0, 0))
    names = [memory.save() for _ in range(3)]
    memory.settle()
    assert names == ["20261130.zip", "20261130-2.zip", "20261130-3.zip"]
    assert {path.name for path in (tmp_path / FOLDER).iterdir()} == set(names)
    later = Memory(tmp_path, lambda: "2026-11-30", saved)
    assert later.save() == "20261130-4.zip"
    later.settle()


def test_another_game_is_another_recording(tmp_path: Path) -> None:
    memory = Memory(tmp_path, lambda: "2026-11-30", Saved())
    evening = Evening(tmp_path, witness=memory, stood=memory.stood)
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    memory.settle()
    held = memory.held_bytes
    evening.press("back")
    evening.choose("End the game")
    evening.press("up", "ok")
    evening.start("Centurion")
    memory.settle()
    assert 0 < memory.held_bytes < held
    memory.close()


def test_frames_are_left_out_where_too_many_wait_to_be_packed(tmp_path: Path) -> None:
    memory = Memory(tmp_path, lambda: "2026-11-30", Saved())
    packing, go = threading.Event(), threading.Event()

    def busy() -> None:
        packing.set()
        go.wait(10)

    memory._jobs.put(busy)
    assert packing.wait(10)
    for number in range(3 * MOST_WAITING):
        memory.take(Frame(felt(), float(number), number))
    memory.take(Tick(20.0))
    go.set()
    memory.settle()
    kept = [item for _, _, item in memory._ring._kept]
    assert len(kept) == MOST_WAITING + 1
    memory.close()


@pytest.mark.parametrize("handicap", [None, (1, 5)])
def test_the_settings_of_a_match_make_it_again(
    tmp_path: Path, handicap: tuple[int, int] | None
) -> None:
    options = alphatian.Options(coins=7, handicap=handicap, clock="off")
    match = new_match("alphatian", ("Zoe", "Max"), options)
    path = tmp_path / "table.toml"
    path.write_text(settings_text(match), encoding="utf-8")
    from firmware.settings import new_game

    assert new_game(read_settings(path)).start == match.start
