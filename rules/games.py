"""The games by name, each a module of one shape, so that a record or a table can hold any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from rules import alea, alphatian, centurion
from rules.shape import Awaits, Outcome, Step


class GameState(Protocol):
    """What every state has, whatever the game."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in the order of play."""

    @property
    def options(self) -> Any:
        """What was agreed on before the game."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score as it stands, in the order of play."""

    @property
    def awaits(self) -> Awaits[Any]:
        """What the game waits for."""


class Game(Protocol):
    """What every game's module has."""

    @property
    def DIE(self) -> Sequence[Any]:  # noqa: N802 (the module's constant goes by its own name)
        """The six sides of a die of this game."""

    @property
    def Options(self) -> type[Any]:  # noqa: N802 (the module's class goes by its own name)
        """The class of the options."""

    @property
    def Roll(self) -> type[Any]:  # noqa: N802 (the module's class goes by its own name)
        """The class of the action that brings dice."""

    def new_game(self, players: Sequence[str], options: Any = None) -> Any:
        """Return the state before the first throw."""

    def legal_actions(self, state: Any) -> tuple[Any, ...]:
        """Return every action that `apply` accepts."""

    def apply(self, state: Any, action: Any) -> Step[Any, Any]:
        """Return the state after the action, and the events."""

    def outcome(self, state: Any) -> Outcome | None:
        """Return who won and why, None while the game goes on."""


GAMES: Mapping[str, Game] = MappingProxyType(
    {"alphatian": alphatian, "alea": alea, "centurion": centurion}
)
"""Every game by the name that records and configurations use."""
