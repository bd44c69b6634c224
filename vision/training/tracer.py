"""A small ray tracer for trays of dice: rounded cubes, discs, capsules and solids on a plane.

The picture is linear light; exposure, lens and sensor come later (pool, samples, scripted). The
rows of solids are described in shapes, those of looks in surfaces. Lengths are millimetres, the
floor is z = 0, and the camera looks down.
"""

import math
from typing import Any

import numpy as np

from vision.training.shapes import hit, inside_tray, jit, shade
from vision.training.surfaces import floor_colour, surface

__all__ = ["render"]


@jit
def _sky(env: Any, x: float, y: float, z: float) -> float:
    """Brightness of the room in a direction: a gradient and some lamps or windows."""
    bright = env[0, 0] + env[0, 1] * max(z, 0.0)
    for i in range(1, env.shape[0]):
        c = x * env[i, 0] + y * env[i, 1] + z * env[i, 2]
        edge = (c - env[i, 3]) / env[i, 4]
        bright += env[i, 5] * min(max(edge + 0.5, 0.0), 1.0)
    return float(bright)


@jit
def _light(
    solids: Any,
    planes: Any,
    lights: Any,
    env: Any,
    d: Any,
    q: Any,
    n: Any,
    albedo: Any,
    gloss: float,
    specular: float,
    metal: float,
    clear: float,
    ground: bool,
    colour: Any,
) -> None:
    """Light that leaves q towards the camera."""
    open_sky = 1.0
    for i in range(solids.shape[0]):
        s = solids[i]
        dx, dy, dz = s[1] - q[0], s[2] - q[1], s[3] - q[2]
        far = math.sqrt(dx * dx + dy * dy + dz * dz)
        size = s[18] * 0.75
        if far < 6.0 * size and far > size * 1.05:
            cosine = max((n[0] * dx + n[1] * dy + n[2] * dz) / far, 0.0)
            open_sky *= 1.0 - min(0.75, cosine * size * size / (far * far))
    up = 0.5 + 0.5 * n[2]
    for c in range(3):
        colour[c] = albedo[c] * (env[0, 2] + (env[0, 3] - env[0, 2]) * up) * open_sky * (1 - metal)
    dn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2]
    rx, ry, rz = d[0] - 2 * dn * n[0], d[1] - 2 * dn * n[1], d[2] - 2 * dn * n[2]
    fresnel = specular + (1 - specular) * (1 - min(max(-dn, 0.0), 1.0)) ** 5 * min(
        1.0, specular * 8
    )
    for i in range(lights.shape[0]):
        l = lights[i]
        wrap = 0.35 * clear
        nl = (n[0] * l[0] + n[1] * l[1] + n[2] * l[2] + wrap) / (1 + wrap)
        if nl <= 0.0:
            continue
        seen = shade(solids, planes, q, l[0:3], 500.0, l[4])
        if seen <= 0.0:
            continue
        rl = max(rx * l[0] + ry * l[1] + rz * l[2], 0.0)
        shine = fresnel * (gloss + 2) * 0.125 * rl**gloss
        for c in range(3):
            tint = 1.0 + (albedo[c] - 1.0) * metal
            colour[c] += l[3] * l[5 + c] * seen * (nl * albedo[c] * (1 - metal) + shine * tint)
    mirror = _sky(env, rx, ry, rz) * fresnel * open_sky * (0.15 if ground else 1.0)
    for c in range(3):
        tint = 1.0 + (albedo[c] - 1.0) * metal
        colour[c] += mirror * tint * (1.0 + 2.0 * metal)


@jit
def render(
    width: int,
    height: int,
    camera: Any,
    solids: Any,
    looks: Any,
    planes: Any,
    atlas: Any,
    textures: Any,
    ground: Any,
    lights: Any,
    env: Any,
    image: Any,
    owner: Any,
) -> None:
    """Fill image (height, width, 3) with linear light and owner (height, width) with solid numbers.

    camera: origin (3), right (3), down (3), forward (3), focal length in pixels, cx, cy.
    ground: rows of (texture, texels per mm, gloss, tray half width, tray half depth, tray sides,
    tray turn); row 0 lies inside the tray, row 1 outside of it.
    lights: rows of direction (3), brightness, hardness (k of the shadow), red, green, blue.
    owner: number of the solid seen, -1 for the floor.
    """
    o = camera[0:3]
    d, p, q, n, colour, albedo = (
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
        np.empty(3),
    )
    for py in range(height):
        for px in range(width):
            a, b = (px + 0.5 - camera[13]) / camera[12], (py + 0.5 - camera[14]) / camera[12]
            norm = 0.0
            for c in range(3):
                d[c] = camera[9 + c] + a * camera[3 + c] + b * camera[6 + c]
                norm += d[c] * d[c]
            norm = 1.0 / math.sqrt(norm)
            for c in range(3):
                d[c] *= norm
            best = -o[2] / d[2] if d[2] < -1e-6 else 1e6
            which = -1
            for i in range(solids.shape[0]):
                t = hit(solids[i], planes, o, d, best)
                if 0.0 < t < best:
                    best, which = t, i
            owner[py, px] = which
            if best >= 1e6:
                for c in range(3):
                    image[py, px, c] = 0.2
                continue
            for c in range(3):
                p[c] = o[c] + best * d[c]
            gloss, specular, metal, clear = 0.0, 0.0, 0.0, 0.0
            if which < 0:
                n[0], n[1], n[2] = 0.0, 0.0, 1.0
                row = inside_tray(ground[0], p[0], p[1])
                floor_colour(textures, int(ground[row, 0]), p[0], p[1], ground[row, 1], albedo)
                gloss, specular = 40.0, ground[row, 2]
            else:
                s = solids[which]
                look = looks[int(s[20])]
                gloss, specular, metal, clear = look[14], look[15], look[16], look[17]
                surface(s, look, planes, atlas, p, d, n, albedo, textures)
            for c in range(3):
                q[c] = p[c] + n[c] * 0.05
            _light(
                solids,
                planes,
                lights,
                env,
                d,
                q,
                n,
                albedo,
                gloss,
                specular,
                metal,
                clear,
                which < 0,
                colour,
            )
            for c in range(3):
                image[py, px, c] = colour[c]
