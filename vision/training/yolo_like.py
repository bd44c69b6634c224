"""Write a detector like YOLOv8n with random weights: python -m vision.training.yolo_like OUT.onnx.

It is what most would take to find and read dice, to be run beside the reader by `./arbiter bench
--yolo OUT.onnx`. It has learnt nothing: how long it takes does not depend on what its weights are.
The layers have the published widths and depths: five halvings, C2f blocks of 32, 64, 128 and 256
channels with 1, 2, 2 and 1 bottlenecks, pooling of three reaches, a neck up and down again, and
heads for boxes and classes on strides 8, 16 and 32. Batch norms are folded away, as for running.
What comes out are distances to the four sides and a score for each class; boxes are not made of
them and overlapping ones not removed, which a detector in use must do as well.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

__all__ = ["BINS", "CLASSES", "Map", "Plan", "main", "yolo_like"]

CLASSES: Final = 80
"""Of the published network; with the nine faces of dice it does 7 % fewer multiply-adds."""

BINS: Final = 16
"""In how many bins the heads say each of a box's four distances."""

OPSET: Final = 13
IR_VERSION: Final = 8
"""Old enough for every onnxruntime of the last years."""


@dataclass(frozen=True, slots=True)
class Map:
    """An array in the graph, (1, channels, height, width), by its name."""

    name: str
    channels: int
    height: int
    width: int


