"""What the tracer's solids and floors look like at a point: colour, print, relief, speckles.

A look is one row of LOOK floats. Tiles are the prints of faces, see decals; textures the floors.
"""

import math
from typing import Any

from vision.training.shapes import BOX, DISC, PLANAR, distance, face, jit, local, turned

__all__ = ["LOOK", "floor_colour", "surface"]

LOOK = 32
"""body (3), ink (3), inlay (3), second (3), swirl scale, swirl amount, gloss, specular, metal,
clear, engraved, spare (2), speckle, warp, seed, texels per mm, texture, spare (6)."""


@jit
def _hash(x: int, y: int, z: int, seed: int) -> float:
    n = (x * 374761393 + y * 668265263 + z * 2147483647 + seed * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return float((n ^ (n >> 16)) & 0xFFFF) / 65535.0


@jit
def _noise(x: float, y: float, z: float, seed: int) -> float:
    ix, iy, iz = math.floor(x), math.floor(y), math.floor(z)
    fx, fy, fz = x - ix, y - iy, z - iz
    fx, fy, fz = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy), fz * fz * (3 - 2 * fz)
    total = 0.0
    for a in range(2):
        wx = fx if a else 1 - fx
        for b in range(2):
            wy = fy if b else 1 - fy
            for c in range(2):
                wz = fz if c else 1 - fz
                total += wx * wy * wz * _hash(int(ix) + a, int(iy) + b, int(iz) + c, seed)
    return total


@jit
def _tile(atlas: Any, t: int, channel: int, u: float, v: float) -> float:
    n = atlas.shape[1]
    x = min(max((u * 0.5 + 0.5) * (n - 1), 0.0), n - 1.001)
    y = min(max((v * 0.5 + 0.5) * (n - 1), 0.0), n - 1.001)
    i, j = int(x), int(y)
    a, b = x - i, y - j
    return float(
        (1 - b) * ((1 - a) * atlas[t, j, i, channel] + a * atlas[t, j, i + 1, channel])
        + b * ((1 - a) * atlas[t, j + 1, i, channel] + a * atlas[t, j + 1, i + 1, channel])
    )


@jit
def floor_colour(textures: Any, which: int, x: float, y: float, scale: float, out: Any) -> None:
    """Fill out (3) with the texture at a place, scale in texels per millimetre."""
    n = textures.shape[1]
    u, v = x * scale % n, y * scale % n
    i, j = int(u) % n, int(v) % n
    a, b = u - int(u), v - int(v)
    k, m = (i + 1) % n, (j + 1) % n
    t = textures[which]
    for c in range(3):
        out[c] = (1 - b) * ((1 - a) * t[j, i, c] + a * t[j, k, c]) + b * (
            (1 - a) * t[m, i, c] + a * t[m, k, c]
        )


@jit
def _print_on(
    s: Any, look: Any, planes: Any, atlas: Any, x: float, y: float, z: float, albedo: Any
) -> None:
    """Ink on the face of a many-sided solid."""
    top, most = 0, -1e9
    for i in range(int(s[21]), int(s[22])):
        reach = planes[i, 0] * x + planes[i, 1] * y + planes[i, 2] * z
        if reach > most:
            top, most = i, reach
    nx, ny, nz = planes[top, 0], planes[top, 1], planes[top, 2]
    ux, uy = (-ny, nx) if abs(nz) < 0.9 else (1.0, 0.0)
    uz = 0.0 if abs(nz) < 0.9 else -nx / nz
    length = 1.0 / math.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux * length, uy * length, uz * length
    vx, vy, vz = ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux
    size = s[13] * s[23]
    u, v = (ux * x + uy * y + uz * z) / size, (vx * x + vy * y + vz * z) / size
    if abs(u) < 1.0 and abs(v) < 1.0:
        ink = _tile(atlas, int(s[19]) + top % 6, 0, u, v)
        for c in range(3):
            albedo[c] = albedo[c] * (1 - ink) + look[3 + c] * ink


