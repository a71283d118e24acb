/**
 * Owns heads drawn by code: a surface of parameters that is turned, lit and projected, with eyes, brows, nose, mouth, hair,
 * neck and clothes that vary with the seed. The face detector learns from them, and tests are made of them. No person's
 * face is in it. Must never decode a file.
 */

/** Numbers in [0, 1), the same on every machine for the same seed. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Angles in radians: to the side, up and down, and in the plane of the picture. */
export type HeadPose = { yaw: number; pitch: number; roll: number };

/** Lengths are in half widths of the face; the eyes are on the line y = 0, y points down. */
type Head = {
  skin: number;
  width: number;
  chin: number;
  eyeX: number;
  eyeY: number;
  eyeOpen: number;
  gaze: number;
  iris: number;
  sclera: number;
  browY: number;
  browThick: number;
  brow: number;
  browSlant: number;
  nose: number;
  noseEnd: number;
  mouthY: number;
  mouthWide: number;
  lip: number;
  smile: number;
  mouthOpen: number;
  teeth: number;
  beard: number;
  hair: number;
  hairline: number;
  parting: number;
  hairLong: number;
  hairWide: number;
  glasses: number;
  clothes: number;
  light: readonly [number, number, number];
  ambient: number;
  hollow: number;
};

const between = (random: Random, [from, to]: readonly [number, number]) => from + random() * (to - from);

export function makeHead(random: Random): Head {
  const range = (from: number, to: number) => between(random, [from, to]);
  const chance = (share: number) => random() < share;
  const light = [range(-0.8, 0.8), range(-0.9, 0.25), range(0.35, 1)] as const;
  const length = Math.sqrt(light[0] ** 2 + light[1] ** 2 + light[2] ** 2);
  const skin = range(0.3, 0.85);
  return {
    skin,
    width: range(0.9, 1.1),
    chin: range(1.22, 1.48),
    eyeX: range(0.36, 0.44),
    eyeY: range(-0.04, 0.04),
    eyeOpen: chance(0.15) ? 0 : range(0.03, 0.11),
    gaze: range(-0.06, 0.06),
    iris: range(0.03, 0.25),
    sclera: range(0.35, 1.1),
    browY: range(-0.32, -0.18),
    browThick: range(0.03, 0.075),
    brow: skin * range(0.25, 0.97),
    browSlant: range(-0.12, 0.12),
    nose: range(0.22, 0.4),
    noseEnd: range(0.42, 0.55),
    mouthY: range(0.76, 0.88),
    mouthWide: range(0.24, 0.38),
    lip: skin * range(0.5, 0.97),
    smile: range(-0.3, 1.1),
    mouthOpen: chance(0.4) ? range(0.02, 0.12) : 0,
    teeth: range(0.4, 1),
    beard: chance(0.15) ? range(0.35, 0.9) : 1,
    hair: range(0.04, 0.75),
    hairline: range(-1.05, -0.55),
    parting: range(-0.5, 0.5),
    hairLong: range(-0.3, 2),
    hairWide: range(1.02, 1.35),
    glasses: chance(0.12) ? range(0.1, 0.5) : 0,
    clothes: range(0.05, 0.9),
    light: [light[0] / length, light[1] / length, light[2] / length],
    ambient: range(0.12, 0.65),
    hollow: range(0.3, 1),
  };
}

function bell(value: number, width: number): number {
  const square = (value / width) * (value / width);
  return square > 9 ? 0 : Math.exp(-square);
}

