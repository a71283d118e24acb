"""Draws damage on patches of photos, and much that looks like damage and is none.

A patch is float32, side x side x 3, 0 to 255. What is drawn gets a label in the planes of `network.classes`: 1 where it covers
the photo, and a weight of 0 where nobody could say (soft edges, and damage that can't be seen on what lies under it).
"""

import cv2
import numpy as np
from scipy.spatial import cKDTree

spot, line, loss, stain = range(4)
fine = 3  # Shapes are drawn so many times larger, and made smaller: their edges are as a scanner sees them.
visible, hidden = 0.3, 0.06
seen = 5.0


class Sheet:
    """A patch, its labels, and the random numbers that draw on it."""

    def __init__(self, patch, random):
        self.patch, self.random = patch, random
        self.side = side = patch.shape[0]
        self.labels = np.zeros((4, side, side), np.uint8)
        self.weights = np.ones((side, side), np.uint8)

    def between(self, low, high):
        return self.random.uniform(low, high)

    def log_between(self, low, high):
        return float(np.exp(self.random.uniform(np.log(low), np.log(high))))

    def chance(self, share):
        return self.random.random() < share

    def noise(self, cell, octaves=1):
        """A field of about 0 to 1 whose bumps are so many pixels wide, with finer ones of half the height."""
        total, height = np.zeros((self.side, self.side), np.float32), 1.0
        for _ in range(octaves):
            count = max(2, int(np.ceil(self.side / cell)) + 1)
            field = self.random.random((count, count), np.float32)
            total += height * cv2.resize(field, (self.side, self.side), interpolation=cv2.INTER_CUBIC)
            cell, height = max(1.5, cell / 2), height / 2
        return total / (2 - 2 * height)

    def canvas(self):
        return np.zeros((fine * self.side, fine * self.side), np.uint8)

    def cover_of(self, canvas):
        return cv2.resize(canvas, (self.side, self.side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255

    def lay(self, cover, fill, kind):
        """Blends FILL (a colour, or a picture) over the patch; KIND None is no damage."""
        before = self.patch
        self.patch = before + (np.asarray(fill, np.float32) - before) * cover[..., None]
        if kind is not None:
            self.mark(cover, np.abs(self.patch - before).max(2), kind)

    def mark(self, cover, change, kind):
        inside = cover > visible
        plain = inside & (change > seen)
        self.labels[kind][plain] = 1
        doubtful = ((cover > hidden) & ~plain & (change > 1.5)) | (inside & ~plain)
        self.weights[doubtful] = 0

    def tint(self, darkShare):
        """The colour of a defect: paper or light through it, or dirt."""
        if self.chance(darkShare):
            return self.between(5, 70) + self.random.normal(0, 6, 3)
        base = self.log_between(185, 255)
        return np.clip(base + self.random.normal(0, 5, 3) - np.array([0, 2, 8]) * self.between(0, 3), 0, 255)

    def walk(self, start, angle, length, bend, jitter, steps):
        """Points of a line that bends and shakes."""
        turns = np.cumsum(self.random.normal(0, bend / np.sqrt(steps), steps)) + angle
        step = length / steps
        points = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], 1) * step, 0) + np.asarray(start)
        return points + self.random.normal(0, jitter, points.shape)

    def stroke(self, canvas, points, width, level=255):
        scaled = np.round(np.asarray(points) * fine * 16).astype(np.int32)
        thickness = max(1, int(round(width * fine)))
        cv2.polylines(canvas, [scaled.reshape(-1, 1, 2)], False, int(level), thickness, cv2.LINE_AA, 4)

    def anywhere(self, beyond=0.0):
        return self.random.uniform(-beyond, 1 + beyond, 2) * self.side


# What is damage.


def dust(sheet):
    canvas, dark = sheet.canvas(), sheet.canvas()
    # As dense as model scans have it in the mean, and up to many times denser.
    count = int(sheet.log_between(2, 160))
    largest = sheet.log_between(0.8, 5)
    darkShare = sheet.random.choice([0, 0.2, 0.5, 1])
    level = sheet.between(150, 255)
    for _ in range(count):
        x, y = sheet.anywhere()
        radius = 0.4 + largest * sheet.random.random() ** 1.8
        target = dark if sheet.chance(darkShare) else canvas
        axes = (radius * fine * sheet.between(0.6, 1.4), radius * fine * sheet.between(0.6, 1.4))
        axes = tuple(max(1, int(round(a))) for a in axes)
        centre = (int(x * fine), int(y * fine))
        if radius > 1.5 and sheet.chance(0.5):
            sides = sheet.random.integers(4, 9)
            angles = np.sort(sheet.random.uniform(0, 2 * np.pi, sides))
            reach = radius * fine * sheet.random.uniform(0.4, 1.3, sides)
            points = np.stack([centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)], 1)
            cv2.fillPoly(target, [points.astype(np.int32)], int(level), cv2.LINE_AA)
        else:
            cv2.ellipse(target, centre, axes, sheet.between(0, 180), 0, 360, int(sheet.between(170, 255)), -1, cv2.LINE_AA)
    sheet.lay(sheet.cover_of(canvas), sheet.tint(0), spot)
    if dark.any():
        sheet.lay(sheet.cover_of(dark), sheet.tint(1), spot)


