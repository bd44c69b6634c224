"""What goes wrong at a table, drawn and read by the real reader: `python -m` this module.

Each incident is played in trays that look different; what the table said to it stands beside what
it should say. Frames are packed and unpacked as a recording's are; time is told.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from firmware.loop import Loop, Press, Said, Tick
from firmware.recorder import as_replayed, encoded
from firmware.referee import Referee
from firmware.replay import DICE, table_of
from hardware.ports import Button, Frame
from hardware.sim import SimOled, ToldClock
from hardware.sim.drawn import Die, Scene, SceneCamera, Stage, TrayLook
from hardware.sim.drawn.dice import Kind
from hardware.sim.drawn.scene import Rolling
from rules import alea, alphatian
from rules.match import new_match
from vision.reader import Reader
from vision.tray import TrayWatch

__all__ = ["INCIDENTS", "LOOKS", "Incident", "Staged", "as_it_should", "main"]

SETTLES_S: Final = 2.2
READS_S: Final = 1.2
RATE_HZ: Final = 5.0

At = tuple[float, float]


@dataclass(frozen=True)
class Appearance:
    """How a tray looks, and its dice: an index into their colours, and their size."""

    tray: TrayLook
    colour: int
    size_mm: float


LOOKS: Final = {
    "green": Appearance(TrayLook(felt=0, lamp_deg=230), 0, 16.0),
    "burgundy": Appearance(
        TrayLook(felt=2, lamp_deg=40, rise_deg=35, lamp=0.9, room=0.25), 4, 19.0
    ),
    "grey": Appearance(TrayLook(felt=3, lamp_deg=150, lamp=0.4, room=0.25, noise=3.5), 1, 14.0),
}
"""Ivory dice on green felt; large white ones under a low, hard lamp; small red ones in the dim."""

FIVE: Final = ((-90.0, -50.0), (-35.0, -55.0), (30.0, -45.0), (85.0, -30.0), (-20.0, 30.0))
FREE: Final = ((60.0, 45.0), (-80.0, 45.0), (15.0, 70.0), (100.0, 65.0))
OUTSIDE: Final = (151.0, 60.0)
FACES: Final = (6, 5, 5, 3, 2)


class Staged:
    """A table over a drawn tray that is empty when the game begins."""

    def __init__(self, look: str, game: str, reader: Reader) -> None:
        self._dice = LOOKS[look]
        self.clock, self.said, self.stage = ToldClock(), list[Said](), Stage()
        self._scene = Scene(self._dice.tray, seed=7)
        self.camera = SceneCamera(self._scene, self.stage, self.clock, self._pass, RATE_HZ)
        options = alea.Options() if game == "alea" else alphatian.Options(clock="off")
        match = new_match(game, ("Ann", "Ben"), options)
        self._kind: Kind = "roman" if game == "alea" else "pips"
        watch = TrayWatch(reader, DICE[match.game])
        self._loop = Loop(watch, Referee(table_of(match)), SimOled(), self.said.append)
        self._loop.begin(0.0)
        self.tilted: tuple[Rolling, ...] = ()
        self.knocked_px = (0.0, 0.0)
        self.see(READS_S)

    def _pass(self, length_s: float) -> None:
        self.clock.tell(self.clock.now_s() + length_s)

    def see(self, length_s: float = SETTLES_S) -> None:
        """Let time pass."""
        ends_s = self.clock.now_s() + length_s
        while self.clock.now_s() < ends_s:
            frame = self.camera.capture()
            assert frame is not None
            pixels = frame.pixels
            if self.tilted:
                seen = self.stage.at(frame.time_s)
                rolling = (*seen.rolling, *self.tilted)
                pixels = self._scene.draw(seen.lying, rolling, seen.hand_mm, self.camera.gain)
            if any(self.knocked_px):
                way = np.array([[1, 0, self.knocked_px[0]], [0, 1, self.knocked_px[1]]])
                size, mode = (pixels.shape[1], pixels.shape[0]), cv2.BORDER_REPLICATE
                pixels = np.asarray(cv2.warpAffine(pixels, way, size, borderMode=mode), np.uint8)
            jpeg = encoded(Frame(pixels, frame.time_s, frame.number))
            self._loop.handle(as_replayed(jpeg, frame.number))
            self._loop.handle(Tick(self.clock.now_s()))

    def die(self, face: int | str, at: At) -> Die:
        """A die of this tray."""
        look = self._dice
        return Die(self._kind, face, *at, (37.0 * at[0] + at[1]) % 360, look.colour, look.size_mm)

    @property
    def size_mm(self) -> float:
        """The size of a die."""
        return self._dice.size_mm

    def throw(self, faces: Sequence[int | str], places: Sequence[At], s: float = SETTLES_S) -> None:
        """Throw dice, and see them come to rest."""
        dice = [self.die(face, at) for face, at in zip(faces, places, strict=True)]
        self.stage.throw(dice, self.clock.now_s())
        self.see(s)

    def lift(self, *which: int, s: float = SETTLES_S) -> None:
        """Lift dice, by their places in the stage's."""
        self.stage.lift(which, self.clock.now_s())
        self.see(s)

    def press(self, *buttons: Button) -> None:
        """Press buttons, each once the screen could be read."""
        for button in buttons:
            self.see(READS_S)
            self._loop.handle(Press(button, self.clock.now_s()))

    def first(self) -> None:
        """Throw five dice."""
        self.throw(FACES, FIVE)

    def second(self) -> None:
        """Throw five dice, and two of them again."""
        self.first()
        self.lift(3, 4)
        self.throw((4, 1), FREE[:2])

    def attack(self) -> None:
        """Let an attack stand."""
        self.first()
        self.press("ok")
        self.see(0.4)


