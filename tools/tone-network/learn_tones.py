"""
Learns how photos fade and writes `packages/imaging/pixels/tone-weights.bin`:

    node tools/write-tone-squares.ts PHOTOS/learn SQUARES/learn
    python3 tools/tone-network/learn_tones.py SQUARES/learn packages/imaging/pixels/tone-weights.bin

with Python 3, PyTorch, NumPy and OpenCV (Debian: python3-torch, python3-numpy, python3-opencv), on one processor, in about half an
hour. The same squares and versions give the same file. What is learnt: of a picture's features and its thumbnail, for each channel where
its ends go and a gamma, and apart from it whether that would help. Harm weighs more than help.
"""
import sys

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from draw_fades import LUMA
from tone_samples import THUMB, make

FEATURES, ENDS = 58, 33
CONVOLUTIONS = (12, 20, 32)
MAX_LOG_GAMMA, MIN_RANGE, SLOPE = 0.8, 0.02, 0.1
MIX = dict(clean=0.24, look=0.26, page=0.02, linear=0.2, dyes=0.28)
FADED = ("linear", "dyes")
# Networks, samples for each, steps of so many samples.
NETWORKS, SAMPLES, STEPS, BATCH, RATE = 2, 18000, 3000, 64, 2e-3
# How much a good photo counts for the curves, and how much more it counts that a picture gets worse.
GOOD_WEIGHT, HARM_WEIGHT, GATE_WEIGHT = 0.4, 3.0, 3.0
# A picture is helped when its error is so much less, and was so large.
HELPED, MIN_ERROR = 0.9, 12.0


class ToneNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        channels = (6,) + CONVOLUTIONS
        self.convolutions = nn.ModuleList(nn.Conv2d(a, b, 3, 2, 1) for a, b in zip(channels, channels[1:]))
        seen = FEATURES + 2 * CONVOLUTIONS[-1]
        self.first, self.second, self.curve = nn.Linear(seen, 64), nn.Linear(64, 48), nn.Linear(48, 9)
        self.gate_first, self.gate = nn.Linear(seen + 9, 48), nn.Linear(48, 1)
        nn.init.zeros_(self.curve.weight)
        self.curve.bias.data = torch.tensor([-1.5] * 6 + [0.0] * 3)
        self.means = nn.Parameter(torch.zeros(FEATURES), False)
        self.deviations = nn.Parameter(torch.ones(FEATURES), False)

    def forward(self, x, thumb):
        thumb = F.avg_pool2d(thumb, 2)
        black, white = ends_of(x)
        black, white = black[:, :, None, None], white[:, :, None, None]
        plane = torch.cat([thumb - 0.5, ((thumb - black) / (white - black)).clamp(0, 1) - 0.5], 1)
        for layer in self.convolutions:
            plane = F.leaky_relu(layer(plane), SLOPE)
        own = (x - self.means) / self.deviations
        seen = F.dropout(torch.cat([own, plane.mean((2, 3)), plane.amax((2, 3))], 1), 0.15, self.training)
        curve = self.curve(F.leaky_relu(self.second(F.leaky_relu(self.first(seen), SLOPE)), SLOPE))
        gate = self.gate(F.leaky_relu(self.gate_first(torch.cat([seen, curve.detach()], 1)), SLOPE))
        return curve, gate[:, 0]

    def layers(self):
        return [*self.convolutions, self.first, self.second, self.curve, self.gate_first, self.gate]


def ends_of(x):
    percentiles = x[:, :ENDS].view(len(x), 3, -1)
    black = percentiles[:, :, 0]
    return black, torch.maximum(percentiles[:, :, -1], black + MIN_RANGE)


def bend(v, curve, x, toned):
    """What the curves make of pixels; a toned picture has one curve for all channels."""
    black, white = ends_of(x)
    share = torch.sigmoid(curve[:, :6])
    terms = [black, white, black * (1 - share[:, :3]), white + (1 - white) * share[:, 3:],
             torch.exp(MAX_LOG_GAMMA * torch.tanh(curve[:, 6:]))]
    luma = torch.tensor(LUMA, dtype=torch.float32)
    one = toned[:, None].float()
    terms = [term * (1 - one) + (term * luma).sum(1, keepdim=True) * one for term in terms]
    black, white, black_to, white_to, gamma = (term[:, None] for term in terms)
    inside = ((v - black) / (white - black)).clamp(1e-4, 1)
    middle = black_to + (white_to - black_to) * inside ** gamma
    below = v * black_to / black.clamp(min=1e-3)
    above = white_to + (v - white) * (1 - white_to) / (1 - white).clamp(min=1e-3)
    return torch.where(v < black, below, torch.where(v > white, above, middle))