def mould(sheet):
    """Small branching growths, in swarms."""
    canvas = sheet.canvas()
    for _ in range(int(sheet.log_between(1, 12))):
        centre = sheet.anywhere()
        spread = sheet.log_between(3, 40)
        for _ in range(int(sheet.log_between(3, 50))):
            at = centre + sheet.random.normal(0, spread, 2)
            if sheet.chance(0.5):
                points = sheet.walk(at, sheet.between(0, 7), sheet.log_between(2, 14), 1.5, 0.3, 6)
                sheet.stroke(canvas, points, sheet.between(0.4, 1.2), sheet.between(120, 255))
            else:
                cv2.circle(canvas, tuple((at * fine).astype(int)), int(fine * sheet.log_between(0.4, 2)), int(sheet.between(120, 255)), -1, cv2.LINE_AA)
    sheet.lay(sheet.cover_of(canvas), sheet.tint(0.4), spot)


def scratches(sheet):
    """Long and nearly straight; one by one or as a brush leaves them."""
    count = int(sheet.log_between(1, 14))
    along = sheet.random.choice([np.pi / 2, np.pi / 2, 0, sheet.between(0, np.pi)])
    spread = sheet.random.choice([0.03, 0.15, 1.5])
    widest = sheet.log_between(0.6, 5)
    brush = sheet.chance(0.2)
    place = sheet.anywhere()
    for _ in range(min(4, count)):
        canvas = sheet.canvas()
        for _ in range(int(np.ceil(count / 4))):
            angle = along + sheet.random.normal(0, spread)
            length = sheet.side * sheet.log_between(0.15, 3)
            middle = place + sheet.random.normal(0, 12, 2) if brush else sheet.anywhere(0.2)
            start = middle - np.array([np.cos(angle), np.sin(angle)]) * length / 2
            points = sheet.walk(start, angle, length, sheet.log_between(0.01, 0.5), sheet.random.choice([0, 0, 0.3]), 24)
            width = sheet.log_between(0.5, max(0.51, widest))
            if sheet.chance(0.35):
                for a in range(0, 23, sheet.random.integers(1, 4)):
                    if sheet.chance(0.75):
                        sheet.stroke(canvas, points[a : a + 3], width * sheet.between(0.6, 1.2), sheet.between(110, 255))
            else:
                sheet.stroke(canvas, points, width, sheet.between(150, 255))
        cover = sheet.cover_of(canvas)
        if sheet.chance(0.25):
            cover = cover * np.clip(sheet.noise(sheet.log_between(4, 60)) * 2.2 - 0.3, 0, 1)
        sheet.lay(cover, sheet.tint(0.25), line)
        if sheet.chance(0.12):
            # The colour of one layer of dye is gone.
            sheet.lay(cover * 0.5, [[90, 200, 90], [240, 220, 60], [60, 170, 220]][sheet.random.integers(3)], line)


def hairs(sheet):
    canvas = sheet.canvas()
    for _ in range(int(sheet.log_between(1, 8))):
        length = sheet.log_between(12, 160)
        points = sheet.walk(sheet.anywhere(), sheet.between(0, 7), length, sheet.between(0.5, 3), 0, 20)
        sheet.stroke(canvas, points, sheet.log_between(0.5, 2), sheet.between(150, 255))
    sheet.lay(sheet.cover_of(canvas), sheet.tint(0.4), line)


def fold_points(sheet, start, angle, length, roughness):
    count = 64
    t = np.linspace(0, 1, count)
    aside = np.zeros(count)
    for k, height in ((4, 1.0), (10, 0.6), (24, 0.4), (60, 0.25)):
        aside += height * np.interp(t, np.linspace(0, 1, k), sheet.random.normal(0, 1, k))
    way, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    return np.asarray(start) + np.outer(t * length, way) + np.outer(aside * roughness, across)


