"""Finds where a network takes what whole photos show for damage: `python3 hard.py CHECKPOINT READY` writes READY/hard.json.

Each place is a name below READY, row, column, and how many times smaller the photo was looked at. Specks on old prints are left out:
some of them are dust that is really there.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import torch

from network import DamageNetwork, classes

cell = 48
likely = 0.5
"""So many places at most of each photo, by how many times smaller it is."""
most = {1: 12, 2: 6}
minSide = 200


def chances_of(network, picture):
    """4 x height x width; what is missing of a multiple of 32 is grey."""
    high, wide = picture.shape[:2]
    whole = np.full((-(-high // 32) * 32, -(-wide // 32) * 32, 3), 128, np.uint8)
    whole[:high, :wide] = picture
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        logits, _ = network(torch.from_numpy(whole).permute(2, 0, 1)[None].contiguous(memory_format=torch.channels_last))
    return torch.sigmoid(logits.float())[0, :, :high, :wide].numpy()


def list_wrong(network, picture, scale, withSpots):
    """Rows and columns where most is marked, cell by cell."""
    high, wide = (side // scale * scale for side in picture.shape[:2])
    if min(high, wide) < minSide * scale:
        return []
    if scale > 1:
        picture = cv2.resize(picture[:high, :wide], (wide // scale, high // scale), interpolation=cv2.INTER_AREA)
    chances = chances_of(network, np.ascontiguousarray(picture))
    marked = (chances if withSpots else np.delete(chances, classes.index("spot"), 0)).max(0)
    rows, columns = marked.shape[0] // cell, marked.shape[1] // cell
    cells = marked[: rows * cell, : columns * cell].reshape(rows, cell, columns, cell).transpose(0, 2, 1, 3).reshape(rows * columns, -1)
    score = (cells > likely).mean(1) + 0.05 * cells.max(1)
    found = [at for at in np.argsort(-score)[: most[scale]] if cells[at].max() >= likely]
    inside = [(int(at), int(cells[at].argmax())) for at in found]
    return [(scale * (at // columns * cell + i // cell), scale * (at % columns * cell + i % cell)) for at, i in inside]


def main(checkpoint, ready):
    torch.set_num_threads(1)
    network = DamageNetwork().to(memory_format=torch.channels_last)
    network.load_state_dict(torch.load(checkpoint)["mean"])
    network.eval()
    places = []
    for kind in ("good", "hard", "old-clean"):
        for path in sorted((Path(ready) / kind).glob("*.npy")):
            picture = np.load(path)
            for scale in most:
                wrong = list_wrong(network, picture, scale, kind != "old-clean")
                places += [(f"{kind}/{path.name}", y, x, scale) for y, x in wrong]
    (Path(ready) / "hard.json").write_text(json.dumps(places))


if __name__ == "__main__":
    main(*sys.argv[1:3])
