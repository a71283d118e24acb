"""Trains the network that enlarges: `python3 train.py READY CHECKPOINT --minutes 35 [--from CHECKPOINT]`.

READY is what `../damage-network/photos.py` wrote of a set's photos; its good ones are learnt from. The rate of learning falls
with processor time, so that the time given is the time used, whatever else runs. Needs Debian's python3-torch and python3-opencv, on the processor.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from camera import shrink
from network import EnlargeNetwork, enlarge, luma_of

side, batchSize = 128, 16
"""Pixels at the edge of a patch see what isn't there, and don't count."""
edgePx = 8


class Patches:
    """Patches of photos at random, of every so-many-th photo."""

    def __init__(self, ready, random, every=1):
        self.random = random
        self.photos = [np.load(path) for path in sorted((Path(ready) / "good").glob("*.npy"))[::every]]

    def take(self):
        random = self.random
        photo = self.photos[random.integers(len(self.photos))]
        high, wide = photo.shape[:2]
        own = min(side if random.random() < 0.7 else int(side * random.uniform(1, 1.6)), high, wide)
        top, left = random.integers(high - own + 1), random.integers(wide - own + 1)
        patch = np.rot90(photo[top : top + own, left : left + own], random.integers(4))
        if random.random() < 0.5:
            patch = patch[:, ::-1]
        patch = np.ascontiguousarray(patch)
        return patch if own == side else cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA)

    def take_batch(self):
        large = [self.take() for _ in range(batchSize)]
        small = [shrink(patch, self.random) for patch in large]
        return [torch.from_numpy(np.stack(part)).permute(0, 3, 1, 2) for part in (small, large)]


def loss_of(network, small, large):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        answers = network(small)
    off = answers + enlarge(luma_of(small)) - luma_of(large)
    inner = off[:, :, edgePx:-edgePx, edgePx:-edgePx]
    return torch.sqrt(inner**2 + 1).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ready")
    parser.add_argument("checkpoint")
    parser.add_argument("--minutes", type=float, default=35)
    parser.add_argument("--from", dest="start")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(arguments.seed)
    network = EnlargeNetwork().to(memory_format=torch.channels_last)
    network.out.weight.data.mul_(0.1)
    network.out.bias.data.zero_()
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
    mean = copy.deepcopy(network)
    optimiser = torch.optim.Adam(network.parameters(), lr=arguments.rate)
    patches = Patches(arguments.ready, np.random.default_rng(arguments.seed))

    started, saved, step, smooth = time.process_time(), time.process_time(), 0, None
    while (share := (time.process_time() - started) / (60 * arguments.minutes)) < 1:
        warm = min(1, (step + 1) / 100)
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * warm * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * share)))
        loss = loss_of(network, *patches.take_batch())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        keep = min(0.998, (1 + step) / (10 + step))
        with torch.no_grad():
            for a, b in zip(mean.parameters(), network.parameters()):
                a.mul_(keep).add_(b, alpha=1 - keep)
        step += 1
        smooth = loss.item() if smooth is None else 0.99 * smooth + 0.01 * loss.item()
        if step % 100 == 0:
            print(f"{step} {60 * arguments.minutes * share:.0f}s loss {smooth:.4f}", flush=True)
        if time.process_time() - saved > 120:
            saved = time.process_time()
            torch.save(mean.state_dict(), arguments.checkpoint)
    torch.save(mean.state_dict(), arguments.checkpoint)


if __name__ == "__main__":
    main()
