"""Whole games played by chance, for benchmarks and tests; the chance comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.games import Game
from rules.shape import Step

Draw = Callable[[int], int]
"""Returns a number from 0 to one less than the number given, as `random.Random.randrange` does."""


def drawn_action(game: Game, state: Any, draw: Draw) -> Any:
    """Return a legal action: dice as they would fall, or one of the choices, or now and then both.

    Where a throw is one of the choices it is taken two times in three.
    """
    awaits = state.awaits
    if awaits.throws and not (awaits.choices and draw(3) == 0):
        return game.Roll([game.DIE[draw(len(game.DIE))] for _ in awaits.places])
    return awaits.choices[draw(len(awaits.choices))].action


def play_out(game: Game, state: Any, draw: Draw) -> Iterator[tuple[Any, Step[Any, Any]]]:
    """Yield every action and what it led to, until the game has an outcome.

    Games with Roman dice may go on as long as the dice are bad; bound them where that matters.
    """
    while game.outcome(state) is None:
        action = drawn_action(game, state, draw)
        step = game.apply(state, action)
        yield action, step
        state = step.state
