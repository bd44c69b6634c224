"""The games that are kept: read anew each time from their records, and never changed here."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from firmware.journal.files import Files
from firmware.journal.form import read_game
from firmware.journal.game_file import DAMAGED, DONE, UNDER_WAY
from firmware.journal.leftover import is_recorded
from firmware.texts import tr, trn
from rules.errors import RecordError, UnknownVersionError
from rules.match import Match
from rules.record import Record, parse, replay
from rules.shape import Outcome

__all__ = ["TITLES", "Shelved", "Standing", "shelf", "standings"]

TITLES: Final = {
    "alphatian": "Alphatian Roulette",
    "alea": "Alea Romana",
    "centurion": "Centurion",
}

Condition = Literal["finished", "under way", "damaged", "newer"]


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the disk: what of it can be read, and in what condition it is.

    file: its name. record and match: as far as they are whole; None when nothing is. fault: what
    is wrong with a damaged one, or with one of a newer program.
    """

    file: str
    condition: Condition
    record: Record | None = None
    match: Match | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """What the game is called: its day and number."""
        return Path(self.file).stem

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None for one without an end."""
        return None if self.match is None else self.match.outcome

    @property
    def title(self) -> str:
        """Which game it is, in words."""
        return "?" if self.record is None else TITLES[self.record.header.game]

    @property
    def players(self) -> str:
        """Who played."""
        return "?" if self.record is None else ", ".join(self.record.header.players)

    @property
    def date(self) -> str:
        """When it began; what its name says when its record does not."""
        date = self.name[:10] if self.record is None else self.record.header.date
        return date[:16].replace("T", " ")

    @property
    def steps(self) -> int:
        """How many throws, decisions and remarks it has."""
        return 0 if self.record is None else len(self.record.entries)

    @property
    def result(self) -> str:
        """How it ended, in a few words in the language spoken."""
        words = {
            "newer": tr("of a newer program"),
            "under way": tr("under way"),
            "damaged": tr("damaged"),
        }
        won = self.outcome
        if self.condition in words or won is None:
            return words.get(self.condition, tr("not finished"))
        names = tr(" and ").join(won.winners)
        told = trn("{players} wins", "{players} share the win", len(won.winners), players=names)
        loser = None if self.match is None else self.match.conceded
        return told if loser is None else f"{told}, {tr('{player} concedes', player=loser)}"


def shelf(files: Files, folder: Path) -> list[Shelved]:
    """Return every game of a folder, the oldest first; raises OSError when it cannot be read."""
    names = files.names(folder)
    return [
        _read(files, folder, name)
        for name in names
        if Path(name).suffix in (DONE, UNDER_WAY, DAMAGED)
        and not _superseded(files, folder, name, names)
    ]


def _superseded(files: Files, folder: Path, name: str, names: Sequence[str]) -> bool:
    """Whether the power was cut between the record of a game and the end of its journal."""
    if not name.endswith(UNDER_WAY) or Path(name).stem + DONE not in names:
        return False
    try:
        return is_recorded(files, folder, name)
    except OSError:
        return False  # listed, with what is wrong


def _read(files: Files, folder: Path, name: str) -> Shelved:
    try:
        raw = files.read(folder / name)
        if name.endswith(DONE):
            return _record(name, raw)
        reached = read_game(raw)
    except UnknownVersionError as error:
        return Shelved(name, "newer", fault=error.reason)
    except RecordError as error:
        return Shelved(name, "damaged", fault=str(error))
    except OSError as error:
        return Shelved(name, "damaged", fault=error.strerror or "it cannot be read")
    fault = "" if reached.fault is None else str(reached.fault)
    torn = reached.fault is None or reached.fault.torn
    whole: Condition = "under way" if torn and name.endswith(UNDER_WAY) else "damaged"
    return Shelved(name, whole, reached.record, reached.match, fault)


def _record(name: str, raw: bytes) -> Shelved:
    """Return a finished game, or what of it is whole before the first damaged line."""
    fault = ""
    while True:
        try:
            record = parse(raw)
            match = replay(record)
            break
        except UnknownVersionError:
            raise
        except RecordError as error:
            fault = fault or str(error)
            whole = raw.split(b"\n")[:-1]
            before = whole[: min(error.line, len(whole)) - 1]
            if not before:
                return Shelved(name, "damaged", fault=fault)
            raw = b"\n".join([*before, b""])
    if record.torn is not None:
        fault = fault or "its last line is cut off"
    return Shelved(name, "damaged" if fault else "finished", record, match, fault)


@dataclass(frozen=True, slots=True)
class Standing:
    """How often a player played a game to its end, and won; a shared win counts for each."""

    player: str
    game: str
    games: int
    wins: int


def standings(games: Sequence[Shelved]) -> list[Standing]:
    """Return who won how often, by game, the most wins first; games without an end do not count."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for game in games:
        outcome = game.outcome if game.condition == "finished" else None
        if outcome is not None and game.record is not None:
            header = game.record.header
            played.update((header.game, player) for player in header.players)
            won.update((header.game, player) for player in outcome.winners)
    found = [Standing(who, game, count, won[game, who]) for (game, who), count in played.items()]
    return sorted(found, key=lambda one: (one.game, -one.wins, one.games, one.player))
