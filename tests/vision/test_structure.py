"""The structure of pictures, whatever the light."""

import cv2
import numpy as np
import pytest

from vision.structure import contrast, is_flat, likeness

EDGES = np.full((60, 80), 60, np.float32)
cv2.rectangle(EDGES, (20, 20), (40, 40), 160, -1)
FLAT = np.full((60, 80), 60, np.float32)


def test_contrast_stays_when_the_light_changes() -> None:
    fall = np.linspace(0.5, 1.5, 80, dtype=np.float32)[None, :]
    assert likeness(contrast(EDGES), contrast(np.asarray(EDGES * fall, np.float32))) > 0.95


def test_other_edges_are_not_alike() -> None:
    assert likeness(contrast(EDGES), contrast(np.roll(EDGES, 12, axis=1))) < 0.5


def test_edges_where_none_were_are_not_alike_and_two_flat_pictures_are() -> None:
    assert likeness(contrast(EDGES), contrast(FLAT)) == pytest.approx(0)
    assert likeness(contrast(FLAT), contrast(FLAT)) == 1


def test_felt_is_flat_and_edges_and_strong_noise_are_not() -> None:
    noise = np.random.default_rng(1).normal(0, 2, FLAT.shape).astype(np.float32)
    assert is_flat(contrast(FLAT))
    assert not is_flat(contrast(EDGES))
    assert not is_flat(contrast(FLAT + noise))
