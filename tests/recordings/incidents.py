"""Incidents on film: what a referee must notice, and what it must not mind."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tests.recordings.film import Film
from tests.recordings.plays import lift, throw
from tests.recordings.trays import Laid

__all__ = ["INCIDENTS", "ROMAN"]

FIVE: Final = {0: 5, 1: 6, 2: 3, 3: 5, 4: 2}


def _first(film: Film) -> None:
    throw(film, FIVE, 0, role="attack")


def _incident(film: Film, name: str, moved: tuple[int, ...] = ()) -> None:
    film.segment("incident", moved, incident=name)


def _other(face: int) -> int:
    return face % 6 + 1


def _pushed(film: Film, die: Laid, by_mm: float, **new: Any) -> Laid:
    """The die a little aside, where it touches no other."""
    others = [one.at for one in film.lying.values() if one.number != die.number]
    for _ in range(500):
        way = float(film.rng.uniform(0, 2 * math.pi))
        at = (die.at[0] + by_mm * math.cos(way), die.at[1] + by_mm * math.sin(way))
        apart = all(math.hypot(at[0] - x, at[1] - y) > 1.4 * film.tray.die_mm for x, y in others)
        inside = all(
            abs(a) < half - 0.7 * film.tray.die_mm
            for a, half in zip(at, film.tray.half, strict=True)
        )
        if apart and inside and film.tray.in_view(at, 30):
            return replace(die, at=at, **new)
    return replace(die, **new)


def nudged(film: Film) -> None:
    """A hand pushes a die, which keeps its face."""
    _first(film)
    _incident(film, "nudged")
    film.put(_pushed(film, film.lying[1], 9.0), 0)
    film.settled(10)


def flipped(film: Film) -> None:
    """The two dice that are thrown again turn one that was set aside."""
    _first(film)
    lift(film, [2, 4], 0)
    _incident(film, "flipped", (2, 4))
    film.throw(film.laid({2: 4, 4: 6}), 0)
    film.lying[1] = _pushed(film, film.lying[1], 7.0, face=2)
    film.settled(12)


def hand_turns_die(film: Film) -> None:
    """A hand turns a die and leaves it where it is."""
    _first(film)
    _incident(film, "hand_turns_die")
    die = film.lying[2]
    film.put(replace(die, face=6, yaw_deg=die.yaw_deg + 30), 1)
    film.settled(12)


def four_of_five(film: Film) -> None:
    """One die leaves the tray."""
    _incident(film, "four_of_five", (0, 1, 2, 3))
    film.throw(film.laid({k: FIVE[k] for k in range(4)}), 0)
    film.settled(12)


def six_of_five(film: Film) -> None:
    """One die too many."""
    _incident(film, "six_of_five", (0, 1, 2, 3, 4, 5))
    film.throw(film.laid({**FIVE, 5: 1}), 0)
    film.settled(12)


def cocked(film: Film) -> None:
    """A die leans on another one."""
    _incident(film, "cocked_rim", (0, 1, 2, 3, 4))
    dice = film.laid(FIVE)
    film.throw(dice, 0)
    film.lying[4] = replace(dice[4], tilt_deg=float(film.rng.uniform(24, 40)), problem="cocked")
    film.settled(12)


def stacked(film: Film) -> None:
    """A die lies on another one."""
    _incident(film, "stacked", (0, 1, 2, 3, 4))
    dice = film.laid(FIVE)
    film.throw(dice, 0)
    size = film.tray.die_mm
    x, y = dice[0].at
    at = (x + float(film.rng.uniform(-0.3, 0.3)) * size, y + 0.2 * size)
    film.lying[4] = replace(dice[4], at=at, base_mm=size, problem="stacked")
    film.settled(12)


def hand_stays(film: Film) -> None:
    """A hand stays over the tray, with a die in it."""
    _first(film)
    film.segment("incident", (), incident="hand_stays")
    way, die = film.way(0), film.lying[4]
    film.reach(die.at, way, inwards=True)
    film.over(die.at, way)
    del film.lying[4]
    film.over(die.at, way, 20)
    film.reach(die.at, way, inwards=False)
    film.settled(2)


def all_five(film: Film) -> None:
    """All dice of the attack are lifted, and thrown again."""
    _first(film)
    _incident(film, "all_five")
    film.lift(list(FIVE), 0)
    film.settled(9)


def two_numbers(film: Film) -> None:
    """The parry is made with dice of two numbers."""
    _first(film)
    film.press()
    film.still(6)
    _incident(film, "two_numbers")
    film.lift([0, 3, 2], 1)
    film.settled(9)


def one_of_two(film: Film) -> None:
    """Only one of the two fives is lifted for the parry."""
    _first(film)
    film.press()
    film.still(6)
    _incident(film, "one_of_two")
    film.lift([0], 1)
    film.settled(9)


def kept_lifted(film: Film) -> None:
    """A die that was set aside is lifted for the third throw."""
    _first(film)
    lift(film, [2, 4], 0)
    throw(film, {2: 4, 4: 1}, 0)
    _incident(film, "kept_lifted")
    film.lift([1, 4], 0)
    film.settled(9)


def three_for_two(film: Film) -> None:
    """With the two dice lifted a third one is thrown, which was to stay: the hand took it too."""
    _first(film)
    film.segment("lift", (), lifted=[2, 4])
    film.lift([2, 4], 0)
    film.settled(1)
    _incident(film, "three_for_two", (2, 4, 5))
    film.throw(film.laid({2: 4, 4: 6, 5: 3}), 0)
    film.settled(12)


def put_back(film: Film) -> None:
    """All five are lifted, then put back as they lay but for places."""
    _first(film)
    _incident(film, "put_back")
    die = film.lying[3]
    film.lift([3], 0)
    film.settled(5)
    film.put(_pushed(film, die, 6.0), 0)
    film.settled(10)


def light_dims(film: Film) -> None:
    """A lamp is switched off, and on again."""
    _first(film)
    _incident(film, "light_dims")
    film.tray.factor = 0.4
    film.settled(10)
    film.tray.factor = 1.0
    film.still(10)


def knocked(film: Film) -> None:
    """The camera is knocked."""
    _first(film)
    _incident(film, "knocked")
    film.tray.knock((5.0, -4.0))
    film.settled(12)
    lift(film, [2, 4], 0)
    throw(film, {2: 4, 4: 6}, 0)


def touching(film: Film) -> None:
    """Two dice lie side by side."""
    film.segment("incident", FIVE, incident="touching")
    dice = film.laid(FIVE)
    size = film.tray.die_mm
    yaw = math.radians(dice[0].yaw_deg)
    x, y = dice[0].at
    for quarter in range(4):
        way = yaw + quarter * math.pi / 2
        at = (x + math.cos(way) * size * 1.03, y + math.sin(way) * size * 1.03)
        apart = all(
            math.hypot(at[0] - d.at[0], at[1] - d.at[1]) > 1.5 * size
            for d in dice.values()
            if d.number not in (0, 2)
        )
        if apart and film.tray.in_view(at, 30):
            dice[2] = replace(dice[2], at=at, yaw_deg=dice[0].yaw_deg)
            break
    film.throw(dice, 0)
    film.settled(12)


def hand_lingers(film: Film) -> None:
    """The dice are thrown under the hand, which goes late."""
    way = film.way(0)
    film.segment("throw", FIVE, player=0)
    dice = film.laid(FIVE)
    film.throw(dice, 0)
    at = dice[0].at
    film.reach(at, way, inwards=True)
    film.over(at, way, 3)
    film.reach(at, way, inwards=False)
    film.settled(12)


def two_at_once(film: Film) -> None:
    """In Alea Romana two dice are thrown at once."""
    throw(film, {0: "I"}, 0)
    _incident(film, "two_at_once", (1, 2))
    film.throw(film.laid({1: "V", 2: "X"}), 0)
    film.settled(12)


def turned_roman(film: Film) -> None:
    """In Alea Romana the second die turns the first."""
    throw(film, {0: "X"}, 0)
    _incident(film, "flipped", (1,))
    film.throw(film.laid({1: "I"}), 0)
    film.lying[0] = _pushed(film, film.lying[0], 8.0, face="V")
    film.settled(12)


def lifted_roman(film: Film) -> None:
    """In Alea Romana a die that lies is lifted."""
    throw(film, {0: "X"}, 0)
    throw(film, {1: "I"}, 0)
    _incident(film, "kept_lifted")
    film.lift([0], 0)
    film.settled(9)


INCIDENTS: Final[Mapping[str, Callable[[Film], None]]] = {
    one.__name__: one
    for one in (
        nudged, flipped, hand_turns_die, four_of_five, six_of_five, cocked, stacked, hand_stays,
        all_five, two_numbers, one_of_two, kept_lifted, three_for_two, put_back, light_dims,
        knocked, touching, hand_lingers, two_at_once, turned_roman, lifted_roman,
    )
}  # fmt: skip
ROMAN: Final = ("two_at_once", "turned_roman", "lifted_roman")
