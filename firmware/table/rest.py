"""Care for the OLED, whose pixels burn in: it dims, moves its picture, and goes off."""

from dataclasses import dataclass
from typing import Final

__all__ = ["DIM_S", "MOVES_S", "OFF_S", "WAY", "Glow", "Rest"]

DIM_S: Final = 60.0
"""Seconds without a press or a change after which the screen dims."""

OFF_S: Final = 600.0
"""Seconds after which it goes off."""

MOVES_S: Final = 60.0
"""Seconds after which the picture moves by a pixel."""

DIM_LEVEL: Final = 0.1
"""How bright a dim screen is, of its full brightness."""

WAY: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""How far the picture is moved, right and down, one place after another."""


@dataclass(frozen=True, slots=True)
class Glow:
    """How the screen is to be: its brightness, 0 (off) to 1, and how far its picture is moved."""

    level: float = 1.0
    move: tuple[int, int] = (0, 0)


class Rest:
    """Says how the screen is to be, by times that are given, in seconds."""

    def __init__(self, time_s: float) -> None:
        self._began_s = self._stirred_s = time_s

    def stir(self, time_s: float) -> bool:
        """Something happens; gives whether the screen was off, so that a press only wakes it."""
        was_off = self.glow(time_s).level == 0
        self._stirred_s = max(self._stirred_s, time_s)
        return was_off

    def glow(self, time_s: float) -> Glow:
        """How the screen is to be now."""
        idle_s = time_s - self._stirred_s
        level = 1.0 if idle_s < DIM_S else DIM_LEVEL if idle_s < OFF_S else 0.0
        return Glow(level, WAY[int((time_s - self._began_s) / MOVES_S) % len(WAY)])
