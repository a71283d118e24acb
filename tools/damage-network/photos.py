"""Photos to draw damage on, made ready once by `python3 photos.py FOLDER READY`: at most 1,400 pixels a side, and pieces of the
large ones pixel by pixel."""

import json
import os
import sys
from pathlib import Path

import cv2
import numpy as np

maxSide = 1400
pieceSide = 768
"""How often photos of a kind are taken: what looks like damage and is none counts for more than its number."""
weights = {"good": 1.0, "old-clean": 2.5, "hard": 3.0}
"""Photos with places of `real.py`; nothing is drawn on those that are damaged."""
kinds = [*weights, "old-damaged"]


def make_ready(source, target):
    """Decodes every photo below SOURCE/kind into TARGET as arrays; what is there already stays."""
    for kind in kinds:
        os.makedirs(Path(target) / kind, exist_ok=True)
        for path in sorted((Path(source) / kind).iterdir()):
            first = Path(target) / kind / f"{path.name}.npy"
            if first.exists():
                continue
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if picture is None:
                continue
            picture = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
            high, wide = picture.shape[:2]
            if min(high, wide) < 200:
                continue
            random = np.random.default_rng(len(path.name) + high)
            if max(high, wide) > 2 * pieceSide:
                top, left = random.integers(high - min(high, pieceSide) + 1), random.integers(wide - min(wide, pieceSide) + 1)
                np.save(first.with_suffix(".piece.npy"), picture[top : top + pieceSide, left : left + pieceSide])
            scale = min(1, maxSide / max(high, wide))
            if scale < 1:
                picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            np.save(first, picture)


class Photos:
    """Takes patches of photos at random; the same seed takes the same."""

    def __init__(self, folder, random):
        self.random, self.folder = random, Path(folder)
        self.paths, chances = [], []
        for kind, weight in weights.items():
            for path in sorted((Path(folder) / kind).glob("*.npy")):
                self.paths.append(path)
                chances.append(weight)
        self.chances = np.array(chances) / np.sum(chances)
        hard = self.folder / "hard.json"
        self.hard = json.loads(hard.read_text()) if hard.exists() else []

    def take(self, side):
        """A patch of SIDE pixels, turned and mirrored, as float32 of 0 to 255."""
        random = self.random
        picture = np.load(self.paths[random.choice(len(self.paths), p=self.chances)], mmap_mode="r")
        high, wide = picture.shape[:2]
        own = int(np.clip(side * np.exp(random.uniform(np.log(0.75), np.log(4))), 160, min(high, wide)))
        return self.cut(picture, random.integers(high - own + 1), random.integers(wide - own + 1), own, side)

    def take_hard(self, side):
        """The same, about a place where the network was wrong."""
        random = self.random
        name, y, x, scale = self.hard[random.integers(len(self.hard))]
        picture = np.load(self.folder / name, mmap_mode="r")
        high, wide = picture.shape[:2]
        own = int(np.clip(side * scale * np.exp(random.uniform(-0.3, 0.3)), 160, min(high, wide)))
        top = int(np.clip(y - own * random.uniform(0.25, 0.75), 0, high - own))
        left = int(np.clip(x - own * random.uniform(0.25, 0.75), 0, wide - own))
        return self.cut(picture, top, left, own, side)

    def cut(self, picture, top, left, own, side):
        random = self.random
        patch = np.ascontiguousarray(picture[top : top + own, left : left + own])
        if own != side:
            patch = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA if own > side else cv2.INTER_CUBIC)
        patch = np.rot90(patch, random.choice([0, 0, 0, 1, 2, 3]))
        if random.random() < 0.5:
            patch = patch[:, ::-1]
        return np.ascontiguousarray(patch).astype(np.float32)


if __name__ == "__main__":
    make_ready(*sys.argv[1:3])
