"""A soak, `python -m firmware.play.soak`: games by chance, with cheats and faults, on told time.

Everything is the table's own but the clock and, in most games, the reader: the drawn truth is
read there, and in one game of so many the real reader reads the drawn tray. Nothing is caught: an
exception ends the soak with its traceback.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

import cv2
import numpy as np

from firmware.heap import give_back_freed_memory
from firmware.journal import Journal, Kept
from firmware.loop import Press, Tick
from firmware.play.hands import Hands, wants
from firmware.play.scene import Silence
from firmware.table.ports import CameraFault, Check, Ports
from firmware.table.setup import Setup
from firmware.table.table import Table
from hardware.ports import PRESSES, Pressed
from hardware.sim import SimLight, SimOled, ToldClock
from hardware.sim.drawn import Scene, SceneCamera, Stage
from vision.reader import Reader
from vision.reading import Dice, DiceReader, Image, Observation, Reading
from vision.tray import TrayWatch

__all__ = ["Soak", "Told", "main"]

GAMES: Final = ("alphatian", "alea", "centurion")
SMALL: Final = (160, 120)
FULL: Final = (640, 480)
SETTLES_S: Final = 2.6
"""Seconds that pass after each key: a throw has come to rest and was read."""

MOST_KEYS: Final = 250
"""Keys after which a game is given up for another one."""

KEYS: Final = ("t", "ok", "up", "down", "lift", "back", "help", "help_hold", *"cxnplT")
CHANCES: Final = (40, 30, 6, 6, 4, 2, 2, 1, 1, 1, 2, 2, 2, 1)
SENSIBLE: Final = 0.85
"""How often what is awaited is done, in three games of four; the fourth is all by chance."""

FRAME_S: Final = 0.2
"""Seconds between frames and ticks: a table takes five frames a second at least."""

FAULT: Final = 0.004
"""The chance of a fault of the camera at each key."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a soak came to; first: what was held when the table had warmed up.

    read: frames that the real reader read. hours: on the table's clock. most_mb: the most memory
    that was held after a game since.
    """

    games: int
    won: int
    keys: int
    frames: int
    read: int
    hours: float
    first: "Held"
    last: "Held"
    most_mb: float

    def __str__(self) -> str:
        played = f"{self.games} games, {self.won} won, {self.keys} keys, {self.hours:.2f} hours"
        seen = f"{self.frames} frames, {self.read} read by the reader"
        held = f"{self.first}, then at most {self.most_mb:.1f} MB, in the end {self.last}"
        return f"{played}; {seen}; {held}"


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds: memory in MB (2**20 bytes), open files, threads."""

    memory_mb: float
    files: int
    threads: int

    @classmethod
    def now(cls) -> "Held":
        """What this process holds now."""
        itself = Path("/proc/self")
        pages = int((itself / "statm").read_text(encoding="ascii").split()[1])
        files, threads = (len(list((itself / name).iterdir())) for name in ("fd", "task"))
        return cls(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, files, threads)

    def __str__(self) -> str:
        return f"{self.memory_mb:.1f} MB, {self.files} files, {self.threads} threads"


