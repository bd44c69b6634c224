"""Dice that lie on while others are taken, seen in passing, where the tray never comes to rest.

Players lift dice and throw them at once: between the hand that goes and the dice that fall there
may be one frame, too short for a rest. It shows which dice were left alone all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.identity import TrayDie
from vision.structure import Grey

__all__ = ["NOTHING", "Glimpses", "Seen"]

CORE: Final = 0.6
"""The part of a die's outline, each way, that is looked at: its rim mixes with the floor."""

THERE_LEVELS: Final = 6.0
"""Mean change of brightness, of 255, below which a die lies on: noise leaves 2, a shadow more."""

GONE_LEVELS: Final = 14.0
"""Mean change of brightness, of 255, above which a die lies there no more (10 to 20)."""

ELSEWHERE_DICE: Final = 2.5
"""How much of the picture may have changed beside, in outlines of the dice that lay there: their
long shadows go with them, others roll; a hand over the dice changes more."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Identities of dice: those that were seen to be gone, and those that lay on all the same."""

    gone: frozenset[int] = frozenset()
    lay_on: frozenset[int] = frozenset()


NOTHING: Final = Seen()
"""Nothing was seen in passing."""


class Glimpses:
    """Collects, since the tray lay at rest, which dice were seen to be gone and which to lie on."""

    def __init__(self) -> None:
        self._seen = NOTHING

    def look(self, change: Grey | None, dice: Sequence[TrayDie], scale: float) -> None:
        """Look at a frame without a hand.

        change: how each pixel of a small picture differs from the tray as it lay, if that is
        known; dice: as they lay; scale: from their pixels to those of the small picture.
        """
        if change is None or not dice:
            return
        parts = {die.identity: _core(die, scale) for die in dice}
        levels = {k: float(np.mean(change[part])) for k, part in parts.items() if change[part].size}
        gone = {k for k, level in levels.items() if level > GONE_LEVELS}
        if not gone:
            return
        new = change > GONE_LEVELS
        for part in parts.values():
            new[part] = False
        outlines = sum(die.reading.box[2] * die.reading.box[3] for die in dice) * scale**2
        if np.count_nonzero(new) <= ELSEWHERE_DICE * outlines:
            lie = {k for k, level in levels.items() if level < THERE_LEVELS}
            self._seen = Seen(self._seen.gone | gone, self._seen.lay_on | lie)

    def taken(self) -> Seen:
        """What was seen, which is then forgotten."""
        seen, self._seen = self._seen, NOTHING
        return seen


def _core(die: TrayDie, scale: float) -> tuple[slice, slice]:
    x, y, width, height = (one * scale for one in die.reading.box)
    rim_x, rim_y = width * (1 - CORE) / 2, height * (1 - CORE) / 2
    across = slice(max(0, round(x + rim_x)), max(0, round(x + width - rim_x)))
    return slice(max(0, round(y + rim_y)), max(0, round(y + height - rim_y))), across
