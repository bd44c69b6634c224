"""`arbiter read`: the dice on photos, as lines for people or for programs."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TextIO, runtime_checkable

import cv2

from firmware.ours import write_ours
from firmware.photos import PhotoError, load_photo, printable
from firmware.usage import UsageError
from vision.annotate import annotate
from vision.reading import WHY, Dice, DiceReader, Image, Observation, Reading

__all__ = ["JPEG_QUALITY", "StagedReader", "Wanted", "reader_maker", "run"]

JPEG_QUALITY: Final = 92
"""Of the pictures that are written: thin lines stay clean, files stay small."""

FAILED: Final = 2
"""The exit status when a file could not be read or a picture could not be written."""


@runtime_checkable
class StagedReader(Protocol):
    """A reader that also shows how it came to its observation."""

    def stages(self, image: Image, dice: Dice) -> Iterator[tuple[str, Callable[[], Image]]]:
        """Yield after each stage its name and what draws its picture, made only when called."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for; the folders are made when they are not there."""

    dice: Dice = "auto"
    as_json: bool = False
    annotate: Path | None = None
    debug: Path | None = None


def reader_maker(models: Path | None) -> Callable[[], DiceReader]:
    """Return what loads the reader: with its own models, or with those in a folder.

    What is returned raises UsageError when a model is not there.
    """

    def make() -> DiceReader:
        from vision.reader import Reader  # noqa: PLC0415 - once a photo has been opened

        try:
            return Reader() if models is None else Reader(models)
        except FileNotFoundError as error:
            raise UsageError(str(error)) from error

    return make


def run(
    photos: Sequence[str],
    wanted: Wanted,
    make_reader: Callable[[], DiceReader],
    out: TextIO,
    err: TextIO,
) -> int:
    """Read each photo and write its dice to out; return 0, or 2 when a file failed.

    A file that fails is named on err and the others are still read.
    """
    status = 0
    reader: DiceReader | None = None
    pictures = _Names({_real(Path(name)) for name in photos if "\0" not in name})
    for name in photos:
        photo = Path(name)
        try:
            image = load_photo(photo)
            reader = reader or make_reader()
            observation, read_ms = _read(reader, image, wanted.dice, photo)
            line = _json_line if wanted.as_json else _text
            out.write(line(name, observation, read_ms))
            out.flush()
            if wanted.annotate is not None:
                _write(pictures.new(wanted.annotate, photo, "read"), annotate(image, observation))
            if wanted.debug is not None:
                _write_stages(reader, image, wanted, photo, pictures)
        except PhotoError as error:
            err.write(f"arbiter: {error}\n")
            status = FAILED
    return status


def _read(reader: DiceReader, image: Image, dice: Dice, photo: Path) -> tuple[Observation, float]:
    began = time.perf_counter()
    try:
        observation = reader.read(image, dice)
    except ValueError as error:
        raise PhotoError(f"{printable(photo)}: {error}") from error
    return observation, (time.perf_counter() - began) * 1000


def _json_line(photo: str, observation: Observation, read_ms: float) -> str:
    line = {
        "file": photo,
        "width": observation.width,
        "height": observation.height,
        "dice": [_die(reading) for reading in observation.readings],
        "read_ms": round(read_ms, 1),
    }
    return json.dumps(line) + "\n"


def _die(reading: Reading) -> dict[str, object]:
    return {
        "face": reading.face,
        "guess": reading.guess,
        "confidence": round(reading.confidence, 4),
        "box": [round(side, 1) for side in reading.box],
        "why": reading.why,
    }


def _text(photo: str, observation: Observation, read_ms: float) -> str:
    readings = sorted(observation.readings, key=lambda reading: (reading.box[0], reading.box[1]))
    faces = " ".join(sorted(str(r.face) for r in readings if r.face is not None))
    asked = sum(reading.face is None for reading in readings)
    found = f"{len(readings)} dice" if len(readings) != 1 else "1 die"
    parts = [found if readings else "no dice"]
    if faces:
        parts.append(f"faces {faces}")
    if asked:
        parts.append(f"{asked} not accepted")
    size = f"{observation.width} x {observation.height}"
    head = f"{printable(photo)}  ({size}, {read_ms:.0f} ms)\n  {', '.join(parts)}\n"
    return head + "".join(_row(reading) for reading in readings)


def _row(reading: Reading) -> str:
    x, y, width, height = (round(side) for side in reading.box)
    place = f"at {x}, {y}, {width} x {height}"
    if reading.face is not None:
        return f"    {reading.face!s:<3}{reading.confidence:7.1%}  {place}\n"
    why = reading.why or "doubtful"
    perhaps = "" if reading.guess is None else f"perhaps {reading.guess} ({reading.confidence:.1%})"
    row = f"    ?  {'':7}  {place:<26}  {perhaps}".rstrip()
    return f"{row}\n{'':14}  {why}: {WHY.get(why, 'no more is known')}\n"


class _Names:
    """Names for pictures: two photos of one name get two, and no photo is written over."""

    def __init__(self, photos: set[str]) -> None:
        self._taken = photos

    def new(self, folder: Path, photo: Path, what: str) -> Path:
        name, number = folder / f"{photo.stem}-{what}.jpg", 1
        while _real(name) in self._taken:
            number += 1
            name = folder / f"{photo.stem}-{what}-{number}.jpg"
        self._taken.add(_real(name))
        return name


def _real(path: Path) -> str:
    """Return where a path leads; unlike Path.resolve it takes links in a circle as they are."""
    return os.path.realpath(path)


def _write(path: Path, image: Image) -> None:
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_ours(path, encoded.tobytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PhotoError(f"{printable(path)}: cannot be written: {reason}") from error


def _write_stages(
    reader: DiceReader, image: Image, wanted: Wanted, photo: Path, pictures: _Names
) -> None:
    assert wanted.debug is not None
    _write(pictures.new(wanted.debug, photo, "0-input"), image)
    if not isinstance(reader, StagedReader):
        raise PhotoError(f"{printable(photo)}: this reader shows no stages; only the input is kept")
    for number, (name, draw) in enumerate(reader.stages(image, wanted.dice), start=1):
        _write(pictures.new(wanted.debug, photo, f"{number}-{name}"), draw())
