"""Whole games on the real disk, and a process killed by SIGKILL at every step that it asks of it.

    python -m tests.firmware.journal.kills [--games N] [--stride N] [--folder FOLDER]

A child plays a game and kills itself just before the step, or, in a write, with half of it written;
what it announced comes through a pipe. The parent then goes on with what the child left.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.journal import Journal
from firmware.journal.files import DiskFiles
from firmware.journal.game_file import DAMAGED, DONE, UNDER_WAY
from rules import record
from rules.games import GAMES
from rules.match import Match
from rules.record import Record
from tests.firmware.journal.cuts import header_of, tray_of, whole_game

__all__ = ["Killed", "kill_everywhere"]


class DeadlyFiles(DiskFiles):
    """The disk itself, until the step with this number, counted from 0: then the process ends."""

    def __init__(self, last: int) -> None:
        self._left = last

    def _die(self) -> None:
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self._left -= 1

    def open(self, path: Path, size: int) -> int:
        self._die()
        return super().open(path, size)

    def write(self, handle: int, text: bytes) -> None:
        self._die()
        half = len(text) // 2
        super().write(handle, text[:half])
        self._die()
        super().write(handle, text[half:])

    def sync(self, handle: int) -> None:
        self._die()
        super().sync(handle)

    def rename(self, old: Path, new: Path) -> None:
        self._die()
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        self._die()
        super().remove(path)

    def sync_folder(self, folder: Path) -> None:
        self._die()
        super().sync_folder(folder)


@dataclass(frozen=True)
class Killed:
    """One game: its events, the processes killed, and after how many the game was further on."""

    events: int
    kills: int
    further: int


def _play(folder: Path, matches: Sequence[Match], last: int, pipe: int) -> None:
    """Play a game to its end, or be killed; announce each event through the pipe, in a byte."""
    journal = Journal(folder, DeadlyFiles(last))
    journal.begin(header_of(matches[0]))
    for match in matches[1:]:
        journal.append(match, tray_of(match))
        os.write(pipe, b".")
    journal.finish()


def _killed(folder: Path, matches: Sequence[Match], last: int) -> tuple[int, bool]:
    """Play in a child; gives how many events it announced, and whether it was killed."""
    ours, its = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _play(folder, matches, last, its)
            status = 0
        finally:
            os._exit(status)
    os.close(its)
    announced = 0
    with os.fdopen(ours, "rb") as told:
        announced = len(told.read())
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return announced, status != 0


def _go_on(folder: Path, matches: Sequence[Match], announced: int) -> bool:
    """Go on with the game to its end; gives whether it was further than announced."""
    journal = Journal(folder)
    found = journal.under_way()
    at = announced
    if found is not None:
        wanted = matches[announced : announced + 2]
        assert found.match in wanted, (announced, len(found.match.entries))
        assert found.tray == tray_of(found.match)
        at = announced + wanted.index(found.match)
        journal.resume(found)
        for match in matches[at + 1 :]:
            journal.append(match, tray_of(match))
        journal.finish()
    elif announced < len(matches) - 2:
        assert announced == 0
        return False
    journal.close()
    (kept,) = folder.glob(f"*{DONE}")
    text = record.format(Record(header_of(matches[-1]), matches[-1].entries))
    assert kept.read_text(encoding="utf-8") == text
    assert not list(folder.glob(f"*{DAMAGED}"))
    left = [path for path in folder.glob(f"*{UNDER_WAY}") if not path.with_suffix(DONE).exists()]
    assert not left  # one that was killed after its record was kept is passed over
    return at > announced


def kill_everywhere(
    game: str, seed: int, folder: Path, *, first: int = 0, stride: int = 1
) -> Killed:
    """Kill at every stride-th step from the first on; raises AssertionError for a lost event."""
    matches = whole_game(game, seed)
    kills = further = 0
    for last in range(first, 1_000_000, stride):
        with tempfile.TemporaryDirectory(dir=folder) as made:
            announced, killed = _killed(Path(made), matches, last)
            further += _go_on(Path(made), matches, announced)
        if not killed:
            break
        kills += 1
    return Killed(len(matches) - 1, kills, further)


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3, help="of each kind")
    parser.add_argument("--stride", type=int, default=1, help="only every so many-th step")
    parser.add_argument("--folder", type=Path, help="on the disk to be tried")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside the threads of numpy
    for game in GAMES:
        with tempfile.TemporaryDirectory(dir=asked.folder) as made:
            folder = Path(made)
            tried = [
                kill_everywhere(game, seed, folder, stride=asked.stride)
                for seed in range(asked.games)
            ]
        events, kills = sum(one.events for one in tried), sum(one.kills for one in tried)
        told = f"{game}: {len(tried)} games, {events} events, {kills} processes killed"
        cpu = time.process_time() + sum(os.times()[2:4])
        sys.stdout.write(f"{told}, none announced was lost; {cpu:.0f} s of the processor\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
