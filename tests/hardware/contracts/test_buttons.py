"""What all buttons keep: a contact that closes and opens is two edges, bounce and all."""

from collections.abc import Iterator

import pytest

from hardware.ports import BUTTONS, Button, Edge
from tests.hardware.rigs import FINGERS, Finger


@pytest.fixture(params=sorted(FINGERS))
def finger(request: pytest.FixtureRequest) -> Iterator[Finger]:
    yield from FINGERS[request.param]()


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
