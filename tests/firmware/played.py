"""A table for tests: pictures and presses in, lines and screens out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from firmware.loop import Loop, Press, Said, Tick
from firmware.referee import AleaTable, AlphatianTable, CenturionTable, Game, Line, Referee
from firmware.referee.answering import READ_S
from firmware.referee.roman import Chooser
from hardware.ports import Frame, Pressed, Wish
from hardware.sim import SimOled
from rules import alea, alphatian
from rules.centurion import Options
from rules.match import new_match
from tests.pictures import ColourReader, Spot, tray
from vision.reading import ROMAN, Dice, DiceReader, Image, Observation, Reading
from vision.tray import TrayWatch

__all__ = [
    "PLACES",
    "At",
    "Played",
    "PlayedAlea",
    "PlayedCenturion",
    "RomanReader",
    "dice",
    "roman",
]

PLACES = ((40, 40), (120, 50), (200, 40), (60, 130), (150, 140), (230, 130), (100, 205), (270, 60))
"""Places in a picture, each far from the others."""


def dice(faces: Iterable[int], places: Iterable[int]) -> list[Spot]:
    """Dice with these faces at these places."""
    return [Spot(face, *PLACES[place]) for face, place in zip(faces, places, strict=True)]


class At:
    """One table, one picture a second, each of a tray at rest."""

    def __init__(self, game: Game, reader: DiceReader) -> None:
        self.oled = SimOled()
        self.said: list[Said] = []
        watch = TrayWatch(reader, stills=True)
        self.referee = Referee(game)
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

    def press(self, button: Pressed = "ok", after_s: float = READ_S) -> list[Line]:
        """Press a button once the screen could be read; give what is said to it."""
        self.time_s += after_s
        before = len(self.said)
        self.loop.handle(Press(button, self.time_s))
        return [said.line for said in self.said[before:]]

    def wish(self, wish: Wish) -> list[Line]:
        """Choose something in the table's menu; give what is said to it."""
        self.time_s += READ_S
        before = len(self.said)
        self.loop.handle(Press(wish, self.time_s))
        return [said.line for said in self.said[before:]]

    def wait(self, seconds: float) -> list[Line]:
        """Let time pass; give what is said meanwhile."""
        self.time_s += seconds
        before = len(self.said)
        self.loop.handle(Tick(self.time_s))
        return [said.line for said in self.said[before:]]


class Played(At):
    """A game of Alphatian Roulette."""

    def __init__(self, options: alphatian.Options | None = None) -> None:
        options = options or alphatian.Options(clock="off")
        self.game = AlphatianTable(new_match("alphatian", ("Ann", "Ben"), options))
        self.reader = ColourReader()
        super().__init__(self.game, self.reader)

    def attack(self, faces: Sequence[int]) -> list[Spot]:
        """Throw an attack at places 0 to 4 and let it stand; give the dice."""
        spots = dice(faces, range(5))
        self.see(spots)
        self.press()
        return spots


class RomanReader:
    """A reader of the same pictures in which 1 is an I, 2 a V and 3 an X."""

    def __init__(self) -> None:
        self._reader = ColourReader()

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read the squares."""
        seen = self._reader.read(image, dice)
        readings = tuple(_as_roman(reading) for reading in seen.readings)
        return replace(seen, readings=readings)


def _as_roman(reading: Reading) -> Reading:
    faces = {1: "I", 2: "V", 3: "X"}
    guess = faces[int(reading.guess or 1)]
    others = tuple(face for face in ROMAN if face != guess)
    return replace(reading, face=reading.face and guess, guess=guess, others=others)


def roman(faces: str, places: Iterable[int] | None = None) -> list[Spot]:
    """Roman dice with these faces at these places, the first ones when none are given."""
    numbers = ["IVX".index(face) + 1 for face in faces]
    return dice(numbers, range(len(faces)) if places is None else places)


class PlayedAlea(At):
    """A game of Alea Romana between Ann and Ben."""

    def __init__(
        self, options: alea.Options | None = None, chooser: Chooser | None = None, players: int = 2
    ) -> None:
        names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")[:players]
        match = new_match("alea", names, options or alea.Options(cards=False))
        self.game = AleaTable(match, chooser)
        self.reader = RomanReader()
        super().__init__(self.game, self.reader)

    def throw(self, faces: str) -> list[Line]:
        """Throw these dice one after another into an empty tray; give what is said."""
        said = self.see([])
        for count in range(1, len(faces) + 1):
            said += self.see(roman(faces[:count]))
        return said


class PlayedCenturion(At):
    """A game of Centurion between so many players."""

    def __init__(self, players: int = 2, numerals: str = "free") -> None:
        match = new_match("centurion", ("Ann", "Ben", "Cleo")[:players], Options(numerals))
        self.game = CenturionTable(match)
        super().__init__(self.game, RomanReader())

    def throw(self, faces: str) -> list[Line]:
        """Throw these dice one after another into an empty tray; give what is said."""
        said = self.see([])
        for count in range(1, len(faces) + 1):
            said += self.see(roman(faces[:count]))
        return said
