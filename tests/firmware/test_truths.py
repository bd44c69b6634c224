"""Indexes, stills, names of sources, corrections."""

import json
from pathlib import Path

import pytest

from firmware.evaluate import CORRECTIONS
from firmware.truths import (
    TruePhoto,
    chosen,
    corrected,
    corrections,
    load_truths,
)
from firmware.usage import UsageError
from vision.evaluation import TrueDie

SHARED = Path(__file__).parents[3] / "shared"
HEAD = "file,source,width,height,n_dice,faces,boxes,viewpoint,tray,notes\n"
BOXED = (
    'red/a.jpg,ann/red-dice,64,48,2,2 5,"[[1, 2, 10, 11, 5], [30, 2, 9, 9, 2]]",overhead,1,"x, y"\n'
)
UNBOXED = "blue/PXL_1.jpg,ben/blue,64,48,2,3 3,[],oblique,,\n"
EMPTY = "blue/none.jpg,ben/blue,64,48,0,,[],overhead,,\n"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "index.csv"
    path.write_text(HEAD + BOXED + UNBOXED + EMPTY, encoding="utf-8")
    return path


def listed(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "corrections.csv"
    path.write_text("\n".join(["file,face,box,reason,should_be,note", *rows]), encoding="utf-8")
    return path


def put_right(index: Path, *rows: str) -> list[TruePhoto]:
    found = corrections(listed(index.parent, *rows))
    return [corrected(photo, found) for photo in load_truths(index)]


def test_an_index_gives_faces_boxes_and_conditions(index: Path) -> None:
    boxed, unboxed, empty = load_truths(index)
    assert boxed.path == index.parent / "red" / "a.jpg"
    assert (boxed.file, boxed.source, boxed.folder) == ("red/a.jpg", "ann/red-dice", "red")
    assert boxed.truth.boxed
    assert boxed.truth.dice == (TrueDie(5, (1, 2, 10, 11)), TrueDie(2, (30, 2, 9, 9)))
    assert boxed.conditions == (("viewpoint", "overhead"), ("tray", "tray"))
    assert not unboxed.truth.boxed
    assert [die.face for die in unboxed.truth.dice] == [3, 3]
    assert unboxed.conditions == (("viewpoint", "oblique"), ("tray", "no tray"))
    assert empty.truth.boxed
    assert empty.truth.dice == ()


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("red", ["red/a.jpg"]),
        ("ann/red-dice", ["red/a.jpg"]),
        ("red-dice", ["red/a.jpg"]),
        ("blue", ["blue/PXL_1.jpg", "blue/none.jpg"]),
        ("blue:PXL_", ["blue/PXL_1.jpg"]),
        ("blue:*_1.jpg", ["blue/PXL_1.jpg"]),
    ],
)
def test_a_name_is_a_source_a_folder_or_a_pattern(index: Path, name: str, files: list[str]) -> None:
    photos = load_truths(index)
    assert [photo.file for photo in chosen(photos, [name], [])] == files
    left = [photo.file for photo in photos if photo.file not in files]
    assert [photo.file for photo in chosen(photos, [], [name])] == left


def test_sources_add_up_and_what_is_left_out_goes(index: Path) -> None:
    photos = chosen(load_truths(index), ["red", "blue"], ["blue:PXL_"])
    assert [photo.file for photo in photos] == ["red/a.jpg", "blue/none.jpg"]


@pytest.mark.parametrize("options", [(["rde"], []), ([], ["rde"]), (["red:xyz"], [])])
def test_a_name_that_fits_nothing_is_answered(
    index: Path, options: tuple[list[str], list[str]]
) -> None:
    with pytest.raises(UsageError, match="did you mean red"):
        chosen(load_truths(index), *options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "lacks the column file"),
        (HEAD + "a.jpg,s,1,1,1,7,[],x,,\n", "line 2: no face '7'"),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[1, 2, 3]]",x,,\n', "line 2: "),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[",x,,\n', "line 2: "),
        (HEAD + "a.jpg,s,1,1,1,1," + "[" * 9000 + ",x,,\n", "line 2: "),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[""a"",1,2,3,5]]",x,,\n', "line 2: no box"),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[null,1,2,3,5]]",x,,\n', "line 2: no box"),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[NaN,1,2,3,5]]",x,,\n', "line 2: no box"),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[1,1,1e999,3,5]]",x,,\n', "line 2: no box"),
        (HEAD + 'a.jpg,s,1,1,1,1,"[[1,1,-2,3,5]]",x,,\n', "line 2: no box"),
    ],
)
def test_an_index_that_is_none_is_told_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "index.csv").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        load_truths(tmp_path / "index.csv")