class CountedReader:
    """The real reader, and how many frames it has read."""

    def __init__(self) -> None:
        self._reader = Reader()
        self.read_so_far = 0

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read a frame."""
        self.read_so_far += 1
        return self._reader.read(image, dice)


class TruthReader:
    """A reader that reads the dice as they were drawn."""

    def __init__(self, scene: Scene, stage: Stage, clock: ToldClock) -> None:
        self._scene, self._stage, self._clock = scene, stage, clock

    def read(self, image: Image, _dice: Dice = "auto") -> Observation:
        """The dice that lie there now, whatever the picture shows."""
        lying = self._stage.at(self._clock.now_s()).lying
        found = []
        for die in lying:
            x, y = self._scene.view.pixels(np.array([[die.x_mm, die.y_mm, die.size_mm]]))[0]
            half = die.size_mm / 2 * self._scene.view.focal_px / self._scene.view.height_mm
            box = (x - half, y - half, 2 * half, 2 * half)
            found.append(Reading(die.face, die.face, 1.0, box, (x, y), None))
        height, width = image.shape[:2]
        return Observation(tuple(found), width, height)


class Soak:
    """Plays games one after another in a folder; every `sample`-th with the real reader."""

    def __init__(self, folder: Path, seed: int, sample: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._clock = ToldClock()
        self._sample = sample
        self._folder = folder
        self._real: CountedReader | None = None
        self._reader: DiceReader
        self._sets = {size: self._set(size) for size in (SMALL, FULL)}
        self._scene = self._sets[SMALL]
        self._table = self._make_table()
        self._journal: Journal
        self.games = self.won = self.keys = self.frames = 0

    def _set(self, size: tuple[int, int]) -> tuple[SceneCamera, TruthReader]:
        scene, stage = Scene(size_px=size), Stage()
        camera = SceneCamera(scene, stage, self._clock, self._wait, 1 / FRAME_S)
        return camera, TruthReader(scene, stage, self._clock)

    def _wait(self, length_s: float) -> None:
        self._clock.tell(self._clock.now_s() + length_s)

    def _make_table(self) -> Table:
        self._journal = Journal(self._folder)
        ports = Ports(
            display=SimOled(),
            sound=Silence(),
            light=SimLight(),
            journal=self._journal,
            make_watch=lambda dice: TrayWatch(self._reader, dice),
            reopen=lambda: None,
            keep=lambda kept: kept.save(self._folder),
            date=lambda: "2026-01-01",
            say=lambda _said: None,
        )
        self._reader = self._sets[SMALL][1]
        table = Table(ports, Kept(), (Check("Camera", True),), 0.0)
        table.begin()
        return table

    def game(self) -> None:
        """Play one game until it is won or given up."""
        rng = self._rng
        real = self._sample > 0 and self.games % self._sample == self._sample - 1
        camera, truth = self._scene = self._sets[FULL if real else SMALL]
        if real and self._real is None:
            self._real = CountedReader()
        self._reader = self._real if real and self._real is not None else truth
        camera.gain = 1.0
        camera.stage.hand(None, self._clock.now_s())
        hands = Hands(camera, lambda: wants(self._table.play), rng)
        game = GAMES[self.games % len(GAMES)]
        options = {"coins": int(rng.integers(1, 6))} if game == "alphatian" else {}
        self._table.begin_game(Setup(game, ("Ann", "Ben"), options))
        self.games += 1
        for _ in range(MOST_KEYS):
            self._press(hands)
            play = self._table.play
            if play is None:
                break
            if play.over:
                self.won += 1
                break
        self._journal.finish()

    def _press(self, hands: Hands) -> None:
        rng = self._rng
        self.keys += 1
        key = self._key()
        now_s = self._clock.now_s()
        pressed = {name: name for name in PRESSES}
        if rng.random() < FAULT:
            self._table.handle(CameraFault("pulled out by chance", now_s))
        if key in pressed:
            button: Pressed = pressed[key]
            self._table.handle(Press(button, now_s))
            self._look(0.3)
            return
        hands.key(str(rng.integers(1, 7)) if key == "lift" else key)
        self._look(SETTLES_S)

    def _key(self) -> str:
        """What is awaited, in most games and most of the time, or any key."""
        if self.games % 4 and self._rng.random() < SENSIBLE:
            return "t" if wants(self._table.play).throws else "ok"
        return str(self._rng.choice(KEYS, p=np.array(CHANCES) / sum(CHANCES)))

    def _look(self, length_s: float) -> None:
        """Let time pass, with a frame five times a second."""
        ends_s = self._clock.now_s() + length_s
        while self._clock.now_s() < ends_s:
            frame = self._scene[0].capture()
            assert frame is not None
            self.frames += 1
            self._table.handle(frame)
            self._table.handle(Tick(self._clock.now_s()))

    def run(self, games: int, hours: float, out: TextIO) -> Told:
        """Play so many games, or so many hours on the table's clock, whichever comes first."""
        warm = Held.now()
        most_mb = warm.memory_mb
        said_s = time.monotonic()
        while self.games < games and self._clock.now_s() < hours * 3600:
            self.game()
            if self.games <= max(6, 2 * self._sample):
                warm = Held.now()
                most_mb = warm.memory_mb
            most_mb = max(most_mb, Held.now().memory_mb)
            if time.monotonic() - said_s > 30:
                said_s = time.monotonic()
                out.write(f"{self._told(warm, most_mb)}\n")
                out.flush()
        told = self._told(warm, most_mb)
        self._journal.close()
        return told

    def _told(self, warm: Held, most_mb: float) -> Told:
        read = 0 if self._real is None else self._real.read_so_far
        hours = self._clock.now_s() / 3600
        counts = self.games, self.won, self.keys, self.frames, read, hours
        return Told(*counts, warm, Held.now(), most_mb)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a soak and say what it came to."""
    parser = argparse.ArgumentParser(prog="python -m firmware.play.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--hours", type=float, default=24.0, help="on the table's clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sample", type=int, default=20, help="every so many-th game is read; 0: none"
    )
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    give_back_freed_memory()
    with tempfile.TemporaryDirectory(prefix="arbiter-soak-") as folder:
        told = Soak(Path(folder), asked.seed, asked.sample).run(
            asked.games, asked.hours, sys.stdout
        )
    sys.stdout.write(f"{told}; {time.process_time():.0f} s of the processor\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
