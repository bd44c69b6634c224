"""The table's loop: one thread owns the game; frames, presses and ticks come to it in a queue.

Between queue and screen nothing sleeps, reads a clock or does input or output of its own: every
item carries its time, so the same items lead to the same lines and screens, live or replayed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from PIL import Image as Picture

from firmware.evidence import Evidence, Seen
from firmware.referee import Complaint, Line, Referee
from firmware.referee.condition_words import hard_to_read
from firmware.referee.words import evidence_lost
from firmware.screens import render
from firmware.views import View
from hardware.ports import Display, Frame, Pressed, Wish
from vision.reading import Image, Observation, Reading
from vision.tray import Look, Rest

__all__ = [
    "HAND_STAYS_S",
    "Item",
    "Loop",
    "Press",
    "Read",
    "Said",
    "Sitting",
    "Tick",
    "Watch",
    "Witness",
]

PRESS_WAITS_S: Final = 1.5
"""Seconds for which a press waits, at most, for what lies there to be read first."""

UNREAD: Final = ("moving", "settling", "light")
"""States of the tray in which what lies there is not read yet, and no hand is there."""

HAND_STAYS_S: Final = 2.0
"""Seconds after which a hand in the tray is said to stay; taking five dice takes 1.5 to 2."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed, once, debounced; "help_hold" is help held down.

    A wish is what players chose in a menu, which a recording keeps among the presses.
    """

    button: Pressed | Wish
    time_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    time_s: float


@dataclass(frozen=True, slots=True)
class Read:
    """A frame that was put aside for reading was read; no observation when that failed.

    frame: its number, None for the one that is put aside now.
    """

    observation: Observation | None
    time_s: float
    frame: int | None = None


Item = Frame | Press | Tick | Read


@dataclass(frozen=True, slots=True)
class Said:
    """A line, when it was said, and the number of the last frame seen, None before the first."""

    line: Line
    time_s: float
    frame: int | None


Keep = Callable[[Referee, float], Sequence[Complaint]]
"""Keeps what is new in a game at this time; gives what is to be said of the disk."""


class Watch(Protocol):
    """What the loop needs of the tray watch."""

    def expect(self, plausible: Callable[[Sequence[Reading]], bool]) -> None:
        """Say what may lie there."""
        ...

    def forget(self) -> None:
        """Read what lies there anew."""
        ...

    def look(self, image: Image, time_s: float, small: Image | None = None) -> Look:
        """Look at the next frame."""
        ...

    def glance(self, image: Image, time_s: float, small: Image | None = None) -> Look | None:
        """Look at the next frame without reading it; None where it is to be read and taken."""
        ...

    def take(self, observation: Observation, time_s: float) -> Look:
        """Take what was read in the frame that was glanced at last."""
        ...


class Witness(Protocol):
    """Records what a sitting takes, says and would show by itself, so that it can be replayed."""

    def take(self, item: Item) -> None:
        """An item is about to be taken."""
        ...

    def anew(self, time_s: float) -> None:
        """From now on another watch is watched with."""
        ...

    def said(self, said: Said) -> None:
        """A line was said."""
        ...

    def shown(self, image: Picture.Image) -> None:
        """The screen is another one now."""
        ...


class Sitting:
    """A game under way: takes one item after another, tells lines, and knows what to show.

    say is called with every line. rested, if given, is called with each frame at which the tray
    came to rest, before the referee judges it. put_aside, if given, is called with each frame
    that is to be read, and a Read must come for it; frames that come meanwhile are passed over,
    presses are not. Without it a frame is read where it is taken. keep, if set before `begin`, is
    called before anything is announced, to keep what is new; it gives what to say of the disk.
    evidence, if set, keeps what players say of readings [P7]. witness, if set before `begin`,
    records it.
    """

    def __init__(
        self,
        watch: Watch,
        referee: Referee,
        say: Callable[[Said], None],
        rested: Callable[[Frame, Rest], None] | None = None,
        put_aside: Callable[[Frame], None] | None = None,
    ) -> None:
        self._watch = watch
        self.referee = referee
        self._say = say
        self._rested = rested
        self.put_aside = put_aside
        self.keep: Keep | None = None
        self.evidence: Evidence | None = None
        self.witness: Witness | None = None
        self._screen = Drawn()
        self._seen = Seen()
        self._evidence_fails = False
        self._frame: int | None = None
        self._now_s = 0.0
        self._hand_since_s: float | None = None
        self._hand_said = False
        self._unread = False
        self._waiting: list[Press] = []
        self._aside: tuple[Frame, int] | None = None
        watch.expect(referee.plausible)

    @property
    def waits(self) -> bool:
        """Whether a press waits for dice that are not read yet."""
        return bool(self._waiting)

    @property
    def reading(self) -> bool:
        """Whether a frame was put aside and is not read yet."""
        return self._aside is not None

    def view(self) -> View:
        """What to show now."""
        return self.referee.view()

    def begin(self, time_s: float) -> None:
        """Say what is played; of a game that goes on, what lies there is to be seen first."""
        self._unread = self.referee.resumed
        self._tell(self.referee.begin(time_s), time_s)
        self._show()

    def handle(self, item: Item) -> None:
        """Take one item; a frame may be older than what was taken before."""
        if self.witness is not None:
            self.witness.take(item)
        self._now_s = max(self._now_s, item.time_s)
        self._tell(self.referee.tick(self._now_s), self._now_s)
        if isinstance(item, Frame):
            self._see(item)
        elif isinstance(item, Read):
            self._take(item)
        elif isinstance(item, Press):
            self._waiting.append(item)
        self._let_press()
        self._keep_evidence()
        self._show()

    def finish(self) -> None:
        """No more items come: let the presses that wait pass."""
        if self._waiting:
            self._unread = False
            self._let_press()
            self._keep_evidence()
            self._show()

    def _show(self) -> None:
        """Give the witness the screen when it is another one."""
        if self.witness is not None:
            image = self._screen.changed(self.view())
            if image is not None:
                self.witness.shown(image)

    def _keep_evidence(self) -> None:
        """Keep what players have said of readings; a disk that fails is said once."""
        for said in self.referee.statements():
            frame = self._seen.frame_of(said.reading)
            if self.evidence is None or frame is None:
                continue
            try:
                self.evidence.keep(frame, said, self._now_s)
                self._evidence_fails = False
            except OSError as error:
                if not self._evidence_fails:
                    notice = evidence_lost(error.strerror or str(error))
                    self._tell(self.referee.note(notice, self._now_s), self._now_s)
                self._evidence_fails = True

    def watch_anew(self, watch: Watch) -> None:
        """Watch with another watch from now on: what was seen before it is not used any more.

        A clock that runs is stopped [A11]: for a while nobody saw what players did. What lies there
        is to be seen before a press counts for it.
        """
        if self.witness is not None:
            self.witness.anew(self._now_s)
        self._watch, self._aside, self._unread = watch, None, True
        self._hand_since_s, self._hand_said = None, False
        watch.expect(self.referee.plausible)
        self._tell(self.referee.hand(self._now_s, False), self._now_s)

    def _let_press(self) -> None:
        """Pass on the presses; where dice that are not read yet may count, these come first."""
        while self._waiting:
            waits_s = self._now_s - self._waiting[0].time_s
            if self._unread and waits_s < PRESS_WAITS_S and self.referee.may_be_thrown:
                return
            press = self._waiting.pop(0)
            if press.button == "help":
                self._watch.forget()
            now_s = self._now_s
            self._tell(self.referee.press(press.button, now_s, press.time_s), now_s)

    def _see(self, frame: Frame) -> None:
        if self._aside is not None:
            return
        self._frame = frame.number
        if self.put_aside is None:
            self._looked(self._watch.look(frame.pixels, frame.time_s, frame.small), frame)
            return
        look = self._watch.glance(frame.pixels, frame.time_s, frame.small)
        if look is not None:
            self._looked(look, frame)
            return
        self._unread = True
        self._aside = frame, len(self.referee.game.match.entries)
        self.put_aside(frame)

    def _take(self, read: Read) -> None:
        """Take a reading, unless something was decided since its frame."""
        if self._aside is None or read.frame not in (None, self._aside[0].number):
            return
        frame, entries = self._aside
        self._aside = None
        if read.observation is not None and entries == len(self.referee.game.match.entries):
            self._looked(self._watch.take(read.observation, frame.time_s), frame)

    def _looked(self, look: Look, frame: Frame) -> None:
        self._unread = look.rest is None and look.state in UNREAD
        if look.noticed is not None:
            self._tell(self.referee.noticed(look.noticed, frame.time_s), self._now_s)
        if look.rest is not None:
            if self.evidence is not None:
                self._seen.rested(frame, look.rest)
            if self._rested is not None:
                self._rested(frame, look.rest)
            self._tell(self.referee.see(look.rest, self._now_s), self._now_s)
        for condition in look.conditions:
            self._tell(self.referee.note(hard_to_read(condition), frame.time_s), self._now_s)
        self._mind_hand(look, frame.time_s)

    def _mind_hand(self, look: Look, time_s: float) -> None:
        if look.state != "hand":
            self._hand_since_s, self._hand_said = None, False
            return
        if self._hand_since_s is None:
            self._hand_since_s = time_s
        stays = not self._hand_said and time_s - self._hand_since_s >= HAND_STAYS_S
        self._hand_said = self._hand_said or stays
        self._tell(self.referee.hand(time_s, stays), self._now_s)

    def _tell(self, lines: Iterable[Line], time_s: float) -> None:
        told = list(lines)
        if self.keep is not None:
            for complaint in self.keep(self.referee, time_s):
                told += self.referee.note(complaint, time_s)
        for line in told:
            said = Said(line, time_s, self._frame)
            self._say(said)
            if self.witness is not None:
                self.witness.said(said)


class Drawn:
    """The screen as it was drawn last; drawn anew on change only, which takes a millisecond."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._pixels = b""

    def changed(self, view: View) -> Picture.Image | None:
        """The screen of a view, None when it is the same as before."""
        if view == self._view:
            return None
        image, pixels = render(view), self._pixels
        self._view, self._pixels = view, image.tobytes()
        return None if pixels == self._pixels else image


