"""The tray watch: when it reads, and what it then says changed."""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.pictures import ColourReader, Spot, tray
from vision.reading import Dice, Image, Observation
from vision.tray import Look, Rest, TrayWatch

FRAME_S = 0.2
THREE = (Spot(3, 60, 60), Spot(5, 160, 60), Spot(6, 240, 160))


def watch_all(watch: TrayWatch, images: Iterable[Image], start_s: float = 0.0) -> list[Look]:
    return [watch.look(image, start_s + k * FRAME_S) for k, image in enumerate(images)]


def rests(looks: Iterable[Look]) -> list[Rest]:
    return [look.rest for look in looks if look.rest]


def faces(rest: Rest) -> list[object]:
    return [die.reading.face for die in rest.dice]


def test_an_empty_tray_comes_to_rest_once() -> None:
    looks = watch_all(TrayWatch(ColourReader()), [tray()] * 8)
    assert [faces(rest) for rest in rests(looks)] == [[]]
    assert looks[-1].state == "empty"


def test_nothing_is_read_before_the_tray_was_quiet_long_enough() -> None:
    reader = ColourReader()
    looks = watch_all(TrayWatch(reader, quiet_s=0.5), [tray(THREE)] * 3)
    assert (reader.reads, rests(looks)) == (0, [])
    assert [look.state for look in looks] == ["moving", "settling", "settling"]


def test_dice_at_rest_are_read_once_and_have_identities() -> None:
    reader = ColourReader()
    looks = watch_all(TrayWatch(reader), [tray(THREE)] * 9)
    [rest] = rests(looks)
    assert sorted(map(str, faces(rest))) == ["3", "5", "6"]
    assert sorted(die.identity for die in rest.dice) == [0, 1, 2]
    assert reader.reads == 1
    assert rest.time_s == 2 * FRAME_S


def test_a_die_that_spins_on_its_corner_is_not_at_rest() -> None:
    spinning = [tray((*THREE, Spot(1 + k % 5, 100 + k % 3, 160))) for k in range(12)]
    looks = watch_all(TrayWatch(ColourReader()), spinning)
    assert rests(looks) == []


def test_sensor_noise_and_a_slow_change_of_light_are_no_motion() -> None:
    noise = np.random.default_rng(3)
    dusk = [tray(THREE, light=1 - 0.004 * k, noise=noise) for k in range(12)]
    looks = watch_all(TrayWatch(ColourReader()), dusk)
    assert len(rests(looks)) == 1


def test_a_hand_is_seen_and_nothing_is_read_while_it_lies_there() -> None:
    reader = ColourReader()
    watch = TrayWatch(reader)
    watch_all(watch, [tray(THREE)] * 4)
    looks = watch_all(watch, [tray(THREE, hand=40), *[tray(THREE, hand=90)] * 9], 4 * FRAME_S)
    assert {look.state for look in looks[1:]} == {"hand"}
    assert reader.reads == 1


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_hand_is_seen_from_every_side(quarters: int) -> None:
    watch = TrayWatch(ColourReader())
    frames = [tray(THREE)] * 4 + [tray(THREE, hand=90)] * 3
    looks = watch_all(watch, [np.rot90(frame, quarters).copy() for frame in frames])
    assert looks[-1].state == "hand"


def test_dice_thrown_against_the_rim_are_no_hand() -> None:
    watch = TrayWatch(ColourReader())
    at_rim = [Spot(face, 9, 40 + 50 * face) for face in range(4)]
    looks = watch_all(watch, [*[tray()] * 4, *[tray(at_rim)] * 4])
    assert "hand" not in {look.state for look in looks}


def test_a_passing_hand_changes_nothing() -> None:
    watch = TrayWatch(ColourReader())
    hand = [tray(THREE, hand=reach) for reach in (40, 90, 40)]
    looks = watch_all(watch, [*[tray(THREE)] * 4, *hand, *[tray(THREE)] * 4])
    _, after = rests(looks)
    assert after.change.nothing
    assert sorted(die.identity for die in after.dice) == [0, 1, 2]


