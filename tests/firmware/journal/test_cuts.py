"""The power is cut at every step of the disk, and processes are killed: no announced event goes."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.journal import Journal
from firmware.journal.game_file import DAMAGED, UNDER_WAY
from rules import record
from rules.games import GAMES
from rules.record import Record
from tests.firmware.journal.cuts import header_of, tray_of, try_game, whole_game
from tests.firmware.journal.disk import FOLDER, MemoryFiles

TORN = b"1234abcd ro"

KILLS = int(os.environ.get("ARBITER_KILLS", "15"))
"""Processes killed; more on request."""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_goes_on_wherever_the_power_is_cut(game: str) -> None:
    tried = try_game(game, 4)
    events = len(tried.matches)
    assert tried.steps >= 2 * events  # a write and a sync each
    assert tried.distinct > 4 * events
    assert tried.resumed_further >= events - 2  # cut between the sync and the announcement


@pytest.mark.parametrize("game", list(GAMES))
def test_every_byte_of_a_few_events_may_be_the_last(game: str) -> None:
    matches = whole_game(game, 4)
    for start in (0, 8):
        files = MemoryFiles()
        journal = Journal(FOLDER, files)
        journal.begin(header_of(matches[0]))
        if start:
            journal.append(matches[start], tray_of(matches[start]))
        held: list[dict[str, bytes]] = []
        files.watch = note_in(held, files, every=True)
        journal.append(matches[start + 1], tray_of(matches[start + 1]))
        assert len(held) > 20
        for left in held:
            found = Journal(FOLDER, MemoryFiles.of(left)).under_way()
            assert found is not None and found.match in matches[start : start + 2]


def note_in(
    held: list[dict[str, bytes]], files: MemoryFiles, *, every: bool = False
) -> Callable[[bytes], None]:
    """Note at every step what a power cut would leave."""
    return lambda writing: held.extend(one.files for one in files.survivors(writing, every=every))


def test_a_game_goes_on_when_the_power_is_cut_again_while_it_is_resumed() -> None:
    before, after = whole_game("alphatian", 3)[:6], whole_game("alphatian", 3)[6]
    files = MemoryFiles()
    journal = Journal(FOLDER, files)
    journal.begin(header_of(before[0]))
    for match in before[1:]:
        journal.append(match, tray_of(match))
    whole = files.files["2026-11-30-001.game"]
    middle = bytearray(whole)
    middle[-1400] ^= 1
    cuts = 0
    for raw in (whole + TORN, bytes(middle)):
        files = MemoryFiles.of({"2026-11-30-001.game": raw})
        journal = Journal(FOLDER, files)
        found = journal.under_way()
        assert found is not None
        held: list[dict[str, bytes]] = []
        files.watch = note_in(held, files)
        journal.resume(found)
        if found.match == before[-1]:
            journal.append(after, tray_of(after))
        for left in [*held, files.files]:
            cuts += 1
            last = Journal(FOLDER, MemoryFiles.of(left)).under_way()
            assert last is not None and last.match in (found.match, after)
        aside = raw != whole + TORN
        for one in files.survivors():
            assert (raw in one.files.values()) == aside
            assert any(name.endswith(DAMAGED) for name in one.files) == aside
    assert cuts > 15


@pytest.mark.parametrize("game", list(GAMES))
def test_no_announced_event_is_lost_by_a_kill(game: str, tmp_path: Path) -> None:
    """A process plays and is killed, and the next goes on, until the game is over."""
    chance = random.Random(game)
    matches = whole_game(game, 4)
    kills = max(1, KILLS // len(GAMES))
    announced, killed = 0, 0
    while announced < len(matches) - 1:
        wait = chance.randrange(2 * len(matches) // (kills + 1)) if killed < kills else None
        announced = max(announced, play_on(tmp_path, game, wait))
        killed += 1
        journal = Journal(tmp_path)
        found = journal.under_way()
        journal.close()
        if found is None:
            assert announced >= len(matches) - 2
            break
        assert found.match in matches[announced : announced + 2]
        assert found.tray == tray_of(found.match)
    assert killed > min(kills, 3)
    (kept,) = tmp_path.glob("*.txt")
    text = record.format(Record(header_of(matches[-1]), matches[-1].entries))
    assert kept.read_text(encoding="utf-8") == text
    assert not [path for path in tmp_path.iterdir() if path.suffix in (UNDER_WAY, DAMAGED)]


def play_on(folder: Path, game: str, events: int | None) -> int:
    """Let a process play, and kill it after so many events; give the last that it announced."""
    command = [sys.executable, "-m", "tests.firmware.journal.player", str(folder), game]
    announced = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for count, line in enumerate(child.stdout):
            announced = int(line)
            if count == events:
                child.kill()  # while it is writing the next
    return announced


def test_no_announced_event_is_lost_by_a_kill_at_any_step_of_the_disk(tmp_path: Path) -> None:
    """Every 37th step here; all of them with `python -m tests.firmware.journal.kills`."""
    words = ["-m", "tests.firmware.journal.kills", "--games", "1", "--stride", "37"]
    command = [sys.executable, *words, "--folder", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    killed = re.findall(r"(\w+): 1 games, \d+ events, (\d+) processes killed", told)
    assert [game for game, _ in killed] == list(GAMES)
    assert all(int(count) > 4 for _, count in killed)
