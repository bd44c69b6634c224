"""The table around its games: settings, self-check, the first menu, and pages over one another."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from firmware.calibrate import Learned
from firmware.journal import Kept, UnderWay
from firmware.loop import Said
from firmware.referee import Line
from firmware.referee.told import Complaint, complaint_line
from firmware.table.boot import BootPage
from firmware.table.menus import game_page, settings_page
from firmware.table.pages import AskPage, Choice, ListPage, Page, TellPage
from firmware.table.playing import Play
from firmware.table.ports import Check, Ports
from firmware.table.screen import Screen
from firmware.table.setting_up import SetUpPage
from firmware.table.setup import TITLES, Setup
from firmware.table.stall import CameraCare
from firmware.table.voice import Voice
from firmware.texts import LANGUAGES, speak, tr
from firmware.views import Message, Trouble, View
from hardware.errors import HardwareError

__all__ = ["Lobby"]


class Lobby(ABC):
    """What a table is beside its games; it is the Desk of the menus.

    Pages lie over one another, and the last is shown; without any the game is.
    """

    def __init__(self, ports: Ports, kept: Kept, checks: Sequence[Check], time_s: float) -> None:
        self._ports = ports
        self._kept = kept
        self._checks = tuple(checks)
        self._now_s = time_s
        self._care = CameraCare(time_s, ports.stall_s)
        self._screen = Screen(ports.display)
        self._voice = Voice(ports.sound, ports.speak)
        self._pages: list[Page] = []
        self._play: Play | None = None
        self._waiting: UnderWay | None = None
        self._said: list[Said] = []
        self._sees = False
        self._set(kept)

    @abstractmethod
    def begin_game(self, setup: Setup) -> None:
        """Begin a game and leave the menus."""

    @abstractmethod
    def go_on(self, game: UnderWay) -> None:
        """Go on with a game and leave the menus."""

    @property
    def playing(self) -> bool:
        """Whether a game is under way and no menu lies over it."""
        return self._play is not None and not self._pages

    @property
    def kept(self) -> Kept:
        """Names and settings."""
        return self._kept

    @property
    def can_speak(self) -> bool:
        """Whether sentences can be spoken."""
        return self._ports.speak is not None

    @property
    def can_be_set_up(self) -> bool:
        """Whether tray, light, focus and dice can be looked at."""
        return self._ports.make_calibration is not None

    @property
    def shown(self) -> View | None:
        """What the screen shows, None before the first; may be asked on any thread."""
        return self._screen.view

    @property
    def setting_up(self) -> bool:
        """Whether the table is being set up."""
        return any(isinstance(page, SetUpPage) for page in self._pages)

    def open(self, page: Page) -> None:
        """Show a page over those that are open."""
        self._pages.append(page)

    def close(self) -> None:
        """Leave the page that is shown; the first page of the menus stays."""
        if len(self._pages) > 1 or self._play is not None:
            self._pages.pop()

    def remember(self, kept: Kept) -> None:
        """Take other names and settings, at once."""
        self._set(kept)

    def save(self) -> None:
        """Keep names and settings on the disk."""
        for complaint in self._ports.keep(self._kept):
            self._tell_complaint(complaint)

    def check(self) -> None:
        """Show the self-check."""
        for check in reversed(self._checks):
            if check.works is False:
                view = Trouble(tr(check.name), tuple(tr(check.text).split("\n")))
                self.open(TellPage(view, self.close))
        self.open(BootPage(self._checks_now, self._now_s, self.close))

    def set_up(self) -> None:
        """Set the table up: tray, light, focus, dice."""
        make = self._ports.make_calibration
        if make is not None:
            aside = self._ports.look_aside
            self.open(SetUpPage(make(), self._set_up_done, self.close, aside))

    def _set_up_done(self, _learned: Learned | None = None) -> None:
        """Leave the page, and ask no more; what was learned has been shown."""
        self.close()
        self._set(replace(self._kept, set_up=True))
        self.save()

    def _set_up_question(self) -> AskPage:
        """Asked once, when a table is new."""

        def answer(yes: bool) -> None:
            if yes:
                self.close()
                self.set_up()
            else:
                self._set_up_done()

        return AskPage(tr("Set the table\nup now?"), tr("yes"), tr("no"), answer)

    def _checks_now(self) -> list[Check]:
        """The self-check, with what the table has seen of its parts since."""
        works = {
            "camera": False if self._care.lost else True if self._sees else None,
            "screen": not self._screen.failing,
            "disk": not self._ports.journal.troubled,
        }
        return [
            replace(check, works=works[check.part]) if check.part in works else check
            for check in self._checks
        ]

    def _set(self, kept: Kept) -> None:
        self._kept = kept
        if kept.language in LANGUAGES:
            speak(kept.language)
        self._voice.set(kept.sound, kept.speech)
        with suppress(HardwareError, OSError):  # the self-check says what is wrong with the lamp
            self._ports.light.glow(kept.lamp / 100)

    def _open_home(self) -> None:
        self._pages = [ListPage(lambda: tr("Arbiter"), self._home_choices)]

    def _home_choices(self) -> list[Choice]:
        found = []
        waiting = self._waiting
        if waiting is not None:
            found.append(Choice(tr("Go on playing"), lambda: self.go_on(waiting)))
        found += [
            Choice(title, lambda game=game: self.open(game_page(self, game)))  # type: ignore[misc]
            for game, title in TITLES.items()
        ]
        found.append(Choice(tr("Settings"), lambda: self.open(settings_page(self))))
        if self._ports.power_off is not None:
            found.append(Choice(tr("Switch off"), self._ask_power))
        if self._ports.leave is not None:
            found.append(Choice(tr("Quit"), self._ports.leave))
        return found

    def _resume_question(self, game: UnderWay) -> AskPage:
        def answer(yes: bool) -> None:
            self.close()
            if yes:
                self.go_on(game)

        players = ", ".join(game.match.start.players)
        return AskPage(tr("Resume?\n{players}", players=players), tr("yes"), tr("no"), answer)

    def _ask_power(self) -> None:
        def answer(yes: bool) -> None:
            self.close()
            if yes and self._ports.power_off is not None:
                self._ports.power_off()

        self.open(AskPage(tr("Switch the\ntable off?"), tr("yes"), tr("no"), answer, at=1))

    def _say(self, line: Line) -> None:
        self._said.append(Said(line, self._now_s, None))

    def _tell_complaint(self, complaint: Complaint) -> None:
        self._say(complaint_line(complaint))
        if not self.playing:
            view = Message(complaint.level, tuple(complaint.screen.split("\n")), complaint.ruling)
            self.open(TellPage(view, self.close))
