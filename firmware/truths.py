"""Photos whose truth is known: an index of real ones, a folder of rendered ones, corrections.

An index is a CSV file with the columns file, source, width, height, n_dice, faces, boxes (a JSON
list of [x, y, width, height, face], empty when only the faces are known), viewpoint, tray. Beside a
rendered NAME.jpg lies NAME.json with the dice as they were simulated.
"""

import csv
import fnmatch
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Final

from firmware.usage import UsageError, invalid
from vision.evaluation import Box, TrueDie, Truth, holds
from vision.reading import Face

__all__ = [
    "REASONS",
    "Correction",
    "TruePhoto",
    "chosen",
    "corrected",
    "corrections",
    "load_truths",
]

REASONS: Final = {
    "leaning": "the die leans on a wall or another die: a referee would ask",
    "cut": "the edge of the picture cuts the die: a referee would ask",
    "outside": "what lies in the box is no part of the throw, as in a neighbouring tray",
    "mislabelled": "the die shows another face, the one in should_be",
    "twice": "the die is labelled a second time",
    "unlabelled": "a die without a label lies at box and shows should_be",
}
"""What a correction can say about a label."""


@dataclass(frozen=True, slots=True)
class TruePhoto:
    """One photo and what lay in it.

    file: its name in the index. conditions: pairs such as ("viewpoint", "oblique").
    """

    file: str
    path: Path
    source: str
    truth: Truth
    conditions: tuple[tuple[str, str], ...]

    @property
    def folder(self) -> str:
        """The folder that the photo lies in."""
        return self.path.parent.name


@dataclass(frozen=True, slots=True)
class Correction:
    """What one label should have been; line is where the list says so, for messages."""

    line: str
    file: str
    reason: str
    face: Face | None
    box: Box | None
    should_be: Face | None


def load_truths(index: Path) -> list[TruePhoto]:
    """Return the photos of an index.csv or of a folder of stills; raise UsageError when unfit."""
    if index.is_dir():
        photos = [_still(path) for path in sorted(index.glob("*.json"))]
        if not photos:
            raise UsageError(f"{index}: holds no NAME.json beside a NAME.jpg; name an index.csv")
        return photos
    photos = []
    for line, row in _rows(index, ("file", "source", "faces", "boxes")):
        try:
            photos.append(_indexed(index.parent, row))
        except (ValueError, TypeError, RecursionError) as error:
            raise UsageError(f"{line}: {error}") from error
    return photos


