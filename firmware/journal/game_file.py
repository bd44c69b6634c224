"""The file of one game: what it is to hold, and how much of that has reached the disk."""

import re
from pathlib import Path
from typing import Final

from firmware.journal.files import Files, free_name, write_whole
from firmware.journal.form import Reached, closing
from firmware.referee.kept import Tray
from rules import record
from rules.match import Match
from rules.record import Header, Record

__all__ = ["DAMAGED", "DONE", "SCRATCH", "UNDER_WAY", "GameFile"]

UNDER_WAY: Final = ".game"
"""How the name of a game under way ends."""

NAMED: Final = re.compile(r"\d{4}-\d\d-\d\d-\d{3,6}" + re.escape(UNDER_WAY))
"""The name of a game under way; others may lie there too, and are left alone."""

DONE: Final = ".txt"
"""How the name of a finished game ends: a text record."""

DAMAGED: Final = ".damaged"
"""How the name of a file that was set aside ends."""

SCRATCH: Final = ".tmp"
"""How a name ends while its file is written; what a power cut leaves of these was never kept."""


class GameFile:
    """Holds the text in memory, and brings it to the disk when `flush` is called.

    Nothing here is lost by a disk that fails: `flush` raises OSError, and can be called again.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        lines, self._checksum = record.checked_lines(record.header_texts(header))
        self._entries: tuple[object, ...] = ()
        self._text = (lines + closing(self._checksum, None)).encode()
        self._size = 0
        self._name: str | None = None
        self._made = False
        self._handle: int | None = None
        self._aside: str | None = None
        self.ending = False
        """Whether the game is over, and only its record is still to be kept."""

    @classmethod
    def going_on(cls, name: str, reached: Reached) -> "GameFile":
        """The file of a game that goes on; one damaged in the middle goes on in a file anew."""
        file = cls(reached.record.header)
        file._entries, file._checksum = reached.record.entries, reached.checksum
        file._text = reached.text
        if reached.fault is not None and not reached.fault.torn:
            file._aside = name
        else:
            file._name, file._made, file._size = name, True, len(reached.text)
            # What was cut off behind goes when the file is opened for the next event.
        return file

    @property
    def name(self) -> str:
        """What its file is called, or will be."""
        return self._name or f"the game of {self.header.date[:10]}"

    @property
    def text(self) -> bytes:
        """All that the file is to hold."""
        return self._text

    @property
    def waits(self) -> bool:
        """Whether something is still to be brought to the disk."""
        return self.ending or self._aside is not None or self._size < len(self._text)

    def add(self, match: Match, tray: Tray | None) -> None:
        """Take the entries that are new, and how the tray lies, as one event; nothing when none."""
        new = match.entries[len(self._entries) :]
        if not new:
            return
        texts = [record.write_entry(match.game, entry) for entry in new]
        lines, self._checksum = record.checked_lines(texts, self._checksum)
        self._entries = match.entries
        self._text += (lines + closing(self._checksum, tray)).encode()

    def end(self) -> None:
        """Let the game be over: its record alone is kept."""
        self.ending, self._text, self._size = True, b"", 0

    def flush(self, files: Files, folder: Path) -> None:
        """Bring everything to the disk; raises OSError."""
        if not self.waits:
            return
        if self.ending:
            self._end(files, folder)
            return
        try:
            if self._made:
                self._extend(files, folder)
            else:
                self._make(files, folder)
        except FileNotFoundError:  # taken away or cut short meanwhile: what it held is all here
            self._name, self._made, self._size = None, False, 0
            self._make(files, folder)
        self._set_aside(files, folder)

    def close(self, files: Files) -> None:
        """Let the file go; it is opened again when it is needed."""
        handle, self._handle = self._handle, None
        if handle is not None:
            files.close(handle)

    def _make(self, files: Files, folder: Path) -> None:
        path = folder / self._named(files, folder)
        write_whole(files, path.with_suffix(SCRATCH), self._text)
        files.rename(path.with_suffix(SCRATCH), path)
        files.sync_folder(folder)
        self._made, self._size = True, len(self._text)

    def _extend(self, files: Files, folder: Path) -> None:
        if self._handle is None:
            self._handle = files.open(folder / self._named(files, folder), self._size)
        try:
            files.write(self._handle, self._text[self._size :])
            files.sync(self._handle)
        except OSError:
            # What a failed sync leaves is not known: open anew, and write from the last good byte.
            self.close(files)
            raise
        self._size = len(self._text)

    def _set_aside(self, files: Files, folder: Path) -> None:
        """Give the damaged file, untouched, a name that says so."""
        if self._aside is None:
            return
        names = files.names(folder)
        if self._aside in names:
            new = free_name(names, Path(self._aside).stem, DAMAGED)
            files.rename(folder / self._aside, folder / new)
            files.sync_folder(folder)
        self._aside = None

    def _end(self, files: Files, folder: Path) -> None:
        """Keep the game as a text record, and let go of the file that it was played on."""
        self.close(files)
        self._set_aside(files, folder)
        path = folder / self._named(files, folder)
        if self._entries:  # a game without a throw is not kept
            text = record.format(Record(self.header, self._entries)).encode()
            done = self._done(files, folder, path.stem, text)
            write_whole(files, path.with_suffix(SCRATCH), text)
            files.rename(path.with_suffix(SCRATCH), folder / done)
            files.sync_folder(folder)
        if path.name in files.names(folder):
            files.remove(path)
        self.ending = False

    def _done(self, files: Files, folder: Path, stem: str, text: bytes) -> str:
        """The name of the record; a record of that name that is another one stays as it is."""
        others: set[str] = set()
        names = files.names(folder)
        while (name := free_name(others, stem, DONE)) in names:
            try:
                if files.read(folder / name) == text:  # from a try that came no further
                    break
            except OSError:
                pass  # what cannot be read is not written over either
            others.add(name)
        return name

    def _named(self, files: Files, folder: Path) -> str:
        """The file's name: the date of the game, and the first number that is free.

        It comes after the names of all games that wait, since the last of them is gone on with:
        where the clock has jumped back, it has the date of the last one.
        """
        if self._name is None:
            names = files.names(folder)
            taken = {Path(name).stem for name in names}
            waiting = max(filter(NAMED.fullmatch, names), default="").removesuffix(UNDER_WAY)
            day = max(self.header.date[:10], waiting[:10])
            numbers = (f"{day}-{number:03d}" for number in range(1, 10**6))
            after = (one for one in numbers if one not in taken and one > waiting)
            # No number comes after the last there is, which only a file by another hand has.
            self._name = (next(after, None) or free_name(taken, waiting, "")) + UNDER_WAY
        return self._name
