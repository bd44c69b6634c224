"""Random presses, trays and faults at a table, from a seed.

    python -m tests.firmware.table.monkey [--steps N] [--each N] [--first SEED]

takes so many steps, each seed a table of its own, and says what came of them. The dice are given to
the watch as they lie, without a picture: what reads pictures is tested elsewhere.
"""

import argparse
import errno
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from PIL import Image as Picture

from firmware.loop import Press, Read, Said, Tick
from firmware.play.hands import wants
from firmware.table.ports import CameraFault
from hardware.errors import DisplayError
from hardware.ports import BUTTONS, OLED_SIZE, Edge, Frame
from tests.firmware.journal.disk import FOLDER, MemoryFiles
from tests.firmware.played import PLACES
from tests.firmware.table.evening import Evening
from vision.identity import TrayDie, compare
from vision.reading import PIPS, ROMAN, WHY, Dice, Face, Image, Observation, Reading
from vision.tray import Look, Noticed, Rest, TrayState

__all__ = ["Monkey", "take_steps"]

WEIGHTS: Final = {
    "press": 500,
    "edge": 20,
    "tray": 200,
    "time": 140,
    "blank": 3,
    "fault": 3,
    "read": 20,
    "disk": 5,
}

SENSIBLE: Final = {**WEIGHTS, "press": 90, "edge": 3, "tray": 20, "time": 60, "serve": 900}
"""Of two seeds in four: mostly what the table waits for, so that games go on to their end."""

WHYS: Final = tuple(WHY)
STATES: Final[tuple[TrayState, ...]] = ("empty", "moving", "hand", "settling", "rest", "light")

SEEN: Final = np.zeros((32, 32, 3), np.uint8)
SEEN[::16, ::32] = 200
BLANK: Final = np.zeros((32, 32, 3), np.uint8)


