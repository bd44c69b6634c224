"""The evidence behind a correction: the reading, what the players said, and the picture [P7].

evidence/evidence.jsonl     one object a line, what was read and what was said
evidence/000001.jpg         the whole frame
evidence/000001_die.jpg     the die with a margin
"""

import json
from collections import deque
from pathlib import Path
from typing import Final, Protocol

import cv2

from firmware.referee.statements import Statement
from firmware.whole import write_whole
from hardware.ports import Frame
from vision.reading import Image, Reading
from vision.tray import Rest

__all__ = ["EVIDENCE", "LINES", "Evidence", "FolderEvidence", "Seen"]

EVIDENCE: Final = "evidence"
"""The folder's name in a recording, and beside the games of a table."""

LINES: Final = "evidence.jsonl"

QUALITY: Final = 90
"""JPEG quality, 0 to 100."""

MARGIN: Final = 0.25
"""What is shown around the die, in parts of its box."""

RESTS: Final = 4
"""Frames that are held, of the last rests: 0.9 MB each at 640 x 480, 3.7 MB at 1,280 x 960. A
reading is corrected while its die lies there, and it is read anew when anything moves."""


class Evidence(Protocol):
    """Keeps what players say of readings."""

    def keep(self, frame: Frame, said: Statement, time_s: float) -> None:
        """Keep a statement with the frame in which the die was read; raises OSError."""
        ...


class Seen:
    """The frames of the last rests, and which of them a reading comes from."""

    def __init__(self) -> None:
        self._rests: deque[tuple[Frame, frozenset[tuple[float, ...]]]] = deque(maxlen=RESTS)

    def rested(self, frame: Frame, rest: Rest) -> None:
        """Hold the frame of a rest."""
        boxes = frozenset(die.reading.box for die in rest.dice)
        self._rests.append((frame, boxes))

    def frame_of(self, reading: Reading) -> Frame | None:
        """The frame in which this was read, else the newest, None before the first rest."""
        newest_first = list(reversed(self._rests))
        found = [frame for frame, boxes in newest_first if reading.box in boxes]
        return next(iter([*found, *(frame for frame, _ in newest_first)]), None)


class FolderEvidence:
    """Evidence in a folder, which is made with its first statement."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, frame: Frame, said: Statement, time_s: float) -> None:
        """Write the pictures, then the line that names them; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        taken = [int(path.stem) for path in self._folder.glob("*.jpg") if path.stem.isdecimal()]
        name = f"{max(taken, default=0) + 1:06d}"
        _write(self._folder / f"{name}.jpg", frame.pixels)
        _write(self._folder / f"{name}_die.jpg", _crop(frame.pixels, said.reading))
        line = _line(name, frame, said, time_s)
        with (self._folder / LINES).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _line(name: str, frame: Frame, said: Statement, time_s: float) -> dict[str, object]:
    reading = said.reading
    return {
        "picture": f"{name}.jpg",
        "die": f"{name}_die.jpg",
        "how": said.how,
        "read": reading.guess,
        "accepted": reading.face is not None,
        "said": said.face,
        "confidence": round(reading.confidence, 4),
        "why": reading.why,
        "box": list(reading.box),
        "center": list(reading.center),
        "time_s": round(time_s, 3),
        "frame": frame.number,
        "frame_time_s": round(frame.time_s, 3),
    }


def _crop(image: Image, reading: Reading) -> Image:
    x, y, width, height = reading.box
    wide, high = MARGIN * width, MARGIN * height
    left, top = max(0, round(x - wide)), max(0, round(y - high))
    right, bottom = round(x + width + wide), round(y + height + high)
    crop = image[top : max(top + 1, bottom), left : max(left + 1, right)]
    return crop if crop.size else image


def _write(path: Path, image: Image) -> None:
    _, packed = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    write_whole(path, packed.tobytes())
