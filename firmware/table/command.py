"""`arbiter table`: the table itself, with the devices that its table.toml names."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

from firmware import devices
from firmware.devices import DeviceSettings, read_device_settings
from firmware.heap import give_back_freed_memory
from firmware.journal import home
from firmware.loop import Said
from firmware.replay import make_reader
from firmware.settings import SettingsError, read_settings
from firmware.table.live import Live, Parts
from firmware.table.ports import Check
from firmware.table.speech import find_speaker
from firmware.table.whole_games import dated
from firmware.texts import mark, speak
from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from hardware.ports import Power
from hardware.sim import SimButtons, SimLight, SimOled, SimPower, SimSound
from vision.outline import Corners
from vision.tray import TrayWatch

__all__ = ["NAMES", "OFF", "now_date", "run"]

OFF: Final = 64
"""What the loop ends with when the machine is to be switched off; no exit status."""

NAMES: Final = {
    # For translators: the parts of the self-check, eight letters at most.
    "camera": mark("camera"),
    "screen": mark("screen"),
    "buttons": mark("buttons"),
    "light": mark("light"),
    "sound": mark("sound"),
    "power": mark("power"),
    "disk": mark("disk"),
}

D = TypeVar("D")


def run(config: Path, folder: Path | None, out: TextIO, record: Path | None = None) -> int:
    """Run the table until it is stopped; gives the exit status.

    config: the table.toml. folder: for games and settings.
    record: a folder for recordings of whole games, none when None.
    """
    give_back_freed_memory()
    try:
        settings = read_device_settings(config)
        table_toml = read_settings(config)
    except (SettingsError, HardwareError) as error:
        sys.stderr.write(f"arbiter table: {error}\n")
        return 2
    if table_toml.language is not None:
        speak(table_toml.language)
    with ExitStack() as opened:
        table = _Opened(settings, opened)
        parts = table.parts(folder or home(), out, table_toml.corners)
        live = Live(replace(parts, record=None if record is None else dated(record)))
        table.ends = live.runner.stop
        with _stopped_by_signals(live.runner.stop):
            status = live.run()
        # while the devices are open: the power's light blinks until the machine is going
        return table.switch_off() if status == OFF else status


class _Opened:
    """The devices of a table as far as they could be opened, and what was wrong with the others.

    One that fails is replaced by one that does nothing, and the self-check says so: a game can go
    on without its buzzer, and a table that says why it is of no use is better than none.
    """

    def __init__(self, settings: DeviceSettings, opened: ExitStack) -> None:
        self._settings = settings
        self._opened = opened
        self.checks: list[Check] = []
        self.ends: Callable[[int], None] = lambda _status: None
        self._power: Power = SimPower()
        self._factory = self._pins()

    def parts(self, folder: Path, out: TextIO, corners: Corners | None = None) -> Parts:
        """What the table is put together from."""
        settings, factory = self._settings, self._factory
        self.checks.append(Check(NAMES["camera"], None, part="camera"))

        def say(said: Said) -> None:
            out.write(f"{said.line.text}\n")
            out.flush()

        return Parts(
            open_camera=lambda: devices.open_camera(settings),
            display=self._open("screen", lambda: devices.open_display(settings, factory), SimOled),
            buttons=self._open(
                "buttons", lambda: devices.open_buttons(settings, factory), SimButtons
            ),
            light=self._open("light", lambda: devices.open_light(settings, factory), SimLight),
            sound=self._open("sound", lambda: devices.open_sound(settings, factory), SimSound),
            power_off=self._power_off(),
            clock=MonotonicClock(),
            reader=make_reader(),
            watch=partial(TrayWatch, corners=corners),
            corners=corners,
            folder=folder,
            date=now_date,
            checks=[*self.checks, Check(NAMES["disk"], True, part="disk")],
            say=say,
            speaker=find_speaker(),
            offer_set_up=True,
        )

    def switch_off(self) -> int:
        """The loop has ended, and the machine is to be switched off; gives the exit status."""
        self._power.going()
        return _switch_off()

    def _pins(self) -> Any:
        try:
            factory = devices.open_factory(self._settings)
        except HardwareError as error:
            sys.stderr.write(f"arbiter table: {error}\n")
            return None
        if factory is not None:
            self._opened.callback(factory.close)
        return factory

    def _open(self, part: str, opener: Callable[[], D], instead: Callable[[], D]) -> D:
        used = {"light": self._settings.light, "sound": self._settings.sound}.get(part)
        which = {"screen": "screen"}.get(part, "other")
        name = NAMES[part]
        try:
            device = opener()
        except (HardwareError, OSError) as error:
            sys.stderr.write(f"arbiter table: {error}\n")
            text = mark("It does not work:\nsee the log")
            self.checks.append(Check(name, False, text))
            return instead()
        close: Callable[[], None] = device.close  # type: ignore[attr-defined]
        self._opened.callback(close)
        works = None if used == "none" else True
        self.checks.append(Check(name, works, part=which))  # type: ignore[arg-type]
        return device

    def _power_off(self) -> Callable[[], None] | None:
        """Switches the machine off, where this is one that is a table."""
        if self._factory is None:
            return None

        def off() -> None:
            self.ends(OFF)

        def opened() -> Power:
            return devices.open_power(self._settings, self._factory)

        if self._settings.has_power:
            self._power = self._open("power", opened, SimPower)
            self._power.listen(off)
        return off


def now_date() -> str:
    """The time of day, as a record has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _switch_off() -> int:
    from hardware.pi.power import switch_off  # noqa: PLC0415 - on a Pi only

    try:
        switch_off()
    except HardwareError as error:
        sys.stderr.write(f"arbiter table: {error}\n")
        return 1
    return 0


@contextmanager
def _stopped_by_signals(stop: Callable[[int], None]) -> Iterator[None]:
    """End the loop with 0 on SIGTERM and SIGINT, as systemd and Ctrl-C send them."""
    signals: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(one, lambda *_: stop(0)) for one in signals]
    try:
        yield
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
