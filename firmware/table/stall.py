"""Whether the camera still sees: noticed from the times of its frames, and what they hold."""

from typing import Final, Literal

import numpy as np

from vision.reading import Image

__all__ = ["BLANK_LEVELS", "PAUSES_S", "STALL_S", "CameraCare", "Care", "is_blank"]

STALL_S: Final = 2.5
"""Seconds without a good frame after which the camera is lost (1 to 2.9, to be said within 3)."""

PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between attempts to open the camera again; the last pause repeats."""

BLANK_LEVELS: Final = 2.0
"""The standard deviation, in grey levels of 255, under which a frame shows nothing: a tray has
more than 10, and the noise of a covered lens or of a dead sensor less than 2."""

Care = Literal["lost", "reopen", "back"]
"""What is to be done: say that the camera is lost, open it again, say that it is back."""


def is_blank(image: Image) -> bool:
    """Whether a frame shows nothing: all of it has one colour, as of a sensor that has failed."""
    return float(np.std(image[::16, ::16], axis=(0, 1)).max()) < BLANK_LEVELS


class CameraCare:
    """Watches the camera by times that are given, in seconds, and never decrease."""

    def __init__(self, time_s: float, stall_s: float = STALL_S) -> None:
        self._stall_s = stall_s
        self._good_s = time_s
        self._lost = False
        self._tries = 0
        self._again_s = 0.0

    @property
    def lost(self) -> bool:
        """Whether the camera does not see."""
        return self._lost

    def frame(self, time_s: float, blank: bool) -> list[Care]:
        """A frame came; blank: it shows nothing."""
        if blank:
            return self.tick(time_s)
        self._good_s, self._tries = time_s, 0
        if not self._lost:
            return []
        self._lost = False
        return ["back"]

    def failed(self, time_s: float) -> list[Care]:
        """The camera said that it fails."""
        return [] if self._lost else self._lose(time_s)

    def tick(self, time_s: float) -> list[Care]:
        """Time has passed."""
        if not self._lost:
            return self._lose(time_s) if time_s - self._good_s >= self._stall_s else []
        if time_s < self._again_s:
            return []
        self._wait(time_s)
        return ["reopen"]

    def _lose(self, time_s: float) -> list[Care]:
        self._lost = True
        self._wait(time_s)
        return ["lost", "reopen"]

    def _wait(self, time_s: float) -> None:
        """Give the camera, once opened, the time to send a frame, and longer each time."""
        self._again_s = time_s + self._stall_s + PAUSES_S[min(self._tries, len(PAUSES_S) - 1)]
        self._tries += 1
