"""What a screen shows, as plain facts: one class for each screen, drawn by firmware.screens."""

from dataclasses import dataclass

from vision.reading import Face

__all__ = [
    "AskThrow",
    "AttackChoice",
    "Message",
    "ParryChoice",
    "Purse",
    "Title",
    "Verdict",
    "View",
    "Winner",
]


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's name and coins."""

    player: str
    coins: int


@dataclass(frozen=True, slots=True)
class Title:
    """A game is about to begin: its name in one or two lines, and the players."""

    game: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskThrow:
    """A player is to throw so many dice; kept are the faces that lie meanwhile.

    number: what a parry names, None in an attack. start: for the throw-off.
    """

    player: str
    dice: int
    purses: tuple[Purse, ...]
    kept: tuple[Face, ...] = ()
    number: int | None = None
    start: bool = False


@dataclass(frozen=True, slots=True)
class AttackChoice:
    """The attacker lifts dice to throw again, or lets the attack stand.

    faces: the five dice; aside: for each, whether it was set aside earlier.
    """

    player: str
    faces: tuple[Face, ...]
    aside: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ParryChoice:
    """The defender names a number: by lifting its dice, or with up, down and OK.

    chosen: the number that the buttons point at, if any. clock: what is left of the clock, 1 to
    0; None when no clock runs.
    """

    player: str
    faces: tuple[Face, ...]
    chosen: int | None = None
    clock: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An attack is over: word is the verdict, cost the coins that the player named pays."""

    word: str
    player: str
    cost: int
    ruling: str
    purses: tuple[Purse, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A complaint: one to three lines, and the ruling behind it."""

    level: str
    lines: tuple[str, ...]
    ruling: str


@dataclass(frozen=True, slots=True)
class Winner:
    """The game is over."""

    players: tuple[str, ...]
    purses: tuple[Purse, ...]


View = Title | AskThrow | AttackChoice | ParryChoice | Verdict | Message | Winner
