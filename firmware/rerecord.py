"""Writing a replay as a new recording, which replays to the same lines and screens."""

import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image as Picture

from firmware.compared import read_record
from firmware.loop import Item, Said
from firmware.recorder import BEFORE, BEGUN, RECORD, Jpeg, Recorder
from firmware.recording import ChosenBy, Form, read_form
from firmware.settings import Asked
from firmware.texts import language
from firmware.toml_text import toml_text
from hardware.errors import RecordingError
from hardware.ports import Frame
from rules import record
from rules.match import Match

__all__ = ["Rerecorder", "settings_text"]

T = TypeVar("T")


class Rerecorder:
    """Records what a replay takes, says and shows; the frames' files are copied as they are.

    folder: the recording that is replayed. place: see Recorder. asked: what goes before its
    table.toml. Raises RecordingError, also when the disk fails.
    """

    def __init__(
        self, folder: Path, place: Path, asked: Asked, stills: bool, choices: ChosenBy
    ) -> None:
        self._folder = folder
        self._place = place

        def make() -> Recorder:
            self._refuse_inside()
            begun, before = _kept(folder / BEGUN), _kept(folder / BEFORE)
            settings = settings_text(folder / "table.toml", asked)
            form = Form(stills, choices, read_form(folder).begun_s)
            recorder = Recorder(place, settings, form, begun, before)
            if (folder / "choices.csv").exists():
                recorder.keep("choices.csv", (folder / "choices.csv").read_text("utf-8-sig"))
            return recorder

        self._recorder = self._tried(make)

    @property
    def folder(self) -> Path:
        """Where it is written, for what is kept beside."""
        return self._recorder.folder

    def take(self, item: Item) -> None:
        """Record an item that the loop is about to take."""
        self._tried(lambda: self._take(item))

    def anew(self, time_s: float) -> None:
        """Record that the tray was watched anew."""
        self._tried(lambda: self._recorder.anew(time_s))

    def said(self, said: Said) -> None:
        """Record a line."""
        self._tried(lambda: self._recorder.said(said))

    def shown(self, image: Picture.Image) -> None:
        """Record a screen."""
        self._tried(lambda: self._recorder.shown(image))

    def end(self, match: Match) -> None:
        """Keep the record of the game."""
        before = read_record(self._folder)
        day = before.header.date if before else date.today().isoformat()
        header = record.Header(match.game, match.start.players, match.start.options, day)
        text = record.format(record.Record(header, match.entries))
        self._tried(lambda: self._recorder.keep(RECORD, text))

    def close(self) -> None:
        """End the recording."""
        self._tried(self._recorder.close)

    def _take(self, item: Item) -> None:
        if isinstance(item, Frame):
            path = self._folder / "frames" / item.name
            self._recorder.take_jpeg(Jpeg(path.read_bytes(), item.time_s, path.suffix.lower()))
        else:
            self._recorder.take(item)

    def _refuse_inside(self) -> None:
        if self._place.resolve().is_relative_to(self._folder.resolve()):
            raise RecordingError(
                f"{self._place} lies in the recording itself: choose another place"
            )

    def _tried(self, step: Callable[[], T]) -> T:
        try:
            return step()
        except OSError as error:
            reason = error.strerror or str(error)
            raise RecordingError(f"cannot record to {self._place}: {reason}") from error


def _kept(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def settings_text(path: Path, asked: Asked) -> str:
    """The text of a table.toml with what is asked for in its place, and the language spoken."""
    table: dict[str, Any] = {}
    if path.exists():
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    given = {"game": asked.game, "players": asked.players}
    table |= {name: one for name, one in given.items() if one is not None}
    return toml_text({**table, "language": language()})
