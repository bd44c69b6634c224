"""The shapes that the tracer knows, as signed distances, and how rays meet them.

A solid is one row of SOLID floats. Solids are found by sphere tracing inside their bounding spheres
(Hart, "Sphere tracing", 1996); soft shadows use the closest approach of the shadow ray. Lengths are
millimetres. The compiled functions are cached beside this file, each by its own module alone: after
a change here remove that cache, or the modules that call these keep the old ones.
"""

import math
from typing import Any

import numba as nb

__all__ = [
    "BOX",
    "CAPSULE",
    "DISC",
    "PLANAR",
    "SOLID",
    "distance",
    "face",
    "hit",
    "inside_tray",
    "jit",
    "local",
    "shade",
    "turned",
]

SOLID = 24
"""kind, centre (3), rotation local to world (9), half sizes (3), rounding, cut sphere, bound,
tile of the first face, look, first plane, end of the planes, the print's part of a face."""
BOX, DISC, CAPSULE, PLANAR = 0, 1, 2, 3
jit = nb.njit(cache=True, fastmath=True, error_model="numpy")


@jit
def distance(s: Any, planes: Any, x: float, y: float, z: float) -> float:
    """Distance of a local point to the solid's surface, negative inside."""
    kind = int(s[0])
    r = s[16]
    if kind == BOX:
        qx, qy, qz = abs(x) - s[13] + r, abs(y) - s[14] + r, abs(z) - s[15] + r
        ax, ay, az = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
        d = math.sqrt(ax * ax + ay * ay + az * az) + min(max(qx, qy, qz), 0.0) - r
        if s[17] > 0.0:
            d = max(d, math.sqrt(x * x + y * y + z * z) - s[17])
        return d
    if kind == DISC:
        qx, qz = math.sqrt(x * x + y * y) - s[13] + r, abs(z) - s[15] + r
        ax, az = max(qx, 0.0), max(qz, 0.0)
        return math.sqrt(ax * ax + az * az) + min(max(qx, qz), 0.0) - r
    if kind == CAPSULE:
        t = min(max(x, -s[13]), s[13])
        return math.sqrt((x - t) * (x - t) + y * y + z * z) - s[14]
    first, last = int(s[21]), int(s[22])
    d = -1e9
    for i in range(first, last):
        d = max(d, planes[i, 0] * x + planes[i, 1] * y + planes[i, 2] * z - s[13])
    return d


@jit
def local(s: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point of the world in the solid's own axes."""
    dx, dy, dz = x - s[1], y - s[2], z - s[3]
    return (
        s[4] * dx + s[7] * dy + s[10] * dz,
        s[5] * dx + s[8] * dy + s[11] * dz,
        s[6] * dx + s[9] * dy + s[12] * dz,
    )


@jit
def turned(s: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A direction of the world in the solid's own axes."""
    return (
        s[4] * x + s[7] * y + s[10] * z,
        s[5] * x + s[8] * y + s[11] * z,
        s[6] * x + s[9] * y + s[12] * z,
    )


@jit
def hit(s: Any, planes: Any, o: Any, d: Any, limit: float) -> float:
    """Distance along the ray at which it meets the solid, or -1."""
    cx, cy, cz = s[1] - o[0], s[2] - o[1], s[3] - o[2]
    along = cx * d[0] + cy * d[1] + cz * d[2]
    off = cx * cx + cy * cy + cz * cz - along * along
    bound = s[18]
    if off > bound * bound:
        return -1.0
    half = math.sqrt(bound * bound - off)
    t, far = max(along - half, 1e-3), along + half
    if t > limit or far < 0.0:
        return -1.0
    lx, ly, lz = local(s, o[0], o[1], o[2])
    dx, dy, dz = turned(s, d[0], d[1], d[2])
    for _ in range(60):
        h = distance(s, planes, lx + t * dx, ly + t * dy, lz + t * dz)
        if h < 0.01:
            return t
        t += h
        if t > far:
            return -1.0
    return t


@jit
def shade(solids: Any, planes: Any, p: Any, d: Any, reach: float, k: float) -> float:
    """How much of an area light in direction d is seen from p, 0 to 1."""
    lit = 1.0
    for i in range(solids.shape[0]):
        s = solids[i]
        cx, cy, cz = s[1] - p[0], s[2] - p[1], s[3] - p[2]
        along = cx * d[0] + cy * d[1] + cz * d[2]
        off = cx * cx + cy * cy + cz * cz - along * along
        pad = s[18] + max(along, 0.0) / k * 1.2
        if off > pad * pad or along < -s[18]:
            continue
        lx, ly, lz = local(s, p[0], p[1], p[2])
        dx, dy, dz = turned(s, d[0], d[1], d[2])
        t, far = max(0.15, along - pad), min(reach, along + pad)
        for _ in range(36):
            h = distance(s, planes, lx + t * dx, ly + t * dy, lz + t * dz)
            lit = min(lit, 0.5 + 0.5 * k * h / t)
            if lit <= 0.0:
                return 0.0
            t += max(abs(h), 0.25)
            if t > far:
                break
    lit = max(lit, 0.0)
    return lit * lit * (3.0 - 2.0 * lit)


@jit
def face(s: Any, x: float, y: float, z: float) -> tuple[int, float, float]:
    """The face under a local point (0 to 5: +x -x +y -y +z -z) and its u, v in -1 to 1."""
    if int(s[0]) == DISC:
        return (4 if z > 0 else 5), x / s[13], y / s[13]
    ax, ay, az = abs(x) / s[13], abs(y) / s[14], abs(z) / s[15]
    if az >= ax and az >= ay:
        return (4, x / s[13], y / s[14]) if z > 0 else (5, -x / s[13], y / s[14])
    if ax >= ay:
        return (0, y / s[14], z / s[15]) if x > 0 else (1, -y / s[14], z / s[15])
    return (2, -x / s[13], z / s[15]) if y > 0 else (3, x / s[13], z / s[15])


@jit
def inside_tray(g: Any, x: float, y: float) -> int:
    """The row of the ground at a place: 0 inside the tray, 1 outside; g: row 0 of the ground."""
    if g[3] <= 0.0:
        return 0
    sides = int(g[5])
    if sides == 4:
        ca, sa = math.cos(g[6]), math.sin(g[6])
        u, v = ca * x + sa * y, -sa * x + ca * y
        return 0 if abs(u) < g[3] and abs(v) < g[4] else 1
    for i in range(sides):
        w = g[6] + i * 2.0 * math.pi / sides
        if math.cos(w) * x + math.sin(w) * y > g[3]:
            return 1
    return 0
