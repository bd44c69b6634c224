"""The referee, from pictures: what it accepts, asks, and rules illegal."""

from collections.abc import Sequence

import pytest

from firmware.referee import Line
from rules import alphatian
from rules.alphatian import Phase
from tests.firmware.played import PLACES, Played, dice
from tests.pictures import DIE_PX, Spot, tray
from vision.identity import compare
from vision.reading import Observation, Reading
from vision.tray import Rest


def kinds(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def complaint(lines: Sequence[Line]) -> tuple[object, object, object]:
    [line] = [line for line in lines if line.event == "complaint"]
    return line.facts["level"], line.facts["why"], line.facts["ruling"]


def faces(line: Line, fact: str) -> list[int]:
    told = line.facts[fact]
    assert isinstance(told, tuple)
    return sorted(told)


def text(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)


def test_the_worked_case_of_a3_is_refereed_from_its_pictures() -> None:
    table = Played()
    kept = dice((6, 5), (2, 4))
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    second = table.see([*kept, *dice((5, 2, 6), (5, 6, 7))])
    assert kinds(second) == ["set_aside", "roll"]
    assert faces(second[0], "faces") == [5, 6]
    assert faces(second[1], "thrown") == [2, 5, 6]
    third = table.see([*kept, *dice((5, 6, 3), (5, 7, 0))])
    assert kinds(third) == ["set_aside", "roll", "attack"]
    assert third[2].facts["faces"] == (6, 6, 5, 5, 3)
    assert third[2].facts["by_itself"] is True


def test_ok_lets_an_attack_stand() -> None:
    table = Played()
    table.see(dice((6, 6, 5, 5, 3), range(5)))
    [stands] = table.press()
    assert stands.event == "attack"
    assert stands.facts["faces"] == (6, 6, 5, 5, 3)


def test_a_failed_parry_costs_the_sixes_plus_one() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    said = table.see([*attack[:2], attack[4], *dice((4, 2), (5, 6))])
    parry = said[kinds(said).index("parry")]
    assert parry.facts["named"] == 5 and parry.facts["success"] is False
    assert parry.facts["damage"] == {"player": "Ben", "coins": 3, "paid": 3}
    assert parry.facts["coins"] == {"Ann": 10, "Ben": 7}
    assert kinds(said) == ["named", "roll", "parry", "attacker"]


def test_a_parry_that_succeeds_costs_the_attacker() -> None:
    table = Played()
    attack = table.attack((6, 6, 6, 5, 1))
    said = table.see([*attack[:3], attack[4], *dice((6,), (6,))])
    parry = said[kinds(said).index("parry")]
    assert parry.facts["success"] is True
    assert parry.facts["coins"] == {"Ann": 6, "Ben": 10}


def test_five_sixes_need_no_parry() -> None:
    table = Played()
    table.see(dice((6,) * 5, range(5)))
    [caracca, attacker] = table.press()[1:]
    assert (caracca.event, attacker.event) == ("caracca", "attacker")
    assert caracca.facts["coins"] == {"Ann": 10, "Ben": 4}


def test_the_game_ends_with_its_winner_and_then_nothing_counts() -> None:
    table = Played(alphatian.Options(coins=2, clock="off"))
    attack = table.attack((6, 6, 5, 5, 3))
    said = table.see([*attack[:2], attack[4], *dice((4, 2), (5, 6))])
    assert kinds(said)[-1] == "winner"
    assert said[-1].facts["player"] == "Ann"
    assert table.see(dice((1, 2, 3, 4, 5), range(5))) == []
    assert table.press() == []


def test_a_throw_off_finds_who_begins() -> None:
    table = Played(alphatian.Options(starter="throw-off", clock="off"))
    table.see(dice((1, 2, 3, 4, 5), range(5)))
    said = table.see(dice((6, 2, 3, 4, 6), (5, 6, 7, 0, 3)))
    starter = said[kinds(said).index("starter")]
    assert starter.facts["player"] == "Ben"


def test_picking_up_the_dice_of_the_last_attack_says_nothing() -> None:
    table = Played()
    attack = table.attack((6, 6, 6, 5, 1))
    lying = [*attack[:3], attack[4], *dice((2,), (6,))]
    table.see(lying)
    assert table.see(lying[:3]) == []
    assert table.see([]) == []
    assert kinds(table.see(dice((1, 2, 3, 4, 5), range(5)))) == ["roll"]


def test_some_dice_of_the_last_attack_cannot_lie_on_in_the_next() -> None:
    table = Played()
    attack = table.attack((6, 6, 6, 5, 1))
    lying = [*attack[:3], attack[4], *dice((2,), (6,))]
    table.see(lying)
    said = table.see([*lying[:2], *dice((4, 4, 4), (3, 5, 7))])
    assert complaint(said) == ("illegal", "set", "P5")
    assert "all five" in text(said)


def test_a_thrown_die_may_land_near_where_one_lay_with_its_face() -> None:
    table = Played()
    attack = table.attack((6, 6, 6, 5, 1))
    lying = [*attack[:3], attack[4], *dice((2,), (6,))]
    table.see(lying)
    near = Spot(6, lying[0].x + 4, lying[0].y)
    assert kinds(table.see([near, *dice((4, 4, 3, 2), (3, 5, 7, 1))])) == ["roll"]


def test_dice_of_the_last_attack_may_be_turned_and_pushed_about() -> None:
    table = Played()
    attack = table.attack((6, 6, 6, 5, 1))
    lying = [*attack[:3], attack[4], *dice((2,), (6,))]
    table.see(lying)
    turned = Spot(3, lying[0].x, lying[0].y)
    assert table.see([turned, *lying[1:]]) == []
    assert table.see([turned, Spot(6, lying[1].x + DIE_PX, lying[1].y), *lying[2:]]) == []


def test_fewer_dice_than_thrown_are_asked_for() -> None:
    table = Played()
    said = table.see(dice((2, 1, 6, 3), range(4)))
    assert complaint(said) == ("question", "count", "P1")
    assert "4 of 5 dice" in text(said)
    assert "the upper one where it lies under another" in text(said)
    assert kinds(table.see(dice((2, 1, 6, 3, 5), range(5)))) == ["roll"]


def test_a_sixth_die_is_asked_about() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    said = table.see([*spots, *dice((4,), (5,))])
    assert complaint(said) == ("question", "count", "P5")
    assert kinds(table.see(spots)) == ["mended"]


def test_the_same_complaint_is_said_once() -> None:
    table = Played()
    four = dice((2, 1, 6, 3), range(4))
    assert len(table.see(four)) == 1
    assert table.see(four) == []


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        ("cocked", ("question", "cocked", "P1")),
        ("cut", ("question", "unread", "P1")),
        ("touching", ("question", "touching", "P2")),
        ("kind", ("question", "set", "P5")),
        ("doubtful", ("question", "unread", "P7")),
        ("glare", ("question", "unread", "P7")),
    ],
)
def test_a_die_that_cannot_be_accepted_is_asked_about(
    why: str, expected: tuple[str, str, str]
) -> None:
    table = Played()
    spots = [*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why=why)]
    assert complaint(table.see(spots)) == expected
    assert kinds(table.see([*spots[:4], *dice((4,), (5,))])) == ["roll"]


