/**
 * Owns how blurred a picture is, in its own pixels: at its strongest edges the picture is blurred once more, and how much
 * flatter they get says how wide they were (Zhuo and Sim, "Defocus map estimation from a single image", 2011). Noise is
 * removed first: it looks like sharpness. Wide blur is measured on smaller copies, where it is narrow and noise is low. Only
 * the tiles with the strongest detail are looked at: where the photo is meant to be sharp. Pure arithmetic.
 */
import { denoisePlane, type Plane } from '../pixels/dct-denoise.ts';
import { cutLuma, type PixelView } from '../pixels/pixel-view.ts';

/** Tiles looked at, and their size in samples. */
const tilePx = 128;
const minTilePx = 32;
const maxTiles = 12;
/** Tiles of a large photo that are asked for their detail. */
const maxCandidates = 1500;
/** Detail is looked for at every so many samples of a tile. */
const scanStep = 8;
/** Enough to see edges by: a part of the noise is left, so that soft detail isn't taken for it. */
const denoise = { share: 0.65, minSigma: 0.7, stepPx: 4 };
/** Width of the second blur. */
const secondBlur = 1;
/** An edge rises at least so much a pixel, on a scale of 255, after the second blur. */
const weakestEdge = 4;
/** The steepest edges of all tiles count, this share of their pixels; weaker ones are drowned by noise or soft by nature. */
const edgeShare = 0.002;
const minEdges = 40;
/** How much each copy is smaller than the one before, and how many are looked at together. */
const copies = 3;
/** From such a blur on, in samples of the largest copy, smaller copies know better. */
const wideBlur = 5;
const maxShrink = 8;
const minBlur = 0.3;
/** What pictures that are sharp to the pixel show in all copies (natural edges are no steps), and what counts as their blur. */
const sharpVariance = { shown: 1.82, own: 0.25 };
const maxBlur = 40;

const reach = 4;
const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
  Math.exp(-((i - reach) ** 2) / (2 * secondBlur ** 2)),
);
const kernelSum = kernel.reduce((sum, value) => sum + value, 0);
for (let i = 0; i < kernel.length; i++) kernel[i] = kernel[i]! / kernelSum;
const [outerWeight, wideWeight, nearWeight, nextWeight, ownWeight] = kernel as unknown as [
  number,
  number,
  number,
  number,
  number,
];

/** A row whose ends go on by `REACH`, blurred into column `x` of a plane so wide. */
function blurRow(row: Float32Array, out: Float32Array, { x, widthPx }: { x: number; widthPx: number }): void {
  const last = row.length - 2 * reach;
  for (let i = 0, to = x; i < last; i++, to += widthPx) {
    out[to] =
      outerWeight * (row[i]! + row[i + 8]!) +
      wideWeight * (row[i + 1]! + row[i + 7]!) +
      nearWeight * (row[i + 2]! + row[i + 6]!) +
      nextWeight * (row[i + 3]! + row[i + 5]!) +
      ownWeight * row[i + 4]!;
  }
}

/** Rows blurred and turned: rows become columns, so that the second pass is the same as the first. */
function blurRows({ samples, widthPx, heightPx }: Plane): Plane {
  const out = new Float32Array(samples.length);
  const row = new Float32Array(widthPx + 2 * reach);
  for (let y = 0; y < heightPx; y++) {
    const start = y * widthPx;
    row.fill(samples[start]!, 0, reach);
    row.set(samples.subarray(start, start + widthPx), reach);
    row.fill(samples[start + widthPx - 1]!, reach + widthPx);
    blurRow(row, out, { x: y, widthPx: heightPx });
  }
  return { samples: out, widthPx: heightPx, heightPx: widthPx };
}

const blur = (plane: Plane): Plane => blurRows(blurRows(plane));

interface Tile {
  left: number;
  top: number;
}
/** In pixels of the view; `shrink` of them are a sample. */
interface TileSize {
  sizePx: number;
  shrink: number;
}

/** Where detail is looked for: `count` places, `step` bytes apart, and the distances to a neighbour across and along. */
interface DetailRow {
  start: number;
  count: number;
  step: number;
  right: number;
  below: number;
}

