"""What happens in any game with Roman dice, told with its facts; printed, in English."""

from __future__ import annotations

from dataclasses import dataclass

from rules import numerals, wording


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice came to rest: `faces` at `places`; `counting` are all that count, `numbers` they make.

    `numbers` is empty for a bust. Dice that a card throws one after another are judged after the
    last: before, `counting` is empty too [R3].
    """

    player: str
    faces: str
    places: tuple[int, ...]
    counting: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        lying = f"; {' '.join(self.counting)}" if self.counting else ""
        makes = f": {wording.either(self.numbers)}" if self.numbers else ""
        return f"{self.player} throws {' '.join(self.faces)}{lying}{makes}"


@dataclass(frozen=True, slots=True)
class Bust:
    """The dice that count make no number [R4]."""

    player: str
    counting: str

    def __str__(self) -> str:
        return f"bust: {' '.join(self.counting)}, {numerals.why_bust(self.counting)} [R4]"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A player stopped on numbers that fit somewhere, or had to after six dice [R1, R7]."""

    player: str
    numbers: tuple[int, ...]
    forced: bool

    def __str__(self) -> str:
        verb = "must stop after six dice" if self.forced else "stops"
        return f"{self.player} {verb} on {wording.either(self.numbers)} [R1]"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended: `reason` with its `ruling`, and who won by which [R14 to R16, C3, C4].

    `scores` are in the order of play.
    """

    winners: tuple[str, ...]
    scores: tuple[int, ...]
    reason: str
    ruling: str
    won_by: str

    def __str__(self) -> str:
        verb = "wins" if len(self.winners) == 1 else "share the win"
        best = wording.counted(max(self.scores), "point", "points")
        names = " and ".join(self.winners)
        return f"{self.reason} [{self.ruling}]: {names} {verb} with {best} [{self.won_by}]"
