"""What the games share: nothing of theirs can be changed, and all have the same functions."""

import dataclasses
import importlib
import pkgutil

import pytest

import rules
from rules import alea, alphatian
from rules.games import GAMES
from rules.match import new_match

MODULES = [
    importlib.import_module(found.name) for found in pkgutil.walk_packages(rules.__path__, "rules.")
]
CLASSES = {
    kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ in str(MODULES)
}


def test_there_is_something_to_look_at() -> None:
    assert len(MODULES) > 20
    assert {alea.State, alphatian.State, alea.Roll, alphatian.events.GameWon} <= CLASSES


@pytest.mark.parametrize("kind", sorted(CLASSES, key=repr), ids=lambda kind: kind.__qualname__)
def test_nothing_can_be_changed_or_added(kind: type) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(kind)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_state_refuses_to_be_changed(name: str) -> None:
    state = GAMES[name].new_game(("Ann", "Ben"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.players = ("Cy", "Dee")
    assert hash(state) == hash(GAMES[name].new_game(("Ann", "Ben")))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_the_same_functions(name: str) -> None:
    functions = {"new_game", "apply", "legal_actions", "outcome"}
    assert functions | {"Options", "Roll", "State", "DIE", "events"} <= set(dir(GAMES[name]))


def test_games_cannot_be_added_by_accident() -> None:
    with pytest.raises(TypeError):
        GAMES["chess"] = alea  # type: ignore[index]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_state_awaits_is_found_once(game: str) -> None:
    state = new_match(game, ("Ann", "Ben")).state
    same = new_match(game, ("Ann", "Ben")).state
    assert state.awaits is state.awaits
    assert same.awaits is state.awaits
    assert new_match(game, ("Ann", "Cleo")).state.awaits == state.awaits
