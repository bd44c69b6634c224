"""What a table plays: the game, the players, and the options, from table.toml."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.texts import LanguageError, checked
from firmware.toml_file import TomlError, read_toml_file
from firmware.tray_corners import Corners, read_corners
from firmware.usage import hint
from rules.errors import RulesError
from rules.games import GAMES as RULES
from rules.match import Match, new_match

__all__ = [
    "GAMES",
    "KNOWN",
    "Asked",
    "Settings",
    "SettingsError",
    "new_game",
    "read_settings",
    "read_toml",
    "refuse_unknown",
]

GAMES: Final = tuple(RULES)
DEFAULT_PLAYERS: Final = ("Ann", "Ben")

KNOWN: Final = ("game", "players", *GAMES, "tray", "language", "devices", "pins")
"""What a table.toml may say at its top; whoever reads a table of their own adds its name here."""


class SettingsError(ValueError):
    """A table.toml, or what stands in for it, asks for something that cannot be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The game, the players in the order of their seats, and the game's own options.

    corners: those of the tray, (x, y) in parts of the picture, when players gave them.
    language: the code of one of firmware.texts.LANGUAGES, None to leave it to the system's.
    """

    game: str = "alphatian"
    players: tuple[str, ...] = DEFAULT_PLAYERS
    options: Mapping[str, object] = field(default_factory=dict)
    corners: Corners | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line says, which goes before a table.toml; None where it says nothing."""

    game: str | None = None
    players: Sequence[str] | None = None
    language: str | None = None


def read_settings(
    path: Path,
    game: str | None = None,
    players: Sequence[str] | None = None,
    language: str | None = None,
) -> Settings:
    """Read a table.toml; a game, players or a language given here go before its own.

    A missing file gives Alphatian Roulette between Ann and Ben. Raises SettingsError.
    """
    table = read_toml(path)
    refuse_unknown(table, path.name)
    chosen = game or table.get("game", "alphatian")
    if not isinstance(chosen, str) or chosen not in GAMES:
        raise SettingsError(f"game is {chosen!r}: expected one of {', '.join(GAMES)}")
    names = players or table.get("players", list(DEFAULT_PLAYERS))
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise SettingsError(f'players is {names!r}: expected a list such as ["Ann", "Ben"]')
    for name in names:
        if not isinstance(name, str):
            raise SettingsError(f'players names {name!r}: expected text in quotes, such as "Ann"')
    options = table.get(chosen, {})
    if not isinstance(options, Mapping):
        raise SettingsError(f"[{chosen}] is {options!r}: expected a table of options")
    try:
        corners = read_corners(table.get("tray", {}))
    except ValueError as error:
        raise SettingsError(f"{path.name}: {error}") from error
    code = _language(language or table.get("language"))
    return Settings(chosen, tuple(name.strip() for name in names), options, corners, code)


def refuse_unknown(table: Mapping[str, object], name: str) -> None:
    """Refuse what no part of a table.toml's readers reads: a slip of the pen would go unnoticed.

    Raises SettingsError, which names the file by `name`, what it says, and what is near it.
    """
    for key in table:
        if key not in KNOWN:
            said = hint(key, KNOWN)
            raise SettingsError(f"{name} says {key[:40]!r}, which nothing reads: {said}")
    for game in GAMES:
        options = table.get(game, {})
        if isinstance(options, Mapping):
            _refuse_options(game, options)


def _language(code: object) -> str | None:
    try:
        return None if code is None else checked(code)
    except LanguageError as error:
        raise SettingsError(str(error)) from error


def read_toml(path: Path) -> dict[str, object]:
    """A table.toml as it is, empty when it is missing; raises SettingsError when unreadable."""
    try:
        return read_toml_file(path)
    except TomlError as error:
        raise SettingsError(str(error)) from error


def new_game(settings: Settings) -> Match:
    """A match of the game by these settings, before its first throw.

    `first` is the seat that begins; in Alphatian Roulette `handicap` is {player, coins}, player a
    name or a seat. Raises SettingsError for what the rules refuse, and for options that the game
    does not have.
    """
    options = dict(settings.options)
    seats = list(settings.players)
    first = options.pop("first", 0)
    if type(first) is not int or first not in range(max(1, len(seats))):
        raise SettingsError(f"first is {first!r}: expected a seat, 0 to {max(0, len(seats) - 1)}")
    order = tuple(seats[first:] + seats[:first])
    if "handicap" in options and settings.game == "alphatian":
        options["handicap"] = _handicap(options["handicap"], order, seats)
    _refuse_options(settings.game, options)
    try:
        return new_match(settings.game, order, RULES[settings.game].Options(**options))
    except RulesError as error:
        raise SettingsError(f"cannot begin the game: {error}") from error


def _refuse_options(game: str, options: Mapping[str, object]) -> None:
    known = {*RULES[game].Options.__dataclass_fields__, "first"}
    for name in options:
        if name not in known:
            said = hint(name, known)
            raise SettingsError(f"[{game}] has no option {name[:40]!r}: {said}")


def _handicap(
    asked: object, order: Sequence[str], seats: Sequence[str]
) -> tuple[int, object] | object:
    """The rules' handicap, (index in the order of play, coins); other shapes as they are."""
    if not isinstance(asked, Mapping) or set(asked) != {"player", "coins"}:
        raise SettingsError(f'handicap is {asked!r}: expected {{ player = "Ben", coins = 5 }}')
    player = asked["player"]
    if type(player) is int and player in range(len(seats)):
        player = seats[player]
    if player not in order:
        raise SettingsError(
            f"the handicap is for {player!r}, who does not play: expected {' or '.join(order)}, "
            f"or a seat, 0 or 1, which holds whoever plays"
        )
    return order.index(player), asked["coins"]
