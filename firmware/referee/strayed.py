"""Dice that left the tray, for as long as they lie outside and are not thrown again [P1]."""

from math import hypot
from typing import Final

from vision.reading import Reading
from vision.tray import Rest

__all__ = ["Strayed"]

SAME_PLACE_DICE: Final = 0.5
"""A die outside that moved by less, in sizes of its outline, still lies there (0.3 to 1)."""


class Strayed:
    """The dice that came to lie outside the tray since the last roll.

    What lay beside the tray before is no matter: spare dice, or those of another game.
    """

    def __init__(self) -> None:
        self._dice: tuple[Reading, ...] = ()

    def __len__(self) -> int:
        return len(self._dice)

    def saw(self, rest: Rest) -> int:
        """Take what a rest shows; give how many dice came there with it."""
        known = (*self._dice, *rest.strayed)
        self._dice = tuple(
            one for one in rest.outside if any(_same_place(one, other) for other in known)
        )
        return len(rest.strayed)

    def forget(self) -> None:
        """Dice were rolled as they should: what lies outside is no matter any more."""
        self._dice = ()


def _same_place(one: Reading, other: Reading) -> bool:
    way_px = hypot(one.center[0] - other.center[0], one.center[1] - other.center[1])
    return way_px < SAME_PLACE_DICE * min(one.box[2], one.box[3])
