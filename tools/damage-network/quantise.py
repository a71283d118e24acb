"""Makes a trained network into whole numbers and writes it as packages/imaging/kernels/network-weights.ts reads it.

Weights are whole numbers of 8 bits, each output with its own unit; what a layer gives are bytes, whose unit is found on pictures that
are drawn for it. Normalisation is folded into weights and biases. A network is a list of links: (name, from, plus, stride), in the order
in which they run; `plus` names a layer of half the size that is added to `from`, or is None.
"""

import json

import numpy as np
import torch
from torch.nn import functional

from cells import unshuffle

inputUnit = 1 / 64
"""What is above this share of a layer's values is cut."""
keptShare = 0.9999


def u_net(levels, middle):
    """Two layers for each halving and those of `middle` at the bottom; then up again, each level added to what it was on the way down."""
    links = [("a0", "picture", None, 1), ("b0", "a0", None, 1)]
    for i in range(1, levels):
        links += [(f"a{i}", f"b{i - 1}", None, 2), (f"b{i}", f"a{i}", None, 1)]
    last = f"b{levels - 1}"
    for name in middle:
        links.append((name, last, None, 1))
        last = name
    for i in range(levels - 2, -1, -1):
        links += [(f"u{i}", last, None, 1), (f"d{i}", f"b{i}", f"u{i}", 1)]
        last = f"d{i}"
    return [*links, ("e0", "d0", None, 1), ("out", "e0", None, 1)]


def folded(network, name):
    layer = getattr(network, name)
    if not hasattr(layer, "norm"):
        return layer.weight.detach().double(), layer.bias.detach().double()
    gain = layer.norm.weight / torch.sqrt(layer.norm.running_var + layer.norm.eps)
    weight = layer.convolution.weight * gain[:, None, None, None]
    return weight.detach().double(), (layer.norm.bias - layer.norm.running_mean * gain).detach().double()


def run(links, layers, pixels, seen=None, whole=None):
    """What the last layer gives of folded ones; WHOLE gives units, and then it counts as the kernels do. SEEN is told what layers give."""
    picture = unshuffle(pixels).double()
    planes = {"picture": picture / inputUnit if whole else picture}
    for name, source, plus, stride in links:
        x = planes[source]
        if plus:
            x = x + functional.interpolate(planes[plus], scale_factor=2, mode="nearest")
        weight, bias = layers[name]
        y = functional.conv2d(x, weight, None if whole else bias, stride, padding=weight.shape[-1] // 2)
        if whole:
            multiplier, shift = whole[name]
            y = (y.float() * multiplier[:, None, None] + shift[:, None, None]).double()
            y = y if name == "out" else torch.clamp(torch.round(y), 0, 255)
        else:
            y = y if name == "out" else functional.relu(y)
            if seen:
                seen(name, y)
        planes[name] = y
    return planes["out"]


def find_units(links, layers, pictures):
    """What a step of the bytes of each layer is worth; layers that are added up share theirs."""
    highest = {}

    def seen(name, y):
        values = y.reshape(-1)
        top = torch.quantile(values[:: max(1, len(values) // 200_000)], keptShare).item()
        highest.setdefault(name, []).append(top)

    for picture in pictures:
        run(links, layers, picture, seen)
    units = {name: float(np.quantile(tops, 0.98)) / 255 for name, tops in highest.items()}
    for _, source, plus, _ in links:
        if plus:
            units[source] = units[plus] = max(units[source], units[plus])
    return units


def quantise(links, layers, units):
    """Whole weights, and what sums are multiplied by and moved by."""
    whole, stored = {}, {}
    for name, source, _, _ in links:
        weight, bias = layers[name]
        unit = weight.abs().amax((1, 2, 3)) / 127 + 1e-12
        stored[name] = torch.round(weight / unit[:, None, None, None]).to(torch.int8)
        inUnit = inputUnit if source == "picture" else units[source]
        outUnit = 1 if name == "out" else units[name]
        whole[name] = (unit * inUnit / outUnit).float(), (bias / outUnit).float()
    return stored, whole


def make_whole(network, links, pictures):
    """Weights in whole numbers with their units, and, for comparing, what the last layer gives in both ways: functions of a picture."""
    with torch.no_grad():
        layers = {name: folded(network, name) for name, *_ in links}
        stored, whole = quantise(links, layers, find_units(links, layers, pictures))
        small = {name: (stored[name].double(), layers[name][1]) for name in layers}
    return stored, whole, lambda p: run(links, layers, p), lambda p: run(links, small, p, whole=whole)


def write_weights(path, links, stored, whole, facts):
    """FACTS goes into the header beside the layers."""
    data, header = bytearray(), []
    for name, _, _, stride in links:
        weight = stored[name]
        entry = {"name": name, "kernel": weight.shape[-1], "stride": stride}
        entry |= {"inputs": weight.shape[1], "outputs": weight.shape[0], "weights": len(data)}
        data += weight.permute(0, 2, 3, 1).contiguous().numpy().tobytes()
        data += bytes(-len(data) % 4)
        for key, values in zip(("multipliers", "biases"), whole[name]):
            entry[key] = len(data)
            data += values.numpy().astype("<f4").tobytes()
        header.append(entry)
    text = json.dumps({"format": 1, "layers": header} | facts, separators=(",", ":"))
    text += " " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(4, "little") + text.encode() + data)
