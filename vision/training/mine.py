"""Find what the finder takes for dice and is none: python -m vision.training.mine OUT.jsonl ...

Runs a finder over rendered trays and labelled photos and writes every candidate that is far from
all dice: file, source, center, size. The judge learns from these to say 'no die'.
"""

import argparse
import json
import math
from pathlib import Path

import cv2

from vision.finder import Finder
from vision.training.labels import load_labels
from vision.training.samples import FalseFind, Labelled, rendered

__all__ = ["main"]

LEAST = 0.12


def false_finds(finder: Finder, item: Labelled) -> list[FalseFind]:
    """Candidates of one picture that are no dice."""
    image = item.picture()
    rows: list[FalseFind] = []
    for long_side in (640,):
        rows.extend(
            FalseFind(file=str(item.path), source=item.source, center=c.center, size=c.size)
            for c in finder.look(image, long_side, LEAST)
            if all(
                math.dist(c.center, tuple(d.center)) > 0.6 * max(c.size, d.size) for d in item.dice
            )
        )
    return rows


def main() -> None:
    """Write the false finds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--pool", type=Path, action="append", required=True)
    parser.add_argument("--labels", type=Path)
    o = parser.parse_args()
    cv2.setNumThreads(1)
    finder = Finder(o.model)
    items = [item for pool in o.pool for item in rendered(pool)]
    if o.labels:
        items += [i for _, group in load_labels(o.labels, set()) for i in group]
    with o.out.open("w", encoding="utf-8") as out:
        for item in items:
            for row in false_finds(finder, item):
                print(json.dumps(row), file=out)


if __name__ == "__main__":
    main()