class Loop:
    """A sitting with a screen: what a recording is replayed with.

    say is called with every line, before the screen changes. rested, and what the sitting takes
    beside: see Sitting.
    """

    def __init__(
        self,
        watch: Watch,
        referee: Referee,
        display: Display,
        say: Callable[[Said], None],
        rested: Callable[[Frame, Rest], None] | None = None,
    ) -> None:
        self.sitting = Sitting(watch, referee, say, rested)
        self._display = display
        self._screen = Drawn()

    @property
    def keep(self) -> Keep | None:
        """What keeps the game; see Sitting."""
        return self.sitting.keep

    @keep.setter
    def keep(self, keep: Keep | None) -> None:
        self.sitting.keep = keep

    @property
    def screen(self) -> Picture.Image:
        """The screen as it should be now, mode "1"."""
        return render(self.sitting.view())

    def begin(self, time_s: float) -> None:
        """Say what is played, and show it."""
        self.sitting.begin(time_s)
        self._refresh()

    def run(self, items: Iterable[Item]) -> None:
        """Take items until no more come."""
        for item in items:
            self.handle(item)
        self.sitting.finish()
        self._refresh()

    def handle(self, item: Item) -> None:
        """Take one item; their times never decrease."""
        self.sitting.handle(item)
        self._refresh()

    def _refresh(self) -> None:
        """Redraw on change only: a refresh of the OLED takes 23 to 93 ms of its bus."""
        image = self._screen.changed(self.sitting.view())
        if image is not None:
            self._display.show(image)
