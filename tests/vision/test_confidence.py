"""What sureness is worth: the fit, the curve, and its file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.confidence import AS_IT_IS, at, fit, load, text

CLAIMS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60)


def claims(sure: float, right: int, total: int) -> list[tuple[float, bool]]:
    return [(sure, i < right) for i in range(total)]


def test_the_curve_says_how_often_such_dice_were_right() -> None:
    curve = fit(claims(0.6, 300, 1000) + claims(0.9, 950, 1000) + claims(0.999, 1000, 1000))
    assert at(curve, 0.6) == pytest.approx(0.3, abs=0.002)
    assert at(curve, 0.9) == pytest.approx(0.95, abs=0.002)
    assert 0.999 < at(curve, 0.999) < 1


def test_where_the_surer_dice_were_right_less_often_both_count_together() -> None:
    curve = fit(claims(0.7, 900, 1000) + claims(0.9, 700, 1000))
    assert at(curve, 0.8) == pytest.approx(0.8, abs=0.002)
    assert at(curve, 0.95) == pytest.approx(0.8, abs=0.002)


@given(CLAIMS, st.floats(0, 1), st.floats(0, 1))
def test_more_sureness_is_never_worth_less(
    some: list[tuple[float, bool]], one: float, other: float
) -> None:
    curve = fit(some)
    low, high = sorted((one, other))
    assert 0 <= at(curve, low) <= at(curve, high) <= 1


def test_without_dice_nothing_changes() -> None:
    assert fit([]) == AS_IT_IS
    assert at(AS_IT_IS, 0.37) == pytest.approx(0.37)


def test_a_file_holds_the_curves(tmp_path: Path) -> None:
    curves = {"pips": fit(claims(0.9, 9, 10)), "roman": AS_IT_IS}
    (tmp_path / "confidence.json").write_text(text(curves), encoding="utf-8")
    assert load(tmp_path / "confidence.json") == curves
    assert load(tmp_path / "none.json") == {}


@pytest.mark.parametrize(
    "told",
    ["", "[", "[]", "[1]", "null", "[" * 100_000, '{"pips": 3}', '{"pips": []}',
     '{"pips": [[0, 1], [0.5, 0.2]]}', '{"pips": [[0, 0], [1, 1.5]]}',
     '{"pips": [[0, -0.5], [1, 1]]}', '{"pips": [[NaN, NaN]]}', '{"pips": [[0, NaN], [1, NaN]]}',
     '{"pips": [[0, 0], [NaN, 0.5], [1, 1]]}', '{"pips": [[0.5, 1]]}',
     '{"pips": [[0.5, 0.5], [1, 1]]}', '{"pipz": [[0, 0], [1, 1]]}'],
)  # fmt: skip
def test_what_is_no_curve_is_named_with_its_remedy(tmp_path: Path, told: str) -> None:
    path = tmp_path / "confidence.json"
    path.write_text(told, encoding="utf-8")
    with pytest.raises(ValueError, match=r"confidence\.json.*fit_confidence"):
        load(path)
