"""Where photographed pips are: python -m vision.training.place_marks CROPS --model X.pt.

A judge that learnt where pips are on rendered dice looks at each photographed crop from four
sides; where it sees as many pips as the die is known to show, in their pattern, these are kept in
CROPS-marks.npy beside those of rendered dice.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
import torch

from vision.judge import CROP, NARROW, REACH
from vision.training.batches import to_contrast
from vision.training.crops import SIDE, WIDE
from vision.training.networks import ContrastJudge, Judge
from vision.training.pips import fitted

__all__ = ["main"]


def middle(crops: torch.Tensor) -> torch.Tensor:
    """The middle of wide crops, (n, 3, CROP, CROP) of 0 to 1, as a judge sees them."""
    x = crops.permute(0, 3, 1, 2).float() / 255
    side = SIDE / WIDE
    rows = torch.tensor([[side / SIDE, 0, 0], [0, side / SIDE, 0]]).repeat(len(x), 1, 1)
    grid = torch.nn.functional.affine_grid(rows, [len(x), 3, CROP, CROP], align_corners=False)
    return torch.nn.functional.grid_sample(x, grid, align_corners=False)


def from_all_sides(net: torch.nn.Module, x: torch.Tensor, contrast: bool) -> torch.Tensor:
    """The mean map of pips over four turns, 0 to 1."""
    total = torch.zeros(1)
    for turn in range(4):
        view = torch.rot90(x, turn, (2, 3))
        heat = torch.sigmoid(net(to_contrast(view) if contrast else view)[1])
        total = total + torch.rot90(heat, -turn, (1, 2))
    return total / 4


def main() -> None:
    """Place the marks of photographed dice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("crops", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--contrast", action="store_true")
    o = parser.parse_args()
    torch.set_num_threads(1)
    net: torch.nn.Module = ContrastJudge() if o.contrast else Judge()
    net.load_state_dict(torch.load(o.model))
    net.eval()
    part = NARROW if o.contrast else 1.0
    place = o.crops.with_name(o.crops.name + "-marks.npy")
    marks = np.load(place)
    crops = np.load(o.crops.with_suffix(".npy"), mmap_mode="r")
    with o.crops.with_suffix(".csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    wanted = [
        i for i, row in enumerate(rows) if row["source"] != "rendered" and int(row["class"]) < 6
    ]
    placed: dict[str, list[int]] = {}
    for first in range(0, len(wanted), 64):
        some = wanted[first : first + 64]
        with torch.no_grad():
            x = middle(torch.from_numpy(np.stack([crops[i] for i in some])))
            heats = from_all_sides(net, x, o.contrast).numpy()
        for i, heat in zip(some, heats, strict=True):
            cells = heat.shape[0]
            at = fitted(heat, cells / (REACH * part), int(rows[i]["class"]) + 1)
            tally = placed.setdefault(rows[i]["source"], [0, 0])
            tally[1] += 1
            marks[i] = np.nan
            if at is not None:
                tally[0] += 1
                marks[i, : len(at)] = ((at + 0.5) / cells * 2 - 1) * part / WIDE
    np.save(place, marks)
    for source, (done, of) in placed.items():
        print(f"{source}: {done} of {of} dice have their pips placed")


if __name__ == "__main__":
    main()
