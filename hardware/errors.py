"""What can go wrong with a device or with a recording of one."""

__all__ = ["CameraError", "DisplayError", "HardwareError", "RecordingError"]


class HardwareError(Exception):
    """Anything that a device refuses or fails to do."""


class CameraError(HardwareError, OSError):
    """The camera gives no frame."""


class DisplayError(HardwareError, ValueError):
    """The display was sent something that it cannot show or that the chip does not know."""


class RecordingError(HardwareError, ValueError):
    """A recording is damaged: the message names the file and what was expected."""
