"""Pictures of a tray for tests, and a reader double that reads these and nothing else.

A die is a square whose colours say what it shows: red 180 when it can be read and 230 when not,
blue 30 for each pip, green ten for each place of its reason in WHY.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image as Picture

from vision.reading import WHY, Dice, Image, Observation, Reading

__all__ = ["DIE_PX", "ColourReader", "Spot", "save", "tray"]

WIDTH, HEIGHT, DIE_PX = 320, 240, 20
FELT: Final = (50, 110, 40)
HAND: Final = (110, 130, 145)
REASONS: Final = tuple(WHY)


@dataclass(frozen=True)
class Spot:
    """A die in a picture: its face, its centre in pixels, and why it cannot be read, if so."""

    face: int
    x: int
    y: int
    why: str | None = None


def tray(
    spots: Sequence[Spot] = (),
    hand: int = 0,
    light: float = 1.0,
    noise: np.random.Generator | None = None,
) -> Image:
    """A picture of the tray; a hand reaches so many pixels in from the left."""
    image = np.full((HEIGHT, WIDTH, 3), FELT, np.uint8)
    for spot in spots:
        green = 10 * (REASONS.index(spot.why) + 1) if spot.why else 0
        colour = (30 * spot.face, green, 230 if spot.why else 180)
        half = DIE_PX // 2
        corner = (spot.x - half, spot.y - half)
        cv2.rectangle(image, corner, (corner[0] + DIE_PX - 1, corner[1] + DIE_PX - 1), colour, -1)
    if hand:
        cv2.rectangle(image, (0, 80), (hand, 160), HAND, -1)
    if light != 1.0 or noise is not None:
        grain = 0.0 if noise is None else noise.normal(0, 2.0, image.shape)
        image = np.clip(image * light + grain, 0, 255).astype(np.uint8)
    return image


class ColourReader:
    """A DiceReader of the pictures that tray() draws, in full light; it counts its readings."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read the squares."""
        self.reads += 1
        red = (image[:, :, 2] >= 160).astype(np.uint8)
        count, _, stats, centres = cv2.connectedComponentsWithStats(red, connectivity=4)
        readings = []
        for k in range(1, count):
            x, y, width, height, area = (int(number) for number in stats[k])
            if area < DIE_PX * DIE_PX // 2:
                continue
            centre = (float(centres[k][0]), float(centres[k][1]))
            patch = image[y + 4 : y + height - 4, x + 4 : x + width - 4].reshape(-1, 3)
            blue, green, lit = (float(level) for level in np.median(patch, axis=0))
            face, why = round(blue / 30), None
            if lit > 205:
                why = REASONS[round(green / 10) - 1]
            box = (float(x), float(y), float(width), float(height))
            others = tuple(other for other in range(1, 7) if other != face)
            sure = 0.99 if why is None else 0.6
            accepted = face if why is None else None
            readings.append(Reading(accepted, face, sure, box, centre, why, others))
        return Observation(tuple(readings), image.shape[1], image.shape[0])


def save(image: Image, path: Path) -> None:
    """Write a picture without loss."""
    Picture.fromarray(np.ascontiguousarray(image[:, :, ::-1])).save(path)
