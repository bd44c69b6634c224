"""What the judges are trained on most: hard crops, but not those whose label is likely wrong."""

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from vision.training.crops import NONE  # noqa: E402
from vision.training.train_judge import (  # noqa: E402
    NO_DIE,
    STACKED,
    Hard,
    loss,
    weights,
)


def test_a_hard_crop_is_drawn_more_often_than_an_easy_one() -> None:
    hard = Hard(2)
    for _ in range(20):
        hard.seen(torch.tensor([0, 1]), torch.tensor([0.01, 1.2]))
    easy, other = hard.weights(0.0).tolist()
    assert other > 4 * easy
    easy, other = hard.weights(1.0).tolist()
    assert 1 < other / easy < 2.5


def test_a_crop_that_never_fits_its_label_is_drawn_like_an_easy_one() -> None:
    hard = Hard(2)
    for _ in range(20):
        hard.seen(torch.tensor([0, 1]), torch.tensor([5.5, 1.5]))
    wrong, other = hard.weights(0.0).tolist()
    assert wrong < other / 3


def test_a_die_of_which_it_is_unknown_where_it_lies_teaches_only_its_face() -> None:
    out = torch.zeros(2, 11, requires_grad=True)
    errors = loss(out, torch.tensor([2, 3]), torch.tensor([0.0, -1.0]))
    errors.sum().backward()
    assert out.grad is not None
    assert out.grad[0, 10] > 0
    assert out.grad[1, 10] == 0
    assert out.grad[0, 2] < 0
    assert out.grad[1, 3] < 0


def test_dice_on_others_and_what_is_no_die_have_their_parts_of_a_batch() -> None:
    classes = torch.tensor([0, 1, 2, 3, NONE, NONE])
    grounded = torch.tensor([1.0, 1.0, 0.0, -1.0, -1.0, -1.0])
    sources = ["rendered", "rendered", "rendered", "a photo", "a photo", "left out"]
    odds = weights(classes, grounded, sources, {"left out"})
    assert odds.sum().item() == pytest.approx(1)
    assert odds[2].item() == pytest.approx(STACKED)
    assert odds[4].item() == pytest.approx(NO_DIE)
    assert odds[5].item() == 0
    assert odds[0] == odds[1]
