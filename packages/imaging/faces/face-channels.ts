/**
 * Owns what the face detector looks at: gradients by direction and locally normalised light, in cells of 3 x 3 pixels
 * (Dollár et al., "Fast feature pyramids for object detection", 2014, without its interpolation). A byte each. Nothing here
 * but additions, products, quotients and square roots, which are the same on every machine. Must never know what a face is.
 */

/** Pixels of a cell's side, and how many numbers a cell has: light, six directions of gradients, all gradients. */
export const CELL_PX = 3;
export const CHANNELS = 8;
const DIRECTIONS = 6;
/** Half sizes, in pixels, of the surroundings that light and gradients are compared with. */
const LIGHT_RADIUS = 18;
const GRADIENT_RADIUS = 12;
/** Deviation (of 255) and gradient under which all is as good as flat. */
const FLAT_DEVIATION = 5;
const FLAT_GRADIENT = 2.5;
const LIGHT_SCALE = 48;
const GRADIENT_SCALE = 40;
/** Tangents of the borders between directions, at 15, 45 and 75 degrees. */
const [TAN_15, TAN_75] = [0.2679491924311227, 3.7320508075688772];

/** Luma, 0 to 255, row by row. */
export type GreyPicture = { samples: Float32Array; widthPx: number; heightPx: number };

/** Cells row by row, `CHANNELS` bytes each. */
export type FaceCells = { bytes: Uint8Array; columns: number; rows: number };

/** Which of the six directions a gradient has, light to dark and dark to light alike. */
function directionOf(gradientX: number, gradientY: number): number {
  const down = Math.abs(gradientY);
  const across = Math.abs(gradientX);
  if (down < TAN_15 * across) return 0;
  if (down > TAN_75 * across) return 3;
  const isRising = gradientY < 0 ? gradientX < 0 : gradientX > 0;
  if (isRising) return down > across ? 2 : 1;
  return down > across ? 4 : 5;
}

/** [1 2 1] / 4 in both directions: noise and halftone count less. */
function smooth({ samples, widthPx, heightPx }: GreyPicture): Float32Array {
  const rows = new Float32Array(samples.length);
  for (let y = 0; y < heightPx; y++) {
    const start = y * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const left = samples[start + Math.max(0, x - 1)]!;
      const right = samples[start + Math.min(widthPx - 1, x + 1)]!;
      rows[start + x] = (left + 2 * samples[start + x]! + right) / 4;
    }
  }
  const out = new Float32Array(samples.length);
  for (let y = 0; y < heightPx; y++) {
    const [above, here] = [Math.max(0, y - 1) * widthPx, y * widthPx];
    const below = Math.min(heightPx - 1, y + 1) * widthPx;
    for (let x = 0; x < widthPx; x++) {
      out[here + x] = (rows[above + x]! + 2 * rows[here + x]! + rows[below + x]!) / 4;
    }
  }
  return out;
}

type Sums = {
  light: Float64Array;
  squares: Float64Array;
  gradients: Float64Array;
  columns: number;
  rows: number;
};

/** Per cell: its mean light, its gradients by direction, and running sums over all cells above and left. */
function poolCells(light: Float32Array, widthPx: number, columns: number, rows: number) {
  const means = new Float64Array(columns * rows);
  const directions = new Float64Array(columns * rows * DIRECTIONS);
  const heightPx = light.length / widthPx;
  for (let y = 0; y < rows * CELL_PX; y++) {
    const above = Math.max(0, y - 1) * widthPx;
    const below = Math.min(heightPx - 1, y + 1) * widthPx;
    const here = y * widthPx;
    let cell = Math.floor(y / CELL_PX) * columns;
    for (let x = 0, inCell = 0; x < columns * CELL_PX; x++) {
      const gradientX =
        light[x + 1 < widthPx ? here + x + 1 : here + x]! - light[x > 0 ? here + x - 1 : here]!;
      const gradientY = light[below + x]! - light[above + x]!;
      means[cell] = means[cell]! + light[here + x]!;
      const to = cell * DIRECTIONS + directionOf(gradientX, gradientY);
      directions[to] = directions[to]! + Math.sqrt(gradientX * gradientX + gradientY * gradientY);
      if (++inCell === CELL_PX) {
        inCell = 0;
        cell += 1;
      }
    }
  }
  for (let i = 0; i < means.length; i++) means[i] = means[i]! / (CELL_PX * CELL_PX);
  return { means, directions };
}

