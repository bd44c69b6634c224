"""How networks are loaded."""

from pathlib import Path

import cv2
import pytest

from vision import network
from vision.reader import MODELS


@pytest.mark.parametrize("name", ["finder", "judge", "contrast"])
def test_networks_run_on_the_engine_that_is_quickest_for_them(name: str) -> None:
    net = network.load(MODELS / f"{name}.onnx")
    kinds = {net.getLayer(net.getLayerId(layer)).type for layer in net.getLayerNames()}
    assert "Convolution" in kinds  # the new engine's are called Conv2


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
