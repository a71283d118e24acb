/**
 * Sliding 8 x 8 DCT with shrinkage (Yu and Sapiro, "DCT image denoising", IPOL 2011). The vertical transform of a column
 * of 8 is shared by all blocks of a row of blocks, there and back: only the horizontal one is paid per block.
 * Columns stand as eight vertical frequencies, one after the other, so that four of them fill a vector.
 */
import { addInverseDct, forwardDct } from './dct-kernel';

/** One block: coefficients, and those of the guide. */
const block = memory.data(256, 16);
const guideBlock = memory.data(256, 16);
const quad = memory.data(256, 16);
const columnBlock = memory.data(256, 16);

/** Rounding to bring a count of columns to whole vectors. */
function toVectors(width: i32): i32 {
  return (width + 3) & ~3;
}

/** Bytes of work memory that `slideDct` needs for rows of so many pixels. */
export function slideDctWork(width: i32): usize {
  return <usize>toVectors(width) * (3 * 32 + 4);
}

/** Four columns of eight samples to four columns of eight vertical frequencies. */
export function transformColumns(plane: usize, strideBytes: usize, columns: usize): void {
  forwardDct(plane, strideBytes, quad);
  transpose(quad, columns);
  transpose(quad + 128, columns + 16);
}

/** Four vectors at `from`, 32 bytes apart, become the four columns at `to`, 32 bytes apart. */
function transpose(from: usize, to: usize): void {
  const a = v128.load(from);
  const b = v128.load(from, 32);
  const c = v128.load(from, 64);
  const d = v128.load(from, 96);
  const ab = v128.shuffle<u32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<u32>(c, d, 0, 4, 1, 5);
  const ab2 = v128.shuffle<u32>(a, b, 2, 6, 3, 7);
  const cd2 = v128.shuffle<u32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<u64>(ab, cd, 0, 2));
  v128.store(to, v128.shuffle<u64>(ab, cd, 1, 3), 32);
  v128.store(to, v128.shuffle<u64>(ab2, cd2, 0, 2), 64);
  v128.store(to, v128.shuffle<u64>(ab2, cd2, 1, 3), 96);
}

function sumLanes(v: v128): f32 {
  const left = f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1);
  return left + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** Drops coefficients whose square isn't over the limit; gives how many are left. */
function shrinkHard(limits: usize): f32 {
  const one = f32x4.splat(1);
  let left = f32x4.splat(0);
  for (let i: usize = 0; i < 256; i += 32) {
    const low = v128.load(block + i);
    const high = v128.load(block + i, 16);
    const keepLow = f32x4.gt(f32x4.mul(low, low), v128.load(limits + i));
    const keepHigh = f32x4.gt(f32x4.mul(high, high), v128.load(limits + i, 16));
    v128.store(block + i, v128.and(low, keepLow));
    v128.store(block + i, v128.and(high, keepHigh), 16);
    left = f32x4.add(left, f32x4.add(v128.and(keepLow, one), v128.and(keepHigh, one)));
  }
  return sumLanes(left);
}

/** Multiplies by the share that the guide's energy has of guide and noise; gives the sum of squared shares. */
function shrinkByGuide(energies: usize): f32 {
  // Keeps the quotient of the mean, whose noise counts as none, a number when the guide is black.
  const tiny = f32x4.splat(1e-6);
  let squares = f32x4.splat(0);
  for (let i: usize = 0; i < 256; i += 16) {
    const guide = v128.load(guideBlock + i);
    const energy = f32x4.add(f32x4.mul(guide, guide), tiny);
    const share = f32x4.div(energy, f32x4.add(energy, v128.load(energies + i)));
    v128.store(block + i, f32x4.mul(v128.load(block + i), share));
    squares = f32x4.add(squares, f32x4.mul(share, share));
  }
  return sumLanes(squares);
}

/** One block whose columns start at `columns`: transformed, shrunk, and added back. */
export function slideBlock(columns: usize, guides: usize, sums: usize, weights: usize, noise: usize): void {
  forwardDct(columns, 32, block);
  forwardDct(columns + 16, 32, block + 16);
  let kept: f32;
  if (guides) {
    forwardDct(guides, 32, guideBlock);
    forwardDct(guides + 16, 32, guideBlock + 16);
    kept = shrinkByGuide(noise);
  } else {
    kept = shrinkHard(noise);
  }
  // The sparser a block, the more it counts where blocks overlap.
  const weight = f32x4.splat(<f32>1 / kept);
  addInverseDct(block, sums, 32, weight);
  addInverseDct(block + 16, sums + 16, 32, weight);
  v128.store(weights, f32x4.add(v128.load(weights), weight));
  v128.store(weights, f32x4.add(v128.load(weights, 16), weight), 16);
}

