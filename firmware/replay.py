"""`arbiter replay`: a recording through the same loop as the live table."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from PIL import Image as Picture

from firmware.bundle import opened
from firmware.choices import are_pressed, chooser, read_choices
from firmware.compared import Story, compared, recorded_story
from firmware.evidence import EVIDENCE, Evidence, FolderEvidence
from firmware.journal.files import DiskFiles
from firmware.journal.form import read_game
from firmware.journal.tray import read_before
from firmware.loop import Item, Loop, Read, Said, Sitting, Witness
from firmware.recorder import BEFORE, BEGUN
from firmware.recording import (
    ChosenBy,
    Kept,
    ReadDone,
    WatchAnew,
    are_stills,
    items,
    read_form,
    recorded_order,
    recorded_presses,
    recorded_ticks,
)
from firmware.referee import AleaTable, AlphatianTable, CenturionTable, Game, Line, Referee
from firmware.referee.roman import Chooser
from firmware.rerecord import Rerecorder
from firmware.settings import Asked, Settings, SettingsError, new_game, read_settings
from firmware.texts import from_environment, speak, tr
from firmware.transcript import Transcript
from firmware.usage import named
from firmware.wrapped import wrapped
from hardware.errors import RecordingError, reason
from hardware.ports import Display, Frame
from hardware.sim import RecordingCamera, SimOled
from hardware.sim.camera import Shot
from rules.errors import RulesError
from rules.match import Match
from vision.reading import Dice, DiceReader, Reading
from vision.tray import QUIET_S, Rest, TrayWatch

__all__ = ["Wiring", "make_reader", "replay", "run", "said_json", "said_text", "table_of"]

DICE: Final[dict[str, Dice]] = {"alphatian": "pips", "alea": "roman", "centurion": "roman"}
"""The dice of each game."""

ENDS: Final = "end"
"""The event that says that the pictures end before the game; a replay alone says it."""

Rested = Callable[[Frame, Rest], None]


def run(
    folder: Path | str,
    asked: Asked,
    as_json: bool,
    out: TextIO,
    record: Path | None = None,
) -> int:
    """Referee a recording, a folder or a zip file, and print each line.

    What is asked for goes before its table.toml. Where the recording tells what was said and
    shown, and nothing else is asked for, the last line says whether the replay went the same way.
    record: a new recording that is written of the replay; see Recorder. Gives 0, 1 when the
    replay went another way, or 2 when the recording is damaged.
    """

    def say(said: Said) -> None:
        out.write(said_json(said) if as_json else wrapped(said_text(said), out))
        out.flush()

    try:
        with opened(Path(folder)) as place:
            return _Replay(place, asked, say, record).run()
    except (RecordingError, SettingsError) as error:
        sys.stderr.write(f"arbiter replay: {named(Path(folder), error)}\n")
        return 2


class _Replay:
    """One run of the command: the replay, beside what was recorded, and recorded anew."""

    def __init__(
        self, folder: Path, asked: Asked, say: Callable[[Said], None], record: Path | None
    ) -> None:
        self._say = say
        self._settings = read_settings(
            folder / "table.toml", asked.game, asked.players, asked.language
        )
        speak(self._settings.language or from_environment(os.environ))
        _refuse_players(folder, asked)
        self._source = Source(folder)
        self._story = self._source.story if asked == Asked() else None
        self._note = Transcript()
        new_game(self._settings)  # refused before anything is written
        self._record = None
        if record is not None:
            source = self._source
            self._record = Rerecorder(folder, record, asked, source.stills, source.choices)

    def run(self) -> int:
        """Replay, and give the status."""
        evidence = None
        if self._record is not None:
            evidence = FolderEvidence(self._record.folder / EVIDENCE)
        wiring = Wiring(make_reader(), SimOled(), self._say, evidence=evidence, witness=self)
        try:
            loop = self._source.replay(self._settings, wiring)
            if self._record is not None:
                self._record.end(loop.sitting.referee.game.match)
        finally:
            if self._record is not None:
                self._record.close()
        if self._story is None:
            return 0
        entries, shots = loop.sitting.referee.game.match.entries, self._source.shots
        line = compared(self._story, self._note.lines, entries, shots)
        self._say(Said(line, shots[-1].time_s, len(shots) - 1))
        return 1 if line.facts["same"] is False else 0

    def take(self, item: Item) -> None:
        """Note an item, for what follows from it."""
        self._note.take(item)
        if self._record is not None:
            self._record.take(item)

    def anew(self, time_s: float) -> None:
        """Record that the tray was watched anew."""
        if self._record is not None:
            self._record.anew(time_s)

    def said(self, said: Said) -> None:
        """Note a line."""
        if self._story is not None:
            self._note.said(said)
        if self._record is not None:
            self._record.said(said)

    def shown(self, image: Picture.Image) -> None:
        """Note a screen."""
        if self._story is not None:
            self._note.shown(image)
        if self._record is not None:
            self._record.shown(image)


def _refuse_players(folder: Path, asked: Asked) -> None:
    """A recording from the middle of a game has its players; others would be passed over."""
    if asked.players is not None and (folder / BEGUN).exists():
        raise SettingsError(
            f"--players {','.join(asked.players)}: this recording begins in the middle of a game "
            f"({BEGUN}), whose players are in it; leave --players out"
        )


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a recording is replayed with: who reads, what is drawn on, who is told.

    evidence, if given, keeps what players said of readings. witness, if given, records the replay.
    """

    reader: DiceReader
    display: Display
    say: Callable[[Said], None]
    rested: Rested | None = None
    evidence: Evidence | None = None
    witness: Witness | None = None


