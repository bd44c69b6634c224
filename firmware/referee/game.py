"""What the referee needs of a game."""

from collections.abc import Sequence
from typing import Any, Protocol

from firmware.referee.judge import Lay, Miscount, Opening
from firmware.referee.told import Complaint, Line
from firmware.views import View
from hardware.ports import Button
from rules.match import Match
from vision.reading import Face

__all__ = ["Game"]


class Game(Protocol):
    """A game under way: its match, which only grows by rules.apply, and its words."""

    match: Match

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces that this game's dice have."""
        ...

    @property
    def loose(self) -> bool:
        """Whether the dice in the tray count for nothing any more: a fresh throw is awaited."""
        ...

    @property
    def ignored(self) -> frozenset[int]:
        """The places of dice that are out of the turn, wherever they lie."""
        ...

    @property
    def clock_s(self) -> float | None:
        """The seconds in which a choice is to be made now, None when no clock runs."""
        ...

    def begin(self) -> list[Line]:
        """Say who plays what."""
        ...

    def adopt(self, match: Match, follow: bool) -> list[Line]:
        """Take another past, and give what changed with it.

        follow: whether what follows by itself is done, as after a correction, or not, as after an
        undo.
        """
        ...

    def openings(self, lay: Lay) -> Sequence[Opening[Any]]:
        """What may be lifted and thrown now."""
        ...

    def lifted(self, places: frozenset[int], lay: Lay) -> Complaint | None:
        """What to say when these dice were lifted; None when that may be."""
        ...

    def strange(self, places: frozenset[int], lay: Lay, lifted: frozenset[int]) -> Complaint:
        """What to say when these dice no longer lie and others were thrown."""
        ...

    def miscount(self, miscount: Miscount) -> Complaint:
        """What to say when more or fewer dice lie than should; illegal when the throw is void."""
        ...

    def roll(self, opening: Opening[Any], faces: Sequence[Face]) -> tuple[list[Line], list[int]]:
        """Take the roll; give what happened, and the places that the dice took, in order."""
        ...

    def still_lifted(self, dice: int) -> Complaint:
        """What to say to an OK while so many dice are lifted."""
        ...

    def press(self, button: Button, lifted: frozenset[int], cleared: bool) -> list[Line]:
        """Take a press while dice are lifted, or the tray was cleared altogether."""
        ...

    def touched(self) -> None:
        """Dice were lifted or a new throw began: a verdict need not be shown any more."""
        ...

    def time_out(self, elapsed_s: float) -> list[Line]:
        """The clock has run out."""
        ...

    @property
    def choosing(self) -> bool:
        """Whether something is pointed at that back leaves."""
        ...

    def back(self) -> bool:
        """Go back one step in what is being chosen; False when nothing is."""
        ...

    def view(self, lifted: frozenset[int], clock: float | None) -> View:
        """What to show, with these dice lifted and so much of the clock left, 1 to 0."""
        ...
