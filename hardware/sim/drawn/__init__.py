"""A tray that is drawn: dice, light, felt and hands, for a camera without a camera."""

from hardware.sim.drawn.camera import SceneCamera
from hardware.sim.drawn.dice import ROMAN_FACES, Die, Kind
from hardware.sim.drawn.scene import Rolling, Scene, TrayLook
from hardware.sim.drawn.stage import Seen, Stage, scatter

__all__ = [
    "ROMAN_FACES",
    "Die",
    "Kind",
    "Rolling",
    "Scene",
    "SceneCamera",
    "Seen",
    "Stage",
    "TrayLook",
    "scatter",
]
