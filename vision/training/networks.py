"""The networks: a finder of dice in the whole picture, and two judges of one die's crop.

They share no weights. The finder sees the picture at a long side of 640 pixels and says, for each
cell of 8 pixels, whether the middle of an upper face lies there, with the die's outline, the
size of its upper face and whether it lies on the floor. The first judge sees the crop of one die in
colour, with its surroundings; the second only the face, without its brightness, as contrast.
Each says what the die shows, whether it is a die of ours at all, and where the pips are.
"""

from typing import Final

import torch
from torch import Tensor, nn

__all__ = ["CROP", "FACES", "FINDER_CHANNELS", "HALF", "STRIDE", "ContrastJudge", "Finder", "Judge"]

FACES: Final = (1, 2, 3, 4, 5, 6, "I", "V", "X")
STRIDE: Final = 8
FINDER_CHANNELS: Final = 9
"""heat, face centre dx dy, outline left top right bottom, face size, grounded."""
CROP: Final = 64
HALF: Final = "compute in bfloat16: 1.8 times as quick where the processor has it, else slower"


def conv(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution with batch norm and a rectifier; the norm folds away on export."""
    return nn.Sequential(
        nn.Conv2d(a, b, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(b),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Two convolutions and a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Add what the two convolutions find."""
        return torch.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """(n, 3, height, width) of 0 to 1, sides multiples of 32, to (n, 9, height/8, width/8)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 48, 2))
        self.near = Block(48)
        self.middle = nn.Sequential(conv(48, 96, 2), Block(96), Block(96))
        self.far = nn.Sequential(conv(96, 96, 2), Block(96))
        self.far_up = conv(96, 96, 1, 1)
        self.middle_join = conv(96, 96)
        self.middle_up = conv(96, 64, 1, 1)
        self.near_in = conv(48, 64, 1, 1)
        self.join = nn.Sequential(conv(64, 64), conv(64, 64))
        self.head = nn.Conv2d(64, FINDER_CHANNELS, 1)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """Raw channels; see FINDER_CHANNELS."""
        near = self.near(self.stem(x))
        middle = self.middle(near)
        far = self.far(middle)
        up = nn.functional.interpolate(self.far_up(far), scale_factor=2.0, mode="nearest")
        middle = self.middle_join(middle + up)
        up = nn.functional.interpolate(self.middle_up(middle), scale_factor=2.0, mode="nearest")
        joined: Tensor = self.head(self.join(self.near_in(near) + up))
        return joined


class PipHead(nn.Module):
    """Features of three sizes, each half as large as the one before, to a map of the first size."""

    def __init__(self, near: int, middle: int, far: int) -> None:
        super().__init__()
        self.far_up = conv(far, middle, 1, 1)
        self.join = conv(middle, 40)
        self.middle_up = conv(40, 24, 1, 1)
        self.near_in = conv(near, 24, 1, 1)
        self.last = nn.Sequential(conv(24, 16), nn.Conv2d(16, 1, 1))
        nn.init.constant_(self.last[1].bias, -3.0)

    def forward(self, near: Tensor, middle: Tensor, far: Tensor) -> Tensor:
        """(n, h, w), raw scores of a pip in each cell of the first size."""
        joined = self.join(middle + _double(self.far_up(far)))
        pips: Tensor = self.last(self.near_in(near) + _double(self.middle_up(joined)))
        return pips[:, 0]


def _double(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Judge(nn.Module):
    """(n, 3, 64, 64) of 0 to 1 to three answers.

    (n, 11): nine faces, none of these, and grounded; (n, 32, 32): where the upper face's pips are;
    (n, 3): how far the upper face's centre lies off the die's own in the picture, right and down,
    in sizes of the face, and the logarithm of how far off that may be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(conv(3, 24, 2, 5), conv(24, 32), Block(32))
        self.middle = nn.Sequential(conv(32, 64, 2), Block(64))
        self.far = nn.Sequential(conv(64, 96, 2), Block(96))
        self.last = conv(96, 96, 2)
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(96 * 16, 11)
        self.pips = PipHead(32, 64, 96)
        self.lean = nn.Sequential(
            conv(64, 48, 2), conv(48, 48, 2), nn.Flatten(), nn.Linear(48 * 16, 48), nn.ReLU(),
            nn.Linear(48, 3),
        )  # fmt: skip

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Raw scores."""
        near = self.near(x)
        middle = self.middle(near)
        far = self.far(middle)
        scores: Tensor = self.head(self.drop(self.last(far).flatten(1)))
        lean: Tensor = self.lean(middle)
        return scores, self.pips(near, middle, far), lean


class ContrastJudge(nn.Module):
    """(n, 3, 48, 48) of contrast, about -3 to 3, to answers like the first judge's.

    The pips are in (n, 24, 24).
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(conv(3, 32, 2, 7), conv(32, 48), conv(48, 48))
        self.middle = nn.Sequential(nn.MaxPool2d(2), conv(48, 80), conv(80, 80))
        self.far = nn.Sequential(nn.MaxPool2d(2), conv(80, 112), conv(112, 112))
        self.drop = nn.Dropout(0.2)
        self.hidden = nn.Linear(112 * 36, 64)
        self.head = nn.Linear(64, 11)
        self.pips = PipHead(48, 80, 112)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Raw scores."""
        near = self.near(x)
        middle = self.middle(near)
        far = self.far(middle)
        scores: Tensor = self.head(torch.relu(self.hidden(self.drop(far.flatten(1)))))
        return scores, self.pips(near, middle, far)
