"""The first two thirds of MobileNet v2 as PyTorch runs them, with weights of 8 bits, and the figures that the witness knows a photo by."""

import numpy as np
import torch
import torch.nn.functional as functional

from tflite_weights import read_layers

side = 224
# What is read from: the sums after the last block of 96 channels, and the 576 that the next one makes of them.
last_block, last_layer = 96, 576


def names():
    """Block by block: expanded, each channel by itself, brought together."""
    yield from ["first", "deep0", "join0"]
    for block in range(1, 13):
        yield from [f"open{block}", f"deep{block}", f"join{block}"]
    yield "open13"


def whole(weights):
    """Whole numbers from -127 to 127 and what a unit of each output is worth."""
    units = np.maximum(np.abs(weights).reshape(len(weights), -1).max(1), 1e-12) / 127
    return np.round(weights / units[:, None, None, None]).astype(np.int8), units.astype(np.float32)


def read_trunk(path):
    """The layers up to `open13`; `plus` says that what went into the block is added to what its last layer makes."""
    named = iter(names())
    layers = []
    for layer in read_layers(path):
        if layer["kind"] == "add":
            layers[-1]["plus"] = True
            continue
        name = next(named, None)
        if name is None:
            break
        weights, units = whole(layer["weights"])
        layers.append(
            {
                "name": name,
                "kernel": weights.shape[1],
                "stride": layer["stride"],
                "weights": weights,
                "multipliers": units,
                "biases": layer["biases"].astype(np.float32),
                "plus": False,
            }
        )
    return layers


def run(layers, squares):
    """The figures of pictures of 224 x 224 pixels, bytes [picture][row][column][colour]."""
    plane = (torch.from_numpy(squares.astype(np.float32)) - 128).permute(0, 3, 1, 2) / 128
    begun, joined = plane, plane
    for layer in layers:
        weights = torch.from_numpy(layer["weights"] * layer["multipliers"][:, None, None, None]).permute(0, 3, 1, 2)
        if layer["name"].startswith("open"):
            begun = plane
        if layer["kernel"] == 3:
            # Every second pixel starts at the first one, so that only the far edges need zeros.
            plane = functional.pad(plane, (1, 1, 1, 1) if layer["stride"] == 1 else (0, 1, 0, 1))
        groups = len(weights) if layer["name"].startswith("deep") else 1
        plane = functional.conv2d(plane, weights, torch.from_numpy(layer["biases"]), layer["stride"], groups=groups)
        if layer["name"].startswith("join"):
            plane = plane + begun if layer["plus"] else plane
            joined = plane
        else:
            plane = plane.clamp(0, 6)
    parts = [p for q in (joined, plane) for p in (q.mean((2, 3)), q.std((2, 3), unbiased=False))]
    return torch.cat(parts, 1).numpy()
