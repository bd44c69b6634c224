"""What every lamp keeps: it glows as told, refuses what it cannot, and is dark once closed."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from hardware.ports import Light
from tests.hardware.rigs import LIGHTS

SAMPLED = 0.1
"""How far a level may seem off where it is told from single looks at a pin that pulses."""


@dataclass
class Lamp:
    """A light, and how bright it is, 0 to 1."""

    light: Light
    level: Callable[[], float]


@pytest.fixture(params=sorted(LIGHTS))
def lamp(request: pytest.FixtureRequest) -> Iterator[Lamp]:
    for light, level in LIGHTS[request.param]():
        yield Lamp(light, level)


def test_a_new_lamp_is_dark(lamp: Lamp) -> None:
    assert lamp.level() == 0


def test_it_glows_as_told(lamp: Lamp) -> None:
    for level in (0.25, 1.0, 0.0, 0.5):
        lamp.light.glow(level)
        assert lamp.level() == pytest.approx(level, abs=SAMPLED)


@pytest.mark.parametrize("level", [-0.1, 1.5, math.nan])
def test_a_level_that_is_none_is_refused_and_changes_nothing(lamp: Lamp, level: float) -> None:
    lamp.light.glow(0.5)
    with pytest.raises(ValueError, match=f"cannot glow at {level}"):
        lamp.light.glow(level)
    assert lamp.level() == pytest.approx(0.5, abs=SAMPLED)


def test_a_closed_lamp_is_dark_stays_so_and_closes_again(lamp: Lamp) -> None:
    lamp.light.glow(1.0)
    lamp.light.close()
    assert lamp.level() == 0
    lamp.light.close()
    lamp.light.glow(1.0)
    assert lamp.level() == 0
