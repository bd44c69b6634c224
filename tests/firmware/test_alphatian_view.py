"""What the screen shows as a game of Alphatian Roulette goes on."""

from firmware.views import (
    AskThrow,
    AttackChoice,
    Message,
    ParryChoice,
    Purse,
    Verdict,
    View,
    Winner,
)
from rules import alphatian
from tests.firmware.played import Played, dice


def view(table: Played) -> View:
    return table.referee.view()


def purses(ann: int, ben: int) -> tuple[Purse, Purse]:
    return Purse("Ann", ann), Purse("Ben", ben)


def test_a_new_game_asks_the_attacker_for_five_dice() -> None:
    assert view(Played()) == AskThrow("Ann", 5, purses(10, 10))


def test_a_throw_off_asks_for_the_start() -> None:
    table = Played(alphatian.Options(starter="throw-off", clock="off"))
    shown = view(table)
    assert isinstance(shown, AskThrow) and shown.start


def test_a_roll_shows_its_faces_and_which_were_set_aside() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    shown = view(table)
    assert isinstance(shown, AttackChoice)
    assert (sorted(map(str, shown.faces)), any(shown.aside)) == (["1", "2", "3", "5", "6"], False)
    table.see([spots[2], spots[4], *dice((5, 2, 6), (5, 6, 7))])
    shown = view(table)
    assert isinstance(shown, AttackChoice)
    kept = [face for face, aside in zip(shown.faces, shown.aside, strict=True) if aside]
    assert sorted(map(str, kept)) == ["5", "6"]


def test_lifted_dice_are_asked_for_with_the_kept_ones_shown() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([spots[2], spots[4]])
    shown = view(table)
    assert isinstance(shown, AskThrow)
    assert (shown.player, shown.dice, sorted(map(str, shown.kept))) == ("Ann", 3, ["5", "6"])


def test_a_parry_shows_the_attack_and_what_the_buttons_choose() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    assert view(table) == ParryChoice("Ben", (6, 6, 5, 5, 3))
    for button, chosen in (("up", 3), ("up", 5), ("up", 6), ("up", 3), ("down", 6)):
        table.press(button)  # type: ignore[arg-type]
        assert view(table) == ParryChoice("Ben", (6, 6, 5, 5, 3), chosen)


def test_down_first_chooses_the_highest_number() -> None:
    table = Played()
    table.attack((6, 6, 5, 5, 3))
    table.press("down")
    assert view(table) == ParryChoice("Ben", (6, 6, 5, 5, 3), 6)


def test_the_number_chosen_is_forgotten_in_the_next_attack() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    table.press("up")
    table.see([*attack[:2], attack[4], *dice((4, 2), (5, 6))])
    table.see([])
    table.see(dice((1, 2, 4, 4, 4), (7, 0, 3, 5, 6)))
    table.press()
    assert view(table) == ParryChoice("Ann", (4, 4, 4, 2, 1))


def test_the_clock_runs_down_on_the_screen() -> None:
    table = Played(alphatian.Options(clock="warn"))
    table.attack((6, 6, 5, 5, 3))
    table.wait(1.5)
    shown = view(table)
    assert isinstance(shown, ParryChoice) and shown.clock is not None
    assert abs(shown.clock - 0.75) < 1e-6
    table.wait(60)
    shown = view(table)
    assert isinstance(shown, ParryChoice) and shown.clock is None


def test_a_parry_asks_for_the_dice_of_its_number() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    table.see([*attack[:2], attack[4]])
    shown = view(table)
    assert isinstance(shown, AskThrow)
    assert (shown.player, shown.dice, shown.number) == ("Ben", 2, 5)
    assert sorted(map(str, shown.kept)) == ["3", "6", "6"]


def test_a_verdict_is_shown_until_dice_are_lifted() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    lying = [*attack[:2], attack[4], *dice((4, 2), (5, 6))]
    table.see(lying)
    assert view(table) == Verdict("failed", "Ben", 3, "A8", purses(10, 7), "Ben")
    table.see(lying)
    assert isinstance(view(table), Verdict)
    table.see([])
    assert view(table) == AskThrow("Ben", 5, purses(10, 7))


def test_a_parry_that_succeeded_says_who_pays() -> None:
    table = Played()
    attack = table.attack((6, 6, 5, 5, 3))
    table.see([*attack[:2], attack[4], *dice((6, 2), (5, 6))])
    assert view(table) == Verdict("parried", "Ann", 2, "A9", purses(8, 10), "Ben")


def test_five_sixes_are_their_own_verdict() -> None:
    table = Played()
    table.attack((6,) * 5)
    assert view(table) == Verdict("caracca", "Ben", 6, "A10", purses(10, 4), "Ben")


def test_the_end_shows_the_winner() -> None:
    table = Played(alphatian.Options(coins=2, clock="off"))
    attack = table.attack((6, 6, 5, 5, 3))
    table.see([*attack[:2], attack[4], *dice((4, 2), (5, 6))])
    assert view(table) == Winner(("Ann",), purses(2, 0))


def test_a_complaint_is_shown_until_it_is_mended() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([])
    assert view(table) == Message(
        "illegal", ("All five lifted", "Put back, or", "OK: stands"), "P4"
    )
    table.wait(60)
    assert isinstance(view(table), Message)
    table.see(spots)
    assert isinstance(view(table), AttackChoice)


def test_a_notice_gives_way_after_a_moment() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see([*spots[:4], *[type(spots[4])(5, spots[4].x + 18, spots[4].y)]])
    assert isinstance(view(table), Message)
    table.wait(3.0)
    assert isinstance(view(table), AttackChoice)
