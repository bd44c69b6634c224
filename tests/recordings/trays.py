"""Trays that are filmed: each has its own floor, light, camera, dice and hand, all from a seed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training import shapes
from vision.training.arrange import place_die
from vision.training.looks import room, thing_look
from vision.training.pool import expose
from vision.training.scene import DieKind, Scene, Truth, about, new_die_kind
from vision.training.textures import texture
from vision.training.things import walls

__all__ = ["LIGHTS", "Laid", "Reach", "Tray"]

F = NDArray[np.float64]
Picture = NDArray[np.float32]

LIGHTS: Final = ("normal", "hard", "led", "daylight", "dim", "side")
FLOORS: Final = ("felt", "wood", "leather", "cloth", "felt", "plain")
FAR_MM: Final = 600.0
"""How high the camera hangs."""
ODD: Final = 0.85
"""The part of the dice with rings, words or far sides that shine through that is left out."""
DARKEST: Final = 0.3
"""The least difference between a die's body and its ink, in brightness from 0 to 1."""


@dataclass(frozen=True)
class Laid:
    """A die in the tray; at: millimetres. turned: its rotation while it flies, z_mm above it."""

    number: int
    face: int | str
    at: tuple[float, float]
    yaw_deg: float
    tilt_deg: float = 0.0
    base_mm: float = 0.0
    problem: str | None = None
    turned: F | None = None
    z_mm: float = 0.0


@dataclass(frozen=True)
class Reach:
    """A hand over the tray: where its fingertips are, and from where the arm comes."""

    tip: tuple[float, float]
    way_rad: float