/** Squared steps between neighbouring means of four samples. */
function detailOfRow(bytes: Uint8Array, { start, count, step, right, below }: DetailRow): number {
  let detail = 0;
  for (let i = 0, at = start; i < count; i++, at += step) {
    const next = at + right;
    const under = at + below;
    const here = bytes[at]! + bytes[next]! + bytes[under]! + bytes[under + right]!;
    const beside = at + 2 * right;
    const across =
      bytes[beside]! +
      bytes[beside + right]! +
      bytes[beside + below]! +
      bytes[beside + right + below]! -
      here;
    const lower = at + 2 * below;
    const along =
      bytes[lower]! + bytes[lower + right]! + bytes[lower + below]! + bytes[lower + right + below]! - here;
    detail += across * across + along * along;
  }
  return detail;
}

/** How much detail a tile has, here and there. */
function detailOf(view: PixelView, { left, top }: Tile, { sizePx, shrink }: TileSize): number {
  const { bytes, channels, stepX, stepY } = view;
  const green = view.origin + (channels === 1 ? 0 : 1);
  const apart = scanStep * shrink;
  const count = Math.floor((sizePx - 4 * shrink) / apart) + 1;
  const [right, below, step] = [shrink * stepX, shrink * stepY, apart * stepX];
  let detail = 0;
  for (let row = 0; row < count; row++) {
    const start = green + left * stepX + (top + row * apart) * stepY;
    detail += detailOfRow(bytes, { start, count, step, right, below });
  }
  return detail;
}

/** The tiles with the most detail, of a grid over the picture. */
export function chooseTiles(view: PixelView, size: TileSize): Tile[] {
  const { sizePx } = size;
  const columns = Math.max(1, Math.floor(view.widthPx / sizePx));
  const rows = Math.max(1, Math.floor(view.heightPx / sizePx));
  const every = Math.ceil((columns * rows) / maxCandidates);
  const found: (Tile & { detail: number })[] = [];
  for (let index = 0; index < columns * rows; index += every) {
    const tile = { left: (index % columns) * sizePx, top: Math.floor(index / columns) * sizePx };
    found.push({ ...tile, detail: detailOf(view, tile, size) });
  }
  return found.toSorted((a, b) => b.detail - a.detail).slice(0, maxTiles);
}

const ratioBins = 1000;
const steepnessBins = 1024;
const binOfRatio = (ratio: number) => Math.max(0, Math.min(ratioBins - 1, Math.floor((ratio - 1) * 250)));
const binOfSteepness = (value: number) => Math.min(steepnessBins - 1, Math.floor(value * 8));

const steepnessAt = (samples: Float32Array, at: number, widthPx: number): number => {
  const across = samples[at + 1]! - samples[at - 1]!;
  const down = samples[at + widthPx]! - samples[at - widthPx]!;
  return Math.sqrt(across * across + down * down) / 2;
};

/** A tile, and how steep each of its pixels is after the second blur. */
interface Look {
  tile: Plane;
  steepness: Float32Array;
}

/** How steep each sample is, but for those at the edge; adds all to `spread`. */
function measureSteepness({ samples, widthPx, heightPx }: Plane, spread: Uint32Array): Float32Array {
  const steepness = new Float32Array(samples.length);
  for (let y = 2; y < heightPx - 2; y++) {
    for (let at = y * widthPx + 2; at < y * widthPx + widthPx - 2; at++) {
      const value = steepnessAt(samples, at, widthPx);
      steepness[at] = value;
      const bin = binOfSteepness(value);
      spread[bin] = spread[bin]! + 1;
    }
  }
  return steepness;
}

/** Looks at a tile, and adds what is found to `spread`. */
const lookAt = (tile: Plane, spread: Uint32Array): Look => ({
  tile,
  steepness: measureSteepness(blur(tile), spread),
});

/** The steepness that the given number of pixels reach; at least that of the weakest edge. */
function minOf(spread: Uint32Array, wanted: number): number {
  let bin = spread.length - 1;
  for (let seen = 0; bin > weakestEdge * 8; bin--) {
    seen += spread[bin]!;
    if (seen >= wanted) break;
  }
  return bin / 8;
}

