"""Patches of what real prints and plates have: places that somebody looked at, with their verdicts, out of real-damage.json.

The file names photos as tools/photo-sets-restoration.json does, and places by shares of width and height, "x y, x y": "damage" is a speck, a
hair, a scratch or a chip, "none" looks like one and is something that the photo shows. "drawn" has what is large, as "line x y x y ..." along
a crack, a fold or a long scratch, and "loss x y x y ..." or "stain x y x y ..." about an area. What nobody looked at is left out of the loss.
"""

import json
from pathlib import Path

import cv2
import numpy as np

kinds = ["spot", "line", "loss", "stain"]
spot, line, loss, stain = range(4)
unknown, none, marked = 0, 1, 2
"""A place is no more exact than this; what is so far from it was looked at too."""
nearPx, roundPx = 4, 14
medianPx, leastStep, largestArea, widestLinePx = 41, 9, 900, 6
"""How far the border of a drawn area may lie from where it was drawn, and how far a drawn line may."""
borderPx, linePx, lineMedianPx = {loss: 2, stain: 4}, 4, 21
"""What is large is looked at so many pixels apart, and each such place is as likely as a small one."""
drawnStepPx = 60
"""Places are few beside the pixels that are drawn, so each counts for more."""
placeWeight = 4


def read_places(text):
    return [tuple(map(float, place.split())) for place in text.split(",") if place]


def read_drawn(text):
    """Of "line x y x y": its kind, and its points."""
    kind, *numbers = text.split()
    return kinds.index(kind), list(zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True))


def list_places(file=Path(__file__).with_name("real-damage.json")):
    """For each photo, as `gather-photo-sets.ts` names its file: its places of damage, of none, and what was drawn."""
    sets = Path(__file__).parent.with_name("photo-sets-restoration.json")
    learn = json.loads(sets.read_text())["learn"]
    places = {}
    for repository, photos in json.loads(file.read_text()).items():
        numbers = {path: number for kind in learn[repository]["photos"].values() for path, number in kind.items()}
        for path, verdicts in photos.items():
            name = f"{repository.replace('/', '+')}-{numbers[path]:03d}"
            places[name] = {verdict: read_places(verdicts[verdict]) for verdict in ("damage", "none")}
            places[name]["drawn"] = [read_drawn(text) for text in verdicts.get("drawn", [])]
    return places


def difference_of(picture, aroundPx):
    """For each pixel how much lighter it is than what is around it, in the colour where that is most."""
    steps = picture.astype(np.float32) - cv2.medianBlur(picture, aroundPx)
    return np.take_along_axis(steps, np.abs(steps).argmax(2)[..., None], 2)[..., 0]


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
    if long >= 12 and len(rows) <= min(long / 4, widestLinePx) * long:
        return line
    return loss if len(rows) > 90 else spot


def pixels_of(points, shape):
    high, wide = shape
    return np.array([(min(wide - 1, int(x * wide)), min(high - 1, int(y * high))) for x, y in points], np.int32)


def find_line(difference, points):
    """Which pixels near a drawn line stand out most, and all that are so near."""
    near = np.zeros(difference.shape, np.uint8)
    cv2.polylines(near, [points], False, 1, 2 * linePx + 1)
    strong = difference[(near > 0) & (np.abs(difference) >= leastStep)]
    steps = np.where(near > 0, difference * (1 if strong.sum() >= 0 else -1), 0).astype(np.float32)
    peaks = cv2.dilate(steps, np.ones((25, 25), np.uint8))
    return (steps >= 0.45 * peaks) & (steps >= leastStep), near > 0


def find_area(kind, points, shape):
    """Which pixels surely lie in a drawn area, and all that may."""
    inside = np.zeros(shape, np.uint8)
    cv2.fillPoly(inside, [points], 1)
    border = np.ones((2 * borderPx[kind] + 1,) * 2, np.uint8)
    return cv2.erode(inside, border) > 0, cv2.dilate(inside, border) > 0


def verdicts_on(picture, places):
    """For each pixel what is known of it: `unknown`, `none`, or `marked` and more, by kind."""
    difference = difference_of(picture, medianPx)
    shape = difference.shape
    known = np.zeros(shape, np.uint8)
    for x, y in pixels_of(places["none"], shape).tolist():
        cv2.circle(known, (x, y), roundPx, none, -1)
    found = [find_shape(difference, y, x) for x, y in pixels_of(places["damage"], shape).tolist()]
    shapes = [each for each in found if each]
    for rows, columns in shapes:
        top, left = max(0, rows.min() - roundPx), max(0, columns.min() - roundPx)
        part = np.s_[top : rows.max() + roundPx + 1, left : columns.max() + roundPx + 1]
        near = known[part]
        own = np.zeros(near.shape, np.uint8)
        own[rows - top, columns - left] = 1
        step = np.abs(difference[rows, columns]).max()
        plain = cv2.dilate(own, np.ones((2 * roundPx + 1,) * 2, np.uint8)) & (np.abs(difference[part]) < 0.3 * step)
        near[(plain > 0) & (near == unknown)] = none
        near[cv2.dilate(own, np.ones((5, 5), np.uint8)) > 0] = unknown
    byPlaces = np.zeros(shape, bool)
    for rows, columns in shapes:
        known[rows, columns] = marked + kind_of(rows, columns)
        byPlaces[rows, columns] = True
    fine = difference_of(picture, lineMedianPx) if places["drawn"] else None
    # What was drawn knows best what kind a place on it is.
    for kind, points in sorted(places["drawn"], key=lambda each: -each[0]):
        pixels = pixels_of(points, shape)
        sure, near = find_line(fine, pixels) if kind == line else find_area(kind, pixels, shape)
        known[near & (known == none)] = unknown
        known[sure | (near & byPlaces)] = marked + kind
    return known


def places_along(kind, points, shape):
    """Where to look at what was drawn, as pixels."""
    ends = pixels_of(points if kind == line else [*points, points[0]], shape).astype(float)
    found = [] if kind == line else [ends[:-1].mean(0)]
    for first, second in zip(ends, ends[1:], strict=False):
        steps = max(1, round(np.hypot(*(second - first)) / drawnStepPx))
        found += [first + (second - first) * (i + 0.5) / steps for i in range(steps)]
    kept = []
    for place in found:
        if all(np.hypot(*(place - other)) >= drawnStepPx / 2 for other in kept):
            kept.append(place)
    return kept


def is_held_out(name):
    """Photos whose places `tools/learn-offers.ts` asks about: the network doesn't learn from them. Two of five, by their names."""
    return sum(map(ord, name)) % 5 < 2


class RealPlaces:
    """Takes patches about such places at random."""

    def __init__(self, ready, random):
        self.random, self.photos, self.places = random, [], []
        for name, places in list_places().items():
            if is_held_out(name):
                continue
            found = sorted(path for kind in ("old-damaged", "old-clean") for path in (Path(ready) / kind).glob(f"{name}.*.npy"))
            whole = [path for path in found if ".piece" not in path.suffixes]
            if not whole:
                continue
            picture = np.load(whole[0])
            self.photos.append((picture, verdicts_on(picture, places)))
            high, wide = picture.shape[:2]
            for kind in ("damage", "none"):
                self.places += [(kind, len(self.photos) - 1, y * high, x * wide) for x, y in places[kind]]
            for kind, points in places["drawn"]:
                self.places += [("damage", len(self.photos) - 1, y, x) for x, y in places_along(kind, points, (high, wide))]
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
        for kind in range(4):
            labels[kind] = known == marked + kind
        return patch.astype(np.float32), labels, np.where(known == unknown, 0, placeWeight).astype(np.uint8)
