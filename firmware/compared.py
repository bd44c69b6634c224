"""A replay beside what was recorded: the lines, the screens, and the record of the game."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from firmware.recorder import RECORD
from firmware.referee import Facts, Json, Line
from firmware.texts import tr, trn
from firmware.transcript import Difference, Told, bare, first_difference, read_transcript
from hardware.errors import RecordingError, reason
from hardware.sim.camera import MAX_TIME_S, Shot
from rules.errors import RecordError
from rules.record import Record, parse

__all__ = ["BEGINNINGS", "Story", "compared", "parted", "read_record", "recorded_story"]

BEGINNINGS: Final = ("start", "resumed")
"""With these a game begins; other lines at the beginning of a transcript come from its middle."""

MAX_RECORD_BYTES: Final = 4_000_000
"""More than any game has."""


@dataclass(frozen=True, slots=True)
class Story:
    """What a recording says that happened: its lines and screens, and the entries of its record.

    entries: None when it has no record. exact: whether the table saw the very pictures.
    """

    told: tuple[Told, ...]
    entries: tuple[Any, ...] | None
    exact: bool = True

    @property
    def begins_s(self) -> float | None:
        """When the game began, None when the recording began in the middle of it."""
        first = self.told[0] if self.told else {}
        time_s = first.get("time_s")
        if first.get("event") not in BEGINNINGS or not isinstance(time_s, int | float):
            return None
        return float(time_s) if abs(time_s) <= MAX_TIME_S else None  # others are no time


def recorded_story(folder: Path, exact: bool = True) -> Story | None:
    """What a recording says that happened, None when it says nothing; raises RecordingError."""
    told = read_transcript(folder)
    if told is None:
        return None
    record = read_record(folder)
    return Story(tuple(told), None if record is None else record.entries, exact)


def read_record(folder: Path) -> Record | None:
    """The record of the game in a recording, None when it has none; raises RecordingError."""
    path = folder / RECORD
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > MAX_RECORD_BYTES:
            raise RecordingError(f"{RECORD} is no file of at most {MAX_RECORD_BYTES:,} bytes")
        return parse(path.read_bytes())
    except OSError as error:
        raise RecordingError(f"cannot read {RECORD}: {reason(error)}") from error
    except RecordError as error:
        raise RecordingError(f"{RECORD} is damaged: {error}") from error


def compared(
    story: Story, replayed: Sequence[Told], entries: Sequence[Any], shots: Sequence[Shot]
) -> Line:
    """The line that says whether a replay went as recorded, or else where they part first.

    replayed: its lines and screens. entries: those of its match. shots: the frames.
    """
    if story.begins_s is None or not story.exact:
        return _compared_ends(story, entries)
    difference = first_difference(story.told, replayed)
    if difference is not None:
        number = difference.frame
        picture = None
        if number is not None and 0 <= number < len(shots):
            picture = f"frames/{shots[number].file}"
        facts: Facts = {
            "same": False,
            "line": difference.line,
            "at_frame": number,
            "picture": picture,
            "recorded": cast(Json, difference.recorded),
            "replayed": cast(Json, difference.replayed),
        }
        return Line("compared", facts, parted(difference, picture))
    return _compared_records(story, entries)


def _compared_ends(story: Story, entries: Sequence[Any]) -> Line:
    """Compare a recording of the last seconds by where the game stands in the end.

    What was pressed and said before it may show on its first screens, and the table saw its
    pictures before they were packed, so that a replay may be a frame early or late.
    """
    if story.entries is None:
        text = tr("Not compared: the recording begins in the middle of a game")
        return Line("compared", {"same": None}, text)
    parts = _parting(story.entries, entries)
    text = tr("As recorded: in the end the game stands as it stood")
    return parts or Line("compared", {"same": True, "entries": len(story.entries)}, text)


def _compared_records(story: Story, entries: Sequence[Any]) -> Line:
    parts = None if story.entries is None else _parting(story.entries, entries)
    count = len(story.told)
    text = trn(
        "As recorded: one line or screen",
        "As recorded: {count} lines and screens",
        count,
        count=count,
    )
    return parts or Line("compared", {"same": True, "lines": count}, text)


def _parting(recorded: Sequence[Any], entries: Sequence[Any]) -> Line | None:
    """Where two records part, None when they are the same."""
    if tuple(recorded) == tuple(entries):
        return None
    pairs = zip(recorded, entries, strict=False)
    differ = (k for k, (one, other) in enumerate(pairs) if one != other)
    at = next(differ, min(len(recorded), len(entries)))
    was, now = (
        str(some[at]) if at < len(some) else tr("nothing more") for some in (recorded, entries)
    )
    facts: Facts = {"same": False, "entry": at + 1, "recorded": was, "replayed": now}
    text = tr(
        "Not as recorded: entry {number} of the record was {recorded}; replayed {replayed}",
        number=at + 1,
        recorded=was,
        replayed=now,
    )
    return Line("compared", facts, text)


def parted(difference: Difference, picture: str | None) -> str:
    """Where two transcripts part, for people; picture: the file of the frame."""
    facts = {
        "line": difference.line,
        "recorded": _shown(difference.recorded),
        "replayed": _shown(difference.replayed),
    }
    if difference.frame is None:
        return tr(
            "Not as recorded: line {line}, before the first frame: recorded {recorded}; "
            "replayed {replayed}",
            **facts,
        )
    if picture is None:
        return tr(
            "Not as recorded: line {line}, at frame {frame}: recorded {recorded}; "
            "replayed {replayed}",
            frame=difference.frame,
            **facts,
        )
    return tr(
        "Not as recorded: line {line}, at frame {frame}: recorded {recorded}; "
        "replayed {replayed} ({picture})",
        frame=difference.frame,
        picture=picture,
        **facts,
    )


def _shown(told: Told | None) -> str:
    if told is None:
        return tr("nothing more")
    if told.get("event") == "screen":
        return tr("another screen")
    return json.dumps(bare(told), ensure_ascii=False)
