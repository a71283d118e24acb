/**
 * Owns how blotchy the colours of a picture are: what a camera's own smoothing leaves of strong noise are blots of colour,
 * wider than its pixels, in surfaces that are even. Pure arithmetic; must never judge.
 */
import type { PixelView } from '../pixels/pixel-view.ts';

/** Blots are looked for in a copy with about so many samples on its longer side: those of a small print. */
const COPY_PX = 1800;
/** Squares of so many blocks a side, each the mean of so many samples a side: finer noise averages out in them. */
const BLOCKS = 12;
const BLOCK_PX = 4;
/** Squares are looked at in a grid of so many, at most. */
const COLUMNS = 10;
const ROWS = 8;
/** Of a block's pixels, every so many along each side are read: more say the same. */
const MOST_READ = 6;
/** In darker and brighter ones noise is cut off. */
const DARKEST = 7;
const BRIGHTEST = 244;

/** A square is even when its luma deviates by no more than this; so many of them say something. */
const EVEN_LUMA = 6;
/** Where light changes, colours change a little too: by this share of it. */
const WITH_LUMA = 0.5;
const LEAST_EVEN = 4;

/** What deviates from a plane in a square, on a scale of 255: of luma, and of the colour differences (Rec. 601) beyond that. */
type SquareNoise = { luma: number; colour: number };

const COUNT = BLOCKS * BLOCKS;
const MIDDLE = (BLOCKS - 1) / 2;
/** The sum of the squared distances to the middle, over all blocks. */
const SPREAD = (COUNT * (BLOCKS ** 2 - 1)) / 12;

/** The variance of what a plane and a slow bend leave of the blocks. */
function residualOf(values: Float32Array): number {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < COUNT; i++) {
    const value = values[i]!;
    sum += value;
    sumX += value * ((i % BLOCKS) - MIDDLE);
    sumY += value * (Math.floor(i / BLOCKS) - MIDDLE);
  }
  const [mean, slopeX, slopeY] = [sum / COUNT, sumX / SPREAD, sumY / SPREAD];
  let squares = 0;
  for (let i = 0; i < COUNT; i++) {
    const plane = mean + slopeX * ((i % BLOCKS) - MIDDLE) + slopeY * (Math.floor(i / BLOCKS) - MIDDLE);
    squares += (values[i]! - plane) ** 2;
  }
  return squares / (COUNT - 3);
}

type Planes = { luma: Float32Array; blue: Float32Array; red: Float32Array };

/** Fills the planes with the means of the blocks; false where the square is too dark or too bright. */
function readSquare(
  view: PixelView,
  square: { left: number; top: number; blockPx: number },
  planes: Planes,
): boolean {
  const { bytes, stepX, stepY, origin } = view;
  const { left, top, blockPx } = square;
  const every = Math.max(1, Math.floor(blockPx / MOST_READ));
  const side = Math.ceil(blockPx / every);
  const share = 1 / (side * side);
  for (let i = 0; i < COUNT; i++) {
    const start =
      origin + (left + (i % BLOCKS) * blockPx) * stepX + (top + Math.floor(i / BLOCKS) * blockPx) * stepY;
    let [red, green, blue] = [0, 0, 0];
    for (let y = 0; y < side; y++) {
      for (let x = 0, at = start + y * every * stepY; x < side; x++, at += every * stepX) {
        red += bytes[at]!;
        green += bytes[at + 1]!;
        blue += bytes[at + 2]!;
      }
    }
    const [r, g, b] = [red * share, green * share, blue * share];
    if (Math.max(r, g, b) < DARKEST || Math.max(r, g, b) > BRIGHTEST) return false;
    planes.luma[i] = 0.299 * r + 0.587 * g + 0.114 * b;
    planes.blue[i] = -0.169 * r - 0.331 * g + 0.5 * b;
    planes.red[i] = 0.5 * r - 0.419 * g - 0.081 * b;
  }
  return true;
}

/** The squares all over a picture in colour, in no order. */
function readSquares(view: PixelView): SquareNoise[] {
  if (view.channels === 1) return [];
  const shrink = Math.max(1, Math.round(Math.max(view.widthPx, view.heightPx) / COPY_PX));
  const blockPx = BLOCK_PX * shrink;
  const sidePx = BLOCKS * blockPx;
  const columns = Math.min(COLUMNS, Math.floor(view.widthPx / sidePx));
  const rows = Math.min(ROWS, Math.floor(view.heightPx / sidePx));
  const planes = {
    luma: new Float32Array(COUNT),
    blue: new Float32Array(COUNT),
    red: new Float32Array(COUNT),
  };
  const found: SquareNoise[] = [];
  for (let i = 0; i < columns * rows; i++) {
    const left = Math.floor(((i % columns) + 0.5) * (view.widthPx / columns) - sidePx / 2);
    const top = Math.floor((Math.floor(i / columns) + 0.5) * (view.heightPx / rows) - sidePx / 2);
    if (!readSquare(view, { left, top, blockPx }, planes)) continue;
    const luma = residualOf(planes.luma);
    const colour = (residualOf(planes.blue) + residualOf(planes.red)) / 2;
    found.push({ luma: Math.sqrt(luma), colour: Math.sqrt(Math.max(0, colour - WITH_LUMA ** 2 * luma)) });
  }
  return found;
}

/**
 * How much the colours of even surfaces deviate, on a scale of 255: the median of those surfaces; about 1 where a sky is one.
 * Null where too little is even: in leaves nobody sees blots.
 */
export function measureColourNoise(view: PixelView): number | null {
  const even = readSquares(view).filter(({ luma }) => luma <= EVEN_LUMA);
  if (even.length < LEAST_EVEN) return null;
  return even.map(({ colour }) => colour).toSorted((a, b) => a - b)[even.length >> 1]!;
}
