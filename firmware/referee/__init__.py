"""The referee: what was awaited joined with what was seen."""

from firmware.referee.alea import AleaTable
from firmware.referee.alphatian import AlphatianTable
from firmware.referee.centurion import CenturionTable
from firmware.referee.game import Game
from firmware.referee.kept import Tray
from firmware.referee.referee import Referee
from firmware.referee.told import Complaint, Facts, Json, Line

__all__ = [
    "AleaTable",
    "AlphatianTable",
    "CenturionTable",
    "Complaint",
    "Facts",
    "Game",
    "Json",
    "Line",
    "Referee",
    "Tray",
]
