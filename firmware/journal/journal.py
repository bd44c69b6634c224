"""The journal: the game under way on the disk, written before it is announced.

What it says of the disk it hands out by `complaints`; it raises nothing for a disk that fails.
"""

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.journal import words
from firmware.journal.files import DiskFiles, Files
from firmware.journal.form import Reached, read_game
from firmware.journal.game_file import DONE, UNDER_WAY, GameFile
from firmware.journal.leftover import is_recorded, remove_played
from firmware.referee.kept import Tray
from firmware.referee.told import Complaint
from rules.errors import RecordError, UnknownVersionError
from rules.match import Match
from rules.record import Header

__all__ = ["SPARE_BYTES", "Journal", "UnderWay"]

SPARE_BYTES: Final = 50_000_000
"""Free bytes under which the disk is said to be nearly full; a game takes 0.2 MB at most."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A game to go on with: its match, and the tray as it lay when it was last announced.

    name: of its file. tray: None when nothing was thrown yet. file: the game itself, where the
    disk refused a part of it, which is in memory alone.
    """

    name: str
    header: Header
    match: Match
    tray: Tray | None
    reached: Reached
    file: GameFile | None = None


class Journal:
    """Keeps one game at a time in a folder, each in a file of its own.

    Once `begin`, `append` or `finish` returns, what it was given lasts; or the disk refused it,
    which `complaints` says once, and the next call and `catch_up` try again.
    """

    def __init__(self, folder: Path, files: Files | None = None) -> None:
        self._folder = folder
        self._files: Files = DiskFiles() if files is None else files
        self._held: int | None = None
        self._game: GameFile | None = None
        self._over: list[GameFile] = []
        self._said: list[Complaint] = []
        self._troubled: str | None = None

    @property
    def troubled(self) -> bool:
        """Whether the disk refused something that is still in memory alone."""
        return self._troubled is not None

    def complaints(self) -> list[Complaint]:
        """Return what is to be said of the disk since this was last asked."""
        said, self._said = self._said, []
        return said

    def check(self) -> bool:
        """Whether the disk can be used, for the self-check at boot; says it when space is short."""

        def look() -> None:
            self._hold()
            free_bytes = self._files.free_bytes(self._folder)
            if free_bytes < SPARE_BYTES:
                self._said.append(words.little_space(free_bytes))

        return self._tried(look)

    def under_way(self) -> UnderWay | None:
        """Return the game that was played last and is not over; None when there is none.

        A game that was over already is put among the finished ones, and what a cut left of one
        whose record is whole goes. Damage is said.
        """
        for file in reversed(self._games()):
            if file.waits and not file.ending:
                return _under_way(file.name, read_game(file.text), file)
        found: list[UnderWay] = []

        def look() -> None:
            try:
                self._hold()
            except BlockingIOError:
                raise  # the table that runs is playing it
            except OSError:
                pass  # a disk that cannot be written to can still be read
            names = self._files.names(self._folder)
            games = [name for name in names if name.endswith(UNDER_WAY)]
            for name in reversed(games):
                game = self._waiting(name, names)
                if game is not None and not self._is_over(game):
                    found.append(game)
                    return

        self._tried(look)
        return found[0] if found else None

    def begin(self, header: Header) -> None:
        """Begin to keep a game; one that is being kept is put aside unfinished."""
        self._put_by()
        self._game = GameFile(header)
        self.catch_up()

    def resume(self, game: UnderWay) -> None:
        """Go on with a game that `under_way` gave."""
        self._put_by()
        self._game = self._taken(game)
        self.catch_up()

    def append(self, match: Match, tray: Tray | None = None) -> None:
        """Keep what the match has more than when it was last given, and how the tray lies."""
        assert self._game is not None, "begin or resume comes first"
        self._game.add(match, tray)
        self.catch_up()

    def finish(self) -> None:
        """Keep the game as a text record, also when it has no winner; nothing when none is kept."""
        if self._game is not None:
            self._game.end()
            self._put_by()
            self.catch_up()

    def abandon(self, game: UnderWay) -> None:
        """Keep a game that `under_way` gave as a record without a winner; no one goes on."""
        if self._game is not None and self._game.name == game.name:
            self._put_by()
        file = self._taken(game)
        file.end()
        self._over.append(file)
        self.catch_up()

    def pause(self) -> None:
        """Let the game rest: it stays the one that is under way."""
        self._put_by()
        self.catch_up()

    def catch_up(self) -> None:
        """Bring to the disk what it refused before; costs nothing when there is none."""
        if not any(game.waits for game in self._games()):
            return

        def write() -> None:
            self._hold()
            while self._over:
                self._over[0].flush(self._files, self._folder)
                self._over.pop(0).close(self._files)
            if self._game is not None:
                self._game.flush(self._files, self._folder)

        self._tried(write)

    def close(self) -> None:
        """Let files and folder go; a second call does nothing."""
        for game in self._games():
            game.close(self._files)
        held, self._held = self._held, None
        if held is not None:
            self._files.close(held)

    def _games(self) -> list[GameFile]:
        return [*self._over, *([] if self._game is None else [self._game])]

    def _taken(self, game: UnderWay) -> GameFile:
        """Return the file of a game that `under_way` gave."""
        if game.file is not None and game.file in self._over:
            self._over.remove(game.file)
            return game.file
        return GameFile.going_on(game.name, game.reached)

    def _put_by(self) -> None:
        game, self._game = self._game, None
        if game is None:
            return
        if game.waits:
            self._over.append(game)
        else:
            game.close(self._files)

    def _hold(self) -> None:
        if self._held is None:
            self._files.make_folder(self._folder)
            self._held = self._files.hold(self._folder)

    def _tried(self, step: Callable[[], None]) -> bool:
        """Do something with the disk; say once when that fails, and once when it works again."""
        try:
            step()
        except OSError as error:
            told = words.trouble(error)
            if told.screen != self._troubled:
                self._said.append(told)
            self._troubled = told.screen
            return False
        # Without a hold on the folder it was only read from: that says nothing of writing.
        held = self._held is not None
        if held and self._troubled is not None and not any(one.waits for one in self._games()):
            self._said.append(words.back())
            self._troubled = None
        return True

    def _read(self, name: str) -> UnderWay | None:
        """Return the game that a file holds, and say what is wrong with it."""
        try:
            reached = read_game(self._files.read(self._folder / name))
        except UnknownVersionError as error:
            self._said.append(words.newer(name, error.reason))
            return None
        except RecordError as error:
            self._said.append(words.unusable(name, error))
            return None
        if reached.fault is not None:
            said = words.torn(name) if reached.fault.torn else words.damaged(name, reached.fault)
            self._said.append(said)
        return _under_way(name, reached)

    def _waiting(self, name: str, names: Sequence[str]) -> UnderWay | None:
        """Return the game that a file holds, unless its record is whole, whose leftover goes."""
        try:
            if Path(name).stem + DONE in names and is_recorded(self._files, self._folder, name):
                if self._held is not None:  # cut after its record was kept
                    remove_played(self._files, self._folder, name)
                return None
            return self._read(name)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return None  # a folder or a pipe, which never was a game

    def _is_over(self, game: UnderWay) -> bool:
        """Whether the game has ended; then its record is put among the finished ones."""
        if game.match.outcome is None:
            return False
        self.abandon(game)
        return True


def _under_way(name: str, reached: Reached, file: GameFile | None = None) -> UnderWay:
    return UnderWay(name, reached.record.header, reached.match, reached.tray, reached, file)
