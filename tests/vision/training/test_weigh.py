"""Fitting what the judges' and the finder's words are worth."""

import numpy as np
import pytest

from vision.finder import Candidate
from vision.judge import Verdict
from vision.looked import FACES, Looked

pytest.importorskip("torch", reason="the training extra is not installed")

from vision.training.samples import Target
from vision.training.weigh import claims, fit


def drawn(
    weights: tuple[float, float, float, float], count: int
) -> list[tuple[tuple[float, float, float], bool]]:
    """Claims that are right as often as the weights say."""
    rng = np.random.default_rng(3)
    said = rng.normal(0, 2, (count, 3))
    odds = said @ np.array(weights[:3]) + weights[3]
    right = rng.random(count) < 1 / (1 + np.exp(-odds))
    return [((a, b, c), bool(r)) for (a, b, c), r in zip(said.tolist(), right, strict=True)]


def test_the_weights_of_which_claims_were_drawn_are_found() -> None:
    assert fit(drawn((0.3, 0.9, 1.2, -0.8), 40_000)) == pytest.approx(
        (0.3, 0.9, 1.2, -0.8), abs=0.08
    )


def test_a_word_that_counts_against_what_it_says_counts_nothing() -> None:
    weights = fit(drawn((-0.5, 1.0, 1.0, 0.0), 5_000))
    assert weights[0] == 0
    assert min(weights[1:3]) > 0.5


def test_claims_that_are_all_right_teach_nothing() -> None:
    with pytest.raises(ValueError, match="teaches nothing"):
        fit([((1.0, 1.0, 1.0), True)] * 5)


def look(face: int, at: tuple[float, float]) -> Looked:
    shares = np.array([0.9 if FACES[i] == face else 0.0 for i in range(9)], np.float32)
    verdict = Verdict(shares, 0.1)
    return Looked(Candidate(at, 30.0, (at[0] - 15, at[1] - 15, 30, 30), 0.8), verdict, verdict)


def target(face: int, at: tuple[float, float], ignore: bool = False) -> Target:
    return Target(np.array(at), 30.0, None, FACES.index(face), 1, ignore)


def test_a_claim_is_right_only_of_the_die_that_lies_there() -> None:
    dice = [target(5, (50, 50)), target(2, (150, 50)), target(3, (250, 50), ignore=True)]
    looks = [look(5, (52, 49)), look(5, (148, 50)), look(3, (250, 50)), look(5, (90, 90))]
    found = claims(looks, dice)
    assert [right for _, right in found["pips"]] == [True, False, False]
    assert found["roman"] == []
