"""`arbiter evaluate` from photos to figures, with a reader that is told what to say."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO, cast

import cv2
import numpy as np
import pytest

from firmware.contact_sheet import PER_SHEET, sheets, tile
from firmware.evaluate import Wanted, run
from firmware.figures import as_plain, table
from firmware.ours import write_ours
from firmware.plain_stream import PlainStream
from firmware.plots import confusion, reliability
from firmware.usage import UsageError
from vision.evaluation import Kind, TrueDie, Verdict, tally
from vision.reading import Dice, Face, Image, Observation, Reading

HEAD = "file,source,width,height,n_dice,faces,boxes,viewpoint,tray,notes\n"


class ByShade:
    """Reads what was laid down for a picture's grey shade."""

    def __init__(self, readings: Mapping[int, Sequence[Reading]]) -> None:
        self.readings = readings
        self.made = 0

    def __call__(self) -> "ByShade":
        self.made += 1
        return self

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        shade = int(image[0, 0, 0])
        return Observation(tuple(self.readings[shade]), image.shape[1], image.shape[0])


def read(x: int, face: Face | None, confidence: float = 0.99, guess: Face | None = None) -> Reading:
    why = None if face else "doubtful"
    return Reading(face, guess or face, confidence, (x, 10, 20, 20), (x + 10, 20), why)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """Three photos of two sources: shades 10, 20, 30."""
    rows = [
        'red/a.png,ann/red,100,50,2,3 5,"[[10, 10, 20, 20, 5], [60, 10, 20, 20, 3]]",overhead,1,\n',
        'red/b.png,ann/red,100,50,1,6,"[[10, 10, 20, 20, 6]]",overhead,,\n',
        "blue/c.png,ben/blue,100,50,2,2 2,[],oblique,,\n",
    ]
    for name, shade in (("red/a.png", 10), ("red/b.png", 20), ("blue/c.png", 30)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        encoded = cv2.imencode(".png", np.full((50, 100, 3), shade, np.uint8))[1]
        (tmp_path / name).write_bytes(encoded.tobytes())
    (tmp_path / "index.csv").write_text(HEAD + "".join(rows), encoding="utf-8")
    (tmp_path / "none.csv").write_text("file,face,box,reason,should_be\n", encoding="utf-8")
    return tmp_path / "index.csv"


READER = {
    10: [read(10, 5), read(60, None, 0.6, 3)],
    20: [read(10, 1)],
    30: [read(10, 2), read(40, 2)],
}


def evaluated(wanted: Wanted, reader: ByShade | None = None) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run(wanted, reader or ByShade(READER), out, err)
    return status, out.getvalue(), err.getvalue()


def figures(folder: Path) -> dict[str, dict[str, dict[str, dict[str, list[float]]]]]:
    loaded: dict[str, dict[str, dict[str, dict[str, list[float]]]]] = json.loads(
        (folder / "figures.json").read_text(encoding="utf-8")
    )
    return loaded


def test_the_report_has_the_figures_by_source_and_condition(index: Path) -> None:
    folder = index.parent / "new" / "report"
    wanted = Wanted(index, report=folder, corrections=index.with_name("none.csv"))
    status, out, _ = evaluated(wanted)
    assert status == 0
    assert f"report: {folder}" in out
    told = figures(folder)["as labelled"]
    assert told["all"]["all"]["exact"][:2] == [3, 5]
    assert told["all"]["all"]["wrong"][:2] == [1, 5]
    assert told["all"]["all"]["asked"][:2] == [1, 5]
    assert told["all"]["all"]["photos_all_exact"][:2] == [1, 3]
    assert told["by source"]["blue"]["exact"][:2] == [2, 2]
    assert told["by source"]["red"]["exact"][:2] == [1, 3]
    assert told["by viewpoint"]["oblique"]["exact"][:2] == [2, 2]
    assert told["by tray"]["tray"]["exact"][:2] == [1, 2]
    report = (folder / "report.txt").read_text(encoding="utf-8")
    assert report.removesuffix("\n\nmade by Arbiter\n") in out


def test_photos_without_dice_are_counted_by_what_was_invented_in_them(tmp_path: Path) -> None:
    rows = ['red/a.png,ann/red,100,50,1,5,"[[10, 10, 20, 20, 5]]",overhead,1,\n']
    readings = {10: [read(10, 5)], 20: [], 30: [read(40, None, 0.6, 3)], 40: [read(40, 2)]}
    (tmp_path / "red").mkdir()
    for name, shade in (("a", 10), ("b", 20), ("c", 30), ("d", 40)):
        encoded = cv2.imencode(".png", np.full((50, 100, 3), shade, np.uint8))[1]
        (tmp_path / "red" / f"{name}.png").write_bytes(encoded.tobytes())
        if shade > 10:
            rows.append(f"red/{name}.png,ann/red,100,50,0,,[],overhead,1,\n")
    (tmp_path / "index.csv").write_text(HEAD + "".join(rows), encoding="utf-8")
    wanted = Wanted(tmp_path / "index.csv", report=tmp_path / "report")
    _, out, _ = evaluated(wanted, ByShade(readings))
    assert "photos without dice: 2 of 3 without an invented die that was accepted, 66.67 %" in out
    told = json.loads((tmp_path / "report" / "figures.json").read_text(encoding="utf-8"))
    assert told["photos without dice"]["all"]["nothing invented"]["rate"][:2] == [2, 3]


def test_without_such_photos_nothing_is_said_of_them(index: Path) -> None:
    assert "photos without dice" not in evaluated(Wanted(index))[1]


def test_every_fault_is_listed_and_shown(index: Path) -> None:
    folder = index.parent / "report"
    evaluated(Wanted(index, report=folder, corrections=index.with_name("none.csv")))
    with (folder / "errors.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["file"], row["kind"], row["face"], row["read"], row["guess"]) for row in rows] == [
        ("red/a.png", "asked", "3", "", "3"),
        ("red/b.png", "wrong", "6", "1", "1"),
    ]
    assert rows[0]["why"] == "doubtful"
    assert rows[1]["box"] == "10 10 20 20"
    names = sorted(path.name for path in folder.glob("*.png"))
    assert names == ["confusion.png", "errors-01.png", "reliability.png"]


def test_sheets_of_a_longer_report_before_are_gone(index: Path) -> None:
    folder = index.parent / "report"
    folder.mkdir()
    write_ours(folder / "errors-07.png", b"\x89PNG\r\n\x1a\n" + b"0" * 99)
    evaluated(Wanted(index, report=folder))
    assert not (folder / "errors-07.png").exists()


@pytest.mark.parametrize("name", ["report.txt", "figures.json", "errors.csv", "errors-07.png"])
def test_a_report_spares_the_files_of_others(index: Path, name: str) -> None:
    folder = index.parent / "report"
    folder.mkdir()
    (folder / name).write_text("dear", encoding="utf-8")
    with pytest.raises(UsageError, match="none that arbiter made"):
        evaluated(Wanted(index, report=folder))
    assert [path.name for path in folder.iterdir()] == [name]


def test_figures_are_given_with_and_without_the_corrections(index: Path) -> None:
    listed = index.with_name("list.csv")
    rows = "file,face,box,reason,should_be\nred/b.png,6,10 10 20 20,mislabelled,1\n"
    listed.write_text(rows, encoding="utf-8")
    folder = index.parent / "report"
    _, out, _ = evaluated(Wanted(index, report=folder, corrections=listed))
    assert "all, as labelled\n" in out
    assert "all, with the corrections\n" in out
    told = figures(folder)
    assert told["as labelled"]["all"]["all"]["exact"][:2] == [3, 5]
    assert told["with the corrections"]["all"]["all"]["exact"][:2] == [4, 5]


def test_corrections_of_other_photos_are_not_spoken_of(index: Path) -> None:
    assert "corrections" not in evaluated(Wanted(index))[1]


def test_a_source_alone_is_measured(index: Path) -> None:
    _, out, _ = evaluated(Wanted(index, sources=("blue",)))
    assert "red" not in out.split("reading a photo")[0]
    assert "blue" in out


def test_nothing_left_to_measure_is_told(index: Path) -> None:
    with pytest.raises(UsageError, match="no photo is left"):
        evaluated(Wanted(index, sources=("blue",), leave_out=("blue",)))


def test_a_photo_that_cannot_be_read_is_named_and_left_out(index: Path) -> None:
    (index.parent / "red" / "b.png").write_text("hello")
    status, out, err = evaluated(Wanted(index))
    assert status == 2
    assert "b.png: is no picture" in err
    assert out.splitlines()[2].split()[:2] == ["all", "2"]


def test_one_reader_reads_everything(index: Path) -> None:
    reader = ByShade(READER)
    evaluated(Wanted(index), reader)
    assert reader.made == 1


def test_a_list_that_does_not_fit_is_told_before_the_reader_is_made(index: Path) -> None:
    listed = index.with_name("list.csv")
    listed.write_text("file,face,box,reason,should_be\nred/b.png,2,,leaning,\n", encoding="utf-8")
    reader = ByShade(READER)
    with pytest.raises(UsageError, match="no such label"):
        evaluated(Wanted(index, corrections=listed), reader)
    assert reader.made == 0


def test_a_report_that_cannot_be_written_is_told(index: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        evaluated(Wanted(index, report=index / "inside"))


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_on_a_terminal_and_none_in_a_short_log(index: Path) -> None:
    assert evaluated(Wanted(index))[2] == ""
    err = Terminal()
    run(Wanted(index), ByShade(READER), io.StringIO(), err)
    assert "\r\x1b[K2 of 3 photos, blue" in err.getvalue()
    assert "\n" not in err.getvalue()
    assert err.getvalue().endswith("\r\x1b[K")


def test_a_photo_is_named_on_a_terminal_without_the_controls_in_its_name(tmp_path: Path) -> None:
    row = "\x1b[31m\x9bx.png,ann/red,100,50,1,5,[],overhead,1,\n"
    (tmp_path / "index.csv").write_text(HEAD + row, encoding="utf-8")
    below = Terminal()
    plain = cast(TextIO, PlainStream(below))
    run(Wanted(tmp_path / "index.csv"), ByShade(READER), io.StringIO(), plain)
    told = below.getvalue()
    assert "\\x1b[31m\\x9bx.png" in told
    assert "\x1b" not in told.replace("\r\x1b[K", "") and "\x9b" not in told


def verdict(kind: Kind, face: Face | None, reading: Reading | None) -> Verdict:
    return Verdict(kind, None if face is None else TrueDie(face, (10, 10, 20, 20)), reading)


def test_a_table_has_a_rate_its_count_and_its_interval() -> None:
    exact = [[verdict("exact", 5, read(10, 5))]] * 9 + [[verdict("missed", 5, None)]]
    _, rates, intervals = table({"red": tally(exact)}).splitlines()
    assert rates.split() == [
        "red", "10", "90.00", "9", "10", "90.00", "9", "0.00", "0", "0.00", "0", "10.00", "1", "0",
    ]  # fmt: skip
    assert intervals.split()[1] == "59.58-98.21"


def test_rates_of_nothing_are_dashes() -> None:
    rates = table({"empty": tally([[]])}).splitlines()[1]
    assert rates.split()[4:8] == ["0", "-", "0", "-"]
    assert as_plain(tally([[]]))["exact"] == [0, 0, None, 0.0, 1.0]


def test_the_confusion_has_room_for_a_numeral_that_was_invented() -> None:
    pips = [verdict("exact", 5, read(10, 5))]
    image = confusion([*pips, verdict("invented", None, read(0, "V"))])
    assert image.shape > confusion(pips).shape


def test_the_confusion_shows_what_was_taken_for_what() -> None:
    right = confusion([verdict("exact", 5, read(10, 5))] * 9)
    wrong = confusion([verdict("exact", 5, read(10, 5))] * 9 + [verdict("wrong", 5, read(10, 3))])
    assert right.shape == wrong.shape
    assert (right != wrong).any()
    roman = confusion([verdict("exact", "V", read(10, "V")), verdict("invented", None, read(0, 1))])
    assert roman.shape[0] > right.shape[0]


def test_the_reliability_marks_lie_where_they_should() -> None:
    blank = reliability([])
    sure = reliability([(0.995, True)] * 99 + [(0.995, False)])
    unsure = reliability([(0.6, True)] * 60 + [(0.6, False)] * 40)
    across = [
        int(np.nonzero((image != blank).any(axis=(0, 2)))[0].mean()) for image in (sure, unsure)
    ]
    down = [
        int(np.nonzero((image != blank).any(axis=(1, 2)))[0].mean()) for image in (sure, unsure)
    ]
    assert across[0] > across[1] + 100
    assert down[0] < down[1] - 100


def test_a_certainty_of_all_is_drawn() -> None:
    assert (reliability([(1.0, True)]) != reliability([])).any()


@pytest.mark.parametrize(
    "fault",
    [
        verdict("wrong", 5, read(10, 3)),
        verdict("missed", 5, None),
        verdict("invented", None, read(70, 3)),
        Verdict("fooled", TrueDie("X", (0, 0, 20, 20), "cocked"), read(0, "X")),
        Verdict("missed", TrueDie(5), None),
    ],
)
def test_a_tile_shows_the_place_and_the_words(fault: Verdict) -> None:
    image = np.full((50, 100, 3), 128, np.uint8)
    image[15:25, 15:25] = (0, 200, 0)
    small = tile(image, "ünï/" + "long" * 20 + ".jpg", fault)
    assert small.shape == (216, 176, 3)
    assert (small[176:] < 100).any()
    assert ((small[:176] == (0, 200, 0)).all(axis=2)).any() == (fault.kind != "invented")


def test_sheets_hold_every_tile() -> None:
    tiles = [np.full((216, 176, 3), 7, np.uint8)] * (PER_SHEET + 1)
    made = sheets(tiles)
    painted = [(sheet == 7).all(axis=2).sum() // (216 * 176) for sheet in made]
    assert painted == [PER_SHEET, 1]
    assert sheets([]) == []
