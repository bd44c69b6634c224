"""The motion gate: motion, hands, lamps and shadows told apart."""

import cv2
import numpy as np
import pytest

from tests.pictures import Spot, tray
from vision.motion import MotionGate
from vision.reading import Image

DICE = (Spot(3, 60, 60), Spot(5, 160, 60), Spot(6, 240, 160), Spot(1, 120, 190))
FRAME_S = 0.2


def rimmed(spots: tuple[Spot, ...] = DICE, hand: int = 0) -> Image:
    """A tray whose rim is in the picture."""
    image = tray(spots)
    cv2.rectangle(image, (6, 6), (313, 233), (40, 60, 90), 9)
    if hand:
        cv2.rectangle(image, (0, 80), (hand, 160), (110, 130, 145), -1)
        for y in (100, 120, 140):
            cv2.line(image, (hand // 3, y), (hand, y), (60, 75, 90), 3)
    return image


def wooden(hand: int = 0, shade: float = 0.0, beside: float = 0.0) -> Image:
    """A tray whose boards are as bright as the hand that reaches in, with a rim of its colour.

    shade: the part of the light that the arm takes from all of the tray; beside: from where its
    shadow falls.
    """
    boards = np.full((240, 320, 3), (60, 115, 150), np.float32)
    boards *= 1 + 0.12 * np.sin(np.arange(240, dtype=np.float32) / 3)[:, None, None]
    if hand:
        cv2.rectangle(boards, (0, 70), (hand, 170), (95, 105, 170), -1)
    cv2.rectangle(boards, (0, 0), (319, 239), (95, 105, 170), 18)
    boards[170:225, 15:hand] *= 1 - beside
    return np.asarray(np.clip(boards * (1 - shade), 0, 255), np.uint8)


def side_lamp(image: Image) -> Image:
    """The same under a lamp that stands at the right."""
    fall = np.linspace(0.6, 1.5, image.shape[1], dtype=np.float32)[None, :, None]
    return np.asarray(np.clip(image * fall, 0, 255), np.uint8)


def shaded(image: Image) -> Image:
    """The same with the shadow of an arm that is not in the picture."""
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.rectangle(mask, (0, 70), (200, 140), 1, -1)
    left = 1 - 0.4 * np.asarray(cv2.GaussianBlur(mask, (0, 0), 2))
    return np.asarray(image * left[:, :, None], np.uint8)


@pytest.fixture
def gate() -> MotionGate:
    gate = MotionGate()
    for k in range(3):
        gate.glance(rimmed(), k * FRAME_S)
    gate.lies()
    return gate


def test_a_still_tray_is_quiet(gate: MotionGate) -> None:
    assert gate.glance(rimmed(), 0.6) == (False, False, False)


def test_a_lamp_switched_at_the_side_is_light_and_no_hand(gate: MotionGate) -> None:
    first, after = (gate.glance(side_lamp(rimmed()), time_s) for time_s in (0.6, 0.8))
    assert first.light and not first.hand
    assert after == (False, False, False)


def test_a_light_that_halves_everywhere_is_light(gate: MotionGate) -> None:
    dark = (rimmed() // 2).astype(np.uint8)
    assert gate.glance(dark, 0.6).light
    assert gate.glance(dark, 0.8) == (False, False, False)


def test_a_hand_is_no_lamp(gate: MotionGate) -> None:
    glance = gate.glance(rimmed(hand=220), 0.6)
    assert glance.hand and glance.moved and not glance.light


def test_a_hand_on_a_dark_floor_with_a_broad_light_rim_is_no_lamp() -> None:
    bare = np.full((240, 320, 3), 150, np.uint8)
    cv2.rectangle(bare, (38, 30), (282, 210), (45, 45, 45), -1)
    for spot in DICE:
        cv2.circle(bare, (spot.x, spot.y), 9, (220, 220, 220), -1)
    reached = bare.copy()
    cv2.ellipse(reached, (0, 120), (180, 22), 0, 0, 360, (100, 100, 100), -1)
    gate = MotionGate()
    for k, image in enumerate((bare, bare, bare)):
        gate.glance(image, k * FRAME_S)
    gate.lies()
    coming, going = gate.glance(reached, 0.6), gate.glance(bare, 0.8)
    assert coming.moved and not coming.light
    assert going.moved and not going.light


def test_an_arm_that_fills_the_picture_is_no_lamp() -> None:
    gate = MotionGate()
    gate.glance(rimmed(), 0.0)
    arm = rimmed()
    arm[:, :250] = rimmed(hand=250)[80:81, :250]
    assert gate.glance(arm, 0.2) == (True, False, False)


def test_a_hand_that_lies_still_stays_a_hand(gate: MotionGate) -> None:
    glances = [gate.glance(rimmed(hand=150), 0.6 + k * FRAME_S) for k in range(100)]
    assert all(glance.hand for glance in glances)
    assert not any(glance.moved for glance in glances[1:])


def test_a_shadow_that_stays_is_no_hand(gate: MotionGate) -> None:
    first, after = (gate.glance(shaded(rimmed()), time_s) for time_s in (0.6, 0.8))
    assert first.moved
    assert after == (False, False, False)


def test_light_that_fades_slowly_is_followed(gate: MotionGate) -> None:
    """At dusk the side that faces the window loses more light than the other."""
    glances = []
    for k in range(200):
        fall = 1 - 0.0022 * k * np.linspace(0.2, 1, 320, dtype=np.float32)[None, :, None]
        glances.append(gate.glance((rimmed() * fall).astype(np.uint8), 0.6 + k * FRAME_S))
    assert set(glances) == {(False, False, False)}


def test_a_die_that_turns_in_its_place_moves(gate: MotionGate) -> None:
    turned = rimmed((*DICE[:3], Spot(4, 120, 190)))
    assert gate.glance(turned, 0.6).moved


def test_a_die_that_creeps_moves_though_no_two_frames_differ_much() -> None:
    gate, still, die = MotionGate(), rimmed(DICE[1:]), tray(DICE[:1])
    glances = []
    for k in range(24):
        matrix = np.array([[1, 0, k / 6], [0, 1, 0]], np.float32)
        crept = cv2.warpAffine(die, matrix, (320, 240))
        image = still.copy()
        image[45:75, 45:80] = crept[45:75, 45:80]
        glances.append(gate.glance(image, k * FRAME_S))
    assert not any(glance.moved for glance in glances[1:3])
    assert any(glance.moved for glance in glances[3:])


def test_a_knock_is_told_once_and_the_tray_is_then_where_it_is(gate: MotionGate) -> None:
    shift = np.array([[1, 0, 12], [0, 1, -8]], np.float32)
    knocked = cv2.warpAffine(rimmed(), shift, (320, 240), borderMode=cv2.BORDER_REPLICATE)
    for k in range(3):
        gate.glance(np.asarray(knocked, np.uint8), 0.6 + k * FRAME_S)
    knock = gate.knock()
    assert knock is not None
    x, y = knock.scaled(320 / gate.width_px).place((160, 120))
    assert (x, y) == pytest.approx((172, 112), abs=1)
    assert gate.knock() is None
    assert not gate.glance(np.asarray(knocked, np.uint8), 1.2).hand


def test_a_hand_that_leans_on_a_pushed_tray_is_no_knock(gate: MotionGate) -> None:
    shift = np.array([[1, 0, 6], [0, 1, 0]], np.float32)
    knocked = cv2.warpAffine(rimmed(), shift, (320, 240), borderMode=cv2.BORDER_REPLICATE)
    knocked[80:150, :60] = rimmed(hand=75)[80:150, :60]
    for k in range(3):
        gate.glance(np.asarray(knocked, np.uint8), 0.6 + k * FRAME_S)
    assert gate.knock() is None


def begun_with(first: Image) -> MotionGate:
    """A gate that saw this picture first, quiet, and takes it for the tray at rest."""
    gate = MotionGate()
    for k in range(3):
        gate.glance(first, k * FRAME_S)
    gate.lies()
    return gate


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_hand_that_was_there_from_the_start_and_went_is_no_background(quarters: int) -> None:
    with_hand, without = (np.rot90(rimmed(hand=px), quarters).copy() for px in (150, 0))
    gate = begun_with(with_hand)
    first, after = (gate.glance(without, time_s) for time_s in (0.6, 0.8))
    assert first.moved
    assert after == (False, False, False)
    gate.lies()
    gate.glance(with_hand, 1.0)
    assert gate.glance(with_hand, 1.2).hand


def test_a_hand_that_moves_away_from_where_it_lay_first_stays_a_hand_until_it_has_gone() -> None:
    gate = begun_with(rimmed(hand=170))
    lower = rimmed()
    lower[140:225, :150] = rimmed(hand=150)[78:163, :150]
    gate.glance(lower, 0.6)
    assert gate.glance(lower, 0.8).hand
    gate.glance(rimmed(), 1.0)
    assert not gate.glance(rimmed(), 1.2).hand


def test_a_hand_on_a_crowded_tray_is_no_thing_that_went(gate: MotionGate) -> None:
    crowded = rimmed(tuple(Spot(1 + k % 6, 40 + 24 * k, 90 + 28 * (k % 3)) for k in range(8)))
    gate = begun_with(crowded)
    hand = crowded.copy()
    hand[80:160, :160] = rimmed(hand=160)[80:160, :160]
    gate.glance(hand, 0.6)
    assert gate.glance(hand, 0.8).hand


def test_a_hand_whose_edges_are_blurred_as_it_moves_is_no_thing_that_went(
    gate: MotionGate,
) -> None:
    for k, right in enumerate((150, 158)):
        blurred = np.zeros((240, 320, 1), np.float32)
        cv2.rectangle(blurred, (0, 40), (right, 205), 1, -1)
        cover = cv2.GaussianBlur(blurred, (0, 0), 9)[:, :, None]
        moving = np.asarray(rimmed() * (1 - cover) + cover * np.array((70, 118, 60)), np.uint8)
        assert gate.glance(moving, 0.6 + 0.2 * k).hand


def test_a_hand_as_bright_as_the_boards_is_told_by_its_colour() -> None:
    gate = begun_with(wooden())
    assert gate.glance(wooden(hand=170, beside=0.4), 0.6).hand
    assert gate.glance(wooden(hand=170, beside=0.4), 0.8).hand


def test_a_hand_that_darkens_the_tray_and_goes_is_no_lamp() -> None:
    gate = begun_with(wooden())
    gate.glance(wooden(hand=110, shade=0.2), 0.6)
    assert not gate.glance(wooden(), 0.8).light


def test_many_dice_of_another_colour_side_by_side_are_no_hand() -> None:
    gate = begun_with(tray())
    beside = [Spot(6, 288 - 24 * (k % 2), 30 + 22 * (k // 2)) for k in range(6)]
    gate.glance(tray(beside), 0.6)
    assert not gate.glance(tray(beside), 0.8).hand


def test_dice_that_were_taken_away_stay_new_while_the_light_is_followed(gate: MotionGate) -> None:
    for k in range(3, 8):
        glance = gate.glance(rimmed(DICE[1:]), k * FRAME_S)
    change = gate.change()
    assert not glance.moved and change is not None
    gone, lies = DICE[0], DICE[1]
    assert change[gone.y // 2, gone.x // 2] > 20 > 6 > change[lies.y // 2, lies.x // 2]