@dataclass(frozen=True)
class Incident:
    """What happens before, the incident, and what is to be said to it: one of these, if any.

    never: beginnings of what may not be said.
    """

    name: str
    before: Callable[[Staged], None]
    happens: Callable[[Staged], None]
    said: tuple[str, ...]
    never: tuple[str, ...] = ("roll",)
    game: str = "alphatian"


def _nothing(_table: Staged) -> None:
    pass


def _thrown_too(table: Staged) -> None:
    """A die that lay there is turned by the two that are thrown."""
    struck = table.stage.dice[0]
    table.throw((4, 1), FREE[:2], 0.5)
    turned = replace(struck, face=2, x_mm=struck.x_mm + 4)
    table.stage.lie(turned if die == struck else die for die in table.stage.dice)
    table.see()


def _put_back(table: Staged) -> None:
    lifted = table.stage.dice[3]
    table.lift(3)
    table.stage.throw([replace(lifted, x_mm=lifted.x_mm + 1)], table.clock.now_s())
    table.see()


def _leans(table: Staged) -> None:
    table.throw(FACES[:4], FIVE[:4], 0.8)
    table.tilted = (Rolling(table.die(2, FIVE[4]), 28.0, (1.0, 0.3, 0.0), (0.0, 0.0)),)
    table.see()


def _on_another(table: Staged) -> None:
    table.throw(FACES[:4], FIVE[:4], 0.8)
    (x, y), size = FIVE[0], table.size_mm
    upper = replace(table.die(2, (x + size * 0.45, y + 2)), size_mm=size * 1.035)
    table.tilted = (Rolling(upper, 0.0, (1.0, 0.0, 0.0), (0.0, 0.0)),)
    table.see()


def _side_by_side(table: Staged) -> None:
    way = table.size_mm + 0.8
    (x, y), (x1, y1) = FIVE[0], FIVE[2]
    table.throw(FACES, (FIVE[0], (x + way, y), FIVE[2], (x1, y1 + way), FIVE[4]))


def _lamp(table: Staged) -> None:
    for gain in (0.35, 1.0):
        table.camera.gain = gain
        table.see()


def _knock(table: Staged) -> None:
    table.knocked_px = (14.0, 9.0)
    table.see()


def _rests(table: Staged) -> None:
    table.stage.hand((20.0, 10.0), table.clock.now_s())
    table.see(4.0)


def _push(table: Staged) -> None:
    table.stage.push(0, (11.0, 0.0), table.clock.now_s())
    table.see()


def _turn(table: Staged) -> None:
    table.stage.turn(0, 1, table.clock.now_s())
    table.see()


def _three_for_two(table: Staged) -> None:
    table.lift(3, 4, 0, s=0.7)
    table.throw((6, 3), FREE[2:4])


def _wrong_set(table: Staged) -> None:
    table.lift(0)
    table.throw((2, 2), FREE[2:4])


def _bad_number(table: Staged) -> None:
    for k, face in enumerate("XVV"):
        table.throw((face,), FIVE[k : k + 1])
    table.press("down", "ok", "ok")


def _other_die(table: Staged) -> None:
    table.lift(0)
    table.throw(("I",), FREE[:1])


def _first(table: Staged) -> None:
    table.first()


def _second(table: Staged) -> None:
    table.second()


def _attack(table: Staged) -> None:
    table.attack()


