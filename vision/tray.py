"""The tray watch: from frames to few, meaningful changes of what lies in the tray.

A motion gate looks at every frame and costs little. Only when the tray has been quiet for quiet_s
is a frame read. What lies there then is a rest: each die with an identity that lasts while it
lies still, and what changed since the rest before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from vision.identity import Change, TrayDie, compare
from vision.join import join
from vision.motion import MotionGate
from vision.reading import Dice, DiceReader, Image, Observation, Reading

__all__ = ["LOOKS", "QUIET_S", "Look", "Rest", "TrayState", "TrayWatch"]

QUIET_S: Final = 0.4
"""Seconds without motion before a frame is read (0.2 to 1): shorter reads dice that still rock,
longer makes players wait."""

LOOKS: Final = 3
"""Quiet frames that are read, at most, when the first leaves a doubt; more rarely help."""

TrayState = Literal["empty", "moving", "hand", "settling", "rest"]
"""empty and rest: nothing moves, and what lies there was read. settling: nothing moves, not yet
long enough. moving: dice or a hand move. hand: something reaches in from the edge."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The tray at rest: its dice, what changed since the rest before, and the reading behind.

    hurried: something moved again before the watch had looked as often as it wanted to.
    """

    dice: tuple[TrayDie, ...]
    change: Change
    observation: Observation
    time_s: float
    hurried: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What the watch makes of one frame; rest is there once for each time the tray came to rest."""

    state: TrayState
    rest: Rest | None = None


class TrayWatch:
    """Watches one tray, frame by frame; times are given, in seconds, and never decrease.

    reader reads dice of the kind named. quiet_s: see QUIET_S. With stills the frames are single
    pictures, each of a tray at rest, and every one is read.
    """

    def __init__(
        self,
        reader: DiceReader,
        dice: Dice = "pips",
        quiet_s: float = QUIET_S,
        stills: bool = False,
    ) -> None:
        self._reader = reader
        self._kind: Dice = dice
        self._quiet_s = quiet_s
        self._stills = stills
        self._gate = MotionGate()
        self._moved_s = 0.0
        self._seen: list[Observation] = []
        self._settled = False
        self._dice: tuple[TrayDie, ...] = ()
        self._next_identity = 0
        self._plausible: Callable[[Sequence[Reading]], bool] = _all_read

    @property
    def dice(self) -> tuple[TrayDie, ...]:
        """The dice as they lay at the last rest."""
        return self._dice

    def expect(self, plausible: Callable[[Sequence[Reading]], bool]) -> None:
        """Say what may lie there: readings that are not plausible are looked at again.

        Until then, those are plausible that are all accepted.
        """
        self._plausible = plausible

    def look(self, image: Image, time_s: float) -> Look:
        """Look at the next frame."""
        if self._stills:
            return self._read_still(image, time_s)
        glance = self._gate.glance(image)
        if glance.moved:
            rest = self._close(time_s, hurried=True) if self._seen else None
            self._moved_s, self._settled = time_s, False
            return Look("hand" if glance.hand else "moving", rest)
        if glance.hand:
            return Look("hand")
        if not self._settled and time_s - self._moved_s >= self._quiet_s:
            return self._read(image, time_s)
        return Look(self._lying() if self._settled else "settling")

    def _read_still(self, image: Image, time_s: float) -> Look:
        self._seen.append(self._reader.read(image, self._kind))
        rest = self._close(time_s)
        return Look(self._lying(), rest)

    def _read(self, image: Image, time_s: float) -> Look:
        self._seen.append(self._reader.read(image, self._kind))
        joined = join(self._seen)
        if len(self._seen) < LOOKS and not self._plausible(joined.readings):
            return Look("settling")
        rest = self._close(time_s)
        self._gate.lies()
        self._settled = True
        return Look(self._lying(), rest)

    def _close(self, time_s: float, hurried: bool = False) -> Rest:
        """Make a rest of the frames read since the tray fell quiet."""
        observation = join(self._seen)
        self._seen = []
        self._dice, change = compare(self._dice, observation.readings, self._next_identity)
        self._next_identity += len(change.came)
        return Rest(self._dice, change, observation, time_s, hurried)

    def _lying(self) -> TrayState:
        return "rest" if self._dice else "empty"


def _all_read(readings: Sequence[Reading]) -> bool:
    return all(reading.face is not None for reading in readings)
