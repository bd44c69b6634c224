"""`arbiter play`: the same table on a PC, in the terminal or a window."""

import errno
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from firmware.bundle import opened
from firmware.heap import give_back_freed_memory
from firmware.journal import Kept, home
from firmware.loop import Said
from firmware.play.clock import MAX_SPEED, MIN_SPEED, PlayClock
from firmware.play.hands import Hands, Wants, wants
from firmware.play.page import DieSeen, Shown
from firmware.play.painter import Painter
from firmware.play.scene import KeptFrames, SeenWatch, Silence, open_recording, open_webcam
from firmware.recorder import folder_of
from firmware.replay import DICE
from firmware.screens import in_words
from firmware.settings import SettingsError, new_game, read_settings
from firmware.table.command import NAMES, now_date
from firmware.table.live import Live, Parts
from firmware.table.ports import Check
from firmware.table.setup import Setup
from firmware.table.stall import STALL_S
from firmware.table.whole_games import numbered
from firmware.texts import tr
from firmware.views import View
from hardware.errors import HardwareError
from hardware.ports import Camera
from hardware.sim import SimLight, SimOled
from hardware.sim.camera import read_shots
from hardware.sim.drawn import Scene, SceneCamera, Stage, TrayLook
from hardware.sim.drawn.ground import FELTS
from hardware.sim.keyboard import Keyboard, KeyLines
from hardware.sim.terminal import RawTerminal
from vision.reader import Reader
from vision.reading import DiceReader
from vision.tray import Look

__all__ = ["MAX_SPEED", "MIN_SPEED", "App", "Wanted", "run"]

SAID: Final = 12
"""Lines that are kept for the terminal."""

SAME_DIE_PX: Final = 24.0
"""A reading this near to a drawn die is of it; dice are 32 pixels wide and do not touch."""

FIVE: Final = 5
"""Dice that are thrown to set the table up."""

