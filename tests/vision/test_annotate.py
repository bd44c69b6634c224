"""What is drawn, and where it must not be drawn."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.annotate import ACCEPTED, ASKED, Mark, annotate, layout
from vision.reading import Face, Image, Observation, Reading

Box = tuple[int, int, int, int]

WIDTHS = [320, 640, 1280, 4056]


def felt(width: int) -> Image:
    return np.full((width * 3 // 4, width, 3), 90, np.uint8)


def die(x: float, y: float, side: float, face: Face | None = 5, why: str | None = None) -> Reading:
    return Reading(face, face or 3, 0.987, (x, y, side, side), (x + side / 2, y + side / 2), why)


def drawn(image: Image, *readings: Reading) -> Image:
    return annotate(image, Observation(readings, image.shape[1], image.shape[0]))


def marks(width: int, *readings: Reading) -> list[Mark]:
    height = width * 3 // 4
    return layout(Observation(readings, width, height), width, height)


def shared(one: Box, other: Box) -> bool:
    return all(max(one[i], other[i]) < min(one[i + 2], other[i + 2]) for i in (0, 1))


def painted(image: Image, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    return np.asarray((np.abs(image.astype(int) - colour) <= 12).all(axis=2))


def test_the_picture_given_is_left_as_it_was() -> None:
    image = felt(320)
    drawn(image, die(100, 100, 40))
    assert (image == 90).all()


def test_a_picture_without_dice_comes_back_unchanged() -> None:
    image = felt(320)
    assert (drawn(image) == image).all()
    assert drawn(image) is not image


@pytest.mark.parametrize("width", WIDTHS)
def test_letters_grow_with_the_picture_and_stay_readable(width: int) -> None:
    (mark,) = marks(width, die(width * 0.4, width * 0.3, width * 0.06))
    left, top, right, bottom = mark.place
    assert max(11, width / 50) <= bottom - top <= max(14, width / 35)
    assert right - left > 2 * (bottom - top)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("where", [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0), (0, 0.5)])
def test_a_label_stays_inside_the_picture(width: int, where: tuple[float, float]) -> None:
    side, height = width * 0.06, width * 3 // 4
    at = ((width - side) * where[0], (height - side) * where[1])
    (mark,) = marks(width, die(*at, side, None, "doubtful"))
    left, top, right, bottom = mark.place
    assert left >= 0
    assert top >= 0
    assert right <= width
    assert bottom <= height
    assert not shared(mark.place, mark.outline)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_ground_of_the_words_is_painted_where_it_is_laid_out(width: int) -> None:
    reading = die(width * 0.4, width * 0.3, width * 0.06)
    left, top, right, bottom = marks(width, reading)[0].place
    mask = painted(drawn(felt(width), reading), ACCEPTED)
    assert mask[top, left:right].all()
    assert mask[bottom - 1, left:right].all()
    assert 0.4 < mask[top:bottom, left:right].mean() < 0.9  # the rest is words


@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_covers_a_die_that_has_room_about_it(width: int) -> None:
    side = width * 0.05
    cells = [(0.2 + 0.2 * i, 0.1 + 0.2 * j) for i in range(4) for j in range(3)]
    placed = marks(width, *(die(width * x, width * y, side) for x, y in cells))
    for one in placed:
        assert not any(shared(one.place, other.outline) for other in placed)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_covers_a_face_of_a_crowd(width: int) -> None:
    side = width * 0.05
    cells = [(0.3 + 0.055 * i, 0.2 + 0.1 * j) for i in range(4) for j in range(3)]
    placed = marks(width, *(die(width * x, width * y, side) for x, y in cells))
    for mark in placed:
        x, y = (round(c) for c in mark.reading.center)
        third = round(side / 4)
        face = (x - third, y - third, x + third, y + third)
        assert not any(shared(face, other.place) for other in placed)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_covers_a_face(width: int) -> None:
    side = width * 0.05
    reading = die(width * 0.4, width * 0.3, side)
    x, y, third = round(reading.center[0]), round(reading.center[1]), round(side / 3)
    face = drawn(felt(width), reading)[y - third : y + third, x - third : x + third]
    assert (face == 90).all()


def test_labels_of_a_row_do_not_cover_one_another() -> None:
    placed = marks(1280, *(die(200 + 66 * i, 300, 60) for i in range(6)))
    for i, one in enumerate(placed):
        assert not any(shared(one.place, other.place) for other in placed[:i])


def test_a_die_not_accepted_looks_different_without_colour() -> None:
    whole = drawn(felt(640), die(300, 200, 60))
    dashed = drawn(felt(640), die(300, 200, 60, None, "cocked"))
    beside = np.s_[204:256, 297:303]
    assert not (whole[beside] == 90).all(axis=(1, 2)).any()
    assert (dashed[beside] == 90).all(axis=(1, 2)).any()


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (Reading(5, 5, 0.99, (9, 9, 9, 9), (13, 13)), "5 99%"),
        (Reading("V", "V", 0.9, (9, 9, 9, 9), (13, 13)), "V 90%"),
        (Reading(None, 5, 0.914, (9, 9, 9, 9), (13, 13), "doubtful"), "? 5 91% doubtful"),
        (Reading(None, None, 0.3, (9, 9, 9, 9), (13, 13), "cocked"), "? cocked"),
    ],
)
def test_the_words_say_face_confidence_and_reason(reading: Reading, words: str) -> None:
    assert [mark.words for mark in marks(640, reading)] == [words]


def test_numbers_are_named_first_and_shown() -> None:
    readings = (die(300, 200, 60), die(100, 200, 60, None, "cocked"))
    named = layout(Observation(readings, 640, 480), 640, 480, (2, 1))
    assert sorted(mark.words for mark in named) == ["#1 ? 3 98% cocked", "#2 5 98%"]
    picture = Observation(readings, 640, 480)
    assert (annotate(felt(640), picture, (2, 1)) != annotate(felt(640), picture)).any()


def test_certainty_is_never_rounded_up_to_all() -> None:
    (mark,) = marks(640, Reading(5, 5, 0.99999, (9, 9, 9, 9), (13, 13)))
    assert mark.words == "5 99%"


def test_a_die_that_hangs_over_the_edge_is_drawn() -> None:
    image = drawn(felt(320), die(-20, -20, 40, None, "cut"))
    assert painted(image, ASKED).any()
