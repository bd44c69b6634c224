"""Recording a game as it is played: a folder, or one zip file, that a replay understands."""

import io
import json
import math
import os
import shutil
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
from PIL import Image as Picture

from firmware.bundle import pack
from firmware.loop import Item, Press, Read, Said
from firmware.recording import ORDER, Form
from firmware.toml_text import toml_text
from firmware.transcript import TOLD, Told, Transcript
from hardware.errors import RecordingError
from hardware.ports import Frame
from hardware.sim.camera import VERSION, decode_frame

__all__ = [
    "BEFORE",
    "BEGUN",
    "LIVE",
    "RECORD",
    "Jpeg",
    "Recorder",
    "as_replayed",
    "encoded",
    "folder_of",
]

QUALITY: Final = 90
"""JPEG quality of the frames, 0 to 100: 60 to 90 kB each at 640 x 480."""

RECORD: Final = "record.txt"
"""The file of the game's record, as it was at the end."""

LIVE: Final = Form(stills=False, choices="presses")
"""The form of what a table records."""

BEGUN: Final = "begun.game"
"""The file that says where the game stood when the recording began in the middle of it."""


BEFORE: Final = "before.json"
"""The file of the dice that lay there already when the game began, where some did."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A frame as it is kept: packed, with its time; suffix: of its file, .png for a PNG."""

    packed: bytes
    time_s: float
    suffix: str = ".jpg"


def encoded(frame: Frame) -> Jpeg:
    """Pack a frame; takes about 3 ms at 640 x 480. Raises ValueError for what is no picture."""
    done, packed = cv2.imencode(".jpg", frame.pixels, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    if not done:
        raise ValueError(f"cannot pack a frame of shape {frame.pixels.shape} as JPEG")
    return Jpeg(packed.tobytes(), frame.time_s)


def as_replayed(jpeg: Jpeg, number: int) -> Frame:
    """The frame as a replay will see it.

    JPEG loses a little: a table that plays on these frames replays to the same bytes.
    """
    return Frame(decode_frame(io.BytesIO(jpeg.packed), f"frame {number}"), jpeg.time_s, number)


def folder_of(place: Path) -> Path:
    """The folder that a recording is written to: the place, or one beside a zip, packed at last."""
    return place.with_name(place.name + ".folder") if place.suffix.lower() == ".zip" else place


class Recorder:
    """Writes what the loop takes, says and shows, as it comes; see firmware.recording.

    place is a new folder, or NAME.zip, which is packed at the end. settings is the text of the
    table.toml. form: see firmware.recording. begun: where the game stood, when it does not begin
    with the recording. before: the dice that lay there when it does.
    Raises RecordingError when place exists, OSError when the disk fails.
    """

    def __init__(
        self,
        place: Path,
        settings: str = "",
        form: Form = LIVE,
        begun: str | None = None,
        before: str | None = None,
    ) -> None:
        self.folder = folder_of(place)
        self._zip = None if self.folder == place else place
        for path in (place, self.folder):
            if os.path.lexists(path):
                raise RecordingError(f"{path} exists; choose another name for the recording")
        (self.folder / "frames").mkdir(parents=True)
        told = {name: one for name, one in asdict(form).items() if one is not None}
        self._write("recording.toml", toml_text({"version": VERSION, **told}))
        self._write("table.toml", settings)
        if begun is not None:
            self._write(BEGUN, begun)
        if before is not None:
            self._write(BEFORE, before)
        self._frames = self._table("frames.csv", "file,time_s")
        self._presses = self._table("presses.csv", "time_s,button")
        self._ticks = self._table("ticks.csv", "time_s,tick")
        self._order = (self.folder / ORDER).open("w", encoding="ascii")
        self._told = (self.folder / TOLD).open("w", encoding="utf-8")
        self._transcript = Transcript()
        self._pressed_s = self._ticked_s = -math.inf
        self._count = 0
        self._closed = False

    def take(self, item: Item) -> None:
        """Record an item that the loop is about to take."""
        if isinstance(item, Frame):
            self.take_jpeg(encoded(item))
            return
        if isinstance(item, Press):
            self._pressed_s = max(self._pressed_s, item.time_s)
            self._transcript.take(replace(item, time_s=self._pressed_s))
            _add(self._presses, f"{self._pressed_s!r},{item.button}")
            self._note("P")
            return
        word = "tick"
        if isinstance(item, Read):
            word = "unread" if item.observation is None else "read"
        self._tick(item.time_s, word)
        self._transcript.take(replace(item, time_s=self._ticked_s))

    def anew(self, time_s: float) -> None:
        """Record that another watch is watched with from now on."""
        self._tick(time_s, "anew")

    def _tick(self, time_s: float, word: str) -> None:
        """Add to ticks.csv, never back in time: threads that tell the time overtake each other."""
        self._ticked_s = max(self._ticked_s, time_s)
        _add(self._ticks, f"{self._ticked_s!r},{word}")
        self._note("T")

    def take_jpeg(self, jpeg: Jpeg) -> None:
        """Record a frame that is packed already."""
        name = f"{self._count:06d}{jpeg.suffix}"
        self._count += 1
        (self.folder / "frames" / name).write_bytes(jpeg.packed)
        _add(self._frames, f"{name},{jpeg.time_s!r}")
        self._note("F")
        self._transcript.count(jpeg.time_s)

    def said(self, said: Said) -> None:
        """Record a line that the table said."""
        self._tell(self._transcript.said(said))

    def shown(self, image: Picture.Image) -> None:
        """Record a screen that the table showed."""
        self._tell(self._transcript.shown(image))

    def keep(self, name: str, text: str) -> None:
        """Keep a file beside: RECORD with the game's record, or the choices.csv of a recording."""
        self._write(name, text)

    def close(self) -> bool:
        """End the recording, and pack it if it is to be a zip; a second call does nothing.

        Gives whether anything is left of it: what holds no frame cannot be replayed, and goes.
        """
        if self._closed:
            return self._count > 0
        self._closed = True
        with ExitStack() as files:  # each is closed, also when the disk is full for another
            for file in (self._frames, self._presses, self._ticks, self._order, self._told):
                files.callback(file.close)
        if self._zip is not None and self._count:
            pack(self.folder, self._zip)
        if self._zip is not None or not self._count:
            shutil.rmtree(self.folder)
        return self._count > 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def _note(self, letter: str) -> None:
        self._order.write(letter)
        self._order.flush()

    def _table(self, name: str, head: str) -> io.TextIOWrapper:
        file = (self.folder / name).open("w", encoding="utf-8")
        _add(file, head)
        return file

    def _tell(self, told: Told) -> None:
        _add(self._told, json.dumps(told, ensure_ascii=False))
        self._transcript.lines.clear()


def _add(file: io.TextIOWrapper, line: str) -> None:
    """Add a line that is whole after a power cut."""
    file.write(line + "\n")
    file.flush()
