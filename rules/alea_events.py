"""What happens in a game of Alea Romana, told with its facts; printed, in English."""

from __future__ import annotations

from dataclasses import dataclass

from rules import wording
from rules.roman_events import Bust, DiceRolled, GameEnded, Stopped

__all__ = [
    "Bust",
    "CardPlayed",
    "DiceRolled",
    "Event",
    "GameEnded",
    "NothingFits",
    "NumberEntered",
    "PassedOver",
    "Stopped",
    "TurnBegins",
    "TurnEndedEmpty",
]


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A player's turn begins; rounds count from 1 [R1]."""

    player: str
    round: int

    def __str__(self) -> str:
        return f"round {self.round}: {self.player}'s turn [R1]"


@dataclass(frozen=True, slots=True)
class NothingFits:
    """None of the numbers made fits the column: a bad throw [R8]."""

    player: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        verb = "fits" if len(self.numbers) == 1 else "fit"
        numbers = wording.either(self.numbers)
        return f"bad throw: {numbers} {verb} nowhere in {self.player}'s column [R8]"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A player played a help card, or the joker as one, on these dice [R9]; card 5 has none."""

    player: str
    card: int
    joker: bool
    faces: str
    places: tuple[int, ...]

    def __str__(self) -> str:
        card = f"the joker as card {self.card}" if self.joker else f"card {self.card}"
        what = {4: f"sets aside {' '.join(self.faces)}", 5: "enters a number again"}.get(
            self.card, f"throws {' '.join(self.faces)} again"
        )
        return f"{self.player} plays {card} and {what} [R9]"


@dataclass(frozen=True, slots=True)
class NumberEntered:
    """A player entered a number; `again` when it stood in the column before, by card 5 [R6]."""

    player: str
    number: int
    space: int
    again: bool

    def __str__(self) -> str:
        again, ruling = (" again", "R12") if self.again else ("", "R5")
        return f"{self.player} enters {self.number}{again} in space {self.space} [{ruling}]"


@dataclass(frozen=True, slots=True)
class TurnEndedEmpty:
    """A player ended a turn with no entry [R8]."""

    player: str

    def __str__(self) -> str:
        return f"{self.player} ends the turn with no entry [R8]"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player whose empty spaces are all closed has no turn [R16]."""

    player: str

    def __str__(self) -> str:
        return f"{self.player} is passed over: nothing can fill the spaces left [R16]"


Event = (
    TurnBegins
    | DiceRolled
    | Bust
    | Stopped
    | NothingFits
    | CardPlayed
    | NumberEntered
    | TurnEndedEmpty
    | PassedOver
    | GameEnded
)
