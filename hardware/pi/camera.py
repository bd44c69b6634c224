"""The Raspberry Pi's own camera, through picamera2: a large stream for reading, a small one beside.

picamera2 comes with Raspberry Pi OS alone (python3-picamera2); it is imported when a camera is
opened, so that everything else can be tested without it.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraError
from hardware.ports import Frame

__all__ = ["MACHINE", "Machine", "PiCamera", "Settings"]

SIZE: Final = (1280, 960)
"""Width and height in pixels of the large stream."""

SMALL_WIDTH: Final = 320
"""Width of the small one, in pixels; its proportions are those of the large one."""

FRAME_US: Final = 66_666
"""Microseconds between frames: 15 a second, so that dim rooms can be exposed for so long."""

STALL_S: Final = 3.0
"""Seconds without a frame that are a stall (2 to 10); frames come every 0.07 s."""

SETTLE_FRAMES: Final = 45
"""Frames for which exposure and white balance may settle at most: three seconds."""

STEADY_FRAMES: Final = 8
"""Frames in a row that must agree for exposure and white balance to have settled."""

STEADY_PART: Final = 0.02
"""Part by which they may differ then."""

APPLY_FRAMES: Final = 6
"""Frames after which controls are in force (5 to 10); a sensor takes three or four."""

FOCUS_S: Final = 5.0
"""Seconds that the autofocus may take; without a result the lens stays where it is."""

MANUAL_FOCUS: Final = 0
"""AfMode of libcamera: the lens stays where it is put."""

Settings = dict[str, float | tuple[float, ...]]
"""Controls by libcamera's names: ExposureTime (microseconds), AnalogueGain, ColourGains (red,
blue), LensPosition (dioptres)."""


def _open_picamera2(number: int) -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - on a Pi only
    except ImportError as error:
        raise CameraError(
            "picamera2 is missing; on Raspberry Pi OS install it: sudo apt install "
            "--no-install-recommends python3-picamera2; with a USB camera say "
            'camera = "usb:0" under [devices]'
        ) from error
    return Picamera2(number)


class Machine(NamedTuple):
    """What the camera needs of the machine: what opens it by number, and the monotonic clock."""

    opener: Callable[[int], Any] = _open_picamera2
    now_s: Callable[[], float] = time.monotonic


MACHINE: Final = Machine()


class PiCamera:
    """A Camera on the Pi's ribbon cable. Frames carry the time when their exposure began.

    number: which camera, where there are two. kept: settings as an earlier camera had them; without
    them exposure, white balance and focus settle first, a few seconds, and are then fixed either
    way. Raises CameraError when there is no such camera or it does not give what is asked.
    """

    def __init__(
        self,
        number: int = 0,
        size: tuple[int, int] = SIZE,
        kept: Settings | None = None,
        machine: Machine = MACHINE,
    ) -> None:
        self._now_s = machine.now_s
        self._number = 0
        self._from_s = 0.0
        self._last_s = 0.0
        self._closed = False
        self._stalled = False
        self.settings: Settings = {}
        self._camera = _opened(machine.opener, number)
        try:
            self._configure(size)
            if kept:
                self._fix(kept)
            else:
                self.settle()
        except BaseException:  # whatever it was, nobody else could open the camera
            self.close()
            raise

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the large stream as the camera really gives it, in pixels."""
        return self._size

    def settle(self) -> None:
        """Let exposure, white balance and focus find themselves, and fix them; takes seconds.

        For the start, and for when the light has changed for good.
        """
        known = self._camera.camera_controls
        self._control({"AeEnable": True, "AwbEnable": True})
        if "AfMode" in known:
            self._focus()
        found: list[Mapping[str, Any]] = []
        for _ in range(SETTLE_FRAMES):
            found.append(self._metadata())
            if len(found) > STEADY_FRAMES and _is_steady(found[-STEADY_FRAMES:]):
                break
        last = found[-1]
        names = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        self._fix({name: last[name] for name in names if last.get(name) is not None})

    def refuse_before(self, time_s: float) -> None:
        """Give no frame whose exposure began before time_s."""
        self._from_s = max(self._from_s, time_s)

    def capture(self) -> Frame | None:
        """Wait for the next frame; raise CameraError when none comes, None once closed."""
        while not self._closed:
            request = self._request()
            try:
                time_s = self._began_s(request.get_metadata())
                if time_s < self._from_s:
                    continue
                pixels = np.asarray(request.make_array("main"), np.uint8)
                small = self._small_pixels(request.make_array("lores"))
            finally:
                request.release()
            self._last_s = max(self._last_s, time_s)
            frame = Frame(pixels, self._last_s, self._number, small=small)
            self._number += 1
            return frame
        return None

    def close(self) -> None:
        """Let the camera go; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        if self._stalled:
            self._camera.cancel_all_and_flush()  # else stopping would wait for a lost frame
        self._camera.stop()
        self._camera.close()

    def _configure(self, size: tuple[int, int]) -> None:
        small = (SMALL_WIDTH, round(SMALL_WIDTH * size[1] / size[0] / 2) * 2)
        # "RGB888" lies in memory as blue, green, red; every Pi gives the small stream as YUV420
        asked = self._camera.create_video_configuration(
            main={"format": "RGB888", "size": size},
            lores={"format": "YUV420", "size": small},
            buffer_count=4,
            controls=self._known({"FrameDurationLimits": (FRAME_US, FRAME_US)}),
        )
        try:
            self._camera.configure(asked)
            given = self._camera.camera_configuration()
            for name, wanted in (("main", "RGB888"), ("lores", "YUV420")):
                if given[name]["format"] != wanted:
                    raise CameraError(
                        f"the camera gives {given[name]['format']} where {wanted} was asked for "
                        f"({name} stream); choose another camera under [devices]"
                    )
            self._camera.start()
        except RuntimeError as error:
            raise CameraError(
                f"the camera refuses {size[0]}x{size[1]}: {error}; "
                "choose another camera_size under [devices]"
            ) from error
        self._size: tuple[int, int] = tuple(given["main"]["size"])
        self._small_size: tuple[int, int] = tuple(given["lores"]["size"])

    def _focus(self) -> None:
        try:
            self._camera.autofocus_cycle(wait=FOCUS_S)
        except TimeoutError:
            self._camera.cancel_all_and_flush()

    def _fix(self, settings: Mapping[str, Any]) -> None:
        """Set the controls and wait until they are in force."""
        known = self._camera.camera_controls
        self.settings = {name: control for name, control in settings.items() if name in known}
        controls: dict[str, Any] = dict(self.settings)
        if "ExposureTime" in controls:
            controls["AeEnable"] = False
        if "ColourGains" in controls:
            controls["AwbEnable"] = False
        if "LensPosition" in controls:
            controls["AfMode"] = MANUAL_FOCUS
        self._control(controls)
        for _ in range(APPLY_FRAMES):
            self._metadata()

    def _control(self, controls: Mapping[str, Any]) -> None:
        self._camera.set_controls(self._known(controls))

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        known = self._camera.camera_controls
        return {name: control for name, control in controls.items() if name in known}

    def _metadata(self) -> dict[str, Any]:
        request = self._request()
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _request(self) -> Any:
        try:
            return self._camera.capture_request(wait=STALL_S)
        except TimeoutError as error:
            self._stalled = True
            raise CameraError(
                f"the camera gave no frame for {STALL_S:.0f} s; if this comes again and again, "
                "switch the table off and seat both ends of the camera's ribbon cable anew"
            ) from error

    def _began_s(self, metadata: Mapping[str, Any]) -> float:
        """When the exposure began: the sensor tells its end, and how long it was."""
        ended_ns = metadata.get("SensorTimestamp")
        if ended_ns is None:
            return self._now_s()
        return float(ended_ns) / 1e9 - float(metadata.get("ExposureTime", 0)) / 1e6

    def _small_pixels(self, planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Blue, green, red from YUV planes of (height 3/2, stride), without the stride's rest."""
        width, height = self._small_size
        colours = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
        return np.ascontiguousarray(colours[:height, :width], np.uint8)