function sumUp(means: Float64Array, directions: Float64Array, columns: number, rows: number): Sums {
  const stride = columns + 1;
  const [light, squares, gradients] = [0, 1, 2].map(() => new Float64Array(stride * (rows + 1))) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let y = 0; y < rows; y++) {
    let [lightSum, squareSum, gradientSum] = [0, 0, 0];
    for (let x = 0; x < columns; x++) {
      const cell = y * columns + x;
      const mean = means[cell]!;
      lightSum += mean;
      squareSum += mean * mean;
      for (let i = 0; i < DIRECTIONS; i++) gradientSum += directions[cell * DIRECTIONS + i]!;
      const [to, from] = [(y + 1) * stride + x + 1, y * stride + x + 1];
      light[to] = light[from]! + lightSum;
      squares[to] = squares[from]! + squareSum;
      gradients[to] = gradients[from]! + gradientSum;
    }
  }
  return { light, squares, gradients, columns, rows };
}

/** Writes the bytes of one cell, compared with what lies around it. */
function writeCell(
  to: Uint8Array,
  [x, y]: readonly [number, number],
  { sums, mean, directions }: { sums: Sums; mean: number; directions: Float64Array },
): void {
  const { columns, rows } = sums;
  const stride = columns + 1;
  const around = (plane: Float64Array, radius: number) => {
    const [left, right] = [Math.max(0, x - radius), Math.min(columns, x + radius + 1)];
    const [top, bottom] = [Math.max(0, y - radius), Math.min(rows, y + radius + 1)];
    const sum =
      plane[bottom * stride + right]! -
      plane[top * stride + right]! -
      plane[bottom * stride + left]! +
      plane[top * stride + left]!;
    return sum / ((right - left) * (bottom - top));
  };
  const cell = y * columns + x;
  const lightRadius = LIGHT_RADIUS / CELL_PX;
  const level = around(sums.light, lightRadius);
  const variance = Math.max(0, around(sums.squares, lightRadius) - level * level);
  const light = (mean - level) / (Math.sqrt(variance) + FLAT_DEVIATION);
  const gradient = around(sums.gradients, GRADIENT_RADIUS / CELL_PX) + FLAT_GRADIENT * CELL_PX * CELL_PX;
  let all = 0;
  to[cell * CHANNELS] = Math.max(0, Math.min(255, Math.round(128 + LIGHT_SCALE * light)));
  for (let i = 0; i < DIRECTIONS; i++) {
    const strength = directions[cell * DIRECTIONS + i]! / gradient;
    all += strength;
    to[cell * CHANNELS + 1 + i] = Math.min(255, Math.round(2 * GRADIENT_SCALE * strength));
  }
  to[cell * CHANNELS + 7] = Math.min(255, Math.round(GRADIENT_SCALE * all));
}

/** The cells of a grey picture; pixels over at the right and at the bottom are left out. */
export function cellsOf(picture: GreyPicture): FaceCells {
  const columns = Math.floor(picture.widthPx / CELL_PX);
  const rows = Math.floor(picture.heightPx / CELL_PX);
  const { means, directions } = poolCells(smooth(picture), picture.widthPx, columns, rows);
  const sums = sumUp(means, directions, columns, rows);
  const bytes = new Uint8Array(columns * rows * CHANNELS);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      writeCell(bytes, [x, y], { sums, mean: means[y * columns + x]!, directions });
    }
  }
  return { bytes, columns, rows };
}