/** How far the surface stands out of the smooth head. */
function reliefAt(head: Head, x: number, y: number): number {
  const side = Math.abs(x);
  const down = (y + 0.1) / (head.noseEnd + 0.1);
  const ridge =
    down < 0 ? bell(down, 0.4) * 0.18 : down < 1 ? 0.18 + 0.82 * down ** 1.3 : bell(down - 1, 0.13);
  return (
    head.nose * ridge * bell(x, 0.11 + 0.05 * Math.max(0, Math.min(1, down))) +
    0.1 * bell(side - 0.16, 0.08) * bell(y - head.noseEnd + 0.02, 0.09) -
    0.16 * bell(side - head.eyeX, 0.23) * bell(y - head.eyeY, 0.15) +
    0.06 * bell(side - head.eyeX, 0.13) * bell(y - head.eyeY, 0.08) +
    0.05 * bell(y + 0.25, 0.1) * bell(side - 0.4, 0.35) +
    0.05 * bell(y - head.mouthY + 0.05, 0.06) * bell(x, 0.22) +
    0.06 * bell(y - head.mouthY - 0.08, 0.07) * bell(x, 0.2) -
    0.05 * bell(y - head.mouthY - 0.2, 0.06) * bell(x, 0.22) +
    0.08 * bell(y - head.chin + 0.17, 0.15) * bell(x, 0.26) +
    0.05 * bell(side - 0.52, 0.22) * bell(y - 0.35, 0.25)
  );
}

/** A point of the head: `turn` is the angle around its axis, 0 in front. */
function pointAt(head: Head, turn: number, y: number): [number, number, number] {
  const up = Math.min(1, Math.abs(y) / 1.5);
  const down = Math.min(1, y / head.chin);
  const half =
    y < 0 ? Math.sqrt(1 - up * up) : (1 - 0.36 * down ** 2.2) * Math.sqrt(Math.max(0, 1 - down ** 9));
  const deep =
    y < 0 ? Math.sqrt(1 - up * up) : (1 - 0.12 * down ** 2) * Math.sqrt(Math.max(0, 1 - down ** 14));
  const x = head.width * half * Math.sin(turn);
  const front = Math.max(0, Math.cos(turn));
  return [x, y, 1.05 * deep * Math.cos(turn) + reliefAt(head, x, y) * Math.sqrt(front)];
}

function eyeAt(head: Head, x: number, y: number): number | undefined {
  const across = (Math.abs(x) - head.eyeX) / 0.19;
  const along = y - head.eyeY;
  if (Math.abs(across) > 1.1) return undefined;
  const lid = head.eyeOpen * Math.max(0, 1 - across * across);
  // The upper lid's lashes are dark; a closed eye is nothing but them, lower down.
  if (head.eyeOpen === 0) {
    return Math.abs(along - 0.05 + 0.05 * across ** 2) < 0.028 ? head.skin * 0.35 : undefined;
  }
  if (along > -lid - 0.035 && along <= -lid && Math.abs(across) < 1) return head.skin * 0.25;
  if (Math.abs(along) > lid) return undefined;
  const distance = Math.hypot(x - Math.sign(x) * head.eyeX - head.gaze, along + 0.015);
  if (distance < 0.035) return 0.03;
  if (distance < 0.1) return head.iris;
  return (0.3 + 0.5 * head.skin) * head.sclera * (along < -lid * 0.4 ? 0.7 : 1);
}

function mouthAt(head: Head, x: number, y: number): number | undefined {
  const across = x / head.mouthWide;
  if (Math.abs(across) > 1) return undefined;
  const along = y - head.mouthY + 0.07 * head.smile * across * across;
  const full = 1 - across * across;
  const open = head.mouthOpen * full;
  if (Math.abs(along) < open)
    return along < open * (2 * head.teeth - 1) && head.smile > 0 ? 0.25 + 0.6 * head.skin : 0.08;
  if (Math.abs(along) < open + 0.02) return head.lip * 0.4;
  if (along < 0 && along > -open - 0.085 * full) return head.lip;
  if (along > 0 && along < open + 0.11 * full) return head.lip * 1.05;
  return undefined;
}

function isBrow(head: Head, x: number, y: number): boolean {
  const side = Math.abs(x);
  if (side < 0.15 || side > 0.68) return false;
  const arch = head.browY + head.eyeY + head.browSlant * (side - 0.4) + 0.5 * (side - 0.45) ** 2;
  return Math.abs(y - arch) < head.browThick * (side > 0.55 ? (0.7 - side) / 0.15 : 1);
}

