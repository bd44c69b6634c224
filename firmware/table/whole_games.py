"""Whole games recorded at the table, on request: each sitting as a recording that replays."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

from PIL import Image as Picture

from firmware.loop import Item, Said
from firmware.recorder import RECORD, Jpeg, Recorder, as_replayed, encoded
from firmware.referee import Referee
from firmware.table.memory import game_text, settings_text
from hardware.errors import HardwareError
from hardware.ports import Frame
from rules import record
from rules.record import Header, Record
from vision.outline import Corners

__all__ = ["WholeGame", "WholeGames"]

PACKED: Final = 8
"""Packed frames that are held until the table takes them or passes them over."""


class WholeGames:
    """Records every game in a folder of its own.

    date: today's with the time of day, which names the recordings. complain: is told once for
    each game that cannot be recorded; the game itself goes on. corners: those of the watch.
    """

    def __init__(
        self,
        folder: Path,
        date: Callable[[], str],
        complain: Callable[[str], None],
        corners: Corners | None = None,
    ) -> None:
        self._corners = corners
        self._folder = folder
        self._date = date
        self._complain = complain
        self._packed: dict[int, Jpeg] = {}
        self._lock = Lock()
        self._game: WholeGame | None = None

    def seen(self, frame: Frame) -> Frame:
        """The frame as a replay will see it; from the camera's thread, since packing takes time."""
        jpeg = encoded(frame)
        with self._lock:
            self._packed[frame.number] = jpeg
            while len(self._packed) > PACKED:
                self._packed.pop(next(iter(self._packed)))
        return as_replayed(jpeg, frame.number)

    def packed(self, frame: Frame) -> Jpeg:
        """The frame as it was packed."""
        with self._lock:
            jpeg = self._packed.pop(frame.number, None)
        return encoded(frame) if jpeg is None else jpeg

    def begin(self, referee: Referee) -> "WholeGame | None":
        """Record the game of this referee from here on; None when that cannot be."""
        self.close()
        match, date = referee.game.match, self._date()
        begun = game_text(match, referee.tray, date) if match.entries else None
        try:
            recorder = Recorder(self._place(date), settings_text(match, self._corners), begun=begun)
        except (HardwareError, OSError) as error:
            self._complain(f"the game is not recorded: {error}")
            return None
        self._game = WholeGame(recorder, referee, date, self)
        return self._game

    def close(self) -> None:
        """End the recording of the game before, if there is one."""
        game, self._game = self._game, None
        if game is not None:
            game.close()

    def lost(self, error: Exception) -> None:
        """A game cannot be recorded any further."""
        self._complain(f"the recording of the game ends: {error}")

    def _place(self, date: str) -> Path:
        name = "".join(letter for letter in date if letter.isalnum())
        places = (self._folder / (f"{name}-{k}" if k else name) for k in range(10**6))
        return next(place for place in places if not place.exists())


class WholeGame:
    """A Witness of one sitting."""

    def __init__(self, recorder: Recorder, referee: Referee, date: str, games: WholeGames) -> None:
        self._recorder: Recorder | None = recorder
        self._referee = referee
        self._date = date
        self._games = games

    def take(self, item: Item) -> None:
        """Record an item."""
        if isinstance(item, Frame):
            jpeg = self._games.packed(item)
            self._do(lambda recorder: recorder.take_jpeg(jpeg))
        else:
            self._do(lambda recorder: recorder.take(item))

    def anew(self, time_s: float) -> None:
        """Record that the tray was watched anew."""
        self._do(lambda recorder: recorder.anew(time_s))

    def said(self, said: Said) -> None:
        """Record a line."""
        self._do(lambda recorder: recorder.said(said))

    def shown(self, image: Picture.Image) -> None:
        """Record a screen."""
        self._do(lambda recorder: recorder.shown(image))

    def close(self) -> None:
        """Keep the game's record, and end the recording."""
        match = self._referee.game.match
        header = Header(match.game, match.start.players, match.start.options, self._date)
        text = record.format(Record(header, match.entries))
        self._do(lambda recorder: recorder.keep(RECORD, text))
        self._do(lambda recorder: recorder.close())
        self._recorder = None

    def _do(self, step: Callable[[Recorder], None]) -> None:
        """Record something; a disk that fails ends the recording and not the game."""
        recorder = self._recorder
        if recorder is None:
            return
        try:
            step(recorder)
        except OSError as error:
            self._recorder = None
            self._games.lost(error)
            try:
                recorder.close()
            except OSError:
                return
