"""Letters on a small screen."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.screens.font import BIG, SMALL, fit, text_image, text_width_px, wrap


def test_a_name_that_fits_stays_whole_and_another_is_visibly_shortened() -> None:
    assert fit("Ann", 60) == "Ann"
    short = fit("Bartholomew the Second", 60)
    assert short.endswith(".") and "Bartholomew the Second".startswith(short[:-1])


def test_accents_are_dropped_and_other_scripts_become_question_marks() -> None:
    assert text_image("Zoë").tobytes() == text_image("Zoe").tobytes()
    assert text_image("Weiß").tobytes() == text_image("Weiss").tobytes()
    assert text_image("\N{CJK UNIFIED IDEOGRAPH-4E00}").tobytes() == text_image("?").tobytes()


def test_lines_are_broken_at_spaces_only() -> None:
    assert wrap(("throw the missing die alone",), 60) == ["throw the", "missing die", "alone"]
    assert wrap(("a", "b"), 128) == ["a", "b"]


@given(st.text(max_size=20), st.sampled_from([SMALL, BIG]))
def test_a_text_is_as_wide_as_it_is_drawn(text: str, size: int) -> None:
    assert text_image(text, size).width == max(size, text_width_px(text, size)) or not text


@given(st.text(max_size=40), st.integers(8, 128))
def test_a_fitted_name_always_fits(name: str, width_px: int) -> None:
    assert text_width_px(fit(name, width_px)) <= width_px
