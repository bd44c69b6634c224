"""Fit what confidence is worth: python -m firmware.fit_confidence INDEX... [--out FILE].

Reads the photos of each INDEX (a CSV file or a folder of rendered ones, as for `arbiter evaluate`,
with boxes), and writes for each kind of dice how often a die was right of which the looks were so
sure. Fit on photos that the networks have not learnt from, and measure on others.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO

import cv2

from firmware.evaluate import CORRECTIONS, claims, judge_photos
from firmware.truths import corrections, load_truths
from firmware.usage import UsageError
from firmware.whole import write_whole
from vision import confidence
from vision.reader import MODELS, Reader
from vision.reading import PIPS, DiceReader

__all__ = ["fitted", "main"]

OUT: Final = MODELS / "confidence.json"
LEAST: Final = 200
"""Fewer dice of a kind than this tell too little; that kind stays as it is."""


def fitted(
    indexes: Sequence[Path], reader: DiceReader, out: TextIO, err: TextIO
) -> dict[str, confidence.Curve]:
    """Return the curve for each kind of dice of which the photos have enough."""
    listed = corrections(CORRECTIONS) if CORRECTIONS.exists() else []
    found: dict[str, list[tuple[float, bool]]] = {"pips": [], "roman": []}
    for index in indexes:
        photos = [photo for photo in load_truths(index) if photo.truth.boxed and photo.truth.dice]
        for kind in found:
            of_kind = [
                photo
                for photo in photos
                if all((die.face in PIPS) == (kind == "pips") for die in photo.truth.dice)
            ]
            found[kind] += claims(judge_photos(of_kind, listed, "auto", reader, err))
    curves = {}
    for kind, some in found.items():
        out.write(f"{kind}: {len(some)} dice, {sum(right for _, right in some)} right\n")
        if len(some) >= LEAST:
            curves[kind] = confidence.fit(some)
            out.writelines(f"  {sure:.4f} sure: {part:.4f} right\n" for sure, part in curves[kind])
        elif some:
            out.write(f"  fewer than {LEAST}: left as it is\n")
    return curves


def main(
    arguments: Sequence[str] | None = None,
    make_reader: Callable[[], DiceReader] = lambda: Reader(curves={}),
) -> int:
    """Fit the curves and write them; the curve of a kind with too few dice stays in the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        before = confidence.load(options.out)  # what is no such file is refused before the work
        curves = fitted(options.index, make_reader(), sys.stdout, sys.stderr)
        if not curves:
            raise UsageError(f"too few dice: {options.out} was left as it is")
        write_whole(options.out, confidence.text({**before, **curves}).encode())
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"written: {options.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
