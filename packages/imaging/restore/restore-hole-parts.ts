/**
 * Owns which parts of a mask are wide, and the connected ones among them. Knows nothing of the picture; changes no mask.
 */
import type { Plane8 } from '../kernels/kernel-planes.ts';

/** Left, top, right and bottom in pixels; right and bottom are the first beyond. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A connected part of what is wide. */
export interface HolePart {
  /** Its rows: y, first x, first x beyond, and so on; by y, then x. */
  runs: Int32Array;
  box: PixelBox;
  areaPx: number;
  /** The radius of the widest disc in it. */
  depthPx: number;
}

/** Steps of a distance: straight, diagonal; two are a pixel (Borgefors, "Distance transformations in digital images", 1986). */
const [straight, diagonal] = [2, 3] as const;
const far = 254;
/** What is wide reaches so many times its least depth beyond the discs that fit in, so that corners belong to it. */
const growth = 3;

/**
 * Makes every sample that isn't 0 its distance to the next one that is, in halves of a pixel, at most what it was. What lies
 * beyond the picture is as far as `beyond` says.
 */
function measureDistances(plane: Plane8, beyond: number): void {
  const { samples, widthPx, heightPx } = plane;
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? beyond : samples[y * widthPx + x]!;
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      if (samples[i] === 0) continue;
      const next = Math.min(at(x - 1, y), at(x, y - 1)) + straight;
      const across = Math.min(at(x - 1, y - 1), at(x + 1, y - 1)) + diagonal;
      samples[i] = Math.min(samples[i]!, next, across);
    }
  }
  for (let y = heightPx - 1, i = samples.length - 1; y >= 0; y--) {
    for (let x = widthPx - 1; x >= 0; x--, i--) {
      if (samples[i] === 0) continue;
      const next = Math.min(at(x + 1, y), at(x, y + 1)) + straight;
      const across = Math.min(at(x + 1, y + 1), at(x - 1, y + 1)) + diagonal;
      samples[i] = Math.min(samples[i]!, next, across);
    }
  }
}

/** Depths of what is marked: twice the distance to what isn't, or to the border of the picture, in pixels. */
function depthsOf({ samples, widthPx, heightPx }: Plane8): Plane8 {
  const depths = { samples: new Uint8Array(samples.length), widthPx, heightPx };
  for (let i = 0; i < samples.length; i++) if (samples[i]! > 127) depths.samples[i] = far;
  measureDistances(depths, 0);
  return depths;
}

/**
 * The wide parts of a mask: what lies in or near a disc of at least this radius that fits in. Twice the depth of each
 * pixel where it is wide (at most 254), else 0. Undefined where nothing is.
 */
export function findWide(mask: Plane8, depthPx: number): Plane8 | undefined {
  const depths = depthsOf(mask);
  const least = Math.min(far, Math.round(straight * depthPx));
  const { samples } = depths;
  if (!samples.some((depth) => depth >= least)) return undefined;
  const near = { ...mask, samples: new Uint8Array(samples.length) };
  const reach = Math.min(far - 1, growth * least);
  for (let i = 0; i < samples.length; i++) near.samples[i] = samples[i]! >= least ? 0 : far;
  measureWithin(near, depths);
  for (let i = 0; i < samples.length; i++) if (near.samples[i]! > reach) samples[i] = 0;
  return depths;
}

/** Makes each sample its distance to the next that is 0, along what has a depth; what has none stays as far as it is. */
function measureWithin({ samples, widthPx, heightPx }: Plane8, { samples: depths }: Plane8): void {
  const pass = (from: number, step: number) => {
    for (let count = 0, i = from; count < samples.length; count++, i += step) {
      if (depths[i] === 0 || samples[i] === 0) continue;
      const x = i % widthPx;
      const y = (i - x) / widthPx;
      let least: number = samples[i]!;
      // The three of the row before and the one before, as the pass goes.
      const row = y - step;
      if (row >= 0 && row < heightPx) {
        const above = row * widthPx + x;
        least = Math.min(least, samples[above]! + straight);
        if (x > 0) least = Math.min(least, samples[above - 1]! + diagonal);
        if (x < widthPx - 1) least = Math.min(least, samples[above + 1]! + diagonal);
      }
      const before = x - step;
      if (before >= 0 && before < widthPx) least = Math.min(least, samples[i - step]! + straight);
      samples[i] = least;
    }
  };
  for (let time = 0; time < 2; time++) {
    pass(0, 1);
    pass(samples.length - 1, -1);
  }
}

/** Rows of marked samples: y, first x, first x beyond. */
function listRuns({ samples, widthPx, heightPx }: Plane8): Int32Array {
  const runs: number[] = [];
  for (let y = 0, row = 0; y < heightPx; y++, row += widthPx) {
    for (let x = 0; x < widthPx; x++) {
      if (samples[row + x] === 0) continue;
      const from = x;
      while (x < widthPx && samples[row + x] !== 0) x++;
      runs.push(y, from, x);
    }
  }
  return Int32Array.from(runs);
}

/** Which part each run belongs to: the index of a run of it, the same for all of them. */
function joinRuns(runs: Int32Array): Int32Array {
  const count = runs.length / 3;
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  const rootOf = (run: number): number => {
    let at = run;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  for (let run = 0, above = 0; run < count; run++) {
    const [y, from, end] = [runs[3 * run]!, runs[3 * run + 1]!, runs[3 * run + 2]!];
    while (
      above < run &&
      (runs[3 * above]! < y - 1 || (runs[3 * above]! === y - 1 && runs[3 * above + 2]! < from))
    )
      above++;
    for (let i = above; i < run && runs[3 * i]! === y - 1 && runs[3 * i + 1]! <= end; i++) {
      const [a, b] = [rootOf(i), rootOf(run)];
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return parents.map((_, run) => rootOf(run));
}

/** The connected parts of what `findWide` has found, the deepest first. */
export function listHoleParts(wide: Plane8): HolePart[] {
  const runs = listRuns(wide);
  const roots = joinRuns(runs);
  const members = new Map<number, number[]>();
  roots.forEach((root, run) => {
    const list = members.get(root);
    if (list) list.push(run);
    else members.set(root, [run]);
  });
  const parts = [...members.values()].map((list): HolePart => {
    const own = new Int32Array(3 * list.length);
    const box = { left: wide.widthPx, top: wide.heightPx, right: 0, bottom: 0 };
    let [areaPx, deepest] = [0, 0];
    list.forEach((run, index) => {
      const [y, from, end] = [runs[3 * run]!, runs[3 * run + 1]!, runs[3 * run + 2]!];
      own.set([y, from, end], 3 * index);
      areaPx += end - from;
      for (let x = from; x < end; x++) deepest = Math.max(deepest, wide.samples[y * wide.widthPx + x]!);
      box.left = Math.min(box.left, from);
      box.right = Math.max(box.right, end);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    });
    // Deeper than can be told: half the shorter side, or as a disc of that area.
    const isDeeper = deepest >= far;
    const shortPx = Math.min(box.right - box.left, box.bottom - box.top);
    const guess = Math.max(deepest / straight, Math.min(shortPx / 2, Math.sqrt(areaPx / Math.PI)));
    return { runs: own, box, areaPx, depthPx: isDeeper ? guess : deepest / straight };
  });
  return parts.sort((a, b) => b.depthPx - a.depthPx || a.box.top - b.box.top || a.box.left - b.box.left);
}
