"""What is to be played: the game, its players and its options, as the menus change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from firmware.journal import Kept
from firmware.settings import Settings
from firmware.texts import mark, tr
from rules.games import GAMES

__all__ = ["NAMES", "OPTIONS", "PLAYERS", "TITLES", "Option", "Setup", "known_names", "setup_of"]

TITLES: Final = {
    "alphatian": "Alphatian Roulette",
    "alea": "Alea Romana",
    "centurion": "Centurion",
}
"""The games in the order of the menu, and what they are called."""

PLAYERS: Final = {"alphatian": (2, 2), "alea": (1, 6), "centurion": (1, 6)}
"""How many may play each game, at least and at most."""

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
"""Names to begin with, as many as may play together."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: its name in the rules, its title, its values with a word for each."""

    name: str
    title: str
    values: tuple[tuple[Any, str], ...]

    def word(self, value: Any) -> str:
        """The word for a value."""
        return next((tr(word) for one, word in self.values if one == value), str(value))


NUMERALS: Final = Option(
    "numerals",
    mark("Numerals"),
    (("free", mark("any order")), ("as-rolled", mark("as rolled"))),
)

OPTIONS: Final[Mapping[str, tuple[Option, ...]]] = MappingProxyType(
    {
        "alphatian": (
            Option(
                "starter",
                mark("Begins"),
                (("chosen", mark("player 1")), ("throw-off", mark("throw-off"))),
            ),
            Option("coins", mark("Coins"), tuple((coins, str(coins)) for coins in range(1, 21))),
            Option(
                "clock",
                mark("Clock"),
                (("warn", mark("warns")), ("forfeit", mark("forfeits")), ("off", mark("off"))),
            ),
        ),
        "alea": (
            NUMERALS,
            Option("cards", mark("Cards"), ((True, mark("yes")), (False, mark("no")))),
            Option(
                "cards_per_throw",
                mark("In a turn"),
                (("any", mark("any cards")), ("one", mark("one card"))),
            ),
            Option(
                "card_5",
                mark("Card 5"),
                (("made-again", mark("made again")), ("any-entry", mark("any entry"))),
            ),
            Option(
                "length",
                mark("Length"),
                (("seventh-entry", mark("7th entry")), ("seven-turns", mark("7 turns"))),
            ),
        ),
        "centurion": (NUMERALS,),
    }
)
"""The options that the menus offer for each game."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A game that is to be played: players in the order of play, options by name.

    handicap: in Alphatian Roulette a player and that player's fewer coins [A2].
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    handicap: tuple[str, int] | None = None

    def option(self, option: Option) -> Any:
        """The value of an option, that of the rules where none was chosen."""
        default = getattr(GAMES[self.game].Options(), option.name)
        return self.options.get(option.name, default)

    @property
    def coins(self) -> int:
        """The coins of each player without a handicap."""
        return int(self.options.get("coins", 10))

    def with_option(self, name: str, value: Any) -> "Setup":
        """The same with another value of an option."""
        return replace(self, options={**self.options, name: value}).checked()

    def with_players(self, players: Sequence[str]) -> "Setup":
        """The same with other players."""
        return replace(self, players=tuple(players)).checked()

    def checked(self) -> "Setup":
        """The same without a handicap that can no longer be."""
        if self.handicap is None:
            return self
        player, coins = self.handicap
        good = player in self.players and 1 <= coins < self.coins
        return self if good else replace(self, handicap=None)

    def turned(self) -> "Setup":
        """The same, for a rematch: the player who was second begins."""
        return replace(self, players=(*self.players[1:], *self.players[:1]))

    def settings(self) -> Settings:
        """What the game is made of."""
        options = dict(self.options)
        if self.handicap is not None:
            options["handicap"] = {"player": self.handicap[0], "coins": self.handicap[1]}
        return Settings(self.game, self.players, options)


def setup_of(game: str, kept: Kept) -> Setup:
    """What a game is played with at first: as it was last, as far as that can be."""
    known = {option.name: option for option in OPTIONS[game]}
    options = {
        name: value
        for name, value in kept.options.get(game, {}).items()
        if name in known and any(_same(value, one) for one, _ in known[name].values)
    }
    fewest, most = PLAYERS[game]
    names = list(dict.fromkeys([*kept.players, *known_names(kept)]))
    count = min(max(len(kept.players), 2, fewest), most)
    return Setup(game, tuple(names[:count]), options)


def known_names(kept: Kept) -> tuple[str, ...]:
    """The names to choose from: those of all who ever played, and some to begin with."""
    return tuple(dict.fromkeys([*kept.names, *NAMES]))


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
