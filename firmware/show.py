"""A recording refereed before an audience: every throw with its faces, its ruling, its screen."""

import io
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

import numpy as np
from PIL import Image as Picture

from firmware.loop import Said
from firmware.ours import write_ours
from firmware.replay import Wiring, make_reader, replay
from firmware.screens import for_terminal
from firmware.settings import SettingsError, read_settings
from firmware.texts import from_environment, speak, tr, trn
from firmware.wrapped import wrapped
from hardware.errors import RecordingError, reason
from hardware.ports import Frame
from hardware.sim import SimOled
from hardware.sim.camera import read_shots
from vision.annotate import annotate
from vision.reading import DiceReader
from vision.tray import Rest

__all__ = ["Show", "show"]

JPEG_QUALITY: Final = 90

NARROW: Final = 80
"""Columns that are taken for granted where the output is no terminal."""


def show(folder: Path, out: TextIO, annotate_folder: Path, reader: DiceReader | None = None) -> int:
    """Referee a recording, print it, and write its annotated pictures.

    Gives 0 when the game was won, 1 when it was not, 2 when the recording or a folder fails.
    """
    try:
        annotate_folder.mkdir(parents=True, exist_ok=True)
        settings = read_settings(folder / "table.toml")
        speak(settings.language or from_environment(os.environ))
        audience = Show(out, annotate_folder, len(read_shots(folder)))
        audience.progress(0)
        oled = SimOled(audience.drawn)
        replay(
            folder,
            settings,
            Wiring(reader or make_reader(), oled, audience.say, audience.rested),
        )
    except BrokenPipeError:
        raise  # nobody reads on, as after head: the command line ends without a word
    except (RecordingError, SettingsError, OSError) as error:
        place = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
        sys.stderr.write(f"arbiter demo: {place}{reason(error)}\n")
        return 2
    return audience.end()


class Show:
    """Prints what happens, picture by picture.

    What follows from a picture is printed under it, with the screen as it then looks; a line on
    standard error says how far it got.
    """

    def __init__(self, out: TextIO, annotate_folder: Path, pictures: int) -> None:
        self._out = out
        self._folder = annotate_folder
        self._pictures = pictures
        self._written = 0
        self._winner: str | None = None

    def rested(self, frame: Frame, rest: Rest) -> None:
        """Print what was read in a picture, and write it annotated."""
        self._write_annotated(frame, rest)
        self.progress(frame.number + 1)
        faces = [die.reading.face for die in rest.dice]
        head = tr(
            "Picture {number} of {pictures}, {file}: {faces}",
            number=frame.number + 1,
            pictures=self._pictures,
            file=_annotated(frame),
            faces=_faces(faces),
        )
        self._print(f"\n{head}")

    def say(self, said: Said) -> None:
        """Print a line."""
        line = said.line
        if line.event == "winner":
            self._winner = str(line.facts["player"])
        if line.event == "roll":
            lying = line.facts["lying"]
            assert isinstance(lying, Sequence)
            there = tr("on the table {faces}", faces=_faces(lying))
            self._print(f"  {line.text}; {there}")
        else:
            self._print(f"  {line.text}")

    def drawn(self, image: Picture.Image) -> None:
        """Print the screen."""
        columns = shutil.get_terminal_size((NARROW, 24)).columns if self._out.isatty() else NARROW
        for row in for_terminal(image, columns, self._out.encoding):
            self._print("  " + row)

    def progress(self, done: int) -> None:
        """Say on standard error how far it got: on a terminal in one line that is rewritten."""
        text = f"reading picture {done + 1} of {self._pictures} ..."
        if not sys.stderr.isatty():
            if done == 0:
                sys.stderr.write(f"reading {self._pictures} pictures ...\n")
        elif done < self._pictures:
            sys.stderr.write(f"{text}\r")
        else:
            sys.stderr.write(" " * len(text) + "\r")
        sys.stderr.flush()

    def end(self) -> int:
        """Say who won and where the pictures are; give 0, or 1 when nobody won."""
        won = tr("The game was not played to its end.")
        if self._winner:
            won = tr("{player} wins.", player=self._winner)
        count, folder = self._written, self._folder
        pictures = trn(
            "{count} annotated picture: {folder}",
            "{count} annotated pictures: {folder}",
            count,
            count=count,
            folder=folder,
        )
        self._print(f"\n{won} {pictures}")
        return 0 if self._winner else 1

    def _write_annotated(self, frame: Frame, rest: Rest) -> None:
        drawn = annotate(frame.pixels, rest.observation)
        picture = Picture.fromarray(np.ascontiguousarray(drawn[:, :, ::-1]))
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=JPEG_QUALITY)
        write_ours(self._folder / _annotated(frame), packed.getvalue())
        self._written += 1

    def _print(self, text: str) -> None:
        self._out.write(wrapped(text, self._out) + "\n")
        self._out.flush()


def _annotated(frame: Frame) -> str:
    """The name of its annotated picture."""
    return f"{Path(frame.name).stem}.jpg"


def _faces(faces: Sequence[object]) -> str:
    """Faces from the highest to the lowest, unread ones last as question marks."""
    read = sorted((str(face) for face in faces if face is not None), reverse=True)
    unread = ["?"] * (len(faces) - len(read))
    return " ".join([*read, *unread]) or tr("an empty tray")