def test_the_mark_that_spreadsheets_write_first_is_none_of_the_columns(index: Path) -> None:
    before = load_truths(index)
    index.write_text("\ufeff" + index.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_truths(index) == before


def test_an_index_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        load_truths(tmp_path / "index.csv")


def still(folder: Path, name: str, **changed: object) -> None:
    told = {
        "file": f"{name}.jpg",
        "style": "roman",
        "dice": [
            {"face": "X", "box": [1, 2, 3, 4], "problem": None, "visible": 1.0},
            {"face": "I", "box": [9, 2, 3, 4], "problem": "cut", "visible": 0.3},
        ],
        "arrangement": "rim",
        "look": {"light": "soft", "floor": "velvet"},
    }
    (folder / f"{name}.json").write_text(json.dumps(told | changed), encoding="utf-8")


def test_a_folder_of_stills_gives_problems_and_looks(tmp_path: Path) -> None:
    still(tmp_path, "roman_000_1")
    (photo,) = load_truths(tmp_path)
    assert photo.path == tmp_path / "roman_000_1.jpg"
    assert photo.source == f"{tmp_path.name} roman"
    assert photo.truth.dice == (
        TrueDie("X", (1, 2, 3, 4)),
        TrueDie("I", (9, 2, 3, 4), "cut", visible=0.3),
    )
    assert dict(photo.conditions) == {
        "style": "roman", "arrangement": "rim", "light": "soft", "floor": "velvet",
    }  # fmt: skip


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no NAME\.json"):
        load_truths(tmp_path)


@pytest.mark.parametrize("changed", [{"dice": [{"face": 9}]}, {"dice": 4}, {"file": None}])
def test_a_truth_that_is_none_is_told_by_its_name(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    still(tmp_path, "a", **changed)
    with pytest.raises(UsageError, match=r"a\.json: is no truth"):
        load_truths(tmp_path)


def test_a_mislabelled_die_gets_its_face(index: Path) -> None:
    boxed, *_ = put_right(index, "red/a.jpg,2,30 2 9 9,mislabelled,6,seen at the side")
    assert boxed.truth.dice[1] == TrueDie(6, (30, 2, 9, 9))


@pytest.mark.parametrize("reason", ["leaning", "cut"])
def test_a_die_that_leans_or_is_cut_is_a_problem(index: Path, reason: str) -> None:
    boxed, *_ = put_right(index, f"red/a.jpg,,30 2 9 9,{reason},,")
    assert boxed.truth.dice[1].problem == reason
    assert boxed.truth.dice[0].problem is None


def test_all_that_lies_in_a_box_outside_is_no_part_of_the_throw(index: Path) -> None:
    boxed, *_ = put_right(index, "red/a.jpg,,25 0 50 50,outside,,")
    assert [die.face for die in boxed.truth.dice] == [5]
    assert boxed.truth.beyond == ((25, 0, 50, 50),)


def test_a_face_outside_goes_where_only_faces_are_known(index: Path) -> None:
    _, unboxed, _ = put_right(index, "blue/PXL_1.jpg,3,,outside,,")
    assert [die.face for die in unboxed.truth.dice] == [3]


def test_a_die_labelled_twice_goes_once(index: Path) -> None:
    _, unboxed, _ = put_right(index, "blue/PXL_1.jpg,3,,twice,,")
    assert [die.face for die in unboxed.truth.dice] == [3]


def test_two_corrections_of_a_face_mean_two_dice(index: Path) -> None:
    row = "blue/PXL_1.jpg,3,,leaning,,"
    _, unboxed, _ = put_right(index, row, row)
    assert [die.problem for die in unboxed.truth.dice] == ["leaning", "leaning"]


def test_a_die_without_a_label_is_added(index: Path) -> None:
    boxed, *_ = put_right(index, "red/a.jpg,,50 2 9 9,unlabelled,4,")
    assert boxed.truth.dice[-1] == TrueDie(4, (50, 2, 9, 9))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("red/a.jpg,6,,leaning,,", "line 2: red/a.jpg has no such label"),
        ("red/a.jpg,,1 1 1 1,leaning,,", "line 2: red/a.jpg has no such label"),
        ("red/a.jpg,5,,leening,,", "line 2: Invalid reason 'leening': did you mean leaning?"),
        ("red/a.jpg,5,,mislabelled,,", "line 2: mislabelled needs a face in should_be"),
        ("red/a.jpg,9,,leaning,,", "line 2: no face '9'"),
        ("red/a.jpg,5,1 2,leaning,,", "line 2: "),
    ],
)
def test_a_correction_that_fits_nothing_is_told_with_its_line(
    index: Path, row: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message.replace("?", r"\?")):
        put_right(index, row)


def test_the_shared_photos_are_read_as_they_are_and_the_corrections_fit() -> None:
    index = SHARED / "photos" / "index.csv"
    if not index.exists():
        pytest.skip(f"no shared photos at {index}")
    photos = load_truths(index)
    assert (len(photos), sum(len(photo.truth.dice) for photo in photos)) == (1710, 6871)
    assert len(chosen(photos, ["n3vers4ydie:PXL_"], [])) == 83
    found = corrections(CORRECTIONS)
    assert {correction.file for correction in found} <= {photo.file for photo in photos}
    for photo in photos:
        corrected(photo, found)


def test_the_shared_stills_are_read_as_they_are() -> None:
    stills = SHARED / "renders" / "stills"
    if not stills.exists():
        pytest.skip(f"no shared stills at {stills}")
    photos = load_truths(stills)
    assert {photo.source for photo in photos} == {"stills pips", "stills roman"}
    assert {die.problem for photo in photos for die in photo.truth.dice} >= {None, "cut", "cocked"}
