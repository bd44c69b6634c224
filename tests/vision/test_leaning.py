"""Dice that lean, told from those that lie flat by geometry alone."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.leaning import leaning

F = NDArray[np.float64]
WIDTH, HEIGHT, FOCAL = 640, 480, 700.0
HALF_MM, FAR_MM = 8.0, 500.0


def turned(axis: F, degrees: float) -> F:
    """The turn about a unit axis (Rodrigues' formula)."""
    a = math.radians(degrees)
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * k @ k)


def seen(
    spots_mm: list[tuple[float, float]],
    tilts_deg: list[float],
    oblique_deg: float = 0.0,
    noise: float = 0.0,
) -> tuple[list[tuple[float, float]], list[tuple[float, float, float]]]:
    """Where upper faces are seen, and how far off their dice's middles, from a camera above."""
    rng = np.random.default_rng(7)
    camera = turned(np.array([1.0, 0, 0]), 180 - oblique_deg)
    places, leans = [], []
    for (x, y), tilt in zip(spots_mm, tilts_deg, strict=True):
        way = rng.uniform(0, 2 * math.pi)
        turn = turned(np.array([math.cos(way), math.sin(way), 0]), tilt)
        middle = np.array([x, y, HALF_MM])
        points = np.stack([middle + turn @ (0, 0, HALF_MM), middle]) @ camera.T + (0, 0, FAR_MM)
        face, body = points[:, :2] / points[:, 2:] * FOCAL
        size = 2 * HALF_MM * FOCAL / points[0, 2]
        dx, dy = (face - body) / size + rng.normal(0, noise, 2)
        places.append((face[0] + WIDTH / 2, face[1] + HEIGHT / 2))
        leans.append((float(dx), float(dy), max(noise, 0.01)))
    return places, leans


SPOTS = [(-120.0, -80.0), (100.0, -90.0), (0.0, 10.0), (-90.0, 95.0), (130.0, 70.0), (40.0, -30.0)]


@pytest.mark.parametrize("oblique_deg", [0.0, 15.0, 35.0])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_dice_that_lie_flat_agree_however_the_camera_stands(oblique_deg: float, count: int) -> None:
    places, leans = seen(SPOTS[:count], [0.0] * count, oblique_deg, noise=0.03)
    assert leaning(places, leans, (WIDTH, HEIGHT)) == [False] * count


@pytest.mark.parametrize("oblique_deg", [0.0, 10.0])
@pytest.mark.parametrize("which", range(5))
def test_one_that_leans_is_told(oblique_deg: float, which: int) -> None:
    tilts = [30.0 if i == which else 0.0 for i in range(5)]
    places, leans = seen(SPOTS[:5], tilts, oblique_deg, noise=0.02)
    assert leaning(places, leans, (WIDTH, HEIGHT)) == [i == which for i in range(5)]


def test_a_die_whose_middle_is_uncertain_is_not_said_to_lean() -> None:
    places, leans = seen(SPOTS[:5], [0, 0, 30, 0, 0])
    leans[2] = (*leans[2][:2], 0.3)
    assert leaning(places, leans, (WIDTH, HEIGHT)) == [False] * 5


def test_where_most_lean_in_their_own_ways_none_is_said_to() -> None:
    places, leans = seen(SPOTS, [40, 40, 40, 40, 0, 40])
    assert not any(leaning(places, leans, (WIDTH, HEIGHT)))


def test_one_of_two_may_be_either() -> None:
    places, leans = seen(SPOTS[:2], [0, 40])
    assert leaning(places, leans, (WIDTH, HEIGHT)) == [False, False]
