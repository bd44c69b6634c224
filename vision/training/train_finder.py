"""Train the finder: python -m vision.training.train_finder OUT.pt --pool FOLDER [...].

Rendered trays alone make the base; with --labels (made by vision.training.labels from real
photos) every batch is half photos. Checkpoints are written as it goes; the same seed, data and
threads repeat a run.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from vision.training.labels import load_labels
from vision.training.networks import HALF, STRIDE, Finder
from vision.training.restore import settle, start
from vision.training.samples import Labelled, Target, rendered, vary

__all__ = ["main", "targets"]

SIDE = 256
SIZES = (12.0, 105.0)
SETTLE = 96
"""How many squares settle the norms of a network that is trained further."""


def targets(dice: list[Target]) -> NDArray[np.float32]:
    """What the network should answer, (13, cells, cells).

    Channels 0 to 8 as the network's, 9 to 12 how much the heat, the place, the outline and grounded
    count in each cell.
    """
    n = SIDE // STRIDE
    t = np.zeros((13, n, n), np.float32)
    t[9] = 1
    rows, columns = np.mgrid[0:n, 0:n].astype(np.float32)
    px, py = (columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE
    nearest = np.full((n, n), np.inf, np.float32)
    for d in dice:
        cx, cy = d.center
        far = np.hypot(px - cx, py - cy)
        if d.ignore or d.size < 9:
            t[9][far < max(d.size * 0.8, STRIDE)] = 0
            continue
        sigma = max(d.size * 0.18, STRIDE * 0.55)
        t[0] = np.maximum(t[0], np.exp(-(far**2) / (2 * sigma**2)))
        if not (0 <= cx < SIDE and 0 <= cy < SIDE):
            continue
        row, column = int(cy // STRIDE), int(cx // STRIDE)
        t[0, row, column] = 1
        mine = (far < max(d.size * 0.25, STRIDE * 0.75)) & (far < nearest)
        mine[row, column] = True
        nearest[mine] = far[mine]
        t[1][mine], t[2][mine] = ((cx - px) / STRIDE)[mine], ((cy - py) / STRIDE)[mine]
        t[10][mine] = t[0][mine]
        t[11][mine] = 0
        t[12][mine] = 0
        t[7][mine] = math.log(d.size / STRIDE)
        if d.box is not None:
            edges = (cx - d.box[0], cy - d.box[1], d.box[2] - cx, d.box[3] - cy)
            for i, edge in enumerate(edges):
                t[3 + i][mine] = math.log(max(edge, 2.0) / STRIDE)
            t[11][mine] = t[0][mine]
        if d.grounded >= 0:
            t[8][mine] = d.grounded
            t[12][mine] = t[0][mine]
    return t


def loss(out: Tensor, t: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Penalty-reduced focal loss for the heat (Law and Deng, CornerNet, 2018), others at dice."""
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    top = (t[:, 0] >= 0.999).float()
    heat = -(top * (1 - p) ** 2 * p.log() + (1 - top) * (1 - t[:, 0]) ** 4 * p**2 * (1 - p).log())
    count = top.sum().clamp(min=1)
    heat_loss = (heat * t[:, 9]).sum() / count
    near, box, lying = t[:, 10], t[:, 11], t[:, 12]
    total = near.sum().clamp(min=1)
    place = ((out[:, 1:3] - t[:, 1:3]).abs().sum(1) * near).sum() / total
    edges = ((out[:, 3:8] - t[:, 3:8]).abs().sum(1) * box).sum() / box.sum().clamp(min=1)
    lies = torch.nn.functional.binary_cross_entropy_with_logits(
        out[:, 8], t[:, 8], reduction="none"
    )
    lies_loss = (lies * lying).sum() / lying.sum().clamp(min=1)
    parts = {
        "heat": heat_loss.item(),
        "place": place.item(),
        "edges": edges.item(),
        "grounded": lies_loss.item(),
    }
    return heat_loss + 0.5 * place + 0.3 * edges + lies_loss, parts


class Squares(Dataset[tuple[Tensor, Tensor]]):
    """Varied squares without end: number i is always the same square."""

    def __init__(self, groups: list[tuple[float, list[Labelled]]], count: int, seed: int) -> None:
        self.groups, self.count, self.seed = groups, count, seed

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index])
        shares = np.array([share for share, _ in self.groups])
        _, items = self.groups[int(rng.choice(len(self.groups), p=shares / shares.sum()))]
        item = items[int(rng.integers(len(items)))]
        square, dice, _ = vary(item, item.picture(), rng, SIDE, SIZES)
        blob = torch.from_numpy(square.transpose(2, 0, 1).astype(np.float32) / 255)
        return blob, torch.from_numpy(targets(dice))


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pool", type=Path, action="append", required=True)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--leave-out", action="append", default=[])
    parser.add_argument("--start", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--steps", type=int, default=100000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--half", action="store_true", help=HALF)
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    groups = [(1.0, [item for pool in o.pool for item in rendered(pool)])]
    if o.labels:
        groups += load_labels(o.labels, set(o.leave_out))
    print({(g[1][0].source, round(g[0], 3), len(g[1])) for g in groups}, flush=True)
    net = Finder()
    if o.start:
        start(net, o.start, (1, 3, SIDE, SIDE))
        some = Squares(groups, SETTLE, o.seed + 1000)
        settle(net, torch.stack([some[i][0] for i in range(SETTLE)]))
    torch.nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last)
    rate = torch.optim.AdamW(net.parameters(), o.rate, weight_decay=0.01)
    began = time.time()
    loader = DataLoader(Squares(groups, o.steps * o.batch, o.seed), o.batch, num_workers=o.workers)
    net.train()
    mean: dict[str, float] = {}
    for step, (blob, want) in enumerate(loader, 1):
        done = min((time.time() - began) / 60 / o.minutes, 1.0)
        if done >= 1.0:
            break
        for g in rate.param_groups:
            g["lr"] = o.rate * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        with torch.autocast("cpu", torch.bfloat16, enabled=o.half):
            out = net(blob.contiguous(memory_format=torch.channels_last))
        error, parts = loss(out.float(), want)
        rate.zero_grad()
        error.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        rate.step()
        for k, v in parts.items():
            mean[k] = mean.get(k, v) * 0.98 + v * 0.02
        if step % 100 == 0:
            print(
                step,
                round((time.time() - began) / 60, 1),
                {k: round(v, 3) for k, v in mean.items()},
                flush=True,
            )
            torch.save(net.state_dict(), o.out)
    torch.save(net.state_dict(), o.out)


if __name__ == "__main__":
    main()
