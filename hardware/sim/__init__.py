"""Simulated devices that behave as the real ones do."""

from hardware.sim.buttons import SimButtons
from hardware.sim.camera import RecordingCamera
from hardware.sim.clock import ToldClock
from hardware.sim.oled import OledBus, OledChip, SimOled
from hardware.sim.quiet import SimLight, SimPower, SimSound

__all__ = [
    "OledBus",
    "OledChip",
    "RecordingCamera",
    "SimButtons",
    "SimLight",
    "SimOled",
    "SimPower",
    "SimSound",
    "ToldClock",
]
