/**
 * The median of a square window in constant time per pixel (Perreault and Hebert, "Median filtering in constant time",
 * 2007), tile by tile so that the histograms of a tile's columns stay in the cache. Bins: 16 coarse, 256 fine.
 */

const tile: i32 = 256;
const maxColumns: usize = 256 + 2 * 16;
/** Offsets in the work memory: fine and coarse histograms of columns, of the window, where each segment stands, ranks. */
const fineAt: usize = 0;
const coarseAt: usize = maxColumns * 256;
const windowFineAt: usize = coarseAt + maxColumns * 16;
const windowCoarseAt: usize = windowFineAt + 512;
const standsAt: usize = windowCoarseAt + 32;
const ranksAt: usize = standsAt + 64;
const workBytes: usize = ranksAt + 64;

/** Bytes of work memory that `median` needs. */
export function medianWork(): usize {
  return workBytes;
}

/** Adds (1) or takes (-1) a row of samples to the histograms of its columns; counts stay under 34, so a byte holds them. */
function count(row: usize, columns: i32, change: i32, work: usize): void {
  for (let x: usize = 0; x < <usize>columns; x++) {
    const value = <usize>load<u8>(row + x);
    const fine = work + fineAt + x * 256 + value;
    store<u8>(fine, <u8>(<i32>load<u8>(fine) + change));
    const coarse = work + coarseAt + x * 16 + (value >> 4);
    store<u8>(coarse, <u8>(<i32>load<u8>(coarse) + change));
  }
}

/** Adds the 16 bytes at `enters` to the 16 counts at `sums`. */
function enter(sums: usize, enters: usize): void {
  const more = v128.load(enters);
  v128.store(sums, i16x8.add(v128.load(sums), i16x8.extend_low_i8x16_u(more)));
  v128.store(sums, i16x8.add(v128.load(sums, 16), i16x8.extend_high_i8x16_u(more)), 16);
}

/** The same, and takes the 16 bytes at `leaves`. */
function slide(sums: usize, enters: usize, leaves: usize): void {
  const more = v128.load(enters);
  const less = v128.load(leaves);
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(more), i16x8.extend_low_i8x16_u(less));
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(more), i16x8.extend_high_i8x16_u(less));
  v128.store(sums, i16x8.add(v128.load(sums), low));
  v128.store(sums, i16x8.add(v128.load(sums, 16), high), 16);
}

function runningSums(counts: v128): v128 {
  const zero = i16x8.splat(0);
  let sums = i16x8.add(counts, v128.shuffle<u16>(zero, counts, 0, 8, 9, 10, 11, 12, 13, 14));
  sums = i16x8.add(sums, v128.shuffle<u16>(zero, sums, 0, 1, 8, 9, 10, 11, 12, 13));
  return i16x8.add(sums, v128.shuffle<u16>(zero, sums, 0, 1, 2, 3, 8, 9, 10, 11));
}

/** The first of 16 bins at which the running sum reaches `need`; the running sums are left behind at `ranks`. */
function findBin(counts: usize, need: i32, ranks: usize): i32 {
  const low = runningSums(v128.load(counts));
  const high = i16x8.add(
    runningSums(v128.load(counts, 16)),
    v128.shuffle<u16>(low, low, 7, 7, 7, 7, 7, 7, 7, 7),
  );
  v128.store(ranks, low, 16);
  v128.store(ranks, high, 32);
  const wanted = i16x8.splat(<i16>need);
  return (
    popcnt<i32>(i16x8.bitmask(i16x8.lt_s(low, wanted))) + popcnt<i32>(i16x8.bitmask(i16x8.lt_s(high, wanted)))
  );
}

/** Brings one segment of 16 fine bins of the window to column `x`. */
function bringSegment(segment: i32, x: i32, diameter: i32, work: usize): usize {
  const stands = work + standsAt + ((<usize>segment) << 2);
  const sums = work + windowFineAt + ((<usize>segment) << 5);
  const fine = work + fineAt + ((<usize>segment) << 4);
  const stood = load<i32>(stands);
  if (x - stood >= diameter) {
    v128.store(sums, i16x8.splat(0));
    v128.store(sums, i16x8.splat(0), 16);
    for (let c = x; c < x + diameter; c++) enter(sums, fine + ((<usize>c) << 8));
  } else {
    for (let c = stood + 1; c <= x; c++) {
      slide(sums, fine + ((<usize>(c + diameter - 1)) << 8), fine + ((<usize>(c - 1)) << 8));
    }
  }
  store<i32>(stands, x);
  return sums;
}

function medianRow(target: usize, width: i32, diameter: i32, work: usize): void {
  const coarse = work + windowCoarseAt;
  const columns = work + coarseAt;
  const ranks = work + ranksAt;
  const half = (diameter * diameter + 1) >> 1;
  v128.store(coarse, i16x8.splat(0));
  v128.store(coarse, i16x8.splat(0), 16);
  for (let i: usize = 0; i < 16; i++) store<i32>(work + standsAt + (i << 2), -1000);
  for (let c = 0; c < diameter; c++) enter(coarse, columns + ((<usize>c) << 4));
  for (let x = 0; x < width; x++) {
    if (x > 0) slide(coarse, columns + ((<usize>(x + diameter - 1)) << 4), columns + ((<usize>(x - 1)) << 4));
    const segment = findBin(coarse, half, ranks);
    const before = segment > 0 ? <i32>load<u16>(ranks + 14 + ((<usize>segment) << 1)) : 0;
    const sums = bringSegment(segment, x, diameter, work);
    store<u8>(target + <usize>x, <u8>((segment << 4) + findBin(sums, half - before, ranks)));
  }
}

/**
 * `source` points at the window's corner of the first pixel: rows and columns are padded by `radius` (1 to 16) on each
 * side. Writes `width` x `rows` medians.
 */
export function median(
  source: usize,
  sourceStride: usize,
  target: usize,
  targetStride: usize,
  width: i32,
  rows: i32,
  radius: i32,
  work: usize,
): void {
  const diameter = 2 * radius + 1;
  for (let left = 0; left < width; left += tile) {
    const tileWidth = min(tile, width - left);
    const columns = tileWidth + 2 * radius;
    const from = source + <usize>left;
    memory.fill(work + fineAt, 0, windowFineAt);
    for (let y = 0; y < diameter - 1; y++) count(from + <usize>y * sourceStride, columns, 1, work);
    for (let y = 0; y < rows; y++) {
      if (y > 0) count(from + <usize>(y - 1) * sourceStride, columns, -1, work);
      count(from + <usize>(y + diameter - 1) * sourceStride, columns, 1, work);
      medianRow(target + <usize>y * targetStride + <usize>left, tileWidth, diameter, work);
    }
  }
}
