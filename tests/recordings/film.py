"""Films a tray: throws, hands and pauses become frames, and what happened becomes the truth."""

import csv
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tests.recordings.trays import Laid, Reach, Tray
from vision.training.scene import about

__all__ = ["Film"]

FRAME_S: Final = 0.2
EXPOSED_S: Final = 0.03
QUALITY: Final = 88
APART: Final = 1.55
"""How far dice lie from each other at least, in their widths."""

At = tuple[float, float]


class Film:
    """A recording in the making. Dice keep their numbers; a player is 0 or 1."""

    def __init__(self, folder: Path, tray: Tray, seed: int) -> None:
        self.tray, self._folder = tray, folder
        self.rng = np.random.default_rng([seed, 99])
        self.lying: dict[int, Laid] = {}
        self._base: tuple[Any, Any] | None = None
        self._times: list[float] = []
        self._now_s = 0.03
        self._presses: list[tuple[float, str]] = []
        self._segments: list[dict[str, Any]] = []
        (folder / "frames").mkdir(parents=True, exist_ok=True)
        self.segment("empty", ())
        self.still(4)

    # what is filmed

    def _shoot(self, linear: Any) -> None:
        picture = self.tray.sensor(linear, self.rng)
        path = self._folder / "frames" / f"{len(self._times):06d}.jpg"
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._times.append(self._now_s)
        self._now_s += FRAME_S + float(self.rng.uniform(-0.02, 0.02))

    def _dice(self) -> list[Laid]:
        return [self.lying[k] for k in sorted(self.lying)]

    def still(self, frames: int) -> None:
        """Nothing moves for so many frames."""
        key = (tuple(map(repr, self._dice())), self.tray.version)
        if self._base is None or self._base[0] != key:
            self._base = (key, self.tray.draw(self._dice())[0])
        for _ in range(frames):
            self._shoot(self._base[1])

    def settled(self, frames: int) -> None:
        """All dice rest and no hand is there, for so many frames."""
        self._segments[-1]["settled_frame"] = len(self._times)
        self.still(frames)

    def _with(self, hand: Reach, flying: Sequence[Laid] = ()) -> None:
        self._shoot(self.tray.draw([*self._dice(), *flying], hand)[0])

    def way(self, player: int) -> float:
        """Where a player's arm comes from: below or above, a little aslant."""
        return self.tray.down_rad() + math.pi * player + float(self.rng.normal(0, 0.25))

    def _edge(self, at: At, way: float) -> At:
        """The place at which an arm to this place comes into the picture."""
        x, y = at
        while self.tray.in_view((x, y)):
            x, y = x + 8 * math.cos(way), y + 8 * math.sin(way)
        return x, y

    def reach(self, at: At, way: float, inwards: bool, frames: int = 1) -> None:
        """A hand comes to a place, or goes away from it."""
        x, y = self._edge(at, way)
        parts = np.linspace(0.35, 0.8, frames) if frames > 1 else np.array([0.55])
        for part in parts if inwards else 1 - parts:
            tip = (x + (at[0] - x) * float(part), y + (at[1] - y) * float(part))
            self._with(Reach(tip, way))

    def over(self, at: At, way: float, frames: int = 1) -> None:
        """A hand is over a place, and moves a little."""
        for _ in range(frames):
            x, y = self.rng.normal(0, 2.5, 2)
            self._with(Reach((at[0] + x, at[1] + y), way))

    # what happens

    def free_place(self, near: At | None = None) -> At:
        """A place where a die would touch none and is seen whole."""
        size = self.tray.die_mm
        for _ in range(2000):
            reach = [half - size * 0.9 for half in self.tray.half]
            x, y = (float(self.rng.uniform(-one, one)) for one in reach)
            if near is not None:
                x, y = (
                    near[0] + float(self.rng.normal(0, 20)),
                    near[1] + float(self.rng.normal(0, 20)),
                )
            others = [die.at for die in self.lying.values()]
            apart = all(math.hypot(x - a, y - b) > size * APART for a, b in others)
            inside = abs(x) < reach[0] and abs(y) < reach[1]
            if apart and inside and self.tray.in_view((x, y), 34):
                return x, y
        raise ValueError("no place is left in the tray")

    def segment(self, kind: str, moved: Iterable[int], **facts: Any) -> None:
        """What follows is one part of the recording."""
        self._end()
        self._segments.append(
            {
                "kind": kind,
                "first_frame": len(self._times),
                "settled_frame": len(self._times),
                "moved": sorted(moved),
                **facts,
            }
        )

    def _end(self) -> None:
        if self._segments:
            last = self._segments[-1]
            last["last_frame"] = len(self._times) - 1
            last["dice"] = [
                {"id": die.number, "face": die.face, "problem": die.problem} for die in self._dice()
            ]

    def laid(self, faces: Mapping[int, Any]) -> dict[int, Laid]:
        """Dice at places of their own, none of which is in the tray yet."""
        found: dict[int, Laid] = {}
        for number, face in faces.items():
            at = self.free_place()
            found[number] = Laid(number, face, at, float(self.rng.uniform(0, 360)))
            self.lying[number] = found[number]
        for number in faces:
            del self.lying[number]
        return found

    def throw(self, dice: Mapping[int, Laid], player: int, last: int = 0) -> None:
        """Dice come flying from a player's side and roll out; last: frames that they rock yet."""
        way = self.way(player)
        lasts_s = float(self.rng.uniform(0.6, 1.1))
        starts = {k: self._edge(die.at, way) for k, die in dice.items()}
        spins = {k: self.rng.normal(0, 1, 3) for k in dice}
        t = float(self.rng.uniform(0.02, 0.16))
        if self.rng.random() < 0.5:
            middle = next(iter(starts.values()))
            self._with(Reach(middle, way))
        while t < lasts_s:
            shots = []
            for k in range(2):
                left = 1 - min(t + EXPOSED_S * k, lasts_s) / lasts_s
                flying = [self._flown(die, starts[n], spins[n], left) for n, die in dice.items()]
                shots.append(self.tray.draw([*self._dice(), *flying])[0])
            self._shoot(np.mean(shots, axis=0, dtype=np.float32))
            t += FRAME_S
        self.lying.update(dice)

    def _flown(self, die: Laid, start: At, spin: Any, left: float) -> Laid:
        part = left**2
        at = (
            die.at[0] + (start[0] - die.at[0]) * part,
            die.at[1] + (start[1] - die.at[1]) * part,
        )
        turned = about(spin + 1e-6, 200.0 + 700.0 * part)
        high = self.tray.die_mm * (0.62 + 1.2 * part * abs(math.sin(9 * left)))
        return replace(die, at=at, turned=turned, z_mm=high)

    def lift(self, numbers: Sequence[int], player: int, at_once: bool = False) -> None:
        """A hand takes dice, one after the other or with one grip, and goes."""
        way = self.way(player)
        self.reach(self.lying[numbers[0]].at, way, inwards=True)
        at = self.lying[numbers[0]].at
        for number in numbers:
            at = self.lying[number].at
            if not at_once or number == numbers[0]:
                self.over(at, way)
            del self.lying[number]
        self.over(at, way)
        self.reach(at, way, inwards=False, frames=int(self.rng.integers(1, 3)))

    def put(self, die: Laid, player: int) -> None:
        """A hand lays a die down, or one that lies there otherwise."""
        way = self.way(player)
        self.reach(die.at, way, inwards=True)
        self.over(die.at, way)
        self.lying[die.number] = die
        self.over(die.at, way)
        self.reach(die.at, way, inwards=False)

    def press(self, button: str = "ok") -> None:
        """A button is pressed now."""
        self._presses.append((round(self._now_s - 0.05, 3), button))

    # what is written

    def write(self, game: str, actions: Sequence[Mapping[str, Any]], options: str) -> None:
        """Write the tables and the truth beside the frames."""
        self._end()
        folder, width_height = self._folder, self.tray.size
        (folder / "table.toml").write_text(
            f'game = "{game}"\nplayers = ["Ann", "Ben"]\n[{game}]\n{options}', encoding="utf-8"
        )
        rows: list[Sequence[Any]] = [("file", "time_s")]
        rows += [(f"{k:06d}.jpg", f"{t:.3f}") for k, t in enumerate(self._times)]
        _write(folder / "frames.csv", rows)
        _write(folder / "presses.csv", [("time_s", "button"), *self._presses])
        entered = [
            (turn, ("Ann", "Ben")[action["player"]], action["entered"], action["space"] or "")
            for turn, action in enumerate((a for a in actions if a["kind"] == "turn"), start=1)
            if action["entered"] is not None
        ]
        if game != "alphatian":
            _write(folder / "choices.csv", [("turn", "player", "number", "space"), *entered])
        truth = {
            "game": game,
            "name": folder.name,
            "width": width_height[0],
            "height": width_height[1],
            "frames": len(self._times),
            "exposure_s": EXPOSED_S,
            "looks": self.tray.told(),
            "segments": self._segments,
            "actions": list(actions),
        }
        (folder / "truth.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")


def _write(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)
