"""The drawn tray: dice, hands, what happens when, and the camera that sees it."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.ports import Camera
from hardware.sim import ToldClock
from hardware.sim.drawn import Die, Rolling, Scene, SceneCamera, Stage, TrayLook, scatter
from hardware.sim.drawn.dice import PIPS, SIDES, tiles, upward

SIX = Die("pips", 6, 0, 0)
SMALL = (320, 240)


def place(die: Die, x_mm: float, y_mm: float) -> Die:
    return replace(die, x_mm=x_mm, y_mm=y_mm)


def test_opposite_pips_add_up_to_seven_and_a_roman_die_has_three_ones() -> None:
    pips, roman = SIDES["pips"], SIDES["roman"]
    assert [int(pips[k]) + int(pips[k + 1]) for k in (0, 2, 4)] == [7, 7, 7]
    assert sorted(map(str, roman)) == ["I", "I", "I", "V", "X", "X"]


@pytest.mark.parametrize("face", range(1, 7))
def test_each_side_has_its_pips(face: int) -> None:
    import cv2

    side = tiles("pips")[SIDES["pips"].index(face)]
    count, _ = cv2.connectedComponents((side[..., 0] > 0.5).astype(np.uint8))
    assert count - 1 == face == len(PIPS[face])


@pytest.mark.parametrize("face", range(1, 7))
def test_the_face_is_brought_up_by_a_rotation(face: int) -> None:
    turn = upward(Die("pips", face, 0, 0, turn_deg=33))
    side = SIDES["pips"].index(face)
    assert turn[2, side // 2] == pytest.approx(1 if side % 2 == 0 else -1)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(turn) == pytest.approx(1)


@pytest.mark.parametrize(
    ("kind", "face", "colour"), [("pips", "I", 0), ("roman", 3, 0), ("pips", 1, 9)]
)
def test_a_die_that_cannot_be_is_refused(kind: str, face: int | str, colour: int) -> None:
    with pytest.raises(ValueError, match=r"no (face|colour)"):
        Die(kind, face, 0, 0, colour=colour)  # type: ignore[arg-type]


def test_the_same_seed_draws_the_same_pictures() -> None:
    one, other = (Scene(seed=4, size_px=SMALL) for _ in range(2))
    for _ in range(2):
        np.testing.assert_array_equal(one.draw([SIX]), other.draw([SIX]))


def test_noise_differs_from_frame_to_frame_but_the_tray_does_not() -> None:
    scene = Scene(size_px=SMALL)
    one, other = (scene.draw([SIX]).astype(int) for _ in range(2))
    difference = np.abs(one - other)
    assert 0 < difference.mean() < 5


def test_a_die_changes_the_picture_only_around_itself() -> None:
    scene = Scene(replace(TrayLook(), noise=0), size_px=SMALL)
    empty, one = scene.draw([]).astype(int), scene.draw([place(SIX, 50, 30)]).astype(int)
    ys, xs = np.nonzero(np.abs(one - empty).max(axis=2) > 3)
    x, y = scene.view.pixels(np.array([[50.0, 30.0, 16.0]]))[0]
    assert np.abs(xs - x).max() < 30 > np.abs(ys - y).max()


def test_sides_show_away_from_the_middle() -> None:
    scene = Scene(replace(TrayLook(), noise=0, lamp=0.0), size_px=(640, 480))
    left, right = (scene.draw([place(replace(SIX, colour=4), x, 0)]) for x in (-110, 110))
    empty = scene.draw([])

    def reach(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> tuple[int, int]:
        seen = np.abs(picture.astype(int) - empty).max(axis=2) > 25
        columns = np.nonzero(seen.any(axis=0))[0]
        return int(columns.min()), int(columns.max())

    middle = scene.view.pixels(np.array([[-110.0, 0, 16], [110.0, 0, 16]]))[:, 0]
    nearer, farther = reach(left)
    assert farther - middle[0] > middle[0] - nearer
    nearer, farther = reach(right)
    assert middle[1] - nearer > farther - middle[1]


def test_less_light_is_a_darker_picture() -> None:
    scene = Scene(size_px=SMALL)
    assert scene.draw([], gain=0.3).mean() < 0.7 * scene.draw([]).mean()


def test_a_die_in_motion_is_smeared_along_its_way() -> None:
    scene = Scene(replace(TrayLook(), noise=0), size_px=(640, 480))

    def spread(blur_mm: tuple[float, float]) -> int:
        rolling = Rolling(replace(SIX, colour=4), 0.0, (1, 0, 0), blur_mm)
        change = np.abs(scene.draw([], [rolling]).astype(int) - scene.draw([])).max(axis=2)
        at = np.nonzero((change > 25).any(axis=0))[0]
        return int(at.max() - at.min())

    assert spread((12.0, 0.0)) > spread((0.0, 0.0)) + 5


def test_a_hand_reaches_in_from_below_and_may_be_out_of_the_picture() -> None:
    scene = Scene(replace(TrayLook(), noise=0), size_px=SMALL)
    empty = scene.draw([]).astype(int)
    changed = np.abs(scene.draw([], hand_mm=(0, 0)).astype(int) - empty).max(axis=2) > 20
    assert changed[-1].any()
    assert not changed[0].any()
    np.testing.assert_array_equal(scene.draw([], hand_mm=(0, 900)), empty)


def test_many_kinds_of_dice_are_drawn_one_after_another() -> None:
    scene = Scene(size_px=SMALL)
    for k in range(70):
        scene.draw([place(SIX, k - 35, 0)])
    assert len(scene._patches) < 70


def test_scattered_dice_do_not_touch_and_stay_in_the_tray() -> None:
    look = TrayLook()
    dice = scatter(np.random.default_rng(1), SIX, 6, [place(SIX, 0, 0)], look)
    for k, one in enumerate((place(SIX, 0, 0), *dice)):
        assert abs(one.x_mm) < look.size_mm[0] / 2 - 8 > abs(one.y_mm)
        for other in dice[k:]:
            if other is not one:
                assert np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > 23
    with pytest.raises(ValueError, match="no room for 120 dice"):
        scatter(np.random.default_rng(1), SIX, 120, (), look)


def test_thrown_dice_roll_and_come_to_rest_where_they_are_to_lie() -> None:
    stage = Stage()
    stage.throw([place(SIX, 40, 20)], 1.0)
    seen = stage.at(1.1)
    assert seen.lying == ()
    assert seen.rolling[0].tilt_deg > 45
    assert stage.busy(1.5)
    assert stage.at(2.0) == ((place(SIX, 40, 20),), (), None)
    assert not stage.busy(2.0)


def test_what_is_told_meanwhile_happens_afterwards() -> None:
    stage = Stage()
    stage.throw([place(SIX, 40, 20), place(SIX, -40, 0)], 0.0)
    stage.lift([0], 0.1)
    assert stage.dice == (place(SIX, -40, 0),)
    assert len(stage.at(0.9).lying) == 2
    hand = stage.at(1.3).hand_mm
    assert hand is not None
    assert hand[0] == 40
    assert stage.at(1.3).lying == (place(SIX, -40, 0),)
    assert stage.at(3.0) == ((place(SIX, -40, 0),), (), None)


def test_dice_are_turned_pushed_and_nothing_is_lifted_by_no_hand() -> None:
    stage = Stage()
    stage.throw([place(SIX, 40, 20), place(SIX, 0, 0)], 0.0)
    stage.lift([], 0.1)
    stage.turn(0, 2, 0.2)
    stage.push(1, (5.0, -3.0), 0.3)
    assert [die.face for die in stage.dice] == [2, 6]
    assert stage.at(9.0).lying == (replace(SIX, face=2, x_mm=40, y_mm=20), place(SIX, 5, -3))


def test_a_hand_stays_until_it_is_taken_out() -> None:
    stage = Stage()
    stage.hand((0.0, 0.0), 1.0)
    assert stage.hand_stays
    coming, there = stage.at(1.1).hand_mm, stage.at(9.0).hand_mm
    assert coming is not None
    assert coming[1] > 100
    assert there == (0.0, 0.0)
    stage.hand(None, 9.5)
    assert stage.at(9.6).hand_mm is None


def test_the_camera_sees_the_stage_at_the_times_of_its_clock() -> None:
    clock = ToldClock(5.0)
    stage = Stage()
    waited: list[float] = []

    def wait(length_s: float) -> None:
        waited.append(length_s)
        clock.tell(clock.now_s() + length_s)

    camera = SceneCamera(Scene(size_px=SMALL), stage, clock, wait, rate_hz=4.0)
    port: Camera = camera
    frames = [port.capture() for _ in range(3)]
    assert [(f.time_s, f.number) for f in frames if f] == [(5.0, 0), (5.25, 1), (5.5, 2)]
    assert waited == [0.25, 0.25]
    clock.tell(9.0)
    late = port.capture()
    assert late is not None
    assert late.time_s == 9.0
    camera.gain = 0.2
    dark = port.capture()
    assert dark is not None
    assert dark.time_s == 9.25
    assert dark.pixels.mean() < 0.7 * late.pixels.mean()
    port.close()
    assert port.capture() is None


def test_a_camera_opened_again_sees_the_same_tray_in_the_same_light() -> None:
    clock = ToldClock(5.0)
    stage = Stage()
    stage.lie([SIX])
    camera = SceneCamera(Scene(size_px=SMALL), stage, clock, lambda _s: None)
    camera.gain = 0.2
    before = camera.capture()
    camera.close()
    again = camera.again()
    after = again.capture()
    assert camera.capture() is None
    assert before is not None
    assert after is not None
    assert (again.gain, again.stage) == (0.2, stage)
    assert abs(float(after.pixels.mean()) - float(before.pixels.mean())) < 2
