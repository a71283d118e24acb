"""Patches of what real prints and plates have: places that somebody looked at, with their verdicts, out of real-damage.json.

The file names photos as tools/photo-sets-restoration.json does, and places by shares of width and height, "x y, x y": "damage" is a speck, a
hair, a scratch or a chip, "none" looks like one and is something that the photo shows. What nobody looked at is left out of the loss.
"""

import json
from pathlib import Path

import cv2
import numpy as np

spot, line, loss = range(3)
unknown, none, marked = 0, 1, 2
"""A place is no more exact than this; what is so far from it was looked at too."""
nearPx, roundPx = 4, 14
medianPx, leastStep, largestArea = 41, 9, 900
"""Places are few beside the pixels that are drawn, so each counts for more."""
placeWeight = 4


def read_places(text):
    return [tuple(map(float, place.split())) for place in text.split(",") if place]


def list_places(file=Path(__file__).with_name("real-damage.json")):
    """For each photo, as `gather-photo-sets.ts` names its file: its places of damage, and of none."""
    sets = Path(__file__).parent.with_name("photo-sets-restoration.json")
    learn = json.loads(sets.read_text())["learn"]
    places = {}
    for repository, photos in json.loads(file.read_text()).items():
        numbers = {path: number for kind in learn[repository]["photos"].values() for path, number in kind.items()}
        for path, verdicts in photos.items():
            name = f"{repository.replace('/', '+')}-{numbers[path]:03d}"
            places[name] = {kind: read_places(text) for kind, text in verdicts.items()}
    return places


def find_shape(difference, y, x):
    """The pixels about a place that stand out as it does, as rows and columns; nothing where none does."""
    high, wide = difference.shape
    top, left = max(0, y - nearPx), max(0, x - nearPx)
    near = np.abs(difference[top : y + nearPx + 1, left : x + nearPx + 1])
    dy, dx = np.unravel_index(near.argmax(), near.shape)
    y, x, peak = top + dy, left + dx, near.max()
    if peak < leastStep:
        return None
    top, left = max(0, y - 40), max(0, x - 40)
    part = difference[top : min(high, y + 41), left : min(wide, x + 41)] * np.sign(difference[y, x])
    _, pieces = cv2.connectedComponents((part >= 0.45 * peak).astype(np.uint8), connectivity=8)
    rows, columns = np.nonzero(pieces == pieces[y - top, x - left])
    return None if len(rows) > largestArea else (rows + top, columns + left)


def kind_of(rows, columns):
    _, sides, _ = cv2.minAreaRect(np.stack([columns, rows], 1).astype(np.float32))
    short, long = sorted(side + 1 for side in sides)
    if long >= 12 and long >= 4 * len(rows) / long:
        return line
    return loss if len(rows) > 90 else spot


def verdicts_on(picture, places):
    """For each pixel what is known of it: `unknown`, `none`, or `marked` and more, by kind."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    difference = grey.astype(np.float32) - cv2.medianBlur(grey, medianPx)
    high, wide = grey.shape
    known = np.zeros((high, wide), np.uint8)

    def pixel(place):
        return min(high - 1, int(place[1] * high)), min(wide - 1, int(place[0] * wide))

    for y, x in map(pixel, places["none"]):
        cv2.circle(known, (x, y), roundPx, none, -1)
    shapes = [shape for shape in (find_shape(difference, *pixel(place)) for place in places["damage"]) if shape]
    for rows, columns in shapes:
        own = np.zeros((high, wide), np.uint8)
        own[rows, columns] = 1
        step = np.abs(difference[rows, columns]).max()
        plain = cv2.dilate(own, np.ones((2 * roundPx + 1,) * 2, np.uint8)) & (np.abs(difference) < 0.3 * step)
        known[(plain > 0) & (known == unknown)] = none
        known[cv2.dilate(own, np.ones((5, 5), np.uint8)) > 0] = unknown
    for rows, columns in shapes:
        known[rows, columns] = marked + kind_of(rows, columns)
    return known


class RealPlaces:
    """Takes patches about such places at random."""

    def __init__(self, ready, random):
        self.random, self.photos, self.places = random, [], []
        for name, places in list_places().items():
            found = sorted(path for kind in ("old-damaged", "old-clean") for path in (Path(ready) / kind).glob(f"{name}.*.npy"))
            whole = [path for path in found if ".piece" not in path.suffixes]
            if not whole:
                continue
            picture = np.load(whole[0])
            self.photos.append((picture, verdicts_on(picture, places)))
            high, wide = picture.shape[:2]
            for kind in ("damage", "none"):
                self.places += [(kind, len(self.photos) - 1, y * high, x * wide) for x, y in places[kind]]
        isDamage = np.array([kind == "damage" for kind, *_ in self.places])
        chances = np.where(isDamage, 0.6 / max(1, isDamage.sum()), 0.4 / max(1, (~isDamage).sum()))
        self.chances = chances / chances.sum() if len(chances) else chances

    def take(self, side):
        """A patch as float32 of 0 to 255, its labels, and their weights."""
        random = self.random
        _, photo, y, x = self.places[random.choice(len(self.places), p=self.chances)]
        picture, known = self.photos[photo]
        high, wide = known.shape
        own = int(np.clip(side * np.exp(random.uniform(np.log(0.7), np.log(1.6))), 160, min(high, wide)))
        top = int(np.clip(y - own * random.uniform(0.2, 0.8), 0, high - own))
        left = int(np.clip(x - own * random.uniform(0.2, 0.8), 0, wide - own))
        patch, known = (each[top : top + own, left : left + own] for each in (picture, known))
        if own != side:
            patch = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA if own > side else cv2.INTER_CUBIC)
            known = cv2.resize(known, (side, side), interpolation=cv2.INTER_NEAREST)
        labels = np.zeros((4, side, side), np.uint8)
        for kind in (spot, line, loss):
            labels[kind] = known == marked + kind
        return patch.astype(np.float32), labels, np.where(known == unknown, 0, placeWeight).astype(np.uint8)
