"""`arbiter read` with a reader that says what the test wants."""

import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.read import Wanted, reader_maker, run
from firmware.usage import UsageError
from vision.reading import Dice, Image, Observation, Reading

FIVE = Reading(5, 5, 0.99341, (10.04, 20, 30, 31), (25, 35))
DOUBTFUL = Reading(None, 2, 0.61, (60, 5, 20, 20), (70, 15), "doubtful", (3, 1))
COCKED = Reading(None, None, 0.2, (80, 40, 10, 10), (85, 45), "cocked")


class SetReader:
    """Reads the same dice on every picture, and keeps what it was asked."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = readings
        self.asked: list[tuple[tuple[int, ...], Dice]] = []

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        if image.shape[0] < 8:
            raise ValueError("the picture has 4 rows; expected 8 or more")
        self.asked.append((image.shape, dice))
        return Observation(self.readings, image.shape[1], image.shape[0])


class StagedSetReader(SetReader):
    """The same, with two stages to show."""

    def stages(self, image: Image, dice: Dice) -> Iterator[tuple[str, Callable[[], Image]]]:
        yield "heat", lambda: image
        yield "faces", lambda: image // 2


def photo(folder: Path, name: str = "a.png", size: tuple[int, int] = (100, 60)) -> str:
    image = np.full((size[1], size[0], 3), 90, np.uint8)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return str(folder / name)


def reading(
    photos: list[str], wanted: Wanted | None = None, reader: SetReader | None = None
) -> tuple[int, str, str]:
    """Run the command; return its status, what it printed and what it said on standard error."""
    out, err = io.StringIO(), io.StringIO()
    status = run(photos, wanted or Wanted(), lambda: reader or SetReader(FIVE, DOUBTFUL), out, err)
    return status, out.getvalue(), err.getvalue()


def test_a_line_of_json_has_what_is_documented(tmp_path: Path) -> None:
    name = photo(tmp_path)
    status, out, err = reading([name], Wanted(as_json=True))
    assert (status, err) == (0, "")
    line = json.loads(out)
    assert list(line) == ["file", "width", "height", "dice", "read_ms"]
    assert (line["file"], line["width"], line["height"]) == (name, 100, 60)
    assert line["read_ms"] >= 0
    assert line["dice"] == [
        {"face": 5, "guess": 5, "confidence": 0.9934, "box": [10.0, 20, 30, 31], "why": None},
        {"face": None, "guess": 2, "confidence": 0.61, "box": [60, 5, 20, 20], "why": "doubtful"},
    ]


def test_roman_faces_are_letters(tmp_path: Path) -> None:
    roman = SetReader(Reading("X", "X", 0.9, (1, 1, 9, 9), (5, 5)))
    line = json.loads(reading([photo(tmp_path)], Wanted(as_json=True), roman)[1])
    assert line["dice"][0]["face"] == "X"


def test_a_photo_without_dice_has_an_empty_list(tmp_path: Path) -> None:
    status, out, _ = reading([photo(tmp_path)], Wanted(as_json=True), SetReader())
    assert (status, json.loads(out)["dice"]) == (0, [])


def test_each_photo_has_a_line_in_the_order_given(tmp_path: Path) -> None:
    names = [photo(tmp_path, "b.png"), photo(tmp_path, "a.png")]
    _, out, _ = reading(names, Wanted(as_json=True))
    assert [json.loads(line)["file"] for line in out.splitlines()] == names


def test_the_kind_of_dice_reaches_the_reader(tmp_path: Path) -> None:
    reader = SetReader()
    reading([photo(tmp_path)], Wanted(dice="roman"), reader)
    assert reader.asked == [((60, 100, 3), "roman")]


def test_a_bad_file_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_text("hello")
    names = [str(tmp_path / "bad.jpg"), photo(tmp_path), str(tmp_path / "none.jpg")]
    status, out, err = reading(names, Wanted(as_json=True))
    assert status == 2
    assert [json.loads(line)["file"] for line in out.splitlines()] == [names[1]]
    first, second = err.splitlines()
    assert first.startswith(f"arbiter: {names[0]}: is no picture")
    assert second == f"arbiter: {names[2]}: no such file or directory"


def test_a_link_in_a_circle_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    circle = tmp_path / "circle.jpg"
    circle.symlink_to(circle)
    status, out, err = reading([str(circle), photo(tmp_path)], Wanted(as_json=True))
    assert status == 2
    assert len(out.splitlines()) == 1
    assert err == f"arbiter: {circle}: too many levels of symbolic links\n"


def test_what_the_reader_refuses_is_told_with_the_file(tmp_path: Path) -> None:
    name = photo(tmp_path, size=(100, 4))
    status, out, err = reading([name])
    assert (status, out) == (2, "")
    assert err == f"arbiter: {name}: the picture has 4 rows; expected 8 or more\n"


def test_the_reader_is_not_made_for_files_that_are_no_photos(tmp_path: Path) -> None:
    def never() -> SetReader:
        raise AssertionError("the reader was made")

    out, err = io.StringIO(), io.StringIO()
    assert run([str(tmp_path)], Wanted(), never, out, err) == 2


def test_a_name_of_stray_bytes_comes_back_as_it_was(tmp_path: Path) -> None:
    name = photo(tmp_path, os.fsdecode(b"w\xfcrfel.png"))
    status, out, _ = reading([name], Wanted(as_json=True))
    assert status == 0
    assert out.isascii()
    assert json.loads(out)["file"] == name
    assert "w\\xfcrfel.png" in reading([name])[1]


def test_people_see_faces_places_and_why(tmp_path: Path) -> None:
    name = photo(tmp_path)
    _, out, _ = reading([name], reader=SetReader(COCKED, DOUBTFUL, FIVE))
    head, said, *rows = out.splitlines()
    assert head.startswith(f"{name}  (100 x 60, ")
    assert said == "  3 dice, faces 5, 2 not accepted"
    assert rows[0].split() == ["5", "99.3%", "at", "10,", "20,", "30", "x", "31"]
    assert rows[1].split() == ["?", "at", "60,", "5,", "20", "x", "20", "perhaps", "2", "(61.0%)"]
    assert rows[2].strip().startswith("doubtful: the looks at the die")
    assert rows[3].split()[0] == "?"
    assert rows[4].strip().startswith("cocked: the die does not lie flat")
    assert max(map(len, rows)) <= 110


def test_people_see_that_there_are_no_dice(tmp_path: Path) -> None:
    assert "  no dice\n" in reading([photo(tmp_path)], reader=SetReader())[1]


def test_annotated_pictures_are_written_without_writing_over_one_another(tmp_path: Path) -> None:
    names = [photo(tmp_path / "x", "a.png"), photo(tmp_path / "y", "a.png")]
    folder = tmp_path / "new" / "pictures"
    assert reading(names, Wanted(annotate=folder))[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["a-read-2.jpg", "a-read.jpg"]
    drawn = cv2.imread(str(folder / "a-read.jpg"))
    assert drawn is not None
    assert drawn.shape == (60, 100, 3)
    assert np.ptp(drawn) > 100


def test_no_photo_is_written_over(tmp_path: Path) -> None:
    names = [photo(tmp_path, "a.png"), photo(tmp_path, "a-read.jpg")]
    before = Path(names[1]).read_bytes()
    assert reading(names, Wanted(annotate=tmp_path))[0] == 0
    assert Path(names[1]).read_bytes() == before
    assert (tmp_path / "a-read-2.jpg").exists()


def test_a_folder_that_cannot_be_written_is_told_and_the_reading_stands(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, out, err = reading(
        [photo(tmp_path)], Wanted(as_json=True, annotate=tmp_path / "file" / "x")
    )
    assert status == 2
    assert json.loads(out)["dice"]
    assert "a-read.jpg: cannot be written: not a directory" in err


def test_a_link_in_a_circle_where_a_picture_would_go_is_told(tmp_path: Path) -> None:
    circle = tmp_path / "a-read.jpg"
    circle.symlink_to(circle)
    status, out, err = reading([photo(tmp_path)], Wanted(as_json=True, annotate=tmp_path))
    assert status == 2
    assert len(out.splitlines()) == 1
    assert err == f"arbiter: {circle}: cannot be written: too many levels of symbolic links\n"


def test_debug_writes_each_stage_in_its_order(tmp_path: Path) -> None:
    folder = tmp_path / "stages"
    status, _, err = reading([photo(tmp_path)], Wanted(debug=folder), StagedSetReader(FIVE))
    assert (status, err) == (0, "")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["a-0-input.jpg", "a-1-heat.jpg", "a-2-faces.jpg"]


def test_debug_says_when_a_reader_shows_no_stages(tmp_path: Path) -> None:
    status, _, err = reading([photo(tmp_path)], Wanted(debug=tmp_path / "stages"))
    assert status == 2
    assert "shows no stages" in err


def test_models_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"finder\.onnx"):
        reader_maker(tmp_path)()
