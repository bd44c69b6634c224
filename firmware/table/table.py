"""The table: everything between the queue of items and the screen.

It owns the game and the menus around it. Items come with their times; nothing here sleeps or
reads a clock, and what it asks of the world goes through its ports.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from firmware.journal import Kept
from firmware.loop import Item, Press, Read, Tick
from firmware.referee import Line
from firmware.referee.helps import explain
from firmware.referee.told import Complaint, complaint_line
from firmware.replay import DICE
from firmware.table import care_words
from firmware.table.boot import BootPage
from firmware.table.debounce import Debouncer, Freed, Stuck
from firmware.table.game_room import GameRoom
from firmware.table.pages import HelpPage, TellPage
from firmware.table.playing import Play, again
from firmware.table.ports import CameraFault, Check, Looked, Notice, Ports
from firmware.table.rest import Rest
from firmware.table.scores import scores_page
from firmware.table.screen import Screen
from firmware.table.setting_up import SetUpPage
from firmware.table.setup import Setup
from firmware.table.stall import Care, is_blank
from firmware.texts import tr
from firmware.views import Message, ParryChoice, Trouble, View
from hardware.ports import Edge, Frame, Pressed

__all__ = ["Table", "TableItem"]

TableItem = Item | Edge | CameraFault | Notice | Looked
"""What the table takes: what a sitting does, edges, faults of the camera, and what has ended."""

READING: Final = Message("notice", (), "P6")


class Table(GameRoom):
    """Takes items one after another, from the self-check to the last game of an evening.

    kept: names and settings. checks: the self-check as it came out. time_s: now, in seconds.
    complaints: what is to be said at first, such as that settings were damaged.
    """

    def __init__(
        self,
        ports: Ports,
        kept: Kept,
        checks: Sequence[Check],
        time_s: float,
        complaints: Sequence[Complaint] = (),
    ) -> None:
        super().__init__(ports, kept, checks, time_s)
        self._complaints = tuple(complaints)
        self._edge_s = time_s
        self._debouncer = Debouncer()
        self._rest = Rest(time_s)
        self._hangs = False
        self._seconds_left: int | None = None
        self._camera_page: TellPage | None = None

    # ------------------------------------------------------------ what comes in

    def begin(self, setup: Setup | None = None) -> None:
        """Show the self-check, look for a game to go on with, and then the menu.

        setup: a game that is to be played at once instead.
        """
        self._open_home()
        self._waiting = self._ports.journal.under_way()
        if self._waiting is not None:
            self.open(self._resume_question(self._waiting))
        elif self._ports.offer_set_up and self.can_be_set_up and not self._kept.set_up:
            self.open(self._set_up_question())
        for complaint in (*self._complaints, *self._ports.journal.complaints()):
            self._tell_complaint(complaint)
        self.check()
        if setup is not None:
            self.begin_game(setup)
        self._flush()

    def handle(self, item: TableItem) -> None:
        """Take one item; frames, readings and edges may be a little older than what came before."""
        self._now_s = max(self._now_s, item.time_s)
        if isinstance(item, Edge):
            self._edge_s = max(self._edge_s, item.time_s)
            self._buttons(self._debouncer.edge(replace(item, time_s=self._edge_s)))
        elif isinstance(item, Press):
            self._buttons([item])
        elif isinstance(item, Notice):
            self._notice(item.text)
        elif isinstance(item, Looked):
            self._looked(item)
        elif isinstance(item, CameraFault):
            self._camera_failed(item)
        elif isinstance(item, Frame):
            self._frame(item)
        elif isinstance(item, Read):
            self._to_sitting(item)
        else:
            self._tick(item)
        self._flush()

    def rescue(self) -> None:
        """Go on after something in the program failed: with the game as it was."""
        self._pages = []
        self._said.clear()
        self._screen = Screen(self._ports.display)
        if self._play is None:
            self._open_home()
        else:
            self._play = again(self._play, self._ports, self._said.append)
            self._play.sitting.begin(self._now_s)
        lines = tr("Something failed\nThe game goes on")
        self.open(TellPage(Trouble(tr("Table"), tuple(lines.split("\n"))), self.close))
        self._flush()

    def view(self) -> View:
        """What the screen shows."""
        if self._pages:
            return self._pages[-1].view()
        assert self._play is not None
        if self._play.conceded is not None:
            return self._play.conceded
        if self._care.lost:
            return care_words.no_camera_hangs() if self._hangs else care_words.no_camera()
        if self._play.sitting.waits:
            return replace(READING, lines=tuple(tr("One moment:\nreading").split("\n")))
        return self._play.sitting.view()

    def _tick(self, item: Tick) -> None:
        self._edge_s = max(self._edge_s, item.time_s)
        self._buttons(self._debouncer.tick(self._edge_s))
        self._mind_camera(self._care.tick(self._now_s))
        for page in self._pages[-1:]:
            if isinstance(page, BootPage):
                page.tick(self._now_s)
        self._to_sitting(item)
        self._count_down()

    def _frame(self, frame: Frame) -> None:
        blank = is_blank(frame.pixels)
        self._sees = self._sees or not blank
        self._mind_camera(self._care.frame(self._now_s, blank))
        if blank or self._care.lost:
            return
        for page in self._pages[-1:]:
            if isinstance(page, SetUpPage):
                page.see(frame)
        self._to_sitting(frame)

    def _looked(self, item: Looked) -> None:
        for page in self._pages:
            if isinstance(page, SetUpPage):
                page.looked(item.seen)

    # ------------------------------------------------------------ buttons

    def _buttons(self, told: Sequence[Press | Stuck | Freed]) -> None:
        for one in told:
            if isinstance(one, Stuck):
                self._say(care_words.stuck(one.button))
                view = care_words.stuck_view(one.button)
                self.open(TellPage(view, self.close))
            elif isinstance(one, Press) and not self._rest.stir(self._now_s):
                self._press(one)

    def _press(self, press: Press) -> None:
        button = press.button
        if button in ("undo", "redo"):
            self._to_sitting(press)
        elif self._pages:
            self._pages[-1].press(button)  # type: ignore[arg-type]
        elif self._play is not None:
            self._play_press(self._play, button, press)  # type: ignore[arg-type]

    def _play_press(self, play: Play, button: Pressed, press: Press) -> None:
        referee = play.referee
        if referee.talking:
            self._to_sitting(press)
        elif play.over and button in ("ok", "back"):
            self.open(self._end_page())
        elif button == "back":
            if referee.choosing:
                self._to_sitting(press)
            else:
                self._open_pause(play)
        elif self._care.lost:
            return
        elif button == "help" and not referee.disputed and not play.over:
            self._open_help(play)
        elif button in ("up", "down") and referee.arrows_free:
            self._open_scores(play)
        else:
            self._to_sitting(press)

    def _open_scores(self, play: Play) -> None:
        page = scores_page(play.match, self.close)
        if page is not None:
            self.open(page)

    def _open_help(self, play: Play) -> None:
        def more() -> None:
            self.close()
            self._to_sitting(Press("help", self._now_s))

        text, ruling = explain(play.match)
        self.open(HelpPage(text, ruling, self.close, more))

    # ------------------------------------------------------------ camera and clock

    def _camera_failed(self, fault: CameraFault) -> None:
        self._mind_camera(self._care.failed(self._now_s), fault.reason)
        if fault.hung and not self._hangs:
            self._hangs = True
            self._say(complaint_line(care_words.camera_hangs(fault.reason)))
            self._show_camera(care_words.no_camera_hangs())

    def _mind_camera(self, told: Sequence[Care], reason: str = "") -> None:
        for care in told:
            if care == "reopen":
                self._ports.reopen()
            elif care == "lost":
                self._say(complaint_line(care_words.camera_lost(reason)))
                self._show_camera(care_words.no_camera())
            else:
                self._hangs = False
                self._show_camera(None)
                self._say(Line("camera_back", {}, tr("The camera sees again")))
            if care != "reopen" and self._play is not None:
                dice = DICE[self._play.match.game]
                self._play.sitting.watch_anew(self._ports.make_watch(dice))

    def _show_camera(self, trouble: Trouble | None) -> None:
        """Show in the menus what is wrong with the camera, once, and until it sees again."""
        if self._camera_page is not None and self._camera_page in self._pages:
            self._pages.remove(self._camera_page)
        self._camera_page = None
        if trouble is not None and self._play is None:
            self._camera_page = TellPage(trouble, self.close)
            self.open(self._camera_page)

    def _count_down(self) -> None:
        """Let each second of the parry's clock be heard."""
        view = self.view() if self.playing else None
        left = None
        if isinstance(view, ParryChoice) and view.clock is not None and self._play is not None:
            clock_s = self._play.referee.game.clock_s or 0.0
            left = int(view.clock * clock_s)
        if left is not None and self._seconds_left is not None and left < self._seconds_left:
            self._voice.second()
        self._seconds_left = left

    # ------------------------------------------------------------ what goes out

    def _flush(self) -> None:
        """Tell what was said, sound it, and bring the screen up to date."""
        said, self._said[:] = list(self._said), []
        for one in said:
            self._ports.say(one)
        if said:
            self._rest.stir(self._now_s)
            self._voice.say([one.line for one in said])
        glow = self._rest.glow(self._now_s)
        self._screen.show(self.view(), glow, self._kept.brightness, self._now_s)
