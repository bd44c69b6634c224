"""What the doctor finds of the buttons: none is down by itself, and each can be pressed."""

import queue
import time
from collections.abc import Callable
from typing import Any, Final, TextIO

from firmware import devices
from firmware.devices import DeviceSettings
from firmware.doctor.findings import Finding
from firmware.doctor.parts import fault
from hardware.errors import HardwareError
from hardware.pins import label
from hardware.ports import BUTTONS, Button, Buttons, Edge

__all__ = ["WAIT_S", "check_buttons"]

WAIT_S: Final = 15.0
"""Seconds for which a press is waited for."""

Opener = Callable[[DeviceSettings, Any], Buttons]


def check_buttons(
    settings: DeviceSettings,
    factory: Any,
    prompt: TextIO | None,
    opener: Opener = devices.open_buttons,
    wait_s: float = WAIT_S,
) -> Finding:
    """Look whether a button is down, then ask for each of them to be pressed.

    prompt: where to ask, None when nobody is there.
    """
    if settings.buttons == "none":
        return Finding("buttons", "skipped", "the settings name none")
    try:
        buttons = opener(settings, factory)
    except HardwareError as error:
        return fault("buttons", "absent", error)
    try:
        held = getattr(buttons, "held", lambda: ())()
        if held:
            return _held(settings, held)
        if prompt is None:
            text = "none is down by itself; pressing each was not asked for"
            return Finding("buttons", "skipped", text)
        silent, wrong = _press_each(buttons, prompt, wait_s)
    finally:
        buttons.close()
    return _judged(settings, silent, wrong)


def _held(settings: DeviceSettings, held: tuple[Button, ...]) -> Finding:
    names = ", ".join(f"{name} at {label(settings.pins[name])}" for name in held)
    return Finding(
        "buttons",
        "wrong",
        f"down though nobody presses: {names}",
        "its two wires touch, or it is wired across the two legs that are always joined: "
        "turn the button by a quarter",
    )


def _press_each(
    buttons: Buttons, prompt: TextIO, wait_s: float
) -> tuple[list[Button], dict[Button, Button]]:
    """Ask for each button; those that said nothing, and those that were another one."""
    presses: queue.Queue[Button] = queue.Queue()

    def heard(edge: Edge) -> None:
        if edge.down:
            presses.put(edge.button)

    buttons.listen(heard)
    silent: list[Button] = []
    wrong: dict[Button, Button] = {}
    before: Button | None = None
    for asked in BUTTONS:
        prompt.write(f"Press {asked} ... ")
        prompt.flush()
        came = _next(presses, before, wait_s)
        if came is None:
            silent.append(asked)
        elif came != asked:
            wrong[asked] = came
        before = came or before
        prompt.write("nothing\n" if came is None else "yes\n" if came == asked else f"{came}!\n")
    return silent, wrong


def _next(presses: queue.Queue[Button], before: Button | None, wait_s: float) -> Button | None:
    """The next button that goes down; the one before bounces, and people press again."""
    until_s = time.monotonic() + wait_s
    while True:
        try:
            came = presses.get(timeout=max(0.0, until_s - time.monotonic()))
        except queue.Empty:
            return None
        if came != before:
            return came


def _judged(settings: DeviceSettings, silent: list[Button], wrong: dict[Button, Button]) -> Finding:
    if not silent and not wrong:
        return Finding("buttons", "well", "all five were pressed and heard")
    said = [f"{name} at {label(settings.pins[name])} was not heard" for name in silent]
    said += [f"{asked} came as {came}" for asked, came in wrong.items()]
    remedy = "see that each lies between its pin and ground" if silent else "swap their wires"
    return Finding(
        "buttons",
        "wrong",
        "; ".join(said),
        f"{remedy}, or their numbers under [pins]: arbiter pins",
    )
