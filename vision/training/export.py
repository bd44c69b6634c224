"""Write a network as ONNX for OpenCV: python -m vision.training.export WHICH IN.pt OUT.onnx.

Norms are folded into the convolutions, and the weights are kept in half precision, which halves
the file; OpenCV widens them on loading. The greatest difference to the trained network on random
pictures is printed.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from vision.judge import FACE
from vision.network import load
from vision.training.networks import CROP, ContrastJudge, Finder, Judge

__all__ = ["KINDS", "main", "write"]

KINDS: dict[str, tuple[type[torch.nn.Module], tuple[int, ...]]] = {
    "finder": (Finder, (1, 3, 480, 640)),
    "judge": (Judge, (1, 3, CROP, CROP)),
    "contrast": (ContrastJudge, (1, 3, FACE, FACE)),
}
"""Each network and the shape of what it sees."""


def write(net: torch.nn.Module, shape: tuple[int, ...], out: Path) -> float:
    """Export net and return the greatest difference of OpenCV's answer."""
    net.eval()
    names = ["answer"] if isinstance(net, Finder) else ["answer", "pips"]
    names += ["lean"] if isinstance(net, Judge) else []
    x = torch.rand(shape, generator=torch.Generator().manual_seed(0))
    torch.onnx.export(
        net,
        (x,),
        str(out),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=names,
    )
    model = onnx.load(str(out))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) > 1:
            half = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(half, tensor.name))
    onnx.save(model, str(out))
    loaded = load(out)
    loaded.setInput(x.numpy())
    with torch.no_grad():
        wanted = net(x) if len(names) > 1 else (net(x),)
    answers = loaded.forward(names)
    return max(float(np.abs(a - w.numpy()).max()) for a, w in zip(answers, wanted, strict=True))


def main() -> None:
    """Export one network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=list(KINDS))
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    o = parser.parse_args()
    make, shape = KINDS[o.which]
    net = make()
    net.load_state_dict(torch.load(o.weights))
    off = write(net, shape, o.out)
    print(f"{o.out}: {o.out.stat().st_size} bytes, differs by {off:.2g}")


if __name__ == "__main__":
    main()
