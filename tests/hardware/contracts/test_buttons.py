"""What all buttons keep: a contact that closes and opens is two edges, bounce and all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from hardware.pi.buttons import GpioButtons
from hardware.pins import pin_map
from hardware.ports import BUTTONS, Button, Buttons, Edge
from hardware.sim import SimButtons
from hardware.sim.clock import ToldClock
from tests.hardware.rigs import mock_factory


@dataclass
class Finger:
    """Buttons, what moves a contact of theirs, and their clock."""

    buttons: Buttons
    drive: Callable[[Button, bool], None]
    clock: ToldClock


def _sim() -> Iterator[Finger]:
    clock = ToldClock()
    buttons = SimButtons()
    yield Finger(buttons, lambda name, down: buttons.drive(name, down, clock.now_s()), clock)


def _gpio() -> Iterator[Finger]:
    clock, factory, pins = ToldClock(), mock_factory(), pin_map({})

    def drive(name: Button, down: bool) -> None:
        pin = factory.pin(pins[name])
        pin.drive_low() if down else pin.drive_high()

    yield Finger(GpioButtons(pins, factory, clock.now_s), drive, clock)
    factory.close()


@pytest.fixture(params=[_sim, _gpio], ids=["sim", "gpio"])
def finger(request: pytest.FixtureRequest) -> Iterator[Finger]:
    yield from request.param()


@pytest.mark.parametrize("button", BUTTONS)
def test_closing_and_opening_are_an_edge_each_with_its_time(finger: Finger, button: Button) -> None:
    heard: list[Edge] = []
    finger.buttons.listen(heard.append)
    finger.clock.tell(1.0)
    finger.drive(button, True)
    finger.clock.tell(1.5)
    finger.drive(button, False)
    assert heard == [Edge(button, True, 1.0), Edge(button, False, 1.5)]


def test_bounces_are_edges_too(finger: Finger) -> None:
    heard: list[Edge] = []
    finger.buttons.listen(heard.append)
    for down in (True, False, True, False, True):
        finger.drive("ok", down)
    assert [edge.down for edge in heard] == [True, False, True, False, True]


def test_buttons_do_not_hear_one_another(finger: Finger) -> None:
    heard: list[Edge] = []
    finger.buttons.listen(heard.append)
    finger.drive("up", True)
    finger.drive("down", True)
    finger.drive("up", False)
    assert [(edge.button, edge.down) for edge in heard] == [
        ("up", True),
        ("down", True),
        ("up", False),
    ]


def test_everybody_who_listens_hears(finger: Finger) -> None:
    one: list[Edge] = []
    other: list[Edge] = []
    finger.buttons.listen(one.append)
    finger.buttons.listen(other.append)
    finger.drive("help", True)
    assert len(one) == len(other) == 1


def test_closed_buttons_tell_nobody_and_close_again(finger: Finger) -> None:
    heard: list[Edge] = []
    finger.buttons.listen(heard.append)
    finger.buttons.close()
    finger.drive("back", True)
    finger.buttons.close()
    assert heard == []
