/**
 * Owns how blotchy the colours of a picture are: what a camera's own smoothing leaves of strong noise are blots of colour,
 * wider than its pixels, in surfaces that are even. Pure arithmetic; must never judge.
 */
import type { PixelView } from '../pixels/pixel-view.ts';

/** Blots are looked for in a copy with about so many samples on its longer side: those of a small print. */
const copyPx = 1800;
/** Squares of so many blocks a side, each the mean of so many samples a side: finer noise averages out in them. */
const blocks = 12;
const samplesOfBlock = 4;
/** Squares are looked at in a grid of so many, at most. */
const gridColumns = 10;
const gridRows = 8;
/** Of a block's pixels, every so many along each side are read: more say the same. */
const maxRead = 6;
/** In darker and brighter ones noise is cut off. */
const darkest = 7;
const brightest = 244;

/** A square is even when its luma deviates by no more than this; so many of them say something. */
const evenLuma = 6;
/** Where light changes, colours change a little too: by this share of it. */
const withLuma = 0.5;
const minEven = 4;

/** What deviates from a plane in a square, on a scale of 255: of luma, and of the colour differences (Rec. 601) beyond that. */
interface SquareNoise {
  luma: number;
  colour: number;
}

const count = blocks * blocks;
const middle = (blocks - 1) / 2;
/** The sum of the squared distances to the middle, over all blocks. */
const spread = (count * (blocks ** 2 - 1)) / 12;

/** The variance of what a plane and a slow bend leave of the blocks. */
function residualOf(values: Float32Array): number {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    sum += value;
    sumX += value * ((i % blocks) - middle);
    sumY += value * (Math.floor(i / blocks) - middle);
  }
  const [mean, slopeX, slopeY] = [sum / count, sumX / spread, sumY / spread];
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const plane = mean + slopeX * ((i % blocks) - middle) + slopeY * (Math.floor(i / blocks) - middle);
    squares += (values[i]! - plane) ** 2;
  }
  return squares / (count - 3);
}

interface Planes {
  luma: Float32Array;
  blue: Float32Array;
  red: Float32Array;
}

/** Fills the planes with the means of the blocks; false where the square is too dark or too bright. */
function readSquare(
  view: PixelView,
  square: { left: number; top: number; blockPx: number },
  planes: Planes,
): boolean {
  const { bytes, stepX, stepY, origin } = view;
  const { left, top, blockPx } = square;
  const every = Math.max(1, Math.floor(blockPx / maxRead));
  const side = Math.ceil(blockPx / every);
  const share = 1 / (side * side);
  for (let i = 0; i < count; i++) {
    const start =
      origin + (left + (i % blocks) * blockPx) * stepX + (top + Math.floor(i / blocks) * blockPx) * stepY;
    let [red, green, blue] = [0, 0, 0];
    for (let y = 0; y < side; y++) {
      for (let x = 0, at = start + y * every * stepY; x < side; x++, at += every * stepX) {
        red += bytes[at]!;
        green += bytes[at + 1]!;
        blue += bytes[at + 2]!;
      }
    }
    const [r, g, b] = [red * share, green * share, blue * share];
    if (Math.max(r, g, b) < darkest || Math.max(r, g, b) > brightest) return false;
    planes.luma[i] = 0.299 * r + 0.587 * g + 0.114 * b;
    planes.blue[i] = -0.169 * r - 0.331 * g + 0.5 * b;
    planes.red[i] = 0.5 * r - 0.419 * g - 0.081 * b;
  }
  return true;
}

/** The squares all over a picture in colour, in no order. */
function readSquares(view: PixelView): SquareNoise[] {
  if (view.channels === 1) return [];
  const shrink = Math.max(1, Math.round(Math.max(view.widthPx, view.heightPx) / copyPx));
  const blockPx = samplesOfBlock * shrink;
  const sidePx = blocks * blockPx;
  const columns = Math.min(gridColumns, Math.floor(view.widthPx / sidePx));
  const rows = Math.min(gridRows, Math.floor(view.heightPx / sidePx));
  const planes = {
    luma: new Float32Array(count),
    blue: new Float32Array(count),
    red: new Float32Array(count),
  };
  const found: SquareNoise[] = [];
  for (let i = 0; i < columns * rows; i++) {
    const left = Math.floor(((i % columns) + 0.5) * (view.widthPx / columns) - sidePx / 2);
    const top = Math.floor((Math.floor(i / columns) + 0.5) * (view.heightPx / rows) - sidePx / 2);
    if (!readSquare(view, { left, top, blockPx }, planes)) continue;
    const luma = residualOf(planes.luma);
    const colour = (residualOf(planes.blue) + residualOf(planes.red)) / 2;
    found.push({ luma: Math.sqrt(luma), colour: Math.sqrt(Math.max(0, colour - withLuma ** 2 * luma)) });
  }
  return found;
}

/**
 * How much the colours of even surfaces deviate, on a scale of 255: the median of those surfaces; about 1 where a sky is one.
 * Null where too little is even: in leaves nobody sees blots.
 */
export function measureColourNoise(view: PixelView): number | null {
  const even = readSquares(view).filter(({ luma }) => luma <= evenLuma);
  if (even.length < minEven) return null;
  return even.map(({ colour }) => colour).toSorted((a, b) => a - b)[even.length >> 1]!;
}
