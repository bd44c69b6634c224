"""The journal: games and settings on the disk, whole after a power cut at any moment."""

from firmware.journal.files import DiskFiles, Files
from firmware.journal.journal import Journal, UnderWay
from firmware.journal.keeper import Keeper
from firmware.journal.names import Kept
from firmware.journal.place import home

__all__ = ["DiskFiles", "Files", "Journal", "Keeper", "Kept", "UnderWay", "home"]
