/**
 * Owns where in a photo the eye goes, as a small grid: what differs from its surroundings in light and opponent colours at
 * several scales (Itti, Koch and Niebur 1998, with box means for its pyramids), edges, and skin. Pure arithmetic on whole
 * numbers and on single operations that are exact everywhere, so that every machine makes the same grid.
 */
import type { SalienceGrid } from '../layout/crop-rules.ts';
import type { SmallPicture } from '../pixels/small-picture.ts';

/** Cells across and along. */
const grid = 32;
/** Half sizes of the centres, as shares of the picture's longer side; a surround reaches three times as far. */
const scales = [0.008, 0.02, 0.05, 0.11] as const;
const surroundScale = 3;
const maxContrast = 15;
/** How much each part counts, once each was brought to a mean of 1. */
const parts = { light: 1, redGreen: 1, blueYellow: 1, edges: 0.8, skin: 1.2 } as const;
/** The corners count this much less than the centre. */
const centrePrior = 0.25;

type Plane = Float64Array;
interface Size {
  widthPx: number;
  heightPx: number;
}

/** Sums over all that lies above and left; one row and column more than the plane. */
function integralOf(plane: Int32Array, { widthPx, heightPx }: Size): Float64Array {
  const stride = widthPx + 1;
  const sums = new Float64Array(stride * (heightPx + 1));
  const below = new Float64Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    addRow(below, plane, y * widthPx);
    sums.set(below, (y + 1) * stride + 1);
  }
  return sums;
}

/** Adds to each sum all of the row from `from` on that lies left of it, and itself. */
function addRow(sums: Float64Array, plane: Int32Array, from: number): void {
  let row = 0;
  for (let x = 0; x < sums.length; x++) {
    row += plane[from + x]!;
    sums[x] = sums[x]! + row;
  }
}

type Integral = Size & { sums: Float64Array };

/** The row of a plane whose values are wanted, and that of every so many pixels. */
interface WantedRow {
  y: number;
  every: number;
}

/** Adds to each value by how much the square around its pixel, as far as it lies in the picture, differs from a larger one. */
function addContrasts(values: Float64Array, integral: Integral, row: WantedRow & { radius: number }): void {
  const { sums, widthPx } = integral;
  const { radius, every } = row;
  const near = bandOf(integral, row.y, radius);
  const far = bandOf(integral, row.y, radius * surroundScale);
  const reach = radius * surroundScale;
  for (let i = 0, x = 0; i < values.length; i++, x += every) {
    const left = Math.max(0, x - radius);
    const right = Math.min(widthPx, x + radius + 1);
    const centre =
      sums[near.bottom + right]! -
      sums[near.top + right]! -
      sums[near.bottom + left]! +
      sums[near.top + left]!;
    const start = Math.max(0, x - reach);
    const end = Math.min(widthPx, x + reach + 1);
    const surround =
      sums[far.bottom + end]! - sums[far.top + end]! - sums[far.bottom + start]! + sums[far.top + start]!;
    const difference = centre / ((right - left) * near.rows) - surround / ((end - start) * far.rows);
    values[i] = values[i]! + Math.abs(difference);
  }
}

/** Where the rows around one begin in an integral: those above the first and of the last, and how many there are. */
function bandOf({ widthPx, heightPx }: Size, y: number, radius: number) {
  const [top, bottom] = [Math.max(0, y - radius), Math.min(heightPx, y + radius + 1)];
  return { top: top * (widthPx + 1), bottom: bottom * (widthPx + 1), rows: bottom - top };
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

/** Puts the values of a row where there are zeros. */
type PutRow = (values: Float64Array, row: WantedRow) => void;

/** Adds up in the cells of the grid, as means, the values of every second pixel. */
function pool({ widthPx, heightPx }: Size, putRow: PutRow): Plane {
  const sums = new Float64Array(grid * grid);
  const counts = new Float64Array(grid * grid);
  const every = Math.max(1, Math.floor(Math.min(widthPx, heightPx) / (grid * 2)));
  const values = new Float64Array(Math.ceil(widthPx / every));
  const columns = Int32Array.from(values, (_, i) => Math.floor(((i * every + 0.5) * grid) / widthPx));
  for (let y = 0; y < heightPx; y += every) {
    const first = Math.floor(((y + 0.5) * grid) / heightPx) * grid;
    const inRow = { sums: sums.subarray(first), counts: counts.subarray(first), columns };
    putRow(values.fill(0), { y, every });
    addToCells(values, inRow);
  }
  return sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 0));
}

