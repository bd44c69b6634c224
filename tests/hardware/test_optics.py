"""The optics against the makers' angles, against a pinhole, and against themselves backwards."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.optics import (
    DIE_MM,
    LEAST_DIE_PX,
    LENSES,
    WORKING_PX,
    LensError,
    depth_mm,
    die_px,
    edge_degrees,
    field_degrees,
    field_mm,
    height_mm,
    lamp_away_mm,
    largest_tray_mm,
    setup,
    webcam,
)
from vision import search

MODULE3, HQ = LENSES["module3"], LENSES["hq_6mm"]

trays = st.tuples(st.floats(80, 600), st.floats(80, 600))
lenses = st.sampled_from(sorted(LENSES))
pictures = st.sampled_from([(1280, 960), (1536, 864), (640, 480), (960, 1280), (800, 800)])


@pytest.mark.parametrize(
    ("name", "across", "down"),
    [
        ("module3", 66, 41),  # Raspberry Pi documentation, Camera, Hardware specifications
        ("module3_wide", 102, 67),
    ],
)
def test_angles_agree_with_the_makers_within_three_degrees(
    name: str, across: float, down: float
) -> None:
    assert field_degrees(LENSES[name]) == pytest.approx((across, down), abs=3)


@pytest.mark.parametrize(("name", "diagonal"), [("usb_78", 78), ("usb_55", 55)])
def test_a_webcam_sees_its_diagonal(name: str, diagonal: float) -> None:
    lens = LENSES[name]
    half = math.hypot(*lens.sensor_mm) / 2 / lens.focal_mm
    assert 2 * math.degrees(math.atan(half)) == pytest.approx(diagonal)


def test_a_field_is_the_sensor_grown_by_the_distance() -> None:
    # A 6 mm lens 606 mm away shows a hundred times its sensor.
    assert field_mm(HQ, 606, (4056, 3043)) == pytest.approx((628.0, 471.2), abs=0.7)


def test_a_four_to_three_picture_of_a_wide_sensor_loses_its_sides() -> None:
    wide, cut = (field_mm(MODULE3, 300, shape) for shape in ((1600, 900), (1200, 900)))
    assert cut[1] == pytest.approx(wide[1], rel=0.002)
    assert cut[0] == pytest.approx(wide[0] * 3 / 4, rel=0.002)


def test_a_wide_picture_of_a_squarer_sensor_loses_top_and_bottom() -> None:
    whole, cut = (field_mm(HQ, 300, shape) for shape in ((4056, 3040), (1600, 900)))
    assert cut[0] == pytest.approx(whole[0], rel=0.001)
    assert cut[1] < whole[1]


@given(lenses, trays, pictures)
def test_the_height_for_a_tray_shows_all_of_it_and_no_lower_one_does(
    name: str, tray: tuple[float, float], picture: tuple[int, int]
) -> None:
    lens = LENSES[name]
    height = height_mm(lens, tray, picture, edge_part=0)
    seen = field_mm(lens, height - DIE_MM, picture)
    assert all(s >= t - 1e-6 for s, t in zip(seen, tray, strict=True))
    lower = field_mm(lens, height - DIE_MM - 1, picture)
    assert any(s < t for s, t in zip(lower, tray, strict=True))


@given(lenses, pictures)
def test_the_largest_tray_gives_the_least_die(name: str, picture: tuple[int, int]) -> None:
    lens = LENSES[name]
    height = height_mm(lens, largest_tray_mm(lens, picture), picture)
    assert die_px(lens, height, picture) == pytest.approx(LEAST_DIE_PX)


def test_a_die_is_measured_where_its_upper_face_is() -> None:
    seen = max(field_mm(MODULE3, 300 - DIE_MM))
    assert die_px(MODULE3, 300) == pytest.approx(640 * DIE_MM / seen)
    assert die_px(MODULE3, 300, working_px=320) == pytest.approx(die_px(MODULE3, 300) / 2)


def test_the_working_size_is_the_readers() -> None:
    assert WORKING_PX == search.LONG_SIDE
    assert LEAST_DIE_PX > search.SMALL


def test_the_ends_of_the_sharp_depth_are_blurred_as_much_as_is_allowed() -> None:
    sharp = depth_mm(HQ, 400, blur_dice=0.05)
    assert sharp is not None
    for x in sharp:
        assert 6.0 / 1.2 * abs(x - 400) / x == pytest.approx(0.05 * DIE_MM)


def test_a_small_opening_is_sharp_to_infinity() -> None:
    sharp = depth_mm(HQ, 400, blur_dice=0.4)
    assert sharp is not None
    assert sharp[1] == math.inf


def test_an_untold_opening_has_no_depth() -> None:
    assert depth_mm(LENSES["usb_78"], 400) is None


def test_a_corner_is_seen_slanted() -> None:
    assert edge_degrees(100 + DIE_MM, (120, 160)) == pytest.approx(45)


def test_a_lamp_beyond_its_place_is_mirrored_beyond_the_tray() -> None:
    # Equal angles: a mirror half-way between a camera and a lamp of one height shows the lamp.
    assert lamp_away_mm(316, 316, 200) == pytest.approx(200)
    assert lamp_away_mm(316, 166, 200) == pytest.approx(150)


def test_a_setup_is_rounded_up_and_says_whether_it_is_good() -> None:
    made = setup(MODULE3, (280, 210))
    assert made.height_mm % 5 == 0
    assert 0 <= made.height_mm - height_mm(MODULE3, (280, 210)) < 5
    assert made.good
    assert made.sharp_mm is not None
    assert made.sharp_mm[0] < made.height_mm - DIE_MM < made.sharp_mm[1]
    assert not setup(MODULE3, (600, 450)).good  # dice too small
    assert not setup(LENSES["usb_55"], (200, 150)).good  # cannot be focused so near


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: field_mm(HQ, 6.0),
        lambda: field_mm(HQ, 300, (0, 480)),
        lambda: height_mm(HQ, (0, 200)),
        lambda: lamp_away_mm(10, 300, 200),
        lambda: lamp_away_mm(300, 10, 200),
    ],
)
def test_what_cannot_be_is_refused(wrong: object) -> None:
    with pytest.raises(LensError, match=r"mm|pixels"):
        wrong()  # type: ignore[operator]


def test_a_webcam_of_any_shape_is_made() -> None:
    square = webcam("x", 90, (1, 1), 100, "none")
    assert square.sensor_mm == pytest.approx((0.5**0.5, 0.5**0.5))
