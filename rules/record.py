"""The record of a game as text: a header and one line an entry, each with a checksum.

    7d3e0c1a arbiter-record 1
    55bc9a02 game alphatian 1
    ...
    0e9d3f7b roll 2 1 6 3 5

A checksum covers its line and all lines before it, so that a line lost, doubled or moved shows.
A last line without its line break was cut off while it was written; it is dropped and said.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from rules import checks, notation
from rules.errors import (
    InvalidInputError,
    InvalidTypeError,
    RecordError,
    RulesError,
    UnknownVersionError,
)
from rules.games import GAMES
from rules.match import Concede, Confirm, Correct, Match, Redo, Undo, new_match

FORMAT_VERSION = 1
"""The version of the format in which records are written."""
RULES_VERSIONS = {"alphatian": 1, "alea": 1, "centurion": 1}
"""The version of each game's rules that records are written with."""

_DATE = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-][0-9]{2}:[0-5][0-9])?)?",
    re.ASCII,
)
_NUMBER = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


def _in_calendar(date: str) -> bool:
    """Whether the month of a date in the right form has its day, as the Gregorian calendar goes."""
    year, month, day = int(date[:4]), int(date[5:7]), int(date[8:10])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return day <= days[month - 1]


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says of its game before the first throw.

    `game`: a name in `rules.games.GAMES`. `players`: in the order of play. `options`: of that
    game. `date`: as it came from outside, such as "2026-11-30" or "2026-11-30T20:15:00Z".
    `rules`: the version of the game's rules.
    Raises InvalidInputError or InvalidTypeError.
    """

    game: str
    players: tuple[str, ...]
    options: Any
    date: str
    rules: int = 1

    def __post_init__(self) -> None:
        match = new_match(self.game, self.players, self.options)
        object.__setattr__(self, "players", match.start.players)
        object.__setattr__(self, "options", match.start.options)
        checks.whole(self.rules, "the version of the rules", 1, RULES_VERSIONS[self.game])
        if not isinstance(self.date, str):
            msg = f"the date is {checks.shown(self.date)}: expected text; write it as 2026-11-30"
            raise InvalidTypeError(msg)
        if not _DATE.fullmatch(self.date) or not _in_calendar(self.date):
            msg = f"the date is {checks.shown(self.date)}: expected 2026-11-30 or with T20:15:00Z"
            raise InvalidInputError(f"{msg}; write it so")


@dataclass(frozen=True, slots=True)
class Record:
    """A game's header and its entries in order: actions, and remarks of `rules.match`.

    `torn`: the last line, cut off and dropped when the record was read; None when all was whole.
    It is no part of the record, and does not count when records are compared.
    """

    header: Header
    entries: tuple[Any, ...] = ()
    torn: str | None = field(default=None, compare=False)


def format(record: Record) -> str:  # noqa: A001 (the pair of `parse`; the builtin is not used here)
    """Return the record as text, which `parse` reads back to an equal record.

    Raises InvalidInputError when an entry belongs to no such game.
    """
    texts = [*header_texts(record.header)]
    texts += [write_entry(record.header.game, entry) for entry in record.entries]
    return checked_lines(texts)[0]


def checked_lines(texts: Iterable[str], checksum: int = 0) -> tuple[str, int]:
    """Return the lines of a record that say these texts, and the checksum that they lead to.

    `checksum`: that of all lines before; 0 before the first. So a record can grow line by line.
    """
    lines: list[str] = []
    for text in texts:
        checksum = _add(checksum, text)
        lines.append(f"{checksum:08x} {text}\n")
    return "".join(lines), checksum


def parse(text: str | bytes) -> Record:
    """Return the record that the text holds; a last line cut off is dropped and kept in `torn`.

    A last line that lacks only its line break, as some editors leave it, is whole by its checksum.
    Whether the actions are legal is not asked; see `replay`.
    Raises RecordError with the number of a damaged line, and UnknownVersionError.
    """
    if not isinstance(text, str | bytes):
        msg = f"the record is {checks.shown(text)}: expected text; give str or bytes"
        raise InvalidTypeError(msg)
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if _ends_whole(raw):
        raw += b"\n"
    whole, _, rest = raw.rpartition(b"\n")
    lines = _Lines(_checked(whole.split(b"\n") if whole else []))
    header = _read_header(lines)
    entries = tuple(lines.told(read_entry, header.game, line) for line in lines)
    torn = rest.decode("utf-8", "replace") if rest else None
    return Record(header, entries, torn)


def replay(record: Record) -> Match:
    """Return the match that the record holds, all entries applied.

    Raises RecordError with the number of the line whose entry the rules forbid.
    """
    header = record.header
    match = new_match(header.game, header.players, header.options)
    first = len([*header_texts(header)]) + 1
    for line, entry in enumerate(record.entries, start=first):
        try:
            match = match.apply(entry)
        except RulesError as error:
            raise RecordError(line, str(error)) from error
    return match


def _add(checksum: int, text: str) -> int:
    return zlib.crc32(f"{text}\n".encode(), checksum)


# ---------------------------------------------------------------- lines


def _ends_whole(raw: bytes) -> bool:
    """Whether the checksum of a last line without a line break holds."""
    checksum = 0
    written = b""
    for line in raw.split(b"\n"):
        written, _, text = line.partition(b" ")
        checksum = zlib.crc32(text + b"\n", checksum)
    return written == f"{checksum:08x}".encode()


def _checked(lines: list[bytes]) -> Iterator[str]:
    """Yield the text of each line whose checksum holds."""
    checksum = 0
    for number, raw in enumerate(lines, start=1):
        if raw.startswith(b"\xef\xbb\xbf"):
            raise RecordError(number, "it begins with a byte order mark; remove it")
        if raw.endswith(b"\r"):
            raise RecordError(number, "it ends with a carriage return; restore the line breaks")
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(number, f"it is no UTF-8 text: {error.reason}") from error
        written, _, text = line.partition(" ")
        checksum = _add(checksum, text)
        if written != f"{checksum:08x}":
            shown = checks.shown(written)
            reason = f"the checksum is {shown}: expected {checksum:08x}; the line was changed,"
            raise RecordError(number, f"{reason} or lines before it are missing or doubled")
        yield text


class _Lines:
    """The lines of a record one after another, and the number of the line given last."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            yield line

    def next(self, what: str) -> str:
        """Return what follows a word on the next line, which must begin with it."""
        line = next(iter(self), None)
        if line is None:
            raise RecordError(self.number + 1, f"the record ends here: expected {what}")
        word, _, rest = line.partition(" ")
        if word != what:
            raise RecordError(self.number, f"it begins with {checks.shown(word)}: expected {what}")
        return rest

    def told(self, read: Callable[..., Any], *given: Any) -> Any:
        """Return what `read` makes of the line; what it refuses is told with the line's number."""
        try:
            return read(*given)
        except RulesError as error:
            raise RecordError(self.number, str(error)) from error


