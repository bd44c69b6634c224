"""Every screen, pixel by pixel, and in every language nothing cut off or crowded."""

import ast
import inspect
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image, ImageChops

from firmware import views
from firmware.referee.examples import complaints
from firmware.screens import ScreenError, draw, render
from firmware.screens.canvas import Canvas, Written
from firmware.screens.font import BIG, SMALL, legible, text_image
from firmware.screens.gallery import gallery, helps, messages, set_ups
from firmware.screens.render import DRAWINGS
from firmware.table.command import NAMES
from firmware.texts import LANGUAGES, speaking, tr
from firmware.views import Menu, Question, View
from rules.checks import NAME_LENGTH

GOLDEN = Path(__file__).parent / "golden"

LONG = tuple(f"{letter}{'mw' * NAME_LENGTH}"[:NAME_LENGTH] for letter in "ABCDEF")
"""The longest names that a game takes, of the widest letters."""

SCREENS = gallery()

MOST_LINES = 4


def every_screen(language: str) -> dict[str, View]:
    """All screens in a language, also with long names."""
    with speaking(language):
        long = {f"{name} with long names": view for name, view in gallery(LONG).items()}
        return {**gallery(), **long, **messages(), **helps(), **set_ups()}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_as_they_were_approved(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    actual = render(SCREENS[name])
    golden = GOLDEN / f"{name}.png"
    if request.config.getoption("--rewrite-golden"):
        actual.save(golden)
    with Image.open(golden) as approved:
        expected = approved.convert("1")
    if actual.tobytes() != expected.tobytes():
        actual.save(tmp_path / f"{name}.actual.png")
        ImageChops.logical_xor(actual, expected).save(tmp_path / f"{name}.diff.png")
        pytest.fail(f"screen {name} changed: see {tmp_path}; --rewrite-golden approves it")


def test_every_golden_screen_is_still_drawn() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_one_bit_and_of_the_oleds_size(name: str) -> None:
    image = render(SCREENS[name])
    assert (image.mode, image.size) == ("1", (128, 64))


@cache
def drawn(language: str) -> tuple[dict[str, list[Written]], list[str]]:
    """What is written on every screen in a language, and where something does not fit."""
    written, wrong = {}, []
    for name, view in every_screen(language).items():
        with speaking(language):
            try:
                written[name] = draw(view).written
            except ScreenError as error:
                wrong.append(f"{name}: {error}")
    return written, wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_a_screen_is_cut_off(language: str) -> None:
    assert drawn(language)[1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_shortened_but_names(language: str) -> None:
    with speaking(language):
        every = {**gallery(), **messages(), **helps(), **set_ups()}
        del every["scores_shared"]  # six winners in a line
        for at, name in enumerate(NAMES.values()):
            every[f"part_{at}"] = views.Boot(((tr(name), True),))
        told = {name: [one.text for one in draw(view).written] for name, view in every.items()}
    shortened = {name: text for name, text in told.items() if any("…" in one for one in text)}
    assert shortened == {}


def test_a_self_check_of_many_parts_shows_what_does_not_work() -> None:
    parts = tuple((f"part {at}", at != 8) for at in range(9))
    told = [one.text for one in draw(views.Boot(parts)).written]
    assert told[1:3] == ["✗", "part 8"]
    assert told[-2:] == ["+", "4"]


def test_the_steps_of_setting_up_have_screens_of_their_own() -> None:
    headings = {view.heading for view in set_ups().values() if isinstance(view, views.SetUp)}
    assert headings == {"TRAY", "LIGHT", "FOCUS", "DICE", "READY"}
    asked = [view.lines[0] for view in set_ups().values() if isinstance(view, views.SetUp)]
    assert {"Empty the tray.", "Throw all your dice."} <= set(asked)


def test_what_setting_up_says_stands_under_the_head_of_its_step() -> None:
    shown = {name: view for name, view in set_ups().items() if isinstance(view, views.SetUp)}
    heads = {name: f"{view.heading} {view.place}".strip() for name, view in shown.items()}
    assert heads["set_up_tray_found"] == heads["set_up_no_tray"] == "TRAY 1/4"
    assert heads["set_up_light_good"] == heads["set_up_glare_left"] == "LIGHT 2/4"
    assert heads["set_up_dice_sharp"] == heads["set_up_wrong_small"] == "FOCUS 3/4"
    assert heads["set_up_all_read"] == heads["set_up_unread_cocked"] == "DICE 4/4"
    assert heads["set_up_well"] == heads["set_up_look_again"] == "READY"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_has_four_lines_at_most_and_none_over_another(language: str) -> None:
    for name, written in drawn(language)[0].items():
        assert len({one.top for one in written}) <= MOST_LINES, name
        for at, one in enumerate(written):
            assert not any(overlap(one, other) for other in written[:at]), (name, one)


def overlap(one: Written, other: Written) -> bool:
    """Whether two texts lie over one another."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_on_a_screen_is_in_the_font(language: str) -> None:
    for name, written in drawn(language)[0].items():
        assert all(legible(one.text) for one in written), name


def test_the_gallery_has_every_view_and_each_is_drawn() -> None:
    every = set(get_args(views.View))
    assert {type(view) for view in every_screen("en").values()} == every
    assert set(DRAWINGS) == every


def test_every_view_class_is_one_of_the_union() -> None:
    parts = {views.Purse, views.Standing}
    tree = ast.parse(inspect.getsource(views))
    classes = {getattr(views, node.name) for node in tree.body if isinstance(node, ast.ClassDef)}
    assert classes - parts == set(get_args(views.View))


def test_verdicts_are_16_pixels_high_and_faces_at_least() -> None:
    for name in ("failed", "parried", "caracca", "winner", "centurion_bust", "alea_no_entry"):
        for language in LANGUAGES:
            with speaking(language):
                assert draw(SCREENS[name]).written[0].size == BIG, name
    for name in ("attack_choice", "parry_choice", "attack_three_again", "alea_throw_or_stop"):
        assert all(side >= 16 for side in draw(SCREENS[name]).dice_px), name


def test_a_text_too_long_is_shortened_at_the_table_and_refused_in_the_gallery() -> None:
    menu = Menu("TITLE", ("item",), 0, "a hint that is far too long for a small screen")
    question = Question(("a question that goes on " * 6,), "yes", "a long answer", 0)
    for view in (menu, question):
        with pytest.raises(ScreenError, match="shorten it"):
            draw(view)
        assert render(view).size == (128, 64)


def test_capitals_are_8_pixels_high_and_big_ones_16() -> None:
    for size, height in ((SMALL, 8), (BIG, 16)):
        for letter in "AEHMRSX0369":
            box = text_image(letter, size).getbbox()
            assert box is not None and (box[1], box[3]) == (0, height)


def test_text_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ScreenError, match="'THROWN FAR AWAY' at"):
        Canvas().text(0, "THROWN FAR AWAY", BIG)
    with pytest.raises(ScreenError, match="'low' at"):
        Canvas().text(57, "low")
    with pytest.raises(ScreenError, match="pixels for a name"):
        Canvas().sentence(0, "{player} throws something heavy", player="Bartholomew")
    with pytest.raises(ScreenError, match="takes 4 lines"):
        Canvas().paragraph(("four", "lines", "are", "many"), 17, 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_complaint_is_a_sentence_or_two_that_end(language: str) -> None:
    with speaking(language):
        told = {name: one.text for name, one in complaints().items()}
    for name, text in told.items():
        assert not text[0].islower(), name
        assert text.endswith("."), name
        assert "  " not in text and "None" not in text and "{" not in text, name
