"""Which dice lie in the tray: its outline, learned from rest to rest."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

from vision.identity import TrayDie
from vision.knock import Knock, carried
from vision.outline import Corners, Sample, Tray, find_tray, sample
from vision.reading import Image, Observation, Reading

__all__ = ["Whereabouts"]

SAMPLES: Final = 5
"""Rests from which the outline is learned (3 to 9); after so many it is not looked for again."""

SAME_PLACE_DICE: Final = 0.5
"""A die outside that moved by less, in sizes of its outline, still lies there (0.3 to 1)."""


class Whereabouts:
    """Tells dice in the tray from dice outside it.

    The tray is the whole picture until its outline is surely found. Corners that players gave
    stand, and nothing is looked for.
    """

    def __init__(self, corners: Corners | None = None) -> None:
        self._given = corners is not None
        self._tray = None if corners is None else Tray(corners)
        self._samples: list[Sample] = []
        self._outside: tuple[Reading, ...] = ()
        self._rested = False

    @property
    def tray(self) -> Tray | None:
        """The tray, None when it is the whole picture."""
        return self._tray

    @property
    def outside(self) -> tuple[Reading, ...]:
        """The dice that lay outside the tray at the last rest."""
        return self._outside

    def learn(self, image: Image, readings: Sequence[Reading]) -> None:
        """Look for the tray in the picture of a rest; takes some ten milliseconds, five times."""
        if self._given or (self._tray is not None and len(self._samples) >= SAMPLES):
            return
        fresh = sample(image, readings)
        alike = [one for one in self._samples if one.picture.shape == fresh.picture.shape]
        self._samples = [*alike, fresh][-SAMPLES:]
        self._tray = find_tray(self._samples) or self._tray

    def sorted_out(self, seen: Observation) -> Observation:
        """The observation with the dice that lie outside the tray left unread for that."""
        tray = self._tray
        if tray is None:
            return seen
        readings = tuple(
            reading
            if tray.holds(reading, seen.width, seen.height)
            else replace(reading, face=None, why="outside")
            for reading in seen.readings
        )
        return replace(seen, readings=readings)

    def rest(self, before: Sequence[Reading], outside: Sequence[Reading]) -> tuple[Reading, ...]:
        """Take the dice outside at a rest; give those that came there since the rest before.

        before: the dice in the tray at the rest before. A die that lay there and only now counts
        as outside, since the outline was found, is none that came; at the first rest none is.
        """
        lay = (*before, *self._outside) if self._rested else outside
        self._outside, self._rested = tuple(outside), True
        return tuple(one for one in outside if not any(_same_place(one, old) for old in lay))

    def knock(self, knock: Knock, width: int, height: int) -> None:
        """Carry the tray along, and the dice outside, when the whole picture moved."""
        lay = tuple(TrayDie(k, reading) for k, reading in enumerate(self._outside))
        self._outside = tuple(die.reading for die in carried(lay, knock))
        self._samples = []
        if self._tray is not None:
            self._tray = self._tray.carried(knock, width, height)


def _same_place(now: Reading, before: Reading) -> bool:
    way_px = hypot(now.center[0] - before.center[0], now.center[1] - before.center[1])
    return way_px < SAME_PLACE_DICE * min(now.box[2], now.box[3])
