"""The maker of recordings: what it says it filmed is what the measuring reads."""

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="needs the training extra")

from firmware.measured_truth import REQUIRED, read_truth
from firmware.recording import are_stills
from hardware.sim import RecordingCamera
from tests.recordings.__main__ import make
from tests.recordings.incidents import INCIDENTS

TURNED = list(INCIDENTS).index("hand_turns_die")


def test_an_incident_is_filmed_and_its_truth_read(tmp_path: Path) -> None:
    place = make(tmp_path, TURNED, width_px=96)
    truth = read_truth(place, ("Ann", "Ben"))
    assert [len(part.thrown) for part in truth.parts] == [0, 5, 0]
    assert truth.parts[-1].required == REQUIRED["hand_turns_die"]
    shots = RecordingCamera(place).shots
    assert not are_stills(shots, 0.4)
    assert truth.parts[-1].settled < len(shots) == len(list((place / "frames").iterdir()))


def test_the_same_number_is_the_same_recording(tmp_path: Path) -> None:
    one, other = (make(tmp_path / name, TURNED, width_px=96) for name in ("one", "other"))
    for path in sorted(one.rglob("*.*")):
        assert path.read_bytes() == (other / path.relative_to(one)).read_bytes()
