"""Whole evenings at a table, with the power cut at every step of its disk.

    python -m tests.firmware.table.cut_evenings [--games N]

Players throw what is awaited and press now and then anything else: they correct, undo, pause, ask.
Whatever a cut leaves, the next table goes on with all that was told, or with what was about to be.
"""

import argparse
import sys
import time
from typing import Final

from firmware.journal import Journal
from firmware.journal.game_file import DONE
from firmware.loop import Said
from firmware.table.playing import Play
from firmware.table.setup import Setup
from rules.games import GAMES
from tests.firmware.journal.disk import FOLDER, MemoryFiles
from tests.firmware.table.monkey import Monkey

__all__ = ["CutEvening", "play_cut"]

WEIGHTS: Final = {"serve": 900, "press": 60, "tray": 20, "time": 30}
OPTIONS: Final[dict[str, dict[str, object]]] = {"alphatian": {"coins": 3}}
MOST_ACTS: Final = 2500
"""Acts after which an evening is given up: those who press anything may ask for ever."""


class CutEvening(Monkey):
    """One game at a table; acts, steps of the disk, and cuts tried, each different, so far."""

    def __init__(self, game: str, seed: int) -> None:
        self.steps = self.cuts = self.acts = self.events = 0
        self._announced: tuple[object, ...] = ()
        self._seen: set[int] = set()
        self.play: Play | None = None
        super().__init__(seed)
        self._weights = WEIGHTS
        self.evening.table.begin_game(Setup(game, ("Ann", "Ben"), OPTIONS.get(game, {})))
        self.play = self.evening.table.play
        self.disk_files.watch = self._cut

    @property
    def over(self) -> bool:
        """Whether the game was won, given up, or left."""
        play = self.evening.table.play
        return play is None or play is not self.play or play.over

    def act(self) -> None:
        """Do anything; nothing on the disk lasts for that alone."""
        kind = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        self.done = [*self.done[-20:], kind]
        getattr(self, kind)()
        self.acts += 1

    def hear(self, said: Said) -> None:
        """Take for told what is said now."""
        super().hear(said)
        if not self.over and self.play is not None:
            self._announced = self.play.match.entries
            self.events = len(self._announced)

    def _cut(self, writing: bytes) -> None:
        self.steps += 1
        for survivor in self.disk_files.survivors(writing):
            mark = hash((len(self._announced), *survivor.files.items()))
            if mark in self._seen:
                continue
            self._seen.add(mark)
            self.cuts += 1
            files = MemoryFiles.of(survivor.files)
            found = Journal(FOLDER, files).under_way()
            told, how = self._announced, f"{self.done}: {survivor.how}"
            if found is None:
                finished = [name for name in files.files if name.endswith(DONE)]
                assert finished or not told, how
            else:
                assert found.match.entries[: len(told)] == told, how


def play_cut(game: str, seed: int) -> CutEvening:
    """Play a game to its end, or until it is left; raises AssertionError where an event is lost."""
    evening = CutEvening(game, seed)
    while not evening.over and evening.acts < MOST_ACTS:
        evening.act()
    return evening


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10, help="of each kind")
    asked = parser.parse_args()
    for game in GAMES:
        played = [play_cut(game, seed) for seed in range(asked.games)]
        won = sum(one.play is not None and one.play.over for one in played)
        acts, events, steps, cuts = (
            sum(getattr(one, name) for one in played)
            for name in ("acts", "events", "steps", "cuts")
        )
        sys.stdout.write(
            f"{game}: {len(played)} games, {won} to their end, {acts} acts, {events} events told, "
            f"{steps} steps, {cuts} cuts; {time.process_time():.0f} s of the processor\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