@dataclass
class Plan:
    """A graph while it is built, with what it costs: multiply-adds of its convolutions alone."""

    chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    nodes: list[Any] = field(default_factory=list)
    tensors: list[Any] = field(default_factory=list)
    multiply_adds: int = 0
    parameters: int = 0

    def node(self, kind: str, inputs: Sequence[str], outputs: int = 1, **how: object) -> list[str]:
        """Add a node and return the names of what comes out of it."""
        names = [f"{kind.lower()}{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **how))
        return names

    def tensor(self, numbers: NDArray[Any]) -> str:
        """Add fixed numbers and return their name."""
        name = f"fixed{len(self.tensors)}"
        self.tensors.append(numpy_helper.from_array(numbers, name))
        return name

    def convolve(self, x: Map, channels: int, size: int = 3, stride: int = 1) -> Map:
        """A convolution with a bias and no more; x's sides are multiples of the stride."""
        height, width = x.height // stride, x.width // stride
        inputs = x.channels * size**2
        weights = self.chance.normal(0, np.sqrt(2 / inputs), (channels, x.channels, size, size))
        bias = self.chance.normal(0, 0.1, channels)
        self.multiply_adds += height * width * channels * inputs
        self.parameters += weights.size + bias.size
        names = [x.name, *(self.tensor(n.astype(np.float32)) for n in (weights, bias))]
        pads = [size // 2] * 4
        (name,) = self.node(
            "Conv", names, kernel_shape=[size, size], strides=[stride, stride], pads=pads
        )
        return Map(name, channels, height, width)

    def layer(self, x: Map, channels: int, size: int = 3, stride: int = 1) -> Map:
        """A convolution and SiLU: what comes out, times its own sigmoid."""
        y = self.convolve(x, channels, size, stride)
        (gate,) = self.node("Sigmoid", [y.name])
        (name,) = self.node("Mul", [y.name, gate])
        return Map(name, channels, y.height, y.width)

    def join(self, *maps: Map) -> Map:
        """The channels of maps of one size, one after the other."""
        (name,) = self.node("Concat", [x.name for x in maps], axis=1)
        return Map(name, sum(x.channels for x in maps), maps[0].height, maps[0].width)

    def double(self, x: Map) -> Map:
        """Each cell twice in both directions."""
        scales = self.tensor(np.array([1, 1, 2, 2], np.float32))
        (name,) = self.node(
            "Resize", [x.name, "", scales], mode="nearest",
            coordinate_transformation_mode="asymmetric", nearest_mode="floor",
        )  # fmt: skip
        return Map(name, x.channels, x.height * 2, x.width * 2)

    def c2f(self, x: Map, channels: int, depth: int, short_cut: bool = False) -> Map:
        """Half the channels go through bottlenecks, and what each says is kept for the last."""
        half = channels // 2
        first = self.layer(x, channels, 1)
        names = self.node("Split", [first.name], 2, axis=1)
        maps = [Map(name, half, x.height, x.width) for name in names]
        for _ in range(depth):
            y = self.layer(self.layer(maps[-1], half), half)
            if short_cut:
                (name,) = self.node("Add", [maps[-1].name, y.name])
                y = Map(name, half, x.height, x.width)
            maps.append(y)
        return self.layer(self.join(*maps), channels, 1)

    def pools(self, x: Map) -> Map:
        """SPPF: the greatest within 2, 4 and 6 cells beside each cell."""
        maps = [self.layer(x, x.channels // 2, 1)]
        for _ in range(3):
            (name,) = self.node(
                "MaxPool", [maps[-1].name], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4
            )
            maps.append(Map(name, maps[0].channels, x.height, x.width))
        return self.layer(self.join(*maps), x.channels, 1)

    def shaped(self, name: str, *shape: int) -> str:
        """The same numbers in another shape."""
        return self.node("Reshape", [name, self.tensor(np.array(shape, np.int64))])[0]


def yolo_like(
    width: int = 640, height: int = 640, classes: int = CLASSES
) -> tuple[onnx.ModelProto, int, int]:
    """Return the network, its multiply-adds for one picture, and the number of its parameters.

    It takes (1, 3, height, width), the sides multiples of 32, and gives (1, 4 + classes, cells).
    """
    plan = Plan()
    levels = _neck(plan, *_backbone(plan, Map("picture", 3, height, width)))
    cells = sum(x.height * x.width for x in levels)
    _heads(plan, levels, classes, cells)
    plan.nodes[-1].output[0] = "answer"
    graph = helper.make_graph(
        plan.nodes,
        "yolo_like",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, height, width])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, [1, 4 + classes, cells])],
        plan.tensors,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = IR_VERSION
    helper.set_model_props(model, {"multiply_adds": str(plan.multiply_adds)})
    onnx.checker.check_model(model)
    return model, plan.multiply_adds, plan.parameters


def _backbone(plan: Plan, picture: Map) -> tuple[Map, Map, Map]:
    x = plan.layer(plan.layer(picture, 16, stride=2), 32, stride=2)
    x = plan.c2f(x, 32, 1, short_cut=True)
    near = plan.c2f(plan.layer(x, 64, stride=2), 64, 2, short_cut=True)
    middle = plan.c2f(plan.layer(near, 128, stride=2), 128, 2, short_cut=True)
    far = plan.c2f(plan.layer(middle, 256, stride=2), 256, 1, short_cut=True)
    return near, middle, plan.pools(far)


def _neck(plan: Plan, near: Map, middle: Map, far: Map) -> tuple[Map, Map, Map]:
    up = plan.c2f(plan.join(plan.double(far), middle), 128, 1)
    near = plan.c2f(plan.join(plan.double(up), near), 64, 1)
    middle = plan.c2f(plan.join(plan.layer(near, 64, stride=2), up), 128, 1)
    far = plan.c2f(plan.join(plan.layer(middle, 128, stride=2), far), 256, 1)
    return near, middle, far


def _heads(plan: Plan, levels: Sequence[Map], classes: int, cells: int) -> None:
    box_width, class_width = 4 * BINS, max(levels[0].channels, min(classes, 100))
    boxes, scores = [], []
    for x in levels:
        box = plan.convolve(plan.layer(plan.layer(x, box_width), box_width), box_width, 1)
        score = plan.convolve(plan.layer(plan.layer(x, class_width), class_width), classes, 1)
        boxes.append(plan.shaped(box.name, 1, box_width, x.height * x.width))
        scores.append(plan.shaped(score.name, 1, classes, x.height * x.width))
    (likely,) = plan.node("Sigmoid", plan.node("Concat", scores, axis=2))
    bins = plan.shaped(plan.node("Concat", boxes, axis=2)[0], 1, 4, BINS, cells)
    (bins,) = plan.node("Transpose", [bins], perm=[0, 2, 1, 3])
    (bins,) = plan.node("Softmax", [bins], axis=1)
    mean = plan.tensor(np.arange(BINS, dtype=np.float32).reshape(1, BINS, 1, 1))
    distances = plan.node("Conv", [bins, mean], kernel_shape=[1, 1])
    plan.multiply_adds += BINS * 4 * cells
    plan.parameters += BINS
    plan.node("Concat", [plan.shaped(distances[0], 1, 4, cells), likely], axis=1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the network, and say what it costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--width", type=int, default=640, help="of the picture, 640 by default")
    parser.add_argument("--height", type=int, default=640, help="of the picture, 640 by default")
    parser.add_argument("--classes", type=int, default=CLASSES, help="80 by default")
    o = parser.parse_args(arguments)
    for name, side in (("--width", o.width), ("--height", o.height)):
        if side < 32 or side % 32:
            parser.error(f"{name} {side} is no multiple of 32: give one, such as 640")
    if o.classes < 1:
        parser.error(f"--classes {o.classes}: give at least 1")
    model, multiply_adds, parameters = yolo_like(o.width, o.height, o.classes)
    onnx.save(model, str(o.out))
    print(
        f"{o.out}: {multiply_adds / 1e9:.3f} thousand million multiply-adds "
        f"({multiply_adds * 2 / 1e9:.2f} GFLOPs), {parameters:,} parameters"
    )


if __name__ == "__main__":
    main()
