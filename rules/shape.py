"""The shape that the games share: what a state awaits, what a step gives, how a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

A = TypeVar("A", covariant=True)  # noqa: PLC0105
E = TypeVar("E")
S = TypeVar("S")


AWAITS_KEPT: Final = 64
"""For how many states a game remembers what they await: a table asks several times for each frame,
and finding it takes some hundred times as long as looking it up."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies in the tray: its place, counted from 0, and the face that it shows."""

    place: int
    face: int | str


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """An action that is open to a player, and the places of the dice whose lifting says so.

    `lifts` is empty when the choice is made by a button.
    """

    action: A
    lifts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaits(Generic[A]):
    """What the game waits for.

    `player` acts (an index, None when the game is over). `throws` dice are to be thrown, which
    take the places in `places`; the faces of a roll are given in that order. `lying` are all the
    dice that count and lie in the tray, `still` those of them that must lie still; `ignored` are
    out of the turn, wherever they lie. `choices` are the actions open without a throw. `clock_s`
    is the time given, None when there is no hurry. Both `throws` and `choices` may be there: then
    a throw is one of the choices.
    """

    player: int | None
    throws: int = 0
    places: tuple[int, ...] = ()
    lying: tuple[Die, ...] = ()
    still: tuple[Die, ...] = ()
    ignored: tuple[Die, ...] = ()
    choices: tuple[Choice[A], ...] = ()
    clock_s: float | None = None


class Step(NamedTuple, Generic[S, E]):
    """What an action led to: the new state, and the events in the order in which they happened."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners' names, each player's score in the order of play, and why.

    `ruling`: empty where none says so, as of a player who conceded.
    """

    winners: tuple[str, ...]
    scores: tuple[int, ...]
    reason: str
    ruling: str

    def __str__(self) -> str:
        verb = "wins" if len(self.winners) == 1 else "share the win"
        cited = f" [{self.ruling}]" if self.ruling else ""
        return f"{' and '.join(self.winners)} {verb}: {self.reason}{cited}"
