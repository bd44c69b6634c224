"""Centurion at the table: one die after another, and totals up to a hundred."""

from collections.abc import Sequence
from typing import Any

from firmware.referee import roman_words as words
from firmware.referee.roman import Chooser, RomanTable
from firmware.referee.roman_lines import common_line, turn_line
from firmware.referee.roman_told import sentence
from firmware.referee.told import Complaint, Facts, Line
from firmware.views import Entry, RomanThrow, Scores, TurnEnd, View
from hardware.ports import Button
from rules import centurion, numerals
from rules.centurion import Phase, events
from rules.match import Match

__all__ = ["CenturionTable", "bust_faces"]


class CenturionTable(RomanTable):
    """A Game: holds a match of Centurion and moves it by the rules alone."""

    ruling = "C1"

    def __init__(self, match: Match, chooser: Chooser | None = None) -> None:
        super().__init__(match, chooser)
        self._at = 0
        self.changed()

    @property
    def _entering(self) -> bool:
        return self.state.phase is Phase.NUMBER

    def begin(self) -> list[Line]:
        """Say who plays, and how."""
        facts: Facts = {
            "game": "centurion",
            "players": self.state.players,
            "numerals": self.state.options.numerals,
        }
        return [Line("start", facts, f"Centurion: {', '.join(self.state.players)}")]

    def _cleared(self) -> Complaint:
        lying = [die.face for die in self.state.awaits.lying]
        return words.cleared(lying, self.state.numbers)

    def _choose_first(self) -> Complaint:
        return words.choose_first("number", "C1")

    def _choose(self, button: Button, _cleared: bool) -> list[Line]:
        if button == "ok":
            return self.apply(self.choices[self._at])
        if button in ("up", "down"):
            self._at = (self._at + (1 if button == "down" else -1)) % len(self.choices)
        return []

    def lines(self, before: Any, told: Sequence[Any]) -> list[Line]:
        """A line for each event of an action."""
        return [_line(before, event, told) for event in told]

    def changed(self) -> None:
        """The state is another one: the choice begins anew, and a turn that ended is shown."""
        self._at = 0
        for event in self.match.events:
            if isinstance(event, events.NumberAdded):
                self._result = TurnEnd(event.player, self.player, event.number, event.total)
            elif isinstance(event, events.Bust):
                total = self.state.totals[self.state.players.index(event.player)]
                self._result = TurnEnd(event.player, self.player, None, total)

    def view(self, _lifted: frozenset[int], _clock: float | None) -> View:
        """What to show."""
        state = self.state
        if self.over:
            won = self.outcome()
            return Scores(won.winners, tuple(zip(state.players, won.scores, strict=True)))
        if self._result is not None and self._begins:
            return self._result
        if state.phase is Phase.NUMBER:
            number = self.choices[self._at].number
            return Entry(self.player, number, "counts", None, None)
        bust = bust_faces(state) if state.faces else ""
        total = state.totals[state.player]
        return RomanThrow(self.player, tuple(state.faces), state.numbers, bust, None, total)


def _line(before: centurion.State, event: events.Event, told: Sequence[events.Event]) -> Line:
    match event:
        case events.NumberAdded():
            thrown = "".join(one.faces for one in told if isinstance(one, events.DiceRolled))
            faces = before.faces + thrown
            made = next((one.numbers for one in told if isinstance(one, events.Stopped)), ())
            line = turn_line(event, faces, made or before.numbers, event.number, None)
            return Line(line.event, {**line.facts, "total": event.total}, line.text)
        case events.Bust():
            line = turn_line(event, event.counting, (), None, None)
            total = before.totals[before.players.index(event.player)]
            return Line(line.event, {**line.facts, "total": total}, line.text)
        case events.TurnBegins():
            facts: Facts = {"player": event.player, "total": event.total, "again": event.again}
            return Line("turn_begins", facts, sentence(event))
        case events.PlayerDone():
            return Line("done", {"player": event.player, "total": event.total}, sentence(event))
        case _:
            line_or_none = common_line(before, event)
            assert line_or_none is not None
            return line_or_none


def bust_faces(state: centurion.State) -> str:
    """The faces with which one more die would be a bust."""
    as_rolled = state.options.numerals == "as-rolled"
    after = {
        face: numerals.made(state.faces + face, as_rolled=as_rolled) for face in numerals.FACES
    }
    return "".join(face for face, numbers in after.items() if not numbers)
