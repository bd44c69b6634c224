"""The command: all checks, one after another, told as they come or as one JSON object."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TextIO

from firmware import devices
from firmware.devices import DeviceSettings, read_device_settings
from firmware.doctor.buttons import Opener, check_buttons
from firmware.doctor.findings import Finding, as_json, as_text, status
from firmware.doctor.machine import Machine, check_machine, is_pi
from firmware.doctor.parts import (
    Opened,
    check_camera,
    check_display,
    check_lamp,
    check_light,
    check_sound,
    check_switch,
    fault,
)
from firmware.journal.place import home
from firmware.settings import SettingsError, read_settings
from firmware.wrapped import wrapped
from hardware.errors import HardwareError

__all__ = ["Surgery", "run"]

ELSEWHERE: Final = """    [devices]
    camera = "usb:0"
    display = "none"
    buttons = "none"
"""
"""Settings for a PC with a webcam."""


def _look(pixels: Any) -> Sequence[str]:
    """What is wrong with the light in a picture, a sentence each."""
    from firmware.replay import make_reader  # noqa: PLC0415 - loads the networks
    from vision.conditions import check  # noqa: PLC0415 - loads OpenCV

    return [condition.text for condition in check(pixels, make_reader().read(pixels, "auto"))]


@dataclass(frozen=True, slots=True)
class Surgery:
    """What the doctor works with; a test brings another."""

    machine: Machine = field(default_factory=lambda: Machine(games=home()))
    opened: Opened = field(default_factory=Opened)
    buttons: Opener = devices.open_buttons
    factory: Callable[[DeviceSettings], Any] = devices.open_factory
    look: Callable[[Any], Sequence[str]] = _look


def run(
    config: Path,
    out: TextIO,
    as_object: bool = False,
    ask: bool = True,
    surgery: Surgery | None = None,
) -> int:
    """Look at every part that a table.toml names, and print what was found.

    ask: whether somebody is there to press buttons. Gives 0 when all that is named works, 1 when
    something does not, 2 when the settings cannot be read.
    """
    try:
        read_settings(config)
        settings = read_device_settings(config)
    except (SettingsError, HardwareError) as error:
        sys.stderr.write(f"arbiter doctor: {error}\n")
        return 2
    found: list[Finding] = []
    prompt = sys.stderr if ask else None
    doctor = surgery or Surgery()
    if not as_object:
        out.write(wrapped(_first(config, settings, is_pi(doctor.machine)), out))
        out.flush()
    for finding in _examine(settings, doctor, prompt):
        found.append(finding)
        if not as_object:
            out.write(wrapped(as_text(finding), out))
            out.flush()
    if as_object:
        out.write(as_json(found))
    else:
        out.write(wrapped(_summary(found), out))
    return status(found)


def _examine(
    settings: DeviceSettings, surgery: Surgery, prompt: TextIO | None
) -> Iterator[Finding]:
    yield from check_machine(surgery.machine)
    seen, frame = check_camera(settings, surgery.opened)
    yield seen
    yield from check_light(frame, surgery.look)
    try:
        factory = surgery.factory(settings)
    except HardwareError as error:
        yield fault("pins", "absent", error)
        yield from _without_pins(settings, surgery)
        return
    try:
        shown, display = check_display(settings, factory, surgery.opened)
        yield shown
        yield check_buttons(settings, factory, prompt, surgery.buttons)
        if display is not None:
            display.close()
        yield check_sound(settings, factory, surgery.opened)
        yield check_lamp(settings, factory, surgery.opened)
        yield check_switch(settings, factory, surgery.opened)
    finally:
        if factory is not None:
            factory.close()


def _without_pins(settings: DeviceSettings, surgery: Surgery) -> Iterator[Finding]:
    """A display on I2C needs no pin of ours; the rest does."""
    if settings.display.endswith("-spi"):
        yield Finding("display", "skipped", "it needs the pins")
    else:
        shown, display = check_display(settings, None, surgery.opened)
        yield shown
        if display is not None:
            display.close()
    named = {"buttons": settings.buttons, "sound": settings.sound, "lamp": settings.light}
    for part, used in {**named, "power button": "on" if settings.has_power else "none"}.items():
        if used != "none":
            yield Finding(part, "skipped", "its pin cannot be reached")


def _first(config: Path, settings: DeviceSettings, on_pi: bool) -> str:
    """What is looked at, and before all else what to do where that cannot be right."""
    read = f"Settings: {config}" if config.is_file() else f"No {config} here: the usual table"
    on_its_own = settings.needs_pins or settings.camera.startswith("picamera2")
    if on_pi or not (on_its_own or settings.display != "none"):
        return f"{read}\n\n"
    return (
        f"{read}, which is one for a Raspberry Pi; this machine is none.\n"
        "To play here no part of it is needed: ./arbiter play. To look at what this machine has,\n"
        "write a table.toml that names it, and start the doctor again:\n\n"
        f"{ELSEWHERE}\n"
    )


def _summary(found: Sequence[Finding]) -> str:
    wrong = [finding.part for finding in found if finding.state in ("wrong", "absent")]
    if wrong:
        return f"\nTo mend: {', '.join(wrong)}; the arrows above say how.\n"
    return "\nAll that the settings name works.\n"
