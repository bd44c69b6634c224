"""What can go wrong with a device or with a recording of one."""

__all__ = ["CameraError", "DisplayError", "HardwareError", "PinError", "RecordingError"]


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
