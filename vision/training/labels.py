"""Labels for real photos: python -m vision.training.labels OUT.jsonl --index INDEX --models FOLDER.

The sources draw boxes in different ways, or none at all. So networks trained on rendered dice
alone say where each die's upper face is, and the truth of the index says what it shows: a box
takes the surest candidate whose centre lies in it; photos without boxes are used where the
number of candidates is the number of dice, matched to the faces by the likeliest assignment.
What the networks are sure is a die and the index does not have is neither die nor no die.
"""

import argparse
import csv
import json
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from vision.finder import Candidate, Finder
from vision.judge import Judge, cut
from vision.training.networks import FACES
from vision.training.samples import Labelled, Picture, Target

__all__ = ["Label", "load_labels", "main"]

LONG_SIDES = (640, 960, 448)
CROP_LOOKS = (160, 224)
CROP_PART = 0.62
"""The upper face's part of a crop's side, where the finder sees none in it."""
LEAST_PART = 0.33
"""A candidate smaller than this part of its box is a pip taken for a die."""
BOX_PART = 0.72
"""The upper face's part of a box's side, where the finder sees none in it."""
STRANGER = 0.85
"""How sure the judge must be of a face that the index lacks, for it to be left out of training."""
Shares = Callable[[Candidate], list[float]]
"""What a judge takes a candidate for: the probabilities of the nine faces."""


@dataclass(frozen=True, slots=True)
class Label:
    """A die of a photo: centre and size of its upper face in pixels, face as index in FACES.

    found: whether the finder saw it; agreed: the judge's probability of the index's face;
    ignore: neither a die nor no die.
    """

    center: tuple[float, float]
    size: float
    face: int
    found: bool
    agreed: float = 0.0
    ignore: bool = False


def load_labels(path: Path, leave_out: set[str]) -> list[tuple[float, list[Labelled]]]:
    """Groups of photos and how often each is drawn; sources named in leave_out stay out.

    Their dice count as lying on the floor, which next to all do.
    """
    groups: dict[str, list[Labelled]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["source"] in leave_out or not entry["dice"]:
            continue
        dice = [
            Target(np.array(d["center"]), d["size"], None, d["face"], 1, d["ignore"])
            for d in entry["dice"]
        ]
        item = Labelled(Path(entry["file"]), entry["source"], entry["oblique"], dice)
        groups[entry["group"]].append(item)
    weights = {k: math.sqrt(sum(len(i.dice) for i in v)) for k, v in groups.items()}
    total = sum(weights.values())
    return [(1.5 * weights[k] / total, v) for k, v in groups.items()]


def _candidates(finder: Finder, image: Picture, crop: bool) -> list[list[Candidate]]:
    if not crop:
        return [finder.look(image, n, 0.15) for n in LONG_SIDES]
    pad = max(image.shape[:2]) // 2
    wide = cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REPLICATE).astype(np.uint8)
    moved = [[_moved(c, -pad) for c in finder.look(wide, n, 0.15)] for n in CROP_LOOKS]
    return [[c for c in look if _inside(c, image.shape)] for look in moved]


def _moved(c: Candidate, by: float) -> Candidate:
    x, y, w, h = c.box
    at = (c.center[0] + by, c.center[1] + by)
    return Candidate(at, c.size, (x + by, y + by, w, h), c.heat)


def _inside(c: Candidate, shape: tuple[int, ...]) -> bool:
    return 0 <= c.center[0] < shape[1] and 0 <= c.center[1] < shape[0]


def _judged(judge: Judge, image: Picture) -> Shares:
    def shares(c: Candidate) -> list[float]:
        return [float(p) for p in judge.look([cut(image, c.center, c.size)])[0].faces]

    return shares


def _boxed(
    boxes: Sequence[Sequence[float]], looks: list[list[Candidate]], shares: Shares, pips_only: bool
) -> list[Label]:
    """A label for each box; pips_only: the source's boxes hold the pips alone."""
    labels = []
    for x, y, w, h, face in boxes:
        f = FACES.index(int(face))
        side = math.sqrt(w * h)
        mx, my = w * 0.15 + 2, h * 0.15 + 2
        near = [
            c
            for look in looks
            for c in look
            if x - mx <= c.center[0] <= x + w + mx
            and y - my <= c.center[1] <= y + h + my
            and c.size < 1.6 * max(w, h) + 30
        ]
        best = max(near, key=lambda c: c.heat * (0.1 + shares(c)[f]), default=None)
        if best is None or (best.size < LEAST_PART * side and not pips_only):
            middle = (x + w / 2, y + h / 2)
            labels.append(Label(middle, BOX_PART * side, f, False, ignore=side < 9))
        else:
            labels.append(Label(best.center, best.size, f, True, shares(best)[f]))
    return labels


