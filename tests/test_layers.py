"""The arrows of the design, on the project itself and on made-up trees that break each of them."""

from pathlib import Path

import pytest

from tests.layers import LAYERS, wrong_arrows

ROOT = Path(__file__).parent.parent


def plant(root: Path, **modules: str) -> Path:
    """Write modules, folder__name=text, and one good module into each layer that has none."""
    texts = {name.replace("__", "/"): text for name, text in modules.items()}
    for name, text in ({f"{layer}/good": "import math\n" for layer in LAYERS} | texts).items():
        path = root / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_the_project_keeps_to_its_design() -> None:
    assert wrong_arrows(ROOT) == []


def test_every_layer_of_the_project_is_walked() -> None:
    for layer in LAYERS:
        assert list((ROOT / layer).rglob("*.py")), layer


def test_a_tree_without_modules_is_refused(tmp_path: Path) -> None:
    assert wrong_arrows(tmp_path) == [f"{layer}: has no modules" for layer in LAYERS]


def test_a_layer_without_modules_is_refused(tmp_path: Path) -> None:
    plant(tmp_path)
    (tmp_path / "vision" / "good.py").unlink()
    assert wrong_arrows(tmp_path) == ["vision: has no modules"]


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("rules__good", "import dataclasses, zlib\nfrom rules import shape\nfrom . import shape\n"),
        ("rules__strategy__odds", "import numpy as np\nfrom rules.shape import Die\n"),
        ("vision__good", "import cv2\nimport numpy.typing\nfrom .reading import Face\n"),
        ("vision__good", "from importlib.resources import files\n"),
        ("vision__training__net", "import torch, time\nfrom vision.training import tracer\n"),
        ("hardware__good", "import time, threading\nfrom PIL import Image\nimport cv2\n"),
        ("hardware__pi__camera", "import picamera2\nfrom luma.oled import device\n"),
        ("firmware__good", "import rules, vision, hardware.pi\nimport cv2, numpy, PIL\n"),
        ("firmware__good", "from luma.core.bitmap_font import bitmap_font\n"),
        ("firmware__yolo", "import onnxruntime\n"),
    ],
)
def test_what_the_design_allows_passes(tmp_path: Path, module: str, text: str) -> None:
    assert wrong_arrows(plant(tmp_path, **{module: text})) == []


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("rules__bad", "import vision\n"),
        ("rules__bad", "from hardware.ports import Camera\n"),
        ("rules__bad", "import firmware.loop\n"),
        ("rules__bad", "import numpy\n"),
        ("rules__bad", "import time\n"),
        ("rules__bad", "from datetime import datetime\n"),
        ("rules__bad", "import random\n"),
        ("rules__bad", "from threading import Lock\n"),
        ("rules__bad", "from concurrent.futures import Future\n"),
        ("rules__bad", "from pathlib import Path\n"),
        ("rules__bad", "import os.path\n"),
        ("rules__bad", "def f():\n    open('x')\n"),
        ("rules__bad", "print('x')\n"),
        ("rules__bad", "def f():\n    import time\n"),
        ("rules__bad", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import vision\n"),
        ("rules__bad", "__import__('time')\n"),
        ("rules__bad", "import importlib\nimportlib.import_module('vision.reading')\n"),
        ("rules__bad", "from importlib import import_module\nimport_module('numpy')\n"),
        ("rules__bad", "import importlib\nname = 'time'\nimportlib.import_module(name)\n"),
        ("rules__deep__bad", "from ...vision import reading\n"),
        ("rules__strategy__bad", "import cv2\n"),
        ("rules__strategy__bad", "import random\n"),
        ("vision__bad", "import rules\n"),
        ("vision__bad", "from hardware import ports\n"),
        ("vision__bad", "import PIL.Image\n"),
        ("vision__bad", "from time import perf_counter\n"),
        ("vision__bad", "import cv2\ncv2.getTickCount()\n"),
        ("vision__bad", "import cv2\ncv2.imwrite('x.png', image)\n"),
        ("vision__bad", "open('x')\n"),
        ("vision__bad", "from vision.training import tracer\n"),
        ("vision__bad", "from vision import training\n"),
        ("vision__bad", "from .training.tracer import trace\n"),
        ("vision__training__bad", "import rules\n"),
        ("hardware__bad", "import vision\n"),
        ("hardware__bad", "from rules import alphatian\n"),
        ("hardware__bad", "import gpiozero\n"),
        ("hardware__bad", "from luma.core.device import device\n"),
        ("hardware__sim__bad", "import picamera2\n"),
        ("hardware__pi__bad", "import firmware\n"),
        ("firmware__bad", "import gpiozero\n"),
        ("firmware__bad", "from luma.core.device import device\n"),
        ("firmware__bad", "from luma.oled.device import ssd1306\n"),
        ("firmware__bad", "import vision.training.tracer\n"),
        ("firmware__bad", "import requests\n"),
        ("firmware__bad", "import onnxruntime\n"),
        ("firmware__yolo", "from vision.training import yolo_like\n"),
        ("firmware__bad", "import tests.layers\n"),
    ],
)
def test_what_the_design_forbids_is_told_with_its_place(
    tmp_path: Path, module: str, text: str
) -> None:
    said = wrong_arrows(plant(tmp_path, **{module: text}))
    assert len(said) == 1, said
    assert said[0].startswith(f"{module.replace('__', '/')}.py:{len(text.splitlines())}: ")


def test_a_longer_name_is_not_the_package_that_it_begins_with(tmp_path: Path) -> None:
    said = wrong_arrows(plant(tmp_path, firmware__bad="import luma.core.bitmap_fonts_too\n"))
    assert said == [
        "firmware/bad.py:1: firmware imports luma.core.bitmap_fonts_too:"
        " not among what it may import"
    ]
