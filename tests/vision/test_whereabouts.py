"""Which dice lie in the tray, from rest to rest."""

import numpy as np
import pytest

from tests.vision.test_outline import GREEN, HEIGHT, SQUARE, WIDTH, die, drawn
from vision import whereabouts
from vision.knock import Knock
from vision.outline import Sample, Tray, find_tray
from vision.reading import Observation, Reading
from vision.whereabouts import SAMPLES, Whereabouts

INSIDE, BESIDE = (300.0, 240.0), (600.0, 440.0)
BARE = np.full((HEIGHT, WIDTH, 3), GREEN, np.uint8)


def seen(*places: tuple[float, float]) -> Observation:
    return Observation(tuple(die(*at) for at in places), WIDTH, HEIGHT)


def whys(where: Whereabouts, *places: tuple[float, float]) -> list[str | None]:
    return [reading.why for reading in where.sorted_out(seen(*places)).readings]


def outside(*places: tuple[float, float]) -> list[Reading]:
    return [die(*at) for at in places]


@pytest.fixture
def found() -> Whereabouts:
    where = Whereabouts()
    where.learn(drawn(SQUARE), ())
    return where


def test_the_whole_picture_is_the_tray_until_one_is_found() -> None:
    where = Whereabouts()
    assert whys(where, INSIDE, BESIDE) == [None, None]
    where.learn(BARE, ())
    assert where.tray is None
    assert whys(where, INSIDE, BESIDE) == [None, None]


def test_a_die_beside_the_tray_is_reported_as_outside(found: Whereabouts) -> None:
    sorted_out = found.sorted_out(seen(INSIDE, BESIDE))
    assert [one.why for one in sorted_out.readings] == [None, "outside"]
    assert [one.face for one in sorted_out.readings] == [3, None]
    assert sorted_out.readings[1].guess == 3


def test_given_corners_count_and_nothing_is_looked_for() -> None:
    where = Whereabouts(((0.0, 0.0), (0.4, 0.0), (0.4, 1.0), (0.0, 1.0)))
    where.learn(drawn(SQUARE), ())
    assert whys(where, INSIDE, (200.0, 240.0)) == ["outside", None]


def test_a_tray_once_found_stays_where_a_later_picture_shows_none(found: Whereabouts) -> None:
    tray = found.tray
    for _ in range(SAMPLES):
        found.learn(BARE, ())
    assert found.tray == tray


def test_the_tray_is_looked_for_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def counted(samples: list[Sample]) -> Tray | None:
        counts.append(len(samples))
        return find_tray(samples)

    monkeypatch.setattr(whereabouts, "find_tray", counted)
    where = Whereabouts()
    for _ in range(SAMPLES + 3):
        where.learn(drawn(SQUARE), ())
    assert counts == list(range(1, SAMPLES + 1))


def test_pictures_of_another_size_are_not_mixed(found: Whereabouts) -> None:
    found.learn(np.ascontiguousarray(drawn(SQUARE)[:400]), ())
    assert found.tray is not None


def test_after_a_knock_the_tray_is_where_it_was_carried_and_looked_for_anew() -> None:
    where = Whereabouts(((0.1, 0.1), (0.5, 0.1), (0.5, 0.9), (0.1, 0.9)))
    assert whys(where, (340.0, 240.0)) == ["outside"]
    where.knock(Knock(0.0, 64, 0), WIDTH, HEIGHT)
    assert whys(where, (340.0, 240.0)) == [None]


def test_a_die_outside_is_new_once(found: Whereabouts) -> None:
    assert found.rest([], ()) == ()
    assert found.rest([], outside(BESIDE)) == (die(*BESIDE),)
    assert found.rest([], outside(BESIDE)) == ()
    assert found.outside == (die(*BESIDE),)
    assert found.rest([], outside((560.0, 30.0), BESIDE)) == (die(560.0, 30.0),)


def test_what_lies_outside_from_the_start_is_not_new(found: Whereabouts) -> None:
    assert found.rest([], outside(BESIDE)) == ()


def test_a_die_outside_is_not_new_after_a_knock(found: Whereabouts) -> None:
    found.rest([], outside(BESIDE))
    found.knock(Knock(0.0, -50, -40), WIDTH, HEIGHT)
    assert found.rest([], outside((BESIDE[0] - 50, BESIDE[1] - 40))) == ()


def test_a_die_that_lay_in_the_picture_before_its_tray_was_found_is_not_new() -> None:
    where = Whereabouts()
    assert where.rest([], ()) == ()
    where.learn(drawn(SQUARE), ())
    assert where.rest(outside(BESIDE), outside(BESIDE)) == ()
