"""What a screen shows, as plain facts: one class for each screen, drawn by firmware.screens."""

from dataclasses import dataclass

from vision.reading import Face

__all__ = [
    "AskThrow",
    "AttackChoice",
    "CardChoice",
    "CardThrow",
    "Column",
    "Correction",
    "DicePick",
    "Entry",
    "Message",
    "ParryChoice",
    "Purse",
    "RomanThrow",
    "Scores",
    "SetUp",
    "Title",
    "TurnEnd",
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


Column = tuple[int | None, ...]
"""The seven spaces of a score column from the top, None where empty."""


@dataclass(frozen=True, slots=True)
class RomanThrow:
    """A player throws a Roman die or stops: what lies, what it makes, what would be a bust.

    column: the player's column in Alea Romana. total: the player's points in Centurion.
    """

    player: str
    faces: tuple[Face, ...]
    numbers: tuple[int, ...]
    bust_faces: str
    column: Column | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A player chooses the number that counts, and in Alea Romana the space for it, 1 to 7."""

    player: str
    number: int
    doing: str
    column: Column | None = None
    space: int | None = None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A turn of Roman dice is over: a large word, what the player did, and who is next.

    space: which of the column's spaces was filled.
    """

    word: str
    player: str
    doing: str
    following: str
    column: Column | None = None
    space: int | None = None


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The menu of help cards after a bad throw; at: the item pointed at."""

    player: str
    why: str
    items: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class DicePick:
    """The dice for a help card are picked: which are marked, and which is pointed at."""

    card: int
    faces: tuple[Face, ...]
    marked: tuple[bool, ...]
    at: int


@dataclass(frozen=True, slots=True)
class CardThrow:
    """The dice of a help card are to be lifted and thrown, so many at once."""

    player: str
    card: int
    faces: tuple[Face, ...]
    dice: int


@dataclass(frozen=True, slots=True)
class Correction:
    """A reading is corrected: the dice as read, the least certain first, and the face offered.

    at: which die is pointed at.
    """

    faces: tuple[Face, ...]
    at: int
    face: Face


@dataclass(frozen=True, slots=True)
class Scores:
    """A game of up to six players is over: who won, and each player's points."""

    winners: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A step of setting the table up: its name, which it is, what was found, what OK does."""

    heading: str
    place: str
    lines: tuple[str, ...]
    below: str


View = (
    Title
    | AskThrow
    | AttackChoice
    | ParryChoice
    | Verdict
    | Message
    | Winner
    | RomanThrow
    | Entry
    | TurnEnd
    | CardChoice
    | DicePick
    | CardThrow
    | Scores
    | Correction
    | SetUp
)
