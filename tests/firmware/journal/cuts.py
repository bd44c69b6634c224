"""Whole games through the journal, with the power cut at every step of the disk.

    python -m tests.firmware.journal.cuts [--every] [--games N]

tries it with many games, and with --every at every byte of every write.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware.journal import Journal
from firmware.journal.game_file import DONE
from firmware.referee import Tray
from rules import record
from rules.games import GAMES
from rules.match import Match
from rules.playout import drawn_action
from rules.record import Header, Record
from tests.firmware.journal.disk import FOLDER, MemoryFiles, Survivor
from tests.rules.play import begun, remarked
from vision.reading import Reading

__all__ = ["Tried", "header_of", "tray_of", "try_game", "whole_game"]


def whole_game(game: str, seed: int, *, remarks: bool = True) -> list[Match]:
    """The match before the first throw and after each event, to the end; some have two entries."""
    chance = random.Random(seed)
    matches = [begun(game, chance)]
    while GAMES[game].outcome(matches[-1].state) is None:
        match = matches[-1]
        for _ in range(chance.choice((1, 1, 2))):
            if remarks and match.line and chance.random() < 0.1:
                match = remarked(match, chance)
            elif GAMES[game].outcome(match.state) is None:
                match = match.apply(drawn_action(GAMES[game], match.state, chance.randrange))
        if match is not matches[-1]:
            matches.append(match)
    return matches


def header_of(match: Match) -> Header:
    """The header of the match's record."""
    return Header(match.game, match.start.players, match.start.options, "2026-11-30T20:15:00Z")


def tray_of(match: Match) -> Tray | None:
    """A tray in which the dice of the match lie; none before the first throw."""
    if not match.line:
        return None
    lay = {}
    for place, face in enumerate(match.state.faces):
        x = 10.5 + 20 * place
        others = tuple(one for one in GAMES[match.game].DIE if one != face)
        lay[place] = Reading(face, face, 0.9987, (x, 8.0, 18.0, 18.5), (x + 9, 17.2), None, others)
    return Tray(lay, last=lay)


@dataclass
class Tried:
    """One game with its cuts; steps of the disk, cuts tried, and how many left another disk."""

    matches: Sequence[Match]
    every: bool = False
    steps: int = 0
    cuts: int = 0
    distinct: int = 0
    resumed_further: int = 0
    begun: bool = False
    finishing: bool = False
    announced: int = 0
    _seen: set[int] = field(default_factory=set)

    def play(self) -> None:
        """Play the game to its end, and try all cuts on the way."""
        files = MemoryFiles(watch=lambda writing: self._cut(files, writing))
        journal = Journal(FOLDER, files)
        journal.begin(header_of(self.matches[0]))
        self.begun = True
        for at, match in enumerate(self.matches[1:], start=1):
            journal.append(match, tray_of(match))
            self.announced = at
        self.finishing = True
        journal.finish()
        self._cut(files, b"")
        assert journal.complaints() == []

    def _cut(self, files: MemoryFiles, writing: bytes) -> None:
        self.steps += 1
        for survivor in files.survivors(writing, every=self.every):
            self.cuts += 1
            mark = hash((self.begun, self.announced, self.finishing, *survivor.files.items()))
            if mark not in self._seen:
                self._seen.add(mark)
                self.distinct += 1
                self._resume(survivor)

    def _resume(self, survivor: Survivor) -> None:
        """The game goes on where it was announced last, or with what was about to be."""
        files = MemoryFiles.of(survivor.files)
        journal = Journal(FOLDER, files)
        found = journal.under_way()
        how = f"after event {self.announced}: {survivor.how}"
        if found is None:
            assert not self.begun or self.announced >= len(self.matches) - 2, how
            if self.begun:
                assert [name for name in files.files if name.endswith(DONE)], how
                self._whole(files, how)
            return
        wanted = self.matches[self.announced : self.announced + 2]
        assert not self.finishing, how
        assert [match for match in wanted if match == found.match], how
        assert found.tray == tray_of(found.match), how
        at = next(k for k, match in enumerate(self.matches) if match == found.match)
        self.resumed_further += at > self.announced
        if self.distinct % 7 == 0:
            journal.resume(found)
            for match in self.matches[at + 1 :]:
                journal.append(match, tray_of(match))
            journal.finish()
            self._whole(files, how)

    def _whole(self, files: MemoryFiles, how: str) -> None:
        last = self.matches[-1]
        text = record.format(Record(header_of(last), last.entries)).encode()
        assert {name: some for name, some in files.files.items() if name.endswith(DONE)} == {
            "2026-11-30-001.txt": text
        }, how


def try_game(game: str, seed: int, *, every: bool = False) -> Tried:
    """Cut the power at every step of a game drawn by the seed; raises AssertionError."""
    tried = Tried(whole_game(game, seed), every)
    tried.play()
    return tried


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", action="store_true", help="at every byte of every write")
    parser.add_argument("--games", type=int, default=10, help="of each kind")
    asked = parser.parse_args()
    for game in GAMES:
        all_tried = [try_game(game, seed, every=asked.every) for seed in range(asked.games)]
        events = sum(len(tried.matches) for tried in all_tried)
        steps = sum(tried.steps for tried in all_tried)
        cuts = sum(tried.cuts for tried in all_tried)
        distinct = sum(tried.distinct for tried in all_tried)
        print(f"{game}: {events} events, {steps} steps, {cuts} cuts, {distinct} left another disk")  # noqa: T201


if __name__ == "__main__":
    _main()