def _two_lifted(table: Staged) -> None:
    table.first()
    table.lift(1, 2)


def _lift(*which: int) -> Callable[[Staged], None]:
    return lambda table: table.lift(*which)


def _throw(faces: Sequence[int | str], places: Sequence[At]) -> Callable[[Staged], None]:
    return lambda table: table.throw(faces, places)


WRONG: Final = ("roll", "parry", "attack")
QUIET: Final = ("roll", "question", "illegal")
LIFTED: Final = ("illegal lifted",)

INCIDENTS: Final = (
    Incident("five dice", _nothing, _first, ("roll",), ("question", "illegal")),
    Incident("fewer dice", _nothing, _throw(FACES[:4], FIVE[:4]), ("question count",)),
    Incident("more dice", _nothing, _throw((*FACES, 4), (*FIVE, FREE[0])), ("question count",)),
    Incident("the wrong set", _second, _wrong_set, LIFTED),
    Incident("nudged", _first, _push, ("notice nudged",), QUIET),
    Incident("turned by a hand", _first, _turn, ("illegal turned",)),
    Incident("turned by the throw", _two_lifted, _thrown_too, ("illegal turned",)),
    Incident("gone", _second, _three_for_two, ("question count", "illegal lifted")),
    Incident("all five lifted", _first, _lift(0, 1, 2, 3, 4), LIFTED),
    Incident("all just thrown lifted", _second, _lift(3, 4), LIFTED),
    Incident("one set aside lifted", _second, _lift(0), LIFTED),
    Incident("parry: one of two", _attack, _lift(1), LIFTED, WRONG),
    Incident("parry: two numbers", _attack, _lift(1, 2, 3), LIFTED, WRONG),
    Incident("parry: and a stranger", _attack, _lift(3, 4), LIFTED, WRONG),
    Incident("parry: a die too many", _attack, _throw((4,), FREE[:1]), ("question count",), WRONG),
    Incident("put back", _first, _put_back, (), QUIET),
    Incident(
        "OK with dice in the hand",
        _two_lifted,
        lambda table: table.press("ok"),
        ("question unexpected",),
        WRONG,
    ),
    Incident("out of the tray", _nothing, _throw(FACES, (*FIVE[:4], OUTSIDE)), ("question count",)),
    Incident("cocked", _nothing, _leans, ("question cocked", "question unread")),
    Incident("stacked", _nothing, _on_another, ("question stacked", "question count")),
    Incident("touching", _nothing, _side_by_side, ("roll",), ("question", "illegal")),
    Incident("cleared too early", _second, _lift(0, 1, 2, 3, 4), LIFTED, WRONG),
    Incident("camera knocked", _first, _knock, ("notice camera",), QUIET),
    Incident("lamp switched", _first, _lamp, ("notice light",), QUIET),
    Incident("a hand rests", _first, _rests, ("notice hand",), QUIET),
    Incident(
        "two at once",
        _throw(("I",), FIVE[:1]),
        _throw(("V", "X"), FIVE[1:3]),
        ("illegal count",),
        game="alea",
    ),
    Incident("another than the card's", _bad_number, _other_die, LIFTED, game="alea"),
)


def said_to(incident: Incident, look: str, reader: Reader) -> list[str]:
    """What the table said: the event, a complaint by level and why; but what hinders reading."""
    table = Staged(look, incident.game, reader)
    incident.before(table)
    before = len(table.said)
    incident.happens(table)
    return [_named(one) for one in table.said[before:]]


def _named(said: Said) -> str:
    facts = said.line.facts
    complaint = said.line.event == "complaint"
    return f"{facts['level']} {facts['why']}" if complaint else said.line.event


def as_it_should(incident: Incident, said: Sequence[str]) -> bool:
    """Whether this is what is to be said."""
    wanted = not incident.said or any(one in said for one in incident.said)
    return wanted and not any(one.startswith(incident.never) for one in said)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them, and say how many went as they should."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--look", choices=LOOKS, action="append")
    parser.add_argument("--only", default="", help="incidents with this in their name")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader, well, count = Reader(), 0, 0
    for look in asked.look or LOOKS:
        for incident in (one for one in INCIDENTS if asked.only in one.name):
            said = said_to(incident, look, reader)
            right = as_it_should(incident, said)
            count, well = count + 1, well + right
            mark = "      " if right else "WRONG "
            sys.stdout.write(f"{mark}{look}: {incident.name}: {', '.join(said) or 'nothing'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{well} of {count} as they should\n")
    return 0 if well == count else 1


if __name__ == "__main__":
    sys.exit(main())
