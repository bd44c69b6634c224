"""A game being played, with all that was played: undo, redo and corrections [P7, P9].

Decisions can be undone until the next dice are thrown; dice never, but what was read can be
corrected. Everything is kept: a match is its entries, and replaying them gives it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import checks
from rules.errors import CorrectionError, IllegalActionError, InvalidTypeError, RulesError
from rules.games import GAMES, Game, GameState
from rules.shape import Outcome


@dataclass(frozen=True, slots=True)
class Undo:
    """The players take back the last decision [P9]."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """The players take up again the decision undone last [P9]."""

    def __str__(self) -> str:
        return "redo"


@dataclass(frozen=True, slots=True)
class Correct:
    """The players say what dice really showed [P7].

    `step`: the number of the action that brought them, from 1. `read`: the roll as it stood.
    `roll`: what it is. `cut`: the first step that can no longer be, which is dropped with all
    that follow [P9]; None when all can stay.
    """

    step: int
    read: Any
    roll: Any
    cut: int | None = None

    def __post_init__(self) -> None:
        _check_step(self.step)
        if self.cut is not None:
            _check_step(self.cut)

    def __str__(self) -> str:
        cut = "" if self.cut is None else f" and drop all from step {self.cut}"
        return f"correct step {self.step} from {_said(self.read)} to {_said(self.roll)}{cut}"


@dataclass(frozen=True, slots=True)
class Confirm:
    """The players say that a doubtful roll was read rightly: `roll` at `step`, from 1 [P7]."""

    step: int
    roll: Any

    def __post_init__(self) -> None:
        _check_step(self.step)

    def __str__(self) -> str:
        return f"confirm step {self.step}, {_said(self.roll)}"


@dataclass(frozen=True, slots=True)
class Concede:
    """A player of two, named as in the record, gives the game up: the other has won.

    Raises InvalidInputError or InvalidTypeError.
    """

    player: str

    def __post_init__(self) -> None:
        checks.names((self.player,), 1, 1)

    def __str__(self) -> str:
        return f"concede for {self.player}"


Remark = Undo | Redo | Correct | Confirm | Concede


@dataclass(frozen=True, slots=True)
class Remarked:
    """The players took back, took up, corrected or confirmed something, or one conceded."""

    remark: Remark
    actions: tuple[Any, ...] = ()

    def __str__(self) -> str:
        remark = self.remark
        if isinstance(remark, Undo):
            return f"undone: {', '.join(map(str, self.actions))} [P9]"
        if isinstance(remark, Redo):
            return f"done again: {', '.join(map(str, self.actions))} [P9]"
        if isinstance(remark, Confirm):
            return f"confirmed: {remark.roll} [P7]"
        if isinstance(remark, Concede):
            return f"{remark.player} concedes"
        goes_on = "" if remark.cut is None else f"; play goes on before step {remark.cut} [P9]"
        return f"corrected: {remark.read} was read, it is {remark.roll} [P7]{goes_on}"


@dataclass(frozen=True, slots=True)
class Played:
    """One action that stands, with the state that it led to and its events."""

    action: Any
    state: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its history; made by `new_match` and by its own methods, which return another.

    `entries`: all actions and remarks in their order. `line`: the actions that stand now.
    `undone`: what can be redone, last first out. `events`: what the last entry led to.
    """

    game: str
    start: Any
    entries: tuple[Any, ...] = ()
    line: tuple[Played, ...] = ()
    undone: tuple[tuple[Any, ...], ...] = ()
    events: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        """The state reached."""
        return self.line[-1].state if self.line else self.start

    @property
    def conceded(self) -> str | None:
        """The player who gave the game up; None when none did."""
        last = self.entries[-1] if self.entries else None
        return last.player if isinstance(last, Concede) else None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, by the rules or since the other conceded; None while it goes on."""
        loser = self.conceded
        if loser is None:
            return GAMES[self.game].outcome(self.state)
        winners = tuple(player for player in self.state.players if player != loser)
        return Outcome(winners, self.state.scores, f"{loser} concedes", "")

    def apply(self, entry: Any) -> Match:
        """Return the match after an action of the game or a remark; none follows a concession.

        Raises IllegalActionError, CorrectionError when a correction has to drop later actions,
        and InvalidTypeError for what is neither.
        """
        if self.conceded is not None:
            reason = f"the game is over: {self.conceded} has conceded"
            raise IllegalActionError(entry, reason, "", str(self.state))
        match entry:
            case Concede():
                after = self._concede(entry)
            case Undo():
                after = self._undo(entry)
            case Redo():
                after = self._redo(entry)
            case Correct():
                after = self._correct(entry)
            case Confirm():
                self._roll_at(entry, entry.step, entry.roll)
                after = replace(self, events=(Remarked(entry),))
            case _:
                played = _play(GAMES[self.game], self.state, (entry,))
                after = replace(self, line=self.line + played, undone=(), events=played[0].events)
        return replace(after, entries=(*self.entries, entry))

    def correct(self, step: int, roll: Any, *, drop: bool = False) -> Match:
        """Return the match in which the dice of a step, from 1, showed `roll` [P7].

        `drop`: when later actions can no longer be, drop them and go on from there; otherwise
        CorrectionError says from which step on [P9]. Raises as `apply` does.
        """
        _check_step(step)
        read = self.line[step - 1].action if step <= len(self.line) else None
        try:
            return self.apply(Correct(step, read, roll))
        except CorrectionError as error:
            if not drop:
                raise
            return self.apply(Correct(step, read, roll, error.step))

    def confirm(self, step: int) -> Match:
        """Return the match with the remark that the dice of a step, from 1, were read rightly."""
        _check_step(step)
        read = self.line[step - 1].action if step <= len(self.line) else None
        return self.apply(Confirm(step, read))

    def _concede(self, entry: Concede) -> Match:
        players = self.state.players
        if self.outcome is not None:
            raise IllegalActionError(entry, "the game is over", "", str(self.state))
        if len(players) != 2 or entry.player not in players:
            reason = f"expected one of two players, and {' and '.join(players)} play"
            raise IllegalActionError(entry, reason, "", str(self.state))
        return replace(self, undone=(), events=(Remarked(entry),))

    def _undo(self, entry: Undo) -> Match:
        kept = len(self.line)
        while kept and not self._is_roll(kept) and self._state_at(kept) == self._state_at(kept - 1):
            kept -= 1  # a time-out that only warned goes with the decision before it
        if not kept:
            raise IllegalActionError(entry, "nothing was decided yet", "P9", str(self.state))
        if self._is_roll(kept):
            reason = f"the last was {self.line[kept - 1].action}, and dice are never taken back"
            raise IllegalActionError(entry, reason, "P9", str(self.state))
        actions = tuple(played.action for played in self.line[kept - 1 :])
        return replace(
            self,
            line=self.line[: kept - 1],
            undone=(*self.undone, actions),
            events=(Remarked(entry, actions),),
        )

    def _redo(self, entry: Redo) -> Match:
        if not self.undone:
            raise IllegalActionError(entry, "nothing was undone last", "P9", str(self.state))
        *undone, actions = self.undone
        played = _play(GAMES[self.game], self.state, actions)
        told = tuple(event for one in played for event in one.events)
        return replace(
            self,
            line=self.line + played,
            undone=tuple(undone),
            events=(Remarked(entry, actions), *told),
        )

    def _correct(self, entry: Correct) -> Match:
        self._roll_at(entry, entry.step, entry.read)
        game = GAMES[self.game]
        if not isinstance(entry.roll, game.Roll):
            msg = (
                f"the roll is {checks.shown(entry.roll)}: expected a Roll of {self.game}; make one"
            )
            raise InvalidTypeError(msg)
        first = entry.step - 1
        played = _play(game, self._state_at(first), (entry.roll,))
        impossible: int | None = None
        for number, before in enumerate(self.line[entry.step :], start=entry.step + 1):
            try:
                played += _play(game, played[-1].state, (before.action,))
            except RulesError as error:
                impossible = number
                if entry.cut is None:
                    reason = f"step {number}, {before.action}, can no longer be: {error}"
                    raise CorrectionError(entry, number, reason, str(self.state)) from error
                break
        if entry.cut != impossible:
            reason = f"the first step that can no longer be is {impossible or 'none'}"
            raise IllegalActionError(entry, reason, "P9", str(self.state))
        told = tuple(
            event
            for now, before in zip(played, self.line[first:], strict=False)
            for event in now.events
            if event not in before.events
        )
        line = self.line[:first] + played
        return replace(self, line=line, undone=(), events=(Remarked(entry), *told))

    def _roll_at(self, entry: Correct | Confirm, step: int, read: Any) -> None:
        if step > len(self.line):
            reason = f"only {len(self.line)} actions were played"
            raise IllegalActionError(entry, reason, "P7", str(self.state))
        if not self._is_roll(step):
            reason = f"step {step} was no throw but {self.line[step - 1].action}"
            raise IllegalActionError(entry, reason, "P7", str(self.state))
        played = self.line[step - 1].action
        if type(read) is not type(played) or read != played:
            reason = f"step {step} was {played}"
            raise IllegalActionError(entry, reason, "P7", str(self.state))

    def _is_roll(self, step: int) -> bool:
        return isinstance(self.line[step - 1].action, GAMES[self.game].Roll)

    def _state_at(self, step: int) -> GameState:
        state: GameState = self.line[step - 1].state if step else self.start
        return state


def new_match(game: str, players: Sequence[str], options: Any = None) -> Match:
    """Return a match before the first throw; `game`: a name in `rules.games.GAMES`.

    Raises InvalidInputError or InvalidTypeError.
    """
    checks.choice(game, "the game", tuple(GAMES))
    return Match(game, GAMES[game].new_game(players, options))


def _play(game: Game, state: Any, actions: Iterable[Any]) -> tuple[Played, ...]:
    played: list[Played] = []
    for action in actions:
        state, events = game.apply(state, action)
        played.append(Played(action, state, events))
    return tuple(played)


def _check_step(step: object) -> None:
    checks.whole(step, "the step", 1, 10**9)


def _said(roll: object) -> str:
    """Return a roll in its words, and what is none as it can be shown."""
    is_roll = any(isinstance(roll, game.Roll) for game in GAMES.values())
    return str(roll) if is_roll else checks.shown(roll)
