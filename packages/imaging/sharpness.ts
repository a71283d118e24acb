/**
 * Owns how blurred a picture is, in its own pixels: at its strongest edges the picture is blurred once more, and how much
 * flatter they get says how wide they were (Zhuo and Sim, "Defocus map estimation from a single image", 2011). Noise is
 * removed first: it looks like sharpness. Pure arithmetic.
 */
import { denoisePlane, type Plane } from './dct-denoise.ts';

/** Tiles looked at, and their size: the parts with the strongest edges, where the photo is meant to be sharp. */
const TILE_PX = 192;
const MAX_TILES = 14;
/** Width of the second blur. */
const SECOND_BLUR = 1;
/** An edge rises at least so much a pixel, on a scale of 255, after the second blur. */
const WEAKEST_EDGE = 4;
/** Of each tile this share of the steepest pixels is looked at. */
const EDGE_SHARE = 0.05;
/** Which of the ratios counts: the sharpest edges, without the outliers. */
const PERCENTILE = 0.9;
const MIN_EDGES = 150;
/** From here on the second blur is too small to show much: the picture is looked at in half the size. */
const WIDE_BLUR = 1.4;
const MAX_HALVINGS = 3;
const MAX_BLUR = 20;

const KERNEL = Float32Array.from({ length: 9 }, (_, i) => Math.exp(-((i - 4) ** 2) / (2 * SECOND_BLUR ** 2)));
const KERNEL_SUM = KERNEL.reduce((sum, value) => sum + value, 0);

function blurRows(plane: Plane): Plane {
  const { samples, widthPx, heightPx } = plane;
  const out = new Float32Array(samples.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      let sum = 0;
      for (let k = -4; k <= 4; k++) {
        const at = Math.max(0, Math.min(widthPx - 1, x + k));
        sum += KERNEL[k + 4]! * samples[y * widthPx + at]!;
      }
      // Turned: rows become columns, so that the second pass is the same as the first.
      out[x * heightPx + y] = sum / KERNEL_SUM;
    }
  }
  return { samples: out, widthPx: heightPx, heightPx: widthPx };
}

const blur = (plane: Plane): Plane => blurRows(blurRows(plane));

function gradientAt({ samples, widthPx }: Plane, x: number, y: number): number {
  const at = y * widthPx + x;
  return Math.hypot(samples[at + 1]! - samples[at - 1]!, samples[at + widthPx]! - samples[at - widthPx]!) / 2;
}

function cut(
  { samples, widthPx }: Plane,
  area: { left: number; top: number; width: number; height: number },
): Plane {
  const out = new Float32Array(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = (area.top + y) * widthPx + area.left;
    out.set(samples.subarray(from, from + area.width), y * area.width);
  }
  return { samples: out, widthPx: area.width, heightPx: area.height };
}

/** The tiles with the strongest edges at a quarter of the size, where noise counts little. */
function findTiles(plane: Plane): { left: number; top: number; width: number; height: number }[] {
  const { samples, widthPx, heightPx } = plane;
  const [width, height] = [Math.min(TILE_PX, widthPx), Math.min(TILE_PX, heightPx)];
  const tiles: { left: number; top: number; energy: number }[] = [];
  const boxAt = (x: number, y: number) => {
    let sum = 0;
    for (let dy = 0; dy < 4; dy++) {
      for (let dx = 0; dx < 4; dx++) sum += samples[(y + dy) * widthPx + x + dx]!;
    }
    return sum / 16;
  };
  for (let top = 0; top + height <= heightPx; top += height) {
    for (let left = 0; left + width <= widthPx; left += width) {
      let energy = 0;
      for (let y = top; y + 8 <= top + height; y += 8) {
        for (let x = left; x + 8 <= left + width; x += 8) {
          const here = boxAt(x, y);
          energy += (boxAt(x + 4, y) - here) ** 2 + (boxAt(x, y + 4) - here) ** 2;
        }
      }
      tiles.push({ left, top, energy });
    }
  }
  tiles.sort((a, b) => b.energy - a.energy);
  return tiles.slice(0, MAX_TILES).map(({ left, top }) => ({ left, top, width, height }));
}

/** How much steeper each strong edge of a tile is than after the second blur. */
function edgeRatios(tile: Plane): number[] {
  const blurred = blur(tile);
  const edges: { steepness: number; ratio: number }[] = [];
  for (let y = 2; y < tile.heightPx - 2; y++) {
    for (let x = 2; x < tile.widthPx - 2; x++) {
      const steepness = gradientAt(blurred, x, y);
      if (steepness >= WEAKEST_EDGE) edges.push({ steepness, ratio: gradientAt(tile, x, y) / steepness });
    }
  }
  edges.sort((a, b) => b.steepness - a.steepness);
  return edges.slice(0, Math.ceil(tile.samples.length * EDGE_SHARE)).map(({ ratio }) => ratio);
}

/** The blur as far as it can be told at this size; undefined when there are too few edges. */
function measureNearBlur(plane: Plane, noiseSigma: number): number | undefined {
  if (plane.widthPx < 32 || plane.heightPx < 32) return undefined;
  const ratios: number[] = [];
  for (const area of findTiles(plane)) {
    const tile = cut(plane, area);
    const clean = noiseSigma > 1 ? denoisePlane(tile, { sigma: noiseSigma, stepPx: 2 }) : tile;
    ratios.push(...edgeRatios(clean));
  }
  if (ratios.length < MIN_EDGES) return undefined;
  ratios.sort((a, b) => a - b);
  const ratio = ratios[Math.floor(ratios.length * PERCENTILE)]!;
  // Gaussians of sigma s and sqrt(s² + s0²): their edges' steepness has the ratio sqrt(s² + s0²) / s.
  return ratio > 1 ? SECOND_BLUR / Math.sqrt(ratio ** 2 - 1) : MAX_BLUR;
}

/** Half the size: each sample the mean of four, so noise halves too. */
function halve({ samples, widthPx, heightPx }: Plane): Plane {
  const [width, height] = [widthPx >> 1, heightPx >> 1];
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * widthPx + 2 * x;
      out[y * width + x] =
        (samples[at]! + samples[at + 1]! + samples[at + widthPx]! + samples[at + widthPx + 1]!) / 4;
    }
  }
  return { samples: out, widthPx: width, heightPx: height };
}

/**
 * The blur of the sharpest edges: the sigma of a Gaussian, in pixels of the plane (samples from 0 to 255). About 0.6 for a
 * photo that is sharp to the pixel. Undefined when there are too few edges to tell.
 */
export function measureBlur(plane: Plane, noiseSigma: number): number | undefined {
  let [level, noise] = [plane, noiseSigma];
  let found = measureNearBlur(level, noise);
  for (let halving = 1; halving <= MAX_HALVINGS && found !== undefined; halving++) {
    const scale = 2 ** (halving - 1);
    if (found / scale < WIDE_BLUR) break;
    level = halve(level);
    noise /= 2;
    const wide = measureNearBlur(level, noise);
    if (wide === undefined) break;
    found = Math.max(found, wide * scale * 2);
  }
  return found === undefined ? undefined : Math.min(MAX_BLUR, found);
}
