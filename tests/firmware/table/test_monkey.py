"""Random presses, trays and faults: nothing that anybody does reaches the loop's last catch.

ARBITER_MONKEY=1000000 takes as many steps as it says; the suite takes some thousand.
"""

import os
from typing import Final

import pytest

from tests.firmware.table.monkey import take_steps

STEPS: Final = int(os.environ.get("ARBITER_MONKEY", "9000"))
SEEDS: Final = range(3)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_anybody_does_fails(seed: int) -> None:
    monkey = take_steps(seed, -(-STEPS // len(SEEDS)))
    lines = {said.line.event for said in monkey.said}
    assert {"start", "roll", "complaint", "camera_back", "stuck"} <= lines