def replay(folder: Path, settings: Settings, wiring: Wiring) -> Loop:
    """Run a recording through the loop, and give the loop as it ended.

    Raises RecordingError for a damaged recording, SettingsError for a game that cannot be.
    """
    return Source(folder).replay(settings, wiring)


class Source:
    """A recording as it was read; raises RecordingError when it is damaged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._camera = RecordingCamera(folder)
        form = read_form(folder)
        self._presses = recorded_presses(folder)
        self._ticks = recorded_ticks(folder)
        self._order = recorded_order(folder)
        self._choices = read_choices(folder)
        self._begun_s = form.begun_s
        self.story: Story | None = recorded_story(folder, form.exact)
        self.shots: tuple[Shot, ...] = self._camera.shots
        self.stills = are_stills(self.shots, QUIET_S) if form.stills is None else form.stills
        pressed = are_pressed(press.button for press in self._presses)
        self.choices: ChosenBy = form.choices or ("presses" if pressed else "first")

    def replay(self, settings: Settings, wiring: Wiring) -> Loop:
        """Run it through the loop; see `replay`."""
        choose = chooser(self._choices, self.choices == "presses")
        referee = self._referee(settings, choose)

        def watch() -> TrayWatch:
            kind, corners = DICE[settings.game], settings.corners
            return TrayWatch(wiring.reader, kind, QUIET_S, self.stills, corners)

        aside = Aside(watch)
        loop = Loop(aside.watch, referee, wiring.display, wiring.say, wiring.rested)
        late = any(isinstance(tick, ReadDone) for tick in self._ticks)
        loop.sitting.put_aside = aside.put if late else None
        loop.sitting.evidence = wiring.evidence
        loop.sitting.witness = wiring.witness
        loop.begin(self._begins_s)
        loop.run(aside.items(self._items(), loop.sitting))
        if not referee.game.over:
            wiring.say(Said(_ends(), self.shots[-1].time_s, len(self.shots) - 1))
        return loop

    def _referee(self, settings: Settings, choose: Chooser) -> Referee:
        """The referee at the beginning of the recording."""
        path = self._folder / BEGUN
        match = new_game(settings)
        if not path.exists():
            referee = Referee(table_of(match, choose))
            referee.lay_before(self._before())
            return referee
        try:
            reached = read_game(DiskFiles().read(path))
        except OSError as error:
            raise RecordingError(f"cannot read {BEGUN}: {reason(error)}") from error
        except RulesError as error:
            raise RecordingError(f"{BEGUN} is damaged: {error}") from error
        if reached.fault is not None:
            raise RecordingError(f"{BEGUN} is damaged: {reached.fault}")
        if reached.match.game != match.game:
            raise RecordingError(
                f"{BEGUN} is of {reached.match.game}, and {match.game} is to be played"
            )
        referee = Referee(table_of(reached.match, choose))
        if reached.tray is not None:
            referee.resume(reached.tray, self._begun_s)
        return referee

    def _before(self) -> tuple[Reading, ...]:
        """The dice that lay there already when the game began."""
        path = self._folder / BEFORE
        if not path.exists():
            return ()
        try:
            return read_before(DiskFiles().read(path).decode("utf-8"))
        except OSError as error:
            raise RecordingError(f"cannot read {BEFORE}: {reason(error)}") from error
        except ValueError as error:
            raise RecordingError(f"{BEFORE} is damaged: {error}") from error

    @property
    def _begins_s(self) -> float:
        if self.story is not None and self.story.begins_s is not None:
            return self.story.begins_s
        return min([self.shots[0].time_s, *(press.time_s for press in self._presses[:1])])

    def _items(self) -> Iterator[Kept]:
        return items(self._camera, self._presses, self._ticks, self._order)


class Aside:
    """Reads the frame that was put aside when the recording says that it was read.

    make_watch: makes the watch, and another one when the tray was watched anew.
    """

    def __init__(self, make_watch: Callable[[], TrayWatch]) -> None:
        self._make_watch = make_watch
        self.watch = make_watch()
        self._frame: Frame | None = None

    def put(self, frame: Frame) -> None:
        """Put a frame aside."""
        self._frame = frame

    def items(self, kept: Iterable[Kept], sitting: Sitting) -> Iterator[Item]:
        """The items for the loop, with what is read in the place of the word that it was."""
        for one in kept:
            if isinstance(one, WatchAnew):
                self.watch = self._make_watch()
                sitting.watch_anew(self.watch)
            elif not isinstance(one, ReadDone):
                yield one
            elif one.well and self._frame is not None:
                yield Read(self.watch.read(self._frame.pixels), one.time_s)
            else:
                yield Read(None, one.time_s)


def _ends() -> Line:
    """What is said when the pictures end before the game does."""
    text = tr("The recording ends here; the game is not over")
    return Line(ENDS, {"finished": False}, text)


def table_of(match: Match, chooser: Chooser | None = None) -> Game:
    """The game of a match as the referee needs it; chooser: who chooses instead of buttons."""
    match match.game:
        case "alphatian":
            return AlphatianTable(match)
        case "alea":
            return AleaTable(match, chooser)
        case _:
            return CenturionTable(match, chooser)


def make_reader() -> DiceReader:
    """The table's reader; imported late, since OpenCV takes a while to load."""
    import vision  # noqa: PLC0415 - see above

    return vision.Reader()


def said_json(said: Said) -> str:
    """A line as one JSON object on one line."""
    told = {"event": said.line.event, "time_s": round(said.time_s, 3), "frame": said.frame}
    return json.dumps({**told, **said.line.facts}, ensure_ascii=False) + "\n"


def said_text(said: Said) -> str:
    """A line for people."""
    return f"{said.time_s:8.2f} s  {said.line.text}\n"
