"""A recording as items for the loop, in the order of their times."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from firmware.loop import Item, Press
from hardware.ports import Camera
from hardware.sim.camera import Shot, read_presses

__all__ = ["are_stills", "items", "recorded_presses"]


def recorded_presses(folder: Path) -> tuple[Press, ...]:
    """The presses of a recording; raises RecordingError when they are damaged."""
    return tuple(Press(button, time_s) for time_s, button in read_presses(folder))


def are_stills(shots: Sequence[Shot], quiet_s: float) -> bool:
    """Whether a recording has one picture for each settled throw: every gap exceeds quiet_s."""
    return all(after.time_s - before.time_s > quiet_s for before, after in pairwise(shots))


def items(camera: Camera, presses: Sequence[Press]) -> Iterator[Item]:
    """Frames and presses by their times; of equal ones the frame comes first."""
    waiting = list(presses)
    while (frame := camera.capture()) is not None:
        while waiting and waiting[0].time_s < frame.time_s:
            yield waiting.pop(0)
        yield frame
    yield from waiting