def _rows(path: Path, columns: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Return each row with where it stands; raise UsageError when columns are missing."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets write the mark
            table = csv.DictReader(file)
            lacking = [name for name in columns if name not in (table.fieldnames or ())]
            if lacking:
                raise UsageError(f"{path}: lacks the column {lacking[0]}")
            return [
                (f"{path}, line {table.line_num}", {k: v or "" for k, v in row.items() if k})
                for row in table
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: cannot be read as a list: {reason}") from error


def _face(text: object) -> Face:
    word = str(text).strip()
    if word in {"1", "2", "3", "4", "5", "6"}:
        return int(word)
    if word in {"I", "V", "X"}:
        return word
    raise ValueError(f"no face {word!r}: expected 1 to 6, or I, V or X")


def _box(sides: object) -> Box:
    """Four sides as a file tells them; raises ValueError for what is no box."""
    if isinstance(sides, list) and len(sides) == 4:
        numbers = [side for side in sides if type(side) in (int, float) and isfinite(side)]
        if len(numbers) == 4 and min(numbers[2:]) >= 0:
            return numbers[0], numbers[1], numbers[2], numbers[3]
    raise ValueError(f"no box {str(sides)[:80]}: expected [x, y, width, height] in pixels")


def _indexed(folder: Path, row: dict[str, str]) -> TruePhoto:
    boxes = json.loads(row["boxes"] or "[]")
    if boxes:
        dice = tuple(TrueDie(_face(face), _box(sides)) for *sides, face in boxes)
    else:
        dice = tuple(TrueDie(_face(face)) for face in row["faces"].split())
    conditions = [("viewpoint", row.get("viewpoint", ""))]
    conditions.append(("tray", "tray" if row.get("tray") == "1" else "no tray"))
    # A photo without any die has no boxes either: then every reading of it is a false one.
    truth = Truth(dice, boxed=bool(boxes) or not dice)
    path = folder / row["file"]
    return TruePhoto(row["file"], path, row["source"], truth, tuple(conditions))


def _still(path: Path) -> TruePhoto:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        dice = tuple(
            TrueDie(
                _face(die["face"]), _box(die["box"]), die["problem"], visible=die.get("visible", 1)
            )
            for die in told["dice"]
        )
        look = told.get("look", {})
        conditions = [("style", told["style"]), ("arrangement", told.get("arrangement", ""))]
        conditions += [("light", look.get("light", "")), ("floor", look.get("floor", ""))]
        photo = path.with_name(told["file"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{path}: is no truth of a still: {error!r}") from error
    source = f"{path.parent.name} {told['style']}"
    return TruePhoto(photo.name, photo, source, Truth(dice, boxed=True), tuple(conditions))


def chosen(
    photos: Iterable[TruePhoto], sources: Sequence[str], leave_out: Sequence[str]
) -> list[TruePhoto]:
    """Return the photos of the sources named (all when none is) that are not left out.

    A name is a source, its last part, or a folder, or one of these with a pattern of file names
    behind a colon. Raises UsageError for a name that fits no photo.
    """
    listed = list(photos)
    for option, names in (("--source", sources), ("--leave-out", leave_out)):
        for name in names:
            if not any(_fits(photo, name) for photo in listed):
                raise invalid(option, name, {p.source for p in listed} | {p.folder for p in listed})
    return [
        photo
        for photo in listed
        if (not sources or any(_fits(photo, name) for name in sources))
        and not any(_fits(photo, name) for name in leave_out)
    ]


def _fits(photo: TruePhoto, name: str) -> bool:
    where, _, pattern = name.partition(":")
    if where not in {photo.source, photo.source.split("/")[-1], photo.folder}:
        return False
    return fnmatch.fnmatchcase(photo.path.name, pattern + "*")


def corrections(path: Path) -> list[Correction]:
    """Return a list of corrections: file, face, box, reason, should_be; a box is `x y w h`."""
    listed = []
    for line, row in _rows(path, ("file", "face", "box", "reason", "should_be")):
        if row["reason"] not in REASONS:
            raise UsageError(f"{line}: {invalid('reason', row['reason'], REASONS)}")
        try:
            sides = [float(side) for side in row["box"].split()]
            box = (sides[0], sides[1], sides[2], sides[3]) if sides else None
            face = _face(row["face"]) if row["face"] else None
            should_be = _face(row["should_be"]) if row["should_be"] else None
        except (ValueError, IndexError) as error:
            raise UsageError(f"{line}: {error}") from error
        if should_be is None and row["reason"] in {"mislabelled", "unlabelled"}:
            raise UsageError(f"{line}: {row['reason']} needs a face in should_be")
        listed.append(Correction(line, row["file"], row["reason"], face, box, should_be))
    return listed


def corrected(photo: TruePhoto, listed: Iterable[Correction]) -> TruePhoto:
    """Return the photo with its labels put right; raise UsageError when one is not there."""
    truth = photo.truth
    for correction in listed:
        if correction.file == photo.file:
            truth = _put_right(truth, correction)
    return replace(photo, truth=truth)


def _put_right(truth: Truth, correction: Correction) -> Truth:
    dice, beyond = list(truth.dice), truth.beyond
    if correction.reason == "unlabelled":
        assert correction.should_be is not None
        dice.append(TrueDie(correction.should_be, correction.box))
    elif correction.reason == "outside" and correction.box is not None:
        beyond = (*beyond, correction.box)
        dice = [die for die in dice if not (die.box and holds(correction.box, _middle(die.box)))]
    else:
        i = _labelled(dice, correction)
        if correction.reason == "mislabelled":
            assert correction.should_be is not None
            dice[i] = replace(dice[i], face=correction.should_be)
        elif correction.reason in {"leaning", "cut"}:
            dice[i] = replace(dice[i], problem=correction.reason)
        else:
            del dice[i]
    return replace(truth, dice=tuple(dice), beyond=beyond)


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _labelled(dice: Sequence[TrueDie], correction: Correction) -> int:
    """Return which die a correction speaks of: the first that has its box and face."""
    for i, die in enumerate(dice):
        if correction.box is not None and die.box is not None:
            same = all(abs(a - b) <= 1 for a, b in zip(die.box, correction.box, strict=True))
        else:
            same = die.problem is None
        if same and correction.face in {None, die.face}:
            return i
    raise UsageError(f"{correction.line}: {correction.file} has no such label")
