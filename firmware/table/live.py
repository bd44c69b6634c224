"""A table put together from its devices: the queue, the threads, the journal, and the loop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.calibrate import Calibration, Sighting
from firmware.evidence import EVIDENCE, FolderEvidence
from firmware.inbox import Inbox
from firmware.journal import Journal, Kept
from firmware.loop import Said, Watch, Witness
from firmware.table.feed import CameraFeed, Reading
from firmware.table.memory import Memory, Witnesses
from firmware.table.ports import CameraFault, Check, Looked, Notice, Ports
from firmware.table.runner import Runner
from firmware.table.setup import Setup
from firmware.table.speech import Speaker
from firmware.table.stall import STALL_S
from firmware.table.table import Table, TableItem
from firmware.table.watchdog import Watchdog
from firmware.table.whole_games import Places, WholeGames
from firmware.texts import tr
from hardware.ports import Buttons, Camera, Clock, Display, Frame, Light, Sound
from vision.outline import Corners, corners_in
from vision.reading import Dice, DiceReader, Image, Observation
from vision.tray import TrayWatch

__all__ = ["Live", "Parts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a table is put together from.

    open_camera: opens the camera, each time anew. folder: where games and settings are kept.
    date: today's, as a record has it. checks: the self-check of what was opened. say: is told
    every line. watch: makes the watch over the tray.
    power_off, leave: see Ports. speaker: None where nothing speaks. witness: another beside the
    one that keeps the last seconds. setup: a game that is to be played at once, without the menus.
    record: where whole games are recorded, None for nowhere. corners: those of the watch, for
    recordings and for setting up. offer_set_up, stall_s: see Ports.
    """

    open_camera: Callable[[], Camera]
    display: Display
    buttons: Buttons
    sound: Sound
    light: Light
    clock: Clock
    reader: DiceReader
    folder: Path
    date: Callable[[], str]
    checks: Sequence[Check] = ()
    say: Callable[[Said], None] = field(default=lambda _said: None)
    watch: Callable[[DiceReader, Dice], TrayWatch] = TrayWatch
    power_off: Callable[[], None] | None = None
    leave: Callable[[], None] | None = None
    speaker: Speaker | None = None
    witness: Witness | None = None
    setup: Setup | None = None
    record: Places | None = None
    unrecorded: Callable[[str], None] | None = None
    corners: Corners | None = None
    offer_set_up: bool = False
    stall_s: float = STALL_S


class Live:
    """A table that runs; `run` blocks until it ends, and gives its exit status."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.inbox = Inbox[TableItem]()
        self._games = None
        if parts.record is not None:
            lost = parts.unrecorded or self._complain
            self._games = WholeGames(parts.record, parts.date, lost, parts.corners)
        self._feed = CameraFeed(parts.open_camera, self._put, parts.clock)
        self._reading = Reading(self.inbox.put, parts.clock, self._complain)
        self._journal = Journal(parts.folder)
        self._memory = Memory(parts.folder, parts.date, self._saved, parts.corners)
        self._read: Callable[[Image], Observation] = parts.reader.read
        kept, told = Kept.load(parts.folder)
        self._journal.check()
        self.table = Table(self._ports(), kept, parts.checks, parts.clock.now_s(), told)
        self.runner = Runner(self.table, self.inbox, parts.clock, self._feed, Watchdog())

    def run(self) -> int:
        """Run the table until `runner.stop`; the devices stay open, for the caller to close."""
        self._parts.buttons.listen(self.inbox.put)
        try:
            self._feed.open()
            return self.runner.run(self._parts.setup)
        finally:
            self._journal.pause()
            self._journal.close()
            self._feed.close()
            self._reading.close()
            self._memory.close()
            if self._games is not None:
                self._games.close()
            if self._parts.speaker is not None:
                self._parts.speaker.close()

    @property
    def recorded(self) -> Sequence[Path]:
        """The whole recordings of games that have ended."""
        return () if self._games is None else self._games.recorded

    @property
    def kept(self) -> bool:
        """Whether the disk took all of the game so far."""
        return not self._journal.troubled

    def _ports(self) -> Ports:
        parts = self._parts
        return Ports(
            display=parts.display,
            sound=parts.sound,
            light=parts.light,
            journal=self._journal,
            make_watch=self._watch,
            reopen=self._feed.open,
            keep=lambda kept: kept.save(parts.folder),
            date=parts.date,
            say=parts.say,
            put_aside=self._put_aside,
            save=self._memory.save,
            witness=self._witness(),
            stood=self._memory.stood,
            evidence=FolderEvidence(parts.folder / EVIDENCE),
            record=None if self._games is None else self._games.begin,
            speak=None if parts.speaker is None else parts.speaker.say,
            power_off=parts.power_off,
            leave=parts.leave,
            make_calibration=self._calibration,
            look_aside=self._look_aside,
            offer_set_up=parts.offer_set_up,
            stall_s=parts.stall_s,
        )

    def _watch(self, dice: Dice) -> Watch:
        watch = self._parts.watch(self._parts.reader, dice)
        self._read = watch.read
        return watch

    def _calibration(self) -> Calibration:
        given = self._parts.corners
        finder = corners_in if given is None else lambda _image: given
        return Calibration(self._parts.reader, finder)

    def _look_aside(self, look: Callable[[], Sighting | None]) -> None:
        def work() -> None:
            seen: Sighting | None = None
            try:
                seen = look()
            finally:
                self.inbox.put(Looked(seen, self._parts.clock.now_s()))

        self._reading.do(work)

    def _complain(self, text: str) -> None:
        self.runner.complain(text)

    def _witness(self) -> Witness:
        other = self._parts.witness
        return self._memory if other is None else Witnesses((self._memory, other))

    def _saved(self, well: bool, told: str) -> None:
        text = tr("Saved:\n{name}", name=told) if well else tr("Not saved:\n{reason}", reason=told)
        self.inbox.put(Notice(text, self._parts.clock.now_s()))

    def _put(self, item: Frame | CameraFault) -> None:
        """Put what the camera gives into the queue; where it is recorded, as a replay sees it."""
        if self._games is not None and isinstance(item, Frame):
            item = self._games.seen(item)
        self.inbox.put(item)

    def _put_aside(self, frame: Frame) -> None:
        self._reading.read(frame, self._read)
