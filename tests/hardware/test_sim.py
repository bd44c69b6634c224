"""Buttons, clock, sound and light without hardware."""

import pytest

from hardware.ports import Buttons, Clock, Display, Edge, Light, Sound, Tone
from hardware.sim import SimButtons, SimLight, SimOled, SimSound, ToldClock


def test_doubles_keep_the_ports() -> None:
    ports: tuple[Display | Buttons | Sound | Light | Clock, ...] = (
        SimOled(),
        SimButtons(),
        SimSound(),
        SimLight(),
        ToldClock(),
    )
    assert len(ports) == 5


def test_a_push_is_a_closing_and_an_opening_edge() -> None:
    heard: list[Edge] = []
    buttons = SimButtons()
    buttons.listen(heard.append)
    buttons.push("ok", 1.0, hold_s=0.5)
    assert heard == [Edge("ok", True, 1.0), Edge("ok", False, 1.5)]


def test_a_bouncing_push_makes_more_edges_and_ends_open() -> None:
    heard: list[Edge] = []
    buttons = SimButtons()
    buttons.listen(heard.append)
    buttons.push("up", 2.0, bounces=3)
    assert [edge.down for edge in heard] == [True, False] * 7
    assert [edge.time_s for edge in heard] == sorted(edge.time_s for edge in heard)


def test_a_state_that_a_contact_has_already_makes_no_edge() -> None:
    heard: list[Edge] = []
    buttons = SimButtons()
    buttons.listen(heard.append)
    buttons.drive("back", False, 0.0)
    assert heard == []


def test_closed_buttons_tell_nobody() -> None:
    heard: list[Edge] = []
    buttons = SimButtons()
    buttons.listen(heard.append)
    buttons.close()
    buttons.push("help", 0.0)
    assert heard == []


def test_an_unknown_button_is_refused() -> None:
    with pytest.raises(ValueError, match="no button 'fire'"):
        SimButtons().drive("fire", True, 0.0)  # type: ignore[arg-type]


def test_a_told_clock_does_not_run_backwards() -> None:
    clock = ToldClock(5.0)
    clock.tell(6.5)
    assert clock.now_s() == 6.5
    with pytest.raises(ValueError, match=r"it shows 6\.5 s"):
        clock.tell(6.4)


def test_sound_keeps_what_it_played() -> None:
    sound = SimSound()
    sound.play([Tone(440, 0.1)])
    assert sound.played == [(Tone(440, 0.1),)]


def test_light_keeps_its_level_within_bounds() -> None:
    light = SimLight()
    light.glow(0.5)
    assert light.level == 0.5
    with pytest.raises(ValueError, match=r"cannot glow at 1\.5"):
        light.glow(1.5)
    light.close()
    assert light.level == 0
