"""How networks are loaded."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import network
from vision.reader import MODELS


@pytest.mark.parametrize("name", ["finder", "judge", "contrast"])
def test_networks_run_on_the_engine_that_is_quickest_for_them(name: str) -> None:
    net = network.load(MODELS / f"{name}.onnx")
    kinds = {net.getLayer(net.getLayerId(layer)).type for layer in net.getLayerNames()}
    assert "Convolution" in kinds  # the new engine's are called Conv2


def test_a_network_in_memory_answers_as_from_its_file() -> None:
    path = MODELS / "contrast.onnx"
    blob = np.random.default_rng(2).normal(0, 1, (2, 3, 48, 48)).astype(np.float32)
    of_file, in_memory = network.load(path), network.load(np.fromfile(path, np.uint8))
    of_file.setInput(blob)
    in_memory.setInput(blob)
    wanted, got = of_file.forward("answer"), in_memory.forward("answer")
    assert wanted.shape == (2, 11)
    np.testing.assert_allclose(got, wanted, atol=1e-3)


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "Würfel 骰子" / "net.onnx"
    path.parent.mkdir()
    path.write_bytes((MODELS / "contrast.onnx").read_bytes())
    assert network.load(path).getLayerNames()


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(b"no network")
    with pytest.raises(cv2.error):
        network.load(path)
