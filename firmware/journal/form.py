"""The file of a game under way: the lines of its record, and after each event how the tray lay.

    7d3e0c1a arbiter-record 1
    ...
    = 1b2c3d4e {}
    0e9d3f7b roll 2 1 6 3 5
    = 5a6b7c8d {"lay":{"0":0,...},"dice":[[2,2,0.9991,[...],null,[...]],...]}

A line that begins with = closes an event: what has none after it was not announced, and is dropped
when the file is read. Its checksum goes on from that of the record's line before it, so that it
fits in this place alone.
"""

import zlib
from dataclasses import dataclass, field
from typing import Final

from firmware.journal.tray import read_tray, write_tray
from firmware.referee.kept import Tray
from rules.errors import RecordError, UnknownVersionError
from rules.match import Match
from rules.record import Record, parse, replay

__all__ = ["Fault", "Reached", "closing", "read_game"]

CLOSES: Final = b"= "

BAD: Final = "its checksum does not fit: it was changed, or lines before it are missing"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong from a line on; torn: only the end is, as after a power cut."""

    line: int
    reason: str
    torn: bool

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a file can be read: the record and its match, the tray, and the bytes up to there.

    checksum: that of the record's last line. fault: what is wrong behind; None when nothing is.
    """

    record: Record
    match: Match
    tray: Tray | None
    text: bytes
    checksum: int
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class _Event:
    """Where an event closed: so many lines of the record, the bytes, the checksum, the tray.

    line: the number of the line that closes it. told: the tray as JSON.
    """

    line: int
    lines: int
    size: int
    checksum: int
    told: str


def closing(checksum: int, tray: Tray | None) -> str:
    """Return the line that closes an event; checksum: that of the record's line before."""
    told = "null" if tray is None else write_tray(tray)
    return f"= {_after(checksum, told):08x} {told}\n"


def read_game(raw: bytes) -> Reached:
    """Return the game that a file holds up to the last event that is whole.

    Raises RecordError when there is none, UnknownVersionError for a file of a newer program.
    """
    found = _events(raw)
    events, fault = found.events, found.fault
    while events:
        event = events.pop()
        try:
            record = parse(b"\n".join([*found.lines[: event.lines], b""]))
            match = replay(record)
        except UnknownVersionError:
            raise
        except RecordError as error:
            # Its checksum holds, and yet the rules do not know it: nothing from there on counts.
            numbers = found.numbers[: event.lines]
            line = numbers[min(error.line, len(numbers)) - 1] if numbers else 1
            fault = Fault(line, error.reason, torn=False)
            events = [one for one in events if one.lines < error.line]
            continue
        try:
            tray = None if event.told == "null" else read_tray(event.told)
        except ValueError as error:
            fault = Fault(event.line, str(error), torn=False)
            continue
        return Reached(record, match, tray, raw[: event.size], event.checksum, fault)
    if fault is None:
        raise RecordError(1, "nothing of a game is whole")
    raise RecordError(fault.line, fault.reason)


@dataclass(slots=True)
class _Found:
    """The lines of the record and their numbers in the file, the events, and the first fault."""

    lines: list[bytes] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    events: list[_Event] = field(default_factory=list)
    fault: Fault | None = None


def _events(raw: bytes) -> _Found:
    found = _Found()
    checksum = size = number = 0
    whole, _, rest = raw.rpartition(b"\n")
    for number, line in enumerate(whole.split(b"\n") if whole else [], start=1):
        size += len(line) + 1
        try:
            if line.startswith(CLOSES):
                told = _closed(line, checksum)
                found.events.append(_Event(number, len(found.lines), size, checksum, told))
            else:
                checksum = _checked(line, checksum)
                found.lines.append(line)
                found.numbers.append(number)
        except ValueError:
            found.fault = Fault(number, BAD, torn=False)
            return found
    if rest or not found.events or found.events[-1].size < size:
        found.fault = Fault(number + 1, "the last event is cut off", torn=True)
    return found


def _after(checksum: int, told: str) -> int:
    return zlib.crc32(f"= {told}\n".encode(), checksum)


def _checked(line: bytes, checksum: int) -> int:
    """Return the checksum up to this line of the record; raises ValueError when it is another."""
    written, _, text = line.partition(b" ")
    checksum = zlib.crc32(text + b"\n", checksum)
    if written != f"{checksum:08x}".encode():
        raise ValueError(BAD)
    return checksum


def _closed(line: bytes, checksum: int) -> str:
    """Return what a line that closes an event tells; raises ValueError for a damaged one."""
    written, _, told = line.removeprefix(CLOSES).decode("ascii").partition(" ")
    if written != f"{_after(checksum, told):08x}":
        raise ValueError(BAD)
    return told
