/**
 * Owns how wide the edges of a picture are by the direction they face: a hand that shook made all those wide that face along
 * its way, all over the frame, and left those alone that lie along it. Pure arithmetic; must never judge.
 *
 * Edges are found on a coarse copy, which shake hardly changes, and measured on a finer one, across: the height of the rise,
 * divided by its steepest step. Of each direction the place counts where they are narrowest: a photo may be soft but for a
 * ladybird, and edges that are sharp in one place prove that nothing shook along their way. And place by place is asked which
 * edges are wider than those beside them: where the focus lies differs from place to place, what a hand did is the same in all.
 */
import type { Plane } from '../pixels/dct-denoise.ts';
import { cutLuma, type PixelView } from '../pixels/pixel-view.ts';

/** Directions from 0 to 180 degrees. */
const edgeDirections = 8;

/** The finer copy has about so many samples on its longer side: those of a small print. */
const copyPx = 2000;
/** One tile in every cell of such a grid, at the most detailed of so many places. */
const grid = { columns: 6, rows: 4, places: 3 } as const;
const tilePx = 144;
const minTilePx = 96;
/** The coarse copy of a tile is so many times smaller. */
const coarseScale = 4;
/** An edge rises at least so much a sample of the coarse copy, and by so much in all, on a scale of 255. */
const minSlope = 4;
const minRise = 36;
/** Profiles reach so far to both sides; beside each, so many samples apart, lie two more, and the mean counts. */
const reach = 30;
const beside = 2;
/** The steepest step is looked for so near. */
const near = 8;
/** What falls by no more than this share of the rise is noise on a slope that goes on. */
const noiseShare = 0.06;
/** Of the edges of a tile that face one way this share is narrower than what counts; so many of them say something. */
const narrowShare = 0.25;
const minInTile = 5;
/** The directions of one tile are compared by what this share of their edges is narrower than, where so many are known. */
const comparedShare = 0.15;
const minDirections = 3;
/** More edges of one direction in one tile are no more sure, for they are the same few things. */
const maxWeight = 16;
/** So many tiles must say something, and so far off one line must their directions lie. */
const minWitnesses = 3;
const minTurn = 1e-6;
/** A tile agrees that has this share of the swing that all have. */
const agrees = 0.33;
/** So many edges of all tiles must face that way. */
const minEdges = 24;
/** Edges that are measured in a tile, at most. */
const maxEdges = 160;

/** Widths in pixels of the picture, by direction of what they face: 0 is across, then clockwise; null where too few are. */
export type EdgeWidths = readonly (number | null)[];

/**
 * How the widths go up and down once around within the tiles: by how much their logarithms differ from the mean, how many
 * times its own error that is (each tile a witness of its own), and which share of what the tiles say agrees.
 */
export interface EdgeSwing {
  swing: number;
  sureness: number;
  agreement: number;
}

/** More is as sure as can be. */
const maxSureness = 99;

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Coarse {
  samples: Float32Array;
  sizePx: number;
}

function shrinkTile({ samples, widthPx }: Plane): Coarse {
  const sizePx = Math.floor(widthPx / coarseScale);
  const coarse = new Float32Array(sizePx * sizePx);
  for (let y = 0; y < sizePx * coarseScale; y++) {
    const row = Math.floor(y / coarseScale) * sizePx;
    for (let x = 0; x < sizePx * coarseScale; x++) {
      const to = row + Math.floor(x / coarseScale);
      coarse[to] = coarse[to]! + samples[y * widthPx + x]!;
    }
  }
  for (let i = 0; i < coarse.length; i++) coarse[i] = coarse[i]! / coarseScale ** 2;
  return { samples: coarse, sizePx };
}

/** A sample between samples. */
function sampleAt(samples: Float32Array, widthPx: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = top * widthPx + left;
  const upper = samples[at]! * (1 - dx) + samples[at + 1]! * dx;
  const lower = samples[at + widthPx]! * (1 - dx) + samples[at + widthPx + 1]! * dx;
  return upper * (1 - dy) + lower * dy;
}