def folds(sheet):
    """Folds and cracks: jagged, white or dark inside, with a shade or a shine beside them, at times worn wide."""
    for _ in range(sheet.random.integers(1, 4)):
        canvas = sheet.canvas()
        angle = sheet.random.choice([0, np.pi / 2, sheet.between(0, np.pi)]) + sheet.random.normal(0, 0.08)
        length = sheet.side * sheet.log_between(0.3, 3)
        start = sheet.anywhere() - np.array([np.cos(angle), np.sin(angle)]) * length * sheet.between(0.2, 0.8)
        points = fold_points(sheet, start, angle, length, sheet.log_between(0.3, 5))
        width = sheet.log_between(0.8, 14)
        for a in range(len(points) - 1):
            own = width * np.clip(1 + 0.5 * sheet.random.normal(), 0.15, 2.2)
            sheet.stroke(canvas, points[a : a + 2], own, 255)
        if sheet.chance(0.5):
            for _ in range(int(sheet.log_between(2, 20))):
                branch = points[sheet.random.integers(len(points))]
                twig = fold_points(sheet, branch, angle + sheet.random.choice([-1, 1]) * sheet.between(0.2, 1.6), sheet.log_between(4, 60), 1)
                sheet.stroke(canvas, twig, width * sheet.between(0.15, 0.6), 255)
        cover = sheet.cover_of(canvas) * sheet.between(0.6, 1)
        if sheet.chance(0.3):
            cover = cover * np.clip(sheet.noise(sheet.log_between(3, 40)) * 2.5 - 0.4, 0, 1)
        if sheet.chance(0.6):
            shade = cv2.GaussianBlur(np.roll(cover, sheet.random.integers(-4, 5), axis=sheet.random.integers(2)), (0, 0), sheet.between(1.5, 8))
            # Beside a crack the photo still is one: the shade isn't painted over.
            sheet.lay(np.clip(shade * sheet.between(0.2, 0.6), 0, 0.28), sheet.tint(0.6), None)
        paper = sheet.tint(0.2)
        fill = paper + (sheet.noise(sheet.log_between(2, 10), 2)[..., None] - 0.5) * sheet.between(0, 50)
        sheet.lay(cover, fill, line)


def crack_net(sheet):
    """A net as dried emulsion or varnish has it: the borders between cells."""
    cell = sheet.log_between(10, 90)
    side = sheet.side
    count = max(4, int((side / cell) ** 2 * 1.6))
    sites = sheet.random.uniform(-0.1, 1.1, (count, 2)) * side
    stretch = np.array([sheet.log_between(0.6, 1.7), 1.0])
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).astype(np.float32)
    wobble = np.stack([sheet.noise(sheet.log_between(4, 20), 2), sheet.noise(sheet.log_between(4, 20), 2)], -1) - 0.5
    places = ((grid + wobble * cell * sheet.between(0.1, 0.6)) * stretch).reshape(-1, 2)
    distances, _ = cKDTree(sites * stretch).query(places, k=2)
    gap = (distances[:, 1] - distances[:, 0]).reshape(side, side)
    width = sheet.log_between(0.5, 4)
    cover = np.clip(width - gap + 0.5, 0, 1) * sheet.between(0.6, 1)
    if sheet.chance(0.6):
        cover *= np.clip(sheet.noise(sheet.log_between(20, 200)) * 3 - sheet.between(0.3, 1.6), 0, 1)
    sheet.lay(cover.astype(np.float32), sheet.tint(0.4), line)


def paper_like(sheet):
    """What shows where the picture is gone: paper, the bed of the scanner, or a mount."""
    base = sheet.tint(0.25) if sheet.chance(0.8) else sheet.random.uniform(0, 255, 3)
    return base + (sheet.noise(sheet.log_between(2, 30), 3)[..., None] - 0.5) * sheet.between(0, 60)


def missing(sheet):
    """Emulsion that came off: one piece, or many chips."""
    field = sheet.noise(sheet.log_between(8, 120), 4)
    share = sheet.log_between(0.004, 0.25)
    limit = np.quantile(field, 1 - share)
    steep = sheet.log_between(8, 80)
    cover = np.clip((field - limit) * steep + 0.5, 0, 1)
    if sheet.chance(0.4):
        cover *= np.clip((sheet.noise(sheet.log_between(40, 200)) - 0.4) * 20, 0, 1)
    if sheet.chance(0.4):
        rim = cv2.GaussianBlur(cover, (0, 0), sheet.between(1, 4))
        sheet.lay(np.clip(rim * sheet.between(0.1, 0.3), 0, 0.28), sheet.tint(0.7), None)
    sheet.lay(cover.astype(np.float32) * sheet.between(0.8, 1), paper_like(sheet), loss)


