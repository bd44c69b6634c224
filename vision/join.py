"""Joining the readings of several quiet frames into one observation."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, sqrt
from typing import Final

from vision.reading import Observation, Reading

__all__ = ["join"]

NEAR_BOXES: Final = 0.4
"""Readings whose centres are nearer, in box sides, are of one die: dice cannot overlap."""

LEANS: Final = frozenset({"cocked", "stacked"})
"""Reasons that lie in the die; the others lie in the picture, and the next may not share them."""


def join(seen: Sequence[Observation]) -> Observation:
    """Join observations of the same still tray into one.

    A die keeps its surest accepted reading. Where two accepted readings disagree it is left
    unread as doubtful, and where a frame misses a die, the others count: a die does not vanish.
    One that leans in as many frames as it is accepted in leans: it lies no flatter meanwhile.
    What only a minority of the frames shows, and none can read, is no die at rest and left out.
    Raises ValueError when there is no observation.
    """
    if not seen:
        raise ValueError("no observation to join: read at least one frame first")
    groups: list[list[Reading]] = []
    for observation in seen:
        taken: set[int] = set()
        for reading in observation.readings:
            at = _group_of(reading, groups, taken)
            if at == len(groups):
                groups.append([])
            groups[at].append(reading)
            taken.add(at)
    readings = tuple(_one(group) for group in groups if not _ghost(group, len(seen)))
    return Observation(readings, seen[-1].width, seen[-1].height)


def _group_of(reading: Reading, groups: Sequence[Sequence[Reading]], taken: set[int]) -> int:
    """The group of the die that lies here, or the next new one."""
    near = [
        (_way(reading, group[0]), at)
        for at, group in enumerate(groups)
        if at not in taken and _way(reading, group[0]) < NEAR_BOXES
    ]
    return min(near)[1] if near else len(groups)


def _way(one: Reading, other: Reading) -> float:
    side_px = max(1.0, sqrt(one.box[2] * one.box[3]))
    return hypot(one.center[0] - other.center[0], one.center[1] - other.center[1]) / side_px


def _ghost(group: Sequence[Reading], frames: int) -> bool:
    return 2 * len(group) < frames and all(reading.face is None for reading in group)


def _one(group: Sequence[Reading]) -> Reading:
    accepted = [reading for reading in group if reading.face is not None]
    leaning = [reading for reading in group if reading.why in LEANS]
    if leaning and len(leaning) >= len(accepted):
        return max(leaning, key=lambda reading: reading.confidence)
    surest = max(accepted or group, key=lambda reading: reading.confidence)
    faces = {reading.face for reading in accepted}
    return surest if len(faces) < 2 else replace(surest, face=None, why="doubtful")