/** Where a profile is taken, and the way it goes: up the slope. */
interface Place {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Fills `profile` from where it lies in the tile; gives its first and last index. */
function readProfile(
  { samples, widthPx, heightPx }: Plane,
  place: Place,
  profile: Float32Array,
): [number, number] {
  const { x, y, dx, dy } = place;
  const [max, maxY] = [widthPx - 2, heightPx - 2];
  let [first, last] = [0, -1];
  for (let i = 0; i <= 2 * reach; i++) {
    const [px, py] = [x + (i - reach) * dx, y + (i - reach) * dy];
    const [ax, ay, bx, by] = [px - beside * dy, py + beside * dx, px + beside * dy, py - beside * dx];
    const isInside = Math.min(ax, bx, ay, by) >= 0 && Math.max(ax, bx) < max && Math.max(ay, by) < maxY;
    if (!isInside) {
      if (last >= 0) break;
      first = i + 1;
      continue;
    }
    profile[i] =
      (sampleAt(samples, widthPx, px, py) +
        sampleAt(samples, widthPx, ax, ay) +
        sampleAt(samples, widthPx, bx, by)) /
      3;
    last = i;
  }
  return [first, last];
}

/** From `from` on as far as the profile goes on rising (or falling, seen from the other side); the value it reaches. */
function follow(profile: Float32Array, from: number, end: number, step: 1 | -1, tolerance: number): number {
  let reached = profile[from]!;
  for (let i = from; i !== end + step; i += step) {
    const rise = (profile[i]! - reached) * step;
    if (rise > 0) reached = profile[i]!;
    else if (-rise > tolerance) break;
  }
  return reached;
}

/** How wide the rise at a place is, in samples; 0 where there is none worth the name. */
function widthAt(tile: Plane, place: Place, profile: Float32Array): number {
  const [first, last] = readProfile(tile, place, profile);
  let steepest = 0;
  let at = -1;
  const end = Math.min(last - 1, reach + near);
  for (let i = Math.max(first + 1, reach - near); i <= end; i++) {
    const step = (profile[i + 1]! - profile[i - 1]!) / 2;
    if (step > steepest) {
      steepest = step;
      at = i;
    }
  }
  if (at < 0) return 0;
  const tolerance = Math.max(2, noiseShare * (profile[end]! - profile[Math.max(first, reach - near)]!));
  const rise = follow(profile, at, last, 1, tolerance) - follow(profile, at, first, -1, tolerance);
  return rise < minRise ? 0 : rise / steepest;
}

/** What one tile says of the swing: sums over its directions, their means left out, of their cosines, sines and widths. */
interface Witness {
  cc: number;
  ss: number;
  cs: number;
  cw: number;
  sw: number;
}

/** By direction: how many edges there are, and how wide the narrow ones of the tile are in which they are narrowest. */
interface Spread {
  edges: Uint32Array;
  narrowest: Float64Array;
  witnesses: Witness[];
}

const directionOf = (dx: number, dy: number): number => {
  const turn = (Math.atan2(dy, dx) / Math.PI) * edgeDirections;
  return (Math.round(turn) + 2 * edgeDirections) % edgeDirections;
};

const cosines = Float64Array.from({ length: edgeDirections }, (_, i) =>
  Math.cos((2 * Math.PI * i) / edgeDirections),
);
const sines = Float64Array.from({ length: edgeDirections }, (_, i) =>
  Math.sin((2 * Math.PI * i) / edgeDirections),
);

/** What a tile says of the swing, by its sorted widths of each direction; undefined where it knows too few. */
function witnessOf(found: readonly (readonly number[])[]): Witness | undefined {
  const known = found.flatMap((widths, i) =>
    widths.length < minInTile
      ? []
      : [
          {
            weight: Math.min(widths.length, maxWeight),
            log: Math.log(widths[Math.floor(widths.length * comparedShare)]!),
            cos: cosines[i]!,
            sin: sines[i]!,
          },
        ],
  );
  if (known.length < minDirections) return undefined;
  let [whole, log, cos, sin] = [0, 0, 0, 0];
  for (const at of known) {
    whole += at.weight;
    log += at.weight * at.log;
    cos += at.weight * at.cos;
    sin += at.weight * at.sin;
  }
  const witness = { cc: 0, ss: 0, cs: 0, cw: 0, sw: 0 };
  for (const at of known) {
    const [w, c, s] = [at.log - log / whole, at.cos - cos / whole, at.sin - sin / whole];
    witness.cc += at.weight * c * c;
    witness.ss += at.weight * s * s;
    witness.cs += at.weight * c * s;
    witness.cw += at.weight * c * w;
    witness.sw += at.weight * s * w;
  }
  return witness;
}

/** The swing that fits all tiles best, each with a width of its own (least squares); null where too few say anything. */
function swingOf(witnesses: readonly Witness[]): EdgeSwing | null {
  if (witnesses.length < minWitnesses) return null;
  const sum = (key: keyof Witness) => witnesses.reduce((whole, witness) => whole + witness[key], 0);
  const [cc, ss, cs, cw, sw] = [sum('cc'), sum('ss'), sum('cs'), sum('cw'), sum('sw')];
  const turn = cc * ss - cs * cs;
  if (turn <= minTurn * cc * ss) return null;
  const [cos, sin] = [(cw * ss - sw * cs) / turn, (sw * cc - cw * cs) / turn];
  const swing = Math.hypot(cos, sin);
  if (swing === 0) return { swing: 0, sureness: 0, agreement: 0 };
  const [c, s] = [cos / swing, sin / swing];
  let [heard, agreeing, errors] = [0, 0, 0];
  for (const witness of witnesses) {
    const said = witness.cw * c + witness.sw * s;
    const weight = witness.cc * c * c + 2 * witness.cs * c * s + witness.ss * s * s;
    heard += weight;
    if (said > agrees * swing * weight) agreeing += weight;
    errors += (said - swing * weight) ** 2;
  }
  const error = Math.sqrt((errors * witnesses.length) / (witnesses.length - 1)) / heard;
  return {
    swing: rounded(swing),
    sureness: rounded(Math.min(maxSureness, swing / Math.max(error, Number.EPSILON))),
    agreement: rounded(agreeing / heard),
  };
}

/** Adds the edges of a tile. */
function addTile({ edges, narrowest, witnesses }: Spread, tile: Plane, profile: Float32Array): void {
  const { samples, sizePx } = shrinkTile(tile);
  const places: Place[] = [];
  for (let y = 1; y < sizePx - 1; y++) {
    for (let x = 1; x < sizePx - 1; x++) {
      const at = y * sizePx + x;
      const across = (samples[at + 1]! - samples[at - 1]!) / 2;
      const down = (samples[at + sizePx]! - samples[at - sizePx]!) / 2;
      const slope = Math.sqrt(across * across + down * down);
      if (slope < minSlope) continue;
      const [px, py] = [(x + 0.5) * coarseScale - 0.5, (y + 0.5) * coarseScale - 0.5];
      places.push({ x: px, y: py, dx: across / slope, dy: down / slope });
    }
  }
  const found = Array.from({ length: edgeDirections }, (): number[] => []);
  const every = Math.max(1, places.length / maxEdges);
  for (let i = 0; i < places.length; i += every) {
    const place = places[Math.floor(i)]!;
    const width = widthAt(tile, place, profile);
    if (width > 0) found[directionOf(place.dx, place.dy)]!.push(width);
  }
  found.forEach((widths, direction) => {
    widths.sort((a, b) => a - b);
    edges[direction] = edges[direction]! + widths.length;
    if (widths.length < minInTile) return;
    const narrow = widths[Math.floor(widths.length * narrowShare)]!;
    narrowest[direction] = Math.min(narrowest[direction]!, narrow);
  });
  const witness = witnessOf(found);
  if (witness) witnesses.push(witness);
}

/** Steps between neighbours here and there in a tile. */
function detailOf(
  { bytes, channels, origin, stepX, stepY }: PixelView,
  left: number,
  top: number,
  sidePx: number,
) {
  const green = origin + (channels === 1 ? 0 : 1);
  const apart = Math.max(1, Math.floor(sidePx / 16));
  let detail = 0;
  for (let y = 0; y < 15; y++) {
    for (let x = 0; x < 15; x++) {
      const at = green + (left + x * apart) * stepX + (top + y * apart) * stepY;
      const value = bytes[at]!;
      detail += Math.abs(bytes[at + apart * stepX]! - value) + Math.abs(bytes[at + apart * stepY]! - value);
    }
  }
  return detail;
}

/** Where in a cell of the grid, that begins there and is so long, the tile goes; the most detailed of some places. */
function findTile(
  view: PixelView,
  cell: { left: number; top: number; width: number; height: number },
  sidePx: number,
) {
  let best = { left: 0, top: 0, detail: -1 };
  for (let i = 0; i < grid.places ** 2; i++) {
    const along = (start: number, length: number, step: number, size: number) =>
      Math.max(
        0,
        Math.min(size - sidePx, Math.floor(start + (length - sidePx) * (step / (grid.places - 1)))),
      );
    const left = along(cell.left, cell.width, i % grid.places, view.widthPx);
    const top = along(cell.top, cell.height, Math.floor(i / grid.places), view.heightPx);
    const detail = detailOf(view, left, top, sidePx);
    if (detail > best.detail) best = { left, top, detail };
  }
  return best;
}

/** How wide the narrow edges of each direction are, and how that swings within the tiles. */
export function measureEdges(view: PixelView): { edgeWidths: EdgeWidths; edgeSwing: EdgeSwing | null } {
  const shrink = Math.max(1, Math.round(Math.max(view.widthPx, view.heightPx) / copyPx));
  const shortest = Math.floor(Math.min(view.widthPx, view.heightPx) / shrink);
  const sizePx = Math.min(tilePx, Math.floor(shortest / coarseScale) * coarseScale);
  if (sizePx < minTilePx) {
    return { edgeWidths: Array.from({ length: edgeDirections }, () => null), edgeSwing: null };
  }
  const spread: Spread = {
    edges: new Uint32Array(edgeDirections),
    narrowest: new Float64Array(edgeDirections).fill(Number.POSITIVE_INFINITY),
    witnesses: [],
  };
  const profile = new Float32Array(2 * reach + 1);
  const isWide = view.widthPx >= view.heightPx;
  const [columns, rows] = isWide ? [grid.columns, grid.rows] : [grid.rows, grid.columns];
  const [width, height] = [view.widthPx / columns, view.heightPx / rows];
  for (let i = 0; i < columns * rows; i++) {
    const cell = { left: (i % columns) * width, top: Math.floor(i / columns) * height, width, height };
    const { left, top } = findTile(view, cell, sizePx * shrink);
    addTile(spread, cutLuma(view, { left, top, widthPx: sizePx, heightPx: sizePx, shrink }), profile);
  }
  const edgeWidths = Array.from(spread.narrowest, (narrow, direction) =>
    spread.edges[direction]! < minEdges || narrow === Number.POSITIVE_INFINITY
      ? null
      : rounded(narrow * shrink),
  );
  return { edgeWidths, edgeSwing: swingOf(spread.witnesses) };
}
