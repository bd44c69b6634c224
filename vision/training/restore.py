"""Weights of an exported network, to train it further.

Export folds each norm into its convolution. Here the convolution gets the folded weights and its
norm becomes the one that changes nothing but the offset, so that the network answers as the file
does, to half precision. Training normalises each batch by what is in the batch, so before it goes
on, `settle` gives every norm the mean and spread that pictures have there.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

__all__ = ["restore", "settle", "start"]


def _in_order(net: nn.Module, x: torch.Tensor) -> list[nn.Module]:
    """Convolutions, norms and linear layers in the order in which they are run."""
    order: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.BatchNorm2d, nn.Linear)

    def note(layer: nn.Module, _given: object, _answer: object) -> None:
        order.append(layer)

    hooks = [m.register_forward_hook(note) for m in net.modules() if isinstance(m, kinds)]
    net.eval()
    with torch.no_grad():
        net(x)
    for hook in hooks:
        hook.remove()
    return order


def restore(net: nn.Module, path: Path, shape: tuple[int, ...]) -> None:
    """Give net the weights of an exported file; ValueError when they do not fit.

    shape: of what the network sees.
    """
    model = onnx.load(str(path))
    known = {t.name: numpy_helper.to_array(t).astype(np.float32) for t in model.graph.initializer}
    layers = [n for n in model.graph.node if n.op_type in {"Conv", "Gemm"}]
    order = _in_order(net, torch.zeros(shape))
    with torch.no_grad():
        for node in layers:
            weight, bias = (torch.from_numpy(known[name].copy()) for name in node.input[1:3])
            layer = order.pop(0)
            if not isinstance(layer, nn.Conv2d | nn.Linear) or layer.weight.shape != weight.shape:
                raise ValueError(
                    f"{path.name} does not fit the network: {tuple(weight.shape)} came where "
                    f"{layer} stands; restore a file that was exported from this network"
                )
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
                continue
            norm = order.pop(0)
            assert isinstance(norm, nn.BatchNorm2d)
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias)
            assert norm.running_mean is not None and norm.running_var is not None
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
    net.train()


def start(net: nn.Module, path: Path, shape: tuple[int, ...]) -> None:
    """Begin with a checkpoint (.pt) or with an exported network (.onnx)."""
    if path.suffix == ".onnx":
        restore(net, path, shape)
    else:
        net.load_state_dict(torch.load(path))


def settle(net: nn.Module, x: torch.Tensor) -> None:
    """Give each norm the mean and spread of x where it stands; the answers stay as they are.

    Without it a restored network answers quite differently while it is trained.
    """

    def fit(norm: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        assert norm.running_mean is not None and norm.running_var is not None
        var, mean = torch.var_mean(given[0], dim=(0, 2, 3), correction=0)
        slope = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        level = norm.bias - slope * norm.running_mean
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_(slope * torch.sqrt(var + norm.eps))
        norm.bias.copy_(level + slope * mean)

    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(fit) for norm in norms]
    net.eval()
    with torch.no_grad():
        net(x)
    for hook in hooks:
        hook.remove()
