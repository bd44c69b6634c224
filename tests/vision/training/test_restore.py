"""A network whose norms are settled answers as before, also while it is trained."""

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from vision.training.networks import ContrastJudge  # noqa: E402
from vision.training.restore import settle  # noqa: E402


def test_a_settled_network_answers_alike_in_training_and_in_use() -> None:
    torch.manual_seed(3)
    net = ContrastJudge()
    net.drop.p = 0.0
    with torch.no_grad():
        for norm in (m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)):
            norm.bias.normal_(0, 0.3)
            norm.running_mean.normal_(0, 0.5)
            norm.running_var.uniform_(0.5, 2.0)
    x = torch.randn(16, 3, 48, 48)
    net.eval()
    used, _ = net(x)
    net.train()
    trained, _ = net(x)
    net.eval()
    assert (trained - used).abs().max() > 0.05, "otherwise there is nothing to settle"
    before, _ = net(x)
    settle(net, x)
    net.eval()
    after, _ = net(x)
    assert torch.allclose(before, after, atol=1e-4)
    net.train()
    assert torch.allclose(net(x)[0], after, atol=1e-4)
