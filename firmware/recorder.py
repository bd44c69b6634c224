"""Recording a game as it is played: a folder, or one zip file, that a replay understands."""

import io
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
from PIL import Image as Picture

from firmware.bundle import pack
from firmware.loop import Item, Press, Said
from firmware.transcript import TOLD, Told, Transcript
from hardware.errors import RecordingError
from hardware.ports import Frame
from hardware.sim.camera import decode_frame

__all__ = ["Jpeg", "Recorder", "as_replayed", "encoded"]

QUALITY: Final = 90
"""JPEG quality of the frames, 0 to 100: 60 to 90 kB each at 640 x 480."""

VERSION: Final = 1
"""Version of the recording's form; a recording without one is of this."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A frame as it is kept: packed, with its time."""

    packed: bytes
    time_s: float


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


class Recorder:
    """Writes what the loop takes, says and shows, as it comes.

    place is a new folder, or NAME.zip, which is packed at the end. settings is the text of the
    table.toml. Raises RecordingError when place exists, OSError when the disk fails.
    """

    def __init__(self, place: Path, settings: str = "") -> None:
        is_zip = place.suffix.lower() == ".zip"
        self._zip = place if is_zip else None
        self.folder = place.with_name(place.name + ".folder") if is_zip else place
        for path in (place, self.folder):
            if path.exists():
                raise RecordingError(f"{path} exists; choose another name for the recording")
        (self.folder / "frames").mkdir(parents=True)
        (self.folder / "table.toml").write_text(settings, encoding="utf-8")
        (self.folder / "recording.toml").write_text(f"version = {VERSION}\n", encoding="utf-8")
        self._frames = self._table("frames.csv", "file,time_s")
        self._presses = self._table("presses.csv", "time_s,button")
        self._ticks = self._table("ticks.csv", "time_s,tick")
        self._told = (self.folder / TOLD).open("w", encoding="utf-8")
        self._transcript = Transcript()
        self._count = 0
        self._closed = False

    def take(self, item: Item) -> None:
        """Record an item that the loop is about to take."""
        if isinstance(item, Frame):
            self.take_jpeg(encoded(item))
            return
        self._transcript.take(item)
        if isinstance(item, Press):
            _add(self._presses, f"{item.time_s!r},{item.button}")
        else:
            _add(self._ticks, f"{item.time_s!r},tick")

    def take_jpeg(self, jpeg: Jpeg) -> None:
        """Record a frame that is packed already."""
        name = f"{self._count:06d}.jpg"
        self._count += 1
        (self.folder / "frames" / name).write_bytes(jpeg.packed)
        _add(self._frames, f"{name},{jpeg.time_s!r}")
        self._transcript.count(jpeg.time_s)

    def said(self, said: Said) -> None:
        """Record a line that the table said."""
        self._tell(self._transcript.said(said))

    def shown(self, image: Picture.Image) -> None:
        """Record a screen that the table showed."""
        self._tell(self._transcript.shown(image))

    def close(self) -> None:
        """End the recording, and pack it if it is to be a zip; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        for file in (self._frames, self._presses, self._ticks, self._told):
            file.close()
        if self._zip is not None:
            pack(self.folder, self._zip)
            shutil.rmtree(self.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

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
