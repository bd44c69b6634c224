"""Which looks count as dice of their own, and how sure two judges are together."""

import numpy as np
import pytest

from vision.finder import Candidate
from vision.judge import Verdict
from vision.looked import FACES, Looked, each_once


def look(
    center: tuple[float, float],
    box: tuple[float, float, float, float],
    heat: float = 0.8,
    size: float = 40.0,
) -> Looked:
    verdict = said({4: 0.95})
    return Looked(Candidate(center, size, box, heat), verdict, verdict)


def said(faces: dict[int | str, float], none: float = 0.0) -> Verdict:
    """A verdict with these shares of faces; no pips are seen."""
    shares = np.array([faces.get(face, 0.0) for face in FACES], np.float32)
    pips = np.array([1.0, 0, 0, 0, 0, 0, 0], np.float32)
    return Verdict(shares, none, pips)


def test_a_side_face_within_the_outline_is_no_die_of_its_own() -> None:
    die = look((100, 80), (78, 58, 46, 72))
    side = look((100, 113), (80, 95, 40, 38), heat=0.45, size=30)
    assert each_once([side, die]) == [die]


def test_two_faces_with_one_outline_are_one_die() -> None:
    die = look((100, 80), (78, 58, 46, 72))
    side = look((103, 128), (78, 62, 46, 74), heat=0.5)
    assert each_once([die, side]) == [die]


def test_dice_that_touch_stay_and_in_their_order() -> None:
    dice = [look((100.0 + 44 * i, 80), (78.0 + 44 * i, 58, 44, 44), heat=0.4) for i in range(3)]
    assert each_once(dice) == dice


def test_two_dice_of_which_the_finder_is_sure_stay_be_one_on_the_other() -> None:
    lower, upper = look((100, 80), (78, 58, 46, 46)), look((110, 92), (84, 66, 52, 52), heat=0.7)
    assert each_once([lower, upper]) == [lower, upper]
    doubted = look((110, 92), (84, 66, 52, 52), heat=0.5)
    assert each_once([lower, doubted]) == [lower]


def test_two_witnesses_of_a_numeral_are_surer_than_one() -> None:
    one = said({"I": 0.8, "V": 0.1, 1: 0.1})
    both = Looked(Candidate((0, 0), 30, (0, 0, 30, 30), 0.8), one, one)
    assert both.sure(FACES.index("I")) == pytest.approx(0.64 / 0.66)


def test_two_witnesses_of_a_numeral_who_disagree_are_not_sure() -> None:
    one, other = said({"I": 0.9, "V": 0.1}), said({"I": 0.1, "V": 0.9})
    both = Looked(Candidate((0, 0), 30, (0, 0, 30, 30), 0.8), one, other)
    assert both.sure(FACES.index("I")) == pytest.approx(0.5)


def test_that_both_take_it_for_no_die_counts_against_a_numeral() -> None:
    one = said({"X": 0.5}, none=0.5)
    both = Looked(Candidate((0, 0), 30, (0, 0, 30, 30), 0.8), one, one)
    assert both.sure(FACES.index("X")) == pytest.approx(0.5)
