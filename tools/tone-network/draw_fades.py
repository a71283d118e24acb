"""
Owns what the tone network is shown: faded photos with what they were, good ones as they are and graded to somebody's taste. Every
number comes from a seeded generator. Pictures are rows of pixels from 0 to 1 with their places; must never open a photo.
"""
import numpy as np

LUMA = np.array([0.2126, 0.7152, 0.0722])


def linear_of(v):
    return np.where(v <= 0.04045, v / 12.92, ((np.maximum(v, 0) + 0.055) / 1.055) ** 2.4)


def encoded_of(x):
    x = np.clip(x, 0, 1)
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)


def field(random, at, strength):
    """A smooth field over the picture, about 0 with the deviation `strength`: waves of half to one and a half its size."""
    total = np.zeros(len(at))
    for _ in range(3):
        angle, phase = random.uniform(0, 2 * np.pi, 2)
        turns = random.uniform(0.3, 1.5)
        along = at[:, 0] * np.cos(angle) + at[:, 1] * np.sin(angle)
        total += np.sin(2 * np.pi * turns * along + phase)
    return strength * total / 1.2


def fade_linear(v, at, random, toned):
    """Black turns grey and white dark and yellow, by a line for each channel; some unevenly."""
    share = random.uniform(0.6, 1.2)
    which = random.random()
    if which < 0.6:  # yellowed
        black = random.uniform(32, 56) + random.uniform(-14, 14, 3) * random.random()
        loss = 255 - np.array([random.uniform(205, 218), random.uniform(182, 206), random.uniform(150, 192)])
    elif which < 0.85:  # bleached, nearly without a tint
        black = random.uniform(35, 75) + random.uniform(-6, 6, 3)
        loss = random.uniform(30, 75) + random.uniform(-8, 8, 3)
    else:  # of any tint
        black = random.uniform(25, 70) + random.uniform(-25, 25, 3)
        loss = random.uniform(25, 60) + random.uniform(-25, 45, 3)
    black, white = share * black, 255 - share * loss
    if toned:
        black, white = np.full(3, black.mean()), np.full(3, white.mean())
    black = np.maximum(0, black) / 255
    white = white / 255
    if random.random() < 0.15:
        along = np.clip(1 + field(random, at, 0.3), 0.3, 1.7)[:, None]
        return black * along + v * (1 - (1 - white) * along - black * along)
    return black + v * (white - black)


def fade_dyes(v, at, random, toned):
    """Each dye keeps a share of its density, the paper yellows, a scanner adds its flare and sets its exposure."""
    darkest = 10 ** -random.uniform(1.7, 2.6)
    density = -np.log10(darkest + linear_of(v) * (1 - darkest))
    cross = np.eye(3) + random.uniform(0, 0.16, (3, 3)) * (1 - np.eye(3))
    keep = random.uniform(0.82, 1, 3)
    which = random.random()
    order = random.permutation(3)
    if which < 0.25:
        order = np.array([0, 1, 2])
    keep[order[0]] = random.uniform(0.3, 0.85)
    if which > 0.45:
        keep[order[1]] = random.uniform(0.45, 0.95)
    if which > 0.8:
        keep[order[2]] = random.uniform(0.5, 0.95)
    stain = np.array([random.uniform(0, 0.05), random.uniform(0, 0.09), random.uniform(0, 0.28)]) * random.uniform(0, 1)
    if toned:
        cross, keep, stain = np.eye(3), np.full(3, random.uniform(0.35, 0.85)), np.full(3, random.uniform(0, 0.12))
    amounts = density @ np.linalg.inv(cross).T
    power = keep[None, :]
    if random.random() < 0.15:
        power = np.clip(1 - (1 - keep) * (1 + field(random, at, 0.3))[:, None], 0.2, 1)
    faded = 10 ** -((amounts * power) @ cross.T + stain)
    faded = (faded - darkest) / (1 - darkest)
    flare = random.uniform(0, 0.015) if random.random() < 0.5 else 0
    faded = faded * (1 - flare) + flare
    peak = np.percentile(faded.max(axis=1), 99.5)
    exposure = 1.0
    if random.random() < 0.35:
        exposure = random.uniform(0.85, 1.0) / max(peak, 0.3)
    return encoded_of(faded * min(exposure, 1.5))


def contrast(v, amount):
    """An S over the middle; less than 0 flattens."""
    return v + amount * (v - v ** 2) * (2 * v - 1) * 2


