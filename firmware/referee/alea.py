"""Alea Romana at the table: one die after another, the column, and the cards."""

from collections.abc import Sequence
from typing import Any

from firmware.referee import roman_words as words
from firmware.referee.alea_lines import lines
from firmware.referee.alea_menu import CardMenu
from firmware.referee.judge import Lay
from firmware.referee.roman import Chooser, RomanTable
from firmware.referee.told import Complaint, Facts, Line
from firmware.views import CardThrow, Entry, RomanThrow, Scores, TurnEnd, View
from hardware.ports import Button
from rules import alea
from rules.alea import Phase
from rules.match import Match
from vision.reading import Face

__all__ = ["AleaTable"]


class AleaTable(RomanTable):
    """A Game: holds a match of Alea Romana and moves it by the rules alone."""

    ruling = "R1"

    def __init__(self, match: Match, chooser: Chooser | None = None) -> None:
        super().__init__(match, chooser)
        self._at = 0
        self._menu: CardMenu | None = None
        self.changed()

    @property
    def _entering(self) -> bool:
        return self.state.phase is Phase.ENTRY

    @property
    def _lifting(self) -> frozenset[int]:
        return frozenset(self.state.thrown)

    def begin(self) -> list[Line]:
        """Say who plays, and how."""
        options = self.state.options
        facts: Facts = {
            "game": "alea",
            "players": self.state.players,
            "numerals": options.numerals,
            "cards": options.cards,
        }
        return [Line("start", facts, f"Alea Romana: {', '.join(self.state.players)}")]

    def _cleared(self) -> Complaint:
        faces: list[Face | None] = [die.face for die in self.state.awaits.lying]
        bad = self.state.phase is Phase.BAD_THROW
        return words.cleared(faces, () if bad else self.state.numbers)

    def _lifted_words(self, faces: Sequence[Face | None]) -> Complaint:
        if self.state.phase is Phase.BAD_THROW:
            return words.lifted(faces, "choice", "R8")
        if self.state.phase is not Phase.CARD_THROW:
            return super()._lifted_words(faces)
        return words.card_lifted(self._card, self._wanted, faces)

    def strange(self, places: frozenset[int], lay: Lay, _lifted: frozenset[int]) -> Complaint:
        """What to say when these dice no longer lie and others were thrown [P5, R9]."""
        if self.state.phase is Phase.CARD_THROW:
            if len(self.state.due) < len(places) and places <= self._lifting:
                return words.too_many(len(places), "R3")
            lay_faces = [reading.face for reading in lay.values()]
            return words.card_thrown(self._card, self._wanted, lay_faces)
        return super().strange(places, lay, _lifted)

    @property
    def _card(self) -> int:
        """The card whose dice are thrown."""
        played = [one.action for one in self.match.line if isinstance(one.action, alea.PlayCard)]
        return played[-1].card

    @property
    def _wanted(self) -> list[Face]:
        return [self.state.faces[place] for place in self.state.thrown]

    def _choose_first(self) -> Complaint:
        if self._entering:
            return words.choose_first("entry", "R7")
        return words.choose_first("card", "R8")

    def _choose(self, button: Button, cleared: bool) -> list[Line]:
        if self._menu is not None:
            if cleared:
                return self.apply(alea.EndTurn()) if button == "ok" else []
            action = self._menu.press(button)
            return [] if action is None else self.apply(action)
        if button == "ok":
            return self.apply(self.choices[self._at])
        if button in ("up", "down"):
            self._at = (self._at + (1 if button == "down" else -1)) % len(self.choices)
        return []

    @property
    def choosing(self) -> bool:
        """Whether a card is open in the menu."""
        return self._menu is not None and self._menu.is_open

    def back(self) -> bool:
        """Leave the card that is open in the menu."""
        return self._menu is not None and self._menu.back()

    def lines(self, before: Any, told: Sequence[Any]) -> list[Line]:
        """A line for each event of an action."""
        return lines(before, told)

    def changed(self) -> None:
        """The state is another one: the choice begins anew, and a turn that ended is shown."""
        self._at = 0
        bad = self.state.phase is Phase.BAD_THROW
        self._menu = CardMenu(self.state) if bad else None
        for event in self.match.events:
            if isinstance(event, alea.events.NumberEntered):
                self._result = self._turn_end(event.player, event.number, event.space)
            elif isinstance(event, alea.events.TurnEndedEmpty):
                self._result = self._turn_end(event.player, None, None)

    def _turn_end(self, player: str, number: int | None, space: int | None) -> TurnEnd:
        column = self.state.columns[self.state.players.index(player)]
        return TurnEnd(player, self.player, number, None, column, space)

    def view(self, _lifted: frozenset[int], _clock: float | None) -> View:
        """What to show."""
        state = self.state
        if self.over:
            won = self.outcome()
            return Scores(won.winners, tuple(zip(state.players, won.scores, strict=True)))
        if self._result is not None and self._begins:
            return self._result
        if self._menu is not None:
            return self._menu.view(self.player)
        if state.phase is Phase.ENTRY:
            entry = self.choices[self._at]
            return Entry(self.player, entry.number, "enters", state.column, entry.space)
        if state.phase is Phase.CARD_THROW:
            wanted = tuple(state.faces[place] for place in state.thrown)
            return CardThrow(self.player, self._card, wanted, len(state.due))
        bust = state.bust_faces if state.faces else ""
        cards = state.cards[state.player] if state.options.cards else None
        return RomanThrow(
            self.player, tuple(state.counting), state.numbers, bust, state.column, None, cards
        )
