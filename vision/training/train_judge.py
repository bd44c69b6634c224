"""Train a judge: python -m vision.training.train_judge OUT.pt --crops CROPS [--contrast] [...].

The crops come from vision.training.crops. Half of a batch is rendered, so far as there are photos.
What is written is the running mean of the weights, which errs less than the last ones.
"""

import argparse
import csv
import math
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as tf

from vision.training.batches import to_contrast, vary_batch
from vision.training.crops import NONE
from vision.training.networks import ContrastJudge, Judge

__all__ = ["main"]

BATCH = 128
KEEP = 0.998
"""How much of the running mean is kept at each step."""
NO_DIE = 0.14
"""The part of a batch that is no die."""


def weights(classes: Tensor, sources: list[str], left_out: set[str]) -> Tensor:
    """How likely each crop is drawn: half rendered, photos by the root of their source's size."""
    counts = Counter(sources)
    roots = {s: math.sqrt(n) for s, n in counts.items() if s != "rendered" and s not in left_out}
    shares = {s: 0.5 * root / sum(roots.values()) for s, root in roots.items()}
    shares["rendered"] = 0.5 if roots else 1.0
    w = torch.tensor([shares.get(s, 0.0) / counts[s] for s in sources])
    dice = classes != NONE
    w[dice] *= (1 - NO_DIE) / w[dice].sum()
    w[~dice] *= NO_DIE / w[~dice].sum()
    return w


def loss(out: Tensor, want: Tensor, flat: Tensor) -> Tensor:
    """Cross-entropy of the class, and of lying flat where that is known."""
    known = (flat >= 0).float()
    lies = tf.binary_cross_entropy_with_logits(out[:, 10], flat.clamp(min=0), reduction="none")
    return tf.cross_entropy(out[:, :10], want) + 0.3 * (lies * known).sum() / known.sum().clamp(1)


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--leave-out", action="append", default=[])
    parser.add_argument("--start", type=Path)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--contrast", action="store_true")
    o = parser.parse_args()
    g = torch.Generator().manual_seed(o.seed)
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    crops = np.load(o.crops.with_suffix(".npy"), mmap_mode="r")
    with o.crops.with_suffix(".csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    classes = torch.tensor([int(r["class"]) for r in rows])
    flat = torch.tensor([float(r["flat"]) for r in rows])
    odds = weights(classes, [r["source"] for r in rows], set(o.leave_out))
    net: torch.nn.Module = ContrastJudge() if o.contrast else Judge()
    if o.start:
        net.load_state_dict(torch.load(o.start))
    torch.nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(KEEP), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), o.rate, weight_decay=0.02)
    net.train()
    began, step, error_mean, right_mean = time.time(), 0, 2.0, 0.0
    while (done := (time.time() - began) / 60 / o.minutes) < 1.0:
        step += 1
        for group in optimizer.param_groups:
            cosine = 0.5 + 0.5 * math.cos(math.pi * done)
            group["lr"] = o.rate * min(1, step / 100) * cosine + 1e-6
        picked = torch.multinomial(odds, BATCH, generator=g)
        x = vary_batch(torch.from_numpy(crops[picked.numpy()]), g)
        x = to_contrast(x) if o.contrast else x
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x.contiguous(memory_format=torch.channels_last)).float()
        error = loss(out, classes[picked], flat[picked])
        optimizer.zero_grad()
        error.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        mean.update_parameters(net)
        right = float((out[:, :10].argmax(1) == classes[picked]).float().mean())
        error_mean, right_mean = (
            error_mean * 0.99 + error.item() * 0.01,
            right_mean * 0.99 + right * 0.01,
        )
        if step % 200 == 0:
            minutes = (time.time() - began) / 60
            print(f"{step} {minutes:.1f} min {error_mean:.4f} {right_mean:.4f}", flush=True)
            torch.save(mean.module.state_dict(), o.out)
    torch.save(mean.module.state_dict(), o.out)


if __name__ == "__main__":
    main()
