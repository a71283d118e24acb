"""Writes a trained network as packages/imaging reads it: `python3 export.py CHECKPOINT READY FILE`."""

import argparse

import numpy as np
import torch

from network import EnlargeNetwork, enlarge, links, luma_of, outputUnit, place_answers
from quantise import make_whole, write_weights
from train import Patches, edgePx


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("ready")
    parser.add_argument("file")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    network = EnlargeNetwork()
    network.load_state_dict(torch.load(arguments.checkpoint))
    patches = Patches(arguments.ready, np.random.default_rng(7), every=8)
    batches = [patches.take_batch() for _ in range(24)]
    stored, whole, exact, counted = make_whole(network, links, [small for small, _ in batches[:16]])
    off = {"Lanczos": [], "the network": [], "the network in whole numbers": []}
    with torch.no_grad():
        for x, large in batches[16:]:
            base, truth = enlarge(luma_of(x)), luma_of(large)
            answers = 0, place_answers(exact(x)) * outputUnit, torch.round(place_answers(counted(x)) * outputUnit)
            for name, answer in zip(off, answers):
                difference = (base + answer - truth)[:, :, edgePx:-edgePx, edgePx:-edgePx]
                off[name].append((difference**2).mean((1, 2, 3)))
    for name, squares in off.items():
        print(f"{name}: {(10 * torch.log10(255**2 / torch.cat(squares))).mean():.2f} dB in the mean of patches")
    write_weights(arguments.file, links, stored, whole, {})


if __name__ == "__main__":
    main()