# ---------------------------------------------------------------- header


def header_texts(header: Header) -> Iterator[str]:
    """Yield what the first lines of a record say, without their checksums."""
    yield f"arbiter-record {FORMAT_VERSION}"
    yield f"game {header.game} {header.rules}"
    yield f"date {header.date}"
    options = notation.write_options(header.options)
    yield f"options {len(options)}"
    yield from options
    yield f"players {len(header.players)}"
    yield from header.players


def _read_header(lines: _Lines) -> Header:
    version = lines.next("arbiter-record")
    if version != str(FORMAT_VERSION):
        reason = f"the format's version is {checks.shown(version)}: expected 1; update the program"
        raise UnknownVersionError(lines.number, reason)
    game, _, rules = lines.next("game").partition(" ")
    if game not in GAMES:
        reason = f"the game is {checks.shown(game)}: expected one of {', '.join(GAMES)}"
        raise UnknownVersionError(lines.number, f"{reason}; update the program")
    known = [str(number) for number in range(1, RULES_VERSIONS[game] + 1)]
    if rules not in known:
        reason = f"the version of its rules is {checks.shown(rules)}: expected {', '.join(known)}"
        raise UnknownVersionError(lines.number, f"{reason}; update the program")
    date = lines.next("date")
    settings = [lines.told(notation.read_option, line) for line in _block(lines, "options")]
    options = lines.told(_make_options, game, settings)
    players = tuple(_block(lines, "players"))
    return lines.told(Header, game, players, options, date, int(rules))  # type: ignore[no-any-return]


