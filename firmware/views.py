"""What a screen shows, as plain facts: one class for each screen, drawn by firmware.screens.

Words that depend on the game's facts are found by the drawing, in the language spoken. Texts that
a view carries, such as a menu's items, are in that language already.
"""

from dataclasses import dataclass
from typing import Literal

from vision.reading import Face

__all__ = [
    "AskThrow",
    "AttackChoice",
    "Boot",
    "CardChoice",
    "CardItem",
    "CardThrow",
    "Column",
    "Correction",
    "DicePick",
    "Entry",
    "Help",
    "Menu",
    "Message",
    "ParryChoice",
    "Purse",
    "Question",
    "RomanThrow",
    "Scores",
    "SetUp",
    "Setting",
    "Standing",
    "Standings",
    "TextEntry",
    "Title",
    "Trouble",
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
    """An attack is over, and how; cost is what the player named pays, in coins.

    following: who throws next.
    """

    how: Literal["failed", "parried", "caracca"]
    player: str
    cost: int
    ruling: str
    purses: tuple[Purse, ...]
    following: str


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

    column: the player's column in Alea Romana. total: the player's points in Centurion. cards: the
    help cards that the player still has, 6 being the joker; None where there are none.
    """

    player: str
    faces: tuple[Face, ...]
    numbers: tuple[int, ...]
    bust_faces: str
    column: Column | None = None
    total: int | None = None
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A player chooses the number that counts, and in Alea Romana the space for it, 1 to 7.

    doing: again is an entry by card 5, counts a number of Centurion.
    """

    player: str
    number: int
    doing: Literal["enters", "again", "counts"]
    column: Column | None = None
    space: int | None = None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A turn of Roman dice is over: what came of it, and who is next.

    number: what was entered or added, None for nothing. total: the player's points in Centurion.
    column, space: in Alea Romana the player's column, and which of its spaces was filled.
    """

    player: str
    following: str
    number: int | None
    total: int | None = None
    column: Column | None = None
    space: int | None = None


CardItem = tuple[int, bool] | None
"""A help card, 1 to 5, with whether it is the joker that stands for it; None plays no card."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The menu of help cards after a bad throw; at: the item pointed at."""

    player: str
    why: Literal["bust", "fits nowhere"]
    items: tuple[CardItem, ...]
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


@dataclass(frozen=True, slots=True)
class Boot:
    """The self-check: the name of each part, and whether it works; None for one not there.

    Short names. Of more than six parts those that do not work are shown first.
    """

    checks: tuple[tuple[str, bool | None], ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A list to choose from; at: the item pointed at. hint: a last line, such as what back does."""

    title: str
    items: tuple[str, ...]
    at: int
    hint: str = ""


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A text is entered letter by letter; at: where in it the letter offered would stand.

    letter: one letter, or a word for something else that OK would do, such as being done.
    """

    title: str
    text: str
    at: int
    letter: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of one to three lines, and two answers; at: 0 points at yes, 1 at no."""

    text: tuple[str, ...]
    yes: str
    no: str
    at: int


@dataclass(frozen=True, slots=True)
class Help:
    """What is awaited, in a sentence with its ruling; page counts from 0.

    firmware.screens.help_pages says how many pages a text has.
    """

    text: str
    ruling: str
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something of the table itself does not work, such as the camera; what: one word or two."""

    what: str
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting is changed: its value in words, and which of how many values it is, from 0."""

    title: str
    value: str
    at: int
    of: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's column and cards left, with the points that they are worth now."""

    player: str
    column: Column
    points: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """All players' columns, two on a screen; first: the player at the top, from 0."""

    rows: tuple[Standing, ...]
    first: int = 0


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
    | Boot
    | Menu
    | TextEntry
    | Question
    | Help
    | Trouble
    | Setting
    | Standings
)
