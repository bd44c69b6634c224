"""Transcripts: the first difference is found and shown, and only a real one."""

import os
from pathlib import Path

import pytest

from firmware.compared import parted
from firmware.transcript import first_difference, read_transcript
from hardware.errors import RecordingError

ROLL = {"event": "roll", "time_s": 1.5, "frame": 3, "thrown": (1, 2), "confidence": 0.91}
SCREEN = {"event": "screen", "time_s": 1.5, "frame": 3, "pixels": "AAAA"}


def test_the_same_lines_do_not_differ_whatever_the_confidence() -> None:
    again = {**ROLL, "confidence": 0.5, "thrown": [1, 2]}
    assert first_difference([ROLL, SCREEN], [again, SCREEN]) is None


def test_confidences_are_left_out_at_any_depth() -> None:
    deep = [{**ROLL, "dice": [{"face": 1, "confidence": sure}]} for sure in (0.1, 0.2)]
    assert first_difference(deep[:1], deep[1:]) is None
    other = {**ROLL, "dice": [{"face": 2, "confidence": 0.1}]}
    assert first_difference(deep[:1], [other]) is not None


def test_the_first_difference_is_told_with_its_frame() -> None:
    later = {**ROLL, "frame": 4, "time_s": 1.7}
    found = first_difference([SCREEN, ROLL, ROLL], [SCREEN, later, SCREEN])
    assert found is not None
    assert (found.line, found.frame, found.recorded, found.replayed) == (2, 3, ROLL, later)
    told = parted(found, "frames/3.jpg")
    assert told.startswith('Not as recorded: line 2, at frame 3: recorded {"event": "roll", "time')
    assert told.endswith("(frames/3.jpg)")


def test_a_telling_that_ends_early_differs() -> None:
    found = first_difference([ROLL, SCREEN], [ROLL])
    assert found is not None and found.replayed is None
    expected = "line 2, at frame 3: recorded another screen; replayed nothing more"
    assert parted(found, None) == f"Not as recorded: {expected}"
    found = first_difference([], [{"event": "start", "frame": None}])
    assert found is not None and "before the first frame: recorded nothing" in parted(found, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"event": "start"}\n{"event": "ro', "line 2: .* is torn"),
        ("[1, 2]\n", "line 1: .* tells of no event"),
        ("[" * 100_000, "line 1: .* is torn"),
        (b"\xff\xfe\x81", "cannot read"),
    ],
)
def test_a_damaged_transcript_is_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    (tmp_path / "told.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(RecordingError, match=message):
        read_transcript(tmp_path)


def test_an_older_recording_has_no_transcript(tmp_path: Path) -> None:
    assert read_transcript(tmp_path) is None


def test_a_pipe_in_place_of_the_transcript_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "told.jsonl")
    with pytest.raises(RecordingError, match=r"told.jsonl is no file"):
        read_transcript(tmp_path)