def _block(lines: _Lines, what: str) -> Iterator[str]:
    count = lines.next(what)
    if not _NUMBER.fullmatch(count):
        raise RecordError(lines.number, f"the number of {what} is {checks.shown(count)}")
    for _ in range(int(count)):
        line = next(iter(lines), None)
        if line is None:
            raise RecordError(lines.number + 1, f"the record ends here: expected {count} {what}")
        yield line


def _make_options(game: str, settings: list[tuple[str, Any]]) -> Any:
    kind = GAMES[game].Options
    names = [name for name, _ in settings]
    wanted = [field.name for field in fields(kind)]
    if names != wanted:
        found = ", ".join(names[: len(wanted) + 1])
        msg = f"the options are {found}: expected {', '.join(wanted)}; restore them"
        raise InvalidInputError(msg)
    options = kind(**dict(settings))
    for (name, setting), field_written in zip(
        settings, notation.write_options(options), strict=True
    ):
        if notation.write_option(name, setting) != field_written:
            msg = f"an option is {name} {setting}: expected {field_written}; write it so"
            raise InvalidInputError(msg)
    return options


# ---------------------------------------------------------------- entries


def write_entry(game: str, entry: Any) -> str:
    """Return an action or a remark in the words of a record; raises InvalidInputError."""
    match entry:
        case Undo():
            return "undo"
        case Redo():
            return "redo"
        case Correct(step=step, read=read, roll=roll, cut=cut):
            dropped = "" if cut is None else f" drop {cut}"
            return f"correct {step} {_faces(game, read)} to {_faces(game, roll)}{dropped}"
        case Confirm(step=step, roll=roll):
            return f"confirm {step} {_faces(game, roll)}"
        case Concede(player=player):
            return f"concede {player}"
    return notation.write_action(game, entry)


def _faces(game: str, roll: Any) -> str:
    return notation.write_action(game, roll).removeprefix("roll ")


_REMARK = re.compile(
    r"(?P<undo>undo)|(?P<redo>redo)"
    r"|correct (?P<step>[1-9][0-9]{0,8}) (?P<read>[^a-z]+) to (?P<roll>[^a-z]+?)"
    r"( drop (?P<cut>[1-9][0-9]{0,8}))?"
    r"|confirm (?P<confirmed>[1-9][0-9]{0,8}) (?P<faces>[^a-z]+)"
    r"|concede (?P<loser>.+)",
    re.ASCII,
)


def read_entry(game: str, text: str) -> Any:
    """Return the action or the remark that the words of a record mean.

    Raises InvalidInputError or InvalidTypeError.
    """
    found = _REMARK.fullmatch(text)
    if found is None:
        return notation.read_action(game, text)
    if found["undo"]:
        return Undo()
    if found["redo"]:
        return Redo()
    if found["loser"]:
        return Concede(found["loser"])
    if found["confirmed"]:
        return Confirm(int(found["confirmed"]), _roll(game, found["faces"]))
    cut = None if found["cut"] is None else int(found["cut"])
    read, roll = _roll(game, found["read"]), _roll(game, found["roll"])
    return Correct(int(found["step"]), read, roll, cut)


def _roll(game: str, faces: str) -> Any:
    return notation.read_action(game, f"roll {faces}")