class Tray:
    """One tray, its light and its dice; everything about it follows from the seed."""

    def __init__(self, seed: int, style: str, light: str, width_px: int = 640) -> None:
        rng = np.random.default_rng([seed, 77])
        self.style, self.light = style, light
        self.size = (width_px, width_px * 3 // 4)
        self.die_mm = float(rng.uniform(14, 19))
        span = self.die_mm * float(rng.uniform(14, 19))
        camera = self._camera(rng, span)
        ground = np.zeros((2, 7))
        ground[0] = [0, rng.uniform(1.2, 4), rng.choice([0.0, 0.03]), 0, 0, 4, rng.normal(0, 0.03)]
        part = rng.uniform(0.43, 0.48) if rng.random() < 0.8 else 0.62
        self.half = (span * part, span * part * 0.74)
        ground[0, 3:5] = self.half
        ground[1] = [1, 1.5, 0, 0, 0, 0, 0]
        self.floor = str(FLOORS[seed % len(FLOORS)])
        floor = np.stack([texture(rng, self.floor), texture(rng, "wood"), texture(rng, "wood")])
        lamps, env = _lit(rng, light, camera[0:3] / FAR_MM)
        self._proto = Scene(*self.size, camera, floor, ground, lamps, env)
        self._rng = rng
        walls(self._proto, rng)
        self._kinds = self._dice(rng)
        self._proto.looks += [thing_look(rng, skin=True), thing_look(rng)]
        self._skin = len(self._proto.looks) - 2
        self._noise = {"dim": 0.034, "side": 0.02}.get(light, float(rng.uniform(0.006, 0.02)))
        self._blur_px = float(rng.uniform(0.3, 1.0)) * width_px / 640
        self.gain = self._gain(rng)
        self.factor = 1.0
        self.version = 0

    def _camera(self, rng: Generator, span: float) -> F:
        width, height = self.size
        lean = math.radians(float(rng.choice([rng.uniform(0, 4), rng.uniform(4, 16)])))
        turn = rng.uniform(0, 2 * math.pi)
        back = np.array(
            [math.sin(lean) * math.cos(turn), math.sin(lean) * math.sin(turn), math.cos(lean)]
        )
        roll = rng.normal(0, 0.03)
        right = np.array([math.cos(roll), math.sin(roll), 0.0])
        right -= back * (right @ back)
        right /= np.linalg.norm(right)
        down = np.cross(-back, right)
        focal = width * FAR_MM / span
        return np.concatenate([back * FAR_MM, right, down, -back, [focal, width / 2, height / 2]])

    def _dice(self, rng: Generator) -> list[DieKind]:
        """Six kinds, or one kind six times; none whose print can hardly be told from its body."""
        kinds: list[DieKind] = []
        count = 1 if rng.random() < 0.55 else 6
        while len(kinds) < count:
            kind = new_die_kind(self._proto, rng, self.style)
            look, tiles = self._proto.looks[kind[0]], self._proto.tiles[-1]
            body, ink, inlay = (float(look[i : i + 3].mean()) ** 0.45 for i in (0, 3, 6))
            plain = not tiles[..., 1].any()
            clear = plain or (abs(inlay - ink) > DARKEST and rng.random() > ODD)
            if abs(body - ink) > DARKEST and tiles[..., 0].max() > 0.7 and clear:
                kinds.append(kind)
        return kinds * (6 // count)

    def _gain(self, rng: Generator) -> float:
        """So bright that floor and brightest die are well exposed, or too dark in the dim."""
        dice = [Laid(k, self.faces[0], (30.0 * k - 75, 0.0), 20.0) for k in range(6)]
        linear, seen = self.draw(dice)
        tops = [linear[b[1] : b[1] + b[3], b[0] : b[0] + b[2]] for b in (t.box for t in seen)]
        brightest = max(float(np.percentile(top.mean(axis=2), 75)) for top in tops)
        aim = rng.uniform(0.13, 0.25) if self.light == "dim" else rng.uniform(0.45, 0.9)
        return float(aim / max(float(np.percentile(linear, 95)) * 0.8, brightest))

    @property
    def faces(self) -> tuple[int | str, ...]:
        """The faces of a die, as often as it has them."""
        return (1, 2, 3, 4, 5, 6) if self.style == "pips" else ("I", "I", "I", "V", "X", "X")

    def knock(self, by_mm: tuple[float, float]) -> None:
        """Push the camera aside."""
        self._proto.camera = self._proto.camera.copy()
        self._proto.camera[0:2] += by_mm
        self.version += 1

    def told(self) -> dict[str, object]:
        """What the tray looks like, in a few words and figures."""
        return {
            "light": self.light,
            "floor": self.floor,
            "die_mm": round(self.die_mm, 1),
            "kinds": len({kind[0] for kind in self._kinds}),
            "noise": round(self._noise, 4),
        }

    def in_view(self, at: tuple[float, float], edge_px: float = 0.0) -> bool:
        """Whether a place is so far inside the picture."""
        u, v = self._proto.project(np.array([[*at, self.die_mm / 2]]))[0]
        edge = edge_px * self.size[0] / 640
        return bool(edge < u < self.size[0] - edge and edge < v < self.size[1] - edge)

    def down_rad(self) -> float:
        """The way on the floor that goes down in the picture."""
        return math.atan2(self._proto.camera[7], self._proto.camera[6])

    def draw(self, dice: Sequence[Laid], hand: Reach | None = None) -> tuple[Picture, list[Truth]]:
        """The tray in linear light, (height, width, 3), and the dice as they are seen, in order."""
        p = self._proto
        scene = replace(p, solids=list(p.solids), looks=list(p.looks), tiles=list(p.tiles), dice=[])
        for die in dice:
            self._place(scene, die)
        if hand is not None:
            self._hand(scene, hand)
        linear, owner = scene.draw()
        return linear, scene.truths(owner)

    def _place(self, scene: Scene, die: Laid) -> None:
        kind, half = self._kinds[die.number], self.die_mm / 2
        if die.turned is None:
            rng = np.random.default_rng([die.number, round(abs(die.at[0]) * 100)])
            up = kind[2].index(die.face)
            place_die(
                scene, rng, kind, self.style, np.array(die.at), half, die.yaw_deg,
                die.tilt_deg, die.base_mm, die.problem, up,
            )  # fmt: skip
            return
        look, tile, _, shape = kind
        at = np.array([*die.at, die.z_mm])
        rounding, cut = shape[0] * half * 2, shape[1] * half
        scene.add_solid(shapes.BOX, at, die.turned, np.full(3, half), rounding, look, tile, cut)

    def _hand(self, scene: Scene, hand: Reach) -> None:
        """Fingers that point at the tip, a palm, and an arm that goes out of the picture."""
        out = np.array([math.cos(hand.way_rad), math.sin(hand.way_rad), 0.0])
        side = np.array([-out[1], out[0], 0.0])
        tip = np.array([*hand.tip, 24.0])
        turn = np.stack([out, side, np.array([0, 0, 1.0])]).T
        for i, long in enumerate((30.0, 36.0, 38.0, 35.0, 27.0)):
            bent = turn @ about(np.array([0, 1.0, 0]), -14.0)
            at = tip + side * (i - 2) * 17 + out * (40 - long * 0.4) + np.array([0, 0, 8.0])
            row = np.array([long, 8.0, 8.0])
            scene.add_solid(shapes.CAPSULE, at, bent, row, 0.0, self._skin)
        palm = np.array([44.0, 40.0, 14.0])
        scene.add_solid(
            shapes.BOX, tip + out * 105 + np.array([0, 0, 16.0]), turn, palm, 12.0, self._skin
        )
        for along in range(
            155, 420, 50
        ):  # in pieces: the tracer darkens what a large solid is near
            at = tip + out * along + np.array([0, 0, 24.0])
            arm = np.array([40.0, 29.0, 29.0])
            scene.add_solid(shapes.CAPSULE, at, turn, arm, 0.0, self._skin + 1)

    def sensor(self, linear: Picture, rng: Generator) -> NDArray[np.uint8]:
        """What lens and sensor make of it: vignette, a little blur, new noise, the exposure."""
        height, width = linear.shape[:2]
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        bright = linear * (self.gain * self.factor) * (1 - 0.16 * (x**2 + y**2))[..., None]
        soft = np.asarray(cv2.GaussianBlur(bright, (0, 0), self._blur_px), np.float32)
        grain = rng.standard_normal(soft.shape, np.float32)
        soft += grain * (0.0015 + self._noise * np.sqrt(np.maximum(soft, 0)))
        return expose(np.asarray(soft, np.float32), 1.0)


def _lit(rng: Generator, light: str, towards_camera: F) -> tuple[F, F]:
    """The lamps and what is mirrored; as looks.lights and looks.room give them."""

    def lamp(rise: float, bright: float, hard: float, warm: float) -> list[float]:
        turn, up = rng.uniform(0, 2 * math.pi), math.radians(rise)
        way = [math.cos(turn) * math.cos(up), math.sin(turn) * math.cos(up), math.sin(up)]
        return [*way, bright, hard, 1 - warm, 1.0, 1 + warm]

    rows = {
        "normal": [lamp(65, 0.9, 8, 0.12), lamp(50, 0.3, 4, 0.1)],
        "hard": [lamp(38, 1.2, 70, 0.15)],
        "led": [lamp(70, 0.5, 60, -0.05) for _ in range(3)],
        "daylight": [lamp(40, 0.9, 3, -0.2)],
        "dim": [lamp(55, 0.8, 8, 0.25)],
        "side": [lamp(25, 1.1, 14, 0.1), lamp(70, 0.3, 5, 0.1)],
    }[light]
    env = room(rng, towards_camera)
    env[0, 3] = {"hard": 0.1, "side": 0.15, "daylight": 0.4}.get(light, 0.25)
    env[0, 2] = env[0, 3] * 0.6
    return np.array(rows), env
