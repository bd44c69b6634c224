"""`arbiter capture`: pictures of real dice with their truth, for `arbiter evaluate`.

Each picture is read and shown; a person says what is wrong; picture and truth go into the folder.
Nobody else's dice tell how well the table reads yours.
"""

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol, TextIO

import cv2

from firmware.photos import printable
from firmware.read import JPEG_QUALITY
from firmware.sheet import Sheet, SheetError
from firmware.sight import Picture, Sight
from firmware.usage import UsageError
from hardware.errors import CameraError
from vision.annotate import annotate
from vision.reading import WHY, Dice, DiceReader, Image

__all__ = ["COLUMNS", "Wanted", "pictures_of", "run"]

COLUMNS: Final = (
    "file", "source", "width", "height", "n_dice", "faces", "boxes", "viewpoint", "tray",
)  # fmt: skip
"""The columns of index.csv, as firmware.truths reads them."""

INDEX: Final = "index.csv"
LAST: Final = "last.jpg"
"""The picture being asked about, with what was read drawn on it; written anew each time."""

HELP: Final = """\
  Enter        all is right: keep the picture; a die with ? has to be named before
  2=5          die 2 shows a five (or I, V, X); numbered from the left, as in last.jpg
  2=-          what is called die 2 is none
  +4           a die with a four was not found
  s            skip this picture: so where a die leans or lies half outside
  q            stop here
  up, down     another face for the die pointed at, of one with ? first the likeliest;
               help: the next die; back: it is none;
  ok           keep the picture: the buttons of the table
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for: the folder, the source's name in the index, the dice, how it lies.

    viewpoint: "top" or "oblique"; tray: whether the dice lie in one.
    """

    folder: Path
    source: str
    dice: Dice = "auto"
    viewpoint: str = "top"
    tray: bool = True


class Ask(Protocol):
    """Asks the person; None when nobody answers any more."""

    def __call__(self) -> str | None:
        """Return the next line that was typed, without its end."""
        ...


def pictures_of(sight: Sight, ready: Callable[[], bool]) -> Iterator[Picture]:
    """Picture after picture; of a live camera, one each time that ready says so."""
    while not sight.live or ready():
        picture = sight.take()
        if picture is None:
            return
        yield picture


def run(
    pictures: Iterable[Picture], wanted: Wanted, reader: DiceReader, ask: Ask, out: TextIO
) -> int:
    """Read, ask and keep, picture after picture; return 0, or 2 when something was not written."""
    album = Album(wanted.folder)
    kept = 0
    try:
        for picture in pictures:
            observation = reader.read(picture.image, wanted.dice)
            read = Sheet.of(observation)
            album.show(annotate(picture.image, observation, read.numbers(observation)))
            sheet = _asked(read, picture, ask, out)
            if sheet is None:
                break
            if sheet.skipped:
                continue
            name = album.keep(picture.image, _row(sheet, picture.image, wanted))
            kept += 1
            out.write(f"  kept as {name}: {sheet.told()}\n")
    except (OSError, CameraError) as error:
        out.write(f"arbiter: {error}\n")
        return 2
    finally:
        index = wanted.folder / INDEX
        follows = f"; arbiter evaluate {printable(index)} measures" if kept else ""
        out.write(f"{kept} kept{follows}\n")
    return 0


def _asked(sheet: Sheet, picture: Picture, ask: Ask, out: TextIO) -> Sheet | None:
    """The sheet as the person left it; None when the person stops."""
    dice = f"{len(sheet.dice)} {'die' if len(sheet.dice) == 1 else 'dice'}"
    out.write(f"{printable(picture.name) or 'picture'}  ({dice})\n")
    while True:
        out.write(_list(sheet))
        out.write(_prompt(sheet))
        out.flush()
        line = ask()
        if line is None or line.strip().lower() in {"q", "quit"}:
            out.write("\n" if line is None else "")
            return None
        word = line.strip()
        if word.lower() in {"", "ok"}:
            if not sheet.asked:
                return sheet
            out.write(_unnamed(sheet))
            continue
        if word.lower() in {"s", "skip"}:
            return replace(sheet, skipped=True)
        if word.lower() in {"h", "?"}:
            out.write(HELP)
            continue
        try:
            sheet = sheet.told_so(word)
        except SheetError as error:
            out.write(f"  {error}\n")


def _prompt(sheet: Sheet) -> str:
    if sheet.asked:
        return f"What does die {sheet.asked[0]} show? h says more: "
    return "Enter keeps it, h says more: "