def torn(sheet):
    """A corner or an edge that is gone; the tear shows paper where the layers parted."""
    side = sheet.side
    angle = sheet.between(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).astype(np.float32) - side / 2
    reach = np.abs(way).sum() * side / 2
    rough = (sheet.noise(sheet.log_between(6, 60), 4) - 0.5) * sheet.log_between(3, 50)
    depth = grid @ way.astype(np.float32) - reach + sheet.log_between(6, side * 0.6) + rough
    cover = np.clip(depth + 0.5, 0, 1)
    if sheet.chance(0.6):
        layer = np.clip(depth + sheet.log_between(1, 14) * (0.3 + sheet.noise(20, 2)), 0, 1)
        sheet.lay(layer, sheet.tint(0.05), loss)
    sheet.lay(cover, paper_like(sheet), loss)


def blots(sheet):
    """Stains of water, tea or rust, with rims or without; foxing."""
    many = sheet.chance(0.35)
    field = sheet.noise(sheet.log_between(6, 20) if many else sheet.log_between(40, 250), 3)
    limit = np.quantile(field, 1 - sheet.log_between(0.01, 0.4))
    depth = (field - limit) * sheet.log_between(4, 60)
    cover = np.clip(depth, 0, 1)
    strength = sheet.between(0.15, 0.75)
    colour = np.array([sheet.between(0.6, 0.95), sheet.between(0.45, 0.85), sheet.between(0.2, 0.7)])
    if sheet.chance(0.2):
        colour = np.full(3, sheet.between(0.4, 0.8)) * sheet.random.normal(1, 0.05, 3)
    rim = np.clip(1 - np.abs(depth - 0.5), 0, 1) * sheet.between(0, 0.5) if sheet.chance(0.6) else 0
    amount = np.clip(cover * strength + rim * strength, 0, 1)
    if sheet.chance(0.25):
        fill = 255 - (255 - sheet.patch) * colour[::-1]
    else:
        fill = sheet.patch * colour
    before = sheet.patch
    sheet.patch = before + (fill - before) * amount[..., None].astype(np.float32)
    sheet.mark(cover.astype(np.float32), np.abs(sheet.patch - before).max(2), stain)


def tape(sheet):
    """Tape that yellowed: straight edges, see-through."""
    side = sheet.side
    angle = sheet.random.choice([0, np.pi / 2, sheet.between(0, np.pi)]) + sheet.random.normal(0, 0.05)
    across = np.array([-np.sin(angle), np.cos(angle)], np.float32)
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).astype(np.float32) - sheet.anywhere().astype(np.float32)
    depth = sheet.log_between(10, 70) / 2 - np.abs(grid @ across)
    cover = np.clip(depth + 0.5, 0, 1)
    amount = cover * (sheet.between(0.2, 0.6) + 0.3 * (sheet.noise(sheet.log_between(5, 60), 2) - 0.5))
    if sheet.chance(0.4):
        amount = np.maximum(amount, np.clip(1.5 - np.abs(depth - 1), 0, 1) * 0.5)
    before = sheet.patch
    colour = np.array([sheet.between(180, 250), sheet.between(150, 220), sheet.between(70, 170)])
    fill = before * colour / 255 if sheet.chance(0.6) else colour
    sheet.patch = before + (fill - before) * amount[..., None].astype(np.float32)
    sheet.mark(cover, np.abs(sheet.patch - before).max(2), stain)


def fingerprint(sheet):
    """Ridges about a centre, see-through."""
    side = sheet.side
    centre = sheet.anywhere()
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).astype(np.float32) - centre
    size = sheet.log_between(25, 110)
    squeeze = np.array([1, sheet.between(0.6, 1)])
    radius = np.hypot(*np.moveaxis(grid / squeeze, -1, 0)) + (sheet.noise(size / 2, 2) - 0.5) * size * 0.8
    ridges = 0.5 + 0.5 * np.sin(radius * 2 * np.pi / sheet.log_between(3, 10))
    whole = np.clip((size - np.hypot(*np.moveaxis(grid / squeeze, -1, 0))) / (0.3 * size), 0, 1)
    before = sheet.patch
    amount = whole * ridges * sheet.between(0.15, 0.5)
    sheet.patch = before + (sheet.tint(0.5) - before) * amount[..., None].astype(np.float32)
    sheet.mark((whole > 0.4).astype(np.float32), np.abs(sheet.patch - before).max(2) + whole * 6, stain)


def curls(sheet):
    """Fibres of dust: short, thin, much bent, at times closed to a loop."""
    canvas = sheet.canvas()
    widest = sheet.log_between(0.5, 1.6)
    for _ in range(int(sheet.log_between(1, 14))):
        bend = sheet.between(0.02, 0.35) * sheet.random.choice([-1, 1])
        turns = np.cumsum(bend + sheet.random.normal(0, 0.08, 32)) + sheet.between(0, 7)
        step = sheet.log_between(10, 70) / 32
        points = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], 1) * step, 0) + sheet.anywhere()
        sheet.stroke(canvas, points, widest * sheet.between(0.6, 1.1), sheet.between(150, 255))
    sheet.lay(sheet.cover_of(canvas), sheet.tint(0.2), line)


