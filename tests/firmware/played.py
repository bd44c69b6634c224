"""A table for tests: pictures and presses in, lines and screens out."""

from collections.abc import Iterable, Sequence

from firmware.loop import Loop, Press, Said, Tick
from firmware.referee import AlphatianTable, Line, Referee
from hardware.ports import Button, Frame
from hardware.sim import SimOled
from rules import alphatian
from tests.pictures import ColourReader, Spot, tray
from vision.tray import TrayWatch

__all__ = ["PLACES", "Played", "dice"]

PLACES = ((40, 40), (120, 50), (200, 40), (60, 130), (150, 140), (230, 130), (100, 205), (270, 60))
"""Places in a picture, each far from the others."""


def dice(faces: Iterable[int], places: Iterable[int]) -> list[Spot]:
    """Dice with these faces at these places."""
    return [Spot(face, *PLACES[place]) for face, place in zip(faces, places, strict=True)]


class Played:
    """One game, one picture a second, each of a tray at rest."""

    def __init__(self, options: alphatian.Options | None = None) -> None:
        game = options or alphatian.Options(clock="off")
        self.game = AlphatianTable(alphatian.new_game(("Ann", "Ben"), game))
        self.oled = SimOled()
        self.said: list[Said] = []
        self.reader = ColourReader()
        watch = TrayWatch(self.reader, stills=True)
        self.referee = Referee(self.game)
        self.loop = Loop(watch, self.referee, self.oled, self.said.append)
        self.loop.begin(0.0)
        self.time_s = 0.0
        self._frames = 0

    def see(self, spots: Sequence[Spot]) -> list[Line]:
        """Show the tray with these dice at rest; give what is said to it."""
        self.time_s += 1.0
        before = len(self.said)
        self.loop.handle(Frame(tray(spots), self.time_s, self._frames))
        self._frames += 1
        return [said.line for said in self.said[before:]]

    def press(self, button: Button = "ok") -> list[Line]:
        """Press a button; give what is said to it."""
        self.time_s += 0.1
        before = len(self.said)
        self.loop.handle(Press(button, self.time_s))
        return [said.line for said in self.said[before:]]

    def wait(self, seconds: float) -> list[Line]:
        """Let time pass; give what is said meanwhile."""
        self.time_s += seconds
        before = len(self.said)
        self.loop.handle(Tick(self.time_s))
        return [said.line for said in self.said[before:]]

    def attack(self, faces: Sequence[int]) -> list[Spot]:
        """Throw an attack at places 0 to 4 and let it stand; give the dice."""
        spots = dice(faces, range(5))
        self.see(spots)
        self.press()
        return spots
