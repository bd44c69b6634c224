"""What the table said and showed, line by line, and where two tellings of it part."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from PIL import Image as Picture

from firmware.loop import Item, Said
from hardware.errors import RecordingError, reason
from hardware.ports import Frame

__all__ = [
    "LEFT_OUT",
    "TOLD",
    "Difference",
    "Told",
    "Transcript",
    "bare",
    "first_difference",
    "read_transcript",
]

TOLD: Final = "told.jsonl"

MAX_BYTES: Final = 256 * 2**20
"""More than the lines of any evening."""

MAX_DEPTH: Final = 50
"""Lists and objects in one another; a line of ours has five."""

LEFT_OUT: Final = frozenset({"confidence", "confidences", "read_ms", "took_ms"})
"""Facts that differ from machine to machine, at whatever depth."""

Told = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two transcripts part: the line, from 1, its frame, and both lines; None has ended."""

    line: int
    frame: int | None
    recorded: Told | None
    replayed: Told | None


class Transcript:
    """Lines and screens in their order; the frames are counted from 0, as a replay counts them."""

    def __init__(self) -> None:
        self.lines: list[Told] = []
        self._frame: int | None = None
        self._time_s = 0.0

    def take(self, item: Item) -> None:
        """Note an item that the loop is about to take."""
        self._time_s = item.time_s
        if isinstance(item, Frame):
            self.count(item.time_s)

    def count(self, time_s: float) -> None:
        """Note that the loop is about to take a frame."""
        self._time_s = time_s
        self._frame = 0 if self._frame is None else self._frame + 1

    def said(self, said: Said) -> Told:
        """Add a line that was said."""
        head = {"event": said.line.event, "time_s": round(said.time_s, 3), "frame": self._frame}
        return self._add({**head, **said.line.facts})

    def shown(self, image: Picture.Image) -> Told:
        """Add a screen that was shown, of mode "1"."""
        pixels = base64.b64encode(image.tobytes()).decode("ascii")
        head = {"event": "screen", "time_s": round(self._time_s, 3), "frame": self._frame}
        return self._add({**head, "pixels": pixels})

    def _add(self, told: dict[str, object]) -> Told:
        self.lines.append(told)
        return told


def read_transcript(folder: Path) -> list[Told] | None:
    """The transcript of a recording, None when it has none; raises RecordingError."""
    path = folder / TOLD
    try:
        if path.exists() and not path.is_file():
            raise RecordingError(f"{TOLD} is no file: copy the whole recording again")
        if path.stat().st_size > MAX_BYTES:
            raise RecordingError(f"{TOLD} has {path.stat().st_size:,} bytes: far too many")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"cannot read {TOLD}: {reason(error)}") from error
    return [_parsed(line, number) for number, line in enumerate(text.split("\n"), 1) if line]


def _parsed(line: str, number: int) -> Told:
    try:
        told = json.loads(line)
        if "\\u" in line:  # half a letter cannot be written out again
            json.dumps(told, ensure_ascii=False).encode()
        if _depth(line) > MAX_DEPTH:
            raise ValueError("lists in lists beyond all measure")
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{TOLD} line {number}: {line[:40]!r} is torn: {error}") from error
    if not isinstance(told, dict) or "event" not in told:
        raise RecordingError(f"{TOLD} line {number}: {line[:40]!r} tells of no event")
    return told


def _depth(line: str) -> int:
    """How deep lists and objects lie in one another, at most; brackets in texts count too."""
    brackets = [1 if letter in "[{" else -1 for letter in line if letter in "[]{}"]
    return max(accumulate(brackets), default=0) if len(brackets) > MAX_DEPTH else 0


def first_difference(recorded: Sequence[Told], replayed: Sequence[Told]) -> Difference | None:
    """The first line in which two transcripts differ, in more than LEFT_OUT; None when in none."""
    for k in range(max(len(recorded), len(replayed))):
        one = recorded[k] if k < len(recorded) else None
        other = replayed[k] if k < len(replayed) else None
        if one is None or other is None or bare(one) != bare(other):
            frame = (one or other or {}).get("frame")
            return Difference(k + 1, frame if isinstance(frame, int) else None, one, other)
    return None


def bare(told: object) -> object:
    """A line as JSON tells it, without LEFT_OUT."""
    if isinstance(told, Mapping):
        return {str(key): bare(one) for key, one in told.items() if key not in LEFT_OUT}
    if isinstance(told, Sequence) and not isinstance(told, str):
        return [bare(one) for one in told]
    return told
