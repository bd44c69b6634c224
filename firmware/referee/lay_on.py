"""Dice that were seen to lie on while others were lifted: they were not thrown."""

from collections.abc import Iterator
from math import hypot
from typing import Final

from firmware.referee.judge import Lay
from vision.identity import Change, TrayDie
from vision.tray import Rest

__all__ = ["LayOn", "seen_gone"]

SAME_DICE: Final = 0.5
"""How far a die as the tray watch knew it is from the same die as it was accepted, at most, in die
sizes."""


class LayOn:
    """The places of these dice, until dice are accepted anew or the die itself is taken away."""

    def __init__(self) -> None:
        self._identities: dict[int, int] = {}

    @property
    def places(self) -> frozenset[int]:
        """Where they lay."""
        return frozenset(self._identities)

    def saw(self, rest: Rest, lay: Lay) -> None:
        """Take what was seen before this rest; lay: the dice as they were last accepted."""
        gone = {die.identity for die in rest.change.left}
        known = self._identities.items()
        self._identities = {place: one for place, one in known if one not in gone}
        for die in _before(rest.change):
            if die.identity in rest.passing.lay_on:
                self._identities.update((place, die.identity) for place in _at(die, lay))

    def forget(self) -> None:
        """The dice were accepted as they lie."""
        self._identities = {}


def seen_gone(rest: Rest, lay: Lay) -> frozenset[int]:
    """The places whose dice were seen to be gone since the rest before.

    What lies there as it lay was only in the shadow of a hand; what lay on when others had gone was
    struck. lay: as last accepted.
    """
    same = {die.identity for die in rest.change.stayed} | rest.passing.lay_on
    gone = [die for die in _before(rest.change) if die.identity in rest.passing.gone - same]
    return frozenset(place for die in gone for place in _at(die, lay))


def _before(change: Change) -> Iterator[TrayDie]:
    """The dice at the rest before, about where they lay."""
    yield from change.stayed
    yield from change.left
    yield from (move.before for move in (*change.nudged, *change.turned))


def _at(die: TrayDie, lay: Lay) -> Iterator[int]:
    x, y = die.reading.center
    reach = SAME_DICE * max(die.reading.box[2:])
    for place, reading in lay.items():
        if hypot(reading.center[0] - x, reading.center[1] - y) < reach:
            yield place
