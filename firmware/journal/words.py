"""What the journal says of its disk."""

import errno
from typing import Final

from firmware.journal.form import Fault
from firmware.referee.told import Complaint
from firmware.texts import tr

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


def _kept_in_mind() -> str:
    return tr("The game goes on in memory and is written as soon as that can be.")


def trouble(error: OSError) -> Complaint:
    """The disk does not take what is to be kept."""
    if error.errno in FULL:
        text = tr("The disk is full: make room.")
        return _disk(tr("Disk full:\nnot kept"), f"{text} {_kept_in_mind()}")
    if error.errno in LOCKED:
        text = tr("The disk cannot be written to ({reason}).", reason=error.strerror)
        return _disk(tr("Disk locked:\nnot kept"), f"{text} {_kept_in_mind()}")
    if isinstance(error, BlockingIOError):
        text = tr("Another table keeps its games in this folder: close it.")
        return _disk(tr("Another table\nis running"), f"{text} {_kept_in_mind()}")
    text = tr("The disk fails ({reason}).", reason=error.strerror or str(error))
    return _disk(tr("Disk fails:\nnot kept"), f"{text} {_kept_in_mind()}")


def back() -> Complaint:
    """The disk takes it again."""
    return _disk(tr("Kept again"), tr("The disk works again, and the whole game is kept."))


def little_space(free_bytes: int) -> Complaint:
    """The disk is nearly full."""
    free = f"{free_bytes / 1e6:.0f} MB"
    text = tr(
        "Only {free} are free on the disk. Nothing is deleted by itself: make room.", free=free
    )
    return _disk(tr("Disk nearly\nfull: {free}", free=free), text)


def torn(name: str) -> Complaint:
    """The end of the file was cut off while it was written."""
    text = tr(
        "The power was cut while {name} was written: what had not been announced is dropped.",
        name=name,
    )
    return _disk(tr("Power was cut:\ngame goes on"), text)


def damaged(name: str, fault: Fault | str) -> Complaint:
    """The file is damaged in its middle."""
    text = tr(
        "{name} is damaged, {fault}. The file is kept as it is; what is whole before goes on.",
        name=name,
        fault=fault,
    )
    return _disk(tr("Game damaged:\nearlier state"), text)


def unusable(name: str, fault: object) -> Complaint:
    """Nothing of the file can be used."""
    text = tr("{name} is damaged, {fault}. It is kept as it is.", name=name, fault=fault)
    return _disk(tr("A kept game\nis damaged"), text)


def newer(name: str, reason: str) -> Complaint:
    """The file was written by a newer program."""
    text = tr(
        "{name} cannot be gone on with: {reason}. It is kept as it is.", name=name, reason=reason
    )
    return _disk(tr("Kept by a newer\nprogram"), text)


def damaged_settings(name: str, reason: str) -> Complaint:
    """The file of the settings is damaged."""
    text = tr(
        "{name} is damaged, {reason}. It is kept aside; what is missing is set as at first.",
        name=name,
        reason=reason,
    )
    return _disk(tr("Settings damaged:\nas at first"), text)


def unread_settings(error: OSError) -> Complaint:
    """The settings cannot be read."""
    text = tr(
        "The settings cannot be read ({reason}). All is set as at first.", reason=error.strerror
    )
    return _disk(tr("Settings not read:\nas at first"), text)


def unkept_settings(error: OSError) -> Complaint:
    """The settings cannot be written."""
    text = tr(
        "The settings cannot be kept ({reason}). They last until the table is off.",
        reason=error.strerror,
    )
    return _disk(tr("Settings\nnot kept"), text)


def _disk(screen: str, text: str) -> Complaint:
    return Complaint("notice", "disk", "", screen, text)
