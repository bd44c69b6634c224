"""The geometry of a rendered tray, and the exposure of its picture; nothing is rendered here."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from vision.training.scene import Scene

WITHOUT = "the training extra is not installed"


def above(height_mm: float = 400.0) -> "Scene":
    """A tray of 640 x 480 pixels seen from straight above, one pixel a millimetre at the floor."""
    pytest.importorskip("numba", reason=WITHOUT)
    from vision.training.scene import Scene

    axes = [1.0, 0, 0, 0, -1.0, 0, 0, 0, -1.0]
    camera = np.array([0, 0, height_mm, *axes, height_mm, 320, 240])
    flat = np.zeros((3, 8, 8, 3), np.float32)
    return Scene(640, 480, camera, flat, np.zeros((2, 7)), np.zeros((1, 8)), np.zeros((1, 6)))


def test_what_lies_under_the_camera_is_seen_in_the_middle() -> None:
    scene = above()
    seen = scene.project(np.array([[0, 0, 0], [10.0, 0, 0], [0, 10.0, 0]]))
    assert seen.tolist() == [[320, 240], [330, 240], [320, 230]]


def test_a_ray_meets_the_floor_where_the_pixel_shows_it() -> None:
    scene = above()
    for z in (0.0, 8.0):
        place = scene.ray_to_floor(100.0, 400.0, z)
        assert place is not None
        assert place[2] == pytest.approx(z)
        assert scene.project(place[None])[0] == pytest.approx([100.0, 400.0])


def test_an_upright_die_has_the_axis_asked_for_on_top() -> None:
    pytest.importorskip("numba", reason=WITHOUT)
    from vision.training.scene import upright

    for axis in range(3):
        for sign in (-1.0, 1.0):
            turn = upright(np.random.default_rng(axis), axis, sign)
            assert turn[2, axis] == pytest.approx(sign)
            assert turn @ turn.T == pytest.approx(np.eye(3))
            assert np.linalg.det(turn) == pytest.approx(1.0)


def test_a_die_that_is_wholly_in_view_is_told_with_its_outline_and_upper_face() -> None:
    scene = above()
    from vision.training.arrange import place_die
    from vision.training.scene import new_die_kind

    rng = np.random.default_rng(0)
    kind = new_die_kind(scene, rng, "letters")
    place_die(scene, rng, kind, "letters", np.array([20.0, 10.0]), 8.0, yaw=0.0)
    owner = np.full((480, 640), -1, np.int32)
    owner[222:239, 332:349] = 0
    (truth,) = scene.truths(owner)
    assert truth.box == (332, 222, 17, 17)
    assert truth.inside == pytest.approx(1.0)
    assert truth.center == pytest.approx([320 + 20 * 400 / 384, 240 - 10 * 400 / 384])
    assert np.ptp(truth.quad, axis=0) == pytest.approx([16.5, 16.5], abs=1.0)


def test_a_die_of_which_next_to_nothing_is_seen_is_left_out() -> None:
    scene = above()
    from vision.training.arrange import place_die
    from vision.training.scene import new_die_kind

    rng = np.random.default_rng(0)
    kind = new_die_kind(scene, rng, "letters")
    place_die(scene, rng, kind, "letters", np.zeros(2), 8.0)
    owner = np.full((480, 640), -1, np.int32)
    owner[240, 320] = 0
    assert scene.truths(owner) == []


def test_exposure_keeps_black_and_white_and_the_order_between() -> None:
    pytest.importorskip("numba", reason=WITHOUT)
    from vision.training.pool import expose

    grey = expose(np.linspace(0, 2, 50, dtype=np.float32), 1.0).astype(int)
    assert (grey[0], grey[-1]) == (0, 255)
    assert (np.diff(grey) >= 0).all()
    assert expose(np.array([0.5], np.float32), 1.0)[0] == 188


def test_a_line_of_truth_reads_back() -> None:
    pytest.importorskip("numba", reason=WITHOUT)
    from vision.training.pool import truth_line
    from vision.training.scene import Truth

    quad = np.array([[0, 0], [9.0, 0], [9, 9], [0, 9.126]])
    die = Truth(
        "pips",
        5,
        np.array([4.0, 4.5]),
        quad,
        (0, 0, 10, 11),
        1.0,
        0.5,
        2.04,
        None,
        None,
        np.array([4.0, 5.0]),
    )
    told = json.loads(truth_line("000003.jpg", "pips", [die]))
    assert (told["file"], told["style"]) == ("000003.jpg", "pips")
    (read,) = told["dice"]
    assert (read["face"], read["center"], read["box"]) == (5, [4.0, 4.5], [0, 0, 10, 11])
    assert (read["quad"][3], read["tilt_deg"], read["problem"]) == ([0, 9.13], 2.0, None)
