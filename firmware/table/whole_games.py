"""Whole games recorded at the table, on request: each sitting as a recording that replays."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

from PIL import Image as Picture

from firmware.loop import Item, Said
from firmware.recorder import RECORD, Jpeg, Recorder, as_replayed, encoded, folder_of
from firmware.referee import Referee
from firmware.table.memory import game_record, game_text, settings_text, tray_before
from firmware.texts import tr
from hardware.errors import HardwareError
from hardware.ports import Frame
from vision.outline import Corners

__all__ = ["WholeGame", "WholeGames", "dated", "numbered"]

PACKED: Final = 8
"""Packed frames that are held until the table takes them or passes them over."""


Places = Callable[[str], Path]
"""Gives a place that is free for a recording that begins on this date."""


def dated(folder: Path) -> Places:
    """Places in this folder that are named after the date."""

    def place(date: str) -> Path:
        name = "".join(letter for letter in date if letter.isalnum())
        return _free(folder / name)

    return place


def numbered(first: Path) -> Places:
    """This very place, and for games after the first NAME-1, NAME-2 and so on beside it."""
    return lambda _date: _free(first)


def _free(first: Path) -> Path:
    others = (first.with_name(f"{first.stem}-{k}{first.suffix}") for k in range(1, 10**6))
    return next(place for place in (first, *others) if _is_free(place))


def _is_free(place: Path) -> bool:
    """Whether nothing lies there, also no folder of a recording that was never packed."""
    return not any(os.path.lexists(path) for path in (place, folder_of(place)))


class WholeGames:
    """Records every game in a place of its own.

    date: today's with the time of day. complain: is told once for each game that cannot be
    recorded, or ended before there was a picture to record; the game itself goes on. corners:
    those of the watch. recorded: the places of the recordings that were ended and are whole.
    """

    def __init__(
        self,
        places: Places,
        date: Callable[[], str],
        complain: Callable[[str], None],
        corners: Corners | None = None,
    ) -> None:
        self._corners = corners
        self._places = places
        self._date = date
        self._complain = complain
        self._at = Path()
        self._packed: dict[int, Jpeg] = {}
        self._lock = Lock()
        self._game: WholeGame | None = None
        self.recorded: list[Path] = []

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
        goes_on = bool(match.entries) or referee.resumed
        begun = game_text(match, referee.tray, date) if goes_on else None
        before = None if goes_on else tray_before(referee.tray)
        place = self._places(date)
        try:
            recorder = Recorder(
                place, settings_text(match, self._corners), begun=begun, before=before
            )
        except (HardwareError, OSError) as error:
            self._complain(tr("the game is not recorded: {why}", why=_reason(error)))
            return None
        self._game = WholeGame(recorder, referee, date, self)
        self._at = place
        return self._game

    def close(self) -> None:
        """End the recording of the game before, if there is one."""
        game, self._game = self._game, None
        if game is not None and game.close():
            self.recorded.append(self._at)

    def empty(self) -> None:
        """A game ended before the camera gave a picture."""
        self._complain(tr("nothing was recorded: the game ended before the first picture"))

    def lost(self, error: Exception) -> None:
        """A game cannot be recorded any further."""
        text = tr(
            "the recording of the game ends: {why}; record where there is room", why=_reason(error)
        )
        self._complain(text)


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


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

    def close(self) -> bool:
        """Keep the game's record, and end the recording; gives whether it is there and whole."""
        text = game_record(self._referee.game.match, self._date)
        self._do(lambda recorder: recorder.keep(RECORD, text))
        self._do(self._end)
        whole, self._recorder = self._recorder is not None, None
        return whole

    def _end(self, recorder: Recorder) -> None:
        if not recorder.close():
            self._recorder = None
            self._games.empty()

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