LAST_S: Final = 3.0
"""Seconds for which the table goes on once a script of keys has ended, to judge the last throw."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for; see `arbiter play --help`."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    table: Path | None = None
    camera: str | None = None
    recording: Path | None = None
    window: bool = False
    seed: int | None = None
    record: Path | None = None
    language: str | None = None
    speed: float = 1.0


def run(wanted: Wanted) -> int:
    """Play; gives 0, or 2 when something that was asked for cannot be."""
    cv2.setNumThreads(1)
    give_back_freed_memory()
    try:
        with ExitStack() as stack:
            app = App(wanted, stack)
            return _run(app, wanted)
    except (HardwareError, SettingsError, OSError) as error:
        sys.stderr.write(f"arbiter play: {error}\n")
        return 2


def _run(app: "App", wanted: Wanted) -> int:
    if wanted.window:
        from firmware.play.window import run_window  # noqa: PLC0415 - Tk is not everywhere

        return run_window(app)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return run_terminal(app)
    return run_lines(app)


class App:
    """A table on a PC, and all that is to be seen of it, from whatever thread.

    changed is called when what is to be seen may have changed; said, with every line.
    """

    def __init__(
        self, wanted: Wanted, stack: ExitStack, make_reader: Callable[[], DiceReader] = Reader
    ) -> None:
        self._wanted = wanted
        self.clock = PlayClock(wanted.speed)
        self.changed: Callable[[], None] = lambda: None
        self.said: Callable[[str], None] = lambda _line: None
        self._lines: deque[str] = deque(maxlen=SAID)
        self._state = ""
        self._status = ""
        self._watch: SeenWatch | None = None
        self.failures: list[str] = []
        self.oled = SimOled(lambda _image: self.changed())
        self.hands: Hands | None = None
        self._camera = self._opener(wanted, stack)
        self.frames: KeptFrames | None = None
        setup = _setup(wanted, stack)
        self.torn = ""
        self._recorded: Callable[[], Sequence[Path]] = tuple
        if wanted.record is not None:
            _refuse(wanted.record)
            stack.callback(self._end_recording, wanted.record)
        _remember_language(wanted)
        self._setup = setup
        self._make_reader = make_reader

    def live(self, buttons: Keyboard | KeyLines) -> Live:
        """The table, to be run; buttons: where its keys come from."""
        parts = Parts(
            open_camera=self.open_camera,
            display=self.oled,
            buttons=buttons,
            sound=Silence(),
            light=SimLight(),
            clock=self.clock,
            reader=self._make_reader(),
            folder=home(),
            date=now_date,
            checks=(
                Check(NAMES["camera"], True, part="camera"),
                Check(NAMES["screen"], True, part="screen"),
            ),
            say=self._say,
            watch=lambda reader, dice: SeenWatch(reader, dice, self._looked),
            leave=self.stop,
            record=None if self._wanted.record is None else numbered(self._wanted.record),
            unrecorded=self._unrecorded,
            setup=self._setup,
            offer_set_up=self._wanted.camera is not None,
            # However fast the clock runs, what holds up a camera on a PC takes its own time.
            stall_s=STALL_S * max(1.0, self._wanted.speed),
        )
        self._live = Live(parts)
        self._live.runner.complain = self.failures.append
        live, self._recorded = self._live, lambda: live.recorded
        return self._live

    def stop(self) -> None:
        """End the table."""
        self._live.runner.stop()

    def key(self, key: str) -> None:
        """Take a key that pushes no button."""
        if key == "q":
            self.stop()
        elif self.hands is not None:
            self._tell(self.hands.key(key) or tr("no key {key}", key=key))
        else:
            self._tell(tr("no key {key}: these dice are real", key=key) if key.isalnum() else "")

    def look(self) -> Shown:
        """What is to be seen now."""
        held = 0 if self.hands is None else self.hands.held
        said = tuple(self._lines)
        image = self.oled.chip.image()
        drawn = self.hands is not None
        seen = self.frames is not None and self.frames.last is not None
        state = self._state or ("unwatched" if seen else "")
        words = partial(_words, self._live.table.shown)
        return Shown(image, state, self._dice(), held, said, self._status, drawn, words=words)

    def _tell(self, status: str) -> None:
        self._status = status
        self.changed()

    def _say(self, said: Said) -> None:
        if said.line.event == "resumed":
            self._lay_dice()
        self._lines.append(said.line.text)
        self.said(said.line.text)
        self.changed()

    def _lay_dice(self) -> None:
        """Let the drawn dice lie as they were left when a game goes on, as real ones would."""
        play = self._live.table.play
        if self.hands is None or play is None:
            return
        tray = play.referee.tray
        left = [*tray.lay.values(), *tray.aside.values()]
        faces = [(one.center, one.face) for one in left if one.face is not None]
        self.hands.lay(DICE[play.match.game], faces)

    def _looked(self, watch: SeenWatch, look: Look) -> None:
        if look.state != self._state or look.rest is not None or watch is not self._watch:
            self._state, self._watch = look.state, watch
            self.changed()

    def _end_recording(self, record: Path) -> None:
        """Say what was recorded, or what is left of it where the disk failed."""
        recorded = self._recorded()
        for place in recorded:
            sys.stderr.write(tr("Recorded: {place}", place=place) + "\n")
        if self.torn:
            sys.stderr.write(f"arbiter play: {record}: {self.torn}\n")
        elif not recorded:
            text = tr("Nothing recorded in {place}: no game was played", place=record)
            sys.stderr.write(text + "\n")

    def _unrecorded(self, told: str) -> None:
        self.torn = told
        self._tell(f"{told}.")

    def open_camera(self) -> Camera:
        """Open the camera, or open it anew after it was closed; raises HardwareError."""
        self.frames = KeptFrames(self._camera())
        return self.frames

    def _opener(self, wanted: Wanted, stack: ExitStack) -> Callable[[], Camera]:
        """What opens the camera that was asked for; a drawn tray is always the same one."""
        which = wanted.camera
        if which is not None:
            return lambda: open_webcam(which)
        if wanted.recording is not None:
            folder = stack.enter_context(opened(wanted.recording))
            read_shots(folder)  # a recording that is none is refused before a game begins
            return lambda: open_recording(folder, self.clock, self.clock.wait)
        rng = np.random.default_rng(wanted.seed)
        look = TrayLook(felt=int(rng.integers(len(FELTS))))
        scene, stage = Scene(look, int(rng.integers(1 << 30))), Stage()
        camera = SceneCamera(scene, stage, self.clock, self.clock.wait)
        hands = self.hands = Hands(camera, self._wants, rng)

        def anew() -> Camera:
            hands.camera = hands.camera.again()
            return hands.camera

        return anew

    def _wants(self) -> Wants:
        table = self._live.table
        return Wants("pips", True, FIVE) if table.setting_up else wants(table.play)

    def _dice(self) -> tuple[DieSeen, ...]:
        """The dice with what was read of each: as drawn, or as a camera's frames show them."""
        watch = self._watch
        readings = [] if watch is None else [die.reading for die in watch.dice]
        frame = None if self.frames is None else self.frames.last
        if frame is None:
            return ()
        height, width = frame.pixels.shape[:2]
        if self.hands is None:
            ordered = sorted(readings, key=lambda reading: reading.center)
            seen = [(k, str(one.face or "?"), one.center) for k, one in enumerate(ordered, 1)]
        else:
            seen = []
            for number, die in self.hands.numbered():
                at = self.hands.at_px(die)
                near = [r for r in readings if np.hypot(*np.subtract(r.center, at)) < SAME_DIE_PX]
                seen.append((number, str(near[0].face or "?") if near else "-", at))
        return tuple(DieSeen(k, face, (x / width, y / height)) for k, face, (x, y) in seen)


