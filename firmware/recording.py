"""A recording as items for the loop, in the order of their times."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import pairwise
from pathlib import Path

from firmware.loop import Item, Press, Tick
from hardware.ports import Camera
from hardware.sim.camera import Shot, read_presses, read_ticks

__all__ = ["are_stills", "items", "recorded_presses", "recorded_ticks"]


def recorded_presses(folder: Path) -> tuple[Press, ...]:
    """The presses of a recording; raises RecordingError when they are damaged."""
    return tuple(Press(button, time_s) for time_s, button in read_presses(folder))


def recorded_ticks(folder: Path) -> tuple[Tick, ...]:
    """The ticks of a recording, none in older ones; raises RecordingError when damaged."""
    return tuple(Tick(time_s) for time_s in read_ticks(folder))


def are_stills(shots: Sequence[Shot], quiet_s: float) -> bool:
    """Whether a recording has one picture for each settled throw: every gap exceeds quiet_s."""
    return all(after.time_s - before.time_s > quiet_s for before, after in pairwise(shots))


def items(camera: Camera, presses: Sequence[Press], ticks: Sequence[Tick] = ()) -> Iterator[Item]:
    """Frames, presses and ticks by their times; of equal ones in this order."""
    return merge(_frames(camera), presses, ticks, key=lambda item: item.time_s)


def _frames(camera: Camera) -> Iterator[Item]:
    while (frame := camera.capture()) is not None:
        yield frame
