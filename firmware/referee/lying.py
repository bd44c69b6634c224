"""The dice as they lie: those that count by place, those set aside, and those of a void throw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from firmware.referee.judge import FRESH
from firmware.referee.kept import Tray
from vision.identity import Move, TrayDie, compare
from vision.knock import Knock, carried
from vision.reading import Face, Reading

__all__ = ["Lying", "knocked", "of_other_kind"]

OTHER_KIND: Final = "other kind"
"""Why a die of the game before is unread, where that game has dice of another kind."""


class Lying:
    """The dice as they were last accepted, the measure of what comes next.

    lay: those that count, by place. aside: those that are out of the turn, by place, as far as
    they still lie there. void: those of a void throw, which may not count as they lie.
    """

    def __init__(self) -> None:
        self.lay: dict[int, Reading] = {}
        self.aside: dict[int, Reading] = {}
        self.void: tuple[Reading, ...] = ()
        self._last: dict[int, Reading] = {}

    def kept(self, said: Sequence[tuple[Reading, Face]]) -> Tray:
        """All that is to be remembered when the power is cut, with what the players said."""
        return Tray(dict(self.lay), dict(self.aside), dict(self._last), self.void, tuple(said))

    def take_up(self, tray: Tray) -> None:
        """Take the dice as they were remembered."""
        self.lay, self.aside, self.void = dict(tray.lay), dict(tray.aside), tray.void
        self._last = dict(tray.last)

    def ignore(self, places: frozenset[int]) -> None:
        """Let the dice at these places be out of the turn, and no others."""
        every = {**self.aside, **self.lay}
        self.aside = {place: one for place, one in every.items() if place in places}
        self.lay = {place: one for place, one in every.items() if place not in places}

    def counting(
        self, readings: Sequence[Reading]
    ) -> tuple[tuple[Reading, ...], dict[int, Reading]]:
        """The dice that count, and by place those aside that still lie there."""
        if not self.aside:
            return tuple(readings), {}
        before = _dice({**self.lay, **self.aside})
        dice, _ = compare(before, readings, FRESH)
        aside = {die.identity: die.reading for die in dice if die.identity in self.aside}
        return tuple(die.reading for die in dice if die.identity not in self.aside), aside

    def without_new(
        self, asked: Sequence[Reading], readings: Sequence[Reading]
    ) -> tuple[Reading, ...] | None:
        """The dice that lay, and those asked about; None when no others came, or one left."""
        also = [TrayDie(FRESH + k, reading) for k, reading in enumerate(asked)]
        new = FRESH + len(also)
        dice, change = compare([*_dice(self.lay), *also], readings, new)
        if not change.came or change.left:
            return None
        return tuple(die.reading for die in dice if die.identity < new)

    def new_one(self, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        """The die that did not lie there before, when it is the only one."""
        came = compare(_dice(self.lay), readings, FRESH)[1].came
        return tuple(die.reading for die in came) if len(came) == 1 else ()

    def move(self, moves: Sequence[Move]) -> None:
        """Take dice where they lie now; one that is unread there keeps the face that it had."""
        for move in moves:
            place, now = move.now.identity, move.now.reading
            self.lay[place] = replace(now, face=now.face or move.before.reading.face)
            if place in self._last:
                self._last[place] = replace(now, face=self._last[place].face)

    def knock(self, knock: Knock) -> None:
        """Take all dice where they lie after camera or tray was knocked."""
        self.lay, self.aside, self._last = (
            {die.identity: die.reading for die in carried(_dice(some), knock)}
            for some in (self.lay, self.aside, self._last)
        )
        self.void = knocked(self.void, knock)

    def drop(self, places: frozenset[int]) -> None:
        """Count the dice at these places no more."""
        self.lay = {place: one for place, one in self.lay.items() if place not in places}

    def throw(self, kept: Mapping[int, Reading], fresh: Mapping[int, Reading]) -> None:
        """Take the dice after a throw: those kept and the fresh ones, by place."""
        self.lay = {**kept, **fresh}
        self._last = dict(self.lay)
        self.void = ()

    def restore(self) -> None:
        """Count all dice again that lay after the last throw, with the faces that they had."""
        self.lay = dict(self._last)

    def correctable(self) -> dict[int, Reading]:
        """The dice of the last throw and those it joined, as they were read, as far as they lie."""
        read = {place: one for place, one in self._last.items() if one.face is not None}
        return {place: one for place, one in read.items() if place in self.lay}

    def correct(self, place: int, face: Face, faces: Sequence[Face]) -> None:
        """Let the die at this place show what the players say; faces: all that a die has."""
        others = tuple(other for other in faces if other != face)
        for dice in (self.lay, self._last):
            if place in dice:
                said = replace(dice[place], face=face, guess=face, confidence=1.0, others=others)
                dice[place] = said

    def believe(self, faces: Sequence[Face]) -> None:
        """Count the dice of these places again, and no others, each with its face of these."""
        self._last = {
            place: replace(one, face=faces[place])
            for place, one in self._last.items()
            if place in range(len(faces))
        }
        self.lay = dict(self._last)

    def take(self, dice: Mapping[int, Reading]) -> None:
        """Take the same dice, by place, where they lie now."""
        self.lay = dict(dice)
        self._last |= self.lay

    def take_old(self, readings: Sequence[Reading]) -> None:
        """Take what lies there for dice of before, which have no place any more."""
        self.lay = {-1 - k: reading for k, reading in enumerate(readings)}

    def meet_other_kind(self, readings: Sequence[Reading]) -> None:
        """Know dice of another game's kind by their places, as they are read in this game.

        Nothing else of them is known. One that does not lie where it lay was taken away.
        """
        if any(one.why == OTHER_KIND for one in self.lay.values()):
            self.lay = {
                place: now
                for place, one in self.lay.items()
                if (now := one if one.why != OTHER_KIND else _same_spot(one, readings)) is not None
            }

    def is_void(self, reading: Reading) -> bool:
        """Whether this die lies, as it is, where one of the void throw lay."""
        dice = _dice(dict(enumerate(self.void)))
        return bool(compare(dice, [reading], FRESH)[1].stayed)


def of_other_kind(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """These dice of another kind, of which only the places can be known again."""
    return tuple(replace(one, face=None, guess=None, why=OTHER_KIND) for one in readings)


def _same_spot(one: Reading, readings: Sequence[Reading]) -> Reading | None:
    stayed = compare([TrayDie(0, one)], readings, FRESH)[1].stayed
    return stayed[0].reading if stayed else None


def knocked(readings: Sequence[Reading], knock: Knock) -> tuple[Reading, ...]:
    """The readings where their dice lie after a knock."""
    return tuple(die.reading for die in carried(_dice(dict(enumerate(readings))), knock))


def _dice(lay: Mapping[int, Reading]) -> tuple[TrayDie, ...]:
    return tuple(TrayDie(place, reading) for place, reading in lay.items())
