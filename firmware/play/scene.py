"""The devices of a table on a PC: cameras, and an OLED and a tray watch that can be looked at."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.devices import DeviceSettings, open_camera
from hardware.ports import Camera, Clock, Frame, Tone
from hardware.sim import RecordingCamera
from hardware.sim.cameras import PacedCamera
from vision.reading import Dice, DiceReader, Image, Observation
from vision.tray import Look, TrayWatch

__all__ = ["KeptFrames", "SeenWatch", "Silence", "open_recording", "open_webcam"]


class Silence:
    """A Sound that makes none."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Play nothing."""

    def close(self) -> None:
        """Do nothing."""


class SeenWatch(TrayWatch):
    """A tray watch of which is known what it makes of the tray now; looked is called with it."""

    def __init__(
        self, reader: DiceReader, dice: Dice, looked: Callable[["SeenWatch", Look], None]
    ) -> None:
        super().__init__(reader, dice)
        self._looked = looked

    def glance(self, image: Image, time_s: float, small: Image | None = None) -> Look | None:
        """Look at the next frame without reading it."""
        look = super().glance(image, time_s, small)
        if look is not None:
            self._looked(self, look)
        return look

    def take(self, observation: Observation, time_s: float) -> Look:
        """Take what was read."""
        look = super().take(observation, time_s)
        self._looked(self, look)
        return look


class KeptFrames:
    """A Camera whose last frame can be looked at, for a window."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._lock = threading.Lock()
        self._last: Frame | None = None

    @property
    def last(self) -> Frame | None:
        """The last frame, None before the first."""
        with self._lock:
            return self._last

    def capture(self) -> Frame | None:
        """The next frame."""
        frame = self._camera.capture()
        if frame is not None:
            with self._lock:
                self._last = frame
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()


def open_webcam(which: str) -> Camera:
    """Open a webcam by its number or device; raises HardwareError when it is not there."""
    return open_camera(DeviceSettings(camera=f"usb:{which}", camera_size=(640, 480)))


def open_recording(folder: Path, clock: Clock, wait: Callable[[float], None]) -> Camera:
    """Play the frames of a recording at their pace; raises RecordingError when it is damaged."""
    return PacedCamera(RecordingCamera(folder), clock.now_s, wait)