def test_one_press_confirms_a_doubtful_die() -> None:
    table = Played()
    doubtful = [*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")]
    table.see(doubtful)
    confirmed, roll = table.press()
    assert (confirmed.event, confirmed.facts["faces"]) == ("confirmed", (5,))
    assert faces(roll, "thrown") == [1, 2, 3, 5, 6]
    assert table.see(doubtful) == []


def test_something_unread_beside_all_dice_is_asked_about_and_cannot_be_confirmed() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    said = table.see([*spots, Spot(1, *PLACES[5], why="doubtful")])
    assert complaint(said) == ("question", "unread", "P2")
    assert table.press() == []
    assert kinds(table.see(spots)) == ["roll"]


def test_a_face_of_another_games_dice_is_not_accepted() -> None:
    table = Played()
    box = (10.0, 10.0, 20.0, 20.0)
    roman = Reading("V", "V", 0.99, box, (20.0, 20.0))
    spots = table.reader.read(tray(dice((2, 1, 6, 3), range(4)))).readings
    lying, change = compare((), [*spots, roman], 0)
    said = table.referee.see(Rest(lying, change, Observation((), 320, 240), 1.0))
    assert complaint(said) == ("question", "set", "P5")


def test_a_press_does_not_confirm_a_die_that_leans() -> None:
    table = Played()
    table.see([*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="cocked")])
    assert table.press() == []


def test_a_kept_die_that_was_pushed_is_accepted_and_said() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    pushed = Spot(6, spots[2].x + DIE_PX, spots[2].y)
    said = table.see([pushed, spots[4], *dice((5, 2, 4), (5, 6, 7))])
    assert complaint(said) == ("notice", "nudged", "P2")
    assert kinds(said) == ["complaint", "set_aside", "roll"]