interface CellRow {
  sums: Float64Array;
  counts: Float64Array;
  columns: Int32Array;
}

function addToCells(values: Float64Array, { sums, counts, columns }: CellRow): void {
  for (let i = 0; i < values.length; i++) {
    const cell = columns[i]!;
    sums[cell] = sums[cell]! + values[i]!;
    counts[cell] = counts[cell]! + 1;
  }
}

function contrastOf(plane: Int32Array, { widthPx, heightPx }: Size): Plane {
  const size = { widthPx, heightPx };
  const integral = { widthPx, heightPx, sums: integralOf(plane, size) };
  const longest = Math.max(widthPx, heightPx);
  const radii = scales.map((share) => Math.max(1, Math.round(longest * share)));
  return pool(size, (values, { y, every }) => {
    for (const radius of radii) addContrasts(values, integral, { y, every, radius });
  });
}

function edgesOf(light: Int32Array, size: Size): Plane {
  const { widthPx, heightPx } = size;
  return pool(size, (values, { y, every }) => {
    const start = y * widthPx;
    const below = y + 1 < heightPx ? widthPx : 0;
    for (let i = 0, x = 0; x < widthPx; i++, x += every) {
      const at = start + x;
      const next = x + 1 < widthPx ? 1 : 0;
      values[i] = Math.abs(light[at + next]! - light[at]!) + Math.abs(light[at + below]! - light[at]!);
    }
  });
}

/** Skin of any shade, by hue and saturation: red over green over blue, neither grey nor vivid. */
function isSkin(red: number, green: number, blue: number): boolean {
  const isWarm =
    red > 60 && red > green && green >= blue && red - blue > 0.18 * red && red - blue < 0.68 * red;
  return isWarm && red - green < 0.4 * red && red - green > 0.06 * red;
}

function skinOf({ rgb, widthPx, heightPx }: SmallPicture): Plane {
  return pool({ widthPx, heightPx }, (values, { y, every }) => {
    for (let i = 0, at = 3 * y * widthPx; i < values.length; i++, at += 3 * every) {
      values[i] = Number(isSkin(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!));
    }
  });
}

/** A part with few peaks counts for more than one that is alike everywhere; one that is flat counts nothing. */
function addPart(total: Plane, part: Plane, weight: number): void {
  const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
  const highest = part.reduce((max, value) => Math.max(max, value), 0);
  if (!(mean > 0 && highest > 0)) return;
  const flat = 1 - mean / highest;
  const peaked = flat * flat;
  for (let i = 0; i < total.length; i++) total[i] = total[i]! + (weight * peaked * part[i]!) / mean;
}

function centred(total: Plane): Plane {
  const middle = (grid - 1) / 2;
  return total.map((value, i) => {
    const [x, y] = [(i % grid) - middle, Math.floor(i / grid) - middle];
    return value * (1 - (centrePrior * (x * x + y * y)) / (2 * middle * middle));
  });
}

/** Means of each cell and its neighbours: what draws the eye has some size. */
function smoothed(plane: Plane): Plane {
  return plane.map((_, i) => {
    const [x, y] = [i % grid, Math.floor(i / grid)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(grid - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(grid - 1, x + 1); column++, count++) {
        sum += plane[row * grid + column]!;
      }
    }
    return sum / count;
  });
}

/** The grid of a small picture (256 pixels on its longer side say enough). A picture of one colour is 0 everywhere. */
export function mapSalience(picture: SmallPicture): SalienceGrid {
  const opponents = opponentsOf(picture);
  const total = new Float64Array(grid * grid);
  addPart(total, contrastOf(opponents.light, picture), parts.light);
  addPart(total, contrastOf(opponents.redGreen, picture), parts.redGreen);
  addPart(total, contrastOf(opponents.blueYellow, picture), parts.blueYellow);
  addPart(total, edgesOf(opponents.light, picture), parts.edges);
  addPart(total, skinOf(picture), parts.skin);
  const smooth = centred(smoothed(total));
  const highest = smooth.reduce((max, value) => Math.max(max, value), 0);
  const digits = Array.from(smooth, (value) =>
    highest > 0 ? Math.floor((value / highest) * maxContrast + 0.5).toString(16) : '0',
  );
  return { columns: grid, rows: grid, cells: digits.join('') };
}
