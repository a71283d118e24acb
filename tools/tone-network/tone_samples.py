"""
Owns making samples of squares: features, a thumbnail, and pixels with what they should be. The features are those of
`packages/imaging/pixels/tone-features.ts`, in its order. Must never change what it draws for the same seed.
"""
from pathlib import Path

import cv2
import numpy as np

from draw_fades import LUMA, contrast, draw_page, fade_dyes, fade_linear, grade, mix

SIDE, THUMB, PAIRS = 160, 64, 512
SHARES = [0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 0.997]
CHROMA_SHARES = [0.1, 0.5, 0.9, 0.98]
KINDS = ["good", "old-clean", "hard", "drawn"]


def percentile(rows, share):
    return rows[int(share * len(rows))]


def tone_deviation(v):
    """How far red and blue are off a curve over green, on a scale of 255."""
    bins = v[:, 1] >> 2
    counts = np.maximum(1, np.bincount(bins, minlength=64))
    total = 0.0
    for c in (0, 2):
        chroma = v[:, c].astype(np.float64) - v[:, 1]
        sums = np.bincount(bins, chroma, 64)
        total += (np.bincount(bins, chroma * chroma, 64) - sums * sums / counts).sum()
    return np.sqrt(max(0.0, total) / (2 * len(v)))


def luma_of(v):
    return np.floor(v.astype(np.float32) @ LUMA.astype(np.float32) + 0.5).astype(int)


def spreads_of(thumb):
    """How far the darkest pixels of a thumbnail are from each other, in red and blue over green and in luma; and the lightest."""
    luma = luma_of(thumb)
    order = np.sort(luma)
    out = []
    for group in (luma <= percentile(order, 0.02), luma >= percentile(order, 0.98)):
        part = thumb[group].astype(np.float64)
        rows = part[:, 0] - part[:, 1], part[:, 2] - part[:, 1], luma[group]
        out += [np.sqrt(np.mean((row - row.mean()) ** 2)) / 32 for row in rows]
    return out


def features_of(v, thumb):
    """Of pixels of 8 bits: about -1 to 1 each."""
    rows = np.sort(v, axis=0)
    ends = [percentile(rows, share) / 255 for share in SHARES]
    chroma = np.sort(v.max(1) - v.min(1))
    luma = luma_of(v)
    order = np.sort(luma)
    groups = [luma <= percentile(order, 0.02), luma >= percentile(order, 0.98)]
    q1, q2, q3 = (percentile(order, share) for share in (0.25, 0.5, 0.75))
    quarters = [luma <= q1, (luma > q1) & (luma <= q2), (luma > q2) & (luma <= q3), luma > q3]
    out = list(np.array(ends).T.ravel())
    out += [percentile(chroma, share) / 255 for share in CHROMA_SHARES]
    for group in groups:
        out += list(v[group].mean(0) / 255)
    for group in quarters:
        part = v[group].astype(np.float64)
        out += [(part[:, 0] - part[:, 1]).mean() / 64, (part[:, 2] - part[:, 1]).mean() / 64] if len(part) else [0, 0]
    out.append(min(1.0, tone_deviation(v) / 20))
    return np.array(out + spreads_of(thumb), np.float32)


def read_squares(folder):
    squares = {}
    for kind in KINDS:
        path = Path(folder) / f"{kind}.rgb"
        squares[kind] = np.fromfile(path, np.uint8).reshape(-1, SIDE, SIDE, 3)
    return squares


def cut(square, random, whole):
    if whole:
        x = y = 0
        side = SIDE
    else:
        side = int(SIDE * random.uniform(0.55, 1))
        x, y = random.integers(0, SIDE - side + 1, 2)
    part = square[y:y + side, x:x + side]
    if random.random() < 0.5:
        part = part[:, ::-1]
    pixels = part.reshape(-1, 3)
    places = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2) / side
    if len(pixels) > 6400:
        keep = random.choice(len(pixels), 6400, replace=False)
        pixels, places = pixels[keep], places[keep]
    thumb = cv2.resize(np.ascontiguousarray(part), (THUMB, THUMB), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    thumb_places = np.stack(np.meshgrid(np.arange(THUMB), np.arange(THUMB)), -1).reshape(-1, 2) / THUMB
    return np.concatenate([pixels, thumb]) / 255, np.concatenate([places, thumb_places]), len(pixels)


def as_toned(v, random):
    """A black and white photo, or one of brown."""
    luma = (v @ LUMA)[:, None]
    if random.random() < 0.4:
        return np.repeat(luma, 3, 1)
    tone = np.array([1, random.uniform(0.85, 0.99), random.uniform(0.65, 0.95)])
    return np.clip(luma ** (1 / tone), 0, 1)


def draw(square, random, kind, whole=False):
    """What is shown, what it should be, and what was done: clean, look, page, linear or dyes."""
    if kind == "page":
        square = (np.clip(draw_page(random, SIDE), 0, 1) * 255).astype(np.uint8)
    v, at, count = cut(square, random, whole)
    if kind in ("clean", "page"):
        return v, v, count, kind
    toned = tone_deviation((v[:count] * 255).astype(np.uint8)) < 3.5
    if kind == "look":
        _, graded = grade(v, at, random)
        return graded, graded, count, kind
    if not whole and random.random() < 0.35:
        v = np.clip(v ** random.uniform(0.8, 1.25) * random.uniform(0.94, 1, 3), 0, 1)
    if toned or random.random() < 0.08:
        v, toned = as_toned(v, random), True
    shown = (fade_linear if kind == "linear" else fade_dyes)(v, at, random, toned)
    return np.clip(shown, 0, 1), v, count, kind


def sample(square, random, kind, whole=False):
    shown, truth, count, kind = draw(square, random, kind, whole)
    if random.random() < 0.5:
        noise = random.normal(0, random.uniform(0, 2.5) / 255, shown.shape)
        noise[count:] *= 0.5
        shown, truth = shown + noise, truth + (noise if kind in ("clean", "look", "page") else 0)
    shown = np.floor(np.clip(shown, 0, 1) * 255 + 0.5).astype(np.uint8)
    truth = np.floor(np.clip(truth, 0, 1) * 255 + 0.5).astype(np.uint8)
    pixels = shown[:count]
    pick = random.choice(count, PAIRS, replace=count < PAIRS)
    return features_of(pixels, shown[count:]), shown[count:], pixels[pick], truth[:count][pick], tone_deviation(pixels) < 3.5


def make(folder, seed, count, mix_of, whole=False, kinds=KINDS, weights=(0.72, 0.12, 0.1, 0.06)):
    """So many samples of a folder's squares: arrays, the first axis the samples."""
    random = np.random.default_rng(seed)
    squares = read_squares(folder)
    names = list(mix_of)
    shares = np.array([mix_of[name] for name in names])
    out = {"x": [], "thumb": [], "v": [], "t": [], "toned": [], "kind": [], "set": [], "index": []}
    for i in range(count):
        kind = names[random.choice(len(names), p=shares / shares.sum())]
        which = random.choice(len(kinds), p=np.array(weights) / sum(weights))
        own = squares[kinds[which]]
        index = i % len(own) if whole else int(random.integers(0, len(own)))
        features, thumb, v, t, toned = sample(own[index], random, kind, whole)
        for key, value in zip(out, (features, thumb, v, t, toned, kind, kinds[which], index)):
            out[key].append(value)
    return {key: np.array(value) for key, value in out.items()}
