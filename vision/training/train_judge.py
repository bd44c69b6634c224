"""Train the judge: python -m vision.training.train_judge OUT.pt --pool FOLDER [--labels ...].

Every crop is cut as at run time, from a centre and size that are a little wrong, turned at random.
Crops of no die: beside dice, anywhere, and at the finder's false finds (--false, a JSON-lines file
with file and center and size, made by vision.training.mine).
"""

import argparse
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from vision.judge import CROP, contrast, cut
from vision.training.labels import load_labels
from vision.training.networks import ContrastJudge, Judge
from vision.training.samples import FalseFind, Labelled, Picture, decoded, photometric, rendered

__all__ = ["main"]

NONE = 9
WIDE = 1.5
"""How much wider than the final crop it is cut before it is turned."""


def crop(image: Picture, at: tuple[float, float], size: float, rng: Generator) -> Picture:
    """A crop as the reader cuts it, turned and mirrored at random, its place a little wrong."""
    jitter = rng.normal(0, 0.05, 2) * size
    grown = size * math.exp(rng.normal(0, 0.08))
    wide = cut(image, (at[0] + jitter[0], at[1] + jitter[1]), grown * WIDE)
    turn = cv2.getRotationMatrix2D((CROP / 2 - 0.5, CROP / 2 - 0.5), rng.uniform(0, 360), WIDE)
    turned = cv2.warpAffine(wide, turn, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE)
    return turned[:, ::-1].astype(np.uint8) if rng.random() < 0.5 else turned.astype(np.uint8)


def _beside(
    item: Labelled, image: Picture, rng: Generator
) -> tuple[tuple[float, float], float] | None:
    """A place that is no upper face: next to a die, or anywhere."""
    sizes = [d.size for d in item.dice] or [rng.uniform(15, 60)]
    for _ in range(10):
        size = float(rng.choice(sizes)) * math.exp(rng.normal(0, 0.3))
        if item.dice and rng.random() < 0.7:
            d = item.dice[int(rng.integers(len(item.dice)))]
            way, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.6, 1.3) * d.size
            at = (d.center[0] + far * math.cos(way), d.center[1] + far * math.sin(way))
        else:
            at = (rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0]))
        if all(math.dist(at, tuple(d.center)) > 0.55 * max(d.size, size) for d in item.dice):
            return at, size
    return None


class Crops(Dataset[tuple[Tensor, Tensor, Tensor, Tensor]]):
    """Crops without end: image, class (0 to 9), flat (0 or 1), and whether flat is known."""

    def __init__(
        self,
        groups: list[tuple[float, list[Labelled]]],
        false: list[FalseFind],
        count: int,
        seed: int,
        by_contrast: bool,
    ) -> None:
        self.groups, self.false, self.count, self.seed = groups, false, count, seed
        self.by_contrast = by_contrast

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index, 7])
        shares = np.array([share for share, _ in self.groups])
        rows: list[tuple[Picture, int, float, float]] = []
        while len(rows) < 8:
            if self.false and rng.random() < 0.1:
                wrong = self.false[int(rng.integers(len(self.false)))]
                image = decoded(Path(wrong["file"]))
                rows.append((crop(image, wrong["center"], wrong["size"], rng), NONE, 0.0, 0.0))
                continue
            _, items = self.groups[int(rng.choice(len(self.groups), p=shares / shares.sum()))]
            item = items[int(rng.integers(len(items)))]
            image = item.picture()
            good = [d for d in item.dice if not d.ignore and d.face >= 0 and d.size >= 9]
            for k in rng.permutation(len(good))[:6]:
                d = good[int(k)]
                at = (float(d.center[0]), float(d.center[1]))
                known = float(d.flat >= 0)
                rows.append((crop(image, at, d.size, rng), d.face, float(d.flat == 1), known))
            if rng.random() < 0.35 and (place := _beside(item, image, rng)) is not None:
                rows.append((crop(image, *place, rng), NONE, 0.0, 0.0))
        rows = rows[:8]
        varied = [photometric(r[0], rng) for r in rows]
        pictures: NDArray[np.float32]
        if self.by_contrast:
            pictures = np.stack([contrast(v) for v in varied])[:, None]
        else:
            planes = np.stack(varied).transpose(0, 3, 1, 2).astype(np.float32)
            pictures = np.asarray(planes / 255, np.float32)
        return (
            torch.from_numpy(pictures),
            torch.tensor([r[1] for r in rows]),
            torch.tensor([r[2] for r in rows]),
            torch.tensor([r[3] for r in rows]),
        )


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--leave-out", action="append", default=[])
    parser.add_argument("--false", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--contrast", action="store_true")
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    groups = [(1.0, [i for i in rendered(o.pool) if i.dice])]
    if o.labels:
        groups += load_labels(o.labels, set(o.leave_out))
    false: list[FalseFind] = []
    if o.false:
        rows = [json.loads(line) for line in o.false.read_text(encoding="utf-8").splitlines()]
        false = [r for r in rows if r["source"] not in o.leave_out]
    net: torch.nn.Module = ContrastJudge() if o.contrast else Judge()
    if o.start:
        net.load_state_dict(torch.load(o.start))
    torch.nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), o.rate, weight_decay=0.02)
    loader = DataLoader(
        Crops(groups, false, 10_000_000, o.seed, o.contrast), 12, num_workers=o.workers
    )
    net.train()
    began, mean_error, mean_right = time.time(), 3.0, 0.0
    for step, (pictures, faces, flat, known) in enumerate(loader, 1):
        done = (time.time() - began) / 60 / o.minutes
        if done >= 1.0:
            break
        for g in optimizer.param_groups:
            g["lr"] = o.rate * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        x = pictures.flatten(0, 1).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x)
        out, want = out.float(), faces.flatten()
        error = torch.nn.functional.cross_entropy(out[:, :10], want)
        lies = torch.nn.functional.binary_cross_entropy_with_logits(
            out[:, 10], flat.flatten(), reduction="none"
        )
        mask = known.flatten()
        error = error + 0.3 * (lies * mask).sum() / mask.sum().clamp(min=1)
        optimizer.zero_grad()
        error.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        right = float((out[:, :10].argmax(1) == want).float().mean())
        mean_error, mean_right = (
            mean_error * 0.98 + error.item() * 0.02,
            mean_right * 0.98 + right * 0.02,
        )
        if step % 200 == 0:
            print(
                step,
                round((time.time() - began) / 60, 1),
                round(mean_error, 4),
                round(mean_right, 4),
                flush=True,
            )
            torch.save(net.state_dict(), o.out)
    torch.save(net.state_dict(), o.out)


if __name__ == "__main__":
    main()
