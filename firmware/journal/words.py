"""What the journal says of its disk."""

import errno
from typing import Final

from firmware.journal.form import Fault
from firmware.referee.told import Complaint

__all__ = [
    "back",
    "damaged",
    "damaged_settings",
    "little_space",
    "newer",
    "torn",
    "trouble",
    "unkept_settings",
    "unread_settings",
    "unusable",
]

FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
LOCKED: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

KEPT_IN_MIND: Final = "The game goes on in memory and is written as soon as that can be."


def trouble(error: OSError) -> Complaint:
    """The disk does not take what is to be kept."""
    if error.errno in FULL:
        return _disk("Disk full:\nnot kept", f"The disk is full: make room. {KEPT_IN_MIND}")
    if error.errno in LOCKED:
        text = f"The disk cannot be written to ({error.strerror}). {KEPT_IN_MIND}"
        return _disk("Disk locked:\nnot kept", text)
    if isinstance(error, BlockingIOError):
        text = f"Another table keeps its games in this folder: close it. {KEPT_IN_MIND}"
        return _disk("Another table\nis running", text)
    reason = error.strerror or str(error)
    return _disk("Disk fails:\nnot kept", f"The disk fails ({reason}). {KEPT_IN_MIND}")


def back() -> Complaint:
    """The disk takes it again."""
    return _disk("Kept again", "The disk works again, and the whole game is kept.")


def little_space(free_bytes: int) -> Complaint:
    """The disk is nearly full."""
    free = f"{free_bytes / 1e6:.0f} MB"
    text = f"Only {free} are free on the disk. Nothing is deleted by itself: make room."
    return _disk(f"Disk nearly\nfull: {free}", text)


def torn(name: str) -> Complaint:
    """The end of the file was cut off while it was written."""
    text = f"The power was cut while {name} was written: what had not been announced is dropped."
    return _disk("Power was cut:\ngame goes on", text)


def damaged(name: str, fault: Fault | str) -> Complaint:
    """The file is damaged in its middle."""
    text = f"{name} is damaged, {fault}. The file is kept as it is; what is whole before goes on."
    return _disk("Game damaged:\nearlier state", text)


def unusable(name: str, fault: object) -> Complaint:
    """Nothing of the file can be used."""
    return _disk("A kept game\nis damaged", f"{name} is damaged, {fault}. It is kept as it is.")


def newer(name: str, reason: str) -> Complaint:
    """The file was written by a newer program."""
    text = f"{name} cannot be gone on with: {reason}. It is kept as it is."
    return _disk("Kept by a newer\nprogram", text)


def damaged_settings(name: str, reason: str) -> Complaint:
    """The file of the settings is damaged."""
    text = f"{name} is damaged, {reason}. It is kept aside; what is missing is set as at first."
    return _disk("Settings damaged:\nas at first", text)


def unread_settings(error: OSError) -> Complaint:
    """The settings cannot be read."""
    text = f"The settings cannot be read ({error.strerror}). All is set as at first."
    return _disk("Settings not read:\nas at first", text)


def unkept_settings(error: OSError) -> Complaint:
    """The settings cannot be written."""
    text = f"The settings cannot be kept ({error.strerror}). They last until the table is off."
    return _disk("Settings\nnot kept", text)


def _disk(screen: str, text: str) -> Complaint:
    return Complaint("notice", "disk", "", screen, text)
