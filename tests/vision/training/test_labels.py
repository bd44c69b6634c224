"""Wrong labels of photos are set right before they are learnt from."""

import json

import pytest

pytest.importorskip("torch", reason="the training extra is not installed")

from vision.training.labels import mended

ROW = {"file": "a/1.jpg", "boxes": json.dumps([[10, 10, 20, 20, 3], [100, 10, 20, 20, 5]])}


def correction(reason: str, box: str, should_be: str = "", file: str = "a/1.jpg") -> dict[str, str]:
    return {"file": file, "box": box, "reason": reason, "should_be": should_be}


def test_a_wrong_face_is_set_right() -> None:
    row = mended(ROW, [correction("mislabelled", "100 10 20 20", "6")])
    assert json.loads(row["boxes"]) == [[10, 10, 20, 20, 3], [100, 10, 20, 20, 6]]


def test_what_is_outside_is_taken_out() -> None:
    row = mended(ROW, [correction("outside", "0 0 60 60")])
    assert json.loads(row["boxes"]) == [[100, 10, 20, 20, 5]]


def test_other_photos_stay_as_they_are() -> None:
    row = mended(ROW, [correction("outside", "0 0 60 60", file="a/2.jpg")])
    assert json.loads(row["boxes"]) == json.loads(ROW["boxes"])
