"""A camera that plays the frames of a recording."""

import csv
import math
import re
import tomllib
import warnings
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from hardware.errors import RecordingError, reason
from hardware.ports import PRESSES, WISHES, Frame, Pressed, Wish

__all__ = [
    "MAX_SIDE_PX",
    "MAX_TIME_S",
    "RecordingCamera",
    "Shot",
    "decode_frame",
    "read_presses",
    "read_shots",
    "read_ticks",
]

MAX_SIDE_PX: Final = 8000
"""The longest side of a frame that is opened; a camera module's largest picture has 4,608."""

MAX_LINES: Final = 1_000_000
"""More lines than any evening has; a longer table is not a recording."""

MAX_TABLE_BYTES: Final = 64 * 2**20
"""A table of a million lines is smaller."""

MAX_PIXELS: Final = 40_000_000
"""Pixels of a frame at most: 120 MB; a camera module's largest picture has 12 million."""

VERSION: Final = 2
"""The newest form of a recording that is understood; the oldest ones have no recording.toml."""

MAX_TIME_S: Final = 1e10
"""No clock of a table runs for three hundred years."""

TICKS: Final = ("tick", "read", "unread", "anew")
"""What a line of ticks.csv says: time passed, or the frame put aside was read, or could not be, or
the tray was watched anew, as after the camera was opened again."""

SECONDS: Final = re.compile(r"([0-9]{1,11}(\.[0-9]{0,20})?|\.[0-9]{1,20})(e-[0-9]{1,3})?", re.ASCII)
"""A time as it is written: plain digits, or as Python writes a very small number."""

MAX_TOML_BYTES: Final = 65_536
"""A longer recording.toml is none of ours."""

MAX_NAME_BYTES: Final = 255
"""Longer file names no file system here has."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP")
"""Kinds of pictures that a recording may hold; others could start other programs."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One line of frames.csv: which file was exposed at which time."""

    file: str
    time_s: float


def read_shots(folder: Path) -> tuple[Shot, ...]:
    """Read frames.csv of a recording.

    Raises RecordingError when the folder or the table is missing, a line is torn, a time runs
    backwards, or a file is missing or outside frames/.
    """
    if not folder.is_dir():
        raise RecordingError(f"no recording at {folder}: expected a folder with frames.csv")
    _check_version(folder / "recording.toml")
    rows = _rows(folder / "frames.csv", ("file", "time_s"), missing_is_empty=False)
    shots = tuple(Shot(file, time_s) for (file, time_s) in rows)
    if not shots:
        raise RecordingError(f"{folder / 'frames.csv'} lists no frame: nothing to replay")
    for line, shot in enumerate(shots, start=2):
        plain = PurePosixPath(shot.file).name == shot.file and "\\" not in shot.file
        if not plain or not 0 < len(shot.file.encode()) <= MAX_NAME_BYTES:
            raise RecordingError(
                f"frames.csv line {line}: {_short(shot.file)} is not a plain file name in frames/"
            )
        if not (folder / "frames" / shot.file).is_file():
            raise RecordingError(
                f"frames.csv line {line}: frames/{_short(shot.file, plain=True)} is missing; "
                "copy the whole recording"
            )
    return shots


def read_presses(folder: Path) -> tuple[tuple[float, Pressed | Wish], ...]:
    """Read presses.csv of a recording, (time_s, button) each; none when there is no such file."""
    rows = _rows(folder / "presses.csv", ("time_s", "button"), missing_is_empty=True)
    known: dict[str, Pressed | Wish] = {name: name for name in (*PRESSES, *WISHES)}
    presses = []
    for line, (name, time_s) in enumerate(rows, start=2):
        if name not in known:
            raise RecordingError(
                f"presses.csv line {line}: no button {_short(name)}; "
                f"expected one of {', '.join(known)}"
            )
        presses.append((time_s, known[name]))
    return tuple(presses)


def read_ticks(folder: Path) -> tuple[tuple[float, str], ...]:
    """Read ticks.csv of a recording, (time_s, one of TICKS) each; none when there is no such file.

    Raises RecordingError as the other tables do.
    """
    rows = _rows(folder / "ticks.csv", ("time_s", "tick"), missing_is_empty=True)
    for line, (word, _) in enumerate(rows, start=2):
        if word not in TICKS:
            raise RecordingError(
                f"ticks.csv line {line}: {_short(word)} is none of {', '.join(TICKS)}"
            )
    return tuple((time_s, word) for word, time_s in rows)


