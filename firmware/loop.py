"""The table's loop: one thread owns the game; frames, presses and ticks come to it in a queue.

Between queue and screen nothing sleeps, reads a clock or does input or output of its own: every
item carries its time, so the same items lead to the same lines and screens, live or replayed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from PIL import Image as Picture

from firmware.referee import Complaint, Line, Referee
from firmware.screens import render
from hardware.ports import Display, Frame, Pressed
from vision.reading import Image, Reading
from vision.tray import Look, Rest

__all__ = ["HAND_STAYS_S", "Item", "Loop", "Press", "Said", "Tick", "Watch"]

PRESS_WAITS_S: Final = 1.5
"""Seconds for which a press waits, at most, for what lies there to be read first."""

UNREAD: Final = ("moving", "settling", "light")
"""States of the tray in which what lies there is not read yet, and no hand is there."""

HAND_STAYS_S: Final = 2.0
"""Seconds after which a hand in the tray is said to stay; taking five dice takes 1.5 to 2."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed, once, debounced; "help_hold" is help held down."""

    button: Pressed
    time_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    time_s: float


Item = Frame | Press | Tick


@dataclass(frozen=True, slots=True)
class Said:
    """A line, when it was said, and the number of the last frame seen, None before the first."""

    line: Line
    time_s: float
    frame: int | None


class Watch(Protocol):
    """What the loop needs of the tray watch."""

    def expect(self, plausible: Callable[[Sequence[Reading]], bool]) -> None:
        """Say what may lie there."""
        ...

    def forget(self) -> None:
        """Read what lies there anew."""
        ...

    def look(self, image: Image, time_s: float) -> Look:
        """Look at the next frame."""
        ...


class Loop:
    """Owns the game: takes one item after another, tells lines, and keeps the screen true.

    say is called with every line, before the screen changes. rested, if given, is called with
    each frame at which the tray came to rest, before the referee judges it. keep, if set
    before `begin`, is called before anything is announced, to keep what is new; it gives what to
    say of the disk.
    """

    def __init__(
        self,
        watch: Watch,
        referee: Referee,
        display: Display,
        say: Callable[[Said], None],
        rested: Callable[[Frame, Rest], None] | None = None,
    ) -> None:
        self._watch = watch
        self._referee = referee
        self._display = display
        self._say = say
        self._rested = rested
        self.keep: Callable[[Referee, float], Sequence[Complaint]] | None = None
        self._frame: int | None = None
        self._shown: bytes | None = None
        self._hand_since_s: float | None = None
        self._hand_said = False
        self._unread = False
        self._waiting: list[Press] = []
        watch.expect(referee.plausible)

    @property
    def screen(self) -> Picture.Image:
        """The screen as it should be now, mode "1"."""
        return render(self._referee.view())

    def begin(self, time_s: float) -> None:
        """Say what is played, and show it."""
        self._tell(self._referee.begin(), time_s)
        self._refresh()

    def run(self, items: Iterable[Item]) -> None:
        """Take items until no more come."""
        for item in items:
            self.handle(item)
        if self._waiting:
            self._unread = False
            self._let_press(self._waiting[-1].time_s)
            self._refresh()

    def handle(self, item: Item) -> None:
        """Take one item; their times never decrease."""
        self._tell(self._referee.tick(item.time_s), item.time_s)
        if isinstance(item, Frame):
            self._see(item)
        elif isinstance(item, Press):
            self._waiting.append(item)
        self._let_press(item.time_s)
        self._refresh()

    def _let_press(self, time_s: float) -> None:
        """Pass on the presses; while dice come to rest that are not read yet, these come first."""
        waits_s = time_s - self._waiting[0].time_s if self._waiting else 0.0
        if self._unread and waits_s < PRESS_WAITS_S:
            return
        waiting, self._waiting = self._waiting, []
        for press in waiting:
            if press.button == "help":
                self._watch.forget()
            self._tell(self._referee.press(press.button, time_s), time_s)

    def _see(self, frame: Frame) -> None:
        self._frame = frame.number
        look = self._watch.look(frame.pixels, frame.time_s)
        self._unread = look.rest is None and look.state in UNREAD
        if look.noticed is not None:
            self._tell(self._referee.noticed(look.noticed, frame.time_s), frame.time_s)
        if look.rest is not None:
            if self._rested is not None:
                self._rested(frame, look.rest)
            self._tell(self._referee.see(look.rest), frame.time_s)
        self._mind_hand(look, frame.time_s)

    def _mind_hand(self, look: Look, time_s: float) -> None:
        if look.state != "hand":
            self._hand_since_s, self._hand_said = None, False
            return
        if self._hand_since_s is None:
            self._hand_since_s = time_s
        stays = not self._hand_said and time_s - self._hand_since_s >= HAND_STAYS_S
        self._hand_said = self._hand_said or stays
        self._tell(self._referee.hand(time_s, stays), time_s)

    def _tell(self, lines: Iterable[Line], time_s: float) -> None:
        told = list(lines)
        if self.keep is not None:
            for complaint in self.keep(self._referee, time_s):
                told += self._referee.note(complaint, time_s)
        for line in told:
            self._say(Said(line, time_s, self._frame))

    def _refresh(self) -> None:
        """Redraw on change only: a refresh of the OLED takes 23 to 93 ms of its bus."""
        image = self.screen
        drawn = image.tobytes()
        if drawn != self._shown:
            self._shown = drawn
            self._display.show(image)