def ragged(sheet, centre, radius, roughness):
    """The outline of a flake."""
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    reach = np.ones(40)
    for waves in range(2, 12):
        reach += roughness / waves**0.7 * sheet.random.normal() * np.cos(waves * angles + sheet.between(0, 7))
    reach = radius * np.clip(reach + sheet.random.normal(0, 0.05, 40), 0.15, 2.5)
    shape = np.stack([reach * np.cos(angles) * sheet.between(0.5, 1), reach * np.sin(angles)], 1)
    turn = sheet.between(0, np.pi)
    return shape @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) + centre


def flakes(sheet):
    """Emulsion that flaked off: ragged pieces with sharp edges, light where paper shows, often in rows along a crack."""
    largest = sheet.log_between(2, 26)
    roughness = sheet.between(0.1, 0.5)
    way = sheet.walk(sheet.anywhere(), sheet.between(0, 7), sheet.side, 1.0, 0, 40)
    inRow = sheet.chance(0.4)
    paper = sheet.tint(0.12)
    fill = paper + (sheet.noise(sheet.log_between(2, 10), 2)[..., None] - 0.5) * sheet.between(0, 40)
    large, small = sheet.canvas(), sheet.canvas()
    for _ in range(int(sheet.log_between(1, 40))):
        centre = way[sheet.random.integers(40)] + sheet.random.normal(0, 4, 2) if inRow else sheet.anywhere()
        radius = 0.8 + largest * sheet.random.random() ** 2.5
        outline = np.round(ragged(sheet, centre, radius, roughness) * fine).astype(np.int32)
        cv2.fillPoly(large if radius > 5 else small, [outline], 255, cv2.LINE_AA)
    covers = [(sheet.cover_of(canvas), kind) for canvas, kind in ((large, loss), (small, spot))]
    if sheet.chance(0.4):
        # The rim that lifts throws a shade.
        shade = cv2.GaussianBlur(np.maximum(covers[0][0], covers[1][0]), (0, 0), sheet.between(0.7, 2))
        shade = np.roll(shade, sheet.random.integers(-2, 3, 2), axis=(0, 1))
        sheet.lay(np.clip(shade * sheet.between(0.2, 0.6), 0, 0.28), sheet.tint(1), None)
    for cover, kind in covers:
        sheet.lay(cover * sheet.between(0.85, 1), fill, kind)


def foxing(sheet):
    """Soft brown spots: nobody can say where one ends."""
    amount = np.zeros((sheet.side, sheet.side), np.float32)
    y, x = np.mgrid[0 : sheet.side, 0 : sheet.side].astype(np.float32)
    size = sheet.log_between(2, 14)
    for _ in range(int(sheet.log_between(2, 40))):
        (u, v), own = sheet.anywhere(), size * sheet.log_between(0.4, 1.6)
        distance = ((x - u) ** 2 + (y - v) ** 2 * sheet.between(0.6, 1.6)) / own**2
        amount = np.maximum(amount, sheet.between(0.4, 1) * np.exp(-(distance ** sheet.between(0.7, 2))))
    amount *= 0.7 + 0.6 * sheet.noise(sheet.log_between(2, 8), 2)
    colour = np.array([sheet.between(0.65, 0.95), sheet.between(0.5, 0.85), sheet.between(0.3, 0.7)], np.float32)
    before = sheet.patch
    strength = np.clip(amount * sheet.between(0.4, 1), 0, 1)[..., None]
    sheet.patch = before + before * (colour - 1) * strength
    change = np.abs(sheet.patch - before).max(2)
    sheet.mark(np.clip(amount - 0.15, 0, 1), change, stain)


def abrasion(sheet):
    """Rubbed: many faint strokes of one way, in a part of the picture."""
    canvas = sheet.canvas()
    angle, place = sheet.between(0, np.pi), sheet.anywhere()
    spread, reach = sheet.log_between(0.03, 0.6), sheet.log_between(15, 90)
    for _ in range(int(sheet.log_between(8, 120))):
        points = sheet.walk(place + sheet.random.normal(0, reach, 2), angle + sheet.random.normal(0, spread), sheet.log_between(4, 60), 0.3, 0, 8)
        sheet.stroke(canvas, points, sheet.log_between(0.4, 1.2), sheet.between(60, 220))
    sheet.lay(sheet.cover_of(canvas) * sheet.between(0.4, 1), sheet.tint(0.1), line)