def _unnamed(sheet: Sheet) -> str:
    """What Enter says while a die was not accepted and nobody has named its face."""
    number = sheet.asked[0]
    guess = sheet.dice[number - 1].reading.guess
    face = 1 if guess is None else guess
    return (
        f"  die {number} was not accepted: say what it shows, {number}={face} where that is right, "
        f"{number}=- when it is none; s skips the picture\n"
    )


def _list(sheet: Sheet) -> str:
    lines = []
    for number, die in enumerate(sheet.dice, start=1):
        mark = ">" if number - 1 == sheet.at else " "
        x, y = (round(part) for part in die.reading.center)
        shown = "?" if die.asked else "none" if die.face is None else str(die.face)
        why = die.reading.why
        doubt = "" if why is None else f"  not accepted: {WHY.get(why, why)}"
        sure = f"{die.reading.confidence:.0%}"
        said = ""
        if die.reading.guess is not None and die.face != die.reading.guess:
            said = f"  ({'perhaps' if die.asked else 'was read as'} {die.reading.guess})"
        lines.append(f" {mark}{number:>2}  {shown:<4} {sure:>4}  at {x}, {y}{said}{doubt}\n")
    lines += [f"  +   {face}     not found by the reader\n" for face in sheet.missed]
    return "".join(lines)


def _row(sheet: Sheet, image: Image, wanted: Wanted) -> dict[str, str]:
    """The line of index.csv but for the file's name.

    With a die whose place nobody knows, the faces alone are the truth: boxes stay empty.
    """
    true = sheet.true_dice()
    boxes = ""
    if not sheet.missed:
        listed = (
            "[" + ", ".join(f"{side:.1f}" for side in box) + f", {_json(face)}]"
            for face, box in true
        )
        boxes = "[" + ", ".join(listed) + "]"
    faces = [str(face) for face, _ in true] + [str(face) for face in sheet.missed]
    return {
        "source": wanted.source, "width": str(image.shape[1]), "height": str(image.shape[0]),
        "n_dice": str(len(faces)), "faces": " ".join(sorted(faces)), "boxes": boxes,
        "viewpoint": wanted.viewpoint, "tray": str(int(wanted.tray)),
    }  # fmt: skip


def _json(face: object) -> str:
    return str(face) if isinstance(face, int) else f'"{face}"'


class Album:
    """The folder that pictures and index.csv go into; what is there stays and is added to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = folder / INDEX
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._check()
        except OSError as error:
            raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error

    def _check(self) -> None:
        if not self._index.exists():
            if os.path.lexists(self._folder / LAST):
                raise UsageError(
                    f"{self._folder / LAST}: is none of capture's, which would write over it; "
                    "choose another folder, or give it another name"
                )
            return
        with self._index.open(encoding="utf-8", newline="") as file:
            first = next(csv.reader(file), [])
        if first and tuple(first) != COLUMNS:
            raise UsageError(
                f"{self._index}: begins with {','.join(first)[:80]!r}; capture adds only to an "
                f"index of its own, {','.join(COLUMNS)}"
            )

    def show(self, image: Image) -> None:
        """Write what is being asked about; the index says from then on that the folder is ours."""
        if not self._index.exists():
            self._index.write_text(",".join(COLUMNS) + "\n", encoding="utf-8")
        (self._folder / LAST).write_bytes(_jpeg(image))

    def keep(self, image: Image, row: dict[str, str]) -> str:
        """Write a picture and then its line, each to the card; return the picture's name."""
        name = self._new_name()
        with (self._folder / name).open("xb") as file:
            file.write(_jpeg(image))
            file.flush()
            os.fsync(file.fileno())
        line = io.StringIO()
        table = csv.DictWriter(line, COLUMNS, lineterminator="\n")
        if not self._index.exists() or self._index.stat().st_size == 0:
            table.writeheader()
        table.writerow({"file": name, **row})
        with self._index.open("a", encoding="utf-8", newline="") as index:
            index.write(line.getvalue())
            index.flush()
            os.fsync(index.fileno())
        return name

    def _new_name(self) -> str:
        numbers = [
            int(found.group(1))
            for path in self._folder.glob("dice-*.jpg")
            if (found := re.fullmatch(r"dice-(\d{4,6})\.jpg", path.name))
        ]
        return f"dice-{max(numbers, default=0) + 1:04}.jpg"


def _jpeg(image: Image) -> bytes:
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return bytes(encoded.tobytes())
