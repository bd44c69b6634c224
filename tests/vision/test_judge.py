import numpy as np
import pytest

from vision.judge import CROP, FACE, REACH, Judge, contrast, cut
from vision.reader import MODELS
from vision.reading import Image


def board() -> Image:
    image = np.zeros((100, 160, 3), np.uint8)
    image[40:60, 70:90] = 200
    return image


def test_the_crop_is_centred_on_the_face_and_scaled_by_its_size() -> None:
    crop = cut(board(), (80.0, 50.0), 20.0)
    assert crop.shape == (CROP, CROP, 3)
    side = CROP / REACH
    inside = crop[:, :, 0] > 100
    assert inside.sum() == pytest.approx(side * side, rel=0.1)
    rows, columns = np.nonzero(inside)
    assert rows.mean() == pytest.approx(CROP / 2, abs=1.2)
    assert columns.mean() == pytest.approx(CROP / 2, abs=1.2)


def test_a_large_face_is_shrunk_to_the_same_crop() -> None:
    large = np.repeat(np.repeat(board(), 6, axis=0), 6, axis=1)
    one = cut(board(), (80.0, 50.0), 20.0).astype(int)
    other = cut(large, (482.5, 302.5), 120.0).astype(int)
    assert np.abs(one - other).mean() < 12


def test_what_lies_beyond_the_picture_is_black() -> None:
    crop = cut(np.full((50, 50, 3), 255, np.uint8), (0.0, 25.0), 20.0)
    assert crop[:, : CROP // 2 - 2].max() == 0
    assert crop[CROP // 2, -1].min() == 255


@pytest.mark.parametrize("center", [(-500.0, 10.0), (10.0, 900.0)])
def test_a_face_far_outside_is_an_empty_crop(center: tuple[float, float]) -> None:
    assert cut(board(), center, 20.0).max() == 0


def test_contrast_does_not_know_brightness() -> None:
    crop = cut(board(), (80.0, 50.0), 30.0)
    dim = (crop * 0.5).astype(np.uint8)
    assert contrast(crop).shape == (3, FACE, FACE)
    assert np.abs(contrast(crop) - contrast(dim)).max() < 0.2


def test_contrast_keeps_pips_that_differ_in_hue_alone() -> None:
    crop = np.full((CROP, CROP, 3), 100, np.uint8)
    crop[28:36, 28:36] = (60, 90, 145)
    grey = crop @ np.array([0.114, 0.587, 0.299])
    assert np.ptp(grey) < 5
    assert np.ptp(contrast(crop)[2]) > 3


def test_a_crowd_is_judged_as_each_alone() -> None:
    judge = Judge(MODELS / "judge.onnx")
    rng = np.random.default_rng(3)
    crops = [rng.integers(0, 255, (64, 64, 3), np.uint8) for _ in range(19)]
    together, alone = judge.look(crops), [judge.look([crop])[0] for crop in crops]
    assert len(together) == 19
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.faces, other.faces, atol=1e-4)
    assert judge.look([]) == []
