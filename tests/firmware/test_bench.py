"""What the benchmark measures, with a reader that takes no time."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware import bench, pressed
from vision.reading import Dice, Image, Observation, Reading


class QuickReader:
    """Reads six dice at once, in two stages."""

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        die = Reading(1, 1, 1.0, (0, 0, 9, 9), (4, 4))
        return Observation((die,) * 6, image.shape[1], image.shape[0])

    def stages(self, image: Image, dice: Dice) -> Iterator[tuple[str, Callable[[], Image]]]:
        yield "finding", lambda: image
        yield "judging", lambda: image


PYTHON = bench.Figure("steps", 2.0, "ms")


def test_the_picture_is_the_same_on_every_call_and_shows_six_dice() -> None:
    image = bench.picture()
    assert image.shape == (960, 1280, 3)
    assert (image == bench.picture()).all()
    white = (image > 180).all(axis=2)
    columns = np.flatnonzero(np.diff(white.any(axis=0).astype(int)) == 1)
    assert len(columns) == 6


def test_the_fixed_work_takes_time() -> None:
    assert all(figure.amount > 0 for figure in bench.baselines())


def test_every_game_is_measured_beside_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ACTIONS", 20)
    figures = list(bench.rules_speed(PYTHON))
    names = [figure.name for figure in figures]
    assert names == [f"{game} actions applied" for game in ("alphatian", "alea", "centurion")]
    for figure in figures:
        assert figure.unit == "1/s"
        # A thousand actions against the baseline of 2 ms.
        assert figure.ratio == pytest.approx(1000 / figure.amount * 1000 / 2.0)


def test_a_reading_is_measured_whole_and_by_its_stages() -> None:
    whole, finding, judging = bench.reading(QuickReader(), bench.Figure("blur", 0.5, "ms"))
    assert whole.name == "reading 1,280 x 960 (6 dice)"
    assert whole.ratio == pytest.approx(whole.amount / 0.5)
    assert (finding.name, judging.name) == ("  its finding stage", "  its judging stage")


def test_what_the_watch_does_now_and_then_is_measured() -> None:
    check, frame, outline = bench.watching(bench.Figure("blur", 0.5, "ms"))
    assert (check.name, outline.name) == (
        "check of light and camera 640 x 480",
        "outline of the tray",
    )
    assert frame.amount == check.amount / 25 > 0
    assert outline.ratio == outline.amount / 0.5


def test_a_button_is_measured_while_frames_are_read() -> None:
    pushed = pressed.push(QuickReader(), bench.picture(), 2, presses=3)
    assert len(pushed.worked_ms) == len(pushed.elapsed_ms) == 3
    assert pushed.read > 0
    assert 0 < pushed.median_ms <= max(pushed.worked_ms)
    assert min(pushed.elapsed_ms) > 0


def test_a_button_is_measured_with_a_slower_reader_too(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pressed.Pushed((4.0, 900.0, 5.0), (1.0, 3.0, 2.0), 7)
    asked: list[int] = []

    def push(_reader: object, _image: Image, times: int) -> pressed.Pushed:
        asked.append(times)
        return made

    monkeypatch.setattr(pressed, "push", push)
    figures = list(bench.pressing(QuickReader()))
    assert asked == [1, 6]
    assert [figure.amount for figure in figures] == [2.0, 3.0, 900.0] * 2
    assert figures[3].name == "button to screen, reading 6 x slower"


def test_the_motion_gate_is_measured_still_and_with_a_hand() -> None:
    still, hand = bench.motion_gate(bench.Figure("blur", 0.5, "ms"))
    assert (still.name, hand.name) == (
        "motion gate 640 x 480 (still)",
        "motion gate 640 x 480 (hand)",
    )
    assert min(still.amount, hand.amount) > 0
    assert hand.ratio == pytest.approx(hand.amount / 0.5)


def test_figures_are_lines_for_people_and_one_list_for_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [PYTHON, bench.Figure("reading", 3.0, "ms", 1.5, "steps")]
    monkeypatch.setattr(bench, "_all", lambda _yolo: iter([*made, "no YOLO, for a reason"]))
    out, err = io.StringIO(), io.StringIO()
    assert bench.run(False, None, out, err) == 0
    lines = out.getvalue().splitlines()
    assert (lines[2:], err.getvalue()) == (["no YOLO, for a reason"], "")
    assert lines[0].split() == ["steps", "2.00", "ms"]
    assert lines[1].split() == ["reading", "3.00", "ms", "1.500", "x", "steps"]
    out = io.StringIO()
    assert bench.run(True, None, out, err) == 0
    assert json.loads(out.getvalue())[1:] == [{
        "name": "reading", "amount": 3.0, "unit": "ms", "ratio": 1.5, "baseline": "steps",
    }]  # fmt: skip
    assert err.getvalue() == "no YOLO, for a reason\n"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory needs /proc")
def test_the_peak_of_memory_grows_with_what_is_held() -> None:
    code = """
import numpy
from firmware import bench, pressed
before = bench.peak_mb()
held = numpy.ones(8 * 2**20)
print(bench.peak_mb() - before)
"""
    assert 50 < bench.in_python(code, rounds=1) < 120
