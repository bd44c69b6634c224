"""Letters on a small screen."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.screens.font import BIG, SMALL, fit, legible, text_image, text_width_px, wrap
from firmware.screens.letter_shapes import SAME
from firmware.screens.letters import glyph


def test_a_name_that_fits_stays_whole_and_another_is_visibly_shortened() -> None:
    assert fit("Ann", 60) == "Ann"
    short = fit("Bartholomew the Second", 60)
    assert short.endswith("…") and "Bartholomew the Second".startswith(short[:-1])


def test_every_european_letter_is_drawn_and_each_differently() -> None:
    letters = [*map(chr, range(0x21, 0x7F)), *map(chr, range(0xA1, 0x180)), *"ẞ…€→↑↓✓✗"]
    alike = {*SAME, "Ð", "ĺ"}
    assert all(map(legible, letters))
    assert {glyph(letter).shape[0] for letter in letters} == {9}
    drawn = [text_image(letter).tobytes() + bytes(text_image(letter).size)
             for letter in letters if letter not in alike]  # fmt: skip
    assert len(set(drawn)) == len(drawn)


def test_a_capital_with_a_mark_is_as_high_as_any_other() -> None:
    for letter in "ÄÖÜÉÈÀÌÒÙÅÑŠŽŐŘ":
        box = text_image(letter).getbbox()
        assert box is not None and (box[1], box[3]) == (0, 8), letter


def test_a_letter_that_is_not_there_is_a_box() -> None:
    han = "\N{CJK UNIFIED IDEOGRAPH-4E00}"
    assert not legible(han) and legible("Zoë Weiß")
    assert text_image(han).tobytes() == text_image("\N{SNOWMAN}").tobytes()
    assert text_image(han).getbbox() == (0, 0, 5, 8)


def test_a_mark_that_stands_alone_joins_its_letter() -> None:
    assert text_image("Zoe\N{COMBINING DIAERESIS}").tobytes() == text_image("Zoë").tobytes()


def test_lines_are_broken_at_spaces_only() -> None:
    assert wrap(("throw the missing die alone",), 60) == ["throw the", "missing die", "alone"]
    assert wrap(("a", "b"), 128) == ["a", "b"]


@given(st.text(max_size=20), st.sampled_from([SMALL, BIG]))
def test_a_text_is_as_wide_as_it_is_drawn(text: str, size: int) -> None:
    assert text_image(text, size).width == max(size, text_width_px(text, size)) or not text


@given(st.text(max_size=40), st.integers(8, 128))
def test_a_fitted_name_always_fits(name: str, width_px: int) -> None:
    assert text_width_px(fit(name, width_px)) <= width_px
