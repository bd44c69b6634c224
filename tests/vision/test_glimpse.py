"""What is seen in passing of dice that lay in the tray."""

import numpy as np

from vision.glimpse import Glimpses
from vision.identity import TrayDie
from vision.reading import Reading


def die(identity: int, x: int) -> TrayDie:
    return TrayDie(identity, Reading(3, 3, 0.9, (x - 10, 40, 20, 20), (x, 50)))


DICE = (die(0, 40), die(1, 100), die(2, 160))


def without(*places: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """How the tray changed when the dice at these places were taken away."""
    change = np.zeros((100, 200), np.float32)
    for x in places:
        change[40:60, x - 10 : x + 10] = 90
    return change


def test_what_lay_on_and_went_later_did_not_lie_on() -> None:
    glimpses = Glimpses()
    glimpses.look(without(40), DICE, 1.0)
    glimpses.look(without(40, 100), DICE, 1.0)
    seen = glimpses.taken()
    assert seen.gone == frozenset({0, 1})
    assert seen.lay_on == frozenset({2})
