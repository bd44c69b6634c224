"""The last seconds, saved as a recording that replays."""

import threading
from pathlib import Path

import pytest

from firmware.bundle import opened
from firmware.loop import Said, Tick
from firmware.replay import Source, Wiring
from firmware.settings import read_settings
from firmware.table.memory import FOLDER, MOST_WAITING, Memory, settings_text
from hardware.ports import Frame
from hardware.sim import SimOled
from rules import alphatian
from rules.match import new_match
from tests.firmware.table.evening import Evening, dice, felt
from tests.pictures import ColourReader
from vision.tray import TrayWatch


class Saved:
    """What was told of a save, once it was."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, str]] = []
        self.done = threading.Event()

    def __call__(self, well: bool, text: str) -> None:
        self.told.append((well, text))
        self.done.set()


def test_the_last_seconds_are_saved_and_replay(tmp_path: Path) -> None:
    saved = Saved()
    memory = Memory(tmp_path, lambda: "2026-11-30T20:15:00Z", saved)
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
