"""Where dice lie: scattered, touching, leaning and stacked."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training import shapes
from vision.training.scene import Die, DieKind, Scene, about, new_die_kind, upright

__all__ = ["place_die", "throw_dice"]

F = NDArray[np.float64]
UP = np.array([0, 0, 1.0])
STACKED = 0.03
"""How often a die lies on another."""


def _within(scene: Scene, x: float, y: float, margin: float) -> bool:
    g = scene.ground[0].copy()
    if g[3] <= 0:
        return True
    g[3:5] -= margin
    return bool(shapes.inside_tray.py_func(g, x, y) == 0)


def _spots(scene: Scene, rng: Generator, count: int, size: float, half: float) -> list[F]:
    """Places on the floor where a die fits, in view, apart from each other."""
    places: list[F] = []
    edge = rng.choice([0.0, size * 0.5, size])
    for _ in range(count * 25):
        if len(places) == count:
            break
        u = rng.uniform(edge, scene.width - edge)
        v = rng.uniform(edge, scene.height - edge)
        p = scene.ray_to_floor(float(u), float(v), half)
        if p is None or not _within(scene, p[0], p[1], half * 1.1):
            continue
        if all(np.hypot(*(p[:2] - q[:2])) > half * 2.9 for q in places):
            places.append(p[:2])
    return places


def place_die(
    scene: Scene,
    rng: Generator,
    kind: DieKind,
    style: str,
    xy: F,
    half: float,
    yaw: float | None = None,
    tilt: float = 0.0,
    base: float = 0.0,
    problem: str | None = None,
    up_tile: int | None = None,
) -> Die:
    """Put one die on the floor (or on base millimetres), a random or the given tile up."""
    look, tile, faces, shape = kind
    up = int(rng.integers(6)) if up_tile is None else up_tile
    turn = upright(rng, up // 2, 1.0 if up % 2 == 0 else -1.0)
    if yaw is not None:
        flat = turn[:, (up // 2 + 1) % 3]
        turn = about(UP, yaw - math.degrees(math.atan2(flat[1], flat[0]))) @ turn
        turn = about(UP, float(rng.integers(4)) * 90) @ turn if up_tile is None else turn
    way = rng.uniform(0, 2 * math.pi)
    if tilt:
        turn = about(np.array([math.cos(way), math.sin(way), 0]), tilt) @ turn
    rounding, cut = shape[0] * half * 2, shape[1] * half
    reach = float(np.abs(turn[2]).sum()) * (half - rounding) + rounding
    if cut > 0:
        reach = min(reach, max(cut * 0.97, half))
    at = np.array([xy[0], xy[1], base + reach])
    row = scene.add_solid(shapes.BOX, at, turn, np.full(3, half), rounding, look, tile, cut)
    flat_tilt = math.degrees(math.acos(min(float(np.abs(turn[2]).max()), 1.0)))
    die = Die(row, style, faces[up], half, rounding, flat_tilt, problem)
    scene.dice.append(die)
    return die


def _count(rng: Generator) -> int:
    kind = rng.random()
    if kind < 0.04:
        return 0
    return int(rng.integers(1, 8)) if kind < 0.78 else int(rng.integers(8, 26))


def throw_dice(
    scene: Scene, rng: Generator, style: str, die_mm: float, stacked: float = STACKED
) -> None:
    """Throw a handful of dice of one or more kinds into the scene, a part stacked on others."""
    count = _count(rng)
    half = die_mm / 2
    size = scene.camera[12] * die_mm / np.linalg.norm(scene.camera[0:3])
    spots = _spots(scene, rng, count, float(size), half)
    variety = int(rng.choice([1, 2, 3, 8], p=[0.4, 0.2, 0.2, 0.2]))
    styles = [style] * variety
    if rng.random() < 0.08:
        styles = [str(rng.choice(["pips", "roman"])) for _ in styles]
    kinds = [(s, new_die_kind(scene, rng, s)) for s in styles]
    sizes = [half * (1.0 if rng.random() < 0.7 else rng.uniform(0.8, 1.2)) for _ in kinds]
    tight = rng.random() < 0.35
    yaws = rng.uniform(0, 360, len(spots))
    if tight:
        spots, yaws = _bunch(rng, spots, yaws, half)
    for xy, yaw in zip(spots, yaws, strict=True):
        k = int(rng.integers(len(kinds)))
        _lay(scene, rng, kinds[k], xy, sizes[k] if not tight else half, float(yaw), stacked)


def _bunch(rng: Generator, spots: list[F], yaws: F, half: float) -> tuple[list[F], F]:
    """Move some dice beside others, face to face or corner to face, nearly touching."""
    placed: list[F] = []
    turned: list[float] = []
    for xy, yaw in zip(spots, yaws, strict=True):
        if placed and rng.random() < 0.65:
            k = int(rng.integers(len(placed)))
            way = math.radians(turned[k] + 90 * int(rng.integers(4)))
            new_yaw = turned[k] if rng.random() < 0.6 else float(rng.uniform(0, 360))
            off = math.radians(new_yaw - turned[k])
            reach = half + half * (abs(math.cos(off)) + abs(math.sin(off))) + rng.uniform(0.0, 1.5)
            slide = rng.choice([0.0, rng.uniform(-half, half)])
            at = placed[k] + reach * np.array([math.cos(way), math.sin(way)])
            at = at + slide * np.array([-math.sin(way), math.cos(way)])
            if all(np.hypot(*(at - q)) > half * 1.99 for q in placed):
                placed.append(at)
                turned.append(new_yaw)
                continue
        if all(np.hypot(*(xy - q)) > half * 2.9 for q in placed):
            placed.append(xy)
            turned.append(float(yaw))
    return placed, np.array(turned)


def _lay(
    scene: Scene,
    rng: Generator,
    kind: tuple[str, DieKind],
    xy: F,
    half: float,
    yaw: float,
    stacked: float,
) -> None:
    style, made = kind
    odd = rng.random()
    if odd < 0.14:
        tilt = float(rng.uniform(10, 45))
        place_die(scene, rng, made, style, xy, half, yaw, tilt, 0.0, "cocked")
        if rng.random() < 0.5:
            way = rng.uniform(0, 2 * math.pi)
            beside = xy + half * 2.5 * np.array([math.cos(way), math.sin(way)])
            place_die(scene, rng, made, style, beside, half, float(rng.uniform(0, 360)))
    elif odd < 0.14 + stacked:
        place_die(scene, rng, made, style, xy, half, yaw)
        off = rng.uniform(-0.7, 0.7, 2) * half
        place_die(scene, rng, made, style, xy + off, half, base=2 * half, problem="stacked")
    else:
        place_die(
            scene, rng, made, style, xy, half, yaw, float(rng.choice([0.0, rng.uniform(0, 2.5)]))
        )