def _strangers(
    looks: list[list[Candidate]], labels: Sequence[Label], shares: Shares
) -> list[Label]:
    """Dice that the index lacks and the networks are sure of."""
    odd: list[Label] = []
    for c in (c for look in looks for c in look if c.heat > 0.5):
        apart = all(
            math.dist(c.center, d.center) > 0.6 * max(c.size, d.size) for d in [*labels, *odd]
        )
        if apart and max(shares(c)) >= STRANGER:
            odd.append(Label(c.center, c.size, -1, True, ignore=True))
    return odd


def _unboxed(faces: Sequence[int], looks: list[list[Candidate]], shares: Shares) -> list[Label]:
    """Labels where one of the looks has just as many candidates as there are dice."""
    wanted = [FACES.index(f) for f in faces]
    for look in looks:
        strong = [c for c in look if c.heat > 0.3] if len(look) != len(wanted) else look
        if len(strong) != len(wanted) or len(wanted) > 6:
            continue
        told = [shares(c) for c in strong]

        def likely(order: tuple[int, ...], told: list[list[float]] = told) -> float:
            return sum(math.log(t[f] + 1e-6) for t, f in zip(told, order, strict=True))

        best = max(sorted(set(permutations(wanted))), key=likely)
        return [
            Label(c.center, c.size, f, True, t[f])
            for c, t, f in zip(strong, told, best, strict=True)
        ]
    return []


def _crop(face: int, looks: list[list[Candidate]], shares: Shares, view: Picture) -> list[Label]:
    """The one die of a crop, at the middle unless the finder sees it better."""
    height, width = view.shape[:2]
    f, side = FACES.index(face), max(height, width)
    large = [c for look in looks for c in look if c.size >= 0.45 * side]
    best = max(large, key=lambda c: c.heat, default=None)
    if best is None:
        return [Label((width / 2, height / 2), CROP_PART * side, f, False)]
    return [Label(best.center, best.size, f, True, shares(best)[f])]


def _labels(row: dict[str, str], image: Picture, finder: Finder, judge: Judge) -> list[Label]:
    source = row["file"].split("/", maxsplit=1)[0]
    crop = "crops" in source
    looks = _candidates(finder, image, crop)
    shares = _judged(judge, image)
    faces = [int(f) for f in row["faces"].split()]
    boxes = json.loads(row["boxes"] or "[]")
    if crop:
        return _crop(faces[0], looks, shares, image)
    if boxes:
        labels = _boxed(boxes, looks, shares, source == "matteop65")
        return labels + _strangers(looks, labels, shares)
    return _unboxed(faces, looks, shares)


def mended(row: dict[str, str], corrections: Sequence[dict[str, str]]) -> dict[str, str]:
    """A row of the index with its wrong labels set right, and those of no use taken out."""
    boxes = json.loads(row["boxes"] or "[]")
    for wrong in (c for c in corrections if c["file"] == row["file"] and c["box"]):
        x, y, w, h = (float(number) for number in wrong["box"].split())
        kept = []
        for box in boxes:
            at = (box[0] + box[2] / 2 - x, box[1] + box[3] / 2 - y)
            if not (0 <= at[0] <= w and 0 <= at[1] <= h):
                kept.append(box)
            elif wrong["reason"] == "mislabelled":
                kept.append([*box[:4], int(wrong["should_be"])])
        boxes = kept
    return {**row, "boxes": json.dumps(boxes)}


def main() -> None:
    """Write one line for each photo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--corrections", type=Path, help="as for evaluate")
    o = parser.parse_args()
    corrections: list[dict[str, str]] = []
    if o.corrections:
        with o.corrections.open(encoding="utf-8", newline="") as table:
            corrections = list(csv.DictReader(table))
    cv2.setNumThreads(1)
    finder = Finder(o.models / "finder.onnx")
    judge = Judge(o.models / "judge.onnx")
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    with o.index.open(encoding="utf-8", newline="") as table, o.out.open("w") as out:
        for row in csv.DictReader(table):
            path = o.index.parent / row["file"]
            source = row["file"].split("/", maxsplit=1)[0]
            image = cv2.imread(str(path))
            if image is None:
                continue
            labels = _labels(mended(row, corrections), image.astype(np.uint8), finder, judge)
            tally = counts[source]
            tally[0] += int(row["n_dice"])
            tally[1] += sum(d.found and not d.ignore for d in labels)
            tally[2] += sum(d.agreed > 0.5 for d in labels)
            kind = "tray" if row["tray"] == "1" else row["viewpoint"]
            entry = {
                "file": str(path),
                "source": source,
                "group": f"{source} {kind}",
                "oblique": row["viewpoint"] == "oblique",
                "dice": [asdict(d) for d in labels],
            }
            print(json.dumps(entry), file=out)
    for source, (dice, found, agreed) in counts.items():
        print(f"{source}: {dice} dice, {found} found, {agreed} read alike")


if __name__ == "__main__":
    main()
