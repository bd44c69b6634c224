"""Which looks count as dice of their own, and how sure two judges are together."""

import numpy as np
import pytest

from vision.finder import Candidate
from vision.judge import Verdict
from vision.looked import FACES, Looked, claimed_twice, each_once


def look(
    center: tuple[float, float],
    box: tuple[float, float, float, float],
    heat: float = 0.8,
    size: float = 40.0,
) -> Looked:
    verdict = said({4: 0.95})
    return Looked(Candidate(center, size, box, heat), verdict, verdict)


def said(faces: dict[int | str, float], none: float = 0.0) -> Verdict:
    """A verdict with these shares of faces."""
    shares = np.array([faces.get(face, 0.0) for face in FACES], np.float32)
    return Verdict(shares, none)


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


def doubted(colour: Verdict, contrast: Verdict, heat: float = 0.8) -> Looked:
    return Looked(Candidate((0, 0), 30, (0, 0, 30, 30), heat), colour, contrast)


@pytest.mark.parametrize("face", [3, "V"])
def test_the_surer_the_judges_the_surer_the_look(face: int | str) -> None:
    place = FACES.index(face)
    sure = [doubted(said({face: p}), said({face: p})).sure(place) for p in (0.2, 0.6, 0.9, 0.99)]
    assert sure == sorted(sure)
    assert sure[0] < 0.5 < sure[-1] < 1


def test_a_die_that_the_finder_hardly_sees_is_less_surely_right() -> None:
    five, place = said({5: 0.95, 2: 0.05}), FACES.index(5)
    assert doubted(five, five, 0.4).sure(place) < doubted(five, five, 0.8).sure(place) - 0.1


def test_the_contrast_judge_has_the_last_word_where_the_judges_disagree() -> None:
    one, other = said({4: 0.9, 5: 0.1}), said({4: 0.1, 5: 0.9})
    assert FACES[int(np.argmax(doubted(one, other).joint))] == 5
    assert FACES[int(np.argmax(doubted(other, one).joint))] == 4
    assert not doubted(one, other).plain


def test_no_share_however_extreme_rules_a_face_in_or_out_alone() -> None:
    none, all_of_it = said({}, none=1.0), said({6: 1.0})
    assert 0 < doubted(none, all_of_it, 0.0).sure(FACES.index(6)) < 1
    assert 0 < doubted(all_of_it, all_of_it, 1.0).sure(FACES.index(6)) < 1


def test_two_outlines_that_share_much_are_both_doubted_and_dice_that_touch_are_not() -> None:
    upper, side = look((100, 80), (78, 58, 46, 72)), look((100, 113), (80, 95, 40, 38))
    beside = look((144, 80), (122, 58, 46, 46))
    assert claimed_twice([upper, side, beside]) == [True, True, False]
    assert claimed_twice([upper, beside]) == [False, False]
    assert claimed_twice([]) == []
