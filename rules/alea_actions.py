"""The options of Alea Romana, and what its players can do."""

from __future__ import annotations

from dataclasses import dataclass

from rules import checks, wording
from rules.columns import SPACES
from rules.errors import InvalidTypeError
from rules.numerals import DICE
from rules.roman_dice import Roll, Stop

AGAIN_CARD = 5
"""The card that enters a number again beside itself [R9]."""
JOKER = 6
"""The card that is any one of the other five [R9]."""
CARDS = (1, 2, 3, 4, AGAIN_CARD, JOKER)


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before a game.

    `numerals`: "free" or "as-rolled" [R2, R3]. `cards`: False plays without them [R13].
    `cards_per_throw`: "any", or "one" card in a turn [R10]. `card_5`: "made-again" or "any-entry"
    [R12]. `length`: "seventh-entry" or "seven-turns" [R14].
    Raises InvalidInputError or InvalidTypeError.
    """

    numerals: str = "free"
    cards: bool = True
    cards_per_throw: str = "any"
    card_5: str = "made-again"
    length: str = "seventh-entry"

    def __post_init__(self) -> None:
        checks.choice(self.numerals, "numerals", ("free", "as-rolled"))
        _check_flag(self.cards, "cards")
        checks.choice(self.cards_per_throw, "cards_per_throw", ("any", "one"))
        checks.choice(self.card_5, "card_5", ("made-again", "any-entry"))
        checks.choice(self.length, "length", ("seventh-entry", "seven-turns"))


@dataclass(frozen=True, slots=True)
class Enter:
    """The player enters a number made in a space, 1 to 7 from the top [R5, R7]."""

    number: int
    space: int

    def __post_init__(self) -> None:
        checks.whole(self.number, "the number", 1, 39)
        checks.whole(self.space, "the space", 1, SPACES)

    def __str__(self) -> str:
        return f"enter {self.number} in space {self.space}"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The player plays help card 1 to 4, or the joker as that card, on dice by place [R9].

    Cards 1 to 3 re-throw the dice at `places`, card 4 sets them aside.
    """

    card: int
    places: tuple[int, ...]
    joker: bool = False

    def __post_init__(self) -> None:
        checks.whole(self.card, "the card", 1, AGAIN_CARD - 1)
        object.__setattr__(self, "places", checks.places(self.places, "the card's dice", DICE))
        _check_flag(self.joker, "joker")

    def __str__(self) -> str:
        return f"play {_named(self.card, self.joker)} on {wording.listed(self.places)}"


@dataclass(frozen=True, slots=True)
class EnterAgain:
    """The player plays help card 5, or the joker as it: a number of the column again [R9, R12]."""

    number: int
    space: int
    joker: bool = False

    def __post_init__(self) -> None:
        checks.whole(self.number, "the number", 1, 39)
        checks.whole(self.space, "the space", 1, SPACES)
        _check_flag(self.joker, "joker")

    def __str__(self) -> str:
        card = _named(AGAIN_CARD, self.joker)
        return f"play {card} and enter {self.number} again in space {self.space}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn after a bad throw, with no entry [R8]."""

    def __str__(self) -> str:
        return "end the turn"


Action = Roll | Stop | Enter | PlayCard | EnterAgain | EndTurn


def _named(card: int, joker: bool) -> str:
    return f"the joker as card {card}" if joker else f"card {card}"


def _check_flag(flag: object, what: str) -> None:
    if type(flag) is not bool:
        msg = f"{what} is {checks.shown(flag)}: expected True or False; use a bool"
        raise InvalidTypeError(msg)
