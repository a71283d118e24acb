"""Writes the trained network as packages/imaging reads it: `python3 export.py CHECKPOINT READY FILE [--slopes a,b,c,d --shifts a,b,c,d]`."""

import argparse

import numpy as np
import torch

from draw import draw
from network import DamageNetwork, classes
from photos import Photos
from quantise import make_whole, u_net, write_weights


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
    links = u_net(5, ["c4"])
    stored, whole, exact, counted = make_whole(network, links, pictures[:80])
    with torch.no_grad():
        off = [(torch.sigmoid(exact(p)) - torch.sigmoid(counted(p))).abs().mean().item() for p in pictures[80:]]
    print(f"chances are off by {np.mean(off):.5f} in the mean")
    numbers = {key: [float(v) for v in getattr(arguments, key).split(",")] for key in ("slopes", "shifts")}
    write_weights(arguments.file, links, stored, whole, {"classes": classes, "calibration": numbers})


if __name__ == "__main__":
    main()
