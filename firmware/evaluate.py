"""`arbiter evaluate`: how right the reader is on photos whose truth is known."""

import csv
import io
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

import cv2

from firmware.contact_sheet import sheets, tile
from firmware.figures import MEANINGS, as_plain, table
from firmware.ours import refuse_foreign, write_ours
from firmware.photos import PhotoError, load_photo
from firmware.plain_stream import beneath
from firmware.plots import confusion, reliability
from firmware.truths import Correction, TruePhoto, chosen, corrected, corrections, load_truths
from firmware.usage import UsageError
from firmware.whole import write_whole
from vision.evaluation import Rate, Tally, Verdict, is_fault, judge, tally
from vision.reading import Dice, DiceReader, Image

__all__ = ["CORRECTIONS", "Judged", "Wanted", "claims", "judge_photos", "run"]

REPORT: Final = "report.txt"
"""The file of a report by which its folder is known."""

CORRECTIONS: Final = Path(__file__).parent.parent / "tests" / "data" / "corrections.csv"
"""The list for the shared photos; it is used when it is there and no other is named."""

MOST_TILES: Final = 1120
"""Faults that are shown on contact sheets, 20 of them, 130 MB; errors.csv has all."""

EVERY_S: Final = 10.0
"""Seconds between two lines of progress where they cannot be written over one another."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for; names as firmware.truths.chosen takes them."""

    index: Path
    sources: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    report: Path | None = None
    corrections: Path | None = None
    dice: Dice = "auto"
    threads: int = 0


@dataclass(slots=True)
class Judged:
    """One photo's verdicts, by its labels as they are and as they were put right."""

    photo: TruePhoto
    as_labelled: tuple[Verdict, ...]
    verdicts: tuple[Verdict, ...]
    read_ms: float
    tiles: list[Image] = field(default_factory=list)


def run(wanted: Wanted, make_reader: Callable[[], DiceReader], out: TextIO, err: TextIO) -> int:
    """Read the photos, write the figures to out and the report; return 2 when a photo failed."""
    if wanted.threads > 0:
        cv2.setNumThreads(wanted.threads)
    photos = chosen(load_truths(wanted.index), wanted.sources, wanted.leave_out)
    if not photos:
        raise UsageError(f"{wanted.index}: no photo is left to measure")
    listed = _corrections(wanted.corrections)
    for photo in photos:
        corrected(photo, listed)  # a list that does not fit is told before the work
    if wanted.report is not None:
        _refuse_anothers(wanted.report)
    judged = judge_photos(photos, listed, wanted.dice, make_reader(), err)
    out.write(_account(judged, corrected_too=bool(_touched(photos, listed))))
    if wanted.report is not None:
        _write_report(wanted.report, judged, bool(_touched(photos, listed)))
        out.write(f"\nreport: {wanted.report}\n")
    return 0 if len(judged) == len(photos) else 2


def _corrections(named: Path | None) -> list[Correction]:
    if named is not None:
        return corrections(named)
    return corrections(CORRECTIONS) if CORRECTIONS.exists() else []


def _touched(photos: Sequence[TruePhoto], listed: Sequence[Correction]) -> set[str]:
    return {photo.file for photo in photos} & {correction.file for correction in listed}


def judge_photos(
    photos: Sequence[TruePhoto],
    listed: Sequence[Correction],
    dice: Dice,
    reader: DiceReader,
    err: TextIO,
) -> list[Judged]:
    """Read each photo once and judge it twice; photos that cannot be read are named on err."""
    judged: list[Judged] = []
    shown = 0
    progress = _Progress(len(photos), err)
    for photo in photos:
        progress.step(photo.folder)
        try:
            image = load_photo(photo.path)
        except PhotoError as error:
            progress.say(f"arbiter: {error}")
            continue
        began = time.perf_counter()
        observation = reader.read(image, dice)
        read_ms = (time.perf_counter() - began) * 1000
        verdicts = judge(corrected(photo, listed).truth, observation)
        faults = [verdict for verdict in verdicts if is_fault(verdict)][: MOST_TILES - shown]
        tiles = [tile(image, photo.file, verdict) for verdict in faults]
        shown += len(tiles)
        labelled = judge(photo.truth, observation)
        judged.append(Judged(photo, labelled, verdicts, read_ms, tiles))
    progress.end()
    return judged


class _Progress:
    """A line on a terminal that is written over, or else a line now and then."""

    def __init__(self, total: int, err: TextIO) -> None:
        self._total, self._err, self._done = total, err, 0
        self._began = self._said = time.monotonic()
        self._over = err.isatty()

    def step(self, where: str) -> None:
        now = time.monotonic()
        if self._over or now - self._said >= EVERY_S:
            per_photo = (now - self._began) / max(1, self._done)
            left = f", {per_photo * (self._total - self._done):.0f} s left" if self._done else ""
            line = f"{self._done} of {self._total} photos, {where}{left}"
            self._wipe()
            self._err.write(line if self._over else f"{line}\n")
            self._err.flush()
            self._said = now
        self._done += 1

    def say(self, words: str) -> None:
        self._wipe()
        self._err.write(f"{words}\n")

    def end(self) -> None:
        self._wipe()
        self._err.flush()

    def _wipe(self) -> None:
        """Empty the line that is written over."""
        if self._over:
            beneath(self._err).write("\r\x1b[K")


