"""The table as people use it: everything between the queue of items and the screen."""

from firmware.table.ports import CameraFault, Check, Notice, Ports
from firmware.table.table import Table, TableItem

__all__ = ["CameraFault", "Check", "Notice", "Ports", "Table", "TableItem"]
