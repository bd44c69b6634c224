"""The detector to compare with: that it is as large as the published one, and its sums."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="the training extra is not installed")

from vision.training.yolo_like import Map, Plan, main, yolo_like  # noqa: E402


def counted(model: Any) -> int:
    """Multiply-adds from the finished graph alone: cells that come out, times a kernel's size."""
    known = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph
    cells = {
        each.name: int(np.prod([side.dim_value for side in each.type.tensor_type.shape.dim]))
        for each in [*known.value_info, *known.output]
    }
    kernels = {each.name: int(np.prod(each.dims[1:])) for each in known.initializer}
    convolutions = [node for node in known.node if node.op_type == "Conv"]
    return sum(cells[node.output[0]] * kernels[node.input[1]] for node in convolutions)


def test_one_convolution_by_hand() -> None:
    plan = Plan()
    y = plan.convolve(Map("x", 3, 8, 6), 5, size=3, stride=2)
    assert (y.channels, y.height, y.width) == (5, 4, 3)
    assert plan.multiply_adds == 4 * 3 * 5 * (3 * 3 * 3)
    assert plan.parameters == 5 * 27 + 5


def test_it_is_as_large_as_the_published_one() -> None:
    _, multiply_adds, parameters = yolo_like()
    assert parameters == 3_151_904
    assert round(multiply_adds * 2 / 1e9, 1) == 8.7


@pytest.mark.parametrize(("width", "height", "classes"), [(640, 640, 80), (96, 64, 9)])
def test_the_sum_is_that_of_the_graph(width: int, height: int, classes: int) -> None:
    model, multiply_adds, parameters = yolo_like(width, height, classes)
    assert multiply_adds == counted(model)
    assert {p.key: p.value for p in model.metadata_props} == {"multiply_adds": str(multiply_adds)}
    numbers = [t for t in model.graph.initializer if t.data_type == onnx.TensorProto.FLOAT]
    doubling = [t for t in numbers if list(t.dims) == [4]]
    assert parameters == sum(int(np.prod(t.dims)) for t in numbers) - 4 * len(doubling)
    (answer,) = model.graph.output
    cells = width * height // 64 + width * height // 256 + width * height // 1024
    assert [side.dim_value for side in answer.type.tensor_type.shape.dim] == [1, 4 + classes, cells]


def test_it_runs_and_answers_with_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runtime = pytest.importorskip("onnxruntime", reason="the training extra is not installed")
    out = tmp_path / "y.onnx"
    main([str(out), "--width", "96", "--height", "64", "--classes", "9"])
    assert capsys.readouterr().out.startswith(f"{out}: 0.061 thousand million multiply-adds (0.12")
    session = runtime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    picture = np.random.default_rng(0).random((1, 3, 64, 96), np.float32)
    (answer,) = session.run(None, {"picture": picture})
    assert answer.shape == (1, 13, 126)
    assert np.isfinite(answer).all()
    distances, scores = answer[0, :4], answer[0, 4:]
    assert 0 < distances.min() < distances.max() < 15
    assert 0 < scores.min() < scores.max() < 1
    assert scores.std() > 1e-3, "its layers are to carry something"


@pytest.mark.parametrize("wrong", [["--width", "600"], ["--height", "0"], ["--classes", "0"]])
def test_what_cannot_be_is_refused(
    tmp_path: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "y.onnx"), *wrong])
    assert " ".join(wrong) in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
