"""Cameras on a PC: the pictures of a folder, a video file, and one that fails on command."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from hardware.errors import CameraError, RecordingError
from hardware.ports import Camera, Frame
from hardware.sim.camera import decode_frame

__all__ = ["FaultyCamera", "FolderCamera", "PacedCamera", "VideoCamera"]

PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")

RATE_HZ: Final = 10.0
"""Frames a second of a folder's pictures."""

FRAMES_EACH: Final = 20
"""Frames for which each picture of a folder stays: two seconds, so that the tray comes to rest."""


class FolderCamera:
    """A Camera that shows the pictures of a folder, in the order of their names, each a while.

    Raises CameraError for a folder that is not there or has no pictures.
    """

    def __init__(self, folder: Path, frames_each: int = FRAMES_EACH) -> None:
        if not folder.is_dir():
            raise CameraError(f"no folder {folder} for the camera; name one that has pictures")
        self._paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in PICTURES]
        if not self._paths:
            raise CameraError(f"{folder} has no pictures ({', '.join(PICTURES)})")
        self._each = frames_each
        self._number = 0
        self._shown: Frame | None = None

    def capture(self) -> Frame | None:
        """The next frame, None after the last; raise CameraError for a damaged picture."""
        which, again = divmod(self._number, self._each)
        if which >= len(self._paths):
            return None
        if again == 0 or self._shown is None:
            path = self._paths[which]
            try:
                self._shown = Frame(decode_frame(path, path.name), 0.0, 0, path.name)
            except RecordingError as error:
                raise CameraError(str(error)) from error
        frame = replace(self._shown, time_s=self._number / RATE_HZ, number=self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Give no further frame."""
        self._number = self._each * len(self._paths)


class VideoCamera:
    """A Camera that plays a video file; raises CameraError when OpenCV cannot open it."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise CameraError(f"no video {path} for the camera; name a file that is there")
        self._path = path
        self._video: Any = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._video.isOpened():
            raise CameraError(f"{path} is no video that can be played; try one in MP4 or AVI")
        self._number = 0
        self._last_s = 0.0

    def capture(self) -> Frame | None:
        """The next frame, None after the last."""
        if self._video is None:
            return None
        done, pixels = self._video.read()
        if not done:
            return None
        time_s = max(self._last_s, self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        self._last_s = time_s
        frame = Frame(np.asarray(pixels, np.uint8), time_s, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let the file go; a second call does nothing."""
        if self._video is not None:
            self._video.release()
            self._video = None


class PacedCamera:
    """A Camera that gives another's frames at the pace of their times, on the clock given.

    So a folder, a video or a recording plays at a live table.
    """

    def __init__(
        self,
        camera: Camera,
        now_s: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._camera = camera
        self._now_s = now_s
        self._sleep = sleep
        self._began_s: float | None = None

    def capture(self) -> Frame | None:
        """Wait until the next frame is due, and give it with the time of the clock."""
        frame = self._camera.capture()
        if frame is None:
            return None
        if self._began_s is None:
            self._began_s = self._now_s() - frame.time_s
        due_s = self._began_s + frame.time_s
        if (early_s := due_s - self._now_s()) > 0:
            self._sleep(early_s)
        return replace(frame, time_s=due_s)

    def close(self) -> None:
        """Close the other."""
        self._camera.close()


class FaultyCamera:
    """A Camera that gives another's frames until it is told to fail, and as it is told.

    stall: no frame comes. disappear: it is gone. tear: the lower half is of the frame before.
    darken: light is lost. mend: all is well again.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._last: Frame | None = None
        self.mend()

    def mend(self) -> None:
        """Work again."""
        self._fault = ""
        self._torn = False
        self._light = 1.0

    def stall(self) -> None:
        """Give no frame from now on, as the drivers tell it."""
        self._fault = "the camera gave no frame for 3 s"

    def disappear(self) -> None:
        """Be unplugged from now on."""
        self._fault = "the camera is gone; plug its cable in again"

    def tear(self) -> None:
        """Give frames of two halves from now on."""
        self._torn = True

    def darken(self, light: float) -> None:
        """Leave this part of the light, 0 to 1, from now on."""
        self._light = light

    def capture(self) -> Frame | None:
        """The next frame, as told; raise CameraError while stalled or gone."""
        if self._fault:
            raise CameraError(self._fault)
        frame = self._camera.capture()
        if frame is None:
            return None
        before, self._last = self._last, frame
        pixels = frame.pixels
        if self._torn and before is not None:
            half = len(pixels) // 2
            pixels = np.concatenate((pixels[:half], before.pixels[half:]))
        if self._light != 1:
            pixels = (pixels * self._light).astype(np.uint8)
        return replace(frame, pixels=pixels)

    def close(self) -> None:
        """Close the other."""
        self._camera.close()