def test_a_kept_die_turned_by_the_throw_is_illegal_until_it_is_put_back() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([spots[2], spots[4]])
    turned = Spot(2, spots[2].x + DIE_PX // 2, spots[2].y)
    thrown = [spots[4], *dice((5, 1, 4), (5, 6, 7))]
    said = table.see([turned, *thrown])
    assert complaint(said) == ("illegal", "turned", "P2")
    assert (said[0].facts["from"], said[0].facts["to"]) == (6, 2)
    assert "turned from 6 to 2" in text(said)
    mended = table.see([Spot(6, turned.x, turned.y), *thrown])
    assert kinds(mended) == ["complaint", "set_aside", "roll"]


def test_a_die_turned_by_a_hand_is_illegal_and_the_roll_stands() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    said = table.see([Spot(6, spots[0].x + 2, spots[0].y), *spots[1:]])
    assert complaint(said) == ("illegal", "turned", "P2")
    assert (said[0].facts["from"], said[0].facts["to"]) == (2, 6)
    assert kinds(table.see(spots)) == ["mended"]
    assert table.game.state.phase is Phase.ATTACK_CHOICE


def test_a_die_set_aside_that_goes_with_the_lifted_ones_is_named() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    second = [spots[2], spots[4], *dice((5, 2, 6), (5, 6, 7))]
    table.see(second)
    table.see(second[:4])
    said = table.see([*second[1:4], *dice((3, 1), (0, 3))])
    assert complaint(said) == ("illegal", "gone", "P5")
    assert said[0].facts["faces"] == (6,)


def test_dice_lifted_in_two_goes_are_one_throw() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([spots[2], spots[4]])
    said = table.see([spots[4], *dice((3, 3, 1, 4), (0, 5, 6, 7))])
    assert kinds(said) == ["set_aside", "roll"]
    assert said[0].facts["faces"] == (5,)


def test_all_five_lifted_in_an_attack_is_illegal_and_mended_by_the_same_faces() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    assert complaint(table.see([])) == ("illegal", "lifted", "P4")
    assert kinds(table.see(dice((6, 5, 3, 2, 1), (5, 6, 7, 0, 3)))) == ["mended"]
    assert kinds(table.press()) == ["attack"]


def test_a_tray_cleared_before_the_attack_stood_stands_after_one_press() -> None:
    table = Played()
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.see([])
    [stands] = table.press()
    assert stands.facts["faces"] == (6, 5, 3, 2, 1)


def test_in_a_cleared_tray_the_dice_of_the_number_named_are_thrown_alone() -> None:
    table = Played()
    table.see(dice((6, 6, 5, 5, 3), range(5)))
    table.see([])
    table.press()
    for button in ("up", "up", "ok"):
        table.press(button)
    said = table.see(dice((4, 6), (5, 6)))
    assert kinds(said) == ["roll", "parry", "attacker"]


def test_all_dice_just_thrown_lifted_is_illegal() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([spots[2], spots[4], *dice((5, 2, 6), (5, 6, 7))])
    said = table.see([spots[2], spots[4]])
    assert complaint(said) == ("illegal", "lifted", "P4")
    assert "just thrown" in text(said)


def test_a_die_set_aside_earlier_may_not_be_lifted() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    second = [spots[2], spots[4], *dice((5, 2, 6), (5, 6, 7))]
    table.see(second)
    said = table.see(second[1:])
    assert complaint(said) == ("illegal", "lifted", "P4")
    assert "The 6 was set aside earlier" in text(said)
    assert kinds(table.see(second)) == ["mended"]


def test_a_throw_with_a_die_set_aside_earlier_is_void() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    second = [spots[2], spots[4], *dice((5, 2, 6), (5, 6, 7))]
    table.see(second)
    said = table.see([*second[1:4], *dice((1, 1), (0, 3))])
    assert complaint(said) == ("illegal", "set", "P5")
    assert "void" in text(said)


def test_dice_lifted_and_put_back_mean_nothing() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    assert table.see(spots[2:]) == []
    assert table.see(spots) == []
    assert kinds(table.press()) == ["attack"]


def test_ok_while_dice_are_lifted_asks_for_the_throw() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see(spots[2:])
    assert complaint(table.press()) == ("question", "unexpected", "A4")
    thrown = table.see([*spots[2:], *dice((4, 4), (5, 6))])
    assert kinds(thrown) == ["set_aside", "roll"]


def test_same_faces_at_other_places_are_a_new_roll() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    said = table.see([*spots[2:], *dice((2, 1), (5, 6))])
    assert kinds(said) == ["set_aside", "roll"]


@pytest.mark.parametrize(
    ("lying", "told"),
    [
        ((0, 1, 3, 4), "Only 1 of the 2 dice that show 5 was lifted"),
        ((0, 1, 3), "more than one number were lifted, 5 3"),
        ((4,), "more than one number were lifted, 6 6 5 5"),
        ((), "more than one number were lifted, 6 6 5 5 3"),
    ],
)
def test_in_a_parry_only_all_dice_of_one_number_may_be_lifted(
    lying: tuple[int, ...], told: str
) -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    said = table.see([attack[place] for place in lying])
    assert complaint(said) == ("illegal", "lifted", "P4")
    assert told in text(said)
    assert kinds(table.see(attack)) == ["mended"]


def test_a_parry_thrown_with_dice_of_two_numbers_is_void() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    said = table.see([*attack[:2], *dice((4, 4, 4), (5, 6, 7))])
    assert complaint(said) == ("illegal", "set", "P5")
    assert table.game.state.phase is Phase.PARRY_CHOICE


def test_in_a_parry_the_dice_that_stay_do_not_matter() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    table.see([*attack[:2], attack[4]])
    turned = Spot(1, attack[4].x + 3, attack[4].y)
    said = table.see([*attack[:2], turned, *dice((4, 2), (5, 6))])
    assert "parry" in kinds(said) and "complaint" not in kinds(said)


def test_five_dice_that_all_lie_elsewhere_are_no_parry() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    # the three dice that stay would each have been knocked over, a die and a half away
    knocked = [
        Spot(face, die.x + 27, die.y) for face, die in zip((4, 2, 1), attack[2:], strict=True)
    ]
    said = table.see([*knocked, *dice((6, 4), (5, 6))])
    assert "parry" not in kinds(said) and "complaint" in kinds(said)
    assert table.game.state.phase is Phase.PARRY_CHOICE


def test_five_of_a_kind_are_all_thrown_in_the_parry_and_none_may_be_turned() -> None:
    table = Played()
    attack = table.attack((5, 5, 5, 5, 5))
    turned = table.see([Spot(6, attack[0].x, attack[0].y), *attack[1:]])
    assert complaint(turned) == ("illegal", "turned", "P2")
    table.see(attack)
    assert table.see([]) == []
    said = table.see(dice((6, 1, 2, 3, 4), (5, 6, 7, 0, 3)))
    assert kinds(said) == ["named", "roll", "parry", "attacker"]


def test_a_number_is_named_with_the_buttons_and_then_its_dice_are_thrown() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    table.press("up")
    table.press("up")
    [named] = table.press()
    assert (named.event, named.facts["number"]) == ("named", 5)
    assert table.see([*attack[:3], attack[4]]) == []
    wrong = table.see([*attack[:2], attack[3]])
    assert complaint(wrong) == ("illegal", "lifted", "P4")
    table.see(attack)
    said = table.see([*attack[:2], attack[4], *dice((6, 1), (5, 6))])
    assert kinds(said) == ["roll", "parry", "attacker"]


def test_the_clock_warns_once_and_waits() -> None:
    table = Played(alphatian.Options(clock="warn"))
    table.attack((6, 6, 5, 5, 3))
    assert table.wait(5.9) == []
    assert kinds(table.wait(0.2)) == ["clock"]
    assert table.wait(60) == []


def test_pointing_at_a_number_does_not_start_the_clock_again() -> None:
    table = Played(alphatian.Options(clock="warn"))
    table.attack((6, 6, 5, 5, 3))
    table.wait(4)
    table.press("up")
    assert kinds(table.wait(1)) == ["clock"]


def test_the_clock_can_forfeit_the_parry() -> None:
    table = Played(alphatian.Options(clock="forfeit"))
    table.attack((6, 6, 5, 5, 3))
    said = table.wait(6)
    parry = said[kinds(said).index("parry")]
    assert parry.facts["named"] is None and parry.facts["success"] is False


def test_the_clock_stops_when_dice_are_lifted_and_does_not_start_again() -> None:
    table = Played(alphatian.Options(clock="forfeit"))
    attack = table.attack((6, 6, 5, 5, 3))
    table.see([*attack[:2], attack[4]])
    table.see(attack)
    assert table.wait(60) == []


def test_without_a_clock_time_means_nothing() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    assert table.wait(600) == []
