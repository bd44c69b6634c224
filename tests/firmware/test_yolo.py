"""A YOLO beside the reader: what is measured with a stand-in for onnxruntime, and what is said."""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware import bench, yolo
from vision.reading import Dice, Image, Observation

Picture = NDArray[np.float32]

NONE = "no YOLO beside the reader: "


def busy(ms: float) -> None:
    """Take processor time."""
    end = time.process_time() + ms / 1000
    while time.process_time() < end:
        pass


class BusyReader:
    """Finds nothing, in 2 ms."""

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        busy(2)
        return Observation((), image.shape[1], image.shape[0])


class StandIn:
    """A network that takes 8 ms; its size and what it counts are given."""

    def __init__(self, shape: Sequence[object], meta: Mapping[str, str] | None = None) -> None:
        self.taken = [SimpleNamespace(name="picture", shape=shape, type="tensor(float)")]
        self.meta = SimpleNamespace(custom_metadata_map=meta or {})
        self.fed: list[Picture] = []

    def get_inputs(self) -> list[SimpleNamespace]:
        return self.taken

    def get_modelmeta(self) -> SimpleNamespace:
        return self.meta

    def run(self, names: None, feed: Mapping[str, Picture], /) -> list[object]:
        self.fed.append(feed["picture"])
        busy(8)
        return []


class Runtime(ModuleType):
    """Stands in for the module, and remembers how a network was opened."""

    def __init__(self, opens: StandIn | Exception) -> None:
        super().__init__("onnxruntime")
        self.opens = opens
        self.asked: list[tuple[str, dict[str, object], Sequence[str]]] = []

    class SessionOptions:
        intra_op_num_threads = 0
        inter_op_num_threads = 0

    def InferenceSession(  # noqa: N802 - its name there
        self, path: str, options: SessionOptions, providers: Sequence[str]
    ) -> StandIn:
        self.asked.append((path, vars(options), providers))
        if isinstance(self.opens, Exception):
            raise self.opens
        return self.opens


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = tmp_path / "y.onnx"
    path.write_bytes(b"a network")
    return path


def put(monkeypatch: pytest.MonkeyPatch, opens: StandIn | Exception) -> Runtime:
    runtime = Runtime(opens)
    monkeypatch.setitem(sys.modules, "onnxruntime", runtime)
    return runtime


def said(path: Path | None) -> str:
    """The one line in place of figures."""
    (line,) = bench.alternative(BusyReader(), path)
    assert isinstance(line, str)
    assert "\n" not in line
    return line


def test_a_yolo_is_measured_in_turn_with_readings(
    monkeypatch: pytest.MonkeyPatch, network: Path
) -> None:
    monkeypatch.setattr(yolo, "ROUNDS", 3)
    session = StandIn([1, 3, 640, 640], {"multiply_adds": "4371993600"})
    runtime = put(monkeypatch, session)
    turn, ready, whole, counted = yolo.beside(BusyReader(), bench.picture(), network)
    assert (turn.name, turn.ratio) == ("a reading, in turn with YOLO", None)
    assert 2 <= turn.amount < 8 <= ready.amount
    assert ready.name == "YOLO 640 x 640, picture made ready"
    assert ready.ratio == ready.amount / turn.amount > 1
    assert ready.baseline == whole.baseline == turn.name
    assert (whole.name, whole.ratio) == ("  with making it ready", whole.amount / turn.amount)
    assert counted == bench.Figure("  its multiply-adds", 4371.9936, "M")
    one = {"intra_op_num_threads": 1, "inter_op_num_threads": 1}
    assert runtime.asked == [(str(network), one, ["CPUExecutionProvider"])]
    # Tried once, then two rounds unmeasured and three measured, of two works each.
    assert len(session.fed) == 1 + 2 * 5
    assert len({id(picture) for picture in session.fed[1::2]}) == 1


def test_a_network_that_takes_any_size_gets_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, network: Path
) -> None:
    monkeypatch.setattr(yolo, "ROUNDS", 1)
    session = StandIn(["batch", 3, 480, "width"])
    put(monkeypatch, session)
    figures = list(yolo.beside(BusyReader(), bench.picture(), network))
    assert [figure.name for figure in figures][1:] == [
        "YOLO 640 x 480, picture made ready", "  with making it ready"
    ]  # fmt: skip
    assert {picture.shape for picture in session.fed} == {(1, 3, 480, 640)}


def test_the_picture_is_made_ready_whole_with_grey_beside_it() -> None:
    image = np.full((960, 1280, 3), (0, 51, 255), np.uint8)
    ready = yolo.prepared(image, 640, 640)
    assert ready.shape == (1, 3, 640, 640)
    assert ready.dtype == np.float32
    assert ready[0, :, 80, 0] == pytest.approx([1.0, 0.2, 0.0])
    assert ready[0, :, 559, 639] == pytest.approx([1.0, 0.2, 0.0])
    for row in (79, 560):
        assert ready[0, :, row, 320] == pytest.approx([114 / 255] * 3)
    tall = yolo.prepared(np.zeros((640, 320, 3), np.uint8), 320, 320)
    assert (tall[0, 0, 0] > 0).tolist() == [True] * 80 + [False] * 160 + [True] * 80


def test_without_the_option_one_line_says_how_to_compare() -> None:
    assert said(None) == NONE + yolo.HOW


def test_without_onnxruntime_one_line_says_how_to_compare(
    monkeypatch: pytest.MonkeyPatch, network: Path
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    line = said(network)
    assert line.startswith(f"{NONE}onnxruntime is not here (")
    assert line.endswith(yolo.HOW)


def test_without_the_file_one_line_says_how_to_make_it(tmp_path: Path) -> None:
    lost = tmp_path / "lost.onnx"
    assert said(lost) == f"{NONE}there is no file {lost}: {yolo.HOW}"


def test_a_file_that_is_no_network_is_told(monkeypatch: pytest.MonkeyPatch, network: Path) -> None:
    put(monkeypatch, Exception("no protobuf\nat all"))
    line = said(network)
    assert line == f"{NONE}{network}: onnxruntime cannot load it (no protobuf at all): {yolo.HOW}"


def test_a_network_that_does_not_run_is_told(
    monkeypatch: pytest.MonkeyPatch, network: Path
) -> None:
    class Broken(StandIn):
        def run(self, names: None, feed: Mapping[str, Picture], /) -> list[object]:
            raise Exception("no such operation")

    put(monkeypatch, Broken([1, 3, 640, 640]))
    assert f"{network}: onnxruntime cannot run it (no such operation)" in said(network)


@pytest.mark.parametrize("shape", [[1, 1, 640, 640], [2, 3, 640, 640], [3, 640, 640], []])
def test_a_network_for_anything_but_one_picture_is_told(
    monkeypatch: pytest.MonkeyPatch, network: Path, shape: list[object]
) -> None:
    put(monkeypatch, StandIn(shape))
    assert f"{network}: it takes tensor(float) {shape}, not one picture" in said(network)


def test_a_network_of_two_pictures_is_told(monkeypatch: pytest.MonkeyPatch, network: Path) -> None:
    session = StandIn([1, 3, 640, 640])
    session.taken *= 2
    put(monkeypatch, session)
    assert "not one picture" in said(network)