def _tallies(judged: Sequence[Judged], *, as_labelled: bool) -> dict[str, dict[str, Tally]]:
    """Return the tallies: of all, by source, and by each condition."""
    groups: dict[str, dict[str, list[tuple[Verdict, ...]]]] = {}
    for each in judged:
        verdicts = each.as_labelled if as_labelled else each.verdicts
        places = [("all", "all"), ("by source", each.photo.folder)]
        if each.photo.source.startswith(each.photo.folder + " "):
            places[1] = ("by source", each.photo.source)
        places += [(f"by {name}", given) for name, given in each.photo.conditions if given]
        for heading, name in places:
            groups.setdefault(heading, defaultdict(list))[name].append(verdicts)
    return {
        heading: {name: tally(some) for name, some in sorted(named.items())}
        for heading, named in groups.items()
    }


def _nothing_invented(judged: Sequence[Judged]) -> Rate | None:
    """Of the photos without dice, those in which no die was accepted; None without such photos."""
    bare = [each for each in judged if not each.photo.truth.dice]
    if not bare:
        return None
    clean = (not any(verdict.kind == "invented" for verdict in each.verdicts) for each in bare)
    return Rate(sum(clean), len(bare))


def _account(judged: Sequence[Judged], *, corrected_too: bool) -> str:
    parts = []
    for as_labelled in (True, False) if corrected_too else (True,):
        how = "as labelled" if as_labelled else "with the corrections"
        for heading, tallies in _tallies(judged, as_labelled=as_labelled).items():
            parts.append(f"{heading}, {how}\n{table(tallies)}")
    if nothing := _nothing_invented(judged):
        low, high = nothing.interval
        parts.append(
            f"photos without dice: {nothing.count} of {nothing.total} without an invented die that "
            f"was accepted, {100 * nothing.count / nothing.total:.2f} % "
            f"({100 * low:.2f}-{100 * high:.2f})\n"
        )
    times = sorted(each.read_ms for each in judged)
    if times:
        parts.append(f"reading a photo: {times[len(times) // 2]:.1f} ms (median)\n")
    return "\n".join([*parts, MEANINGS])


def _write_report(folder: Path, judged: Sequence[Judged], corrected_too: bool) -> None:
    """Write report.txt, figures.json, errors.csv, the plots and the contact sheets."""
    verdicts = [verdict for each in judged for verdict in each.verdicts]
    figures = {
        how: {
            heading: {name: as_plain(one) for name, one in tallies.items()}
            for heading, tallies in _tallies(judged, as_labelled=how == "as labelled").items()
        }
        for how in ("as labelled", "with the corrections")
    }
    nothing = _nothing_invented(judged)
    if nothing is not None:
        counts = [nothing.count, nothing.total, nothing.rate, *nothing.interval]
        figures["photos without dice"] = {"all": {"nothing invented": {"rate": counts}}}
    pictures = {
        "confusion.png": confusion(verdicts),
        "reliability.png": reliability(claims(judged)),
    }
    faults = [picture for each in judged for picture in each.tiles]
    for number, sheet in enumerate(sheets(faults), start=1):
        pictures[f"errors-{number:02}.png"] = sheet
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_anothers(folder)
        for old in folder.glob("errors-*.png"):
            old.unlink()  # from a longer report before
        account = _account(judged, corrected_too=corrected_too)
        write_ours(folder / REPORT, account.encode())
        write_whole(folder / "figures.json", json.dumps(figures, indent=1).encode())
        write_whole(folder / "errors.csv", _errors(judged).encode())
        for name, picture in pictures.items():
            write_ours(folder / name, cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        where = error.filename or folder
        raise UsageError(f"{where}: the report cannot be written: {error.strerror}") from error


def _refuse_anothers(folder: Path) -> None:
    """Raise UsageError where this folder's files are no report's of ours."""
    try:
        refuse_foreign([folder / REPORT, *folder.glob("errors-*.png")])
        if not (folder / REPORT).exists():
            refuse_foreign([folder / "figures.json", folder / "errors.csv"])
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from error


def claims(judged: Iterable[Judged]) -> list[tuple[float, bool]]:
    """Return (confidence, whether the guess was right) of readings whose die is known."""
    return [
        (
            verdict.reading.confidence,
            verdict.die is not None and verdict.reading.guess == verdict.die.face,
        )
        for each in judged
        if each.photo.truth.boxed
        for verdict in each.verdicts
        if verdict.reading is not None
        and verdict.reading.guess is not None
        and not (verdict.die is not None and verdict.die.problem)
    ]


def _errors(judged: Sequence[Judged]) -> str:
    """The text of errors.csv."""
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    rows.writerow(
        ["file", "kind", "face", "box", "problem", "read", "guess", "confidence", "why", "at"]
    )
    for each in judged:
        for verdict in filter(is_fault, each.verdicts):
            rows.writerow([each.photo.file, verdict.kind, *_die(verdict), *_reading(verdict)])
    return file.getvalue()


def _die(verdict: Verdict) -> list[object]:
    die = verdict.die
    if die is None:
        return ["", "", ""]
    return [die.face, " ".join(f"{side:g}" for side in die.box or ()), die.problem or ""]


def _reading(verdict: Verdict) -> list[object]:
    reading = verdict.reading
    if reading is None:
        return [""] * 5
    box = " ".join(f"{side:.0f}" for side in reading.box)
    face, guess = reading.face or "", reading.guess or ""
    return [face, guess, f"{reading.confidence:.4f}", reading.why or "", box]