def silvering(sheet):
    """A bluish shine, strongest in the darks and towards a side; it covers nothing, and has no edge."""
    dark = np.clip(1 - sheet.patch.mean(2) / sheet.between(90, 200), 0, 1)
    along = np.linspace(sheet.between(-0.5, 0.5), 1, sheet.side, dtype=np.float32)
    field = np.rot90(np.clip(along[None, :] * np.ones((sheet.side, 1), np.float32) + sheet.noise(40, 3) - 0.5, 0, 1), sheet.random.integers(4))
    shine = np.array([120, 135, 165], np.float32) * sheet.between(0.7, 1.3)
    sheet.lay((field * dark * sheet.between(0.1, 0.5)).astype(np.float32), shine, None)


def print_edge(sheet):
    """The edge of a print with its corner: cut, rounded or scalloped, which is no damage, and at times worn: chips are."""
    side = sheet.side
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    turn = sheet.random.normal(0, 0.02)
    u = (x * np.cos(turn) - y * np.sin(turn)) - sheet.log_between(4, 90)
    v = (x * np.sin(turn) + y * np.cos(turn)) - (sheet.log_between(4, 90) if sheet.chance(0.6) else -side)
    if sheet.chance(0.25):
        period, height = sheet.log_between(8, 40), sheet.between(0.5, 4)
        u, v = u + height * np.sin(y * 2 * np.pi / period), v + height * np.sin(x * 2 * np.pi / period)
    radius = sheet.log_between(2, 50) if sheet.chance(0.5) else 0.01
    u, v = radius - u, radius - v
    inside = radius - np.hypot(np.maximum(u, 0), np.maximum(v, 0)) - np.minimum(np.maximum(u, v), 0)
    edge = inside
    paper = sheet.tint(0.03)
    if sheet.chance(0.5):
        # A white border of the paper, or a line around.
        wide = sheet.log_between(2, 30)
        sheet.lay(np.clip(wide - inside, 0, 1), paper, None)
        inside = inside - wide
    if sheet.chance(0.45):
        field = sheet.noise(sheet.log_between(3, 25), 4)
        reach = sheet.log_between(1, 14)
        chips = np.clip(reach * (field * 2.4 - sheet.between(0.7, 1.3)) - edge + 0.5, 0, 1) * (edge > -2)
        sheet.lay(chips.astype(np.float32), sheet.tint(0.06), loss)
    ground = sheet.tint(0.5) + (sheet.noise(sheet.log_between(2, 20), 2)[..., None] - 0.5) * sheet.between(0, 25)
    outside = np.clip(0.5 - edge, 0, 1)
    sheet.lay(outside, ground, None)
    sheet.labels[:, outside > 0.5] = 0
    if sheet.chance(0.4):
        shade = np.clip(1 - np.abs(edge + 2) / sheet.between(1, 6), 0, 1) * (edge < 0) * sheet.between(0.2, 0.8)
        sheet.lay(shade.astype(np.float32), np.full(3, sheet.between(10, 90)), None)


# What is none.


def things(sheet):
    """Smooth shapes with light on them, light or dark, before what is there: hands, collars, lamps, buttons, rods."""
    y, x = np.mgrid[0 : sheet.side, 0 : sheet.side].astype(np.float32)
    for _ in range(sheet.random.integers(1, 7)):
        size, centre, turn = sheet.log_between(3, 70), sheet.anywhere(), sheet.between(0, np.pi)
        u = (x - centre[0]) * np.cos(turn) + (y - centre[1]) * np.sin(turn)
        v = (y - centre[1]) * np.cos(turn) - (x - centre[0]) * np.sin(turn)
        v = v + sheet.between(-0.5, 0.5) * u * np.abs(u) / size
        power = sheet.between(1.6, 5)
        squeeze = sheet.log_between(0.12, 1)
        depth = (1 - (np.abs(u / size) ** power + np.abs(v / (size * squeeze)) ** power)) * size * squeeze / power
        cover = np.clip(depth / sheet.log_between(0.8, 4) + 0.5, 0, 1)
        light = np.tanh((u * sheet.between(-1, 1) + v * sheet.between(-1, 1) / squeeze) / size)
        round_ = np.sqrt(np.clip(depth / (size * squeeze), 0, 1))
        tone = sheet.random.uniform(0, 255) + light * sheet.between(0, 70) + round_ * sheet.between(-40, 60)
        own = sheet.random.normal(0, sheet.random.choice([0, 12]), 3)
        texture = np.roll(sheet.patch, sheet.random.integers(0, sheet.side, 2), axis=(0, 1)) - 128
        fill = tone[..., None] + own + texture * sheet.random.choice([0, 0.15, 0.4])
        sheet.lay(cover.astype(np.float32), np.clip(fill, 0, 255), None)