def test_lifted_and_thrown_dice_are_told_apart_from_those_that_lay() -> None:
    watch = TrayWatch(ColourReader())
    lifted = [tray(THREE[:2])] * 4
    thrown = [tray((*THREE[:2], Spot(2, 120, 200)))] * 4
    looks = watch_all(watch, [*[tray(THREE)] * 4, tray(THREE, hand=60), *lifted, *thrown])
    first, second, third = (rest.change for rest in rests(looks))
    assert len(first.came) == 3
    assert [die.reading.face for die in second.left] == [6]
    assert [die.reading.face for die in third.came] == [2]
    assert len(third.stayed) == 2


def test_a_die_that_cannot_be_read_is_looked_at_again_before_it_is_reported() -> None:
    reader = ColourReader()
    doubtful = Spot(6, 240, 160, why="doubtful")
    images = [*[tray((*THREE[:2], doubtful))] * 3, *[tray(THREE)] * 3]
    images[2] = tray((*THREE[:2], doubtful))
    watch = TrayWatch(reader, quiet_s=0.3)
    looks = watch_all(watch, images[:3] * 2)
    [rest] = rests(looks)
    assert reader.reads == 3
    assert [die.reading.why for die in rest.dice if die.reading.face is None] == ["doubtful"]


def test_what_is_not_plausible_is_looked_at_again() -> None:
    reader = ColourReader()
    watch = TrayWatch(reader)
    watch.expect(lambda readings: len(readings) == 4)
    looks = watch_all(watch, [tray(THREE)] * 8)
    assert reader.reads == 3
    assert len(rests(looks)) == 1


def test_a_hand_that_comes_during_the_second_look_does_not_lose_the_first() -> None:
    doubtful = (*THREE[:2], Spot(6, 240, 160, why="doubtful"))
    watch = TrayWatch(ColourReader())
    looks = watch_all(watch, [*[tray(doubtful)] * 3, tray(doubtful, hand=60)])
    assert looks[-1].rest is not None and len(looks[-1].rest.dice) == 3


def test_single_pictures_are_each_at_rest() -> None:
    watch = TrayWatch(ColourReader(), stills=True)
    looks = watch_all(watch, [tray(), tray(THREE), tray((*THREE[:2], Spot(1, 40, 200)))])
    assert [look.state for look in looks] == ["empty", "rest", "rest"]
    assert [len(rest.change.came) for rest in rests(looks)] == [0, 3, 1]


def test_frames_of_another_size_are_motion_and_do_no_harm() -> None:
    watch = TrayWatch(ColourReader())
    watch_all(watch, [tray(THREE)] * 4)
    bigger = np.repeat(np.repeat(tray(THREE), 2, axis=0), 3, axis=1)
    assert watch.look(bigger, 2.0).state == "moving"


class SteadyReader(ColourReader):
    """Reads the same dice in whatever light, shifted as told."""

    def __init__(self) -> None:
        super().__init__()
        self.shift = (0, 0)

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        seen = super().read(tray(THREE))
        x, y = self.shift
        moved = [
            replace(
                one,
                center=(one.center[0] + x, one.center[1] + y),
                box=(one.box[0] + x, one.box[1] + y, one.box[2], one.box[3]),
            )
            for one in seen.readings
        ]
        return Observation(tuple(moved), seen.width, seen.height)