def grade(v, at, random):
    """A look that somebody wanted, or a light that was there."""
    look = random.integers(0, 17)
    luma = (v @ LUMA)[:, None]
    if look <= 2:  # matte: black lifted evenly or to a tint, white kept or nearly
        lift = random.uniform(8, 42) / 255 + random.uniform(-8, 8, 3) / 255 * random.uniform(0, 1)
        white = 1 - random.uniform(0, 24) / 255 * random.uniform(0, 1)
        out = np.maximum(0, lift) + contrast(v, random.uniform(-0.3, 0.4)) * (white - np.maximum(0, lift))
        out = mix(out, luma, random.uniform(0, 0.35))
    elif look == 3:  # warm
        out = v * np.array([1, random.uniform(0.88, 1), random.uniform(0.68, 0.95)])
    elif look == 4:  # cool
        out = v * np.array([random.uniform(0.72, 0.97), random.uniform(0.9, 1), 1])
    elif look == 5:  # shadows of one tint, lights of another
        shadow, light = random.uniform(0, 32, 3) / 255, 1 - random.uniform(0, 28, 3) / 255
        out = shadow + v * (light - shadow)
        keep = random.random()
        out = out - keep * shadow.min() * (1 - v)
    elif look == 6:  # high key
        out = random.uniform(0, 0.25) + v ** random.uniform(0.45, 0.8) * (1 - 0.25)
    elif look == 7:  # low key
        out = v ** random.uniform(1.3, 2.4) * random.uniform(0.45, 0.95)
    elif look == 8:  # fog: more of it further up or away
        air = random.uniform(150, 242) / 255 + random.uniform(-0.04, 0.04, 3)
        through = np.clip(random.uniform(0.15, 0.7) + (at[:, 1] - 0.5) * random.uniform(-0.2, 0.9) + field(random, at, 0.07), 0.05, 1)
        out = v * through[:, None] + air * (1 - through[:, None])
    elif look == 9:  # night under lamps
        out = v ** random.uniform(1.6, 2.8) * np.array([1, random.uniform(0.6, 0.9), random.uniform(0.25, 0.7)])
    elif look == 10:  # sunset
        glow = np.clip(0.5 + field(random, at, 0.3), 0, 1)[:, None]
        warm = np.array([1, random.uniform(0.5, 0.85), random.uniform(0.2, 0.7)])
        out = v * warm * (0.7 + 0.3 * glow) + glow * random.uniform(0, 0.25) * np.array([1, 0.6, 0.25])
    elif look == 11:  # monochrome, perhaps matte
        out = contrast(np.repeat(luma, 3, 1), random.uniform(-0.3, 0.5))
        lift = random.uniform(0, 40) / 255
        out = lift + out * (1 - random.uniform(0, 20) / 255 - lift)
    elif look == 12:  # sepia on purpose
        tone = np.array([1, random.uniform(0.78, 0.95), random.uniform(0.5, 0.86)])
        out = np.repeat(luma, 3, 1) ** (1 / np.maximum(0.5, tone)) if random.random() < 0.5 else luma * tone
        lift = random.uniform(0, 36) / 255 * tone
        out = lift + out * (1 - lift)
    elif look == 13:  # under water, or under one coloured lamp
        out = v * random.permutation([random.uniform(0.15, 0.6), random.uniform(0.5, 1), 1])
        out = out + random.uniform(0, 0.12) * random.permutation([0, random.uniform(0.5, 1), 1])
    elif look == 14:  # dull weather, through glass
        low = random.uniform(0, 0.11)
        out = low + v * random.uniform(0.68, 0.98) * (1 - low)
        out = mix(out, (out @ LUMA)[:, None], random.uniform(0, 0.5))
    elif look == 15:  # each channel its own S, as from film that went through another bath
        out = np.stack([contrast(v[:, c], random.uniform(-0.4, 0.6)) for c in range(3)], 1)
        out = out * random.uniform(0.88, 1, 3) + (1 - out) * random.uniform(0, 22, 3) / 255
    else:  # little of everything
        out = v ** random.uniform(0.7, 1.4) * random.uniform(0.8, 1, 3)
        out = mix(out, (out @ LUMA)[:, None], random.uniform(-0.4, 0.5))
    return look, np.clip(out, 0, 1)


def mix(a, b, share):
    return a * (1 - share) + b * share


def draw_page(random, side):
    """A page, a form, a dark screen: few tones, in rectangles and lines."""
    ground = random.uniform(0.75, 1, 3) if random.random() < 0.7 else random.uniform(0.02, 0.3, 3)
    if random.random() < 0.5:
        ground[:] = ground.mean()
    page = np.tile(ground, (side, side, 1))
    ink = np.clip(1 - ground + random.uniform(-0.3, 0.3), 0, 1)
    row = 6
    while row < side - 6:
        height = int(random.integers(1, 5))
        left = int(random.integers(4, 20))
        width = int(random.integers(10, side - left))
        cover = random.uniform(0.1, 0.7) if height > 1 else random.uniform(0.1, 0.4)
        letters = random.random((height, width, 1)) < 0.75
        area = page[row:row + height, left:left + width]
        page[row:row + height, left:left + width] = np.where(letters[: area.shape[0], : area.shape[1]], mix(area, ink, cover), area)
        row += height + int(random.integers(1, 9))
    for _ in range(int(random.integers(0, 4))):
        x, y = random.integers(0, side - 20, 2)
        w, h = random.integers(8, 70, 2)
        page[y:y + h, x:x + w] = mix(page[y:y + h, x:x + w], random.random(3), random.uniform(0.2, 1))
    return page