def _words(view: View | None) -> list[str]:
    return [] if view is None else in_words(view)


def run_terminal(app: App) -> int:
    """Play on a terminal that gives each key as it is pressed."""
    lock = threading.Lock()
    painter = Painter(app.look, sys.stdout, lock)
    app.changed = painter.touch
    keyboard = Keyboard(sys.stdin.fileno(), app.clock, app.key, app.stop)
    live = app.live(keyboard)
    with RawTerminal(sys.stdin, sys.stdout, painter.afresh, lock):
        painter.start()
        keyboard.start()
        try:
            status = live.run()
        finally:
            keyboard.close()
            painter.close()
    return _ended(app, live, status)


def run_lines(app: App) -> int:
    """Play with keys that are named on standard input; what is said is printed."""
    text = tr(
        "this is no terminal: keys are read by name from standard input, such as\n"
        "t, 3, up, ok, help_hold, wait 2, q; what is said is printed"
    )
    sys.stderr.write(f"arbiter play: {text}\n")

    def said(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def ended() -> None:
        app.clock.wait(LAST_S)
        app.stop()

    app.said = said
    keys = KeyLines(app.clock, app.key, ended)
    live = app.live(keys)
    keys.start()
    try:
        status = live.run()
    finally:
        keys.close()
    return _ended(app, live, status)


def _ended(app: App, live: Live, status: int) -> int:
    """Say what failed, and how to go on with a game that is not over."""
    for failure in app.failures:
        sys.stderr.write(f"arbiter play: {failure}\n")
    play = live.table.play
    if play is not None and not play.over:
        told = tr("The game is kept: arbiter play goes on with it.")
        if not live.kept:
            told = tr(
                "The game is not kept: the disk of {folder} refused the last of it.", folder=home()
            )
        sys.stderr.write(f"{told}\n")
    return status


def _refuse(record: Path) -> None:
    """Refuse a place where nothing can be recorded, before a game begins."""
    folder = folder_of(record)
    for path in (record, folder):
        if os.path.lexists(path):
            text = tr("{place} exists; choose another name for the recording", place=path)
            raise SettingsError(text)
    try:
        folder.mkdir(parents=True)
        folder.rmdir()  # made again when a game begins
    except OSError as error:
        no_folder = isinstance(error, FileExistsError)
        why = os.strerror(errno.ENOTDIR) if no_folder else error.strerror or str(error)
        text = tr("cannot record to {place}: {why}", place=record, why=why)
        raise SettingsError(text) from error


def _setup(wanted: Wanted, stack: ExitStack) -> Setup | None:
    """The game to be played at once, None for the menus."""
    table = wanted.table
    if wanted.recording is not None and table is None:
        table = stack.enter_context(opened(wanted.recording)) / "table.toml"
    if wanted.table is not None and not wanted.table.is_file():
        raise SettingsError(tr("no table at {place}: expected a table.toml", place=wanted.table))
    if wanted.game is None and table is None:
        if wanted.players is not None:
            raise SettingsError(tr("--players needs --game, or choose both in the menus"))
        return None
    settings = read_settings(table or Path("no table.toml"), wanted.game, wanted.players)
    new_game(settings)  # refused before anything is opened or written
    options = dict(settings.options)
    given = options.pop("handicap", None)
    handicap = None
    if isinstance(given, dict) and set(given) == {"player", "coins"}:
        player = given["player"]
        name = settings.players[player] if isinstance(player, int) else player
        handicap = (name, given["coins"])
    return Setup(settings.game, settings.players, options, handicap)


def _remember_language(wanted: Wanted) -> None:
    """Let the table speak a language from now on, as its menu would."""
    if wanted.language is not None:
        kept, _ = Kept.load(home())
        for complaint in replace(kept, language=wanted.language).save(home()):
            raise OSError(complaint.text)
