"""Batches of varied crops, made by torch for a whole batch at once."""

import math

import torch
from torch import Tensor
from torch.nn import functional as tf

from vision.judge import CROP, FACE, NARROW, REACH
from vision.training.crops import SIDE, WIDE

__all__ = ["mark_maps", "to_contrast", "turned_leans", "vary_batch"]


def _normal(n: int, spread: float, g: torch.Generator) -> Tensor:
    return torch.randn(n, generator=g) * spread


def _chance(n: int, p: float, g: torch.Generator) -> Tensor:
    return torch.rand(n, generator=g) < p


def _turn(c: Tensor, s: Tensor) -> Tensor:
    return torch.stack([torch.stack([c, -s], 1), torch.stack([s, c], 1)], 1)


def _turned(x: Tensor, g: torch.Generator) -> tuple[Tensor, Tensor]:
    """The middle of wide crops, turned, mirrored, stretched, a little off in place and size.

    A third are stretched further, as dice seen obliquely are, and pictures made to fit a square.
    Also gives (n, 2, 3): how a place in the new crop maps to the old, -1 to 1.
    """
    n = len(x)
    angle = torch.rand(n, generator=g) * 2 * math.pi
    grow = torch.exp(_normal(n, 0.12, g)) / WIDE
    flip = torch.where(_chance(n, 0.5, g), -1.0, 1.0)
    stretch = torch.exp(_normal(n, 0.05, g) + _normal(n, 0.16, g) * _chance(n, 0.3, g))
    c, s = torch.cos(angle) * grow, torch.sin(angle) * grow
    shift = torch.randn(n, 2, generator=g) * 0.065 * 2 / (WIDE * REACH)
    along = torch.rand(n, generator=g) * 2 * math.pi * _chance(n, 0.5, g)
    linear = _turn(c, s) @ torch.diag_embed(torch.stack([flip * stretch, 1 / stretch], 1))
    rows = torch.cat([linear @ _turn(torch.cos(along), torch.sin(along)), shift[:, :, None]], 2)
    grid = tf.affine_grid(rows, [n, 3, CROP, CROP], align_corners=False)
    turned = tf.grid_sample(x, grid, mode="bilinear", padding_mode="border", align_corners=False)
    return turned, rows


def _lit(x: Tensor, g: torch.Generator) -> Tensor:
    """Other light: slopes of brightness, gamma, exposure, tints, other colours, negatives."""
    n = len(x)
    negative = _chance(n, 0.12, g).float().view(n, 1, 1, 1)
    x = x * (1 - negative) + (1 - x) * negative
    x = _recoloured(x, g)
    axis = torch.linspace(-0.5, 0.5, CROP)
    way = torch.rand(n, generator=g) * 2 * math.pi
    slope = _normal(n, 0.45, g) * _chance(n, 0.35, g)
    along = axis.view(1, 1, -1) * torch.cos(way).view(n, 1, 1) + axis.view(1, -1, 1) * torch.sin(
        way
    ).view(n, 1, 1)
    x = x * (1 + along * slope.view(n, 1, 1)).clamp(min=0.2).unsqueeze(1)
    gamma = torch.exp(_normal(n, 0.25, g)).view(n, 1, 1, 1)
    gain = torch.exp(_normal(n, 0.25, g)).view(n, 1, 1, 1)
    tint = torch.exp(torch.randn(n, 3, 1, 1, generator=g) * 0.1)
    return x.clamp(1e-4, 1) ** gamma * gain * tint


