/**
 * Owns where in a photo the eye goes, as a small grid: what differs from its surroundings in light and opponent colours at
 * several scales (Itti, Koch and Niebur 1998, with box means for its pyramids), edges, and skin. Pure arithmetic on whole
 * numbers and on single operations that are exact everywhere, so that every machine makes the same grid.
 */
import type { SalienceGrid } from './crop-rules.ts';
import type { SmallPicture } from './small-picture.ts';

/** Cells across and along. */
const GRID = 32;
/** Half sizes of the centres, as shares of the picture's longer side; a surround reaches three times as far. */
const SCALES = [0.008, 0.02, 0.05, 0.11] as const;
const SURROUND = 3;
const HIGHEST = 15;
/** How much each part counts, once each was brought to a mean of 1. */
const PARTS = { light: 1, redGreen: 1, blueYellow: 1, edges: 0.8, skin: 1.2 } as const;
/** The corners count this much less than the centre. */
const CENTRE_PRIOR = 0.25;

type Plane = Float64Array;
type Size = { widthPx: number; heightPx: number };

/** Sums over all that lies above and left; one row and column more than the plane. */
function integralOf(plane: Int32Array, { widthPx, heightPx }: Size): Float64Array {
  const stride = widthPx + 1;
  const sums = new Float64Array(stride * (heightPx + 1));
  for (let y = 0; y < heightPx; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      row += plane[y * widthPx + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return sums;
}

type Integral = Size & { sums: Float64Array };

/** The mean of the square around a pixel, as far as it lies in the picture. */
function meanAround(
  { sums, widthPx, heightPx }: Integral,
  [x, y]: readonly [number, number],
  radius: number,
) {
  const stride = widthPx + 1;
  const [left, right] = [Math.max(0, x - radius), Math.min(widthPx, x + radius + 1)];
  const [top, bottom] = [Math.max(0, y - radius), Math.min(heightPx, y + radius + 1)];
  const sum =
    sums[bottom * stride + right]! -
    sums[top * stride + right]! -
    sums[bottom * stride + left]! +
    sums[top * stride + left]!;
  return sum / ((right - left) * (bottom - top));
}

/** Red, green and blue as light, red against green, blue against yellow; whole numbers on one scale. */
function opponentsOf({ rgb, widthPx, heightPx }: SmallPicture) {
  const count = widthPx * heightPx;
  const planes = {
    light: new Int32Array(count),
    redGreen: new Int32Array(count),
    blueYellow: new Int32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [red, green, blue] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
    planes.light[i] = 2 * red + 4 * green + 2 * blue;
    planes.redGreen[i] = 8 * (red - green);
    planes.blueYellow[i] = 8 * blue - 4 * (red + green);
  }
  return planes;
}

/** Adds up in the cells of the grid, as means, what `valueAt` gives for every second pixel. */
function pool({ widthPx, heightPx }: Size, valueAt: (x: number, y: number) => number): Plane {
  const sums = new Float64Array(GRID * GRID);
  const counts = new Float64Array(GRID * GRID);
  const step = Math.max(1, Math.floor(Math.min(widthPx, heightPx) / (GRID * 2)));
  for (let y = 0; y < heightPx; y += step) {
    const row = Math.floor(((y + 0.5) * GRID) / heightPx) * GRID;
    for (let x = 0; x < widthPx; x += step) {
      const cell = row + Math.floor(((x + 0.5) * GRID) / widthPx);
      sums[cell] = sums[cell]! + valueAt(x, y);
      counts[cell] = counts[cell]! + 1;
    }
  }
  return sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 0));
}

function contrastOf(plane: Int32Array, size: Size): Plane {
  const integral = { ...size, sums: integralOf(plane, size) };
  const longest = Math.max(size.widthPx, size.heightPx);
  const radii = SCALES.map((share) => Math.max(1, Math.round(longest * share)));
  return pool(size, (x, y) => {
    let sum = 0;
    for (const radius of radii) {
      const surround = meanAround(integral, [x, y], radius * SURROUND);
      sum += Math.abs(meanAround(integral, [x, y], radius) - surround);
    }
    return sum;
  });
}

function edgesOf(light: Int32Array, size: Size): Plane {
  const { widthPx, heightPx } = size;
  return pool(size, (x, y) => {
    const at = y * widthPx + x;
    const across = x + 1 < widthPx ? light[at + 1]! - light[at]! : 0;
    const along = y + 1 < heightPx ? light[at + widthPx]! - light[at]! : 0;
    return Math.abs(across) + Math.abs(along);
  });
}

/** Skin of any shade, by hue and saturation: red over green over blue, neither grey nor vivid. */
function skinOf({ rgb, widthPx, heightPx }: SmallPicture): Plane {
  return pool({ widthPx, heightPx }, (x, y) => {
    const at = 3 * (y * widthPx + x);
    const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    const isSkin =
      red > 60 && red > green && green >= blue && red - blue > 0.18 * red && red - blue < 0.68 * red;
    return isSkin && red - green < 0.4 * red && red - green > 0.06 * red ? 1 : 0;
  });
}

/** A part with few peaks counts for more than one that is alike everywhere; one that is flat counts nothing. */
function addPart(total: Plane, part: Plane, weight: number): void {
  const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
  const highest = part.reduce((most, value) => Math.max(most, value), 0);
  if (!(mean > 0 && highest > 0)) return;
  const flat = 1 - mean / highest;
  const peaked = flat * flat;
  for (let i = 0; i < total.length; i++) total[i] = total[i]! + (weight * peaked * part[i]!) / mean;
}

function centred(total: Plane): Plane {
  const middle = (GRID - 1) / 2;
  return total.map((value, i) => {
    const [x, y] = [(i % GRID) - middle, Math.floor(i / GRID) - middle];
    return value * (1 - (CENTRE_PRIOR * (x * x + y * y)) / (2 * middle * middle));
  });
}

/** Means of each cell and its neighbours: what draws the eye has some size. */
function smoothed(plane: Plane): Plane {
  return plane.map((_, i) => {
    const [x, y] = [i % GRID, Math.floor(i / GRID)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(GRID - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(GRID - 1, x + 1); column++, count++) {
        sum += plane[row * GRID + column]!;
      }
    }
    return sum / count;
  });
}

/** The grid of a small picture (256 pixels on its longer side say enough). A picture of one colour is 0 everywhere. */
export function mapSalience(picture: SmallPicture): SalienceGrid {
  const opponents = opponentsOf(picture);
  const total = new Float64Array(GRID * GRID);
  addPart(total, contrastOf(opponents.light, picture), PARTS.light);
  addPart(total, contrastOf(opponents.redGreen, picture), PARTS.redGreen);
  addPart(total, contrastOf(opponents.blueYellow, picture), PARTS.blueYellow);
  addPart(total, edgesOf(opponents.light, picture), PARTS.edges);
  addPart(total, skinOf(picture), PARTS.skin);
  const smooth = centred(smoothed(total));
  const highest = smooth.reduce((most, value) => Math.max(most, value), 0);
  const digits = Array.from(smooth, (value) =>
    highest > 0 ? Math.floor((value / highest) * HIGHEST + 0.5).toString(16) : '0',
  );
  return { columns: GRID, rows: GRID, cells: digits.join('') };
}
