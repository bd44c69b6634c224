"""What counts as right, wrong, asked, missed and invented."""

from collections import Counter

import pytest

from vision.evaluation import (
    Kind,
    Rate,
    TrueDie,
    Truth,
    Verdict,
    is_fault,
    judge,
    tally,
    wilson,
)
from vision.reading import Face, Observation, Reading

Box = tuple[float, float, float, float]


def place(i: int) -> Box:
    return (100.0 * i, 50.0, 40.0, 40.0)


def die(i: int, face: Face, problem: str | None = None) -> TrueDie:
    return TrueDie(face, place(i), problem)


def read(i: int, face: Face | None, guess: Face | None = None) -> Reading:
    x, y, width, height = place(i)
    center = (x + width / 2, y + height / 2)
    return Reading(face, guess or face, 0.9, place(i), center, None if face else "doubtful")


def kinds(dice: list[TrueDie], readings: list[Reading], *, boxed: bool = True) -> Counter[Kind]:
    observation = Observation(tuple(readings), 1000, 200)
    verdicts = judge(Truth(tuple(dice), boxed), observation)
    return Counter(verdict.kind for verdict in verdicts)


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ([read(0, 5), read(1, 3)], {"exact": 2}),
        ([read(0, 5), read(1, 2)], {"exact": 1, "wrong": 1}),
        ([read(0, 5), read(1, None, 3)], {"exact": 1, "asked": 1}),
        ([read(0, 5)], {"exact": 1, "missed": 1}),
        ([], {"missed": 2}),
        ([read(0, 5), read(1, 3), read(4, 1)], {"exact": 2, "invented": 1}),
        ([read(0, 5), read(0, 5), read(1, 3)], {"exact": 2, "invented": 1}),
        ([read(0, 5), read(1, 3), read(4, None)], {"exact": 2, "query": 1}),
    ],
)
def test_both_ways_of_judging_agree(
    readings: list[Reading], expected: dict[Kind, int], boxed: bool
) -> None:
    assert kinds([die(0, 5), die(1, 3)], readings, boxed=boxed) == expected


def test_right_faces_on_the_wrong_dice_are_wrong_where_boxes_tell() -> None:
    dice, readings = [die(0, 5), die(1, 3)], [read(0, 3), read(1, 5)]
    assert kinds(dice, readings) == {"wrong": 2}
    assert kinds(dice, readings, boxed=False) == {"exact": 2}


def test_a_right_face_where_no_die_lies_is_invented_and_the_die_missed() -> None:
    assert kinds([die(0, 5)], [read(4, 5)]) == {"missed": 1, "invented": 1}


@pytest.mark.parametrize("boxed", [True, False])
def test_a_die_with_a_problem_is_named_or_fools_the_reader_or_is_passed_over(boxed: bool) -> None:
    dice = [die(0, 5), die(1, 3, "cocked")]
    assert kinds(dice, [read(0, 5), read(1, None, 3)], boxed=boxed) == {"exact": 1, "named": 1}
    assert kinds(dice, [read(0, 5), read(1, 3)], boxed=boxed) == {"exact": 1, "fooled": 1}
    assert kinds(dice, [read(0, 5)], boxed=boxed) == {"exact": 1, "passed": 1}


@pytest.mark.parametrize("boxed", [True, False])
def test_what_lies_beyond_the_throw_is_no_matter(boxed: bool) -> None:
    truth = Truth((die(0, 5),), boxed, beyond=((80, 0, 500, 200),))
    readings = (read(0, 5), read(1, 3), read(2, None), read(7, 1))
    verdicts = judge(truth, Observation(readings, 1000, 200))
    assert [verdict.kind for verdict in verdicts] == ["exact", "invented"]


def test_a_picture_without_dice_has_only_inventions() -> None:
    assert kinds([], [read(0, 5), read(1, None)]) == {"invented": 1, "query": 1}


def test_roman_faces_are_judged_like_pips() -> None:
    assert kinds([die(0, "V"), die(1, "X")], [read(0, "V"), read(1, "V")]) == {
        "exact": 1,
        "wrong": 1,
    }


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("exact", False), ("named", False), ("passed", True), ("wrong", True), ("asked", True),
        ("missed", True), ("invented", True), ("query", True), ("fooled", True),
    ],
)  # fmt: skip
def test_what_spoils_a_picture(kind: Kind, fault: bool) -> None:
    assert is_fault(Verdict(kind, die(0, 5), None)) is fault


def test_a_sliver_at_the_edge_may_go_unread() -> None:
    sliver = TrueDie(5, place(0), "cut", visible=0.2)
    assert not is_fault(Verdict("passed", sliver, None))
    assert is_fault(Verdict("passed", TrueDie(5, place(0), "cut", visible=0.8), None))


def test_the_figures_of_many_pictures() -> None:
    def of(*named: Kind) -> list[Verdict]:
        return [Verdict(kind, die(0, 5), None) for kind in named]

    figures = tally(
        [of("exact", "exact", "named"), of("exact", "wrong", "asked"), of("invented", "fooled"),
         of("missed"), []]
    )  # fmt: skip
    assert (figures.photos, figures.dice, figures.problems) == (5, 6, 2)
    assert figures.photos_all_exact == Rate(2, 5)
    assert figures.exact == Rate(3, 6)
    assert figures.wrong == Rate(3, 8)
    assert figures.asked == Rate(1, 6)
    assert figures.missed == Rate(1, 6)
    assert figures.named == Rate(1, 2)


def test_inventions_alone_are_all_wrong() -> None:
    figures = tally([[Verdict("invented", None, read(0, 5))] * 3])
    assert figures.wrong == Rate(3, 3)


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [  # published worked cases of the score interval, to four digits
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)
    assert Rate(count, total).interval == wilson(count, total)


def test_a_rate_of_nothing_is_unknown() -> None:
    assert Rate(0, 0).rate is None
    assert Rate(1, 4).rate == 0.25