def tensors_of(samples):
    return {key: torch.from_numpy(samples[key]) for key in ("x", "thumb", "v", "t", "toned")}


def batch_of(data, at):
    """Of each sample features, thumbnail, pixels, what they should be, and whether it is toned."""
    thumb = data["thumb"][at].float().view(-1, THUMB, THUMB, 3).permute(0, 3, 1, 2) / 255
    v, t = (data[key][at, ::2].float() / 255 for key in ("v", "t"))
    return data["x"][at], thumb, v, t, data["toned"][at]


def error_of(a, b):
    """Root of the mean squared error of each picture, on a scale of 255; never under 1."""
    return (((a - b) ** 2).mean((1, 2)) * 255 ** 2 + 1).sqrt()


def learn(samples, seed, steps=STEPS, good_weight=GOOD_WEIGHT, harm_weight=HARM_WEIGHT):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    data, is_good = tensors_of(samples), torch.from_numpy(~np.isin(samples["kind"], FADED))
    network = ToneNetwork()
    network.means.data, network.deviations.data = data["x"].mean(0), data["x"].std(0) + 0.02
    optimiser = torch.optim.AdamW([p for p in network.parameters() if p.requires_grad], lr=RATE, weight_decay=0.02)
    weight_of = {True: torch.tensor(good_weight), False: torch.tensor(1.0)}
    sums = np.zeros(2)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        at = torch.from_numpy(random.integers(0, len(is_good), BATCH))
        x, thumb, v, t, toned = batch_of(data, at)
        x = x + 0.004 * torch.randn_like(x)
        curve, gate = network(x, thumb)
        before, after = error_of(v, t), error_of(bend(v, curve, x, toned), t)
        weights = torch.where(is_good[at], weight_of[True], weight_of[False])
        harm = F.relu(after - before) / 8
        loss = (weights * (after / 8 + torch.log(after) + harm_weight * harm)).mean()
        helped = ((after < HELPED * before) & (before ** 2 > MIN_ERROR)).float()
        gate_weights = torch.where(is_good[at], torch.tensor(GATE_WEIGHT), torch.tensor(1.0))
        gate_loss = F.binary_cross_entropy_with_logits(gate, helped, weight=gate_weights)
        (loss + gate_loss).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()
        sums += loss.item(), gate_loss.item()
        if step % 500 == 499:
            print(f"network {seed}, step {step + 1}: {sums[0] / 500:.3f}, gate {sums[1] / 500:.3f}", flush=True)
            sums[:] = 0
    return network.eval()


def rows_of(layer):
    """Weights output by output; of a convolution tap by tap, all channels of a tap side by side."""
    weights = layer.weight.detach()
    return (weights.permute(0, 2, 3, 1) if weights.dim() == 4 else weights).reshape(len(weights), -1).numpy()


def bytes_of(network):
    parts = [network.means.numpy().astype("<f4"), network.deviations.numpy().astype("<f4")]
    for layer in network.layers():
        rows = rows_of(layer)
        scales = np.maximum(np.abs(rows).max(1), 1e-8) / 127
        parts += [scales.astype("<f4"), layer.bias.detach().numpy().astype("<f4")]
        parts.append(np.round(rows / scales[:, None]).astype(np.int8))
    return b"".join(part.tobytes() for part in parts)


if __name__ == "__main__":
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    squares, target = sys.argv[1:]
    samples = [make(squares, seed, SAMPLES, MIX) for seed in range(1, NETWORKS + 1)]
    every = {key: np.concatenate([part[key] for part in samples]) for key in samples[0]}
    with open(target, "wb") as file:
        for seed in range(1, NETWORKS + 1):
            file.write(bytes_of(learn(every, seed)))
