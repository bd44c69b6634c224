"""`arbiter play`: the same table on a PC, in the terminal or a window."""

import signal
import sys
import threading
from contextlib import ExitStack
from typing import Final

import cv2

from firmware.heap import give_back_freed_memory
from firmware.journal import home
from firmware.play.app import App
from firmware.play.clock import MAX_SPEED, MIN_SPEED
from firmware.play.painter import Painter
from firmware.play.wanted import Wanted
from firmware.settings import SettingsError
from firmware.table.live import Live
from firmware.texts import tr
from firmware.usage import SIGNALLED
from hardware.errors import HardwareError
from hardware.sim.keyboard import Keyboard, KeyLines
from hardware.sim.terminal import RawTerminal

__all__ = ["MAX_SPEED", "MIN_SPEED", "App", "Wanted", "run"]

LAST_S: Final = 3.0
"""Seconds for which the table goes on once a script of keys has ended, to judge the last throw."""


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


def _run(app: App, wanted: Wanted) -> int:
    if wanted.window:
        from firmware.play.window import run_window  # noqa: PLC0415 - Tk is not everywhere

        return run_window(app)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return run_terminal(app)
    return run_lines(app)


def run_terminal(app: App) -> int:
    """Play on a terminal that gives each key as it is pressed."""
    lock = threading.Lock()
    painter = Painter(app.look, sys.stdout, lock)
    app.changed = painter.touch

    def gone() -> None:
        """End as SIGHUP does, which a terminal that goes away need not send to everyone."""
        live.runner.stop(SIGNALLED + signal.SIGHUP)

    keyboard = Keyboard(sys.stdin.fileno(), app.clock, app.key, gone)
    live = app.live(keyboard)
    with RawTerminal(sys.stdin, sys.stdout, painter.afresh, lock, live.runner.stop):
        painter.start()
        try:
            keyboard.start()
            status = live.run()
        finally:
            keyboard.close()
            painter.close()
    try:
        return _ended(app, live, status)
    except OSError:  # the terminal is gone, as its SIGHUP said: nobody is to be told
        return status


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
