"""What holds in every game, from wherever chance leads."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules import alea, alphatian, centurion, record
from rules.errors import IllegalActionError
from rules.games import GAMES
from rules.match import Redo, Undo, new_match
from rules.playout import play_out
from rules.record import Header, Record, parse, replay
from tests.rules.play import begun, played

GAME = st.sampled_from(sorted(GAMES))
SEED = st.integers(0, 2**32)
ENTRIES = st.integers(0, 120)
LONGEST = 50_000
"""More actions than any game of these seeds takes; players who only bust would play for ever."""


def universe(game: str, chance: random.Random) -> Iterator[Any]:
    """Yield every action of a game, but for the longer rolls of pip dice, of which some."""
    if game == "alphatian":
        for dice in range(1, 6):
            everything = [*itertools.product(range(1, 7), repeat=dice)]
            yield from map(alphatian.Roll, chance.sample(everything, min(36, len(everything))))
            yield from map(alphatian.ThrowAgain, itertools.combinations(range(5), dice))
        yield alphatian.Stand()
        yield from map(alphatian.NameNumber, range(1, 7))
        yield from map(alphatian.TimeOut, (0.0, 2.4, 2.5, 5.9, 6.0))
        return
    for dice in range(1, 7):
        yield from (alea.Roll("".join(faces)) for faces in itertools.product("IVX", repeat=dice))
    yield alea.Stop()
    if game == "centurion":
        yield from map(centurion.Count, range(1, 40))
        return
    yield alea.EndTurn()
    yield from itertools.starmap(alea.Enter, itertools.product(range(1, 40), range(1, 8)))
    for joker in (False, True):
        for number, space in itertools.product(range(1, 40), range(1, 8)):
            yield alea.EnterAgain(number, space, joker)
        for card, dice in itertools.product(range(1, 5), range(1, 7)):
            for places in itertools.combinations(range(6), dice):
                yield alea.PlayCard(card, places, joker)


def is_listed(action: Any, listed: set[Any], state: Any) -> bool:
    """Say whether an action is legal; a time-out is listed at its first moment only."""
    if isinstance(action, alphatian.TimeOut):
        clock_s = state.awaits.clock_s
        return clock_s is not None and action.elapsed_s >= clock_s
    return action in listed


@settings(max_examples=60, deadline=None)
@given(GAME, SEED, ENTRIES)
def test_every_listed_action_applies_and_every_other_raises(
    game: str, seed: int, entries: int
) -> None:
    chance = random.Random(seed)
    state = played(game, seed, entries).state
    before = repr(state)
    actions = GAMES[game].legal_actions(state)
    listed = set(actions)
    assert len(listed) == len(actions)
    for action in chance.sample(actions, min(200, len(actions))):
        after, _events = GAMES[game].apply(state, action)
        assert type(after) is type(state)
    for action in universe(game, chance):
        if is_listed(action, listed, state):
            GAMES[game].apply(state, action)
        else:
            with pytest.raises(IllegalActionError) as refused:
                GAMES[game].apply(state, action)
            error = refused.value
            assert error.action is action
            assert error.facts == str(state)
            assert f"[{error.ruling}]; {state}" in str(error)
        assert repr(state) == before


@settings(max_examples=60, deadline=None)
@given(GAME, SEED)
def test_a_whole_game_ends_and_keeps_its_bounds(game: str, seed: int) -> None:
    chance = random.Random(seed)
    state = begun(game, chance).start
    players = len(state.players)
    throws = 0
    for step in itertools.islice(play_out(GAMES[game], state, chance.randrange), LONGEST):
        action, (state, _events) = step
        awaits = state.awaits
        assert (awaits.player is None) == (GAMES[game].outcome(state) is not None)
        assert awaits.player is None or 0 <= awaits.player < players
        assert awaits.throws == len(awaits.places)
        assert awaits.throws or awaits.choices or awaits.player is None
        assert not set(awaits.places) & {die.place for die in awaits.lying}
        assert set(awaits.still) <= set(awaits.lying)
        assert not set(awaits.ignored) & set(awaits.lying)
        throws += isinstance(action, GAMES[game].Roll)
        BOUNDS[game](state)
    ended = GAMES[game].outcome(state)
    assert ended is not None
    assert throws > 0
    assert set(ended.winners) <= set(state.players)
    best = {n for n, s in zip(state.players, ended.scores, strict=True) if s == max(ended.scores)}
    assert set(ended.winners) == best


def alphatian_bounds(state: alphatian.State) -> None:
    assert all(0 <= coins <= 20 for coins in state.coins)
    assert sum(coins == 0 for coins in state.coins) == (state.phase is alphatian.Phase.OVER)
    assert 0 <= state.throws <= 5
    assert len(state.faces) in (0, 5)
    assert not set(state.aside) & set(state.thrown) or state.named is not None


def alea_bounds(state: alea.State) -> None:
    for column, cards in zip(state.columns, state.cards, strict=True):
        entries = [entry for entry in column if entry is not None]
        assert len(column) == 7
        assert entries == sorted(entries)
        assert set(entries) <= set(range(1, 40)) - {38}
        assert set(cards) <= set(alea.CARDS)
        twice = len(entries) - len(set(entries))
        assert twice <= (5 not in cards) + (6 not in cards)
    assert len(state.faces) <= 6
    assert set(state.aside) <= set(range(len(state.faces)))
    if state.options.length == "seven-turns":
        assert state.round <= 7


def centurion_bounds(state: centurion.State) -> None:
    assert all(0 <= total <= 99 + 39 for total in state.totals)
    assert len(state.faces) <= 6
    if state.phase is not centurion.Phase.OVER:
        assert state.totals[state.player] < 100


BOUNDS: dict[str, Any] = {
    "alphatian": alphatian_bounds,
    "alea": alea_bounds,
    "centurion": centurion_bounds,
}


@settings(max_examples=60, deadline=None)
@given(GAME, SEED, ENTRIES)
def test_a_replayed_record_equals_the_match(game: str, seed: int, entries: int) -> None:
    reached = played(game, seed, entries, remarks=True)
    header = Header(game, reached.start.players, reached.start.options, "2026-11-30")
    written = Record(header, reached.entries)
    text = record.format(written)
    again = parse(text)
    assert again == written
    assert again.torn is None
    assert record.format(again) == text
    replayed = replay(again)
    assert replayed == reached
    assert replayed.state == reached.state


@settings(max_examples=100, deadline=None)
@given(GAME, SEED, st.integers(2, 120))
def test_undo_then_redo_is_the_identity(game: str, seed: int, entries: int) -> None:
    reached = played(game, seed, entries, remarks=True)
    try:
        undone = reached.apply(Undo())
    except IllegalActionError as error:
        assert error.ruling == "P9"
        assume(False)
    redone = undone.apply(Redo())
    assert (redone.line, redone.state, redone.undone) == (
        reached.line,
        reached.state,
        reached.undone,
    )
    assert undone.line == reached.line[: len(undone.line)]
    assert len(undone.line) < len(reached.line)


@settings(max_examples=60, deadline=None)
@given(GAME, SEED, st.integers(1, 120))
def test_the_line_that_stands_leads_to_the_state_whatever_was_remarked(
    game: str, seed: int, entries: int
) -> None:
    reached = played(game, seed, entries, remarks=True)
    state = reached.start
    for done in reached.line:
        state, told = GAMES[game].apply(state, done.action)
        assert (state, told) == (done.state, done.events)
    assert state == reached.state


def test_games_of_chance_end_in_every_way_there_is() -> None:
    ways = set()
    for seed in range(60):
        chance = random.Random(seed)
        state = begun("alea", chance).start
        for _action, (reached, _events) in play_out(alea, state, chance.randrange):
            state = reached
        ways.add(state.ended)
    assert ways == {"seventh-entry", "seven-turns", "closed"}


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is 'chess': expected one of alphatian, alea"):
        new_match("chess", ("Ann", "Ben"))
