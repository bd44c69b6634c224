"""The commands that look at the tray through a camera, in a terminal: calibrate and capture."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from firmware import calibrate_command
from firmware import capture as capture_command
from firmware.calibrate import Calibration, Corners, TrayFinder
from firmware.read import reader_maker
from firmware.settings import SettingsError, read_settings
from firmware.sight import Sight, open_sight
from firmware.usage import UsageError
from hardware.errors import HardwareError
from vision.outline import corners_in
from vision.reading import Dice, Image

__all__ = ["Look", "SetUp", "calibrate", "capture"]

FAILED = 2
"""The exit status when there is no camera."""


@dataclass(frozen=True, slots=True)
class Look:
    """What to look through: a camera by its name in [devices], or, if empty, that of config."""

    camera: str = ""
    config: Path = Path("table.toml")


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the user asked for: what to look through, the dice, other models, the picture's file."""

    look: Look
    dice: Dice = "auto"
    models: Path | None = None
    picture: Path = Path("calibration.jpg")


def calibrate(asked: SetUp, out: TextIO, err: TextIO) -> int:
    """Set the table up with what a camera sees."""
    with _opened(asked.look, err) as sight:
        if sight is None:
            return FAILED

        def take() -> Image | None:
            shown = sight.take()
            return None if shown is None else shown.image

        corners = _given_corners(asked.look.config)
        finder: TrayFinder = corners_in if corners is None else lambda _image: corners
        reader = reader_maker(asked.models)()
        calibration = Calibration(reader, finder, asked.dice, corners is not None)
        return calibrate_command.run(take, calibration, _line, out, asked.picture)


def capture(
    wanted: capture_command.Wanted, look: Look, models: Path | None, out: TextIO, err: TextIO
) -> int:
    """Take pictures with what a camera sees."""
    with _opened(look, err) as sight:
        if sight is None:
            return FAILED
        pictures = capture_command.pictures_of(sight, _thrown(out))
        return capture_command.run(pictures, wanted, reader_maker(models)(), _line, out)


@contextmanager
def _opened(look: Look, err: TextIO) -> Iterator[Sight | None]:
    """The sight, closed afterwards; None when there is no such camera, which is told."""
    try:
        sight = open_sight(look.camera, look.config, err)
    except HardwareError as error:
        err.write(f"arbiter: {error}\n")
        yield None
        return
    try:
        yield sight
    finally:
        sight.close()


def _given_corners(config: Path) -> Corners | None:
    """The corners that a table.toml gives, None for none; raises UsageError for a bad one."""
    try:
        return read_settings(config).corners
    except SettingsError as error:
        raise UsageError(str(error)) from error


def _line() -> str | None:
    """What is typed next, None at the end of input."""
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def _thrown(out: TextIO) -> Callable[[], bool]:
    """Asks for the next throw before a picture is taken."""

    def ready() -> bool:
        out.write("Throw the dice, then Enter (q stops): ")
        out.flush()
        line = _line()
        return line is not None and line.strip().lower() not in {"q", "quit"}

    return ready
