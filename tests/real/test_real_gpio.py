"""Buttons, lamp, buzzer and power on the real gpiozero and lgpio; the script gpio.sh runs it.

The kernel is a real one, with its own simulated chip: what is real here are the character device,
its requests, edges and refusals, and lgpio's threads and times. The contact bounces for real.
"""

import os
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from firmware import devices
from firmware.devices import DeviceSettings
from firmware.loop import Press
from firmware.table.debounce import HOLD_S, Debouncer
from hardware.errors import PinError
from hardware.pi.buttons import GpioButtons
from hardware.pi.buzzer import GpioBuzzer
from hardware.pins import pin_map
from hardware.ports import BUTTONS, Button, Edge, Tone
from tests.hardware.rigs import BOARDS, Board

pytestmark = pytest.mark.skipif(
    "ARBITER_REAL_GPIO" not in os.environ, reason="needs the kernel of --real-gpio"
)

BOUNCES = 6
BOUNCE_S = 0.001

LOOK_S = 0.0001
"""Seconds between looks at a pin that sounds: without a rest no time would pass in the kernel."""


class Hand:
    """Buttons on real pins, a finger whose contacts bounce, and what the table hears of them."""

    def __init__(self, board: Board) -> None:
        self.board, self.pins = board, pin_map({})
        self.buttons = GpioButtons(self.pins, board.factory)
        self.edges: list[Edge] = []
        self.buttons.listen(self.edges.append)

    def move(self, button: Button, down: bool, bounces: int = BOUNCES) -> None:
        for _ in range(bounces):
            self.board.push(self.pins[button], down)
            time.sleep(BOUNCE_S)
            self.board.push(self.pins[button], not down)
            time.sleep(BOUNCE_S)
        self.board.push(self.pins[button], down)

    def push(self, button: Button, hold_s: float = 0.12) -> None:
        self.move(button, True)
        time.sleep(hold_s)
        self.move(button, False)
        time.sleep(0.1)

    def heard(self) -> list[str]:
        """The presses that the table makes of the edges, with ticks in between as the loop does."""
        debouncer, told = Debouncer(), list[object]()
        now_s = self.edges[0].time_s
        for edge in self.edges:
            while now_s + 0.05 < edge.time_s:
                now_s += 0.05
                told += debouncer.tick(now_s)
            told += debouncer.edge(edge)
        told += debouncer.tick(self.edges[-1].time_s + 0.2)
        return [one.button for one in told if isinstance(one, Press)]


@pytest.fixture
def hand() -> Iterator[Hand]:
    made = Hand(BOARDS["real"]())
    yield made
    made.buttons.close()
    made.board.close()


@pytest.mark.parametrize("button", BUTTONS)
def test_a_contact_that_bounces_is_one_press(hand: Hand, button: Button) -> None:
    hand.push(button)
    assert [edge.down for edge in hand.edges] == [True, False] * (2 * BOUNCES + 1)  # it did bounce
    closing = hand.edges[: 2 * BOUNCES + 1]
    assert closing[-1].time_s - closing[0].time_s == pytest.approx(
        2 * BOUNCES * BOUNCE_S, abs=0.002
    )
    assert hand.heard() == [button]


def test_three_pushes_are_three_presses(hand: Hand) -> None:
    for _ in range(3):
        hand.push("ok")
    assert hand.heard() == ["ok", "ok", "ok"]


def test_help_held_is_another_press(hand: Hand) -> None:
    hand.push("help", HOLD_S + 0.2)
    hand.push("help")
    assert hand.heard() == ["help_hold", "help"]


def test_edges_bear_the_time_at_which_they_were(hand: Hand) -> None:
    before_s = time.monotonic()
    hand.move("up", True, bounces=0)
    hand.board.wait(lambda: len(hand.edges) == 1)
    pushed_s = time.monotonic()
    time.sleep(0.2)
    hand.move("up", False, bounces=0)
    hand.board.wait(lambda: len(hand.edges) == 2)
    down, up = hand.edges
    assert before_s <= down.time_s <= pushed_s
    assert 0.15 < up.time_s - down.time_s < 0.4


def test_buttons_that_are_opened_again_still_hear(hand: Hand) -> None:
    hand.push("ok")
    hand.buttons.close()
    hand.board.push(hand.pins["ok"], True)  # while nobody listens
    time.sleep(0.1)
    hand.board.push(hand.pins["ok"], False)
    again = Hand(hand.board)
    again.push("ok")
    assert again.heard() == ["ok"]
    again.buttons.close()


def test_a_button_that_is_down_by_itself_is_told(hand: Hand) -> None:
    assert hand.buttons.held() == ()
    hand.move("back", True, bounces=0)
    assert hand.buttons.held() == ("back",)


def test_pins_that_another_program_holds_are_told_and_free_again_afterwards() -> None:
    board, pins = BOARDS["real"](), pin_map({})
    lgpio = import_module("lgpio")  # loaded by the board, in a folder that can be written
    other = lgpio.gpiochip_open(0)  # past gpiozero, as another program would
    lgpio.gpio_claim_input(other, pins["up"])
    with pytest.raises(PinError, match=r"GPIO5 \(header pin 29\) cannot be used .*busy.* another"):
        GpioButtons(pins, board.factory)
    lgpio.gpio_free(other, pins["up"])
    lgpio.gpiochip_close(other)
    GpioButtons(pins, board.factory).close()
    board.close()


@pytest.mark.parametrize("pitch_hz", [110, 440])
def test_the_buzzer_sounds_at_its_pitch(pitch_hz: float) -> None:
    board = BOARDS["real"]()
    buzzer = GpioBuzzer(16, board.factory)
    buzzer.play([Tone(pitch_hz, 1.0)])
    time.sleep(0.2)
    changes, high, began_s = 0, board.is_high(16), time.monotonic()
    while time.monotonic() < began_s + 0.5:
        time.sleep(LOOK_S)
        changes += high != (high := board.is_high(16))
    heard_hz = changes / 2 / (time.monotonic() - began_s)
    buzzer.finish(cut=True)
    silent = set()
    for _ in range(200):
        time.sleep(LOOK_S)
        silent.add(board.is_high(16))
    buzzer.close()
    board.close()
    assert heard_hz == pytest.approx(pitch_hz, rel=0.15)
    assert silent == {False}


def test_a_whole_table_opens_on_the_real_pins_and_lets_them_go(tmp_path: Path) -> None:
    from tests.hardware.rigs import CAMERAS

    CAMERAS["folder"](tmp_path / "camera").close()
    settings = DeviceSettings(
        camera=f"folder:{tmp_path / 'camera'}", display="none", sound="buzzer", light="lamp"
    )
    for _ in range(2):
        opened = devices.open_devices(settings)
        assert not opened.power.held()
        opened.close()