/** Four columns of summed frequencies back to rows, added to the plane of sums, and their weights to that of weights. */
export function returnColumns(
  columns: usize,
  weights: usize,
  sums: usize,
  totals: usize,
  strideBytes: usize,
): void {
  transpose(columns, quad);
  transpose(columns + 16, quad + 128);
  addInverseDct(quad, sums, strideBytes, f32x4.splat(1));
  const weight = v128.load(weights);
  for (let y: usize = 0; y < 8; y++) {
    const at = totals + y * strideBytes;
    v128.store(at, f32x4.add(v128.load(at), weight));
  }
}

/**
 * Slides blocks over a plane of single precision whose rows are `stride` samples long (a multiple of 4, at least
 * `width`). `tops`: the first rows of the blocks, `count` of them. `noise`: 64 limits of squared coefficients without a
 * guide (0), 64 energies of noise with one, horizontal frequency by horizontal frequency. Adds to `sums` and `totals`,
 * of the plane's shape; `finishDct` divides them.
 */
export function slideDct(
  plane: usize,
  guide: usize,
  sums: usize,
  totals: usize,
  stride: i32,
  width: i32,
  tops: usize,
  count: i32,
  step: i32,
  noise: usize,
  work: usize,
): void {
  const strideBytes = (<usize>stride) << 2;
  const padded = <usize>toVectors(width);
  const columns = work;
  const guides = guide ? work + padded * 32 : 0;
  const backs = work + padded * 64;
  const weights = work + padded * 96;
  const last = width - 8;
  for (let i: usize = 0; i < <usize>count; i++) {
    const offset = <usize>load<i32>(tops + (i << 2)) * strideBytes;
    memory.fill(backs, 0, padded * 36);
    for (let x: usize = 0; x < padded; x += 4) {
      transformColumns(plane + offset + (x << 2), strideBytes, columns + (x << 5));
      if (guide) transformColumns(guide + offset + (x << 2), strideBytes, guides + (x << 5));
    }
    for (let left = 0; left < last + step; left += step) {
      const at = <usize>min(left, last);
      const from = at << 5;
      slideBlock(columns + from, guide ? guides + from : 0, backs + from, weights + (at << 2), noise);
    }
    for (let x: usize = 0; x < padded; x += 4) {
      const to = offset + (x << 2);
      returnColumns(backs + (x << 5), weights + (x << 2), sums + to, totals + to, strideBytes);
    }
  }
}

/** Divides `count` sums (a multiple of 4) by their weights, into `target`; what no block covered becomes 0. */
export function finishDct(sums: usize, totals: usize, target: usize, count: usize): void {
  const scale = f32x4.splat(64);
  const tiny = f32x4.splat(1e-20);
  for (let i: usize = 0; i < count << 2; i += 16) {
    const total = f32x4.max(f32x4.mul(v128.load(totals + i), scale), tiny);
    v128.store(target + i, f32x4.div(v128.load(sums + i), total));
  }
}

/** Adds, to a block of `plane`, what brings its coefficients within `most` of those of `before`. */
function boundBlock(plane: usize, before: usize, strideBytes: usize, max: usize): void {
  transformBlock(plane, strideBytes, block);
  transformBlock(before, strideBytes, guideBlock);
  for (let i: usize = 0; i < 256; i += 16) {
    const limit = v128.load(max + i);
    const apart = f32x4.sub(v128.load(block + i), v128.load(guideBlock + i));
    const bounded = f32x4.max(f32x4.min(apart, limit), f32x4.neg(limit));
    v128.store(block + i, f32x4.sub(bounded, apart));
  }
  memory.fill(guideBlock, 0, 256);
  addInverseDct(block, guideBlock, 32, f32x4.splat(0.015625));
  addInverseDct(block + 16, guideBlock + 16, 32, f32x4.splat(0.015625));
  for (let x: usize = 0; x < 32; x += 16) {
    const columns = guideBlock + (x << 3);
    transpose(columns, quad);
    transpose(columns + 16, quad + 128);
    addInverseDct(quad, plane + x, strideBytes, f32x4.splat(1));
  }
}

/** All coefficients of one block, horizontal frequency by horizontal frequency. */
function transformBlock(plane: usize, strideBytes: usize, into: usize): void {
  transformColumns(plane, strideBytes, columnBlock);
  transformColumns(plane + 16, strideBytes, columnBlock + 128);
  forwardDct(columnBlock, 32, into);
  forwardDct(columnBlock + 16, 32, into + 16);
}

/** Bounds a row of blocks, side by side, as long as whole ones fit into `width`. */
export function boundRow(plane: usize, before: usize, stride: i32, width: i32, max: usize): void {
  for (let left: usize = 0; left + 8 <= <usize>width; left += 8) {
    boundBlock(plane + (left << 2), before + (left << 2), (<usize>stride) << 2, max);
  }
}
