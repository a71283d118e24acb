/**
 * Owns which marked pixels are one thing to a person: a scratch with gaps, a net of cracks, all the dust. Writes into the
 * mask which doubtful thing each pixel belongs to, so that it can be taken out again, or put in. Marks nothing that wasn't
 * marked, and leaves out nothing that was but what isn't worth an offer. Pure.
 */
import type { Plane8 } from '../kernels/kernel-planes.ts';
import { dilate } from '../kernels/window-filters.ts';

/** What damage is called; a pixel's code is the place in this list, from 1. `loss`: the picture's layer is gone there. */
export const damageKinds = ['dust', 'scratch', 'crack', 'fold', 'loss', 'stain'] as const;
export type DamageKind = (typeof damageKinds)[number];

/** The code of a kind. */
export const kindCodeOf = (kind: DamageKind): number => damageKinds.indexOf(kind) + 1;

/** Shares of a picture's sides, 0 to 1. */
export interface ShareBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A place that was taken for damage. `id`: of doubtful ones from 254 down, their value in the mask while they are repaired; of
 * sure ones from 1. An offered one that isn't repaired has 128 less in the mask (`leftValueOf`).
 * `box` in the upright source; `share` of its pixels; `count` of things (specks of dust, lines); `chance` to be damage.
 */
export interface DamageRegion {
  id: number;
  kind: DamageKind;
  box: ShareBox;
  share: number;
  count: number;
  chance: number;
  isSure: boolean;
  /** Only the network saw it, and it may be something else: it is repaired when a person accepts it, else left. Never sure. */
  isOffered: boolean;
  /** It is left as it was: it is offered and not accepted, or a person said that it belongs to the picture. */
  isRefused: boolean;
}

/**
 * What is marked: `firstMark` and its kind's code in the mask, and its chance from 0 to 255; both of one size. What is only
 * offered has its kind's code alone.
 */
export interface MarkedPlanes {
  mask: Plane8;
  chances: Plane8;
}

/** In a mask that knows no regions yet a pixel has this and its kind's code. */
export const firstMark = 128;

/** What is as likely as this is repaired without a question. */
const sureChance = 0.9;
/** What was found only because it was asked for by force is never more likely than this, and is not joined with the rest. */
export const maxForcedChance = 0.5;
/** A person is asked about so many at most. */
const maxDoubtful = 24;
/** Of what is offered so many at most: who has to say no so often stops looking. */
const maxOffered = 10;
const maxSure = 12;
const sureValue = 255;
const firstDoubtfulId = 254;
const firstOfferedId = firstDoubtfulId - maxDoubtful;
/** Pixels are taken together in cells: the longer side has at most so many. */
const maxCells = 800;
/** Pieces of a kind are one when so many cells lie between them, or twice as many. */
const nearCells = 3;
/** Specks that are offered are asked about by the place where they lie: those so near to each other are one. */
const nearSpeckCells = 40;
/** Lines that follow each other: at least so long, so many times as long as wide; the gap as a share of the longer side. */
const minLineCells = 10;
const minSlender = 4;
const maxGapShare = 0.08;
const maxBendCosine = 0.97;
const maxAsideShare = 0.2;
const minAsideCells = 2.5;

interface Grid {
  cellPx: number;
  columns: number;
  rows: number;
}

/** Cells of one kind that touch; places are cells. */
interface Piece {
  cells: number[];
  /** Marked pixels, and their mean chance from 0 to 1. */
  pixels: number;
  chance: number;
}

function gridOf({ widthPx, heightPx }: Plane8): Grid {
  const cellPx = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / maxCells));
  return { cellPx, columns: Math.ceil(widthPx / cellPx), rows: Math.ceil(heightPx / cellPx) };
}

/** Marked pixels and the sum of their chances, per cell. */
interface Counts {
  pixels: Uint32Array;
  chances: Uint32Array;
}

const maxForcedSample = Math.round(255 * maxForcedChance);

/** What an offered region has in a mask in which it isn't repaired: whoever reads over 127 as marked leaves it. */
export const leftValueOf = (offeredId: number): number => offeredId - firstMark;

/** Of each kind what was found by itself, what only by force and what is offered are kept apart, in a layer each. */
function layerOf({ mask, chances }: MarkedPlanes, at: number): number {
  const kind = mask.samples[at]! % firstMark;
  const code = kind >= 1 && kind <= damageKinds.length ? kind : 1;
  if (mask.samples[at]! < firstMark) return code + 2 * damageKinds.length;
  return chances.samples[at]! <= maxForcedSample ? code + damageKinds.length : code;
}

