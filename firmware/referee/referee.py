"""The referee: joins what the game awaits with what the tray shows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from firmware.referee import words
from firmware.referee.amends import Amends
from firmware.referee.answering import Answering, Missed
from firmware.referee.countdown import Countdown
from firmware.referee.game import Game
from firmware.referee.history import confirmed
from firmware.referee.judge import (
    Finding,
    Lifted,
    Miscount,
    Pushed,
    Still,
    Strange,
    Thrown,
    Turned,
    Unread,
    judge,
    put_back,
)
from firmware.referee.kept import Tray
from firmware.referee.lying import Lying, knocked
from firmware.referee.notices import Notices
from firmware.referee.statements import Statement
from firmware.referee.strayed import Strayed
from firmware.referee.told import Complaint, Line, complaint_line
from firmware.texts import tr
from firmware.views import Message, View
from hardware.ports import BUTTONS, Button, Pressed, Wish
from vision.identity import Change, Move
from vision.reading import Reading
from vision.tray import Noticed, Rest

__all__ = ["Referee"]


class Referee:
    """Accepts, asks or rules illegal, each with its reason and ruling.

    It never guesses: what cannot be accepted leaves the game as it is, and the dice as they were
    last accepted stay the measure of what comes next. Times are given, in seconds.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lying = Lying()
        self._amends = Amends(game, self._lying)
        self._clock = Countdown()
        self._strayed = Strayed()
        self._answering = Answering()
        self._seen: tuple[Reading, ...] = ()
        self._lifted: frozenset[int] = frozenset()
        self._cleared = False
        self._notices = Notices()
        self._doubtful: tuple[Reading, ...] = ()
        self._asked: tuple[Reading, ...] = ()
        self._readings: tuple[Reading, ...] = ()
        self._now_s = 0.0
        self._resumed = False
        self._unseen = False
        self._unseen_throw: Complaint | None = None

    @property
    def tray(self) -> Tray:
        """What is to be remembered of the tray when the power is cut."""
        return self._lying.kept(self._amends.said)

    def resume(self, tray: Tray) -> None:
        """Go on, before `begin`, with a game whose dice were remembered so.

        The same faces count as they lay, wherever they lie now; the clock starts afresh once they
        were seen. What was thrown while the table was off counts only when the players say so.
        """
        self._lying.take_up(tray)
        self._amends.take_up(tray.said)
        self._resumed = self._unseen = True

    def plausible(self, readings: Sequence[Reading]) -> bool:
        """Whether these dice could be accepted as they lie, without a question; changes nothing."""
        readings = self._lying.counting(list(map(self._amends.as_said, readings)))[0]
        if self._put_back(readings) is not None:
            return True
        if (earlier := self._earlier(readings)) is not None:
            return isinstance(self._find(earlier), Thrown)
        finding = self._find(readings)
        if isinstance(finding, Lifted):
            return self.game.lifted(finding.places, self._lying.lay) is None
        return isinstance(finding, Still | Pushed | Thrown)

    def begin(self) -> list[Line]:
        """Say who plays what; of a game that goes on, also which dice lay there."""
        told = self.game.begin()
        if not self._resumed:
            return told
        lying = tuple(reading.face for _, reading in sorted(self._lying.lay.items()))
        lay = f"; {words.faces_of(lying)} lay there" if lying else ""
        return [
            Line("resumed", {**one.facts, "lying": lying}, f"The game goes on. {one.text}{lay}")
            for one in told
        ]

    @property
    def talking(self) -> bool:
        """Whether a reading is being corrected or a question of the players is open."""
        return self._amends.open

    @property
    def choosing(self) -> bool:
        """Whether back would only go back one step in what is being chosen."""
        return self.game.choosing

    @property
    def arrows_free(self) -> bool:
        """Whether up and down mean nothing now: dice are awaited, and nothing is asked."""
        if self._amends.open or self.disputed or self._notices.offers(self._now_s):
            return False
        return self.game.over or bool(self.game.match.state.awaits.throws)

    @property
    def disputed(self) -> bool:
        """Whether something was asked or is illegal, and is not answered or mended yet."""
        return self._notices.complaint is not None

    @property
    def may_be_thrown(self) -> bool:
        """Whether dice that come to lie could count now, so that presses wait for them."""
        return not self.game.over and bool(self.game.openings(self._lying.lay))

    def see(self, rest: Rest, time_s: float | None = None) -> list[Line]:
        """Judge the tray at rest; time_s: the time now, where reading it took a while.

        What was seen in a hurry and cannot be is not complained of: a die may have been missed,
        and what is wrong indeed is seen again. Only a die that cannot be read is asked about, and
        a new one is remembered: it was there before what is thrown next.
        """
        self._now_s = rest.time_s if time_s is None else time_s
        told = self._seen_at_rest(rest)
        self._answering.saw(self._question, rest.change, self._now_s)
        return told

    def _seen_at_rest(self, rest: Rest) -> list[Line]:
        if rest.knock is not None:
            self._lying.knock(rest.knock)
            self._amends.knock(rest.knock)
            self._asked = knocked(self._asked, rest.knock)
        fresh = self._strayed.saw(rest)
        seen = tuple(die.reading for die in rest.dice)
        readings = self._taken_in(seen)
        hasty = rest.hurried and not self.plausible(readings)
        if hasty and not isinstance(self._find(readings), Unread):
            self._asked = self._asked or self._lying.new_one(readings)
            return []
        self._seen = seen
        if self._doubtful and not readings:
            return []  # the question stands, though its dice were picked up
        told = self._judge(readings, rest.change)
        return told or self._left_the_tray(fresh, rest.change)

    def _left_the_tray(self, dice: int, change: Change) -> list[Line]:
        """Say that dice were thrown out of the tray, where nothing else was to be said [P1].

        While dice count for nothing they may be laid beside the tray.
        """
        laid = len(change.left) if self.game.loose else 0
        if dice <= laid or not self.may_be_thrown or self.disputed:
            return []
        seen = len(self._readings)
        return self._note(words.out_of_tray(dice - laid, seen, seen + dice - laid, "notice"))

    def _judge_anew(self) -> list[Line]:
        """Judge the dice that were seen last once more, after what they count for has changed."""
        self._notices.complaint, self._lifted, self._lying.void = None, frozenset(), ()
        return self._judge(self._taken_in(self._seen), Change())

    def _taken_in(self, seen: Sequence[Reading]) -> tuple[Reading, ...]:
        """The dice that count, each as the players said and with a face of this game."""
        self._lying.ignore(self.game.ignored)
        readings = [self._of_this_game(self._amends.as_said(reading)) for reading in seen]
        counting, self._lying.aside = self._lying.counting(readings)
        return counting

    def _noted(self, told: list[Line]) -> list[Line]:
        """Show for a moment what the amends have said."""
        notice, self._amends.notice = self._amends.notice, None
        if notice is not None:
            self._notices.show(notice, self._now_s)
        return told

    def _of_this_game(self, reading: Reading) -> Reading:
        """The reading, left unread when its face is on none of this game's dice."""
        if reading.face is None or reading.face in self.game.faces:
            return reading
        return replace(reading, face=None, why="kind")

    def press(
        self, press: Pressed | Wish, time_s: float, pressed_s: float | None = None
    ) -> list[Line]:
        """Take a press; one press of OK also confirms a doubtful reading [P7].

        Help says what is believed to lie there, help held corrects it, back undoes, and up
        directly after it does again what was undone. A wish to undo or redo is done whatever is
        being chosen. pressed_s: when it was pressed, where it waited; an OK that came too early to
        answer a question does nothing, see Answering.
        """
        self._now_s = time_s
        if press == "ok":
            missed = self._answering.missed(time_s if pressed_s is None else pressed_s)
            if missed is not None:
                return self._missed(missed)
        before_s = self.game.clock_s
        told = self._pressed(press)
        self._clock.wind(before_s, self.game.clock_s, time_s)
        self._answering.pressed(self._question, time_s)
        return told

    def statements(self) -> list[Statement]:
        """What players said of readings since this was asked last [P7]."""
        said, self._amends.statements = self._amends.statements, []
        return said

    @property
    def _question(self) -> Complaint | None:
        """The question on the screen that OK answers and that the players did not call up.

        Where OK means the same with the question and without, as to stop, it is none.
        """
        if self._amends.open:
            return self._amends.drops
        if self._doubtful or self._asks_unseen or (self._cleared and self._in_menu):
            return self._notices.complaint
        return None

    @property
    def _asks_unseen(self) -> bool:
        """Whether it is asked if a throw counts that was made while the table was off."""
        asked = self._notices.complaint
        return asked is not None and asked == self._unseen_throw

    @property
    def _in_menu(self) -> bool:
        """Whether OK would choose something pointed at."""
        awaits = self.game.match.state.awaits
        return not awaits.throws and not any(choice.lifts for choice in awaits.choices)

    def _missed(self, missed: Missed) -> list[Line]:
        notice = words.missed(missed)
        if missed == "late":
            self._notices.show(notice, self._now_s)
        return [complaint_line(notice)]

    def _pressed(self, press: Pressed | Wish) -> list[Line]:
        if self._notices.take_offer(self._now_s) and press == "up":
            return self._redo()
        if press not in BUTTONS:
            return self._wished(press)
        if self._amends.open:
            return self._amend(press)
        if press == "help":
            return self._amends.ask()
        if press == "back":
            return [] if self.game.back() else self._undo()
        return self._play(press)

    def _wished(self, wish: Pressed | Wish) -> list[Line]:
        if wish == "help_hold":
            return self._noted(self._amends.hold(self._doubtful))
        self._amends.close()
        return self._redo() if wish == "redo" else self._undo()

    def _amend(self, button: Button) -> list[Line]:
        before = len(self.game.match.line)
        told, judge_anew = self._amends.press(button, self._readings)
        if not judge_anew:
            return self._noted(told)
        told = [*told, *self._judge_anew()]
        self.game.match = confirmed(self.game.match, before)
        return told

    def _undo(self) -> list[Line]:
        told, done = self._amends.undo()
        if not done:
            return self._noted(told)
        self._lying.restore()
        return self._past_changed(told)

    def _past_changed(self, told: list[Line]) -> list[Line]:
        """Judge the dice by what counts now, and offer to do again what was undone [P9]."""
        told = [*told, *self._judge_anew()]
        offered = self._amends.redo_offer(told[0].event == "redone")
        if offered is not None:
            self._notices.offer_redo(offered, self._now_s)
        return told

    def _redo(self) -> list[Line]:
        told, done = self._amends.redo()
        return self._past_changed(told) if done else self._noted(told)

    def _play(self, button: Button) -> list[Line]:
        if button == "ok" and self._asks_unseen:
            return self._count_unseen()
        if button == "ok" and self._doubtful:
            return self._confirm()
        if self._notices.complaint is not None and not self._cleared:
            return []
        if button == "ok" and self._lifted and not self._cleared and not self.game.loose:
            return self._complain(self.game.still_lifted(len(self._lifted)))
        told = self.game.press(button, self._lifted, self._cleared)
        if told:
            self._notices.complaint = None
        return told

    def hand(self, time_s: float, stays: bool) -> list[Line]:
        """A hand is in the tray, which stops the clock [A11]; one that stays is said [P6]."""
        self._now_s = time_s
        self._clock.stop()
        if not stays:
            return []
        return self._note(words.hand_stays())

    def noticed(self, what: Noticed, time_s: float) -> list[Line]:
        """The light has changed, or camera or tray was knocked, which is said."""
        self._now_s = time_s
        return self._note(words.light_changed() if what == "light" else words.knocked())

    def tick(self, time_s: float) -> list[Line]:
        """Time has passed: the clock may have run out."""
        self._now_s = time_s
        elapsed_s = self._clock.ran_out(self.game.clock_s, time_s)
        return [] if elapsed_s is None else self.game.time_out(elapsed_s)

    def view(self) -> View:
        """What to show now."""
        if self._amends.open:
            return self._amends.view()
        shown = self._notices.shown(self._now_s)
        if shown is not None:
            return Message(shown.level, tuple(shown.screen.split("\n")), shown.ruling)
        return self.game.view(self._lifted, self._clock.left(self.game.clock_s, self._now_s))

    def _judge(self, readings: tuple[Reading, ...], change: Change) -> list[Line]:
        self._doubtful, self._readings = (), readings
        self._cleared = False
        placed = self._put_back(readings)
        if placed is not None:
            self._see_again()
            self._lying.lay = placed
            return self._nothing()
        earlier = self._earlier(readings)
        if earlier is not None:
            told = self._act(self._find(earlier), change)
            return told if self._asked else [*told, *self._judge(readings, change)]
        return self._act(self._find(readings), change)

    def _earlier(self, readings: Sequence[Reading]) -> tuple[Reading, ...] | None:
        """The dice without those that came after one was asked about; None when none came.

        The one that was asked about lay there first, and is taken first, read or still unread.
        """
        if not self._asked:
            return None
        earlier = self._lying.without_new(self._asked, readings)
        if earlier is None or not isinstance(self._find(earlier), Thrown | Unread):
            return None
        return earlier

    def _act(self, finding: Finding[Any], change: Change) -> list[Line]:
        if isinstance(finding, Unread | Turned | Strange):
            return self._refuse(finding)
        if self._unseen and isinstance(finding, Thrown):
            self._unseen_throw = words.thrown_unseen([one.face for one in finding.fresh])
            return self._complain(self._unseen_throw)
        if not isinstance(finding, Miscount):
            self._see_again()
        self._asked = ()
        told: list[Line]
        match finding:
            case Still():
                told = self._nothing()
            case Pushed(moves):
                told = [*self._nothing(), *self._pushed(moves)]
            case Lifted(places, moves):
                told = self._take_lift(places, moves)
            case Thrown():
                told = self._take_throw(finding)
            case Miscount():
                told = self._miscounted(finding, change)
        return told

    def _find(self, readings: Sequence[Reading]) -> Finding[Any]:
        """What happened to the dice; when the game is over, nothing."""
        if self.game.over:
            return Still()
        openings = self.game.openings(self._lying.lay)
        return judge(self._lying.lay, openings, readings, self._lifted)

    def _refuse(self, finding: Unread | Turned | Strange) -> list[Line]:
        match finding:
            case Unread(readings, alone):
                faces = self.game.faces
                sayable = alone and words.confirmable(readings, faces)
                self._doubtful = readings if sayable else ()
                self._asked = readings if alone else self._asked
                return self._complain(words.unread(readings, sayable))
            case Turned(moves) if self.game.loose:
                return self._pushed(moves)
            case Turned(moves):
                return self._complain(words.turned(moves))
            case Strange(places):
                return self._void_throw(
                    self.game.strange(places, self._lying.lay, self._lifted), finding
                )

    def _nothing(self) -> list[Line]:
        """All dice lie as they lay: what was lifted is back."""
        self._lifted, self._lying.void = frozenset(), ()
        was, self._notices.complaint = self._notices.complaint, None
        if was is None or was.level == "notice":
            return []
        return [Line("mended", {}, tr("The dice lie as they lay; play goes on"))]

    def _put_back(self, readings: Sequence[Reading]) -> dict[int, Reading] | None:
        """The dice by place when something illegal is mended: the same faces lie again [P4]."""
        was = self._notices.complaint
        mended = was is not None and (was.level == "illegal" or was.why == "lifted")
        if not mended and not self._unseen:
            return None
        return put_back(self._lying.lay, readings)

    def _pushed(self, moves: Sequence[Move]) -> list[Line]:
        self._lying.move(moves)
        return [] if self.game.loose else self._note(words.pushed(moves))

    def _take_lift(self, places: frozenset[int], moves: Sequence[Move]) -> list[Line]:
        self._lying.move(moves)
        self._touched()
        if self.game.loose:
            self._lying.drop(places)
            self._amends.close()
            self._notices.complaint = None
            return []
        complaint = self.game.lifted(places, self._lying.lay)
        if complaint is not None:
            self._lifted = frozenset()
            self._cleared = len(places) == len(self._lying.lay)
            return self._complain(complaint)
        self._notices.complaint, self._lifted = None, places
        self._clock.stop()
        return []

    def _take_throw(self, thrown: Thrown[Any]) -> list[Line]:
        fresh = sorted(thrown.fresh, key=lambda reading: reading.center)
        if any(map(self._lying.is_void, fresh)):
            return []
        before = None if self.game.loose else self.game.clock_s
        loose, matter = self.game.loose, thrown.opening.faces_matter
        faces = [reading.face for reading in fresh if reading.face is not None]
        self._touched()
        self._strayed.forget()
        told, places = self.game.roll(thrown.opening, faces)
        self._lying.throw({} if loose else thrown.kept, dict(zip(places, fresh, strict=True)))
        self._amends.close()
        self._lifted, self._notices.complaint = frozenset(), None
        self._clock.wind(before, self.game.clock_s, self._now_s)
        if thrown.moves and matter:
            return [complaint_line(words.pushed(thrown.moves)), *told]
        return told

    def _touched(self) -> None:
        """Dice were lifted or thrown: what was shown of the past is of no more use."""
        self.game.touched()
        self._notices.take_offer(self._now_s)

    def _miscounted(self, miscount: Miscount, change: Change) -> list[Line]:
        """Ask, unless dice are only being picked up after an attack or a turn is over."""
        if self.game.loose and not (change.came or change.nudged or change.turned):
            return []
        complaint = self.game.miscount(miscount)
        missing = min(len(self._strayed), miscount.expected - miscount.seen)
        if missing > 0 and complaint.why == "count":
            complaint = words.out_of_tray(missing, miscount.seen, miscount.expected)
        return self._void_throw(complaint, miscount)

    def _void_throw(self, complaint: Complaint, finding: Miscount | Strange) -> list[Line]:
        """Say it; of dice thrown at once that are void none counts as it lies."""
        if complaint.level == "illegal" and complaint.why == "count":
            self._lying.void = finding.came
        return self._complain(complaint)

    def _confirm(self) -> list[Line]:
        """Take the likeliest faces of the doubtful dice for what they show [P7]."""
        doubtful = self._doubtful
        guesses = tuple(reading.guess for reading in doubtful)
        readings = tuple(
            replace(one, face=one.guess, why=None) if one in doubtful else one
            for one in self._readings
        )
        self._notices.complaint = None
        self._amends.statements += [
            Statement("confirmed", one, one.guess) for one in doubtful if one.guess is not None
        ]
        text = tr("Confirmed by a press: {faces} [P7]", faces=words.faces_of(guesses))
        line = Line("confirmed", {"faces": guesses, "ruling": "P7"}, text)
        before = len(self.game.match.line)
        told = self._judge(readings, Change())
        self.game.match = confirmed(self.game.match, before)
        if not self._seen:
            told += self._judge((), Change())  # they were picked up before the answer
        return [line, *told]

    def _see_again(self) -> None:
        """After a resume the dice were found; a clock starts afresh [A11]."""
        if self._unseen:
            self._unseen = False
            self._clock.wind(None, self.game.clock_s, self._now_s)

    def _count_unseen(self) -> list[Line]:
        """Let count what was thrown while the table was off, since the players say so [P7]."""
        assert self._unseen_throw is not None
        faces = self._unseen_throw.facts["faces"]
        line = Line("confirmed", {"faces": faces, "ruling": "P7"}, tr("The throw counts [P7]"))
        self._unseen, self._unseen_throw = False, None
        before = len(self.game.match.line)
        told = self._judge_anew()
        self.game.match = confirmed(self.game.match, before)
        return [line, *told]

    def _complain(self, complaint: Complaint) -> list[Line]:
        """Say it, unless it was the last thing said."""
        if complaint == self._notices.complaint:
            return []
        self._notices.complaint = complaint
        return [complaint_line(complaint)]

    def note(self, notice: Complaint, time_s: float) -> list[Line]:
        """Say something that is no question of the dice, and show it for a moment."""
        self._now_s = time_s
        return self._note(notice)

    def _note(self, notice: Complaint) -> list[Line]:
        self._notices.show(notice, self._now_s)
        return [complaint_line(notice)]
