"""
Makes packages/imaging/pixels/print-witness.bin: `python3 learn_witness.py MOBILENET FILE FOLDER...`.

MOBILENET is test_data/mobilenet_v2_1.0_224_quant.tflite of google-coral/edgetpu (Apache 2.0; learnt from ImageNet). What its layers say of
the old photos in FOLDER/old-damaged and FOLDER/old-clean is told from what they say of those in FOLDER/good and FOLDER/hard, and what comes of it is
said first, of each repository by weights that have seen none of its photos. PyTorch, NumPy and Pillow, in Debian python3-torch,
python3-numpy and python3-pil; a quarter of an hour on one processor for 3,000 photos. Only who learns needs it.
"""

import argparse
import json
import pathlib
import re

import numpy as np
import torch
from PIL import Image, ImageOps

from trunk import read_trunk, run, side

kinds = {"old-damaged": 1, "old-clean": 1, "good": 0, "hard": 0}
parts = 8
# How much weights are held down: less knows its own photos better and others worse.
held = 0.03
# Of good photos so many lie over 0.
over = 0.02


def read_square(path):
    with Image.open(path) as picture:
        picture.draft("RGB", (4 * side, 4 * side))
        upright = ImageOps.exif_transpose(picture).convert("RGB")
        return np.asarray(upright.resize((side, side), Image.BOX))


def read_photos(folders, layers):
    """Figures, kinds and repositories of all photos that can be read."""
    figures, found, repositories = [], [], []
    paths = [p for f in folders for kind in kinds for p in sorted(pathlib.Path(f, kind).glob("*"))]
    for path in paths:
        try:
            square = read_square(path)
        except (OSError, ValueError, Image.DecompressionBombError) as error:
            print(f"{path}: {error}")
            continue
        with torch.no_grad():
            figures.append(run(layers, square[None])[0])
        found.append(path.parent.name)
        repositories.append(re.sub(r"-\d+\.\w+$", "", path.name))
    return np.array(figures), np.array(found), np.array(repositories)


def learn(figures, isOld):
    """Weights and a bias over the figures as they are; old photos and others count alike, however many there are."""
    means, spreads = figures.mean(0), figures.std(0) + 1e-3
    seen = torch.from_numpy(np.clip((figures - means) / spreads, -5, 5).astype(np.float32))
    truth = torch.from_numpy(isOld.astype(np.float32))
    share = isOld.mean()
    counts = torch.from_numpy(np.where(isOld, 0.5 / share, 0.5 / (1 - share)).astype(np.float32))
    weights = torch.zeros(figures.shape[1] + 1, requires_grad=True)
    search = torch.optim.LBFGS([weights], max_iter=60, line_search_fn="strong_wolfe")

    def loss():
        search.zero_grad()
        said = seen @ weights[:-1] + weights[-1]
        wrong = torch.nn.functional.binary_cross_entropy_with_logits(said, truth, counts)
        total = wrong + held * (weights[:-1] ** 2).sum() / 2
        total.backward()
        return total

    search.step(loss)
    found = weights.detach().numpy()
    return found[:-1] / spreads, found[-1] - (found[:-1] * means / spreads).sum()


def judge_unseen(figures, isOld, repositories):
    """What is said of each photo by weights that know nothing of its repository."""
    names = sorted(set(repositories))
    places = np.random.RandomState(1).permutation(len(names)) % parts
    part = np.array([dict(zip(names, places))[name] for name in repositories])
    said = np.zeros(len(figures))
    for i in range(parts):
        weights, bias = learn(figures[part != i], isOld[part != i])
        said[part == i] = figures[part == i] @ weights + bias
    return said


def write(path, layers, weights, bias):
    """The format of packages/imaging/kernels/network-file.ts."""
    data, stored = b"", []

    def put(numbers):
        nonlocal data
        at = len(data)
        data += numbers.tobytes()
        data += bytes(-len(data) % 4)
        return at

    for layer in layers:
        outputs, kernel, _, inputs = layer["weights"].shape
        shape = {"name": layer["name"], "kernel": kernel, "stride": layer["stride"], "inputs": inputs, "outputs": outputs}
        stored.append(shape | {key: put(layer[key]) for key in ("weights", "multipliers", "biases")})
    said = {"weights": [float(f"{w:.4g}") for w in weights], "bias": round(float(bias), 4)}
    header = json.dumps({"format": 1, "layers": stored, "witness": said}, separators=(",", ":")).encode()
    padded = header + b" " * (-len(header) % 4)
    pathlib.Path(path).write_bytes(len(header).to_bytes(4, "little") + padded + data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mobilenet")
    parser.add_argument("file")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    layers = read_trunk(arguments.mobilenet)
    figures, found, repositories = read_photos(arguments.folders, layers)
    isOld = np.array([kinds[kind] == 1 for kind in found])
    said = judge_unseen(figures, isOld, repositories)
    good = said[found == "good"]
    for share in (0.005, 0.01, 0.02, 0.05):
        limit = np.quantile(good, 1 - share)
        told = [f"{kind} {100 * (said[found == kind] > limit).mean():.0f} %" for kind in kinds]
        print(f"over {limit:.2f}: {', '.join(told)}")
    weights, bias = learn(figures, isOld)
    # Of photos that it hasn't seen.
    write(arguments.file, layers, weights, bias - np.quantile(good, 1 - over))


if __name__ == "__main__":
    main()