def rimmed(shift: tuple[int, int] = (0, 0)) -> Image:
    image = tray(THREE)
    cv2.rectangle(image, (15, 15), (300, 220), (40, 60, 90), 8)
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    moved = cv2.warpAffine(image, matrix, (320, 240), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def test_a_lamp_is_noticed_once_waited_out_and_changes_no_die() -> None:
    watch = TrayWatch(SteadyReader(), quiet_s=0.3)
    watch_all(watch, [rimmed()] * 4)
    dim = [(rimmed() * part).astype(np.uint8) for part in (0.8, 0.6, *[0.5] * 5)]
    looks = watch_all(watch, dim, 4 * FRAME_S)
    assert [look.state for look in looks] == [*["light"] * 3, "settling", *["rest"] * 3]
    assert [look.noticed for look in looks] == ["light", *[None] * 6]
    [rest] = rests(looks)
    assert rest.change.nothing


def test_the_next_lamp_is_noticed_again() -> None:
    watch = TrayWatch(SteadyReader())
    dim = (rimmed() * 0.6).astype(np.uint8)
    looks = watch_all(watch, [*[rimmed()] * 4, *[dim] * 4, *[rimmed()] * 4])
    assert [look.noticed for look in looks].count("light") == 2


def test_a_knock_is_noticed_and_the_dice_keep_their_identities() -> None:
    reader = SteadyReader()
    watch = TrayWatch(reader)
    watch_all(watch, [rimmed()] * 4)
    reader.shift = (24, 9)
    looks = watch_all(watch, [rimmed((10, 4)), *[rimmed((24, 9))] * 5], 4 * FRAME_S)
    [rest] = rests(looks)
    assert [look.noticed for look in looks if look.noticed] == ["knock"]
    assert rest.knock is not None
    assert rest.knock.place((160, 120)) == pytest.approx((184, 129), abs=1)
    assert rest.change.nothing
    assert [die.identity for die in rest.dice] == [0, 1, 2]


def test_a_knock_is_carried_once_though_the_reading_after_it_was_cut_short() -> None:
    reader = SteadyReader()
    watch = TrayWatch(reader)
    watch_all(watch, [rimmed()] * 4)
    watch.expect(lambda readings: False)
    reader.shift = (24, 9)
    stirred = rimmed((24, 9))
    stirred[100:130, 100:130] = 255
    images = [rimmed((10, 4)), *[rimmed((24, 9))] * 3, stirred, *[rimmed((24, 9))] * 5]
    looks = watch_all(watch, images, 4 * FRAME_S)
    assert [rest.hurried for rest in rests(looks)] == [True, False]
    assert [look.noticed for look in looks if look.noticed] == ["knock"]
    assert all(rest.change.nothing for rest in rests(looks))


def test_what_seemed_a_hand_is_read_when_players_say_so() -> None:
    reader = ColourReader()
    watch = TrayWatch(reader)
    watch_all(watch, [tray(THREE)] * 4)
    looks = watch_all(watch, [tray(THREE, hand=90)] * 6, 4 * FRAME_S)
    assert looks[-1].state == "hand" and reader.reads == 1
    watch.forget()
    looks = watch_all(watch, [tray(THREE, hand=90)] * 2, 10 * FRAME_S)
    assert len(rests(looks)) == 1


def halved(image: Image) -> Image:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), "u1")


def test_the_gate_looks_at_the_small_stream_where_there_is_one() -> None:
    still, moving = tray(THREE), [tray((*THREE, Spot(2, 20 + 9 * k, 160))) for k in range(9)]
    watch, other = TrayWatch(ColourReader()), TrayWatch(ColourReader())
    quiet = [watch.look(image, k * FRAME_S, halved(still)) for k, image in enumerate(moving)]
    stirred = [other.look(still, k * FRAME_S, halved(image)) for k, image in enumerate(moving)]
    assert len(rests(quiet)) == 1 and rests(stirred) == []


def test_a_hand_in_the_very_first_frame_is_not_taken_for_the_tray() -> None:
    reader = SteadyReader()
    watch = TrayWatch(reader)
    hand = rimmed()
    hand[80:160, :150] = (110, 130, 145)
    looks = watch_all(watch, [*[hand] * 4, *[rimmed()] * 4])
    assert [look.state for look in looks[5:]] == ["settling", "rest", "rest"]
    assert len(rests(looks)) == 2
    looks = watch_all(watch, [hand] * 3, 8 * FRAME_S)
    assert [look.state for look in looks] == ["hand"] * 3


CORNERS = ((0.0, 0.0), (0.7, 0.0), (0.7, 1.0), (0.0, 1.0))
"""All but the right of the picture, where the last of THREE lies."""


def test_a_die_outside_the_tray_is_reported_and_does_not_count() -> None:
    watch = TrayWatch(ColourReader(), corners=CORNERS)
    [rest] = rests(watch_all(watch, [tray(THREE)] * 5))
    assert sorted(map(str, faces(rest))) == ["3", "5"]
    assert [(one.guess, one.face, one.why) for one in rest.outside] == [(6, None, "outside")]
    assert len(rest.observation.readings) == 3


