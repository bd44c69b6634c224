"""What can go wrong with a device or with a recording of one."""

__all__ = [
    "CameraError",
    "DisplayError",
    "HardwareError",
    "PinError",
    "RecordingError",
    "reason",
]


class HardwareError(Exception):
    """Anything that a device refuses or fails to do."""


class CameraError(HardwareError, OSError):
    """The camera gives no frame."""


class DisplayError(HardwareError, ValueError):
    """The display was sent what it cannot show, or it does not answer: the message says why."""


class PinError(HardwareError, ValueError):
    """A pin cannot be used as asked, or its electronics do not answer."""


class RecordingError(HardwareError, ValueError):
    """A recording is damaged: the message names the file and what was expected."""


def reason(error: Exception) -> str:
    """What an error says, without the number and the path that the system's own errors repeat."""
    said = getattr(error, "strerror", None)
    return said[:1].lower() + said[1:] if said else str(error)
