"""How all players stand, to look at while dice are awaited."""

from typing import Any

from firmware.table.pages import Do
from firmware.texts import tr
from firmware.views import Menu, Standing, Standings
from hardware.ports import Pressed
from rules.match import Match

__all__ = ["ScoresPage", "scores_page"]

SHOWN = 2
"""Columns on a screen."""


class ScoresPage:
    """Columns or points of all players: up and down go through them, any other press leaves."""

    def __init__(self, shown: Standings | Menu, leave: Do) -> None:
        self._shown = shown
        self._leave = leave
        self._first = 0

    def press(self, button: Pressed) -> None:
        """Take a press; to go beyond an end leaves as well."""
        count = len(self._shown.rows if isinstance(self._shown, Standings) else self._shown.items)
        last = max(0, count - SHOWN) if isinstance(self._shown, Standings) else count - 1
        first = self._first + {"down": 1, "up": -1}.get(button, last + 1)
        if 0 <= first <= last:
            self._first = first
        else:
            self._leave()

    def view(self) -> Standings | Menu:
        """What to show."""
        if isinstance(self._shown, Standings):
            return Standings(self._shown.rows, self._first)
        return Menu(self._shown.title, self._shown.items, self._first)


def scores_page(match: Match, leave: Do) -> ScoresPage | None:
    """The page of a game whose players each see only their own; None where all are seen anyway."""
    state: Any = match.state
    if match.game == "alea":
        rows = zip(state.players, state.columns, state.scores, state.cards, strict=True)
        standings = [Standing(name, column, points, cards) for name, column, points, cards in rows]
        return ScoresPage(Standings(tuple(standings)), leave)
    if match.game == "centurion":
        pairs = zip(state.players, state.totals, strict=True)
        items = tuple(f"{name}: {total}" for name, total in pairs)
        return ScoresPage(Menu(tr("Points"), items, 0), leave)
    return None
