"""Trains the network that looks for damage: `python3 train.py READY CHECKPOINT --minutes 90 [--from CHECKPOINT]`.

READY is what `photos.make_ready` wrote. One process draws patches without end into a pool, the other learns from it; the rate of
learning falls with the clock, so that the time given is the time used. Needs Debian's python3-torch, python3-opencv and
python3-scipy, on the processor.
"""

import argparse
import copy
import math
import multiprocessing as mp
import os
import time

import cv2
import numpy as np
import torch
from torch.nn import functional

from draw import draw
from network import DamageNetwork
from photos import Photos
from real import RealPlaces

side, poolSize, batchSize = 256, 3000, 8
"""What is learned from at once: a piece of a patch."""
pieceSide = 192
"""What is marked is rare, and counts so much more: chances come out higher than they are, and limits were chosen so."""
markedWeight = 3.0
"""How many patches are real places of `real.py`, and how many are of what `hard.py` found; fewer of these are damaged."""
realShare, hardShare, hardDamagedShare = 0.2, 0.25, 0.5
"""So many patches are drawn before learning begins, and then one for so many that were learned from: time is better spent on learning."""
firstDrawn, learnedPerDrawn = 300, 3


def fill_pool(ready, seed, pixels, labels, weights, count, learned):
    """Draws patches into the pool, one place after the other, and begins again when it is full."""
    cv2.setNumThreads(1)
    os.nice(9)
    random = np.random.default_rng(seed)
    photos, places = Photos(ready, random), RealPlaces(ready, random)
    while True:
        if count.value > firstDrawn + learned.value / learnedPerDrawn:
            time.sleep(0.05)
            continue
        at = count.value % poolSize
        kind = random.random()
        if kind < realShare and places.places:
            pixels[at], drawn, weights[at] = places.take(side)
        elif kind < realShare + hardShare and photos.hard:
            pixels[at], drawn, weights[at] = draw(photos.take_hard(side), random, hardDamagedShare)
        else:
            pixels[at], drawn, weights[at] = draw(photos.take(side), random)
        labels[at] = (drawn * np.array([1, 2, 4, 8], np.uint8)[:, None, None]).sum(0).astype(np.uint8)
        count.value += 1


def shared_array(*shape):
    size = int(np.prod(shape))
    return np.frombuffer(mp.RawArray("B", size), np.uint8).reshape(shape)


def take_batch(pool, ready, random):
    """Patches of the pool, turned, mirrored, and with other light."""
    parts = []
    for at in random.integers(0, ready, batchSize):
        turn, mirror = random.integers(4), random.random() < 0.5
        top, left = random.integers(0, side - pieceSide + 1, 2)
        maps = [m[at, top : top + pieceSide, left : left + pieceSide] for m in pool]
        maps = [np.rot90(m, turn) for m in maps]
        maps = [np.ascontiguousarray(m[:, ::-1] if mirror else m) for m in maps]
        if random.random() < 0.5:
            table = np.clip(np.arange(256) * random.uniform(0.8, 1.15) + random.uniform(-12, 12), 0, 255).astype(np.uint8)
            maps[0] = table[maps[0]]
        if random.random() < 0.15:
            maps[0] = maps[0][..., random.permutation(3)]
        if random.random() < 0.15:
            maps[0] = 255 - maps[0]
        parts.append(maps)
    x = torch.from_numpy(np.stack([m[0] for m in parts])).permute(0, 3, 1, 2)
    bits = torch.from_numpy(np.stack([m[1] for m in parts]))
    y = torch.stack([(bits >> k) & 1 for k in range(4)], 1).float()
    return x, y, torch.from_numpy(np.stack([m[2] for m in parts])).float()[:, None]


def loss_of(logits, y, weight):
    """Cross entropy, so that answers are chances; and what overlaps of the marked, so that thin lines count."""
    entropy = functional.binary_cross_entropy_with_logits(
        logits, y, reduction="none", pos_weight=torch.tensor(markedWeight)
    ) * weight
    chances = torch.sigmoid(logits) * weight
    inside = (chances * y).sum((0, 2, 3))
    overlap = (2 * inside + 50) / ((chances + y * weight).sum((0, 2, 3)) + 50)
    return 8 * entropy.mean() + 0.5 * (1 - overlap).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ready")
    parser.add_argument("checkpoint")
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--from", dest="start")
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    pool = shared_array(poolSize, side, side, 3), shared_array(poolSize, side, side), shared_array(poolSize, side, side)
    count, learned = mp.Value("L", 0, lock=False), mp.Value("L", 0, lock=False)
    drawer = mp.Process(target=fill_pool, args=(arguments.ready, arguments.seed, *pool, count, learned), daemon=True)
    drawer.start()

    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    network = DamageNetwork().to(memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start)["mean"])
    else:
        # Nearly nothing is damage: that needn't be learned first.
        network.out.bias.data.fill_(-3.5)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    random = np.random.default_rng(arguments.seed + 1)
    while count.value < firstDrawn:
        time.sleep(1)

    started, saved, step, smooth = time.time(), time.time(), 0, None
    while True:
        share = (time.time() - started) / (60 * arguments.minutes)
        if share >= 1:
            break
        warm = min(1, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * warm * (0.003 + 0.997 * 0.5 * (1 + math.cos(math.pi * share)))
        x, y, weight = take_batch(pool, min(count.value, poolSize), random)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits, _ = network(x.to(memory_format=torch.channels_last))
        loss = loss_of(logits, y, weight)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        keep = min(0.998, (1 + step) / (10 + step))
        with torch.no_grad():
            for a, b in zip(mean.state_dict().values(), network.state_dict().values()):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
                else:
                    a.copy_(b)
        step += 1
        learned.value += batchSize
        smooth = loss.item() if smooth is None else 0.99 * smooth + 0.01 * loss.item()
        if step % 100 == 0:
            print(f"{step} {60 * arguments.minutes * share:.0f}s loss {smooth:.4f} drawn {count.value}", flush=True)
        if time.time() - saved > 240:
            saved = time.time()
            torch.save({"mean": mean.state_dict(), "step": step}, arguments.checkpoint)
    torch.save({"mean": mean.state_dict(), "step": step}, arguments.checkpoint)
    drawer.terminate()


if __name__ == "__main__":
    main()
