"""What `arbiter play` is asked for, and what of it is refused before a game begins."""

import errno
import os
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.bundle import opened
from firmware.journal import Kept, home
from firmware.recorder import folder_of
from firmware.settings import SettingsError, new_game, read_settings
from firmware.table.setup import Setup
from firmware.texts import tr

__all__ = ["Wanted", "asked_setup", "refuse_taken", "remember_language"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for; see `arbiter play --help`."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    table: Path | None = None
    camera: str | None = None
    recording: Path | None = None
    window: bool = False
    seed: int | None = None
    record: Path | None = None
    language: str | None = None
    speed: float = 1.0


def refuse_taken(record: Path) -> None:
    """Refuse a place where nothing can be recorded, before a game begins."""
    folder = folder_of(record)
    for path in (record, folder):
        if os.path.lexists(path):
            text = tr("{place} exists; choose another name for the recording", place=path)
            raise SettingsError(text)
    try:
        folder.mkdir(parents=True)
        folder.rmdir()  # made again when a game begins
    except OSError as error:
        no_folder = isinstance(error, FileExistsError)
        why = os.strerror(errno.ENOTDIR) if no_folder else error.strerror or str(error)
        text = tr("cannot record to {place}: {why}", place=record, why=why)
        raise SettingsError(text) from error


def asked_setup(wanted: Wanted, stack: ExitStack) -> Setup | None:
    """The game to be played at once, None for the menus."""
    table = wanted.table
    if wanted.recording is not None and table is None:
        table = stack.enter_context(opened(wanted.recording)) / "table.toml"
    if wanted.table is not None and not wanted.table.is_file():
        raise SettingsError(tr("no table at {place}: expected a table.toml", place=wanted.table))
    if wanted.game is None and table is None:
        if wanted.players is not None:
            raise SettingsError(tr("--players needs --game, or choose both in the menus"))
        return None
    settings = read_settings(table or Path("no table.toml"), wanted.game, wanted.players)
    new_game(settings)  # refused before anything is opened or written
    options = dict(settings.options)
    given = options.pop("handicap", None)
    handicap = None
    if isinstance(given, dict) and set(given) == {"player", "coins"}:
        player = given["player"]
        name = settings.players[player] if isinstance(player, int) else player
        handicap = (name, given["coins"])
    return Setup(settings.game, settings.players, options, handicap)


def remember_language(wanted: Wanted) -> None:
    """Let the table speak a language from now on, as its menu would."""
    if wanted.language is not None:
        kept, _ = Kept.load(home())
        for complaint in replace(kept, language=wanted.language).save(home()):
            raise OSError(complaint.text)
