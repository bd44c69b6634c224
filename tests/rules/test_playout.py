"""Whole games by chance that comes from outside."""

import random

import pytest

from rules import alea, alphatian, centurion
from rules.games import GAMES
from rules.playout import Draw, drawn_action, play_out
from rules.shape import Outcome


def test_the_same_chance_plays_the_same_game() -> None:
    def game(seed: int) -> list[object]:
        start = alphatian.new_game(("Ann", "Ben"))
        return [action for action, _ in play_out(alphatian, start, random.Random(seed).randrange)]

    assert game(1) == game(1)
    assert game(1) != game(2)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_is_played_from_its_start_to_its_outcome(name: str) -> None:
    game = GAMES[name]
    start = state = game.new_game(("Ann", "Ben"))
    steps = [*play_out(game, start, random.Random(3).randrange)]
    for action, step in steps:
        assert step == game.apply(state, action)
        state = step.state
    assert isinstance(game.outcome(state), Outcome)
    assert [*play_out(game, state, random.Random(3).randrange)] == []


def always(pick: int) -> Draw:
    return lambda _number: pick


def test_dice_fall_as_they_are_drawn() -> None:
    state = alphatian.new_game(("Ann", "Ben"))
    draws = iter([0, 5, 1, 4, 2])
    assert drawn_action(alphatian, state, lambda _sides: next(draws)) == alphatian.Roll(
        (1, 6, 2, 5, 3)
    )
    faces = {drawn_action(alea, alea.new_game(("Ann",)), always(side)).faces for side in range(6)}
    assert faces == {"I", "V", "X"}


def test_a_throw_that_is_a_choice_is_taken_two_times_in_three() -> None:
    state = alea.apply(alea.new_game(("Ann",)), alea.Roll("X")).state
    stops = drawn_action(alea, state, always(0))
    throws = drawn_action(alea, state, lambda number: number - 1)
    assert (stops, throws) == (alea.Stop(), alea.Roll("X"))
    asked: list[int] = []

    def draw(number: int) -> int:
        asked.append(number)
        return 1

    drawn_action(alea, state, draw)
    assert asked == [3, 6]


def test_choices_alone_are_drawn_from_all_of_them() -> None:
    state = alphatian.apply(alphatian.new_game(("Ann", "Ben")), alphatian.Roll((1,) * 5)).state
    drawn = {drawn_action(alphatian, state, always(pick)) for pick in range(31)}
    assert drawn == set(alphatian.legal_actions(state))


def test_dice_have_the_sides_that_the_rulings_give_them() -> None:
    assert [*alphatian.DIE] == [1, 2, 3, 4, 5, 6]
    assert sorted(alea.DIE) == sorted(centurion.DIE) == ["I", "I", "I", "V", "X", "X"]
