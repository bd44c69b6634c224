"""The tray watch: from frames to few, meaningful changes of what lies in the tray.

A motion gate looks at every frame and costs little. Only when the tray has been quiet for quiet_s
is a frame read. What lies there then is a rest: each die with an identity that lasts while it
lies still, and what changed since the rest before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from vision.conditions import Condition, Minder
from vision.glimpse import NOTHING, Glimpses, Seen
from vision.identity import Change, TrayDie, compare
from vision.join import join
from vision.knock import Knock, carried
from vision.motion import Glance, MotionGate
from vision.outline import Corners, Tray
from vision.reading import Dice, DiceReader, Image, Observation, Reading
from vision.stacking import with_stacked
from vision.whereabouts import Whereabouts

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

    outside: dice that lie outside the tray and count for nothing; strayed: those of them that
    were not there at the rest before. The observation has them too, unread as "outside".
    hurried: something moved again before the watch had looked as often as it wanted to.
    knock: how everything in the picture moved since the rest before, when camera or tray was
    knocked; the change is what the dice did beside that.
    passing: what was seen in passing, since the rest before, of the dice that lay there then.
    """

    dice: tuple[TrayDie, ...]
    change: Change
    observation: Observation
    time_s: float
    hurried: bool = False
    knock: Knock | None = None
    outside: tuple[Reading, ...] = ()
    strayed: tuple[Reading, ...] = ()
    passing: Seen = NOTHING


@dataclass(frozen=True, slots=True)
class Look:
    """What the watch makes of one frame.

    rest is there once for each time the tray came to rest; noticed, once for each lamp switched
    and, with its rest, for each knock; conditions, once for each time that something begins to
    make dice hard to read.
    """

    state: TrayState
    rest: Rest | None = None
    noticed: Noticed | None = None
    conditions: tuple[Condition, ...] = ()


class TrayWatch:
    """Watches one tray, frame by frame; times are given, in seconds, and never decrease.

    reader reads dice of the kind named. quiet_s: see QUIET_S. With stills the frames are single
    pictures, each of a tray at rest, and every one is read. corners: those of the tray, where it
    is not to be found by itself.
    """

    def __init__(
        self,
        reader: DiceReader,
        dice: Dice = "pips",
        quiet_s: float = QUIET_S,
        stills: bool = False,
        corners: Corners | None = None,
    ) -> None:
        self._reader = reader
        self._kind: Dice = dice
        self._quiet_s = quiet_s
        self._stills = stills
        self._gate = MotionGate()
        self._glimpses = Glimpses()
        self._minder = Minder()
        self._whereabouts = Whereabouts(corners)
        self._moved_s = 0.0
        self._seen: list[Observation] = []
        self._observation = Observation((), 0, 0)
        self._image: Image = np.zeros((0, 0, 3), np.uint8)
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

    @property
    def tray(self) -> Tray | None:
        """Where dice count, None when that is the whole picture."""
        return self._whereabouts.tray

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
        self._image = image
        if self._stills:
            return None
        glance = self._gate.glance(image if small is None else small, time_s)
        if not (self._settled or glance.hand or glance.light):
            scale = self._gate.width_px / image.shape[1]
            self._glimpses.look(self._gate.change(), self._dice, scale)
        if glance.moved or glance.light:
            return self._stir(glance, time_s)
        if self._settled:
            return self._lie(glance, time_s)
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
        if len(self._seen) == 1:
            self._find_tray()
        if self._stills:
            return self._come_to_rest(time_s)
        if len(self._seen) < LOOKS and not self._plausible(_inside(self._joined().readings)):
            return Look("settling")
        look = self._come_to_rest(time_s)
        self._gate.lies()
        self._settled, self._light_said = True, False
        return look

    def _find_tray(self) -> None:
        """Learn from the first frame read since the tray fell quiet."""
        if self._knock is not None:
            height, width = self._image.shape[:2]
            self._whereabouts.knock(self._knock, width, height)
            self._minder.knock()
        self._whereabouts.learn(self._image, self._seen[0].readings)

    def _joined(self) -> Observation:
        """What the frames read since the tray fell quiet show together."""
        joined = join(self._seen)
        stacked = replace(joined, readings=with_stacked(joined.readings))
        return self._whereabouts.sorted_out(stacked)

    def _come_to_rest(self, time_s: float) -> Look:
        rest = self._close(time_s)
        conditions = self._minder.mind(self._image, rest.observation, time_s)
        return Look(self._lying(), rest, "knock" if rest.knock else None, conditions)

    def _lie(self, glance: Glance, time_s: float) -> Look:
        """Nothing has moved since the tray was read."""
        if glance.hand:
            return Look("hand")
        conditions = self._minder.mind(self._image, self._observation, time_s)
        return Look(self._lying(), conditions=conditions)

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
        observation, knock = self._joined(), self._knock
        self._seen, self._knock = [], None
        before = carried(self._dice, knock) if knock else self._dice
        outside = tuple(one for one in observation.readings if one.why == "outside")
        strayed = self._whereabouts.rest([die.reading for die in before], outside)
        self._dice, change = compare(before, _inside(observation.readings), self._next_identity)
        self._next_identity += len(change.came)
        self._observation = observation
        seen = self._glimpses.taken()
        return Rest(self._dice, change, observation, time_s, hurried, knock, outside, strayed, seen)

    def _lying(self) -> TrayState:
        return "rest" if self._dice else "empty"


def _inside(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    return tuple(reading for reading in readings if reading.why != "outside")


def _all_read(readings: Sequence[Reading]) -> bool:
    return all(reading.face is not None for reading in readings)