function isGlass(head: Head, x: number, y: number): boolean {
  if (head.glasses === 0) return false;
  const radius = Math.hypot((Math.abs(x) - head.eyeX) / 0.3, (y - head.eyeY - 0.03) / 0.24);
  return Math.abs(radius - 1) < 0.12 || (Math.abs(x) < 0.12 && Math.abs(y - head.eyeY + 0.05) < 0.03);
}

/** Streaks of hair, a little lighter and darker. */
const streak = (x: number, y: number, hair: number) =>
  hair * (1 + 0.25 * Math.sin(23 * x + 5 * Math.sin(3 * y)) + 0.1 * Math.sin(61 * x + 7 * y));

/** How much light the surface gives back at a point in front of the head. */
function albedoAt(head: Head, [x, y, z]: readonly number[]): number {
  const line = head.hairline + 0.25 * Math.abs(x! - head.parting * 0.4) ** 2;
  if (y! < line || z! < 0.12) return streak(x!, y!, head.hair);
  if (isGlass(head, x!, y!)) return head.glasses * 0.6;
  const painted = eyeAt(head, x!, y!) ?? mouthAt(head, x!, y!);
  if (painted !== undefined) return painted;
  if (isBrow(head, x!, y!)) return head.brow;
  const nostril = bell(Math.abs(x!) - 0.1, 0.05) * bell(y! - head.noseEnd - 0.06, 0.035);
  const isBearded = head.beard < 1 && y! > 0.62 - 0.3 * Math.abs(x!) && !(Math.abs(x!) < 0.14 && y! < 0.62);
  return head.skin * (1 - 0.7 * nostril) * (isBearded ? head.beard : 1);
}

/** Parts that little light reaches. */
function hollowAt(head: Head, x: number, y: number): number {
  const side = Math.abs(x);
  return (
    1 -
    head.hollow *
      Math.min(
        1,
        0.55 * bell(side - head.eyeX + 0.06, 0.2) * bell(y - head.eyeY + 0.06, 0.13) +
          0.5 * bell(x, 0.15) * bell(y - head.noseEnd - 0.1, 0.05) +
          0.35 * bell(x, 0.2) * bell(y - head.mouthY - 0.2, 0.05),
      )
  );
}

/** Where heads are drawn: `unitPx` pixels are half the width of a face; the eyes' middle is at `eyesX`, `eyesY`. */
export type HeadPlace = { eyesX: number; eyesY: number; unitPx: number };
/** Luma from 0 to 1, row by row. */
export type Canvas = { light: Float32Array; widthPx: number; heightPx: number };

/** A point of the upright head, turned; in half widths of the face from the eyes' middle axis. */
function turnPoint(pose: HeadPose, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [sinYaw, cosYaw] = [Math.sin(pose.yaw), Math.cos(pose.yaw)];
  const [sinPitch, cosPitch] = [Math.sin(pose.pitch), Math.cos(pose.pitch)];
  const [sinRoll, cosRoll] = [Math.sin(pose.roll), Math.cos(pose.roll)];
  const [x1, z1] = [x * cosYaw + z * sinYaw, z * cosYaw - x * sinYaw];
  const [y1, z2] = [y * cosPitch + z1 * sinPitch, z1 * cosPitch - y * sinPitch];
  return [x1 * cosRoll - y1 * sinRoll, x1 * sinRoll + y1 * cosRoll, z2];
}

/** The middle between eyes and mouth, as `turnPoint` moves it: what the detector takes for the middle of the face. */
export function faceCentre(pose: HeadPose): { x: number; y: number } {
  const [x, y] = turnPoint(pose, [0, 0.3, 0.8]);
  return { x, y };
}

function createPainter(canvas: Canvas, place: HeadPlace, pose: HeadPose) {
  const depths = new Float32Array(canvas.light.length).fill(-1e9);
  const turn = (point: readonly [number, number, number]) => turnPoint(pose, point);
  const splat = ([x, y, z]: readonly [number, number, number], light: () => number) => {
    const column = Math.floor(place.eyesX + x * place.unitPx);
    const row = Math.floor(place.eyesY + y * place.unitPx);
    if (column < 0 || row < 0 || column >= canvas.widthPx || row >= canvas.heightPx) return;
    const at = row * canvas.widthPx + column;
    if (z <= depths[at]!) return;
    depths[at] = z;
    canvas.light[at] = light();
  };
  return { turn, splat };
}

