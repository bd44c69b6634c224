"""What happens in a game of Alphatian Roulette, told with its facts; printed, in English."""

from __future__ import annotations

from dataclasses import dataclass

from rules import wording

__all__ = [
    "AttackBegins",
    "AttackStands",
    "ClockRanOut",
    "CoinsPaid",
    "DiceRolled",
    "DiceSetAside",
    "Event",
    "GameWon",
    "NumberNamed",
    "ParryFailed",
    "ParrySucceeded",
    "SapidCaracca",
    "StarterFound",
    "ThrowOffRolled",
    "ThrowOffTied",
]


@dataclass(frozen=True, slots=True)
class ThrowOffRolled:
    """A player threw five dice for the start [A1]."""

    player: str
    faces: tuple[int, ...]
    sixes: int

    def __str__(self) -> str:
        sixes = wording.counted(self.sixes, "six", "sixes")
        return f"{self.player} throws {wording.listed(self.faces)} for the start: {sixes} [A1]"


@dataclass(frozen=True, slots=True)
class ThrowOffTied:
    """Both players showed equally many sixes, and both throw again [A1]."""

    sixes: int

    def __str__(self) -> str:
        return f"{wording.counted(self.sixes, 'six', 'sixes')} each: both throw again [A1]"


@dataclass(frozen=True, slots=True)
class StarterFound:
    """The throw-off said who begins [A1]."""

    player: str
    sixes: int
    others_sixes: int

    def __str__(self) -> str:
        return f"{self.player} begins: more sixes, {self.sixes} to {self.others_sixes} [A1]"


@dataclass(frozen=True, slots=True)
class AttackBegins:
    """The roles changed, and a player is to throw five dice [A3]."""

    attacker: str
    defender: str

    def __str__(self) -> str:
        return f"{self.attacker} attacks {self.defender} [A3]"


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice came to rest: `faces` at `places`, in the attack or, when `parry`, by the defender."""

    player: str
    faces: tuple[int, ...]
    places: tuple[int, ...]
    parry: bool = False

    def __str__(self) -> str:
        return f"{self.player} throws {wording.listed(self.faces)}"


@dataclass(frozen=True, slots=True)
class DiceSetAside:
    """Dice were set aside for the rest of the attack, and others are thrown again [A3]."""

    player: str
    faces: tuple[int, ...]
    places: tuple[int, ...]
    thrown: int

    def __str__(self) -> str:
        dice = wording.counted(self.thrown, "die", "dice")
        return f"{self.player} sets aside {wording.listed(self.faces)} and throws {dice} again"


@dataclass(frozen=True, slots=True)
class AttackStands:
    """Five dice stand as the attack, from the highest to the lowest [A4, A5]."""

    attacker: str
    attack: tuple[int, ...]
    sixes: int
    by_itself: bool

    def __str__(self) -> str:
        damages = wording.counted(self.sixes, "possible damage", "possible damages")
        return f"{self.attacker}'s attack stands: {wording.listed(self.attack)}, {damages} [A4, A5]"


@dataclass(frozen=True, slots=True)
class SapidCaracca:
    """Five sixes: six damages at once, and no parry [A10]."""

    attacker: str
    defender: str
    cost: int

    def __str__(self) -> str:
        return (
            f"sapid caracca: {self.attacker}'s five sixes cost {self.defender}"
            f" {wording.coins(self.cost)}, with no parry [A10]"
        )


@dataclass(frozen=True, slots=True)
class NumberNamed:
    """The defender named a number and throws all the dice that show it [A6]."""

    defender: str
    number: int
    dice: int
    places: tuple[int, ...]

    def __str__(self) -> str:
        dice = wording.counted(self.dice, "die", "dice")
        return f"{self.defender} names {self.number} and throws {dice}"


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """No number was named in time; `forfeit` when the parry thereby counts as failed [A11]."""

    defender: str
    elapsed_s: float
    forfeit: bool

    def __str__(self) -> str:
        follows = "the parry counts as failed" if self.forfeit else "the table waits"
        return f"{self.defender} named no number in {self.elapsed_s:g} seconds: {follows} [A11]"


@dataclass(frozen=True, slots=True)
class ParryFailed:
    """A parry failed and costs the defender the sixes of the attack plus one [A7, A8].

    `number` and `best` are None when no number was named in time [A11].
    """

    attacker: str
    defender: str
    number: int | None
    best: int | None
    sixes: int
    cost: int

    def __str__(self) -> str:
        why = (
            "parry fails: no number named [A11]"
            if self.number is None
            else f"parry fails: best {self.best}, needed more than {self.number} [A7]"
        )
        what = (
            f"{self.attacker}'s {wording.counted(self.sixes, 'six costs', 'sixes cost')}"
            if self.sixes
            else f"{self.attacker}'s attack without a six costs"
        )
        return f"{why}; {what} {self.defender} {wording.coins(self.cost)} [A8]"


@dataclass(frozen=True, slots=True)
class ParrySucceeded:
    """A parry succeeded: the attacker pays the number minus the lowest of the attack [A7, A9]."""

    attacker: str
    defender: str
    number: int
    best: int
    lowest: int
    cost: int

    def __str__(self) -> str:
        return (
            f"parry succeeds: {self.best} is more than {self.number} [A7];"
            f" {self.number} minus {self.lowest} costs {self.attacker}"
            f" {wording.coins(self.cost)} [A9]"
        )


@dataclass(frozen=True, slots=True)
class CoinsPaid:
    """A player lost coins, never more than there were [A12]."""

    player: str
    paid: int
    left: int

    def __str__(self) -> str:
        left = wording.coins(self.left) if self.left else "none"
        return f"{self.player} pays {wording.coins(self.paid)} and has {left} left"


@dataclass(frozen=True, slots=True)
class GameWon:
    """A player's coins are gone, and the other has won [A12]."""

    winner: str
    loser: str
    coins: int

    def __str__(self) -> str:
        return f"{self.loser} has no coins left: {self.winner} wins with {self.coins} [A12]"


Event = (
    ThrowOffRolled
    | ThrowOffTied
    | StarterFound
    | AttackBegins
    | DiceRolled
    | DiceSetAside
    | AttackStands
    | SapidCaracca
    | NumberNamed
    | ClockRanOut
    | ParryFailed
    | ParrySucceeded
    | CoinsPaid
    | GameWon
)
