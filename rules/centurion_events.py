"""What happens in a game of Centurion, told with its facts; printed, in English."""

from __future__ import annotations

from dataclasses import dataclass

from rules.roman_events import Bust, DiceRolled, GameEnded, Stopped

__all__ = [
    "Bust",
    "DiceRolled",
    "Event",
    "GameEnded",
    "NumberAdded",
    "PlayerDone",
    "Stopped",
    "TurnBegins",
]


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A player's turn begins; `again` when a maximum number gave it at once [C1, C2]."""

    player: str
    total: int
    again: bool

    def __str__(self) -> str:
        if self.again:
            return f"{self.player} has another turn for a maximum number, at {self.total} [C2]"
        return f"{self.player}'s turn, at {self.total} [C1]"


@dataclass(frozen=True, slots=True)
class NumberAdded:
    """A number made was added to a player's total [C1]."""

    player: str
    number: int
    total: int

    def __str__(self) -> str:
        return f"{self.player} adds {self.number} and has {self.total} [C1]"


@dataclass(frozen=True, slots=True)
class PlayerDone:
    """A player ended a turn at 100 or more and stops playing [C3]."""

    player: str
    total: int

    def __str__(self) -> str:
        return f"{self.player} stops playing at {self.total} [C3]"


Event = TurnBegins | DiceRolled | Bust | Stopped | NumberAdded | PlayerDone | GameEnded