class LooseWire:
    """A display whose wire comes loose now and then."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.shown = 0

    @property
    def size(self) -> tuple[int, int]:
        return OLED_SIZE

    def show(self, image: Picture.Image) -> None:
        assert image.mode == "1" and image.size == OLED_SIZE
        if self._chance.random() < 0.02:
            raise DisplayError("nothing answers at 0x3c")
        self.shown += 1

    def dim(self, contrast: int) -> None:
        assert 0 < contrast <= 255

    def switch(self, on: bool) -> None:
        if self._chance.random() < 0.1:
            raise OSError(errno.EREMOTEIO, "nothing answers at 0x3c")

    def close(self) -> None: ...


class ToldWatch:
    """A watch that is told what lies there."""

    def __init__(self, monkey: "Monkey", kind: Dice) -> None:
        self._monkey = monkey
        self.faces = PIPS if kind == "pips" else ROMAN
        self._dice: tuple[TrayDie, ...] = ()
        self._next = 0

    def expect(self, plausible: Callable[[Sequence[Reading]], bool]) -> None:
        self._plausible = plausible

    def forget(self) -> None: ...

    def glance(self, image: Image, time_s: float, small: Image | None = None) -> Look | None:
        chance = self._monkey.chance
        if chance.random() < 0.3:
            noticed: tuple[Noticed | None, ...] = (None, None, None, "light", "knock")
            return Look(chance.choice(STATES), noticed=chance.choice(noticed))
        return None

    def look(self, image: Image, time_s: float, small: Image | None = None) -> Look:
        return self.glance(image, time_s) or self.take(self.read(image), time_s)

    def read(self, image: Image) -> Observation:
        seen = tuple(self._reading(*die) for die in self._monkey.lying)
        self._plausible(seen)
        return Observation(seen, 320, 240)

    def take(self, observation: Observation, time_s: float) -> Look:
        self._dice, change = compare(self._dice, observation.readings, self._next)
        self._next += len(change.came)
        hurried = self._monkey.chance.random() < 0.1
        return Look("rest", Rest(self._dice, change, observation, time_s, hurried))

    def _reading(self, place: int, number: int, why: str | None) -> Reading:
        face: Face = self.faces[number % len(self.faces)]
        x, y = PLACES[place]
        others = tuple(one for one in self.faces if one != face)
        sure = 0.6 if why else 0.99
        box = (x - 9.0, y - 9.0, 18.0, 18.0)
        return Reading(None if why else face, face, sure, box, (float(x), float(y)), why, others)


Die = tuple[int, int, str | None]
"""A die that lies there: its place, a number for its face, and why it cannot be read, if so."""


def _place(center: tuple[float, float]) -> int:
    """Which of the places a die lies at."""
    return PLACES.index((round(center[0]), round(center[1])))


class Monkey:
    """Does anything, from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self._weights = SENSIBLE if seed % 4 > 1 else WEIGHTS
        self.lying: list[Die] = []
        self._served: int | None = None
        self.done: list[str] = []
        self.said: list[Said] = []
        self.aside: list[Frame] = []
        self.disk_files = MemoryFiles()
        self.watch: ToldWatch | None = None
        self.evening = Evening(
            FOLDER,
            display=LooseWire(self.chance),
            files=self.disk_files,
            make_watch=self.made,
            put_aside=self.aside.append if seed % 2 else None,
            say=self.hear,
        )

    def made(self, kind: Dice) -> ToldWatch:
        self.watch = ToldWatch(self, kind)
        return self.watch

    def hear(self, said: Said) -> None:
        self.said.append(said)

    def act(self) -> None:
        kind = self.chance.choices(list(self._weights), list(self._weights.values()))[0]
        self.done = [*self.done[-20:], kind]
        getattr(self, kind)()
        self.disk_files.forget()

    def later(self, most_s: float) -> float:
        self.evening.time_s += self.chance.random() * most_s
        return self.evening.time_s

    def press(self) -> None:
        button = self.chance.choice((*BUTTONS, "ok", "ok", "help_hold", "down"))
        self.done[-1] = button
        self.evening.table.handle(Press(button, self.later(0.8)))  # type: ignore[arg-type]

    def edge(self) -> None:
        edge = Edge(self.chance.choice(BUTTONS), self.chance.random() < 0.5, self.later(0.3))
        self.evening.table.handle(edge)

    def tray(self) -> None:
        self.lying = self.changed()
        self.show()

    def show(self) -> None:
        self.done[-1] = str(self.lying)
        self.evening.frames += 1
        self.evening.table.handle(Frame(SEEN, self.later(1.0), self.evening.frames))
        if self.aside and self.chance.random() < 0.8:
            self.read()

    def serve(self) -> None:
        """Throw what is awaited, or press OK; where that was in vain, see to what was said."""
        play = self.evening.table.play
        wanted = wants(play)
        done = None if play is None else len(play.match.entries)
        vain, self._served = done == self._served, done
        way = self.chance.random()
        if not wanted.throws or (vain and way < 0.4):
            self.evening.table.handle(Press("ok", self.later(0.8)))
            return
        if play is not None and vain and way < 0.7:
            counted = {_place(reading.center) for reading in play.referee.tray.lay.values()}
            self.lying = [(place, k, None) for place, k, _ in self.lying if place in counted]
            self.show()
            return
        lifted = {_place(center) for center in wanted.lifts_px}
        self.lying = [die for die in self.lying if not (wanted.afresh or die[0] in lifted)]
        taken = {place for place, _, _ in self.lying}
        free = [place for place in range(8) if place not in taken]
        thrown = self.chance.sample(free, min(len(free), wanted.throws))
        self.lying += [self.die(place) for place in thrown]
        self.show()

    def changed(self) -> list[Die]:
        """The tray after anything that hands do to it."""
        way = self.chance.random()
        if way < 0.25:
            return []
        if way < 0.4:
            return [self.die(place) for place in self.chance.sample(range(8), 5)]
        taken = {place for place, _, _ in self.lying}
        free = [place for place in range(8) if place not in taken]
        if way < 0.75 and free:
            return [*self.lying, self.die(self.chance.choice(free))]
        left = [die for die in self.lying if self.chance.random() < 0.7]
        if way < 0.85:
            return left
        return [*left, *(self.die(place) for place in free[: len(self.lying) - len(left)])]

    def die(self, place: int) -> Die:
        why = self.chance.choice(WHYS) if self.chance.random() < 0.05 else None
        return place, self.chance.randrange(6), why

    def time(self) -> None:
        most_s = 700.0 if self.chance.random() < 0.02 else 2.0
        self.evening.table.handle(Tick(self.later(most_s)))

    def blank(self) -> None:
        self.evening.table.handle(Frame(BLANK, self.later(1.0), 0))

    def fault(self) -> None:
        self.evening.table.handle(CameraFault("unplugged", self.later(1.0)))

    def read(self) -> None:
        read = None
        if self.aside and self.watch is not None and self.chance.random() < 0.9:
            read = self.watch.read(SEEN)
        number = self.aside[-1].number if self.aside else 0
        self.evening.table.handle(Read(read, self.later(1.0), number))

    def disk(self) -> None:
        refuses = self.chance.choice((None, None, errno.ENOSPC, errno.EROFS, errno.EIO))
        self.disk_files.refuse = refuses


def take_steps(seed: int, steps: int) -> Monkey:
    """Take so many steps; raises AssertionError with the last of them where one fails."""
    monkey = Monkey(seed)
    for step in range(steps):
        try:
            monkey.act()
        except Exception as error:
            monkey.done.append(str(error))
            raise AssertionError(f"step {step} of seed {seed}: {monkey.done}") from error
    return monkey


def _main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1_000_000, help="in all")
    parser.add_argument("--each", type=int, default=20_000, help="of each seed")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    events: Counter[str] = Counter()
    failed: list[int] = []
    seeds = range(asked.first, asked.first - (-asked.steps // asked.each))
    for count, seed in enumerate(seeds, start=1):
        try:
            monkey = take_steps(seed, asked.each)
            events.update(said.line.event for said in monkey.said)
        except AssertionError:
            failed.append(seed)
            traceback.print_exc(file=sys.stdout)
        told = f"{count * asked.each} steps to seed {seed}, {events['start']} games begun, "
        cpu_s = time.process_time()
        sys.stdout.write(f"{told}{events['winner']} won; failed: {failed}; {cpu_s:.0f} s\n")
        sys.stdout.flush()
    sys.stdout.write(", ".join(f"{name} {many}" for name, many in events.most_common()) + "\n")
    return len(failed)


if __name__ == "__main__":
    sys.exit(_main())
