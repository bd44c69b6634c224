"""Single pictures for the commands that look at the tray: from a camera, or a folder of files."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol, TextIO, runtime_checkable

from firmware.photos import PhotoError, load_photo
from firmware.settings import SettingsError
from firmware.usage import UsageError, invalid
from hardware.ports import Camera
from vision.reading import Image

__all__ = ["CameraSight", "FolderSight", "Picture", "Sight", "open_sight"]

KINDS: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""What counts as a picture in a folder of them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be read, and the name of the file it came from, empty for a live camera."""

    image: Image
    name: str = ""


class Sight(Protocol):
    """Gives a picture each time that it is asked for one. live: whether somebody can wait for it.

    take raises CameraError when a camera fails.
    """

    live: bool

    def take(self) -> Picture | None:
        """The newest picture, None when no more come."""
        ...

    def close(self) -> None:
        """Let the camera go; a second call does nothing."""
        ...


@runtime_checkable
class Refuses(Protocol):
    """A camera that can be told not to give what it saw before."""

    def refuse_before(self, time_s: float) -> None:
        """Give no frame whose exposure began before time_s."""
        ...


class FolderSight:
    """The pictures of a folder by name, each once; one that cannot be read is named on err.

    Raises UsageError for a folder without pictures.
    """

    live = False

    def __init__(self, folder: Path, err: TextIO) -> None:
        self._err = err
        self._paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in KINDS)
        if not self._paths:
            raise UsageError(f"{folder}: no pictures there; name a folder of {', '.join(KINDS)}")

    def take(self) -> Picture | None:
        """The next picture that can be read."""
        while self._paths:
            path = self._paths.pop(0)
            try:
                return Picture(load_photo(path), path.name)
            except PhotoError as error:
                self._err.write(f"arbiter: {error}\n")
        return None

    def close(self) -> None:
        """Give no more."""
        self._paths.clear()


class CameraSight:
    """A camera's newest picture: nothing that was exposed before it was asked for."""

    live = True

    def __init__(self, camera: Camera, now_s: Callable[[], float] = time.monotonic) -> None:
        self._camera = camera
        self._now_s = now_s

    def take(self) -> Picture | None:
        """Wait for a picture from now."""
        if isinstance(self._camera, Refuses):
            self._camera.refuse_before(self._now_s())
        frame = self._camera.capture()
        return None if frame is None else Picture(frame.pixels, frame.name)

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()


def open_sight(named: str, config: Path, err: TextIO) -> Sight:
    """Open a camera as [devices] of a table.toml names them, or the one that config names if empty.

    The pictures of a folder come once each, and at once. Raises UsageError for a name or settings
    that cannot be, CameraError for a camera that is not there.
    """
    kind, _, which = named.partition(":")
    if kind == "folder":
        return FolderSight(Path(which), err)
    from firmware.devices import CAMERAS, open_camera, read_device_settings  # noqa: PLC0415

    if named and kind not in CAMERAS:
        raise invalid("--camera", named, [f"{camera}:" for camera in CAMERAS])
    try:
        settings = read_device_settings(config)
        return CameraSight(open_camera(replace(settings, camera=named or settings.camera)))
    except (SettingsError, ValueError) as error:
        raise UsageError(str(error)) from error
