"""The last seconds of play, and how they are saved as a recording that replays."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from queue import Queue
from typing import Any, Final

from PIL import Image as Picture

from firmware.journal.form import closing
from firmware.journal.tray import before_text
from firmware.loop import Item, Said, Witness
from firmware.referee import Tray
from firmware.ring import RING_S, Beginning, Ring
from firmware.texts import language
from firmware.toml_text import toml_text
from hardware.errors import HardwareError
from hardware.ports import Frame
from rules import record
from rules.match import Match
from rules.record import Header
from vision.outline import Corners

__all__ = ["Memory", "Witnesses", "game_record", "game_text", "settings_text", "tray_before"]

MOST_WAITING: Final = 4
"""Frames that wait to be packed at most; each has 3.7 MB at 1,280 x 960."""

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

    Everything is kept by a thread of its own: packing a large frame takes a Pi as long as a press
    may take to the screen. date: today's with the time of day. told: is given whether a recording
    was saved, with its name or the reason, from another thread.
    """

    def __init__(
        self,
        folder: Path,
        date: Callable[[], str],
        told: Callable[[bool, str], None],
        corners: Corners | None = None,
    ) -> None:
        self._corners = corners
        self._folder = folder / FOLDER
        self._date = date
        self._told = told
        self._given: set[str] = set()
        self._ring = Ring()
        self._stood: deque[_Stood] = deque()
        self._match: Match | None = None
        self._now_s = 0.0
        self._waiting = 0
        self._jobs: Queue[Callable[[], None] | None] = Queue()
        self._thread = threading.Thread(target=self._work, name="memory", daemon=True)
        self._thread.start()

    @property
    def held_bytes(self) -> int:
        """What is held in memory."""
        return self._ring.held_bytes

    def take(self, item: Item) -> None:
        """Keep an item; a frame is left out where too many wait to be packed."""
        self._now_s = max(self._now_s, item.time_s)
        if not isinstance(item, Frame):
            self._jobs.put(lambda: self._ring.take(item))
        elif self._waiting < MOST_WAITING:
            self._waiting += 1
            self._jobs.put(lambda: self._pack(item))

    def anew(self, time_s: float) -> None:
        """Keep that the tray is watched anew."""
        self._jobs.put(lambda: self._ring.anew(time_s))

    def said(self, said: Said) -> None:
        """Keep a line."""
        self._jobs.put(lambda: self._ring.said(said))

    def shown(self, image: Picture.Image) -> None:
        """Keep a screen."""
        self._jobs.put(lambda: self._ring.shown(image))

    def stood(self, match: Match, tray: Tray) -> None:
        """Keep where the game stands, when that has changed."""
        if match is not self._match:
            self._match = match
            stood = _Stood(self._now_s, match, tray)
            self._jobs.put(lambda: self._stand(stood))

    def save(self) -> str:
        """Begin to save the last seconds, and give the name that they will have."""
        now = self._date()
        name = self._free("".join(letter for letter in now if letter.isalnum()))
        settings = settings_text(self._match, self._corners) if self._match is not None else ""
        self._jobs.put(lambda: self._write(name, settings, now))
        return name

    def _free(self, stem: str) -> str:
        """A name that no recording has: two may be saved in one second."""
        names = chain([f"{stem}.zip"], (f"{stem}-{k}.zip" for k in count(2)))
        name = next(n for n in names if n not in self._given and not (self._folder / n).exists())
        self._given.add(name)
        return name

    def settle(self) -> None:
        """Wait until all that was given is kept."""
        self._jobs.join()

    def close(self, wait_s: float = 2.0) -> None:
        """Keep no more."""
        self._jobs.put(None)
        self._thread.join(wait_s)

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if job is None:
                    return
                job()
            finally:
                self._jobs.task_done()

    def _pack(self, frame: Frame) -> None:
        self._ring.take(frame)
        self._waiting -= 1

    def _stand(self, stood: _Stood) -> None:
        if self._stood and self._stood[-1].match.start is not stood.match.start:
            self._stood.clear()
            self._ring = Ring()  # another game: no recording holds two
        self._stood.append(stood)
        while len(self._stood) > 1 and self._stood[1].time_s < stood.time_s - RING_S:
            self._stood.popleft()

    def _write(self, name: str, settings: str, date: str) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            last = game_record(self._stood[-1].match, date) if self._stood else None
            self._ring.save(self._folder / name, settings, self._begins(date), last)
        except (HardwareError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self._told(False, reason or str(error))
        else:
            self._told(True, name)

    def _begins(self, date: str) -> Beginning:
        """Where the game stood when the ring begins, and since when; or what lay there before."""
        before = [one for one in self._stood if one.time_s < self._ring.begins_s]
        found = before[-1] if before else next(iter(self._stood), None)
        began = self._ring.beginning
        if found is None:
            return Beginning()
        if began == "start":
            return Beginning(before=tray_before(self._stood[0].tray))
        text = game_text(found.match, found.tray, date)
        return Beginning(text, None if began else found.time_s)


class Witnesses:
    """Several witnesses as one."""

    def __init__(self, witnesses: Sequence[Witness]) -> None:
        self._witnesses = tuple(witnesses)

    def take(self, item: Item) -> None:
        """An item is about to be taken."""
        for witness in self._witnesses:
            witness.take(item)

    def anew(self, time_s: float) -> None:
        """From now on another watch is watched with."""
        for witness in self._witnesses:
            witness.anew(time_s)

    def said(self, said: Said) -> None:
        """A line was said."""
        for witness in self._witnesses:
            witness.said(said)

    def shown(self, image: Picture.Image) -> None:
        """The screen is another one now."""
        for witness in self._witnesses:
            witness.shown(image)


def game_text(match: Match, tray: Tray, date: str) -> str:
    """A match and its tray as firmware.journal reads a game that goes on."""
    header = Header(match.game, match.start.players, match.start.options, date)
    entries = [record.write_entry(match.game, entry) for entry in match.entries]
    lines, checksum = record.checked_lines([*record.header_texts(header), *entries])
    return lines + closing(checksum, tray)


def tray_before(tray: Tray) -> str | None:
    """The dice of a tray that lay there before its game began, as text; None when none did."""
    lay = [one for place, one in sorted(tray.lay.items(), reverse=True) if place < 0]
    return before_text(lay) if lay else None


def game_record(match: Match, date: str) -> str:
    """The record of a match as it stands."""
    header = Header(match.game, match.start.players, match.start.options, date)
    return record.format(record.Record(header, match.entries))


def settings_text(match: Match, corners: Corners | None = None) -> str:
    """A table.toml with which a match begins; corners: those given to the table's watch."""
    options = match.start.options
    given: dict[str, Any] = {
        name: getattr(options, name) for name in type(options).__dataclass_fields__
    }
    handicap = given.pop("handicap", None)
    if handicap is not None:
        given["handicap"] = {"player": match.start.players[handicap[0]], "coins": handicap[1]}
    players = list(match.start.players)
    table = {"game": match.game, "players": players, "language": language()}
    if corners is not None:
        given_corners = [[float(x), float(y)] for x, y in corners]
        return toml_text({**table, match.game: given, "tray": {"corners": given_corners}})
    return toml_text({**table, match.game: given})
