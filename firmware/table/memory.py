"""The last seconds of play, and how they are saved as a recording that replays."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image as Picture

from firmware.journal.form import closing
from firmware.loop import Item, Said
from firmware.referee import Tray
from firmware.ring import RING_S, Ring
from firmware.texts import language
from firmware.toml_text import toml_text
from hardware.errors import HardwareError
from rules import record
from rules.match import Match
from rules.record import Header

__all__ = ["Memory", "game_text", "settings_text"]

FOLDER: Final = "recordings"
"""Where in the table's folder recordings are saved."""


@dataclass(frozen=True, slots=True)
class _Stood:
    """Where the game stood at a time."""

    time_s: float
    match: Match
    tray: Tray


class Memory:
    """A Witness that keeps the last seconds, and where the game stood when they began.

    date: today's with the time of day. told: is given a sentence once a recording is saved, or
    why it was not, from another thread.
    """

    def __init__(
        self, folder: Path, date: Callable[[], str], told: Callable[[bool, str], None]
    ) -> None:
        self._folder = folder / FOLDER
        self._date = date
        self._told = told
        self._ring = Ring()
        self._stood: deque[_Stood] = deque()
        self._now_s = 0.0

    def take(self, item: Item) -> None:
        """Keep an item."""
        self._now_s = max(self._now_s, item.time_s)
        self._ring.take(item)

    def said(self, said: Said) -> None:
        """Keep a line."""
        self._ring.said(said)

    def shown(self, image: Picture.Image) -> None:
        """Keep a screen."""
        self._ring.shown(image)

    def stood(self, match: Match, tray: Tray) -> None:
        """Keep where the game stands, when that has changed."""
        if self._stood and self._stood[-1].match is match:
            return
        if self._stood and self._stood[-1].match.start is not match.start:
            self._stood.clear()
            self._ring = Ring()  # another game: no recording holds two
        self._stood.append(_Stood(self._now_s, match, tray))
        while len(self._stood) > 1 and self._stood[1].time_s < self._now_s - RING_S:
            self._stood.popleft()

    def save(self) -> str:
        """Begin to save the last seconds in a thread, and give the name that they will have."""
        now = self._date()
        name = "".join(letter for letter in now if letter.isalnum()) + ".zip"
        ring = self._ring.copy()
        begun = self._begun(ring.begins_s, now)
        settings = settings_text(self._stood[-1].match) if self._stood else ""
        work = threading.Thread(
            target=self._write, args=(ring, name, settings, begun), name="save", daemon=True
        )
        work.start()
        return name

    def _write(self, ring: Ring, name: str, settings: str, begun: str | None) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            ring.save(self._folder / name, settings, begun)
        except (HardwareError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self._told(False, reason or str(error))
        else:
            self._told(True, name)

    def _begun(self, begins_s: float, date: str) -> str | None:
        """Where the game stood when the ring begins."""
        before = [one for one in self._stood if one.time_s <= begins_s]
        found = before[-1] if before else next(iter(self._stood), None)
        return None if found is None else game_text(found.match, found.tray, date)


def game_text(match: Match, tray: Tray, date: str) -> str:
    """A match and its tray as firmware.journal reads a game that goes on."""
    header = Header(match.game, match.start.players, match.start.options, date)
    entries = [record.write_entry(match.game, entry) for entry in match.entries]
    lines, checksum = record.checked_lines([*record.header_texts(header), *entries])
    return lines + closing(checksum, tray)


def settings_text(match: Match) -> str:
    """A table.toml with which a match begins."""
    options = match.start.options
    given: dict[str, Any] = {
        name: getattr(options, name) for name in type(options).__dataclass_fields__
    }
    handicap = given.pop("handicap", None)
    if handicap is not None:
        given["handicap"] = {"player": match.start.players[handicap[0]], "coins": handicap[1]}
    players = list(match.start.players)
    table = {"game": match.game, "players": players, "language": language()}
    return toml_text({**table, match.game: given})