def _opened(opener: Callable[[int], Any], number: int) -> Any:
    try:
        return opener(number)
    except IndexError as error:
        raise CameraError(
            f"no camera {number} on the ribbon cable: switch off, seat both ends of the cable "
            "anew, and see whether rpicam-hello --list-cameras knows it"
        ) from error
    except RuntimeError as error:
        reasons = "; ".join(_reasons(error))
        if "busy" in reasons.lower():
            raise CameraError("the camera is in use by another program; stop that one") from error
        raise CameraError(
            f"the camera does not open ({reasons}); see whether rpicam-hello does"
        ) from error


def _reasons(error: BaseException | None) -> list[str]:
    reasons = []
    while error is not None:
        reasons.append(str(error))
        error = error.__cause__
    return reasons


def _is_steady(found: list[Mapping[str, Any]]) -> bool:
    return all(_lit_alike(found[0], later) for later in found[1:])


def _lit_alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two frames were exposed and balanced alike."""
    gains = zip(one.get("ColourGains", ()), other.get("ColourGains", ()), strict=True)
    return _near(_exposure(one), _exposure(other)) and all(_near(a, b) for a, b in gains)


def _exposure(told: Mapping[str, Any]) -> float:
    return float(told.get("ExposureTime", 0)) * float(told.get("AnalogueGain", 1))


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= STEADY_PART * max(abs(one), abs(other))
