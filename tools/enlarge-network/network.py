"""The network that enlarges photos twice, as PyTorch trains it; packages/imaging/enlarge/enlarge-network.ts runs it.

Takes pictures as bytes, N x 3 x H x W, sides even; gives what has to be added to the brightness of the picture enlarged by
Lanczos, N x 1 x 2H x 2W, in steps of 8-bit samples. Works at half the size of what it is given, 4 x 4 answers a place.
"""

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

sys.path.append(str(Path(__file__).parent.with_name("damage-network")))
from cells import unshuffle  # noqa: E402

channels = 48
layerNames = ["a", "b", "c", "d", "e"]
"""As `../damage-network/quantise.py` takes them: each layer reads the one before."""
links = [(name, ["picture", *layerNames][i], None, 1) for i, name in enumerate([*layerNames, "out"])]
lumaWeights = (0.299, 0.587, 0.114)
"""The last layer gives sixteenths of this many samples."""
outputUnit = 16


class EnlargeNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        for i, name in enumerate(layerNames):
            setattr(self, name, nn.Conv2d(channels if i else 12, channels, 3, padding=1))
        self.out = nn.Conv2d(channels, 16, 1)

    def forward(self, pixels):
        x = unshuffle(pixels)
        for name in layerNames:
            x = functional.relu(getattr(self, name)(x))
        return place_answers(self.out(x).float()) * outputUnit


def place_answers(x):
    """16 answers a place as 4 x 4 pixels: the first four are the upper left quarters of its 2 x 2 pixels, row by row, and so on."""
    return functional.pixel_shuffle(functional.pixel_shuffle(x, 2), 2)


def lanczos_taps():
    """Weights of six samples for the first of two new ones: it lies a quarter of a sample before the third of them."""
    x = np.array([-2.75, -1.75, -0.75, 0.25, 1.25, 2.25])
    taps = np.sinc(x) * np.sinc(x / 3)
    return taps / taps.sum()


def enlarge(plane):
    """N x 1 x H x W to twice the size by Lanczos; beyond the picture its edge goes on."""
    taps = torch.tensor(lanczos_taps(), dtype=torch.float32)
    for axis in (2, 3):
        pad = (0, 0, 3, 3) if axis == 2 else (3, 3, 0, 0)
        shape = (1, 1, 6, 1) if axis == 2 else (1, 1, 1, 6)
        padded = functional.pad(plane, pad, mode="replicate")
        both = [functional.conv2d(padded, t.reshape(shape)) for t in (taps, taps.flip(0))]
        size = plane.shape[axis]
        first, second = both[0].narrow(axis, 0, size), both[1].narrow(axis, 1, size)
        plane = torch.stack([first, second], axis + 1).flatten(axis, axis + 1)
    return plane


def luma_of(pixels):
    weights = torch.tensor(lumaWeights).reshape(1, 3, 1, 1)
    return (pixels.float() * weights).sum(1, keepdim=True)
