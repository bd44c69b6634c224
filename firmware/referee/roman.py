"""What the games with Roman dice share at the table: one die after another, and the stop."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from firmware.referee import roman_words as words
from firmware.referee.history import changed_lines
from firmware.referee.judge import Lay, Miscount, Opening
from firmware.referee.told import Complaint, Line
from firmware.referee.words import gone as gone_words
from firmware.referee.words import miscount as miscount_words
from firmware.views import View
from hardware.ports import Button
from rules.games import GAMES
from rules.match import Match
from rules.roman_dice import Roll, Stop
from vision.reading import ROMAN, Face

__all__ = ["Chooser", "RomanTable"]

Chooser = Callable[[int, str, Sequence[Any]], Any]
"""Chooses for the players: of a turn, counted from 1, and a player, one of the actions offered,
or None to leave it to the buttons."""


class RomanTable(ABC):
    """A Game with Roman dice; what differs from game to game is left to its kinds."""

    ruling: str
    """The ruling by which dice are thrown one at a time."""

    def __init__(self, match: Match, chooser: Chooser | None = None) -> None:
        self.match = match
        self._chooser = chooser
        self._result: View | None = None

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.match.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.awaits.player is None

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of Roman dice."""
        return ROMAN

    @property
    def clock_s(self) -> None:
        """There is no hurry."""
        return

    @property
    def ignored(self) -> frozenset[int]:
        """The places of the dice that card 4 set aside."""
        return frozenset(die.place for die in self.state.awaits.ignored)

    @property
    def loose(self) -> bool:
        """Whether the dice that lie count no more: a turn begins, or a number made is entered."""
        return self._begins or self._entering

    @property
    def _begins(self) -> bool:
        return bool(self.state.awaits.throws) and not self.state.faces

    @property
    @abstractmethod
    def _entering(self) -> bool:
        """Whether a number made is to be chosen."""

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return str(self.state.players[self.state.player])

    @property
    def turn(self) -> int:
        """Which turn it is, those of all players counted from 1."""
        events = [event for played in self.match.line for event in played.events]
        return 1 + sum(type(event).__name__ == "TurnBegins" for event in events)

    @property
    def choices(self) -> tuple[Any, ...]:
        """The actions that are chosen by button now."""
        return tuple(choice.action for choice in self.state.awaits.choices)

    @abstractmethod
    def begin(self) -> list[Line]:
        """Say who plays what."""

    def openings(self, lay: Lay) -> Sequence[Opening[Any]]:
        """What may be lifted and thrown now: one die joins the others, or a card's dice go."""
        awaits = self.state.awaits
        if not awaits.throws:
            return ()
        if self._begins:
            return (Opening(None, frozenset(lay), 1, afresh=True),)
        due = frozenset(awaits.places) & set(lay)
        later = sorted((self._lifting & set(lay)) - due)
        return tuple(
            Opening(None, due | frozenset(more), awaits.throws)
            for count in range(len(later) + 1)
            for more in combinations(later, count)
        )

    @property
    def _lifting(self) -> frozenset[int]:
        """The places of the dice that are to be lifted and thrown again."""
        return frozenset()

    def lifted(self, places: frozenset[int], lay: Lay) -> Complaint | None:
        """What to say when these dice were lifted; None when that may be [P4, P8]."""
        if self.loose or places <= self._lifting:
            return None
        if places >= set(lay) and self.choices and not self._lifting:
            return self._cleared()
        return self._lifted_words(_faces(lay, places))

    @abstractmethod
    def _cleared(self) -> Complaint:
        """What to say when the tray was cleared before the turn stopped [P8]."""

    def _lifted_words(self, faces: Sequence[Face | None]) -> Complaint:
        return words.lifted(faces, "turn", self.ruling)

    def strange(self, places: frozenset[int], lay: Lay, _lifted: frozenset[int]) -> Complaint:
        """What to say when these dice no longer lie and others were thrown [P5]."""
        if self._begins:
            return words.clear_first(len(lay))
        if not self.state.awaits.throws:
            return self._choose_first()
        return gone_words(_faces(lay, places) or [None])

    @abstractmethod
    def _choose_first(self) -> Complaint:
        """What to say when dice were thrown while a choice is awaited."""

    def miscount(self, miscount: Miscount) -> Complaint:
        """What to say when more or fewer dice lie than should; void when thrown at once [R1]."""
        throws = self.state.awaits.throws
        if not throws:
            return self._choose_first()
        came = len(miscount.came)
        if self._begins:
            fresh = miscount.seen == came
            return words.too_many(came, self.ruling) if fresh else words.clear_first(miscount.seen)
        gone = [die.reading.face for die in miscount.gone if die.identity not in self._lifting]
        if gone:
            return gone_words(gone)
        if miscount.seen < miscount.expected:
            return miscount_words(miscount.seen, miscount.expected)
        if throws > 1:
            return miscount_words(miscount.seen, miscount.expected)
        return words.too_many(miscount.seen - miscount.expected + 1, self.ruling)

    def roll(self, _opening: Opening[Any], faces: Sequence[Face]) -> tuple[list[Line], list[int]]:
        """Take the roll; give what happened, and the places that the dice took, in order."""
        places = list(self.state.awaits.places)
        return self.apply(Roll("".join(map(str, faces)))), places

    def still_lifted(self, dice: int) -> Complaint:
        """What to say to an OK while so many dice are lifted."""
        return words.still_lifted(dice, self.ruling)

    def press(self, button: Button, lifted: frozenset[int], cleared: bool) -> list[Line]:
        """Take a press: OK stops; up, down and OK choose."""
        if self.over or (lifted and not cleared and not self.loose):
            return []
        if self.state.awaits.throws:
            stops = button == "ok" and Stop() in self.choices
            return self.apply(Stop()) if stops else []
        return self._choose(button, cleared)

    @abstractmethod
    def _choose(self, button: Button, cleared: bool) -> list[Line]:
        """Take a press while a choice is awaited."""

    def touched(self) -> None:
        """Show no result any more."""
        self._result = None

    @property
    def choosing(self) -> bool:
        """Whether something is chosen that back leaves."""
        return False

    def back(self) -> bool:
        """Go back one step in what is being chosen; False when nothing is."""
        return False

    def time_out(self, _elapsed_s: float) -> list[Line]:
        """No clock runs."""
        return []

    @abstractmethod
    def view(self, _lifted: frozenset[int], _clock: float | None) -> View:
        """What to show."""

    def apply(self, action: Any) -> list[Line]:
        """Apply an action, and what follows from it without a choice of the players."""
        before = self.state
        self.match = self.match.apply(action)
        told = self.lines(before, self.match.events)
        self.changed()
        follows = self._follows()
        return told if follows is None else [*told, *self.apply(follows)]

    def adopt(self, match: Match, follow: bool) -> list[Line]:
        """Take another past, and give what changed; follow: do what follows by itself."""
        before, self.match = self.match, match
        self._result = None
        told = changed_lines(before, match, lambda was, _, events: self.lines(was, events))
        self.changed()
        follows = self._follows() if follow else None
        return told if follows is None else [*told, *self.apply(follows)]

    @abstractmethod
    def lines(self, before: Any, told: Sequence[Any]) -> list[Line]:
        """A line for each event of an action."""

    @abstractmethod
    def changed(self) -> None:
        """The state is another one: begin its choice anew, and keep the result for the screen."""

    def _follows(self) -> Any:
        """The action that follows by itself: the only one there is, or what the chooser says."""
        offered = self.choices
        if self.over or self.state.awaits.throws or not offered:
            return None
        if len(offered) == 1:
            return offered[0]
        return self._chooser(self.turn, self.player, offered) if self._chooser else None

    def outcome(self) -> Any:
        """How the game ended, None while it goes on."""
        return GAMES[self.match.game].outcome(self.state)


def _faces(lay: Lay, places: frozenset[int]) -> list[Face | None]:
    return [lay[place].face for place in sorted(places) if place in lay]
