"""Alphatian Roulette at the table: what its rules await, in lifted and thrown dice."""

from collections.abc import Sequence
from typing import Any, Literal

from firmware.referee import alphatian_words as words
from firmware.referee.alphatian_lines import coins_of, lines
from firmware.referee.history import changed_lines
from firmware.referee.judge import Lay, Miscount, Opening
from firmware.referee.told import Complaint, Facts, Line
from firmware.referee.words import gone as gone_words
from firmware.referee.words import miscount as miscount_words
from firmware.texts import trn
from firmware.views import AskThrow, AttackChoice, ParryChoice, Purse, Verdict, View, Winner
from hardware.ports import Button
from rules import alphatian
from rules.alphatian import Phase
from rules.match import Match
from vision.reading import PIPS, Face

__all__ = ["AlphatianTable"]

Ended = Literal["failed", "parried", "caracca"]
"""How an attack ends."""


class AlphatianTable:
    """A Game: holds the state of Alphatian Roulette and moves it by the rules alone."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._chosen: int | None = None
        self._verdict: Verdict | None = None
        self._judge(match.events)

    @property
    def state(self) -> alphatian.State:
        """Where the game stands."""
        state = self.match.state
        assert isinstance(state, alphatian.State)
        return state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase is Phase.OVER

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of pip dice."""
        return PIPS

    @property
    def loose(self) -> bool:
        """Whether all five dice are awaited, so that what lies there counts no more."""
        return len(self.state.awaits.places) == alphatian.DICE and not self._parrying

    @property
    def ignored(self) -> frozenset[int]:
        """No die is ever out of the turn."""
        return frozenset()

    @property
    def clock_s(self) -> float | None:
        """The seconds in which the defender names a number [A11]."""
        return self.state.awaits.clock_s

    @property
    def _parrying(self) -> bool:
        return self.state.phase in (Phase.PARRY_CHOICE, Phase.PARRY_THROW)

    def begin(self) -> list[Line]:
        """Say who plays, with how many coins, and who attacks first."""
        purses = coins_of(self.state)
        told = ", ".join(
            trn(
                "{player} with {count} coin",
                "{player} with {count} coins",
                coins,
                player=name,
                count=coins,
            )
            for name, coins in purses.items()
        )
        facts: Facts = {"game": "alphatian", "players": self.state.players, "coins": purses}
        return [Line("start", facts, f"Alphatian Roulette: {told}")]

    def adopt(self, match: Match, _follow: bool) -> list[Line]:
        """Take another past, after an undo or a correction; give what changed with it."""
        before, self.match = self.match, match
        self._chosen, self._verdict = None, None
        self._judge(match.line[-1].events if match.line else ())
        return changed_lines(before, match, lines)

    def openings(self, lay: Lay) -> Sequence[Opening[Any]]:
        """What may be lifted and thrown now."""
        if self.over:
            return ()
        awaits = self.state.awaits
        if self.loose:
            return (Opening(None, frozenset(lay), alphatian.DICE, afresh=True),)
        matter = not self._parrying
        if awaits.throws:
            return (Opening(None, frozenset(awaits.places), awaits.throws, matter),)
        return tuple(
            Opening(choice.action, frozenset(choice.lifts), len(choice.lifts), matter)
            for choice in awaits.choices
            if choice.lifts
        )

    def lifted(self, places: frozenset[int], lay: Lay) -> Complaint | None:
        """What to say when these dice were lifted; None when that may be [P4]."""
        allowed = [opening.lifts for opening in self.openings(lay)]
        if places in allowed:
            return None
        if self.loose or (self.state.awaits.throws and places < allowed[0]):
            return None
        if self._parrying:
            return words.parry_lifted(self.state, places)
        return words.attack_lifted(self.state, places)

    def strange(self, places: frozenset[int], lay: Lay, lifted: frozenset[int]) -> Complaint:
        """What to say when these dice no longer lie and others were thrown [P5]."""
        if self.loose:
            return words.five_wanted(self.state.players[self.state.attacker])
        missing = places - lifted
        if lifted and missing and self.lifted(lifted, lay) is None:
            return gone_words([self.state.faces[place] for place in sorted(missing)])
        if self._parrying:
            return words.parry_thrown(self.state, places)
        return words.attack_thrown(self.state, places)

    def miscount(self, miscount: Miscount) -> Complaint:
        """What to say when more or fewer dice lie than should [P1, P5]."""
        return miscount_words(miscount.seen, miscount.expected)

    def roll(self, opening: Opening[Any], faces: Sequence[Face]) -> tuple[list[Line], list[int]]:
        """Take the roll; give what happened, and the places that the dice took, in order."""
        told = [] if opening.action is None else self._apply(opening.action)
        places = list(self.state.awaits.places)
        return [*told, *self._apply(alphatian.Roll(tuple(map(int, faces))))], places

    def still_lifted(self, dice: int) -> Complaint:
        """What to say to an OK while so many dice are lifted [A4, A6]."""
        return words.still_lifted(dice, "A6" if self._parrying else "A4")

    def press(self, button: Button, lifted: frozenset[int], cleared: bool) -> list[Line]:
        """Take a press: OK lets an attack stand [A4, P8]; up, down and OK name a number [A6]."""
        if self.state.phase is Phase.ATTACK_CHOICE and button == "ok" and (cleared or not lifted):
            return self._apply(alphatian.Stand())
        if self.state.phase is Phase.PARRY_CHOICE and not lifted:
            return self._name(button)
        return []

    def touched(self) -> None:
        """Show no verdict any more."""
        self._verdict = None

    @property
    def choosing(self) -> bool:
        """Whether a number is pointed at."""
        return self._chosen is not None

    def back(self) -> bool:
        """Point at no number any more."""
        chosen, self._chosen = self._chosen, None
        return chosen is not None

    def time_out(self, elapsed_s: float) -> list[Line]:
        """The clock of the parry has run out [A11]."""
        return self._apply(alphatian.TimeOut(elapsed_s))

    def view(self, lifted: frozenset[int], clock: float | None) -> View:
        """What to show."""
        state = self.state
        if self.over:
            won = alphatian.outcome(state)
            return Winner(won.winners if won else (), self._purses())
        if self._verdict is not None and self.loose:
            return self._verdict
        player = state.players[state.awaits.player or 0]
        if state.phase is Phase.PARRY_CHOICE and not lifted:
            return ParryChoice(player, state.attack, self._chosen, clock)
        if state.phase is Phase.ATTACK_CHOICE and not lifted:
            aside = tuple(place in state.aside for place in range(len(state.faces)))
            return AttackChoice(player, state.faces, aside)
        return self._ask_throw(player, lifted)

    def _ask_throw(self, player: str, lifted: frozenset[int]) -> AskThrow:
        state = self.state
        away = lifted or frozenset(state.awaits.places)
        kept = tuple(face for place, face in enumerate(state.faces) if place not in away)
        number = state.named
        if state.phase is Phase.PARRY_CHOICE:
            number = state.faces[min(lifted)]
        start = state.phase is Phase.THROW_OFF
        return AskThrow(player, len(away), self._purses(), kept, number, start)

    def _name(self, button: Button) -> list[Line]:
        numbers = sorted(set(self.state.faces))
        if button == "ok" and self._chosen is not None:
            return self._apply(alphatian.NameNumber(self._chosen))
        if button in ("up", "down"):
            step = 1 if button == "up" else -1
            start = -1 if button == "up" else 0
            at = start if self._chosen is None else numbers.index(self._chosen)
            self._chosen = numbers[(at + step) % len(numbers)]
        return []

    def _purses(self) -> tuple[Purse, ...]:
        pairs = zip(self.state.players, self.state.coins, strict=True)
        return tuple(Purse(player, coins) for player, coins in pairs)

    def _apply(self, action: alphatian.Action) -> list[Line]:
        before = self.state
        self.match = self.match.apply(action)
        told = self.match.events
        if before.phase is not self.state.phase:
            self._chosen = None
        self._judge(told)
        return lines(before, self.state, told)

    def _judge(self, told: Sequence[alphatian.events.Event]) -> None:
        """Keep the verdict that ended an attack, for the screen."""
        next_one = self.state.players[self.state.awaits.player or 0]
        purses = self._purses()

        def ended(how: Ended, player: str, cost: int, ruling: str) -> None:
            self._verdict = Verdict(how, player, cost, ruling, purses, next_one)

        for event in told:
            match event:
                case alphatian.events.ParryFailed():
                    ended("failed", event.defender, event.cost, "A8")
                case alphatian.events.ParrySucceeded():
                    ended("parried", event.attacker, event.cost, "A9")
                case alphatian.events.SapidCaracca():
                    ended("caracca", event.defender, event.cost, "A10")
                case _:
                    pass
