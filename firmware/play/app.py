"""A table on a PC: its devices, what keys do to it, and all that is to be seen of it."""

import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from firmware.bundle import opened
from firmware.journal import home
from firmware.loop import Said
from firmware.play.clock import PlayClock
from firmware.play.hands import Hands, Wants, wants
from firmware.play.page import DieSeen, Shown
from firmware.play.scene import KeptFrames, SeenWatch, Silence, open_recording, open_webcam
from firmware.play.wanted import Wanted, asked_setup, refuse_taken, remember_language
from firmware.screens import in_words
from firmware.table.command import NAMES, now_date
from firmware.table.live import Live, Parts
from firmware.table.ports import Check
from firmware.table.stall import STALL_S
from firmware.table.whole_games import numbered
from firmware.texts import tr
from firmware.views import View
from hardware.ports import Camera
from hardware.sim import SimLight, SimOled
from hardware.sim.camera import read_shots
from hardware.sim.drawn import Scene, SceneCamera, Stage, TrayLook
from hardware.sim.drawn.ground import FELTS
from hardware.sim.keyboard import Keyboard, KeyLines
from vision.reader import Reader
from vision.reading import DiceReader
from vision.tray import Look

__all__ = ["App"]

SAID: Final = 12
"""Lines that are kept for the terminal."""

SAME_DIE_PX: Final = 24.0
"""A reading this near to a drawn die is of it; dice are 32 pixels wide and do not touch."""

FIVE: Final = 5
"""Dice that are thrown to set the table up."""


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
        setup = asked_setup(wanted, stack)
        self.torn = ""
        self._recorded: Callable[[], Sequence[Path]] = tuple
        if wanted.record is not None:
            refuse_taken(wanted.record)
            stack.callback(self._end_recording, wanted.record)
        remember_language(wanted)
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
        if said.line.event == "resumed" and self.hands is not None:
            self.hands.put_back()  # real dice would still lie there
        self._lines.append(said.line.text)
        self.said(said.line.text)
        self.changed()

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
