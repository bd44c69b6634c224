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

from vision.judge import FACE, NARROW
from vision.training.batches import mark_maps, to_contrast, turned_leans, vary_batch
from vision.training.crops import NONE
from vision.training.networks import CROP, HALF, ContrastJudge, Judge
from vision.training.restore import settle, start

__all__ = ["main"]

BATCH = 64
KEEP = 0.999
"""How much of the running mean is kept at each step."""
MARKS = 6.0
"""How much it counts to say where the pips are; that teaches to count them."""
NO_DIE = 0.14
"""The part of a batch that is no die."""
SETTLE = 512
"""How many crops settle the norms of a network that is trained further."""
STACKED = 0.05
"""The part of a batch that are dice on other dice."""
GROUNDED = 0.2
"""How much it counts to say whether a die lies on the floor or on another."""
ODD = 3.0
"""An error so large, in the mean, that the label is the likelier culprit."""


def weights(classes: Tensor, grounded: Tensor, sources: list[str], left_out: set[str]) -> Tensor:
    """How likely each crop is drawn: half rendered, photos by the root of their source's size.

    Of what is no die NO_DIE, and of dice on others STACKED, where there are any.
    """
    counts = Counter(sources)
    roots = {s: math.sqrt(n) for s, n in counts.items() if s != "rendered" and s not in left_out}
    shares = {s: 0.5 * root / sum(roots.values()) for s, root in roots.items()}
    shares["rendered"] = 0.5 if roots else 1.0
    w = torch.tensor([shares.get(s, 0.0) / counts[s] for s in sources])
    none, stacked = classes == NONE, grounded == 0
    parts = [(none, NO_DIE)] + ([(stacked, STACKED)] if w[stacked].sum() > 0 else [])
    parts.append((~none & ~stacked, 1 - sum(part for _, part in parts)))
    for some, part in parts:
        w[some] *= part / w[some].sum()
    return w


def loss(out: Tensor, want: Tensor, grounded: Tensor) -> Tensor:
    """(n,), cross-entropy of the class, and of lying on the floor where that is known."""
    known = (grounded >= 0).float()
    lies = tf.binary_cross_entropy_with_logits(out[:, 10], grounded.clamp(min=0), reduction="none")
    named = tf.cross_entropy(out[:, :10], want, reduction="none")
    return named + GROUNDED * lies * known


class Hard:
    """How hard each crop has been of late; what is hard is drawn more often, what is odd is not.

    A crop whose error stays above ODD is taken for one with a wrong label.
    """

    def __init__(self, count: int) -> None:
        self.errors = torch.full((count,), 0.7)

    def seen(self, picked: Tensor, errors: Tensor) -> None:
        """Follow the errors of the crops that were drawn."""
        self.errors[picked] = 0.6 * self.errors[picked] + 0.4 * errors.clamp(max=6.0)

    def weights(self, mild: float) -> Tensor:
        """How often each is drawn, beside its odds; mild, 0 to 1: how little that changes."""
        hard = self.errors.clamp(max=1.5)
        hard[self.errors > ODD] = 0.2
        return 0.2 + mild + hard


def mark_loss(seen: Tensor, where: Tensor, marked: Tensor) -> Tensor:
    """Cross-entropy of where the pips are, for the crops of which that is known."""
    error = tf.binary_cross_entropy_with_logits(seen, where, reduction="none") * (1 + 4 * where)
    return (error.mean(dim=(1, 2)) * marked).sum() / marked.sum().clamp(1)


def lean_loss(said: Tensor, want: Tensor) -> Tensor:
    """How unlikely the true leans are where they are known: Laplace, with the spread that is said.

    said: (n, 3), right, down and the spread's logarithm; want: (n, 2), NaN where unknown.
    """
    known = ~torch.isnan(want[:, 0])
    off = (said[:, :2] - torch.nan_to_num(want)).abs().sum(1)
    log_spread = said[:, 2].clamp(-5, 2)
    return ((off / log_spread.exp() + 2 * log_spread) * known).sum() / known.sum().clamp(1)


def running_mean(means: list[Tensor], now: list[Tensor], count: Tensor | int) -> None:
    """Follow the weights, quickly at first and slowly later."""
    done = int(count)
    keep = min(KEEP, (1 + done) / (10 + done))
    torch.optim.swa_utils.get_ema_multi_avg_fn(keep)(means, now, count)


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
    parser.add_argument("--mild", type=float, default=0.35, help="part of the time, at the end")
    parser.add_argument("--contrast", action="store_true")
    parser.add_argument("--half", action="store_true", help=HALF)
    parser.add_argument("--alone", choices=["pips", "lean"], help="leave all else as it is")
    o = parser.parse_args()
    g = torch.Generator().manual_seed(o.seed)
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    crops = np.load(o.crops.with_suffix(".npy"), mmap_mode="r")
    with o.crops.with_suffix(".csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    classes = torch.tensor([int(r["class"]) for r in rows])
    grounded = torch.tensor([float(r["grounded"]) for r in rows])
    marks = torch.from_numpy(np.load(o.crops.with_name(o.crops.name + "-marks.npy")))
    marked = (classes > 5) | ~torch.isnan(marks[:, 0, 0])  # what is no pip die has no pips
    leans = torch.from_numpy(np.load(o.crops.with_name(o.crops.name + "-leans.npy")))
    odds = weights(classes, grounded, [r["source"] for r in rows], set(o.leave_out))
    if o.alone == "lean":
        odds[torch.isnan(leans[:, 0])] = 0  # what teaches nothing
    net: ContrastJudge | Judge = ContrastJudge() if o.contrast else Judge()
    if o.start:
        start(net, o.start, (1, 3, FACE, FACE) if o.contrast else (1, 3, CROP, CROP))
        picked = torch.multinomial(odds, SETTLE, generator=g)
        x, _ = vary_batch(torch.from_numpy(crops[picked.numpy()]), g)
        settle(net, to_contrast(x) if o.contrast else x)
    torch.nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last)
    hard = Hard(len(rows))
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=running_mean, use_buffers=True)
    part = getattr(net, o.alone) if o.alone else net
    if o.alone:
        net.requires_grad_(False)
        part.requires_grad_(True)
    optimizer = torch.optim.AdamW(part.parameters(), o.rate, weight_decay=0.02)
    net.eval()
    part.train()
    began, step, error_mean, right_mean = time.time(), 0, 2.0, 0.0
    while (done := (time.time() - began) / 60 / o.minutes) < 1.0:
        step += 1
        for group in optimizer.param_groups:
            cosine = 0.5 + 0.5 * math.cos(math.pi * done)
            group["lr"] = o.rate * min(1, step / 100) * cosine + 1e-6
        mild = done > 1 - o.mild and step % 3 > 0
        drawn = odds * hard.weights(1.0 if done > 1 - o.mild else 0.0)
        picked = torch.multinomial(drawn, BATCH, generator=g)
        x, rows_of = vary_batch(torch.from_numpy(crops[picked.numpy()]), g, mild)
        x = to_contrast(x) if o.contrast else x
        with torch.autocast("cpu", torch.bfloat16, enabled=o.half):
            answers = net(x.contiguous(memory_format=torch.channels_last))
        out, seen, *more = (answer.float() for answer in answers)
        where = mark_maps(marks[picked], rows_of, seen.shape[-1], NARROW if o.contrast else 1.0)
        errors = loss(out, classes[picked], grounded[picked])
        hard.seen(picked, errors.detach())
        error = errors.mean() + MARKS * mark_loss(seen, where, marked[picked])
        if more:
            error = error + lean_loss(more[0], turned_leans(leans[picked], rows_of))
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
