"""Any USB camera, through OpenCV's Video4Linux; on a Raspberry Pi or on a PC."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraError
from hardware.ports import Frame

__all__ = ["Machine", "UsbCamera", "usb_cameras"]

SIZE: Final = (1280, 960)
"""Width and height in pixels that are asked for; a camera that has no such size gives its own."""

SELECT_S: Final = 3
"""Seconds after which a frame that does not come is a stall; cameras give 5 to 30 a second."""

SETTLE_FRAMES: Final = 30
"""Frames in which exposure, white balance and focus settle: one to two seconds (15 to 60)."""

CHECK_FRAMES: Final = 8
"""Frames until a control that was set is seen in the pictures; cameras take two to five."""

JUMP: Final = 1.5
"""Factor by which the brightness may change when the exposure is fixed; beyond it the camera
told a wrong exposure, as some do while they choose it themselves, and is left to choose."""

CLOCK_OFF_S: Final = 2.0
"""How far a camera's own times may lie from the clock; others count from another moment."""

CONTROLS: Final[Mapping[str, tuple[int, float, int]]] = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, 1, cv2.CAP_PROP_EXPOSURE),  # V4L2: 1 manual, 3 auto
    "white_balance": (cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS),
}
"""For each: the switch of its automatic, what switches that off, and the value to be fixed."""

AUTO_EXPOSURE: Final = 3


class Machine(NamedTuple):
    """What the camera needs of the machine.

    opener: opens a device by path and backend. now_s: the monotonic clock. folder: where the
    devices are.
    """

    opener: Callable[[str, int], Any] = cv2.VideoCapture
    now_s: Callable[[], float] = time.monotonic
    folder: Path = Path("/dev")


MACHINE: Final = Machine()


class UsbCamera:
    """A Camera on USB. Frames carry the time of the monotonic clock at which they were exposed.

    device: the number N of /dev/videoN, or a path such as one under /dev/v4l/by-id. size: width
    and height asked for, in pixels. kept: controls as `settings` gave them earlier, to be set
    again; without them the camera first settles by itself, which takes about two seconds, and
    then exposure, white balance and focus are fixed, as far as the camera lets itself be told.
    Raises CameraError when there is no such camera.
    """

    def __init__(
        self,
        device: str,
        size: tuple[int, int] = SIZE,
        kept: Mapping[str, float] | None = None,
        machine: Machine = MACHINE,
    ) -> None:
        self.path = machine.folder / f"video{device}" if device.isdecimal() else Path(device)
        self._now_s = machine.now_s
        self._number = 0
        self._last_s = 0.0
        self._from_s = 0.0
        self.settings: dict[str, float] = {}
        os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(SELECT_S))
        self._device = self._open(machine.opener)
        try:
            self._ask_size(size)
            self._fix(kept)
        except CameraError:
            self.close()
            raise

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that the camera really gives, in pixels."""
        width = self._device.get(cv2.CAP_PROP_FRAME_WIDTH)
        return int(width), int(self._device.get(cv2.CAP_PROP_FRAME_HEIGHT))

    def refuse_before(self, time_s: float) -> None:
        """Give no frame whose exposure began before time_s."""
        self._from_s = max(self._from_s, time_s)

    def capture(self) -> Frame | None:
        """Wait for the next frame; raise CameraError when none comes, None once closed."""
        if self._device is None:
            return None
        while True:
            pixels, time_s = self._read()
            if time_s >= self._from_s:
                break
        frame = Frame(pixels, time_s, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let the camera go; a second call does nothing."""
        if self._device is not None:
            self._device.release()
            self._device = None

    def _open(self, opener: Callable[[str, int], Any]) -> Any:
        if not self.path.exists():
            raise CameraError(f"no camera at {self.path}: {_others()}")
        if not os.access(self.path, os.R_OK | os.W_OK):
            raise CameraError(
                f"no permission for {self.path}; add this user to the group video: "
                "sudo usermod -aG video $USER, then log in again"
            )
        device = opener(str(self.path), cv2.CAP_V4L2)
        if not device.isOpened():
            device.release()
            raise CameraError(
                f"{self.path} does not open: another program may use it, "
                f"or it gives no pictures; {_others()}"
            )
        return device

    def _ask_size(self, size: tuple[int, int]) -> None:
        # packed pictures first: unpacked ones of this size fill USB 2 at 5 frames a second
        self._device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])

    def _fix(self, kept: Mapping[str, float] | None) -> None:
        if kept:
            for name in CONTROLS:
                if name in kept and self._set(name, kept[name]):
                    self.settings[name] = kept[name]
            return
        before = self._brightness(SETTLE_FRAMES)
        for name, (_, _, control) in CONTROLS.items():
            found = self._device.get(control)
            least = 0 if name == "focus" else 1  # a camera that cannot tell says -1 or 0
            if found >= least and self._set(name, found):
                self.settings[name] = found
        after = self._brightness(CHECK_FRAMES)
        if "exposure" in self.settings and not 1 / JUMP <= (after + 1) / (before + 1) <= JUMP:
            del self.settings["exposure"]
            self._device.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO_EXPOSURE)
            self._brightness(SETTLE_FRAMES)

    def _set(self, name: str, found: float) -> bool:
        switch, off, control = CONTROLS[name]
        return bool(self._device.set(switch, off)) and bool(self._device.set(control, found))

    def _brightness(self, frames: int) -> float:
        """Mean of the last of some frames, of 255."""
        for _ in range(frames):
            pixels, _ = self._read()
        return float(pixels[::8, ::8].mean())

    def _read(self) -> tuple[NDArray[np.uint8], float]:
        done, pixels = self._device.read()
        if not done or pixels is None:
            raise CameraError(self._why_no_frame())
        now_s = self._now_s()
        told_s = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000
        exposed_s = told_s if 0 <= now_s - told_s <= CLOCK_OFF_S else now_s
        self._last_s = max(self._last_s, exposed_s)
        return np.asarray(pixels, np.uint8), self._last_s

    def _why_no_frame(self) -> str:
        if not self.path.exists():
            return f"the camera at {self.path} is gone; plug its cable in again"
        return (
            f"the camera at {self.path} gave no frame for {SELECT_S} s; "
            "pull its cable, count to three, and plug it in again"
        )


def _others() -> str:
    others = [f"{path} ({name})" for path, name in usb_cameras()]
    if not others:
        return "this machine has no USB camera; plug one in"
    return f'this machine has {", ".join(others)}; name one: camera = "usb:N" under [devices]'


def usb_cameras(
    folder: Path = Path("/dev"), known: Path = Path("/sys/class/video4linux")
) -> list[tuple[Path, str]]:
    """The USB cameras that the kernel knows: path and name, in the order of their numbers.

    A camera has a second device for what is no picture, and a Raspberry Pi a dozen that are no
    cameras: these are left out.
    """
    entries = sorted(known.glob("video[0-9]*"), key=lambda entry: (len(entry.name), entry.name))
    return [
        (folder / entry.name, _text(entry / "name", "unnamed"))
        for entry in entries
        if "/usb" in str(entry.resolve()) and _text(entry / "index", "0") == "0"
    ]


def _text(path: Path, otherwise: str) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return otherwise
