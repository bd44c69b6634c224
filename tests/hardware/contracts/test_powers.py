"""What every power button keeps: asked once for each hold, and a light that says it is on."""

from collections.abc import Iterator

import pytest

from tests.hardware.rigs import POWERS, Switch


@pytest.fixture(params=sorted(POWERS))
def switch(request: pytest.FixtureRequest) -> Iterator[Switch]:
    yield from POWERS[request.param]()


def test_each_hold_asks_once(switch: Switch) -> None:
    asked: list[int] = []
    switch.power.listen(lambda: asked.append(1))
    for times in (1, 2):
        switch.hold()
        assert len(asked) == times
        switch.let_go()


def test_a_knock_asks_nothing(switch: Switch) -> None:
    asked: list[int] = []
    switch.power.listen(lambda: asked.append(1))
    switch.knock()
    assert asked == [] and not switch.power.held()


def test_a_button_that_is_down_is_told(switch: Switch) -> None:
    assert not switch.power.held()
    switch.hold()
    assert switch.power.held()
    switch.let_go()
    assert not switch.power.held()


def test_the_light_is_lit_blinks_while_going_and_is_out_when_closed(switch: Switch) -> None:
    assert switch.light() == "lit"
    switch.power.going()
    assert switch.light() == "blinks"
    switch.power.close()
    assert switch.light() == "out"


def test_a_closed_one_asks_nobody_and_closes_again(switch: Switch) -> None:
    asked: list[int] = []
    switch.power.listen(lambda: asked.append(1))
    switch.power.close()
    switch.power.close()
    switch.power.going()
    switch.hold()
    assert asked == [] and not switch.power.held() and switch.light() == "out"
