"""Where a game of Alphatian Roulette stands, and what it waits for."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rules import wording
from rules.alphatian_actions import DICE, Action, NameNumber, Options, Stand, ThrowAgain
from rules.shape import AWAITS_KEPT, Awaits, Choice, Die

PLACES = tuple(range(DICE))


class Phase(Enum):
    """What is going on: which action comes next."""

    THROW_OFF = "throw-off"
    ATTACK_THROW = "attack-throw"
    ATTACK_CHOICE = "attack-choice"
    PARRY_CHOICE = "parry-choice"
    PARRY_THROW = "parry-throw"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A game of Alphatian Roulette at one moment; made by `new_game` and `apply`.

    `coins`: of each player. `attacker`: index of the player who attacks (in a throw-off, who
    throws). `faces`: the five dice by place, empty before the first throw. `aside`: places set
    aside in this attack. `thrown`: places thrown last, or to be thrown next. `throws`: how many
    throws the attack has had. `named`: the number named in the parry. `sixes`: the first
    player's sixes in a throw-off, None before.
    """

    players: tuple[str, ...]
    options: Options
    phase: Phase
    coins: tuple[int, int]
    attacker: int = 0
    faces: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    thrown: tuple[int, ...] = PLACES
    throws: int = 0
    named: int | None = None
    sixes: int | None = None

    @property
    def defender(self) -> int:
        """The index of the player who does not attack."""
        return 1 - self.attacker

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score: the coins that are left."""
        return self.coins

    @property
    def attack(self) -> tuple[int, ...]:
        """The dice of the attack from the highest to the lowest [A4]; empty before a throw."""
        return tuple(sorted(self.faces, reverse=True))

    @property
    def awaits(self) -> Awaits[Action]:
        """What the game waits for: who acts, the dice to throw, those that lie still, choices."""
        return _awaited(self)

    def __str__(self) -> str:
        coins = ", ".join(
            f"{player} has {wording.coins(coins)}"
            for player, coins in zip(self.players, self.coins, strict=True)
        )
        dice = f", the dice show {wording.listed(self.faces)}" if self.faces else ""
        return f"{coins}, {_DOING[self.phase].format(*self.roles)}{dice}"

    @property
    def roles(self) -> tuple[str, str]:
        """The names of the attacker and of the defender."""
        return self.players[self.attacker], self.players[self.defender]


_DOING = {
    Phase.THROW_OFF: "{0} is to throw five dice for the start",
    Phase.ATTACK_THROW: "{0} is to throw the attack",
    Phase.ATTACK_CHOICE: "{0} is to stand or to throw again",
    Phase.PARRY_CHOICE: "{1} is to name a number",
    Phase.PARRY_THROW: "{1} is to throw the parry",
    Phase.OVER: "the game is over",
}


def _dice(state: State, places: Sequence[int]) -> tuple[Die, ...]:
    return tuple(Die(place, state.faces[place]) for place in places)


def _await_throw(state: State) -> Awaits[Action]:
    aside = _dice(state, state.aside)
    return Awaits(state.attacker, len(state.thrown), state.thrown, lying=aside, still=aside)


def _await_attack_choice(state: State) -> Awaits[Action]:
    lifts = (
        lifted
        for count in range(1, len(state.thrown))
        for lifted in itertools.combinations(state.thrown, count)
    )
    again = tuple(Choice(ThrowAgain(lifted), lifted) for lifted in lifts)
    return Awaits(
        state.attacker,
        lying=_dice(state, PLACES),
        still=_dice(state, state.aside),
        choices=(Choice(Stand()), *again),
    )


def _await_parry_choice(state: State) -> Awaits[Action]:
    choices = tuple(
        Choice(NameNumber(number), showing(state, number)) for number in sorted(set(state.faces))
    )
    clock_s = None if state.options.clock == "off" else state.options.clock_s
    return Awaits(state.defender, lying=_dice(state, PLACES), choices=choices, clock_s=clock_s)


def _await_parry_throw(state: State) -> Awaits[Action]:
    rest = [place for place in PLACES if place not in state.thrown]
    return Awaits(state.defender, len(state.thrown), state.thrown, lying=_dice(state, rest))


def _await_nothing(state: State) -> Awaits[Action]:
    return Awaits(None, lying=_dice(state, range(len(state.faces))))


_AWAITS = {
    Phase.THROW_OFF: _await_throw,
    Phase.ATTACK_THROW: _await_throw,
    Phase.ATTACK_CHOICE: _await_attack_choice,
    Phase.PARRY_CHOICE: _await_parry_choice,
    Phase.PARRY_THROW: _await_parry_throw,
    Phase.OVER: _await_nothing,
}


@lru_cache(AWAITS_KEPT)
def _awaited(state: State) -> Awaits[Action]:
    return _AWAITS[state.phase](state)


def showing(state: State, number: int) -> tuple[int, ...]:
    """Return the places of the dice that show the number."""
    return tuple(place for place in PLACES if state.faces[place] == number)
