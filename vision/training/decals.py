"""What is painted or carved on the faces of dice: pips, numerals, letters, nothing.

A tile is (TILE, TILE, 3) of 0 to 1: ink, inlay (a ring, a disc or a mark under the ink) and
relief (the ink softened, for carving). A die has six tiles in the tracer's order of faces
(+x -x +y -y +z -z).
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

__all__ = ["TILE", "letter_tiles", "pip_tiles", "roman_tiles", "shining_through"]

TILE = 128
Tile = NDArray[np.float32]
SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _grid() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    axis = np.linspace(-1, 1, TILE, dtype=np.float32)
    x, y = np.meshgrid(axis, axis)
    return x, y


def _soft(distance: NDArray[np.floating[Any]], width: float = 0.03) -> NDArray[np.float32]:
    """1 inside (negative distance), 0 outside, a soft edge between."""
    edged: NDArray[np.float32] = np.clip(0.5 - distance / width, 0, 1).astype(np.float32)
    return edged


def _tile(ink: NDArray[np.float32], inlay: NDArray[np.float32] | None = None) -> Tile:
    relief = cv2.GaussianBlur(ink, (0, 0), 3.0)
    blank = np.zeros_like(ink)
    return np.dstack([ink, blank if inlay is None else inlay, relief]).astype(np.float32)


def _pip_style(rng: Generator) -> dict[str, float]:
    radius = rng.uniform(0.11, 0.24)
    spread = rng.uniform(0.40, 0.60)
    spread = max(spread, radius * 2 * 1.02) if rng.random() < 0.95 else spread
    return {
        "radius": radius,
        "spread": min(spread, 0.92 - radius),
        "one": radius * float(rng.choice([1.0, 1.0, 1.0, rng.uniform(1.2, 2.2)])),
        "oval": float(rng.choice([0.0, 0.0, rng.uniform(-0.15, 0.15)])),
        "six": float(rng.choice([1.0, rng.uniform(0.85, 1.0)])),
        "ring": float(rng.random() < 0.08),
        "inlay": float(rng.choice([0, 0, 0, 0, 0, 0, 1, 2, 3])),
        "jitter": float(rng.choice([0.0, 0.0, rng.uniform(0.0, 0.03)])),
        "worn": float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.1, 0.5)])),
        "square": float(rng.random() < 0.03),
    }


def _pip_face(face: int, style: dict[str, float], turn: bool, rng: Generator) -> Tile:
    x, y = _grid()
    ink = np.zeros_like(x)
    for sx, sy in SPOTS[face]:
        px, py = sx * style["spread"], sy * style["spread"]
        if face == 6:
            px *= style["six"]
        if turn:
            px, py = -py, px
        px += rng.normal(0, 1) * style["jitter"]
        py += rng.normal(0, 1) * style["jitter"]
        r = style["one"] if face == 1 else style["radius"]
        dx, dy = (x - px) * (1 + style["oval"]), (y - py) * (1 - style["oval"])
        far = np.maximum(abs(dx), abs(dy)) if style["square"] else np.hypot(dx, dy)
        spot = _soft(far - r)
        if style["ring"]:
            spot = spot - _soft(far - r * 0.5)
        ink = np.maximum(ink, spot)
    return _tile(ink * (1 - style["worn"]), _inlay(style["inlay"], x, y, face, rng))


def _inlay(
    kind: float, x: NDArray[np.float32], y: NDArray[np.float32], face: int, rng: Generator
) -> NDArray[np.float32] | None:
    far = np.hypot(x, y)
    if kind == 1:
        return _soft(far - rng.uniform(0.68, 0.8))
    if kind == 2:
        r = rng.uniform(0.6, 0.82)
        return _soft(np.abs(far - r) - rng.uniform(0.02, 0.06))
    if kind == 3 and face in (1, 2, 4, 6):
        text = _word(rng, size=int(rng.integers(16, 40)))
        if face == 1:
            text = _polar(text, rng.uniform(0.35, 0.5))
        return text * rng.uniform(0.4, 1.0)
    return None


def _polar(text: NDArray[np.float32], radius: float) -> NDArray[np.float32]:
    """The text bent round a circle."""
    x, y = _grid()
    angle = (np.arctan2(y, x) / math.pi * 0.5 + 0.5) * (TILE - 1)
    reach = TILE / 2 + (np.hypot(x, y) - radius) * TILE / 2
    bent = cv2.remap(text, angle.astype(np.float32), reach.astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(bent, np.float32)


def pip_tiles(rng: Generator) -> tuple[NDArray[np.float32], list[int]]:
    """Tiles of a pip die, (6, TILE, TILE, 3), and the face of each."""
    style = _pip_style(rng)
    faces = [_pip_face(f, style, bool(rng.random() < 0.5), rng) for f in range(1, 7)]
    pairs = [(1, 6), (2, 5), (3, 4)]
    order: list[int] = []
    for i in rng.permutation(3):
        low, high = pairs[int(i)]
        order += [low, high] if rng.random() < 0.5 else [high, low]
    return np.stack([faces[f - 1] for f in order]), order


def shining_through(tiles: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """The tiles of a clear die: on each as an inlay, faint, smaller and shifted, its far face."""
    shift = rng.normal(0, 0.08, 2) * TILE
    scale, strength = rng.uniform(0.7, 0.95), rng.uniform(0.3, 0.9)
    seen = tiles.copy()
    edge = (TILE - 1) / 2
    place = np.array([[-scale, 0, edge * (1 + scale)], [0, scale, edge * (1 - scale)]])
    place[:, 2] += shift
    for i in range(len(tiles)):
        far = cv2.warpAffine(tiles[i ^ 1, ..., 0], place, (TILE, TILE)) * strength
        seen[i, ..., 1] = np.maximum(tiles[i, ..., 1], far)
    return seen


def _polygon(points: list[tuple[float, float]]) -> NDArray[np.float32]:
    big = np.zeros((TILE * 4, TILE * 4), np.uint8)
    scaled = [((px * 0.5 + 0.5) * TILE * 4, (py * 0.5 + 0.5) * TILE * 4) for px, py in points]
    cv2.fillPoly(big, [np.array(scaled, np.float32).round().astype(np.int32)], (255,))
    small = cv2.resize(big, (TILE, TILE), interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32) / 255, np.float32)


def _stroke(x0: float, y0: float, x1: float, y1: float, w: float) -> NDArray[np.float32]:
    """A stroke from top to bottom, cut level at both ends."""
    slant = math.hypot(x1 - x0, y1 - y0) / max(abs(y1 - y0), 1e-6)
    h = w * slant
    return _polygon([(x0 - h, y0), (x0 + h, y0), (x1 + h, y1), (x1 - h, y1)])


def _drawn(face: str, s: dict[str, float]) -> NDArray[np.float32]:
    """A numeral from strokes: height, width, thick, thin, serif length and serif weight."""
    h, w, thick, thin = s["height"], s["width"], s["thick"], s["thin"]
    serif, weight = s["serif"], s["weight"]
    parts: list[NDArray[np.float32]] = []
    ends: list[tuple[float, float]] = []
    if face == "I":
        parts.append(_stroke(0, -h, 0, h, thick))
        ends = [(0, -h), (0, h)]
    elif face == "V":
        parts += [_stroke(-w, -h, 0, h, thick), _stroke(w, -h, 0, h, thin)]
        ends = [(-w, -h), (w, -h)]
    else:
        parts += [_stroke(-w, -h, w, h, thick), _stroke(w, -h, -w, h, thin)]
        ends = [(-w, -h), (w, -h), (-w, h), (w, h)]
    for ex, ey in ends if serif > 0 else []:
        inner = weight if ey < 0 else -weight
        parts.append(
            _polygon(
                [
                    (ex - serif, ey),
                    (ex + serif, ey),
                    (ex + serif, ey + inner * 2),
                    (ex - serif, ey + inner * 2),
                ]
            )
        )
    return np.maximum.reduce(parts)


def fonts() -> list[Path]:
    """The TrueType fonts that matplotlib brings, the ones with Latin capitals.

    Those for display have signs alone: what is set in them is blank.
    """
    import matplotlib as mpl  # noqa: PLC0415  (only needed here, slow to import)

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    latin = [p for p in folder.glob("*.ttf") if p.name.startswith(("DejaVu", "STIXGeneral"))]
    return sorted(p for p in latin if not p.stem.endswith("Display"))


_FONTS: list[Path] = []


def _glyph(text: str, rng: Generator, size: int) -> NDArray[np.float32]:
    if not _FONTS:
        _FONTS.extend(fonts())
    font = ImageFont.truetype(str(_FONTS[int(rng.integers(len(_FONTS)))]), size)
    picture = Image.new("L", (TILE, TILE))
    draw = ImageDraw.Draw(picture)
    draw.text((TILE / 2, TILE / 2), text, fill=255, font=font, anchor="mm")
    return np.asarray(np.asarray(picture, np.float32) / 255, np.float32)


def _word(rng: Generator, size: int) -> NDArray[np.float32]:
    letters = "ABCDEFGHJKLMNOPRSTUWYZ"
    word = "".join(rng.choice(list(letters), int(rng.integers(1, 9))))
    return _glyph(word, rng, size)


def _numeral_style(rng: Generator) -> dict[str, float]:
    thick = rng.uniform(0.035, 0.13)
    serifed = rng.random() < 0.5
    return {
        "height": rng.uniform(0.36, 0.66),
        "width": rng.uniform(0.24, 0.5),
        "thick": thick,
        "thin": thick * rng.choice([1.0, rng.uniform(0.4, 1.0)]),
        "serif": (thick * rng.uniform(1.4, 2.0) + rng.uniform(0.04, 0.14)) if serifed else 0.0,
        "weight": rng.uniform(0.02, 0.06),
        "font": float(rng.random() < 0.45),
        "size": rng.uniform(0.55, 0.95) * TILE,
        "bars": float(rng.random() < 0.04),
        "frame": float(rng.random() < 0.06),
        "worn": float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.1, 0.55)])),
    }


def roman_tiles(rng: Generator) -> tuple[NDArray[np.float32], list[str]]:
    """Tiles of a Roman die, (6, TILE, TILE, 3), and the face of each, three I, one V, two X."""
    s = _numeral_style(rng)
    seed = int(rng.integers(1 << 31))
    faces = [str(f) for f in rng.permutation(["I", "I", "I", "V", "X", "X"])]
    drawn: dict[str, Tile] = {}
    x, y = _grid()
    for face in "IVX":
        if s["font"]:
            ink = _glyph(face, np.random.default_rng(seed), int(s["size"]))
        else:
            ink = _drawn(face, s)
        if s["bars"]:
            ink = np.maximum(ink, _soft(np.abs(np.abs(y) - s["height"] - 0.06) - 0.03))
            ink = ink * (abs(x) < 0.75)
        inlay = None
        if s["frame"]:
            inlay = _soft(np.abs(np.maximum(abs(x), abs(y)) - 0.8) - 0.025)
        drawn[face] = _tile((ink * (1 - s["worn"])).astype(np.float32), inlay)
    turned = [np.ascontiguousarray(np.rot90(drawn[f], int(rng.integers(4)))) for f in faces]
    return np.stack(turned), faces


def letter_tiles(rng: Generator) -> NDArray[np.float32]:
    """Six tiles of things that are no face of ours: letters, digits, signs, pictures, nothing."""
    kind = rng.integers(4)
    tiles: list[Tile] = []
    x, y = _grid()
    for _ in range(6):
        if kind == 0:
            ink = np.zeros((TILE, TILE), np.float32)
        elif kind == 1:
            ink = _glyph(str(rng.choice(list("ABCDEFGHJKLMNOPQRSTUWYZ?!&+"))), rng, 90)
        elif kind == 2:
            ink = _glyph(str(rng.integers(0, 21)), rng, 70)
        else:
            far = np.hypot(x, y)
            lobes = int(rng.integers(3, 8))
            star = 0.5 + 0.2 * np.cos(lobes * np.arctan2(y, x))
            ink = _soft((far - star).astype(np.float32))
        tiles.append(_tile(ink))
    return np.stack(tiles)