function countMarked(planes: MarkedPlanes, grid: Grid): (Counts | undefined)[] {
  const counts: (Counts | undefined)[] = [];
  const { widthPx, heightPx, samples } = planes.mask;
  const cells = grid.columns * grid.rows;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.floor(y / grid.cellPx) * grid.columns;
    for (let x = 0; x < widthPx; x++, at++) {
      if (samples[at] === 0) continue;
      const layer = layerOf(planes, at);
      counts[layer] ??= { pixels: new Uint32Array(cells), chances: new Uint32Array(cells) };
      const cell = row + Math.floor(x / grid.cellPx);
      counts[layer].pixels[cell]! += 1;
      counts[layer].chances[cell]! += planes.chances.samples[at]!;
    }
  }
  return counts;
}

/** Groups of places that touch, also by a corner; `isIn` says which places there are. */
function touching(isIn: Uint8Array | Uint32Array, { columns, rows }: Grid): number[][] {
  const seen = new Uint8Array(isIn.length);
  const groups: number[][] = [];
  for (let start = 0; start < isIn.length; start++) {
    if (!isIn[start] || seen[start]) continue;
    const group = [start];
    seen[start] = 1;
    for (let read = 0; read < group.length; read++) {
      const [x, y] = [group[read]! % columns, Math.floor(group[read]! / columns)];
      for (let v = Math.max(0, y - 1); v <= Math.min(rows - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(columns - 1, x + 1); u++) {
          const next = v * columns + u;
          if (!isIn[next] || seen[next]) continue;
          seen[next] = 1;
          group.push(next);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

function piecesOf({ pixels, chances }: Counts, grid: Grid): Piece[] {
  return touching(pixels, grid).map((cells) => {
    let [count, sum] = [0, 0];
    for (const cell of cells) {
      count += pixels[cell]!;
      sum += chances[cell]!;
    }
    return { cells, pixels: count, chance: sum / count / 255 };
  });
}

type Point = readonly [x: number, y: number];
interface Line {
  index: number;
  axis: Point;
  ends: readonly [Point, Point];
  lengthCells: number;
}

/** How a piece runs, when it is longer than wide. */
function findLine({ cells }: Piece, index: number, { columns }: Grid): Line | undefined {
  const n = cells.length;
  let [sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    sumX += x;
    sumY += y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const [x, y] = [sumX / n, sumY / n];
  const angle = 0.5 * Math.atan2(2 * (xy / n - x * y), xx / n - x * x - (yy / n - y * y));
  const axis = [Math.cos(angle), Math.sin(angle)] as const;
  let [first, last] = [0, 0];
  for (const cell of cells) {
    const along = ((cell % columns) - x) * axis[0] + (Math.floor(cell / columns) - y) * axis[1];
    first = Math.min(first, along);
    last = Math.max(last, along);
  }
  const lengthCells = last - first + 1;
  if (lengthCells < minLineCells || lengthCells ** 2 < minSlender * n) return undefined;
  const end = (along: number): Point => [x + along * axis[0], y + along * axis[1]];
  return { index, axis, ends: [end(first), end(last)], lengthCells };
}

/** Whether one line goes on in the other, beyond a gap. */
function goesOn(one: Line, other: Line, grid: Grid): boolean {
  const cosine = Math.abs(one.axis[0] * other.axis[0] + one.axis[1] * other.axis[1]);
  if (cosine < maxBendCosine) return false;
  const maxGap = maxGapShare * Math.max(grid.columns, grid.rows);
  return one.ends.some(([x, y]) =>
    other.ends.some(([u, v]) => {
      const [dx, dy] = [u - x, v - y];
      const aside = Math.abs(dx * one.axis[1] - dy * one.axis[0]);
      const gap = Math.hypot(dx, dy);
      return gap <= maxGap && aside <= Math.max(minAsideCells, maxAsideShare * gap);
    }),
  );
}

/** For each piece, the pieces that are the same thing. */
function neighboursOf(pieces: readonly Piece[], grid: Grid): Set<number>[] {
  const near = pieces.map(() => new Set<number>());
  const join = (a: number, b: number) => {
    near[a]!.add(b);
    near[b]!.add(a);
  };
  const owners = new Int32Array(grid.columns * grid.rows);
  const samples = new Uint8Array(owners.length);
  pieces.forEach(({ cells }, index) => {
    for (const cell of cells) {
      owners[cell] = index + 1;
      samples[cell] = 255;
    }
  });
  const grown = dilate({ samples, widthPx: grid.columns, heightPx: grid.rows }, nearCells);
  for (const group of touching(grown.samples, grid)) {
    const own = [...new Set(group.flatMap((cell) => (owners[cell]! > 0 ? [owners[cell]! - 1] : [])))];
    for (const index of own.slice(1)) join(own[0]!, index);
  }
  const lines = pieces.flatMap((piece, index) => findLine(piece, index, grid) ?? []);
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) if (goesOn(one, other, grid)) join(one.index, other.index);
  });
  return near;
}

/** For each piece, those whose first cells lie near its own. */
function specksBeside(pieces: readonly Piece[], { columns }: Grid): Set<number>[] {
  const places = pieces.map(
    ({ cells: [first = 0] }) => [first % columns, Math.floor(first / columns)] as const,
  );
  return places.map(([x, y]) => {
    const near = places.flatMap(([u, v], index) =>
      Math.hypot(u - x, v - y) <= nearSpeckCells ? [index] : [],
    );
    return new Set(near);
  });
}

/** The pieces in groups, each of which is one thing. */
function joinNear(pieces: readonly Piece[], near: readonly Set<number>[]): Piece[][] {
  const seen = new Set<number>();
  return pieces.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const group = [start];
    for (let read = 0; read < group.length; read++) {
      for (const next of near[group[read]!]!) {
        if (seen.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    }
    return [group.map((index) => pieces[index]!)];
  });
}

const isOfferedLayer = (layer: number): boolean => layer > 2 * damageKinds.length;

/** A region before it has its id: its pieces, and cells of the box. */
interface Thing {
  layer: number;
  code: number;
  pieces: Piece[];
  count: number;
  pixels: number;
  chance: number;
  box: { left: number; top: number; right: number; bottom: number };
}

function thingOf(layer: number, pieces: Piece[], count: number, { columns, rows }: Grid): Thing {
  const box = { left: columns, top: rows, right: 0, bottom: 0 };
  let [pixels, sum] = [0, 0];
  for (const piece of pieces) {
    pixels += piece.pixels;
    sum += piece.pixels * piece.chance;
    for (const cell of piece.cells) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return {
    layer,
    code: ((layer - 1) % damageKinds.length) + 1,
    pieces,
    count,
    pixels,
    chance: sum / pixels,
    box,
  };
}

const dustCode = kindCodeOf('dust');

/** Dust is one thing, what is sure and what isn't; what is offered of it is one thing where it is near. Of other kinds what is near or goes on is. */
function thingsOf(layer: number, counts: Counts, grid: Grid): Thing[] {
  const pieces = piecesOf(counts, grid);
  if ((layer - dustCode) % damageKinds.length !== 0) {
    return joinNear(pieces, neighboursOf(pieces, grid)).map((own) => thingOf(layer, own, 1, grid));
  }
  if (isOfferedLayer(layer)) {
    return joinNear(pieces, specksBeside(pieces, grid)).map((own) => thingOf(layer, own, own.length, grid));
  }
  const sure = pieces.filter(({ chance }) => chance >= sureChance);
  const doubtful = pieces.filter(({ chance }) => chance < sureChance);
  return [sure, doubtful].filter((own) => own.length > 0).map((own) => thingOf(layer, own, own.length, grid));
}

const distance = ({ box: a }: Thing, { box: b }: Thing): number =>
  Math.hypot(
    Math.max(0, a.left - b.right, b.left - a.right),
    Math.max(0, a.top - b.bottom, b.top - a.bottom),
  );

/** At most so many things, the largest: each other one is joined with the nearest of its kind, of which one stays at least. */
function joinOver(things: readonly Thing[], max: number, grid: Grid): Thing[] {
  const sorted = things.toSorted((a, b) => b.pixels - a.pixels);
  const firsts = sorted.filter((it, i) => sorted.findIndex(({ layer }) => layer === it.layer) === i);
  const kept = [...firsts, ...sorted.filter((it) => !firsts.includes(it))].slice(0, max);
  const added = new Map<Thing, Thing[]>();
  for (const over of sorted) {
    if (kept.includes(over)) continue;
    const own = kept.filter(({ layer }) => layer === over.layer);
    const nearest = own.reduce((best, it) => (distance(it, over) < distance(best, over) ? it : best));
    added.set(nearest, [...(added.get(nearest) ?? []), over]);
  }
  return kept
    .map((it) => {
      const others = added.get(it) ?? [];
      const count = others.reduce((sum, { count: own }) => sum + own, it.count);
      return thingOf(
        it.layer,
        [it, ...others].flatMap(({ pieces }) => pieces),
        count,
        grid,
      );
    })
    .toSorted((a, b) => b.pixels - a.pixels);
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** At most so many offered things, the most likely and largest. Of the others dust is one more, the rest isn't worth a question. */
function takeLikeliest(things: readonly Thing[], max: number, grid: Grid): Thing[] {
  const sorted = things.toSorted((a, b) => b.chance * b.pixels - a.chance * a.pixels);
  const specks = sorted.slice(Math.max(0, max - 1)).filter(({ code }) => code === dustCode);
  if (sorted.length <= max || max === 0 || specks.length === 0) return sorted.slice(0, max);
  const pieces = specks.flatMap((it) => it.pieces);
  return [...sorted.slice(0, max - 1), thingOf(specks[0]!.layer, pieces, pieces.length, grid)];
}

function regionOf(
  { layer, code, box, count, pixels, chance }: Thing,
  id: number,
  grid: Grid,
  mask: Plane8,
): DamageRegion {
  const { cellPx } = grid;
  const { widthPx, heightPx } = mask;
  const [left, top] = [(box.left * cellPx) / widthPx, (box.top * cellPx) / heightPx];
  const right = Math.min(1, ((box.right + 1) * cellPx) / widthPx);
  const bottom = Math.min(1, ((box.bottom + 1) * cellPx) / heightPx);
  return {
    id,
    kind: damageKinds[code - 1]!,
    box: {
      left: rounded(left, 4),
      top: rounded(top, 4),
      width: rounded(right - left, 4),
      height: rounded(bottom - top, 4),
    },
    share: rounded(pixels / (widthPx * heightPx), 6),
    count,
    chance: rounded(chance, 2),
    isSure: id < firstMark,
    isOffered: isOfferedLayer(layer),
    isRefused: isOfferedLayer(layer),
  };
}

/** Writes each region's value over the marked pixels of its cells. */
function writeValues(planes: MarkedPlanes, values: readonly (Uint8Array | undefined)[], grid: Grid): void {
  const { widthPx, heightPx, samples } = planes.mask;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.floor(y / grid.cellPx) * grid.columns;
    for (let x = 0; x < widthPx; x++, at++) {
      if (samples[at] === 0) continue;
      samples[at] = values[layerOf(planes, at)]![row + Math.floor(x / grid.cellPx)]!;
    }
  }
}

/**
 * Names what is marked: doubtful regions first, the largest before the others, then offered ones, then sure ones. The mask has 255
 * then where it is sure, the region's id where it is doubtful, and 128 less where it is only offered.
 */
export function assignRegions(planes: MarkedPlanes): DamageRegion[] {
  const grid = gridOf(planes.mask);
  const counts = countMarked(planes, grid);
  const things = counts.flatMap((own, layer) => (own ? thingsOf(layer, own, grid) : []));
  const found = things.filter(({ layer }) => !isOfferedLayer(layer));
  const doubtful = joinOver(
    found.filter(({ chance }) => chance < sureChance),
    maxDoubtful,
    grid,
  );
  const sure = joinOver(
    found.filter(({ chance }) => chance >= sureChance),
    maxSure,
    grid,
  );
  const offered = takeLikeliest(
    things.filter(({ layer }) => isOfferedLayer(layer)),
    Math.min(maxOffered, maxDoubtful - doubtful.length),
    grid,
  );
  const values = counts.map((own) => own && new Uint8Array(own.pixels.length));
  const write = ({ layer, pieces }: Thing, value: number) => {
    for (const { cells } of pieces) for (const cell of cells) values[layer]![cell] = value;
  };
  for (const [i, it] of doubtful.entries()) write(it, firstDoubtfulId - i);
  for (const [i, it] of offered.entries()) write(it, leftValueOf(firstOfferedId - i));
  for (const it of sure) write(it, sureValue);
  writeValues(planes, values, grid);
  return [
    ...doubtful.map((it, i) => regionOf(it, firstDoubtfulId - i, grid, planes.mask)),
    ...offered.map((it, i) => regionOf(it, firstOfferedId - i, grid, planes.mask)),
    ...sure.map((it, i) => regionOf(it, i + 1, grid, planes.mask)),
  ];
}

/** How a scan was turned, in degrees clockwise, and what was then cut off its sides, as shares. */
export interface Framing {
  degrees: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a box of the upright source, which has this size, lies in the framed picture; what is cut off is left out. */
export function framedBoxOf(
  { left, top, width, height }: ShareBox,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  frame: Framing,
): ShareBox {
  const radians = (frame.degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const turnedWidth = widthPx * Math.abs(cosine) + heightPx * Math.abs(sine);
  const turnedHeight = widthPx * Math.abs(sine) + heightPx * Math.abs(cosine);
  const corners = [left, left + width].flatMap((u) =>
    [top, top + height].map((v) => {
      const [x, y] = [(u - 0.5) * widthPx, (v - 0.5) * heightPx];
      return [
        (x * cosine - y * sine) / turnedWidth + 0.5,
        (x * sine + y * cosine) / turnedHeight + 0.5,
      ] as const;
    }),
  );
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const across = corners.map(([x]) => within((x - frame.left) / (1 - frame.left - frame.right)));
  const down = corners.map(([, y]) => within((y - frame.top) / (1 - frame.top - frame.bottom)));
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return { left: x, top: y, width: Math.max(...across) - x, height: Math.max(...down) - y };
}