/** Counts how much steeper the edges are than after the second blur. */
function countRatios(looks: readonly Look[], min: number): Uint32Array {
  const counts = new Uint32Array(ratioBins);
  for (const { tile, steepness } of looks) {
    const { samples, widthPx } = tile;
    for (let at = 0; at < steepness.length; at++) {
      const value = steepness[at]!;
      if (value >= min) counts[binOfRatio(steepnessAt(samples, at, widthPx) / value)]! += 1;
    }
  }
  return counts;
}

/** By how much the edges of the copy that is smaller by `shrink` get flatter; undefined when there are too few. */
function findRatio(view: PixelView, noiseSigma: number, shrink: number): number | undefined {
  const sizePx = Math.min(tilePx, Math.floor(Math.min(view.widthPx, view.heightPx) / shrink));
  if (sizePx < minTilePx) return undefined;
  const sigma = (noiseSigma / shrink) * denoise.share;
  const spread = new Uint32Array(steepnessBins);
  const looks = chooseTiles(view, { sizePx: sizePx * shrink, shrink }).map(({ left, top }) => {
    const tile = cutLuma(view, { left, top, widthPx: sizePx, heightPx: sizePx, shrink });
    const isNoisy = sigma >= denoise.minSigma;
    return lookAt(isNoisy ? denoisePlane(tile, { sigma, stepPx: denoise.stepPx }) : tile, spread);
  });
  const wanted = Math.max(minEdges, looks.length * sizePx * sizePx * edgeShare);
  const counts = countRatios(looks, minOf(spread, wanted));
  const edges = counts.reduce((sum, count) => sum + count, 0);
  if (edges < minEdges) return undefined;
  let bin = 0;
  for (let seen = counts[0]!; seen < edges / 2; seen += counts[bin]!) bin += 1;
  return 1 + (bin + 0.5) / 250;
}

/** What a copy shows of a blurred edge: `sigma` in its own samples, each of which is a mean of the photo's pixels. */
function ratioOf(blurPx: number, shrink: number): number {
  const sigma2 = (blurPx / shrink) ** 2 + (1 - shrink ** -2) / 12;
  // Gaussians of sigma s and sqrt(s² + s0²): their edges' steepness has the ratio sqrt(s² + s0²) / s.
  return Math.sqrt(1 + secondBlur ** 2 / sigma2);
}

/** The blur of a Gaussian edge that all the copies together would show as found; the geometric mean evens out what one errs. */
function solveBlur(found: readonly { shrink: number; ratio: number }[]): number {
  const wanted = found.reduce((sum, { ratio }) => sum + Math.log(ratio - 1), 0);
  let [low, high] = [minBlur, maxBlur];
  for (let round = 0; round < 40; round++) {
    const middle = Math.sqrt(low * high);
    const shown = found.reduce((sum, { shrink }) => sum + Math.log(ratioOf(middle, shrink) - 1), 0);
    if (shown > wanted) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The blur of the sharpest edges: the sigma of a Gaussian, in pixels of the view. About 0.5 for a photo that is sharp to the
 * pixel. `noiseSigma` is that of the luma on a scale of 255. Undefined when there are too few edges to tell.
 */
export function measureBlur(view: PixelView, noiseSigma: number): number | undefined {
  const ratios = new Map<number, number | undefined>();
  let blurPx: number | undefined;
  for (let first = 1; first <= maxShrink; first *= 2) {
    const found: { shrink: number; ratio: number }[] = [];
    for (let shrink = first; shrink < first * 2 ** copies; shrink *= 2) {
      if (!ratios.has(shrink)) ratios.set(shrink, findRatio(view, noiseSigma, shrink));
      const ratio = ratios.get(shrink);
      if (ratio !== undefined) found.push({ shrink, ratio });
    }
    if (found.length === 0) break;
    const shown = solveBlur(found);
    const variance = shown ** 2 - (sharpVariance.shown - sharpVariance.own) * first ** 2;
    // Sharper than sharp is sharp; the order is kept.
    blurPx = variance > minBlur ** 2 ? Math.sqrt(variance) : minBlur * Math.min(1, shown / 2);
    if (ratios.get(first) !== undefined && shown < wideBlur * first) break;
  }
  return blurPx;
}
