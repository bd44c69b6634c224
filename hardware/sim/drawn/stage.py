"""What happens in a drawn tray, and when: dice are thrown, lifted, turned; a hand comes and goes.

Each is told once and then plays by itself, one after another, in the time that it takes people.
"""

import math
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from hardware.sim.drawn.dice import SIDES, Die
from hardware.sim.drawn.ground import TrayLook
from hardware.sim.drawn.scene import Rolling

__all__ = ["Seen", "Stage", "scatter"]

ROLL_S: Final = 0.8
"""Seconds for which thrown dice roll."""

REACH_S: Final = 0.3
"""Seconds in which a hand comes in, and in which it goes again."""

GRASP_S: Final = 0.3
"""Seconds for which it stays."""

EXPOSURE_S: Final = 0.02
"""Seconds of movement that one frame shows."""

TUMBLE_DEG: Final = 560.0
"""How far a die turns over while it rolls."""

AWAY_MM: Final = 190.0
"""How far below the middle of the tray a hand is out of the picture."""

APART: Final = 1.6
"""How far apart dice come to lie at least, in sizes of a die: they do not touch."""


TRIES: Final = 3000
"""How many places are tried for the dice of a throw."""


class Seen(NamedTuple):
    """What is to be seen at one moment: dice at rest and in motion, and where a hand is."""

    lying: tuple[Die, ...]
    rolling: tuple[Rolling, ...]
    hand_mm: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that takes time: how long, where a hand goes if any, what dice are thrown."""

    length_s: float
    hand_mm: tuple[float, float] | None
    change: Callable[[tuple[Die, ...]], tuple[Die, ...]]
    thrown: tuple[Die, ...] = ()


class Stage:
    """The dice in a tray and what is about to happen to them; times are given, in seconds.

    It may be told on one thread and looked at on another.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._lying: tuple[Die, ...] = ()
        self._acts: deque[_Act] = deque()
        self._began_s = 0.0
        self._stays: tuple[float, float] | None = None
        self._stays_s = 0.0

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice as they will lie when all that was told has happened."""
        with self._lock:
            dice = self._lying
            for act in self._acts:
                dice = act.change(dice)
            return dice

    def busy(self, time_s: float) -> bool:
        """Whether anything that was told still goes on."""
        with self._lock:
            self._pass(time_s)
            return bool(self._acts)

    def lie(self, dice: Iterable[Die]) -> None:
        """Let these dice lie there, and no others, from the beginning."""
        with self._lock:
            self._acts.clear()
            self._lying = tuple(dice)

    def throw(self, dice: Iterable[Die], time_s: float) -> None:
        """Let dice roll into the tray; those that lie there stay."""
        thrown = tuple(dice)
        self._add(_Act(ROLL_S, None, lambda lying: (*lying, *thrown), thrown), time_s)

    def lift(self, which: Iterable[int], time_s: float) -> None:
        """Let a hand take these dice, by their places in `dice`; raise IndexError for others."""
        gone = {self.dice[k] for k in which}
        if gone:
            self._reach(gone, lambda lying: tuple(d for d in lying if d not in gone), time_s)

    def turn(self, which: int, face: int | str, time_s: float) -> None:
        """Let a hand turn a die to another face, where it lies."""
        die = self.dice[which]
        turned = replace(die, face=face)

        def change(lying: tuple[Die, ...]) -> tuple[Die, ...]:
            return tuple(turned if d == die else d for d in lying)

        self._reach({die}, change, time_s)

    def push(self, which: int, by_mm: tuple[float, float], time_s: float) -> None:
        """Let a hand push a die without turning it."""
        die = self.dice[which]
        moved = replace(die, x_mm=die.x_mm + by_mm[0], y_mm=die.y_mm + by_mm[1])

        def change(lying: tuple[Die, ...]) -> tuple[Die, ...]:
            return tuple(moved if d == die else d for d in lying)

        self._reach({die}, change, time_s)

    def hand(self, at_mm: tuple[float, float] | None, time_s: float) -> None:
        """Put a hand into the tray, where it stays; None takes it out again."""
        with self._lock:
            self._stays, self._stays_s = at_mm, time_s

    @property
    def hand_stays(self) -> bool:
        """Whether a hand was put into the tray to stay."""
        return self._stays is not None

    def at(self, time_s: float) -> Seen:
        """What is to be seen at a time; times never decrease."""
        with self._lock:
            return self._at(time_s)

    def _at(self, time_s: float) -> Seen:
        self._pass(time_s)
        staying = self._staying(time_s)
        if not self._acts:
            return Seen(self._lying, (), staying)
        act, since_s = self._acts[0], time_s - self._began_s
        if act.thrown:
            rolling = tuple(_rolling(die, since_s) for die in act.thrown)
            return Seen(self._lying, rolling, staying)
        assert act.hand_mm is not None
        lying = act.change(self._lying) if since_s >= REACH_S + GRASP_S / 2 else self._lying
        return Seen(lying, (), _reaching(act.hand_mm, since_s, act.length_s))

    def _staying(self, time_s: float) -> tuple[float, float] | None:
        if self._stays is None:
            return None
        part = min((time_s - self._stays_s) / REACH_S, 1.0)
        return (self._stays[0], AWAY_MM + (self._stays[1] - AWAY_MM) * part)

    def _reach(
        self,
        dice: Iterable[Die],
        change: Callable[[tuple[Die, ...]], tuple[Die, ...]],
        time_s: float,
    ) -> None:
        where = [(die.x_mm, die.y_mm) for die in dice]
        x, y = (sum(along) / len(where) for along in zip(*where, strict=True))
        self._add(_Act(2 * REACH_S + GRASP_S, (x, y - 20), change), time_s)

    def _add(self, act: _Act, time_s: float) -> None:
        with self._lock:
            self._pass(time_s)
            if not self._acts:
                self._began_s = time_s
            self._acts.append(act)

    def _pass(self, time_s: float) -> None:
        """Let what is over have happened."""
        while self._acts and time_s - self._began_s >= self._acts[0].length_s:
            act = self._acts.popleft()
            self._lying = act.change(self._lying)
            self._began_s += act.length_s


def _reaching(at_mm: tuple[float, float], since_s: float, length_s: float) -> tuple[float, float]:
    """Where a hand is that comes, grasps, and goes."""
    part = min(1.0, since_s / REACH_S, (length_s - since_s) / REACH_S)
    return (at_mm[0], AWAY_MM + (at_mm[1] - AWAY_MM) * part)


def _rolling(die: Die, since_s: float) -> Rolling:
    """A die on its way from the edge at the players' side to its place, ever slower."""
    left = max(0.0, 1 - since_s / ROLL_S)
    start = np.array([die.x_mm * 0.3, 150.0])
    way = np.array([die.x_mm, die.y_mm]) - start
    at = start + way * (1 - left**2)
    speed = 2 * left / ROLL_S * way * EXPOSURE_S
    here = replace(die, x_mm=float(at[0]), y_mm=float(at[1]), turn_deg=die.turn_deg + 200 * left**2)
    about = (-float(way[1]), float(way[0]), 0.25 * math.hypot(*way))
    return Rolling(here, TUMBLE_DEG * left**2, about, (float(speed[0]), float(speed[1])))


def scatter(
    rng: np.random.Generator, like: Die, count: int, taken: Iterable[Die], look: TrayLook
) -> tuple[Die, ...]:
    """So many dice as a throw leaves them, faces and places at random, none touching another.

    like: a die of their kind, colour and size. taken: those that lie there already. Raises
    ValueError when so many do not fit.
    """
    lying = list(taken)
    thrown: list[Die] = []
    for _ in range(TRIES):
        if len(thrown) == count:
            return tuple(thrown)
        face = SIDES[like.kind][int(rng.integers(6))]
        x, y = (float(rng.uniform(-1, 1)) * (side / 2 - like.size_mm) for side in look.size_mm)
        apart_mm = APART * like.size_mm
        if all(math.hypot(x - d.x_mm, y - d.y_mm) >= apart_mm for d in (*lying, *thrown)):
            turn_deg = float(rng.uniform(0, 360))
            thrown.append(replace(like, face=face, x_mm=x, y_mm=y, turn_deg=turn_deg))
    raise ValueError(f"no room for {count} dice beside {len(lying)} in the tray")
