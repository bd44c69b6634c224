"""A game at the table: how a sitting is begun or resumed, and what its pause and its end offer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from firmware.journal import Keeper, UnderWay
from firmware.journal.tray import before_text, read_before
from firmware.loop import Said, Sitting
from firmware.referee import Referee
from firmware.referee.history import redone, undone
from firmware.referee.lying import of_other_kind
from firmware.replay import DICE, table_of
from firmware.settings import new_game
from firmware.table.memory import Witnesses
from firmware.table.pages import AskPage, Choice, Do, ListPage, Page
from firmware.table.ports import Ports
from firmware.table.setup import Setup
from firmware.texts import tr
from firmware.views import View
from hardware.ports import Wish
from rules.errors import IllegalActionError
from rules.match import Match
from rules.record import Header
from vision.reading import Dice, Reading

__all__ = [
    "LeftThere",
    "Pause",
    "Play",
    "begun",
    "end_page",
    "left_there",
    "pause_page",
    "resumed",
]

Say = Callable[[Said], None]


@dataclass(slots=True)
class Play:
    """A game under way: its sitting, and what it was set up with, for a rematch.

    conceded: what is shown since a player gave up; nothing that happens to the dice counts then.
    """

    sitting: Sitting
    setup: Setup
    conceded: View | None = None

    @property
    def referee(self) -> Referee:
        """Its referee."""
        return self.sitting.referee

    @property
    def match(self) -> Match:
        """Its match."""
        return self.referee.game.match

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conceded is not None or self.referee.game.over


@dataclass(frozen=True, slots=True)
class LeftThere:
    """The dice that lay in the tray when a game was left, as far as the table knows; their kind."""

    readings: tuple[Reading, ...] = ()
    kind: Dice = "auto"


def left_there(play: Play) -> LeftThere:
    """What lies in the tray now, for the game that comes next."""
    return LeftThere(play.referee.lies, DICE[play.match.game])


def begun(setup: Setup, ports: Ports, say: Say, left: LeftThere) -> Play:
    """A new game, with its record begun; raises SettingsError for what the rules refuse.

    left: the dice that lie there already, which are no throw of it.
    """
    match = new_game(setup.settings())
    start = match.start
    ports.journal.begin(Header(match.game, start.players, start.options, ports.date()))
    referee = Referee(table_of(match))
    same = left.kind == DICE[match.game]
    lay = left.readings if same else of_other_kind(left.readings)
    # As a recording keeps them, so that its replay knows them to the last digit.
    referee.lay_before(read_before(before_text(lay)))
    return Play(_sitting(referee, ports, say, match), setup)


def resumed(game: UnderWay, ports: Ports, say: Say) -> Play:
    """A game that goes on where it was left."""
    ports.journal.resume(game)
    return _taken_up(game, ports, say)


def _taken_up(game: UnderWay, ports: Ports, say: Say) -> Play:
    match = game.match
    referee = Referee(table_of(match))
    if game.tray is not None:
        referee.resume(game.tray)
    return Play(_sitting(referee, ports, say, match), _setup_again(match))


def again(play: Play, ports: Ports, say: Say) -> Play:
    """The same game after something in the program failed: with the match as it was."""
    referee = Referee(table_of(play.match))
    referee.resume(play.referee.tray)
    return Play(_sitting(referee, ports, say, play.match), play.setup, play.conceded)


def _sitting(referee: Referee, ports: Ports, say: Say, kept: Match) -> Sitting:
    watch = ports.make_watch(DICE[kept.game])
    sitting = Sitting(watch, referee, say, put_aside=ports.put_aside)
    sitting.keep = Keeper(ports.journal)
    sitting.evidence = ports.evidence
    game = None if ports.record is None else ports.record(referee)
    witnesses = [one for one in (ports.witness, game) if one is not None]
    sitting.witness = Witnesses(witnesses) if witnesses else None
    return sitting


def _setup_again(match: Match) -> Setup:
    """What a match was set up with."""
    options = match.start.options
    made = {name: getattr(options, name) for name in options.__dataclass_fields__}
    given = made.pop("handicap", None)
    players = match.start.players
    handicap = None if given is None else (players[given[0]], given[1])
    return Setup(match.game, players, made, handicap)


# ---------------------------------------------------------------- pages


@dataclass(frozen=True, slots=True)
class Pause:
    """What the pages of a game may do to it."""

    go_on: Do
    wish: Callable[[Wish], None]
    concede: Callable[[str], None]
    leave: Do
    end: Do
    save: Do | None
    power_off: Do | None
    open: Callable[[Page], None]


def pause_page(play: Play, do: Pause) -> ListPage:
    """Go on, undo, redo, concede, leave the game for later, end it, and more where it can be."""
    return ListPage(tr("Pause"), lambda: _pause_choices(play, do), do.go_on)


def _pause_choices(play: Play, do: Pause) -> list[Choice]:
    found = [Choice(tr("Go on"), do.go_on)]
    if _can(undone, play.match):
        found.append(Choice(tr("Undo"), lambda: do.wish("undo")))
    if _can(redone, play.match):
        found.append(Choice(tr("Redo"), lambda: do.wish("redo")))
    found.append(Choice(tr("Keep for later"), do.leave))
    if len(play.match.start.players) == 2:
        found.append(Choice(tr("Concede"), lambda: do.open(_who_page(play, do))))
    found.append(_asking(do, tr("End the game"), tr("End it with\nno winner?"), do.end))
    if do.save is not None:
        found.append(Choice(tr("Save last seconds"), do.save))
    if do.power_off is not None:
        found.append(Choice(tr("Switch off"), do.power_off))
    return found


def end_page(do_rematch: Do, do_menu: Do, do_back: Do) -> ListPage:
    """After the end: a rematch, or the menu; back looks at the result again."""
    choices = [Choice(tr("Rematch"), do_rematch), Choice(tr("Menu"), do_menu)]
    return ListPage(tr("Game over"), lambda: choices, do_back)


def _who_page(play: Play, do: Pause) -> ListPage:
    """Who concedes: the player whose turn it is comes first."""
    players = play.match.start.players
    at = play.match.state.awaits.player or 0
    choices = [
        _asking(
            do,
            player,
            tr("{player}\nconcedes?", player=player),
            partial(do.concede, player),
        )
        for player in (*players[at:], *players[:at])
    ]
    return ListPage(tr("Who concedes?"), lambda: choices, do.go_on)


def _asking(do: Pause, text: str, question: str, yes: Do) -> Choice:
    def answer(said: bool) -> None:
        if said:
            yes()
        else:
            do.go_on()

    page = AskPage(question, tr("yes"), tr("no"), answer, at=1)
    return Choice(text, lambda: do.open(page))


def _can(change: Callable[[Match], Match], match: Match) -> bool:
    try:
        change(match)
    except IllegalActionError:
        return False
    return True
