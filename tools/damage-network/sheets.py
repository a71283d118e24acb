"""Sheets of numbered crops to look at, and what was said of them, into real-damage.json:

    python3 sheets.py draw CHECKPOINT READY/old-damaged SHEETS
    python3 sheets.py take SHEETS --damage "3 7 12" --none "0-2 5"

Crops are of what the network finds a little likely and of what stands out by itself, 64 pixels about it at twice the size; the ticks
at their borders show which row and column is meant. What is unsure belongs to neither list. Photos that are whole need no "none":
all of what they show is none.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from hard import chances_of
from network import DamageNetwork
from real import read_places

columns, rows, cropPx = 10, 8, 64
likely, outstanding = 0.3, 3.2
leastPx, mostPx = 4, 3000
perPhoto = 8
labelsFile = Path(__file__).with_name("real-damage.json")
setsFile = Path(__file__).parent.with_name("photo-sets-restoration.json")


def measure_outstanding(picture):
    """For each pixel how many times more it differs from what is around it than others there do."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    step = np.abs(grey.astype(np.float32) - cv2.medianBlur(grey, 21))
    return step / (2 + np.sqrt(cv2.blur(np.minimum(step * step, 900), (41, 41))))


def list_candidates(network, picture, random):
    """Rows and columns of some pieces, more likely of those that are large and certain."""
    chances = chances_of(network, picture)[:3].max(0)
    found = []
    for field, limit, share in ((chances, likely, 0.6), (measure_outstanding(picture), outstanding, 0.4)):
        _, pieces, boxes, _ = cv2.connectedComponentsWithStats((field >= limit).astype(np.uint8), connectivity=8)
        areas = boxes[:, cv2.CC_STAT_AREA]
        kept = [i for i in range(1, len(areas)) if leastPx <= areas[i] <= mostPx]
        if not kept:
            continue
        weights = np.log(1 + areas[kept])
        for i in random.choice(kept, min(round(share * perPhoto), len(kept)), replace=False, p=weights / weights.sum()):
            ys, xs = np.nonzero(pieces == i)
            top = field[ys, xs].argmax()
            found.append((int(ys[top]), int(xs[top])))
    return found


def draw_sheet(crops, first):
    cell = 2 * cropPx + 4
    sheet = np.zeros((rows * (cell + 14), columns * cell, 3), np.uint8)
    for i, crop in enumerate(crops):
        top, left = i // columns * (cell + 14) + 16, i % columns * cell + 2
        sheet[top : top + 2 * cropPx, left : left + 2 * cropPx] = cv2.resize(crop, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        cv2.putText(sheet, str(first + i), (left, top - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
        sheet[top : top + 6, left + cropPx] = sheet[top + cropPx, left : left + 6] = (0, 255, 0)
    return sheet


def draw_sheets(checkpoint, folder, target):
    torch.set_num_threads(1)
    network = DamageNetwork().to(memory_format=torch.channels_last)
    network.load_state_dict(torch.load(checkpoint)["mean"])
    network.eval()
    random = np.random.default_rng(1)
    Path(target).mkdir(parents=True, exist_ok=True)
    places, crops = [], []
    for path in sorted(Path(folder).glob("*.npy")):
        if ".piece" in path.suffixes:
            continue
        picture = np.load(path)
        high, wide = picture.shape[:2]
        half = cropPx // 2
        around = cv2.copyMakeBorder(picture, half, half, half, half, cv2.BORDER_CONSTANT, value=(255, 0, 255))
        for y, x in list_candidates(network, picture, random):
            places.append((path.name.split(".")[0], round((x + 0.5) / wide, 4), round((y + 0.5) / high, 4)))
            crops.append(around[y : y + cropPx, x : x + cropPx])
    (Path(target) / "places.json").write_text(json.dumps(places))
    for first in range(0, len(crops), columns * rows):
        sheet = draw_sheet(crops[first : first + columns * rows], first)
        cv2.imwrite(str(Path(target) / f"sheet-{first // (columns * rows)}.png"), sheet[..., ::-1])


def numbers_of(text):
    """Of "1 4-6": 1, 4, 5, 6."""
    ends = [part.split("-") for part in text.split()]
    return [number for end in ends for number in range(int(end[0]), int(end[-1]) + 1)]


def take_verdicts(target, damage, none):
    learn = json.loads(setsFile.read_text())["learn"]
    paths = {
        f"{repository.replace('/', '+')}-{number:03d}": (repository, path)
        for repository, photos in learn.items()
        for kind in photos["photos"].values()
        for path, number in kind.items()
    }
    places = json.loads((Path(target) / "places.json").read_text())
    labels = json.loads(labelsFile.read_text())
    for verdict, numbers in (("damage", damage), ("none", none)):
        for number in numbers_of(numbers):
            name, x, y = places[number]
            repository, path = paths[name]
            own = labels.setdefault(repository, {}).setdefault(path, {"damage": "", "none": ""})
            own[verdict] = ", ".join(f"{x} {y}" for x, y in sorted({(x, y), *read_places(own[verdict])}))
    labelsFile.write_text(json.dumps(labels, indent=2, sort_keys=True) + "\n")


def main():
    root = argparse.ArgumentParser()
    commands = root.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw")
    for name in ("checkpoint", "folder", "sheets"):
        draw.add_argument(name)
    take = commands.add_parser("take")
    take.add_argument("sheets")
    take.add_argument("--damage", default="")
    take.add_argument("--none", default="")
    arguments = root.parse_args()
    if arguments.command == "draw":
        draw_sheets(arguments.checkpoint, arguments.folder, arguments.sheets)
    else:
        take_verdicts(arguments.sheets, arguments.damage, arguments.none)


if __name__ == "__main__":
    main()