type Painter = ReturnType<typeof createPainter>;
type Surface = {
  turns: readonly [number, number];
  heights: readonly [number, number];
  pointAt(turn: number, y: number): [number, number, number];
  lightAt(point: Point): number;
};

type Point = readonly [number, number, number];

/** How much light falls on a point, from the points beside and below it. */
function shadeAt(head: Head, here: Point, beside: Point, below: Point): number {
  const [ax, ay, az] = [beside[0] - here[0], beside[1] - here[1], beside[2] - here[2]];
  const [bx, by, bz] = [below[0] - here[0], below[1] - here[1], below[2] - here[2]];
  const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const lit = nx * head.light[0] + ny * head.light[1] + nz * head.light[2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  return head.ambient + (1 - head.ambient) * Math.max(0, lit / length);
}

/** Projects a surface point by point, lit from where the head's light comes. */
function paintSurface(
  painter: Painter,
  head: Head,
  { surface, step }: { surface: Surface; step: number },
): void {
  const { turns, heights } = surface;
  const columns = Math.ceil((turns[1] - turns[0]) / step);
  const rowAt = (y: number) => {
    const points: Point[] = Array.from({ length: columns + 1 }, (_, i) =>
      surface.pointAt(turns[0] + i * step, y),
    );
    return { points, turned: points.map((point) => painter.turn(point)) };
  };
  let row = rowAt(heights[0]);
  for (let y = heights[0]; y < heights[1]; y += step) {
    const next = rowAt(y + step);
    for (let i = 0; i < columns; i++) {
      const turned = row.turned[i]!;
      painter.splat(turned, () => {
        return surface.lightAt(row.points[i]!) * shadeAt(head, turned, row.turned[i + 1]!, next.turned[i]!);
      });
    }
    row = next;
  }
}

/** Draws the head over what is on the canvas. */
export function drawHead(
  canvas: Canvas,
  head: Head,
  { place, pose }: { place: HeadPlace; pose: HeadPose },
): void {
  const painter = createPainter(canvas, place, pose);
  const step = 0.7 / place.unitPx;
  const shoulder = (y: number) => 0.5 + (y > 1.55 ? Math.min(1.6, 2.6 * Math.sqrt(y - 1.55)) : 0);
  const surfaces: Surface[] = [
    {
      turns: [-1.7, 1.7],
      heights: [-1.49, head.chin],
      pointAt: (turn, y) => pointAt(head, turn, y),
      lightAt: (point) => albedoAt(head, point) * hollowAt(head, point[0], point[1]),
    },
    {
      // Hair behind the face, wider and longer than the head.
      turns: [-1.65, 1.65],
      heights: [-1.66, Math.max(-1.2, head.hairLong)],
      pointAt: (turn, y) => {
        const half = y < 0 ? Math.sqrt(Math.max(0, 1 - (y / 1.66) ** 2)) : 1;
        return [
          head.hairWide * half * Math.sin(turn),
          y,
          0.75 * half * Math.cos(turn) - (y > head.hairline - 0.1 ? 0.75 : 0.05),
        ];
      },
      lightAt: ([x, y]) => streak(x, y, head.hair),
    },
    {
      turns: [-1.5, 1.5],
      heights: [0.9, 3.4],
      pointAt: (turn, y) => [shoulder(y) * Math.sin(turn), y, (y > 1.55 ? 0.6 : 0.5) * Math.cos(turn) - 0.55],
      lightAt: ([x, y]) =>
        y > 1.6 + 0.5 * Math.exp(-8 * x * x) ? head.clothes : head.skin * (y < 1.45 ? 0.6 : 0.85),
    },
  ];
  for (const surface of surfaces) paintSurface(painter, head, { surface, step });
}