def mesh(sheet):
    """Nets, fences, stripes, bars: lines that have their like beside them."""
    canvas = sheet.canvas()
    period, width = sheet.log_between(4, 60), sheet.log_between(0.5, 5)
    angles = [sheet.between(0, np.pi)]
    if sheet.chance(0.6):
        angles.append(angles[0] + sheet.random.choice([np.pi / 2, sheet.between(0.6, 2.5)]))
    for angle in angles:
        way, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        shape = sheet.walk(-way * sheet.side, angle, 2 * sheet.side, sheet.random.choice([0, 0, 0.3]), 0, 8)
        for k in np.arange(-1.5 * sheet.side, 1.5 * sheet.side, period):
            aside = np.full(2, sheet.side / 2) + across * (k + sheet.random.normal(0, 0.03) * period)
            sheet.stroke(canvas, shape + aside, min(width, period * 0.7), 255)
    cover = sheet.cover_of(canvas) * sheet.between(0.4, 1)
    if sheet.chance(0.5):
        cover *= np.clip((sheet.noise(sheet.log_between(60, 250)) - 0.4) * 15, 0, 1)
    sheet.lay(cover, sheet.random.uniform(0, 255, 3) if sheet.chance(0.4) else sheet.tint(0.6), None)


def dots(sheet):
    """Dots in rows, or stars and snow of one kind all over."""
    canvas = sheet.canvas()
    period, radius = sheet.log_between(5, 40), sheet.log_between(0.6, 6)
    angle, jitter = sheet.between(0, np.pi), sheet.random.choice([0, 0.05])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    cells = np.stack(np.meshgrid(*[np.arange(-int(sheet.side / period) - 1, int(sheet.side / period) + 2)] * 2), -1).reshape(-1, 2)
    places = (cells + sheet.random.normal(0, 1, cells.shape) * jitter) * period @ turn + sheet.side / 2
    for place in places:
        if -9 < place.min() and place.max() < sheet.side + 9:
            cv2.circle(canvas, tuple((place * fine).astype(int)), max(1, int(fine * min(radius, period * 0.4))), 255, -1, cv2.LINE_AA)
    sheet.lay(sheet.cover_of(canvas) * sheet.between(0.4, 1), sheet.random.uniform(0, 255, 3) if sheet.chance(0.5) else sheet.tint(0.4), None)


fonts = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX, cv2.FONT_HERSHEY_PLAIN]
letters = list("abcdefghiklmnoprstuvwyABCDEFGHKLMNPRSTW0123456789.,- ")


def writing(sheet):
    """Type and handwriting, of any size and colour."""
    canvas = sheet.canvas()
    size = sheet.log_between(0.3, 3)
    font = fonts[sheet.random.integers(len(fonts))]
    x, y = sheet.anywhere() * fine
    for row in range(sheet.random.integers(1, 7)):
        text = "".join(sheet.random.choice(letters, sheet.random.integers(3, 24)))
        where = (int(x - fine * sheet.side / 2), int(y + row * size * fine * 32))
        cv2.putText(canvas, text, where, font, size * fine, 255, max(1, int(size * fine * sheet.between(0.8, 3))), cv2.LINE_AA)
    if sheet.chance(0.5):
        middle = (fine * sheet.side / 2, fine * sheet.side / 2)
        canvas = cv2.warpAffine(canvas, cv2.getRotationMatrix2D(middle, sheet.between(-30, 30), 1), canvas.shape[::-1])
    sheet.lay(sheet.cover_of(canvas) * sheet.between(0.6, 1), sheet.tint(0.6) if sheet.chance(0.6) else sheet.random.uniform(0, 255, 3), None)