def _recoloured(x: Tensor, g: torch.Generator) -> Tensor:
    """Other colours: turned hues, grey pictures, and inks that differ from the die in hue alone."""
    n = len(x)
    axis = torch.full((3, 3), 1 / 3)
    cross = torch.tensor([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / math.sqrt(3)
    angle = torch.rand(n, generator=g) * 2 * math.pi * _chance(n, 0.5, g)
    c, s = torch.cos(angle).view(n, 1, 1), torch.sin(angle).view(n, 1, 1)
    matrix = torch.eye(3) * c + axis * (1 - c) + cross * s
    fade = (torch.rand(n, generator=g) * 1.3).view(n, 1, 1)
    faded = torch.eye(3) * fade + axis * (1 - fade)
    matrix = torch.where(_chance(n, 0.4, g).view(n, 1, 1), faded @ matrix, matrix)
    grey = _chance(n, 0.12, g).view(n, 1, 1)
    weight = torch.tensor([0.11, 0.59, 0.30])
    matrix = torch.where(grey, weight.repeat(3, 1), matrix)
    x = torch.einsum("nij,njhw->nihw", matrix, x)
    # the same lightness everywhere, and the old lightness as a hue
    light = torch.einsum("j,njhw->nhw", weight, x).unsqueeze(1)
    middle = light.mean(dim=(2, 3), keepdim=True)
    hue = torch.randn(n, 3, 1, 1, generator=g)
    hue = hue - torch.einsum("j,njhw->nhw", weight, hue).unsqueeze(1)
    hue = hue / hue.abs().amax(1, keepdim=True)
    strength = torch.rand(n, 1, 1, 1, generator=g) * 0.5 + 0.3
    rest = torch.rand(n, 1, 1, 1, generator=g) * 0.4
    flat = middle * 0.7 + 0.1 + (light - middle) * (rest + hue * strength)
    equal = _chance(n, 0.2, g).float().view(n, 1, 1, 1)
    return (x * (1 - equal) + flat * equal).clamp(0, 1)


def _glints(x: Tensor, g: torch.Generator) -> Tensor:
    """Bright arcs and spots, as gloss and bevelled edges throw back a lamp."""
    n = len(x)
    axis = torch.linspace(-1, 1, CROP)
    for _ in range(2):
        at = torch.rand(n, 2, 1, 1, generator=g) * 1.4 - 0.7
        radius = torch.rand(n, 1, 1, generator=g) ** 2 * 1.2
        width = torch.rand(n, 1, 1, generator=g) * 0.06 + 0.015
        far = torch.sqrt(
            (axis.view(1, 1, -1) - at[:, 0]) ** 2 + (axis.view(1, -1, 1) - at[:, 1]) ** 2
        )
        side = torch.randn(n, 2, 1, 1, generator=g)
        half = (
            (axis.view(1, 1, -1) - at[:, 0]) * side[:, 0]
            + (axis.view(1, -1, 1) - at[:, 1]) * side[:, 1]
        ) > radius * 0.5
        bright = torch.exp(-(((far - radius) / width) ** 2)) * half
        bright = bright * (torch.rand(n, 1, 1, generator=g) * _chance(n, 0.25, g).view(n, 1, 1))
        x = x + bright.unsqueeze(1)
    return x


def _blurred(x: Tensor, sigma: float) -> Tensor:
    reach = max(1, math.ceil(2.5 * sigma))
    line = torch.exp(-(torch.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    line = (line / line.sum()).view(1, 1, -1, 1).repeat(x.shape[1], 1, 1, 1)
    groups = x.shape[1]
    x = tf.conv2d(tf.pad(x, (0, 0, reach, reach), mode="reflect"), line, groups=groups)
    line = line.transpose(2, 3)
    return tf.conv2d(tf.pad(x, (reach, reach, 0, 0), mode="reflect"), line, groups=groups)


def _soft(x: Tensor, g: torch.Generator) -> Tensor:
    """A part of the batch out of focus, a part coarse, a part sharpened, a part smeared."""
    part = len(x) // 6
    pieces = list(x.split(part))
    draw = torch.rand(8, generator=g).tolist()
    pieces[0] = _blurred(pieces[0], 0.5 + 1.3 * draw[0])
    side = 18 + int(30 * draw[1])
    coarse = tf.interpolate(pieces[1], size=(side, side), mode="area")
    pieces[1] = tf.interpolate(coarse, size=(CROP, CROP), mode="bilinear", align_corners=False)
    pieces[2] = pieces[2] + (pieces[2] - _blurred(pieces[2], 1.0)) * (2.0 * draw[2])
    if draw[3] < 0.5:
        width = 2 * int(1 + 3 * draw[4]) + 1
        pieces[3] = tf.avg_pool2d(
            pieces[3], (1, width), 1, (0, width // 2), count_include_pad=False
        )
    return torch.cat(pieces)


def vary_batch(crops: Tensor, g: torch.Generator, mild: bool = False) -> tuple[Tensor, Tensor]:
    """(n, SIDE, SIDE, 3) bytes to (n, 3, CROP, CROP) of 0 to 1, each varied in its own way.

    Also gives (n, 2, 3), how a place in the new crop maps to the old, -1 to 1. mild: only what an
    ordinary camera in an ordinary room does.
    """
    assert crops.shape[1:] == (SIDE, SIDE, 3)
    x, rows = _turned(crops.permute(0, 3, 1, 2).float() / 255, g)
    n = len(x)
    if mild:
        gain = torch.exp(_normal(n, 0.1, g)).view(n, 1, 1, 1)
        tint = torch.exp(torch.randn(n, 3, 1, 1, generator=g) * 0.05)
        return (x * gain * tint).clamp(0, 1), rows
    x = _soft(_glints(_lit(x, g), g), g)
    level = torch.tensor([0.0, 0.01, 0.02, 0.04, 0.07])[torch.randint(0, 5, (n,), generator=g)]
    x = x + torch.randn(x.shape, generator=g) * level.view(n, 1, 1, 1)
    return (x.clamp(0, 1) * 255).round() / 255, rows


def mark_maps(marks: Tensor, rows: Tensor, cells: int, part: float) -> Tensor:
    """Where pips are after `vary_batch`: (n, cells, cells), 1 at a pip, over the middle part."""
    there = torch.linalg.solve(rows[:, :, :2], (marks - rows[:, None, :, 2]).transpose(1, 2))
    at = (there.transpose(1, 2) / part * 0.5 + 0.5) * cells - 0.5
    axis = torch.arange(cells).float()
    dx = axis.view(1, 1, 1, -1) - at[:, :, 0].view(len(at), -1, 1, 1)
    dy = axis.view(1, 1, -1, 1) - at[:, :, 1].view(len(at), -1, 1, 1)
    heat = torch.exp(-(dx**2 + dy**2) / (2 * 1.1**2))
    return torch.nan_to_num(heat, nan=0.0).amax(1)


def turned_leans(leans: Tensor, rows: Tensor) -> Tensor:
    """Leans after `vary_batch`, (n, 2), in sizes of the upper face as the new crop shows them."""
    return torch.linalg.solve(rows[:, :, :2], leans[:, :, None])[:, :, 0] * (REACH / 2)


def to_contrast(x: Tensor) -> Tensor:
    """What `vision.judge.contrast` makes of crops, for a batch: (n, 3, FACE, FACE)."""
    edge = round(CROP * (1 - NARROW) / 2)
    inner = x[:, :, edge : CROP - edge, edge : CROP - edge] * 255
    face = tf.interpolate(inner, size=(FACE, FACE), mode="bilinear", align_corners=False)
    level = face - _blurred(face, FACE / 5)
    return level / (level.std(dim=(1, 2, 3), keepdim=True, unbiased=False) + 2.0)
