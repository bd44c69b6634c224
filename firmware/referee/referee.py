"""The referee: joins what the game awaits with what the tray shows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from firmware.referee import words
from firmware.referee.game import Game
from firmware.referee.judge import (
    Finding,
    Lifted,
    Miscount,
    Pushed,
    Still,
    Strange,
    Thrown,
    Turned,
    Unread,
    judge,
    put_back,
)
from firmware.referee.told import Complaint, Line, complaint_line
from firmware.views import Message, View
from hardware.ports import Button
from vision.identity import Change, Move
from vision.reading import Reading
from vision.tray import Rest

__all__ = ["NOTICE_S", "Referee"]

NOTICE_S: Final = 3.0
"""Seconds for which a notice is shown; long enough to read a short line twice."""


class Referee:
    """Accepts, asks or rules illegal, each with its reason and ruling.

    It never guesses: what cannot be accepted leaves the game as it is, and the dice as they were
    last accepted stay the measure of what comes next. Times are given, in seconds.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lay: dict[int, Reading] = {}
        self._lifted: frozenset[int] = frozenset()
        self._cleared = False
        self._complaint: Complaint | None = None
        self._notice: Complaint | None = None
        self._notice_ends_s = 0.0
        self._doubtful: tuple[Reading, ...] = ()
        self._readings: tuple[Reading, ...] = ()
        self._clock_from_s: float | None = None
        self._now_s = 0.0

    def plausible(self, readings: Sequence[Reading]) -> bool:
        """Whether these dice could be accepted as they lie, without a question; changes nothing."""
        if self._put_back(readings) is not None:
            return True
        finding = self._find(readings)
        if isinstance(finding, Lifted):
            return self.game.lifted(finding.places, self._lay) is None
        return isinstance(finding, Still | Pushed | Thrown)

    def begin(self) -> list[Line]:
        """Say who plays what."""
        return self.game.begin()

    def see(self, rest: Rest) -> list[Line]:
        """Judge the tray at rest.

        What was seen in a hurry and cannot be is not complained of: a die may have been missed,
        and what is wrong indeed is seen again. Only a die that cannot be read is asked about.
        """
        self._now_s = rest.time_s
        readings = tuple(self._of_this_game(die.reading) for die in rest.dice)
        hasty = rest.hurried and not self.plausible(readings)
        if hasty and not isinstance(self._find(readings), Unread):
            return []
        return self._judge(readings, rest.change)

    def _of_this_game(self, reading: Reading) -> Reading:
        """The reading, left unread when its face is on none of this game's dice."""
        if reading.face is None or reading.face in self.game.faces:
            return reading
        return replace(reading, face=None, why="kind")

    def press(self, button: Button, time_s: float) -> list[Line]:
        """Take a press; one press of OK also confirms a doubtful reading [P7]."""
        self._now_s = time_s
        if button == "ok" and self._doubtful:
            return self._confirm()
        if self._complaint is not None and not self._cleared:
            return []
        if button == "ok" and self._lifted and not self._cleared and not self.game.loose:
            return self._complain(self.game.still_lifted(len(self._lifted)))
        before = self.game.clock_s
        told = self.game.press(button, self._lifted, self._cleared)
        if told:
            self._complaint = None
        self._wind(before)
        return told

    def hand(self, time_s: float, stays: bool) -> list[Line]:
        """A hand is in the tray, which stops the clock [A11]; one that stays is said [P6]."""
        self._now_s = time_s
        self._clock_from_s = None
        if not stays:
            return []
        return self._note(words.hand_stays())

    def tick(self, time_s: float) -> list[Line]:
        """Time has passed: the clock may have run out."""
        self._now_s = time_s
        clock_s = self.game.clock_s
        if clock_s is None or self._clock_from_s is None:
            return []
        elapsed_s = time_s - self._clock_from_s
        if elapsed_s < clock_s:
            return []
        self._clock_from_s = None
        return self.game.time_out(round(elapsed_s, 3))

    def view(self) -> View:
        """What to show now."""
        shown = self._complaint
        if shown is None and self._notice is not None and self._now_s < self._notice_ends_s:
            shown = self._notice
        if shown is not None:
            return Message(shown.level, tuple(shown.screen.split("\n")), shown.ruling)
        return self.game.view(self._lifted, self._clock_left())

    def _clock_left(self) -> float | None:
        clock_s = self.game.clock_s
        if clock_s is None or self._clock_from_s is None:
            return None
        return max(0.0, 1 - (self._now_s - self._clock_from_s) / clock_s)

    def _judge(self, readings: tuple[Reading, ...], change: Change) -> list[Line]:
        self._doubtful, self._readings = (), readings
        self._cleared = False
        placed = self._put_back(readings)
        if placed is not None:
            self._lay = placed
            return self._nothing()
        finding = self._find(readings)
        if isinstance(finding, Unread | Turned | Strange):
            return self._refuse(finding)
        told: list[Line]
        match finding:
            case Still():
                told = self._nothing()
            case Pushed(moves):
                told = [*self._nothing(), *self._pushed(moves)]
            case Lifted(places, moves):
                told = self._take_lift(places, moves)
            case Thrown():
                told = self._take_throw(finding)
            case Miscount(seen, expected):
                told = self._miscounted(seen, expected, change)
        return told

    def _find(self, readings: Sequence[Reading]) -> Finding[Any]:
        """What happened to the dice; when the game is over, nothing."""
        openings = self.game.openings(self._lay)
        return judge(self._lay, openings, readings, self._lifted) if openings else Still()

    def _refuse(self, finding: Unread | Turned | Strange) -> list[Line]:
        match finding:
            case Unread(readings, alone):
                faces = self.game.faces
                sayable = alone and words.confirmable(readings, faces)
                self._doubtful = readings if sayable else ()
                return self._complain(words.unread(readings, sayable))
            case Turned(moves):
                return self._complain(words.turned(moves))
            case Strange(places):
                return self._complain(self.game.strange(places, self._lay, self._lifted))

    def _nothing(self) -> list[Line]:
        """All dice lie as they lay: what was lifted is back."""
        self._lifted = frozenset()
        was, self._complaint = self._complaint, None
        if was is None or was.level == "notice":
            return []
        return [Line("mended", {}, "The dice lie as they lay; play goes on")]

    def _put_back(self, readings: Sequence[Reading]) -> dict[int, Reading] | None:
        """The dice by place when something illegal is mended: the same faces lie again [P4]."""
        if self._complaint is None or self._complaint.level != "illegal":
            return None
        return put_back(self._lay, readings)

    def _pushed(self, moves: Sequence[Move]) -> list[Line]:
        self._move(moves)
        return [] if self.game.loose else self._note(words.pushed(moves))

    def _move(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self._lay[move.now.identity] = move.now.reading

    def _take_lift(self, places: frozenset[int], moves: Sequence[Move]) -> list[Line]:
        self._move(moves)
        self.game.touched()
        if self.game.loose:
            self._lay = {k: one for k, one in self._lay.items() if k not in places}
            self._complaint = None
            return []
        complaint = self.game.lifted(places, self._lay)
        if complaint is not None:
            self._lifted = frozenset()
            self._cleared = len(places) == len(self._lay)
            return self._complain(complaint)
        self._complaint, self._lifted = None, places
        self._clock_from_s = None
        return []

    def _take_throw(self, thrown: Thrown[Any]) -> list[Line]:
        before = None if self.game.loose else self.game.clock_s
        loose, matter = self.game.loose, thrown.opening.faces_matter
        fresh = sorted(thrown.fresh, key=lambda reading: reading.center)
        faces = [reading.face for reading in fresh if isinstance(reading.face, int)]
        self.game.touched()
        told, places = self.game.roll(thrown.opening, faces)
        self._lay = {**({} if loose else thrown.kept), **dict(zip(places, fresh, strict=True))}
        self._lifted, self._complaint = frozenset(), None
        self._wind(before)
        if thrown.moves and matter:
            return [complaint_line(words.pushed(thrown.moves)), *told]
        return told

    def _miscounted(self, seen: int, expected: int, change: Change) -> list[Line]:
        """Ask, unless dice are only being picked up after an attack is over."""
        if self.game.loose and not (change.came or change.nudged or change.turned):
            return []
        return self._complain(words.miscount(seen, expected))

    def _confirm(self) -> list[Line]:
        """Take the likeliest faces of the doubtful dice for what they show [P7]."""
        doubtful = self._doubtful
        guesses = tuple(reading.guess for reading in doubtful)
        readings = tuple(
            replace(one, face=one.guess, why=None) if one in doubtful else one
            for one in self._readings
        )
        self._complaint = None
        text = f"Confirmed by a press: {words.faces_of(guesses)} [P7]"
        confirmed = Line("confirmed", {"faces": guesses, "ruling": "P7"}, text)
        return [confirmed, *self._judge(readings, Change())]

    def _complain(self, complaint: Complaint) -> list[Line]:
        """Say it, unless it was the last thing said."""
        if complaint == self._complaint:
            return []
        self._complaint = complaint
        return [complaint_line(complaint)]

    def _note(self, notice: Complaint) -> list[Line]:
        self._notice, self._notice_ends_s = notice, self._now_s + NOTICE_S
        return [complaint_line(notice)]

    def _wind(self, before_s: float | None) -> None:
        """Start the clock when a choice has just come up that has one; stop it when it is made."""
        clock_s = self.game.clock_s
        if clock_s is None:
            self._clock_from_s = None
        elif before_s is None:
            self._clock_from_s = self._now_s
