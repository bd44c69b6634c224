"""Where the pips of rendered faces are."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["pips_on"]

F = NDArray[np.float64]

FAINT: Final = 0.1
"""A tile with less ink than this has its pips in the other layer, as inlays."""


def pips_on(tile: NDArray[np.float32], side: int, half: float, face: int) -> F | None:
    """The middles of a face's pips in the die's own millimetres, (face, 3); None where unsure.

    tile: (n, n, layers), ink and inlay of 0 to 1. side: 0 to 5, the faces +x -x +y -y +z -z. half:
    half an edge of the die. face: how many pips there should be; some tiles show more or fewer
    spots, where pips run together or ink is worn.
    """
    spots = _spots(tile)
    if len(spots) != face:
        return None
    u, v, w = spots[:, 0], spots[:, 1], np.ones(face)
    by_side = (
        (w, u, v), (-w, -u, v), (-u, w, v), (u, -w, v), (u, v, w), (-u, v, -w),
    )  # fmt: skip
    return np.asarray(np.stack(by_side[side], axis=1) * half, np.float64)


def _spots(tile: NDArray[np.float32]) -> F:
    """The middles of a tile's spots as u, v in -1 to 1, (n, 2)."""
    ink = tile[..., 0] if tile[..., 0].max() > FAINT else tile[..., 1]
    blobs = (ink > 0.4 * ink.max()).astype(np.uint8)
    _, _, _, middles = cv2.connectedComponentsWithStats(blobs, connectivity=8)
    return np.asarray(middles[1:] / (tile.shape[0] - 1) * 2 - 1, np.float64)