def screen(sheet):
    """A halftone."""
    side, period = sheet.side, sheet.log_between(2.2, 8)
    angle = sheet.between(0, np.pi)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    u = (x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / period
    v = (-x * np.sin(angle) + y * np.cos(angle)) * 2 * np.pi / period
    wave = np.cos(u) * np.cos(v)
    if sheet.chance(0.5):
        sheet.patch = sheet.patch * (1 + wave * sheet.between(0.05, 0.4))[..., None]
    else:
        level = sheet.patch / 255
        dots_ = np.clip((level - 0.5 + 0.5 * wave[..., None]) * sheet.between(1.5, 5) + 0.5, 0, 1)
        sheet.patch = 20 + 220 * dots_.astype(np.float32)


def border(sheet):
    """The edge of a print on its mount: straight, and no damage."""
    canvas = np.zeros((sheet.side, sheet.side), np.float32)
    inset = int(sheet.log_between(4, 90))
    where = sheet.random.integers(4)
    np.rot90(canvas, where)[:inset] = 1
    if sheet.chance(0.3):
        np.rot90(canvas, where + 1)[: int(sheet.log_between(4, 90))] = 1
    fill = sheet.tint(0.25) + (sheet.noise(sheet.log_between(2, 12), 2)[..., None] - 0.5) * sheet.between(0, 20)
    sheet.lay(canvas, fill, None)


# Tones, grain, and the way into a file.


def old_tones(sheet):
    """Grey, toned, faded by lines or by dye, evenly or not."""
    patch = sheet.patch
    if sheet.chance(0.55):
        grey = patch @ np.array([0.3, 0.59, 0.11], np.float32)
        tint = np.array([1, 1, 1], np.float32)
        if sheet.chance(0.6):
            tint = np.array([sheet.between(1, 1.08), 1, sheet.between(0.65, 1)], np.float32)
        patch = np.clip(grey[..., None] * tint, 0, 255)
    if sheet.chance(0.6):
        black = sheet.between(0, 60) + sheet.random.normal(0, 8, 3)
        white = sheet.between(150, 250) + sheet.random.normal(0, 8, 3) - np.array([0, 8, 22]) * sheet.between(0, 2)
        patch = np.clip(black + patch / 255 * (white - black), 0, 255)
    elif sheet.chance(0.5):
        density = -np.log10((np.clip(patch, 0, 255) + 4) / 259)
        patch = 259 * 10 ** (-density * sheet.random.uniform(0.4, 1, 3)) - 4
    if sheet.chance(0.3):
        field = sheet.noise(sheet.log_between(80, 300))[..., None]
        patch = patch * (1 - sheet.between(0, 0.35) * field) + sheet.between(0, 40) * field
    if sheet.chance(0.2):
        patch = np.clip(128 + (patch - 128) * sheet.between(1, 1.5), 0, 255)
    sheet.patch = patch.astype(np.float32)


def soften(sheet, most):
    sigma = sheet.between(0, most)
    if sigma > 0.25:
        sheet.patch = cv2.GaussianBlur(sheet.patch, (0, 0), sigma)


def grain(sheet):
    if sheet.chance(0.25):
        return
    side, sigma = sheet.side, sheet.log_between(0.8, 15)
    shared = sheet.random.standard_normal((side, side, 1), np.float32)
    if sheet.chance(0.4):
        coarse = sheet.between(0.5, 1.6)
        shared = cv2.GaussianBlur(shared, (0, 0), coarse)[..., None] * 2 * coarse
    own = sheet.random.standard_normal((side, side, 3), np.float32)
    share = sheet.random.choice([0.0, 0.2, 0.7])
    sheet.patch = sheet.patch + sigma * (shared + share * own)


def press(sheet):
    """As a file: bytes, and JPEG most of the time."""
    pixels = np.clip(np.round(sheet.patch), 0, 255).astype(np.uint8)
    if sheet.chance(0.8):
        quality = int(sheet.random.choice([95, 90, 85, 80, 75, 60, 45]))
        _, data = cv2.imencode(".jpg", np.ascontiguousarray(pixels[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality])
        pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)[..., ::-1]
    return np.ascontiguousarray(pixels)


damages = [
    (dust, 4), (mould, 0.8), (scratches, 4), (hairs, 1.2), (curls, 1.5), (folds, 3.5), (crack_net, 1.2), (missing, 0.8), (flakes, 1.8),
    (torn, 0.8), (blots, 1.5), (foxing, 0.8), (abrasion, 0.6), (tape, 0.5), (fingerprint, 0.4),
]
others = [(mesh, 1), (dots, 0.6), (writing, 1.2), (screen, 0.8), (border, 0.8), (things, 1.6), (silvering, 0.3)]


def pick(random, table, count):
    makers = [maker for maker, _ in table]
    chances = np.array([weight for _, weight in table])
    return [makers[i] for i in random.choice(len(makers), count, replace=False, p=chances / chances.sum())]


def age(sheet):
    """Softness and tones of an old print, before damage lies on it."""
    if sheet.chance(0.4):
        soften(sheet, 1.8)
    old_tones(sheet)


def scan(sheet):
    if sheet.chance(0.4):
        soften(sheet, 0.9)
    grain(sheet)


def draw(patch, random, damagedShare=1.0):
    """The patch as bytes, side x side x 3, its labels, 4 x side x side, and their weights, side x side."""
    sheet = Sheet(patch, random)
    isOld = sheet.chance(0.65)
    if sheet.chance(0.35):
        for other in pick(random, others, random.integers(1, 3)):
            other(sheet)
    if isOld:
        age(sheet)
    if sheet.chance((0.78 if isOld else 0.5) * damagedShare):
        for damage in pick(random, damages, random.integers(1, 5)):
            damage(sheet)
    if sheet.chance(0.06):
        print_edge(sheet)
    scan(sheet)
    return press(sheet), sheet.labels, sheet.weights