@jit
def surface(
    s: Any,
    look: Any,
    planes: Any,
    atlas: Any,
    p: Any,
    d: Any,
    n: Any,
    albedo: Any,
    textures: Any,
) -> None:
    """Normal (world) and albedo of a solid at p."""
    x, y, z = local(s, p[0], p[1], p[2])
    e = 0.03
    nx = distance(s, planes, x + e, y, z) - distance(s, planes, x - e, y, z)
    ny = distance(s, planes, x, y + e, z) - distance(s, planes, x, y - e, z)
    nz = distance(s, planes, x, y, z + e) - distance(s, planes, x, y, z - e)
    for c in range(3):
        albedo[c] = look[c]
    seed = int(look[23])
    if look[13] > 0.0:
        f = look[12] / max(s[13], 4.0)
        w = look[22]
        wx = _noise(x * f + 7.0, y * f, z * f, seed + 1) * w
        wy = _noise(x * f, y * f + 5.0, z * f, seed + 2) * w
        m = _noise(x * f + wx, y * f + wy, z * f + wx, seed)
        m = min(max((m - 0.5) * 4.0 * look[13] + 0.5 * look[13], 0.0), 1.0)
        for c in range(3):
            albedo[c] = albedo[c] * (1 - m) + look[9 + c] * m
    if look[21] > 0.0 and _noise(x * 3.0, y * 3.0, z * 3.0, seed + 9) > 1.0 - look[21]:
        for c in range(3):
            albedo[c] = look[9 + c]
    kind = int(s[0])
    if look[24] > 0.0:
        floor_colour(textures, int(look[25]), x, y + z, look[24], albedo)
    if kind == PLANAR and s[19] >= 0.0:
        _print_on(s, look, planes, atlas, x, y, z, albedo)
    if s[19] >= 0.0 and kind in (BOX, DISC):
        f, u, v = face(s, x, y, z)
        t = int(s[19]) + f
        ink, inlay = _tile(atlas, t, 0, u, v), _tile(atlas, t, 1, u, v)
        clear = look[17]
        if clear > 0.0:
            tx, ty, tz = turned(s, d[0], d[1], d[2])
            back = abs(tz) + 0.35
            bx, by = x + tx / back * 1.5 * s[15], y + ty / back * 1.5 * s[15]
            if f == 4 and abs(bx) < s[13] and abs(by) < s[14]:
                g, bu, bv = face(s, bx, by, -z)
                ghost = _tile(atlas, int(s[19]) + g, 0, bu, bv) * clear * 0.5
                for c in range(3):
                    albedo[c] = albedo[c] * (1 - ghost) + look[3 + c] * ghost
        for c in range(3):
            albedo[c] = albedo[c] * (1 - inlay) + look[6 + c] * inlay
            albedo[c] = albedo[c] * (1 - ink) + look[3 + c] * ink
        if look[18] > 0.0:
            h = 0.03
            gu = (_tile(atlas, t, 2, u + h, v) - _tile(atlas, t, 2, u - h, v)) * look[18]
            gv = (_tile(atlas, t, 2, u, v + h) - _tile(atlas, t, 2, u, v - h)) * look[18]
            length = 2 * e
            if f >= 4:
                nx += (gu if f == 4 else -gu) * length
                ny += gv * length
            elif f < 2:
                ny += (gu if f == 0 else -gu) * length
                nz += gv * length
            else:
                nx += (-gu if f == 2 else gu) * length
                nz += gv * length
    wx = s[4] * nx + s[5] * ny + s[6] * nz
    wy = s[7] * nx + s[8] * ny + s[9] * nz
    wz = s[10] * nx + s[11] * ny + s[12] * nz
    length = 1.0 / max(math.sqrt(wx * wx + wy * wy + wz * wz), 1e-9)
    n[0], n[1], n[2] = wx * length, wy * length, wz * length