class RecordingCamera:
    """A Camera that gives the frames of a recording's folder one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shots = read_shots(folder)
        self._next = 0

    def capture(self) -> Frame | None:
        """Give the next frame, None after the last; raise RecordingError when it is damaged."""
        if self._next >= len(self.shots):
            return None
        number = self._next
        shot = self.shots[number]
        self._next += 1
        pixels = decode_frame(self.folder / "frames" / shot.file, f"frames/{shot.file}")
        return Frame(pixels, shot.time_s, number, shot.file)

    def close(self) -> None:
        """Give no further frame."""
        self._next = len(self.shots)


def _rows(path: Path, columns: tuple[str, str], missing_is_empty: bool) -> list[tuple[str, float]]:
    """Lines of a two-column table, (word, seconds) in either order, times never decreasing."""
    name = path.name
    lines = _lines(path)
    if lines is None:
        if missing_is_empty:
            return []
        raise RecordingError(f"no {name} in {path.parent}: a recording has frames/ and {name}")
    if not lines or tuple(lines[0]) != columns:
        found = ",".join(lines[0]) if lines else "nothing"
        raise RecordingError(f"{name} begins with {_short(found)}; expected {','.join(columns)}")
    if len(lines) > MAX_LINES:
        raise RecordingError(f"{name} has {len(lines)} lines; a recording has fewer than a million")
    at = columns.index("time_s")
    rows: list[tuple[str, float]] = []
    for line, row in enumerate(lines[1:], start=2):
        time_s = _seconds(row[at], name, line) if len(row) == 2 else _torn(name, line, row, columns)
        if rows and time_s < rows[-1][1]:
            raise RecordingError(
                f"{name} line {line}: time runs backwards, {time_s} s after {rows[-1][1]} s"
            )
        rows.append((row[1 - at], time_s))
    return rows


def _lines(path: Path) -> list[list[str]] | None:
    """The lines of a table, None when there is no such file."""
    try:
        size = path.stat().st_size
        if not path.is_file() or size > MAX_TABLE_BYTES:
            raise RecordingError(f"{path.name} has {size:,} bytes or is no file: expected a table")
        return list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RecordingError(f"cannot read {path.name}: {reason(error)}") from error


def _torn(name: str, line: int, row: list[str], columns: tuple[str, str]) -> float:
    raise RecordingError(
        f"{name} line {line}: {_short(','.join(row))} is torn; expected {','.join(columns)}"
    )


def _seconds(text: str, name: str, line: int) -> float:
    time_s = float(text) if SECONDS.fullmatch(text.strip()) else math.inf
    if time_s > MAX_TIME_S:
        raise RecordingError(
            f"{name} line {line}: {_short(text)} is no time; "
            "expected seconds from 0 on, such as 1.250"
        )
    return time_s


def _told(version: object) -> str:
    """A version that may be junk, for a message: some numbers and tables cannot be written out."""
    try:
        return _short(repr(version), plain=True)
    except (ValueError, RecursionError):
        return "beyond all measure"


def _short(text: str, plain: bool = False) -> str:
    """A text that may be junk, short enough for a message."""
    cut = text if len(text) <= 60 else text[:60] + "..."
    return cut if plain and cut.isprintable() else repr(cut)


def _check_version(path: Path) -> None:
    if not path.exists():
        return
    if not path.is_file() or path.stat().st_size > MAX_TOML_BYTES:
        raise RecordingError(f"{path.name} is no file of at most {MAX_TOML_BYTES} bytes")
    try:
        version = tomllib.loads(path.read_text(encoding="utf-8")).get("version", VERSION)
    except (OSError, ValueError, RecursionError) as error:
        raise RecordingError(f"cannot read {path.name}: {_short(reason(error), True)}") from error
    if type(version) is not int or not 1 <= version <= VERSION:
        raise RecordingError(
            f"{path.name}: version is {_told(version)}; "
            f"this table understands 1 to {VERSION}: update it"
        )


def decode_frame(source: Path | IO[bytes], name: str) -> NDArray[np.uint8]:
    """The pixels of a picture file, blue, green, red; name is what a RecordingError calls it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(source, formats=FORMATS) as image:
                _check_size(name, image.size)
                rgb = np.asarray(image.convert("RGB"))
    except RecordingError:
        raise
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError) as error:
        raise RecordingError(f"{name} is damaged or no picture: {error}") from error
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise RecordingError(f"{name} is far too large: {error}") from error
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _check_size(name: str, size: tuple[int, int]) -> None:
    if max(size) > MAX_SIDE_PX or size[0] * size[1] > MAX_PIXELS:
        raise RecordingError(
            f"{name} is {size[0]}x{size[1]}: no side of a frame is longer than {MAX_SIDE_PX} "
            f"pixels, and none has more than {MAX_PIXELS:,} of them"
        )
