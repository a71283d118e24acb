"""The network that looks for damage, as PyTorch trains it; packages/imaging/damage/damage-network.ts runs it.

Takes pictures as bytes, N x 3 x H x W, sides multiples of 32; gives logits, N x 4 x H x W, in the order of `classes`, and the
widest layer's features. Works at half the size and gives four answers a place, so that lines of one pixel keep their width.
"""

import torch
from torch import nn
from torch.nn import functional

from cells import unshuffle

classes = ["spot", "line", "loss", "stain"]
channels = (24, 40, 64, 80, 96)


class Layer(nn.Module):
    """Convolution, normalisation and what lies above zero; `export.py` folds the second into the first."""

    def __init__(self, inputs, outputs, kernel=3, stride=1):
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, kernel, stride, padding=kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs, momentum=0.02)

    def forward(self, x):
        return functional.relu(self.norm(self.convolution(x)))


class DamageNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        c = channels
        self.a0 = Layer(12, c[0])
        self.b0 = Layer(c[0], c[0])
        for i in range(1, 5):
            setattr(self, f"a{i}", Layer(c[i - 1], c[i], stride=2))
            setattr(self, f"b{i}", Layer(c[i], c[i]))
        self.c4 = Layer(c[4], c[4])
        for i in range(3, -1, -1):
            setattr(self, f"u{i}", Layer(c[i + 1], c[i], kernel=1))
            setattr(self, f"d{i}", Layer(c[i], c[i]))
        self.e0 = Layer(c[0], c[0])
        self.out = nn.Conv2d(c[0], 4 * len(classes), 1)

    def forward(self, pixels):
        x = unshuffle(pixels)
        skips = [self.b0(self.a0(x))]
        for i in range(1, 5):
            skips.append(getattr(self, f"b{i}")(getattr(self, f"a{i}")(skips[-1])))
        x = wide = self.c4(skips[4])
        for i in range(3, -1, -1):
            up = functional.interpolate(getattr(self, f"u{i}")(x), scale_factor=2, mode="nearest")
            x = getattr(self, f"d{i}")(skips[i] + up)
        return functional.pixel_shuffle(self.out(self.e0(x)).float(), 2), wide
