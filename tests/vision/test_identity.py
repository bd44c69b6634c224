"""Which die is which between two rests."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from vision.identity import Change, TrayDie, compare
from vision.reading import Reading

SIZE = 20.0


def die(
    face: int | None, x: float, y: float, guess: int | None = None, why: str = "doubtful"
) -> Reading:
    box = (x - SIZE / 2, y - SIZE / 2, SIZE, SIZE)
    if face is None:
        return Reading(None, guess, 0.5, box, (x, y), why)
    return Reading(face, face, 0.99, box, (x, y))


def lying(*readings: Reading) -> tuple[TrayDie, ...]:
    return tuple(TrayDie(k, reading) for k, reading in enumerate(readings))


def change(before: Sequence[TrayDie], *now: Reading) -> Change:
    return compare(before, now, 100)[1]


def test_dice_that_lie_still_stay_in_whatever_order_they_are_read() -> None:
    before = lying(die(3, 50, 50), die(3, 100, 50), die(5, 50, 100))
    dice, changed = compare(before, [die(5, 51, 101), die(3, 99, 50), die(3, 50, 49)], 100)
    assert changed.nothing
    assert [d.identity for d in dice] == [0, 1, 2]
    assert [d.reading.center for d in dice] == [(50, 49), (99, 50), (51, 101)]


def test_a_lifted_die_left() -> None:
    changed = change(lying(die(3, 50, 50), die(4, 100, 50)), die(4, 100, 50))
    assert [d.identity for d in changed.left] == [0]
    assert [d.identity for d in changed.stayed] == [1]


def test_same_faces_elsewhere_are_a_new_roll() -> None:
    before = lying(die(3, 50, 50), die(4, 100, 50))
    changed = change(before, die(3, 250, 200), die(4, 150, 200))
    assert len(changed.left) == 2
    assert [d.identity for d in changed.came] == [100, 101]


def test_a_pushed_die_is_nudged_and_keeps_its_identity() -> None:
    changed = change(lying(die(6, 50, 50)), die(6, 50 + 1.5 * SIZE, 50))
    [move] = changed.nudged
    assert (move.before.identity, move.now.identity) == (0, 0)
    assert move.now.reading.center == (80, 50)


def test_a_die_turned_in_its_place_is_turned() -> None:
    [move] = change(lying(die(2, 50, 50)), die(6, 53, 50)).turned
    assert (move.before.reading.face, move.now.reading.face) == (2, 6)


def test_a_thrown_die_does_not_take_the_identity_of_one_that_lies() -> None:
    changed = change(lying(die(6, 50, 50)), die(6, 50 + SIZE, 50), die(6, 51, 50))
    assert [d.reading.center for d in changed.stayed] == [(51, 50)]
    assert [d.reading.center for d in changed.came] == [(50 + SIZE, 50)]


def test_the_assignment_is_the_cheapest_of_all_not_the_nearest_first() -> None:
    changed = change(lying(die(6, 100, 50), die(6, 120, 50)), die(6, 112, 50), die(6, 162, 50))
    moves = {move.before.identity: move.now.reading.center[0] for move in changed.nudged}
    assert moves == {0: 112, 1: 162}


def test_a_still_die_that_cannot_be_read_for_once_keeps_its_face() -> None:
    changed = change(lying(die(5, 50, 50)), die(None, 50, 50, guess=5))
    assert changed.stayed[0].reading.face == 5


def test_a_still_die_that_looks_like_another_face_or_leans_is_left_unread() -> None:
    assert change(lying(die(5, 50, 50)), die(None, 50, 50, guess=6)).stayed[0].reading.face is None
    leaning = change(lying(die(5, 50, 50)), die(None, 50, 50, guess=5, why="cocked"))
    assert leaning.stayed[0].reading.face is None


def test_an_empty_tray_changes_nothing_and_loses_all() -> None:
    assert change(()).nothing
    assert len(change(lying(die(1, 9, 9))).left) == 1


def test_more_dice_than_any_game_has_still_come_out_each_once() -> None:
    many = [die(1 + k % 6, 40.0 * k, 50) for k in range(14)]
    dice, changed = compare(lying(*many), many, 100)
    assert len(dice) == 14
    assert len(changed.stayed) + len(changed.came) == 14


readings = st.lists(
    st.builds(
        die, st.integers(1, 6), st.integers(0, 300).map(float), st.integers(0, 200).map(float)
    ),
    max_size=7,
)


@given(readings, readings)
def test_every_die_is_in_exactly_one_place(before: list[Reading], now: list[Reading]) -> None:
    dice, changed = compare(lying(*before), now, 100)
    moves = (*changed.nudged, *changed.turned)
    kept = [*changed.stayed, *(move.now for move in moves)]
    assert len(kept) + len(changed.left) == len(before)
    assert len(kept) + len(changed.came) == len(now) == len(dice)
    assert len({d.identity for d in dice}) == len(dice)
