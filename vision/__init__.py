"""Pixels to readings, readings to rolls."""

from vision.reader import Reader
from vision.reading import WHY, Face, Observation, Reading
from vision.tray import TrayWatch

__all__ = ["WHY", "Face", "Observation", "Reader", "Reading", "TrayWatch"]
