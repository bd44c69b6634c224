"""The dice at rest judged by what the game awaits, and what was said of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from firmware.referee import words
from firmware.referee.amends import Amends
from firmware.referee.countdown import Countdown
from firmware.referee.game import Game
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
from firmware.referee.lay_on import LayOn
from firmware.referee.lying import Lying
from firmware.referee.notices import Notices
from firmware.referee.strayed import Strayed
from firmware.referee.told import Complaint, Line, complaint_line
from firmware.texts import tr
from vision.identity import Change, Move
from vision.reading import Reading

__all__ = ["Verdicts"]


class Verdicts:
    """What was seen, what was made of it, and what is still asked; times in seconds.

    seen: the dice at the last rest; readings: those of them that count. lifted: the places of dice
    that were lifted as they may be; lay_on: those seen not to be; cleared: all were lifted before
    something stood. doubtful: the readings that OK would confirm; picked_up: these lie there no
    more; asked: those that were asked about. unseen: the dice were not seen yet since the table
    went on, and unseen_throw, what was asked of dice thrown meanwhile. thrown_past: what
    came into the cleared tray before the players said what is to stand.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lying = Lying()
        self.amends = Amends(game, self.lying)
        self.clock = Countdown()
        self.strayed = Strayed()
        self.notices = Notices()
        self.seen: tuple[Reading, ...] = ()
        self.readings: tuple[Reading, ...] = ()
        self.lifted: frozenset[int] = frozenset()
        self.lay_on = LayOn()
        self.cleared = False
        self.thrown_past: Change | None = None
        self.doubtful: tuple[Reading, ...] = ()
        self.picked_up = False
        self.asked: tuple[Reading, ...] = ()
        self.now_s = 0.0
        self.unseen = False
        self.unseen_throw: Complaint | None = None

    def plausible(self, readings: Sequence[Reading]) -> bool:
        """Whether these dice could be accepted as they lie, without a question; changes nothing."""
        readings = self.lying.counting(list(map(self.amends.as_said, readings)))[0]
        if self.put_back(readings) is not None:
            return True
        if (earlier := self.earlier(readings)) is not None:
            return isinstance(self.find(earlier), Thrown)
        finding = self.find(readings)
        if isinstance(finding, Lifted):
            return self.game.lifted(finding.places, self.lying.lay) is None
        return isinstance(finding, Still | Pushed | Thrown)

    def judge_anew(self) -> list[Line]:
        """Judge the dice that were seen last once more, after what they count for has changed."""
        self.notices.complaint, self.lifted, self.lying.void = None, frozenset(), ()
        return self.judge(self.taken_in(self.seen), Change())

    def taken_in(self, seen: Sequence[Reading]) -> tuple[Reading, ...]:
        """The dice that count, each as the players said and with a face of this game."""
        self.lying.ignore(self.game.ignored)
        readings = [self._of_this_game(self.amends.as_said(reading)) for reading in seen]
        counting, self.lying.aside = self.lying.counting(readings)
        return counting

    def _of_this_game(self, reading: Reading) -> Reading:
        """The reading, left unread when its face is on none of this game's dice."""
        if reading.face is None or reading.face in self.game.faces:
            return reading
        return replace(reading, face=None, why="kind")

    def judge(self, readings: tuple[Reading, ...], change: Change) -> list[Line]:
        """Judge the dice that count, after this change of what lies in the tray."""
        self.doubtful, self.readings = (), readings
        self.amends.saw(readings)
        asked, past = self._asks_cleared, self.thrown_past
        self.cleared, self.thrown_past = False, None
        placed = self.put_back(readings)
        if placed is not None:
            self.see_again()
            self.lying.lay = placed
            return self._nothing()
        earlier = self.earlier(readings)
        if earlier is not None:
            told = self._act(self.find(earlier), change)
            return told if self.asked else [*told, *self.judge(readings, change)]
        finding = self.find(readings)
        if asked and isinstance(finding, Miscount | Strange | Turned):
            self.cleared, self.thrown_past = True, past if change.nothing else change
            return []  # what was asked of the cleared tray stands, and is answered first [P8]
        return self._act(finding, change)

    @property
    def _asks_cleared(self) -> bool:
        """Whether it is asked if what lay in the tray, which was cleared, is to stand [P8]."""
        asked = self.notices.complaint
        return self.cleared and asked is not None and asked.level == "question"

    def judge_thrown_past(self) -> list[Line]:
        """Judge the dice that were thrown past the question of a cleared tray, once they count."""
        change = self.thrown_past
        if change is None or not self.game.match.state.awaits.throws:
            return []
        return self.judge(self.taken_in(self.seen), change)

    def earlier(self, readings: Sequence[Reading]) -> tuple[Reading, ...] | None:
        """The dice without those that came after one was asked about; None when none came.

        The one that was asked about lay there first, and is taken first, read or still unread.
        """
        if not self.asked:
            return None
        earlier = self.lying.without_new(self.asked, readings)
        if earlier is None or not isinstance(self.find(earlier), Thrown | Unread):
            return None
        return earlier

    def _act(self, finding: Finding[Any], change: Change) -> list[Line]:
        if isinstance(finding, Unread | Turned | Strange):
            return self._refuse(finding)
        if self.unseen and isinstance(finding, Thrown):
            self.unseen_throw = words.thrown_unseen([one.face for one in finding.fresh])
            return self.complain(self.unseen_throw)
        if not isinstance(finding, Miscount):
            self.see_again()
        self.asked = ()
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

    def find(self, readings: Sequence[Reading]) -> Finding[Any]:
        """What happened to the dice; when the game is over, nothing."""
        if self.game.over:
            return Still()
        openings = self.game.openings(self.lying.lay)
        lay_on = self.lay_on.places
        return judge(self.lying.lay, openings, readings, self.lifted, lay_on)

    def _refuse(self, finding: Unread | Turned | Strange) -> list[Line]:
        match finding:
            case Unread(readings, alone):
                faces = self.game.faces
                sayable = alone and words.confirmable(readings, faces)
                self.doubtful = readings if sayable else ()
                self.asked = readings if alone else self.asked
                return self.complain(words.unread(readings, sayable))
            case Turned(moves) if self.game.loose:
                return self._pushed(moves)
            case Turned(moves):
                return self.complain(words.turned(moves))
            case Strange(places):
                return self._void_throw(
                    self.game.strange(places, self.lying.lay, self.lifted), finding
                )

    def _nothing(self) -> list[Line]:
        """All dice lie as they lay: what was lifted is back."""
        self.lay_on.forget()
        self.lifted, self.lying.void = frozenset(), ()
        was, self.notices.complaint = self.notices.complaint, None
        if was is None or was.level == "notice":
            return []
        return [Line("mended", {}, tr("The dice lie as they lay; play goes on"))]

    def put_back(self, readings: Sequence[Reading]) -> dict[int, Reading] | None:
        """The dice by place when something illegal is mended: the same faces lie again [P4]."""
        was = self.notices.complaint
        mended = was is not None and (was.level == "illegal" or was.why == "lifted")
        if not mended and not self.unseen:
            return None
        return put_back(self.lying.lay, readings)

    def _pushed(self, moves: Sequence[Move]) -> list[Line]:
        self.lying.move(moves)
        return [] if self.game.loose else self.note(words.pushed(moves))

    def _take_lift(self, places: frozenset[int], moves: Sequence[Move]) -> list[Line]:
        self.lying.move(moves)
        self._touched()
        if self.game.loose:
            self.lying.drop(places)
            self.amends.close()
            self.notices.complaint = None
            return []
        complaint = self.game.lifted(places, self.lying.lay)
        if complaint is not None:
            self.lifted = frozenset()
            self.cleared = len(places) == len(self.lying.lay)
            return self.complain(complaint)
        self.notices.complaint, self.lifted = None, places
        self.clock.stop()
        return []

    def _take_throw(self, thrown: Thrown[Any]) -> list[Line]:
        fresh = sorted(thrown.fresh, key=lambda reading: reading.center)
        if any(map(self.lying.is_void, fresh)):
            return []
        before = None if self.game.loose else self.game.clock_s
        loose, matter = self.game.loose, thrown.opening.faces_matter
        faces = [reading.face for reading in fresh if reading.face is not None]
        self._touched()
        self.strayed.forget()
        told, places = self.game.roll(thrown.opening, faces)
        self.lying.throw({} if loose else thrown.kept, dict(zip(places, fresh, strict=True)))
        self.amends.close()
        self.lifted, self.notices.complaint = frozenset(), None
        self.clock.wind(before, self.game.clock_s, self.now_s)
        if thrown.moves and matter:
            return [complaint_line(words.pushed(thrown.moves)), *told]
        return told

    def _touched(self) -> None:
        """Dice were lifted or thrown: what was shown of the past is of no more use."""
        self.lay_on.forget()
        self.game.touched()
        self.notices.take_offer(self.now_s)

    def _miscounted(self, miscount: Miscount, change: Change) -> list[Line]:
        """Ask, unless dice are only being picked up after an attack or a turn is over."""
        if self.game.loose and not (change.came or change.nudged or change.turned):
            return []
        complaint = self.game.miscount(miscount)
        missing = min(len(self.strayed), miscount.expected - miscount.seen)
        if missing > 0 and complaint.why == "count":
            complaint = words.out_of_tray(missing, miscount.seen, miscount.expected)
        return self._void_throw(complaint, miscount)

    def _void_throw(self, complaint: Complaint, finding: Miscount | Strange) -> list[Line]:
        """Say it; of dice thrown at once that are void none counts as it lies."""
        if complaint.level == "illegal" and complaint.why == "count":
            self.lying.void = finding.came
        return self.complain(complaint)

    def see_again(self) -> None:
        """After a resume the dice were found; a clock starts afresh [A11]."""
        if self.unseen:
            self.unseen = False
            self.clock.wind(None, self.game.clock_s, self.now_s)

    def complain(self, complaint: Complaint) -> list[Line]:
        """Say it, unless it was the last thing said."""
        if complaint == self.notices.complaint:
            return []
        self.notices.complaint = complaint
        return [complaint_line(complaint)]

    def note(self, notice: Complaint) -> list[Line]:
        """Say something that is no question of the dice, and show it for a moment."""
        self.notices.show(notice, self.now_s)
        return [complaint_line(notice)]