def test_what_lies_outside_is_no_reason_to_look_again() -> None:
    reader = ColourReader()
    watch = TrayWatch(reader, corners=CORNERS)
    watch.expect(lambda readings: len(readings) == 2)
    watch_all(watch, [tray(THREE)] * 5)
    assert reader.reads == 1


def test_a_die_that_comes_to_lie_outside_has_strayed_once() -> None:
    watch = TrayWatch(ColourReader(), corners=CORNERS)
    throw = [Spot(2, 280, 60)]
    looks = watch_all(watch, [*[tray(THREE)] * 4, *[tray([*THREE, *throw])] * 4, *[tray()] * 4])
    assert [len(rest.strayed) for rest in rests(looks)] == [0, 1, 0]
    assert [len(rest.outside) for rest in rests(looks)] == [1, 2, 0]


def test_a_die_that_rolls_out_of_the_tray_left_it() -> None:
    watch = TrayWatch(ColourReader(), corners=CORNERS)
    rolled = [*THREE[:1], Spot(5, 280, 60), THREE[2]]
    _, rest = rests(watch_all(watch, [*[tray(THREE)] * 4, *[tray(rolled)] * 4]))
    assert [die.reading.face for die in rest.change.left] == [5]
    assert [one.guess for one in rest.strayed] == [5]


def test_the_tray_is_found_at_the_first_rest_and_carried_by_a_knock() -> None:
    reader = SteadyReader()
    watch = TrayWatch(reader)
    image = rimmed()
    image[:12] = image[-16:] = image[:, :12] = image[:, -16:] = (150, 165, 175)
    watch_all(watch, [image] * 4)
    assert watch.tray is not None
    left = min(x for x, _ in watch.tray.corners)
    matrix = np.array([[1, 0, 24], [0, 1, 9]], np.float32)
    moved = cv2.warpAffine(image, matrix, (320, 240), borderMode=cv2.BORDER_REPLICATE)
    reader.shift = (24, 9)
    watch_all(watch, [np.asarray(moved, np.uint8)] * 5, 4 * FRAME_S)
    assert min(x for x, _ in watch.tray.corners) == pytest.approx(left + 24 / 320, abs=0.02)


def test_stacked_dice_are_named() -> None:
    class Stack(ColourReader):
        def read(self, image: Image, dice: Dice = "auto") -> Observation:
            seen = super().read(image)
            upper = replace(seen.readings[0], center=(66, 60), box=(49, 49, 22, 22))
            return replace(seen, readings=(*seen.readings, upper))

    [rest] = rests(watch_all(TrayWatch(Stack()), [tray(THREE)] * 7))
    assert [die.reading.why for die in rest.dice].count("stacked") == 1


def test_a_quiet_tray_is_minded_and_what_is_wrong_is_said_once() -> None:
    watch = TrayWatch(SteadyReader())
    dusk = [(rimmed() * max(0.2, 1 - 0.004 * k)).astype(np.uint8) for k in range(260)]
    looks = watch_all(watch, dusk)
    said = [condition.kind for look in looks for condition in look.conditions]
    assert said == ["dark"]


def test_what_was_seen_in_passing_between_lift_and_throw_is_told() -> None:
    watch = TrayWatch(ColourReader())
    watch_all(watch, [tray(THREE)] * 4)
    lifted, thrown = THREE[:2], (*THREE[:2], Spot(2, 120, 190))
    frames = [tray(THREE, hand=90), tray(lifted), tray(lifted, hand=60), *[tray(thrown)] * 4]
    [rest] = rests(watch_all(watch, frames, 4 * FRAME_S))
    assert sorted(rest.passing.gone) == [2]
    assert sorted(rest.passing.lay_on) == [0, 1]
    looks = watch_all(watch, [tray(thrown, hand=90), *[tray(thrown)] * 4], 11 * FRAME_S)
    assert rests(looks)[-1].passing.gone == frozenset()


def test_what_a_hand_covers_is_not_seen_to_be_gone() -> None:
    watch = TrayWatch(ColourReader())
    watch_all(watch, [tray(THREE)] * 4)
    frames = [*[tray(THREE, hand=200)] * 3, *[tray(THREE)] * 4]
    [rest] = rests(watch_all(watch, frames, 4 * FRAME_S))
    assert rest.passing.gone == frozenset()
