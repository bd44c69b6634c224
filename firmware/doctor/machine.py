"""What the doctor finds of the machine itself: board, power, card, clock."""

import datetime as dt
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from firmware.doctor.findings import Finding

__all__ = ["Machine", "check_machine", "is_pi"]

HOT_C: Final = 80.0
"""Degrees at which a Raspberry Pi begins to slow down."""

FREE_MB: Final = 200
"""Free room below which games may soon find no place; an evening takes a few MB without frames."""

MB: Final = 1_000_000

UNDER_NOW: Final = 1 << 0
SLOW_NOW: Final = 1 << 2
UNDER_BEFORE: Final = 1 << 16
"""Bits of what the firmware tells of its power, by vcgencmd get_throttled."""

POWER_REMEDY: Final = (
    "use the Raspberry Pi's own power supply (5 V; 2.5 A for a Zero 2 W, 3 A for a 4, 5 A for a 5) "
    "and its own cable; give a lamp or a screen a supply of its own"
)

BUILT: Final = dt.date(2026, 1, 1)
"""No clock that goes right shows an earlier day."""


def _run(command: Sequence[str]) -> str | None:
    """What a command says; None when it is not there or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)  # noqa: S603 - ours
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


class Machine(NamedTuple):
    """What is asked of the machine; a test brings another.

    root: where /proc and /sys are. run: what a command says, None when it fails. today: by the
    clock. games: the folder of the games.
    """

    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = _run
    today: Callable[[], dt.date] = dt.date.today
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    games: Path = Path()


def check_machine(machine: Machine) -> list[Finding]:
    """Board, power, card and clock."""
    return [_board(machine), _power(machine), _card(machine), _clock(machine)]


def is_pi(machine: Machine) -> bool:
    """Whether this is a Raspberry Pi."""
    return "Raspberry Pi" in _read(machine.root / "proc/device-tree/model")


def _board(machine: Machine) -> Finding:
    model = _read(machine.root / "proc/device-tree/model")
    name = model or f"no Raspberry Pi: {platform.machine()}, {platform.system()}"
    about = f"{name}, Python {platform.python_version()}"
    degrees = _read(machine.root / "sys/class/thermal/thermal_zone0/temp")
    if degrees.isdecimal() and int(degrees) / 1000 >= HOT_C:
        return Finding(
            "machine",
            "advice",
            f"{about}, {int(degrees) / 1000:.0f} degrees: so hot it slows down",
            "give it air, a heat sink, or a fan",
        )
    warm = f", {int(degrees) / 1000:.0f} degrees" if degrees.isdecimal() else ""
    return Finding("machine", "well", about + warm)


def _power(machine: Machine) -> Finding:
    bits = _power_bits(machine)
    if bits is None:
        why = "no flag for it, so nothing is known" if is_pi(machine) else "only a Pi tells"
        return Finding("power", "skipped", f"under-voltage: {why}")
    if bits & UNDER_NOW:
        return Finding("power", "wrong", "the supply is too weak now: under-voltage", POWER_REMEDY)
    if bits & SLOW_NOW:
        return Finding(
            "power",
            "advice",
            "the processor is slowed down now, by heat or for want of power",
            f"give it air, a heat sink, or a fan; {POWER_REMEDY}",
        )
    if bits & UNDER_BEFORE:
        text = "the supply was too weak at some time since the start"
        return Finding("power", "advice", text, POWER_REMEDY)
    return Finding("power", "well", "no under-voltage since the start")


def _power_bits(machine: Machine) -> int | None:
    """The firmware's bits, or the kernel's alarm as the first of them; None when neither tells."""
    told = machine.run(("vcgencmd", "get_throttled")) or ""
    _, _, number = told.partition("throttled=")
    try:
        return int(number, 16)
    except ValueError:
        pass
    for sensor in sorted((machine.root / "sys/class/hwmon").glob("hwmon*")):
        if _read(sensor / "name") == "rpi_volt":
            return int(_read(sensor / "in0_lcrit_alarm") == "1")
    return None


def _card(machine: Machine) -> Finding:
    place = machine.games
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place) as file:
            file.write(b"arbiter")
            file.flush()
            os.fsync(file.fileno())
        free_mb = machine.free_bytes(place) // MB
    except OSError as error:
        return Finding(
            "card",
            "wrong",
            f"nothing can be written to {place}: {error.strerror}",
            "games could not be kept: let this user write there, or name another folder in "
            "ARBITER_HOME; a card that became read-only is worn out: copy it and replace it",
        )
    if free_mb < FREE_MB:
        return Finding(
            "card",
            "advice",
            f"only {free_mb} MB are free for {place}",
            "delete recordings that nobody needs, or use a larger card",
        )
    return Finding("card", "well", f"{free_mb:,} MB free for {place}, and writable")


def _clock(machine: Machine) -> Finding:
    today = machine.today()
    if today < BUILT:
        return Finding(
            "clock",
            "advice",
            f"it shows {today}, which is past: games would bear a wrong date",
            "connect the table to a network once after each start, or set it: "
            'sudo date -s "2026-12-24 20:00"',
        )
    told = machine.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value"))
    kept = {"yes": ", kept by the network", "no": ", not checked by a network"}.get(told or "", "")
    return Finding("clock", "well", f"{today}{kept}")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip("\0\n ")
    except (OSError, UnicodeDecodeError):
        return ""
