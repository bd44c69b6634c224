"""A kernel's simulated GPIO chip as a table's pins: real gpiozero on real lgpio on /dev/gpiochip0.

A script has made the chip, with the label of a Raspberry Pi 4's, and names its folder in
ARBITER_REAL_GPIO. A pin is pushed by its pull, and an output read by its value.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import gpiozero.pins.local

from hardware.pi.gpio import lgpio_factory
from tests.hardware.rigs import Board

__all__ = ["LOOKS", "real_board"]

PI_4: int = 0xC03112
"""The revision that a Raspberry Pi 4 tells, which is all that is no pin here."""

gpiozero.pins.local.get_pi_revision = lambda: PI_4

LOOKS = 800
"""Looks at a pin, at random times, by which the part of the time is told for which it is high."""

LONGEST_S = 1.0

TICK_S = 0.001
"""The kernel's, as gpio_kernel.config has it."""


def real_board() -> Board:
    """The pins of the chip, opened as the table opens them."""
    chip = Path(os.environ["ARBITER_REAL_GPIO"])
    factory, chance = lgpio_factory(), random.Random(1)

    def push(bcm: int, down: bool) -> None:
        pull = "pull-down" if down else "pull-up"
        (chip / f"sim_gpio{bcm}" / "pull").write_text(pull, encoding="ascii")

    def is_high(bcm: int) -> bool:
        return (chip / f"sim_gpio{bcm}" / "value").read_text(encoding="ascii").strip() == "1"

    def level(bcm: int) -> float:
        high = 0
        for _ in range(LOOKS):
            time.sleep(chance.uniform(0, 0.0008))  # out of step with the pulses
            high += is_high(bcm)
        return high / LOOKS

    return Board(factory, push, is_high, level, _wait, factory.close)


def _wait(so: Callable[[], bool]) -> None:
    """A pin that was pushed is so at once, but its edge comes with the next tick of the kernel."""
    until_s = time.monotonic() + LONGEST_S
    time.sleep(TICK_S)
    while not so() and time.monotonic() < until_s:
        time.sleep(TICK_S)
