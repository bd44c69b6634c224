"""A picamera2 without a Pi: the calls that our driver makes, with the real class's signatures.

The sensor's own time passes as frames are asked for; exposure and white balance settle over
some frames, controls take effect some frames later, and a request that is not given back is
missing, until none is left and frames stop, as with the real one.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.clock import ToldClock
from hardware.sim.v4l import Draw, checkers

__all__ = ["SimPicamera2", "SimRequest"]

FRAME_S: Final = 1 / 15

LATE_FRAMES: Final = 3
"""Frames after which a control is in force."""

STRIDE: Final = 64
"""Rows of the small stream are padded to multiples of this, in bytes."""

CONTROLS: Final = (
    "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits",
)  # fmt: skip

FOCUS: Final = ("AfMode", "LensPosition")

ROOM: Final = {"ExposureTime": 12_000, "AnalogueGain": 2.0, "ColourGains": (1.6, 1.9)}
"""What the automatics settle on."""


class SimRequest:
    """A frame that was captured; it is to be given back."""

    def __init__(self, camera: "SimPicamera2", number: int, metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._number = number
        self._metadata = metadata
        self._held = 1

    def get_metadata(self) -> dict[str, Any]:
        """What the sensor tells of the frame."""
        return dict(self._metadata)

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """A copy of a stream's picture: "main" (h, w, 3), "lores" (3/2 h, stride)."""
        return self._camera.picture(name, self._number)

    def acquire(self) -> None:
        """Hold it once more."""
        self._held += 1

    def release(self) -> None:
        """Give it back; raise RuntimeError when it was given back already."""
        self._held -= 1
        if self._held < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        if self._held == 0:
            self._camera.free += 1


class SimPicamera2:
    """Takes the place of Picamera2; see the module. clock is told the time of each frame."""

    def __init__(
        self,
        camera_num: int = 0,
        verbose_console: int | None = None,
        tuning: Any = None,
        allocator: Any = None,
    ) -> None:
        del verbose_console, tuning, allocator
        self.camera_num = camera_num
        self.clock = ToldClock(100.0)
        self.draw: Draw = checkers
        self.stalled = self.has_no_times = self.gives_other_format = False
        self.focusing_fails = False
        self.focus = False
        self.free = 0
        self.started = self.closed = False
        self.flushed = 0
        self.told: dict[str, Any] = {}
        self._number = 0
        self._since = 0
        self._coming: deque[tuple[int, dict[str, Any]]] = deque()
        self._configuration: dict[str, Any] = {}

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """Controls that the camera has, each with least, most and usual."""
        names = CONTROLS + (FOCUS if self.focus else ())
        return dict.fromkeys(names, (0, 0, 0))

    def create_video_configuration(  # noqa: PLR0913, PLR0917 - the real one's arguments
        self,
        main: dict[str, Any] = {},  # noqa: B006 - the real one's too
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: dict[str, Any] = {},  # noqa: B006
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: dict[str, Any] | None = {},  # noqa: B006
        use_case: str = "video",
    ) -> dict[str, Any]:
        """A configuration for a steady stream of frames."""
        del raw, transform, colour_space, display, encode, queue, sensor, use_case
        first = {"format": "XBGR8888", "size": (1280, 720)} | main
        second = None if lores is None else {"format": "YUV420", "size": first["size"]} | lores
        return {"main": first, "lores": second, "buffer_count": buffer_count, "controls": controls}

    def configure(self, camera_config: dict[str, Any] | str | None = None) -> None:
        """Take a configuration; sizes are made even and rows padded, without a word."""
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        if not isinstance(camera_config, dict):
            raise TypeError("Invalid type for `camera_config` given")
        self._configuration = dict(camera_config)
        for name in ("main", "lores"):
            stream = dict(camera_config[name])
            width, height = stream["size"]
            stream["size"] = (width - width % 2, height - height % 2)
            if name == "main" and self.gives_other_format:
                stream["format"] = "YUYV"
            self._configuration[name] = stream
        self.set_controls(camera_config["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        """The configuration as it came out."""
        return self._configuration

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        """Start the frames."""
        del config, show_preview
        if not self._configuration:
            raise RuntimeError("Camera has not been configured")
        self.started = True
        self.free = self._configuration["buffer_count"]

    def stop(self) -> None:
        """Stop the frames."""
        self.started = False

    def close(self) -> None:
        """Let the camera go."""
        self.stop()
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Ask for controls; they are in force some frames later."""
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self._coming.append((self._number + LATE_FRAMES, dict(controls)))

    def cancel_all_and_flush(self) -> None:
        """Drop what waits for frames that do not come."""
        self.flushed += 1

    def autofocus_cycle(
        self, wait: Any = None, signal_function: Callable[[Any], None] | None = None
    ) -> bool:
        """Focus once, and say whether that worked."""
        del signal_function
        if self.focusing_fails:
            raise TimeoutError(f"no focus within {wait} s")
        self.told["LensPosition"] = 3.2
        return True

    def capture_request(
        self,
        wait: Any = None,
        signal_function: Callable[[Any], None] | None = None,
        flush: Any = None,
    ) -> SimRequest:
        """The next frame; raises TimeoutError when none comes within wait seconds."""
        del signal_function, flush
        if not self.started:
            raise RuntimeError("camera is not running")
        if self.stalled or self.free == 0:
            self.clock.tell(self.clock.now_s() + float(wait))
            raise TimeoutError
        self.free -= 1
        self._number += 1
        self.clock.tell(self.clock.now_s() + FRAME_S)
        return SimRequest(self, self._number, self._metadata())

    def picture(self, name: str, number: int) -> NDArray[np.uint8]:
        """The picture of a stream."""
        stream = self._configuration[name]
        width, height = stream["size"]
        pixels = cv2.resize(self.draw(number), (width, height), interpolation=cv2.INTER_NEAREST)
        if name == "main":
            return np.asarray(pixels, np.uint8)
        stride = -(-width // STRIDE) * STRIDE
        padded = np.zeros((height, stride, 3), np.uint8)
        padded[:, :width] = pixels
        return np.asarray(cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420), np.uint8)

    def _metadata(self) -> dict[str, Any]:
        while self._coming and self._coming[0][0] <= self._number:
            self.told |= self._coming.popleft()[1]
        automatic = self.told.get("AeEnable", True)
        self._since = self._since + 1 if automatic else 0
        exposure = self.told.get("ExposureTime", ROOM["ExposureTime"])
        settling = 1 + 0.5 ** min(self._since, 60) if automatic else 1
        told = ROOM | self.told | {"ExposureTime": round(exposure * settling)}
        if not self.has_no_times:
            told["SensorTimestamp"] = round(self.clock.now_s() * 1e9)
        return told
