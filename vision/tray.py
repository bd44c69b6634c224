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
from vision.knock import Knock, carried
from vision.motion import Glance, MotionGate
from vision.reading import Dice, DiceReader, Image, Observation, Reading

__all__ = ["LOOKS", "QUIET_S", "Look", "Noticed", "Rest", "TrayState", "TrayWatch"]

QUIET_S: Final = 0.4
"""Seconds without motion before a frame is read (0.2 to 1): shorter reads dice that still rock,
longer makes players wait."""

LOOKS: Final = 3
"""Quiet frames that are read, at most, when the first leaves a doubt; more rarely help."""

TrayState = Literal["empty", "moving", "hand", "settling", "rest", "light"]
"""empty and rest: nothing moves, and what lies there was read. settling: nothing moves, not yet
long enough. moving: dice or a hand move. hand: something reaches in from the edge. light: a lamp
was just switched, which is waited out."""

Noticed = Literal["light", "knock"]
"""What the watch noticed beside the dice, once each time: a lamp was switched; camera or tray was
knocked and everything in the picture moved."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The tray at rest: its dice, what changed since the rest before, and the reading behind.

    hurried: something moved again before the watch had looked as often as it wanted to.
    knock: how everything in the picture moved since the rest before, when camera or tray was
    knocked; the change is what the dice did beside that.
    """

    dice: tuple[TrayDie, ...]
    change: Change
    observation: Observation
    time_s: float
    hurried: bool = False
    knock: Knock | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What the watch makes of one frame.

    rest is there once for each time the tray came to rest; noticed, once for each lamp switched
    and, with its rest, for each knock.
    """

    state: TrayState
    rest: Rest | None = None
    noticed: Noticed | None = None


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
        self._knock: Knock | None = None
        self._knock_sought = False
        self._settled = False
        self._light_said = False
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

    def forget(self) -> None:
        """Read what lies there anew, also where something that seems a hand lies still.

        For players who say that the table is wrong; the dice keep their identities.
        """
        self._gate.forget()
        self._settled = False

    def look(self, image: Image, time_s: float, small: Image | None = None) -> Look:
        """Look at the next frame, and read it where that is worth it."""
        seen = self.glance(image, time_s, small)
        return self.take(self.read(image), time_s) if seen is None else seen

    def glance(self, image: Image, time_s: float, small: Image | None = None) -> Look | None:
        """Look at the next frame without reading it; None where it is to be read and taken.

        A look takes three steps where a reading must not hold up its caller: glance, then read
        wherever there is time, then take. No other frame may come in between. small: the same
        exposure in a smaller size of the same proportions, where the camera gives one; the motion
        gate looks at it instead.
        """
        if self._stills:
            return None
        glance = self._gate.glance(image if small is None else small, time_s)
        if glance.moved or glance.light:
            return self._stir(glance, time_s)
        if self._settled:
            return Look("hand" if glance.hand else self._lying())
        if time_s - self._moved_s < self._quiet_s:
            return Look("hand" if glance.hand else "settling")
        if not self._knock_sought:
            self._knock, self._knock_sought = self._knocked(image), True
        if glance.hand and self._knock is None:
            return Look("hand")
        return None

    def read(self, image: Image) -> Observation:
        """Read a frame; the watch itself stays as it is, so that any thread may do this."""
        return self._reader.read(image, self._kind)

    def take(self, observation: Observation, time_s: float) -> Look:
        """Take what was read in the frame of this time, the last one that was glanced at."""
        self._seen.append(observation)
        if self._stills:
            rest = self._close(time_s)
            return Look(self._lying(), rest)
        joined = join(self._seen)
        if len(self._seen) < LOOKS and not self._plausible(joined.readings):
            return Look("settling")
        rest = self._close(time_s)
        self._gate.lies()
        self._settled, self._light_said = True, False
        return Look(self._lying(), rest, "knock" if rest.knock else None)

    def _stir(self, glance: Glance, time_s: float) -> Look:
        """Something moved, or a lamp was switched: what was read before it is all there is."""
        rest = self._close(time_s, hurried=True) if self._seen else None
        self._moved_s, self._settled, self._knock_sought = time_s, False, False
        noticed: Noticed | None = "knock" if rest and rest.knock else None
        if not glance.light:
            return Look("hand" if glance.hand else "moving", rest, noticed)
        if not self._light_said:
            noticed, self._light_said = noticed or "light", True
        return Look("light", rest, noticed)

    def _knocked(self, image: Image) -> Knock | None:
        knock = self._gate.knock()
        return knock and knock.scaled(image.shape[1] / self._gate.width_px)

    def _close(self, time_s: float, hurried: bool = False) -> Rest:
        """Make a rest of the frames read since the tray fell quiet."""
        observation, knock = join(self._seen), self._knock
        self._seen, self._knock = [], None
        before = carried(self._dice, knock) if knock else self._dice
        self._dice, change = compare(before, observation.readings, self._next_identity)
        self._next_identity += len(change.came)
        return Rest(self._dice, change, observation, time_s, hurried, knock)

    def _lying(self) -> TrayState:
        return "rest" if self._dice else "empty"


def _all_read(readings: Sequence[Reading]) -> bool:
    return all(reading.face is not None for reading in readings)
