"""The table's games: how one begins, goes on, pauses, is given up, and ends."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.journal import Kept, UnderWay
from firmware.loop import Item, Press
from firmware.settings import SettingsError
from firmware.table import care_words
from firmware.table.lobby import Lobby
from firmware.table.pages import ListPage, TellPage
from firmware.table.playing import (
    LeftThere,
    Pause,
    Play,
    begun,
    end_page,
    left_there,
    pause_page,
    resumed,
)
from firmware.table.ports import Check, Ports
from firmware.table.scores import ScoresPage
from firmware.table.setup import Setup
from firmware.texts import tr
from hardware.ports import Wish
from rules.match import Concede

__all__ = ["GameRoom"]


class GameRoom(Lobby):
    """A lobby with a game, or none: what the menus and the pause do to it."""

    def __init__(self, ports: Ports, kept: Kept, checks: Sequence[Check], time_s: float) -> None:
        super().__init__(ports, kept, checks, time_s)
        self._saving: TellPage | None = None
        self._left = LeftThere()

    @property
    def play(self) -> Play | None:
        """The game under way, None in the menus."""
        return self._play

    def _to_sitting(self, item: Item) -> None:
        if self._play is None or self._play.conceded is not None:
            return
        said = len(self._said)
        self._play.sitting.handle(item)
        self._stand(self._play)
        if len(self._said) > said and self._pages and isinstance(self._pages[-1], ScoresPage):
            self._pages.pop()  # the game goes on, and is looked at

    def _stand(self, play: Play) -> None:
        if self._ports.stood is not None:
            self._ports.stood(play.match, play.referee.tray)

    def begin_game(self, setup: Setup) -> None:
        """Begin a game and leave the menus."""
        self._remember_tray()
        try:
            play = begun(setup, self._ports, self._said.append, self._left)
        except SettingsError as error:
            self.open(TellPage(str(error), self.close))
            return
        options = {**self._kept.options, setup.game: dict(setup.options)}
        self._set(replace(self._kept.seen(*setup.players), game=setup.game, options=options))
        self.save()
        self._sit_down(play)

    def go_on(self, game: UnderWay) -> None:
        """Go on with a game and leave the menus."""
        self._waiting = None
        self._sit_down(resumed(game, self._ports, self._said.append))

    def _sit_down(self, play: Play) -> None:
        self._play = play
        self._pages = []
        self._stand(play)
        play.sitting.begin(self._now_s)

    def _open_pause(self, play: Play) -> None:
        ports = self._ports
        do = Pause(
            go_on=self._unpause,
            wish=self._wish,
            concede=lambda player: self._concede(play, player),
            leave=self._leave,
            end=self._finish,
            save=None if ports.save is None else self._save_seconds,
            power_off=None if ports.power_off is None else self._ask_power,
            open=self.open,
        )
        self.open(pause_page(play, do))

    def _unpause(self) -> None:
        self._pages = []

    def _wish(self, wish: Wish) -> None:
        self._pages = []
        self._to_sitting(Press(wish, self._now_s))

    def _concede(self, play: Play, player: str) -> None:
        """A player gives up, and the other has won: so the record ends.

        A game that was won while the menu was open stays won as it was.
        """
        if play.over:
            self._pages = []
            return
        match = play.match.apply(Concede(player))
        journal = self._ports.journal
        journal.append(match, play.referee.tray)
        journal.finish()
        line, play.conceded = care_words.conceded(match)
        self._say(line)
        self._pages = []
        for complaint in journal.complaints():
            self._tell_complaint(complaint)

    def _end_page(self) -> ListPage:
        return end_page(self._rematch, self._finish, self.close)

    def _rematch(self) -> None:
        assert self._play is not None
        setup = self._play.setup.turned()
        self._ports.journal.finish()
        self.begin_game(setup)

    def _finish(self) -> None:
        """The game is over, won or not: its record is kept, and the menu comes."""
        self._ports.journal.finish()
        self._to_menu()

    def _leave(self) -> None:
        """The game rests: it can be resumed another day."""
        self._ports.journal.pause()
        self._waiting = self._ports.journal.under_way()
        self._to_menu()

    def _remember_tray(self) -> None:
        """Remember what lies in the tray, for the next game."""
        if self._play is not None:
            self._left = left_there(self._play)

    def _to_menu(self) -> None:
        self._remember_tray()
        self._play = None
        self._open_home()

    def _save_seconds(self) -> None:
        assert self._ports.save is not None
        self._saving = TellPage(tr("Saving:\n{name}", name=self._ports.save()), self.close)
        self.open(self._saving)

    def _notice(self, text: str) -> None:
        """Tell how something went, in the place of the page that said that it began."""
        if self._saving is not None and self._saving in self._pages:
            self._pages.remove(self._saving)
        self._saving = None
        self.open(TellPage(text, self.close))
