"""Writes a trained network as packages/imaging reads it: `python3 export.py CHECKPOINT READY FILE [--slopes a,b,c,d --shifts a,b,c,d]`.

Weights are whole numbers of 8 bits, each output with its own unit; what a layer gives are bytes, whose unit is found on patches
that are drawn for it. Normalisation is folded into weights and biases.
"""

import argparse
import json

import numpy as np
import torch
from torch.nn import functional

from draw import draw
from network import DamageNetwork, classes, unshuffle
from photos import Photos

order = "a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 c4 u3 d3 u2 d2 u1 d1 u0 d0 e0 out".split()
inputUnit = 1 / 64
"""What is above this share of a layer's values is cut."""
keptShare = 0.9999


def folded(network, name):
    layer = getattr(network, name)
    if name == "out":
        return layer.weight.detach().double(), layer.bias.detach().double()
    gain = layer.norm.weight / torch.sqrt(layer.norm.running_var + layer.norm.eps)
    weight = layer.convolution.weight * gain[:, None, None, None]
    return weight.detach().double(), (layer.norm.bias - layer.norm.running_mean * gain).detach().double()


def run(layers, pixels, seen=None, whole=None):
    """The network on folded layers; WHOLE gives units, and then it counts as the kernels do. SEEN is told what layers give."""

    def layer(name, x, stride=1):
        weight, bias = layers[name]
        y = functional.conv2d(x, weight, None if whole else bias, stride, padding=weight.shape[-1] // 2)
        if whole:
            multiplier, shift = whole[name]
            y = (y.float() * multiplier[:, None, None] + shift[:, None, None]).double()
            return y if name == "out" else torch.clamp(torch.round(y), 0, 255)
        y = y if name == "out" else functional.relu(y)
        if seen:
            seen(name, y)
        return y

    x = unshuffle(pixels).double()
    x = layer("a0", x / inputUnit if whole else x)
    skips = [layer("b0", x)]
    for i in range(1, 5):
        skips.append(layer(f"b{i}", layer(f"a{i}", skips[-1], 2)))
    x = wide = layer("c4", skips[4])
    for i in range(3, -1, -1):
        x = layer(f"d{i}", skips[i] + functional.interpolate(layer(f"u{i}", x), scale_factor=2, mode="nearest"))
    return functional.pixel_shuffle(layer("out", layer("e0", x)), 2), wide


def find_units(layers, pictures):
    """What a step of the bytes of each layer is worth; layers that are added up share theirs."""
    highest = {}

    def seen(name, y):
        values = y.reshape(-1)
        top = torch.quantile(values[:: max(1, len(values) // 200_000)], keptShare).item()
        highest.setdefault(name, []).append(top)

    for picture in pictures:
        run(layers, picture, seen)
    units = {name: float(np.quantile(tops, 0.98)) / 255 for name, tops in highest.items()}
    for i in range(4):
        units[f"b{i}"] = units[f"u{i}"] = max(units[f"b{i}"], units[f"u{i}"])
    return units


def source_of(name):
    if name == "a0":
        return None
    kind, level = name[0], name[1:]
    if kind == "a":
        return f"b{int(level) - 1}"
    if kind == "b":
        return f"a{level}"
    if kind == "u":
        return "c4" if level == "3" else f"d{int(level) + 1}"
    return {"c4": "b4", "e0": "d0", "out": "e0"}.get(name, f"b{level}")


def quantise(layers, units):
    """Whole weights, and what sums are multiplied by and moved by."""
    whole, stored = {}, {}
    for name in order:
        weight, bias = layers[name]
        unit = weight.abs().amax((1, 2, 3)) / 127 + 1e-12
        stored[name] = torch.round(weight / unit[:, None, None, None]).to(torch.int8)
        inUnit = units[source_of(name)] if source_of(name) else inputUnit
        outUnit = 1 if name == "out" else units[name]
        whole[name] = (unit * inUnit / outUnit).float(), (bias / outUnit).float()
    return stored, whole


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("ready")
    parser.add_argument("file")
    parser.add_argument("--slopes", default="1,1,1,1")
    parser.add_argument("--shifts", default="0,0,0,0")
    arguments = parser.parse_args()
    network = DamageNetwork()
    network.load_state_dict(torch.load(arguments.checkpoint)["mean"])
    network.eval()
    random = np.random.default_rng(7)
    photos = Photos(arguments.ready, random)
    pictures = [torch.from_numpy(draw(photos.take(256), random)[0]).permute(2, 0, 1)[None] for _ in range(96)]
    with torch.no_grad():
        layers = {name: folded(network, name) for name in order}
        stored, whole = quantise(layers, find_units(layers, pictures[:80]))
        small = {name: (stored[name].double(), layers[name][1]) for name in order}
        off = [
            (torch.sigmoid(run(layers, p)[0]) - torch.sigmoid(run(small, p, whole=whole)[0])).abs().mean().item()
            for p in pictures[80:]
        ]
    print(f"chances are off by {np.mean(off):.5f} in the mean")

    data, header = bytearray(), []
    for name in order:
        weight = stored[name]
        entry = {"name": name, "kernel": weight.shape[-1], "stride": 2 if name[0] == "a" and name != "a0" else 1}
        entry |= {"inputs": weight.shape[1], "outputs": weight.shape[0], "weights": len(data)}
        data += weight.permute(0, 2, 3, 1).contiguous().numpy().tobytes()
        data += bytes(-len(data) % 4)
        for key, values in zip(("multipliers", "biases"), whole[name]):
            entry[key] = len(data)
            data += values.numpy().astype("<f4").tobytes()
        header.append(entry)
    numbers = {key: [float(v) for v in getattr(arguments, key).split(",")] for key in ("slopes", "shifts")}
    text = json.dumps({"format": 1, "classes": classes, "layers": header, "calibration": numbers}, separators=(",", ":"))
    text += " " * (-len(text) % 4)
    with open(arguments.file, "wb") as file:
        file.write(len(text).to_bytes(4, "little") + text.encode() + data)


if __name__ == "__main__":
    main()
