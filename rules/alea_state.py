"""Where a game of Alea Romana stands, and what it waits for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rules import columns, numerals, wording
from rules.alea_actions import (
    AGAIN_CARD,
    JOKER,
    Action,
    EndTurn,
    Enter,
    EnterAgain,
    Options,
    PlayCard,
)
from rules.columns import Column
from rules.roman_dice import Stop
from rules.shape import AWAITS_KEPT, Awaits, Choice, Die

CARD_BONUS = 5
"""Points for every unused card [R15]."""


class Phase(Enum):
    """What is going on: which action comes next."""

    THROW = "throw"
    THROW_OR_STOP = "throw-or-stop"
    CARD_THROW = "card-throw"
    ENTRY = "entry"
    BAD_THROW = "bad-throw"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A game of Alea Romana at one moment; made by `new_game` and `apply`.

    `columns`: seven entries each, from the top. `cards`: each player's unused cards. `player`:
    index of the player whose turn it is. `faces`: the dice thrown in this turn, by place, which
    is their order. `aside`: places that card 4 set aside. `thrown`: places that a card
    re-throws, as long as they wait for it. `card_played`: whether a card was played in this
    turn. `ended`: why the game ended.
    """

    players: tuple[str, ...]
    options: Options
    columns: tuple[Column, ...]
    cards: tuple[tuple[int, ...], ...]
    phase: Phase = Phase.THROW
    round: int = 1
    player: int = 0
    faces: str = ""
    aside: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    card_played: bool = False
    ended: str = ""

    @property
    def column(self) -> Column:
        """The column of the player whose turn it is."""
        return self.columns[self.player]

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the dice that count: not set aside by card 4, nor lifted for a card."""
        gone = self.aside + self.thrown
        return tuple(place for place in range(len(self.faces)) if place not in gone)

    @property
    def due(self) -> tuple[int, ...]:
        """The places of the dice to be thrown now: one, or those of a card together [R3, R10]."""
        if self.phase is Phase.CARD_THROW:
            return self.thrown[:1] if self.options.numerals == "as-rolled" else self.thrown
        if self.phase in (Phase.THROW, Phase.THROW_OR_STOP):
            return (len(self.faces),)
        return ()

    @property
    def counting(self) -> str:
        """The faces that count, in the order of their places."""
        return "".join(self.faces[place] for place in self.places)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the dice make, ascending; empty for a bust and before the first die."""
        return numerals.made(self.counting, as_rolled=self.options.numerals == "as-rolled")

    @property
    def entries(self) -> tuple[Enter, ...]:
        """Every number made with every space where it fits the player's column [R5, R7]."""
        return tuple(
            Enter(number, space)
            for number in self.numbers
            for space in columns.fitting(self.column, number)
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score: the sum of the column, and five for every unused card [R15]."""
        return tuple(
            sum(entry or 0 for entry in column) + CARD_BONUS * len(cards)
            for column, cards in zip(self.columns, self.cards, strict=True)
        )

    @property
    def bust_faces(self) -> str:
        """The faces, of I, V and X, with which one more die would be a bust."""
        as_rolled = self.options.numerals == "as-rolled"
        return "".join(
            face
            for face in numerals.FACES
            if not numerals.made(self.counting + face, as_rolled=as_rolled)
        )

    @property
    def awaits(self) -> Awaits[Action]:
        """What the game waits for: who acts, the dice to throw, those that lie still, choices."""
        return _awaited(self)

    def __str__(self) -> str:
        player = self.players[self.player]
        dice = f", the dice show {' '.join(self.counting)}" if self.counting else ""
        made = f" ({wording.either(self.numbers)})" if self.numbers else ""
        column = wording.listed("-" if entry is None else entry for entry in self.column)
        doing = _DOING[self.phase].format(player)
        return f"round {self.round}, {doing}{dice}{made}, {player}'s column is {column}"

    def playable(self) -> tuple[tuple[int, bool], ...]:
        """Return the cards that may be played after a bad throw, each with whether it is the joker.

        A card that the joker stands for comes with True [R9, R10, R13].
        """
        if self.card_played and self.options.cards_per_throw == "one":
            return ()
        held = self.cards[self.player]
        own = [(card, False) for card in held if card != JOKER]
        return (*own, *((card, True) for card in range(1, JOKER) if JOKER in held))

    def again_numbers(self) -> tuple[int, ...]:
        """Return the numbers of the column that card 5 may enter again [R12], ascending."""
        held = {entry for entry in self.column if entry is not None}
        if self.options.card_5 == "made-again":
            held.intersection_update(self.numbers)
        return tuple(sorted(held))


@lru_cache(AWAITS_KEPT)
def _awaited(state: State) -> Awaits[Action]:
    lying = tuple(Die(place, state.faces[place]) for place in state.places)
    ignored = tuple(Die(place, state.faces[place]) for place in state.aside)
    if state.phase is Phase.OVER:
        return Awaits(None, lying=lying, ignored=ignored)
    choices = tuple(Choice(action) for action in _CHOICES[state.phase](state))
    return Awaits(
        state.player,
        len(state.due),
        state.due,
        lying=lying,
        still=lying,
        ignored=ignored,
        choices=choices,
    )


_DOING = {
    Phase.THROW: "{0} is to throw a die",
    Phase.THROW_OR_STOP: "{0} is to throw a die or to stop",
    Phase.CARD_THROW: "{0} is to throw the card's dice",
    Phase.ENTRY: "{0} is to enter a number",
    Phase.BAD_THROW: "{0} is to play a card or to end the turn",
    Phase.OVER: "the game is over after the turn of {0}",
}


def _no_choice(_state: State) -> Iterator[Action]:
    return iter(())


def _stop_choice(_state: State) -> Iterator[Action]:
    yield Stop()


def _entry_choices(state: State) -> Iterator[Action]:
    yield from state.entries


def _bad_throw_choices(state: State) -> Iterator[Action]:
    yield EndTurn()
    for card, joker in state.playable():
        if card == AGAIN_CARD:
            for number in state.again_numbers():
                for space in columns.beside(state.column, number):
                    yield EnterAgain(number, space, joker)
            continue
        for places in dice_of_card(state, card):
            yield PlayCard(card, places, joker)


_CHOICES: dict[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.THROW: _no_choice,
    Phase.THROW_OR_STOP: _stop_choice,
    Phase.CARD_THROW: _no_choice,
    Phase.ENTRY: _entry_choices,
    Phase.BAD_THROW: _bad_throw_choices,
}


def dice_of_card(state: State, card: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of places that card 1 to 4 may be played on [R9, R11]."""
    open_to = state.places
    most = 1 if card == 3 else len(open_to)
    if card in (1, 2):
        face = "I" if card == 1 else "V"
        open_to = tuple(place for place in open_to if state.faces[place] == face)
    if card == 4 and len(state.faces) == numerals.DICE:
        most -= 1
    for count in range(1, most + 1):
        yield from itertools.combinations(open_to, count)
