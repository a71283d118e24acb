"""Sheets of numbered crops to look at, and what was said of them, into real-damage.json:

    python3 sheets.py draw CHECKPOINT READY/old-damaged SHEETS
    python3 sheets.py take SHEETS --damage "3 7 12" --none "0-2 5"
    python3 sheets.py show READY SHEETS

Crops are of what the network finds likely, of what stands out by itself, and of what does both; nothing that was judged before. Each is
72 pixels at more than twice the size, a thin ring and ticks at the borders show what is meant, beside its number stands the network's
chance. What is unsure belongs to neither list. What is large is written into "drawn" by hand. `show` draws what `real.py` then teaches: red
spots, yellow lines, green losses, blue stains; what nobody looked at is dim.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from hard import chances_of
from network import DamageNetwork
from real import RealPlaces, list_places, read_places

columns, rows, cropPx, cellPx = 8, 6, 72, 160
leastPx, mostPx = 3, 3000
"""What was judged, or is on the sheet, has no other place so near."""
apartPx = 22
"""How many places of each photo: of what is likely and stands out, of what is likely, and of what stands out."""
perPhoto = {"both": 14, "likely": 6, "outstanding": 4}
colours = [(255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 100, 255)]
labelsFile = Path(__file__).with_name("real-damage.json")
setsFile = Path(__file__).parent.with_name("photo-sets-restoration.json")


def measure_outstanding(picture):
    """For each pixel how many times more it differs from what is around it than others there do."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    step = np.abs(grey.astype(np.float32) - cv2.medianBlur(grey, 21))
    return step / (2 + np.sqrt(cv2.blur(np.minimum(step * step, 900), (41, 41))))


def list_pieces(mask, field):
    """Where each piece is strongest, and how strong; what is small counts for less."""
    _, pieces, boxes, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    found = []
    for i, (left, top, wide, high, area) in enumerate(boxes[1:], 1):
        if leastPx <= area <= mostPx:
            own = pieces[top : top + high, left : left + wide] == i
            inside = np.where(own, field[top : top + high, left : left + wide], -1)
            dy, dx = np.unravel_index(inside.argmax(), inside.shape)
            found.append((float(inside.max() * np.sqrt(min(area, 40))), int(top + dy), int(left + dx)))
    return found


def list_candidates(chances, picture, judged, random):
    """Rows and columns of places to look at, none of which is near to one that was JUDGED."""
    outstanding = measure_outstanding(picture)
    high, wide = chances.shape
    fields = {
        "both": sorted(list_pieces((chances > 0.6) & (outstanding > 3), chances * outstanding), reverse=True),
        "likely": random.permutation(list_pieces(chances > 0.5, chances)).tolist(),
        "outstanding": sorted(list_pieces(outstanding > 3.5, outstanding), reverse=True),
    }
    taken, found = list(judged), []
    for name, pieces in fields.items():
        left = perPhoto[name]
        for _, y, x in pieces:
            y, x = int(y), int(x)
            apart = all(abs(y - other) >= apartPx or abs(x - another) >= apartPx for other, another in taken)
            if left and apart and 2 <= y < high - 2 and 2 <= x < wide - 2:
                taken.append((y, x))
                found.append((y, x))
                left -= 1
    return found


def draw_sheet(crops, chances, first):
    sheet = np.zeros((rows * (cellPx + 16), columns * (cellPx + 4), 3), np.uint8)
    half = cellPx // 2
    for i, (crop, chance) in enumerate(zip(crops, chances, strict=True)):
        top, left = i // columns * (cellPx + 16) + 15, i % columns * (cellPx + 4) + 2
        cell = sheet[top : top + cellPx, left : left + cellPx]
        cell[:] = cv2.resize(crop, (cellPx, cellPx), interpolation=cv2.INTER_CUBIC)
        cell[:9, half] = cell[-9:, half] = cell[half, :9] = cell[half, -9:] = (0, 255, 0)
        cv2.circle(cell, (half, half), 16, (0, 255, 0), 1, cv2.LINE_AA)
        text = f"{first + i}   {chance:.2f}"
        cv2.putText(sheet, text, (left, top - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return sheet


def write_sheets(target, cells, perSheet, draw):
    for first in range(0, len(cells), perSheet):
        sheet = draw(cells[first : first + perSheet], first)
        cv2.imwrite(str(Path(target) / f"sheet-{first // perSheet:02d}.png"), sheet[..., ::-1])


def draw_sheets(checkpoint, folder, target):
    torch.set_num_threads(1)
    network = DamageNetwork().to(memory_format=torch.channels_last)
    network.load_state_dict(torch.load(checkpoint)["mean"])
    network.eval()
    random = np.random.default_rng(1)
    Path(target).mkdir(parents=True, exist_ok=True)
    known = list_places()
    places, cells = [], []
    for path in sorted(Path(folder).glob("*.npy")):
        if ".piece" in path.suffixes:
            continue
        picture, name = np.load(path), path.name.split(".")[0]
        high, wide = picture.shape[:2]
        own = known.get(name, {"damage": [], "none": []})
        judged = [(int(y * high), int(x * wide)) for x, y in own["damage"] + own["none"]]
        chances = chances_of(network, picture)[:3].max(0)
        half = cropPx // 2
        around = cv2.copyMakeBorder(picture, half, half, half, half, cv2.BORDER_CONSTANT, value=(255, 0, 255))
        for y, x in list_candidates(chances, picture, judged, random):
            places.append((name, round((x + 0.5) / wide, 4), round((y + 0.5) / high, 4)))
            cells.append((around[y : y + cropPx, x : x + cropPx], chances[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].max()))
    (Path(target) / "places.json").write_text(json.dumps(places))
    write_sheets(target, cells, columns * rows, lambda part, first: draw_sheet(*zip(*part, strict=True), first))


def show_taught(ready, target, count=40, side=256):
    """Patches as training takes them, each with the same patch as it is taught beside it."""
    Path(target).mkdir(parents=True, exist_ok=True)
    places = RealPlaces(ready, np.random.default_rng(1))
    cells = []
    for _ in range(count):
        patch, labels, weights = places.take(side)
        taught = np.where(weights[..., None] > 0, patch, 0.4 * patch).astype(np.uint8)
        for kind, colour in enumerate(colours):
            taught[labels[kind] > 0] = colour
        cells.append(np.hstack([patch.astype(np.uint8), taught, np.zeros((side, 8, 3), np.uint8)]))

    def draw(part, _):
        part = part + [np.zeros_like(part[0])] * (-len(part) % 2)
        return np.vstack([np.hstack(part[i : i + 2]) for i in range(0, len(part), 2)])

    write_sheets(target, cells, 8, draw)


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
    show = commands.add_parser("show")
    for name in ("ready", "sheets"):
        show.add_argument(name)
    arguments = root.parse_args()
    if arguments.command == "draw":
        draw_sheets(arguments.checkpoint, arguments.folder, arguments.sheets)
    elif arguments.command == "show":
        show_taught(arguments.ready, arguments.sheets)
    else:
        take_verdicts(arguments.sheets, arguments.damage, arguments.none)


if __name__ == "__main__":
    main()
