"""Edges in, presses out."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.loop import Press
from firmware.table.debounce import HOLD_S, STUCK_S, Debouncer, Freed, Stuck
from hardware.ports import BUTTONS, Button, Edge

Told = list[Press | Stuck | Freed]


def feed(edges: list[Edge], until_s: float, step_s: float = 0.05) -> Told:
    """Edges with ticks in between."""
    debouncer = Debouncer()
    told: Told = []
    now_s = 0.0
    for edge in sorted(edges, key=lambda one: one.time_s):
        while now_s + step_s < edge.time_s:
            now_s += step_s
            told += debouncer.tick(now_s)
        told += debouncer.edge(edge)
    while now_s < until_s:
        now_s += step_s
        told += debouncer.tick(now_s)
    return told


def push(button: Button, from_s: float, to_s: float) -> list[Edge]:
    return [Edge(button, True, from_s), Edge(button, False, to_s)]


def bouncing(
    button: Button, from_s: float, to_s: float, down: list[float], up: list[float]
) -> list[Edge]:
    """A push whose contact bounces at these moments, in seconds after it closes and opens."""
    edges = push(button, from_s, to_s)
    for start_s, bounces, state in ((from_s, down, True), (to_s, up, False)):
        for k, after_s in enumerate(sorted(bounces)):
            edges.append(Edge(button, state if k % 2 else not state, start_s + after_s))
        if len(bounces) % 2:
            edges.append(Edge(button, state, start_s + 0.03))
    return edges


BOUNCES = st.lists(st.floats(0.0005, 0.0299), max_size=12)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(BUTTONS), st.floats(0.07, 0.3), st.floats(0.08, 0.4), BOUNCES, BOUNCES
        ),
        max_size=6,
    )
)
@settings(max_examples=200, deadline=None)
def test_one_push_is_one_press_however_its_contact_bounces(
    pushes: list[tuple[Button, float, float, list[float], list[float]]],
) -> None:
    edges: list[Edge] = []
    now_s = 1.0
    for button, held_s, pause_s, down, up in pushes:
        edges += bouncing(button, now_s, now_s + held_s, down, up)
        now_s += held_s + pause_s
    told = feed(edges, now_s + 1)
    assert [one.button for one in told] == [button for button, *_ in pushes]


def test_a_press_counts_at_once_and_help_when_it_comes_up() -> None:
    debouncer = Debouncer()
    assert debouncer.edge(Edge("ok", True, 1.0)) == [Press("ok", 1.0)]
    debouncer.edge(Edge("ok", False, 1.1))
    assert debouncer.edge(Edge("help", True, 2.0)) == []
    assert debouncer.edge(Edge("help", False, 2.2)) == [Press("help", 2.2)]


@given(st.floats(HOLD_S + 0.06, STUCK_S - 1), BOUNCES, BOUNCES)
@settings(max_examples=50, deadline=None)
def test_help_held_is_one_press_while_it_is_held(
    held_s: float, down: list[float], up: list[float]
) -> None:
    told = feed(bouncing("help", 1.0, 1.0 + held_s, down, up), 3.0 + held_s)
    assert [one.button for one in told] == ["help_hold"]
    assert told[0].time_s <= 1.0 + HOLD_S + 0.1


def test_of_two_buttons_at_once_the_first_counts() -> None:
    edges = [*push("up", 1.0, 1.5), *push("ok", 1.01, 1.4), *push("back", 1.45, 1.6)]
    assert [one.button for one in feed(edges, 3)] == ["up"]
    edges = [*push("help", 1.0, 1.3), *push("back", 1.1, 1.2)]
    assert [one.button for one in feed(edges, 3)] == ["help"]


def test_after_all_are_up_each_counts_again() -> None:
    edges = [*push("up", 1.0, 1.5), *push("ok", 1.2, 1.9), *push("down", 2.0, 2.1)]
    assert [one.button for one in feed(edges, 3)] == ["up", "down"]


def test_a_stuck_button_is_named_once_and_the_others_work() -> None:
    edges = [Edge("down", True, 1.0), *push("ok", 25.0, 25.1), Edge("down", False, 30.0)]
    edges += push("down", 31.0, 31.1)
    told = feed(edges, 32)
    assert [(type(one), one.button) for one in told] == [
        (Press, "down"),
        (Stuck, "down"),
        (Press, "ok"),
        (Freed, "down"),
        (Press, "down"),
    ]
    assert 1.0 + STUCK_S <= told[1].time_s <= 1.1 + STUCK_S


def test_a_stuck_help_button_is_no_press_when_it_comes_up() -> None:
    told = feed(push("help", 1.0, 40.0), 41)
    assert [type(one) for one in told] == [Press, Stuck, Freed]


def test_a_short_push_between_two_ticks_is_a_press() -> None:
    assert [one.button for one in feed([*push("ok", 1.0, 1.02), *push("ok", 1.2, 1.22)], 2)] == [
        "ok",
        "ok",
    ]
