"""Crops of dice for the judges, cut once: python -m vision.training.crops OUT --pool FOLDER [...].

OUT.npy holds (n, SIDE, SIDE, 3) squares, WIDE times as wide as what a judge sees, so that they
can be turned and shifted; OUT.csv has for each: class (index in FACES, 9 no die), grounded (1, 0,
-1 unknown), source. Crops of no die lie beside dice, anywhere, and at the finder's false finds.
OUT-marks.npy, (n, 6, 2), has the pips of rendered dice, -1 to 1 across the square, NaN where there
are none; OUT-leans.npy, (n, 2), how far the upper face's centre lies off the die's own, right and
down, in half sides of the square, NaN where that is not known.
"""

import argparse
import csv
import json
import math
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.judge import REACH, cut
from vision.training.labels import load_labels
from vision.training.samples import FalseFind, Labelled, Picture, Target, rendered

__all__ = ["NONE", "SIDE", "WIDE", "main"]

SIDE = 112
WIDE = 1.6
NONE = 9
LEAST_PX = 9.0
"""Smaller upper faces are not learnt from, in pixels."""
BESIDE = 1.0
"""Crops of no die for each picture, on average."""

Row = tuple[Picture, int, int, str, NDArray[np.float32], NDArray[np.float32]]
BLANK = np.full((6, 2), np.nan, np.float32)
UNKNOWN = np.full(2, np.nan, np.float32)


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


def _marks(die: Target) -> NDArray[np.float32]:
    """The pips of a die across the square that is cut around its upper face."""
    table = BLANK.copy()
    if die.pips is not None:
        table[: len(die.pips)] = (die.pips - die.center) / (die.size * WIDE * REACH / 2)
    return table


def _lean(die: Target) -> NDArray[np.float32]:
    """How far the upper face's centre lies off the die's."""
    if die.middle is None:
        return UNKNOWN
    return np.asarray((die.center - die.middle) / (die.size * WIDE * REACH / 2), np.float32)


def _rows(item: Labelled, false: list[FalseFind], rng: Generator) -> list[Row]:
    image = item.picture()
    rows: list[Row] = []
    for d in item.dice:
        if not d.ignore and d.face >= 0 and d.size >= LEAST_PX:
            square = cut(image, (float(d.center[0]), float(d.center[1])), d.size * WIDE, SIDE)
            rows.append((square, d.face, d.grounded, item.source, _marks(d), _lean(d)))
    rows += [
        (
            cut(image, (f["center"][0], f["center"][1]), f["size"] * WIDE, SIDE),
            NONE,
            -1,
            item.source,
            BLANK,
            UNKNOWN,
        )
        for f in false[:4]
    ]
    for _ in range(int(rng.poisson(BESIDE))):
        place = _beside(item, image, rng)
        if place is not None:
            square = cut(image, place[0], place[1] * WIDE, SIDE)
            rows.append((square, NONE, -1, item.source, BLANK, UNKNOWN))
    return rows


def main() -> None:
    """Cut all crops."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pool", type=Path, action="append", required=True)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--false", type=Path)
    parser.add_argument("--seed", type=int, default=4)
    o = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(o.seed)
    items = [item for pool in o.pool for item in rendered(pool)]
    if o.labels:
        items += [i for _, group in load_labels(o.labels, set()) for i in group]
    false: dict[str, list[FalseFind]] = {}
    if o.false:
        for line in o.false.read_text(encoding="utf-8").splitlines():
            find: FalseFind = json.loads(line)
            false.setdefault(find["file"], []).append(find)
    rows = [row for item in items for row in _rows(item, false.get(str(item.path), []), rng)]
    np.save(o.out.with_suffix(".npy"), np.stack([row[0] for row in rows]))
    np.save(o.out.with_name(o.out.name + "-marks.npy"), np.stack([row[4] for row in rows]))
    np.save(o.out.with_name(o.out.name + "-leans.npy"), np.stack([row[5] for row in rows]))
    with o.out.with_suffix(".csv").open("w", encoding="utf-8", newline="") as table:
        writer = csv.writer(table)
        writer.writerow(["class", "grounded", "source"])
        writer.writerows(row[1:4] for row in rows)
    print(f"{len(rows)} crops")


if __name__ == "__main__":
    main()
