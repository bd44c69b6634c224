"""The referee: joins what the game awaits with what the tray shows."""

from collections.abc import Sequence

from firmware.referee import words
from firmware.referee.action_words import resumed
from firmware.referee.game import Game
from firmware.referee.judge import Unread
from firmware.referee.kept import Tray
from firmware.referee.lay_on import seen_gone
from firmware.referee.lying import knocked
from firmware.referee.presses import Presses
from firmware.referee.statements import Statement
from firmware.referee.told import Complaint, Line
from firmware.referee.verdicts import Verdicts
from firmware.views import Message, View
from hardware.ports import Pressed, Wish
from vision.identity import Change
from vision.reading import Reading
from vision.tray import Noticed, Rest

__all__ = ["Referee"]


class Referee:
    """Accepts, asks or rules illegal, each with its reason and ruling.

    It never guesses: what cannot be accepted leaves the game as it is, and the dice as they were
    last accepted stay the measure of what comes next. Times are given, in seconds.
    """

    def __init__(self, game: Game) -> None:
        self._dice = Verdicts(game)
        self._presses = Presses(self._dice)
        self._resumed = False

    @property
    def game(self) -> Game:
        """The game under way."""
        return self._dice.game

    @property
    def tray(self) -> Tray:
        """What is to be remembered of the tray when the power is cut."""
        return self._dice.lying.kept(self._dice.amends.said)

    def resume(self, tray: Tray, watched_s: float | None = None) -> None:
        """Go on, before `begin`, with a game whose dice were remembered so.

        The same faces count as they lay, wherever they lie now; the clock starts afresh once they
        were seen. What was thrown while the table was off counts only when the players say so.
        watched_s: since when they lay so, where the table was on all the while: then a throw
        counts as ever, and the clock runs since then.
        """
        self._dice.lying.take_up(tray)
        self._dice.amends.take_up(tray.said)
        self._resumed = True
        self._dice.unseen = watched_s is None
        if watched_s is not None:
            self._dice.clock.wind(None, self.game.clock_s, watched_s)

    def lay_before(self, readings: Sequence[Reading]) -> None:
        """Take, before `begin`, what lay there already when the game began: dice of before."""
        self._dice.lying.take_old(readings)

    @property
    def lies(self) -> tuple[Reading, ...]:
        """The dice that lie in the tray, as far as is known: as seen last, or as remembered."""
        lying = self._dice.lying
        return self._dice.seen or (*lying.lay.values(), *lying.aside.values())

    def plausible(self, readings: Sequence[Reading]) -> bool:
        """Whether these dice could be accepted as they lie, without a question; changes nothing."""
        return self._dice.plausible(readings)

    def begin(self, time_s: float = 0.0) -> list[Line]:
        """Say who plays what; of a game that goes on, also which dice lay there.

        A clock that ran out before this time is not told of again.
        """
        self._dice.clock.ran_out(self.game.clock_s, time_s)
        told = self.game.begin()
        if not self._resumed:
            return told
        lying = tuple(reading.face for _, reading in sorted(self._dice.lying.lay.items()))
        return [
            Line("resumed", {**one.facts, "lying": lying}, resumed(one.text, lying)) for one in told
        ]

    @property
    def resumed(self) -> bool:
        """Whether this game goes on after the table was off."""
        return self._resumed

    @property
    def talking(self) -> bool:
        """Whether a reading is being corrected or a question of the players is open."""
        return self._dice.amends.open

    @property
    def choosing(self) -> bool:
        """Whether back would only go back one step in what is being chosen."""
        return self.game.choosing

    @property
    def arrows_free(self) -> bool:
        """Whether up and down mean nothing now: dice are awaited, and nothing is asked."""
        if self._dice.amends.open or self.disputed or self._dice.notices.offers(self._dice.now_s):
            return False
        return self.game.over or bool(self.game.match.state.awaits.throws)

    @property
    def disputed(self) -> bool:
        """Whether something was asked or is illegal, and is not answered or mended yet."""
        return self._dice.notices.complaint is not None

    @property
    def may_be_thrown(self) -> bool:
        """Whether dice that come to lie could count now, so that presses wait for them."""
        return not self.game.over and bool(self.game.openings(self._dice.lying.lay))

    def see(self, rest: Rest, time_s: float | None = None) -> list[Line]:
        """Judge the tray at rest; time_s: the time now, where reading it took a while.

        What was seen in a hurry and cannot be is not complained of: a die may have been missed,
        and what is wrong indeed is seen again. Only a die that cannot be read is asked about, and
        a new one is remembered: it was there before what is thrown next.
        """
        self._dice.now_s = rest.time_s if time_s is None else time_s
        told = self._seen_at_rest(rest)
        self._presses.saw(rest.change)
        return told

    def _seen_at_rest(self, rest: Rest) -> list[Line]:
        dice = self._dice
        if rest.knock is not None:
            dice.lying.knock(rest.knock)
            dice.amends.knock(rest.knock)
            dice.asked = knocked(dice.asked, rest.knock)
        dice.lay_on.saw(rest, dice.lying.lay)
        if self.game.loose:  # what was thrown since is none of these, though it looks like one
            dice.lying.drop(seen_gone(rest, dice.lying.lay))
        fresh = dice.strayed.saw(rest)
        seen = tuple(die.reading for die in rest.dice)
        if not rest.hurried:
            dice.lying.meet_other_kind(seen)
        readings = dice.taken_in(seen)
        hasty = rest.hurried and not self.plausible(readings)
        if hasty and not isinstance(dice.find(readings), Unread):
            dice.asked = dice.asked or dice.lying.new_one(readings)
            return []
        dice.seen = seen
        gone = not readings or (dice.picked_up and not self.plausible(readings))
        dice.picked_up = bool(dice.doubtful) and gone
        if dice.picked_up:
            return []  # the question stands, though its dice were picked up, and others came
        told = dice.judge(readings, rest.change)
        return told or self._left_the_tray(fresh, rest.change)

    def _left_the_tray(self, dice: int, change: Change) -> list[Line]:
        """Say that dice were thrown out of the tray, where nothing else was to be said [P1].

        While dice count for nothing they may be laid beside the tray.
        """
        laid = len(change.left) if self.game.loose else 0
        if dice <= laid or not self.may_be_thrown or self.disputed:
            return []
        seen = len(self._dice.readings)
        return self._dice.note(words.out_of_tray(dice - laid, seen, seen + dice - laid, "notice"))

    def press(
        self, press: Pressed | Wish, time_s: float, pressed_s: float | None = None
    ) -> list[Line]:
        """Take a press; one press of OK also confirms a doubtful reading [P7].

        Help says what is believed to lie there, help held corrects it, back undoes, and up
        directly after it does again what was undone. A wish to undo or redo is done whatever is
        being chosen. pressed_s: when it was pressed, where it waited; an OK that came too early to
        answer a question does nothing, see Answering.
        """
        self._dice.now_s = time_s
        return self._presses.press(press, time_s if pressed_s is None else pressed_s)

    def statements(self) -> list[Statement]:
        """What players said of readings since this was asked last [P7]."""
        said, self._dice.amends.statements = self._dice.amends.statements, []
        return said

    def hand(self, time_s: float, stays: bool) -> list[Line]:
        """A hand is in the tray, which stops the clock [A11]; one that stays is said [P6]."""
        self._dice.now_s = time_s
        self._dice.clock.stop()
        if not stays:
            return []
        return self._dice.note(words.hand_stays())

    def noticed(self, what: Noticed, time_s: float) -> list[Line]:
        """The light has changed, or camera or tray was knocked, which is said."""
        self._dice.now_s = time_s
        return self._dice.note(words.light_changed() if what == "light" else words.knocked())

    def tick(self, time_s: float) -> list[Line]:
        """Time has passed: the clock may have run out."""
        self._dice.now_s = time_s
        elapsed_s = self._dice.clock.ran_out(self.game.clock_s, time_s)
        return [] if elapsed_s is None else self.game.time_out(elapsed_s)

    def view(self) -> View:
        """What to show now."""
        if self._dice.amends.open:
            return self._dice.amends.view()
        shown = self._dice.notices.shown(self._dice.now_s)
        if shown is not None:
            return Message(shown.level, tuple(shown.screen.split("\n")), shown.ruling)
        left = self._dice.clock.left(self.game.clock_s, self._dice.now_s)
        return self.game.view(self._dice.lifted, left)

    def note(self, notice: Complaint, time_s: float) -> list[Line]:
        """Say something that is no question of the dice, and show it for a moment."""
        self._dice.now_s = time_s
        return self._dice.note(notice)
