"""The options of Alphatian Roulette, and what its players can do."""

from __future__ import annotations

from dataclasses import dataclass

from rules import checks, wording
from rules.errors import InvalidInputError

DICE = 5
"""The dice of an attack [A3]."""
DIE = (1, 2, 3, 4, 5, 6)
"""The six sides of a pip die."""
LONGEST_CLOCK_S = 600.0
"""The longest clock that may be asked for, in seconds: ten minutes."""
LONGEST_WAIT_S = 1e9
"""The longest time that a time-out may say, in seconds: thirty years, to refuse nonsense."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before a game.

    `starter`: "chosen" (the first player named begins) or "throw-off" [A1]. `coins`: 1 to 20 for
    each player; `handicap`: None, or the index of a player and that player's fewer coins [A2].
    `clock`: "warn", "forfeit" or "off", after `clock_s` seconds, 1 to 600 [A11].
    Raises InvalidInputError or InvalidTypeError.
    """

    starter: str = "chosen"
    coins: int = 10
    handicap: tuple[int, int] | None = None
    clock: str = "warn"
    clock_s: float = 6.0

    def __post_init__(self) -> None:
        checks.choice(self.starter, "starter", ("chosen", "throw-off"))
        checks.whole(self.coins, "coins", 1, 20)
        if self.handicap is not None:
            object.__setattr__(self, "handicap", _handicap(self.handicap, self.coins))
        checks.choice(self.clock, "clock", ("warn", "forfeit", "off"))
        clock_s = checks.seconds(self.clock_s, "clock_s", 1.0, LONGEST_CLOCK_S)
        object.__setattr__(self, "clock_s", clock_s)


def _handicap(handicap: object, coins: int) -> tuple[int, int]:
    pair = checks.several(handicap, "handicap")
    if len(pair) != 2:
        msg = f"handicap is {checks.shown(handicap)}: expected a player and coins; give both"
        raise InvalidInputError(msg)
    player = checks.whole(pair[0], "the handicap's player", 0, 1)
    fewer = checks.whole(pair[1], "the handicap's coins", 1, 20)
    if fewer >= coins:
        msg = f"the handicap's coins are {fewer}: expected fewer than {coins}; give fewer"
        raise InvalidInputError(msg)
    return player, fewer


def pip_faces(faces: object, what: str, fewest: int) -> tuple[int, ...]:
    """Return `fewest` to five faces, 1 to 6 each; raises InvalidInputError or InvalidTypeError."""
    found = checks.several(faces, what)
    if not fewest <= len(found) <= DICE:
        wanted = str(DICE) if fewest == DICE else f"{fewest} to {DICE}"
        msg = f"{what} has {len(found)} dice: expected {wanted}; give one face a die"
        raise InvalidInputError(msg)
    return tuple(checks.whole(face, "a face", 1, 6) for face in found)


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice that were awaited lie: one to five faces, in the order of the places awaited."""

    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", pip_faces(self.faces, "a roll", 1))

    def __str__(self) -> str:
        return f"roll {wording.listed(self.faces)}"


@dataclass(frozen=True, slots=True)
class ThrowAgain:
    """The attacker lifts the dice at these places and sets aside the rest just thrown [A3]."""

    places: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", checks.places(self.places, "the dice lifted", DICE))

    def __str__(self) -> str:
        return f"throw again {wording.listed(self.places)}"


@dataclass(frozen=True, slots=True)
class Stand:
    """The attacker stops: the five dice stand as the attack [A4]."""

    def __str__(self) -> str:
        return "stand"


@dataclass(frozen=True, slots=True)
class NameNumber:
    """The defender names a number, whose dice are then all thrown [A6]."""

    number: int

    def __post_init__(self) -> None:
        checks.whole(self.number, "the number named", 1, 6)

    def __str__(self) -> str:
        return f"name {self.number}"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """No number was named within the clock's seconds, counted since the attack stood [A11]."""

    elapsed_s: float

    def __post_init__(self) -> None:
        elapsed_s = checks.seconds(self.elapsed_s, "elapsed_s", 0.0, LONGEST_WAIT_S)
        object.__setattr__(self, "elapsed_s", elapsed_s)

    def __str__(self) -> str:
        return f"time out {self.elapsed_s:g}"


Action = Roll | ThrowAgain | Stand | NameNumber | TimeOut
