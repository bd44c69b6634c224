"""Fit what each word is worth: python -m vision.training.weigh --pool FOLDER [--pool FOLDER].

Reads rendered trays, with dice and without (see vision.training.pool), that no network has learnt
from, and prints WEIGHTS of vision.looked: of a logistic regression of whether the face is right on
the log odds of the colour judge, the contrast judge and the finder. A word that would count against
what it says counts nothing.
"""

import argparse
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looked import Looked, each_once, kind_of
from vision.reader import MODELS, Reader
from vision.training.samples import Labelled, Target, rendered

__all__ = ["claims", "fit", "main"]

RIDGE = 1e-3
"""How much large weights cost: without it, a word that never errs would weigh endlessly."""
AWAY = 0.5
"""A look is of the die whose upper face's middle is nearer than this, in sizes of the face."""

Floats = NDArray[np.float64]
Claim = tuple[tuple[float, float, float], bool]


def claims(looks: Iterable[Looked], dice: Sequence[Target]) -> dict[str, list[Claim]]:
    """What spoke for the face of each look, and whether it was right, by the kind of dice.

    Looks at dice that are neither right nor wrong, as hidden ones, are left out.
    """
    found: dict[str, list[Claim]] = {"pips": [], "roman": []}
    for look in looks:
        die = min(dice, key=lambda one: math.dist(look.found.center, one.center), default=None)
        if die is not None and math.dist(look.found.center, die.center) > AWAY * die.size:
            die = None
        if die is not None and die.ignore:
            continue
        face = int(np.argmax(look.joint))
        found[kind_of(face)].append((look.evidence(face), die is not None and face == die.face))
    return found


def fit(some: Sequence[Claim]) -> tuple[float, ...]:
    """The weights, none below 0, and what is added; ValueError when all claims are alike."""
    said = np.array([claim[0] for claim in some], float)
    right = np.array([claim[1] for claim in some], float)
    if not 0 < right.sum() < len(right):
        raise ValueError(
            f"of {len(right)} claims {right.sum():.0f} are right; that teaches nothing"
        )
    counted = list(range(said.shape[1]))
    while True:
        weights = _newton(np.column_stack([said[:, counted], np.ones(len(said))]), right)
        against = [i for i, w in zip(counted, weights, strict=False) if w < 0]
        if not against:
            break
        counted = [i for i in counted if i not in against]
    whole = np.zeros(said.shape[1] + 1)
    whole[[*counted, -1]] = weights
    return tuple(float(w) for w in whole)


def _newton(x: Floats, right: Floats) -> Floats:
    """The weights at which the mean error of a logistic regression is least."""
    weights = np.zeros(x.shape[1])
    ridge = np.diag([RIDGE] * (x.shape[1] - 1) + [0.0])
    for _ in range(50):
        told = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (told - right) / len(x) + ridge @ weights
        bend = (x * (told * (1 - told))[:, None]).T @ x / len(x) + ridge
        step = np.linalg.solve(bend + 1e-9 * np.eye(len(bend)), slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def _read(reader: Reader, item: Labelled) -> dict[str, list[Claim]]:
    looks = [look for look in each_once(reader.looks(item.picture())) if reader.is_die(look)]
    return claims(looks, item.dice)


def main() -> None:
    """Read the trays and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, action="append", required=True)
    parser.add_argument("--models", type=Path, default=MODELS)
    o = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(o.models)
    all_claims: dict[str, list[Claim]] = {"pips": [], "roman": []}
    for pool in o.pool:
        for item in rendered(pool):
            for kind, some in _read(reader, item).items():
                all_claims[kind] += some
    for kind, some in all_claims.items():
        weights = ", ".join(f"{w:.2f}" for w in fit(some))
        print(f"{kind}: ({weights})  from {len(some)} faces, {sum(c[1] for c in some)} right")


if __name__ == "__main__":
    main()
