/**
 * Sliding DCT of the blocks that hold a marked pixel alone, for filling holes by iteration (Guleryuz, "Nonlinear
 * approximation based image recovery", 2006): known pixels stay, marked ones become what their shrunk blocks say.
 */
import { returnColumns, slideBlock, slideDctWork, transformColumns } from './sliding-dct-kernel';

/** Bytes of work memory that `slideMarked` needs for rows of so many pixels, a multiple of 16. */
export function slideMarkedWork(stride: i32): usize {
  return slideDctWork(stride) + <usize>stride;
}

/** The marks of eight rows in one; whether there are any. */
function gatherMarks(marks: usize, stride: usize, into: usize): bool {
  let any = i8x16.splat(0);
  for (let x: usize = 0; x < stride; x += 16) {
    let found = v128.load(marks + x);
    for (let y: usize = 1; y < 8; y++) found = v128.or(found, v128.load(marks + y * stride + x));
    v128.store(into + x, found);
    any = v128.or(any, found);
  }
  return v128.any_true(any);
}

/** Blocks of one row of blocks. Columns are transformed four at a time when the first block needs them. */
function slideRow(
  plane: usize,
  sums: usize,
  totals: usize,
  stride: i32,
  width: i32,
  step: i32,
  limits: usize,
  work: usize,
  marks: usize,
): void {
  const strideBytes = (<usize>stride) << 2;
  const backs = work + ((<usize>stride) << 6);
  const weights = work + <usize>stride * 96;
  const last = width - 8;
  /** Columns from `from` to `to` are transformed and not yet returned. */
  let from: usize = 0;
  let to: usize = 0;
  for (let left = 0; left < last + step; left += step) {
    const at = <usize>min(left, last);
    if (!load<u64>(marks + at)) continue;
    const first = at & ~3;
    for (; from < min(first, to); from += 4) {
      const place = from << 2;
      returnColumns(backs + (from << 5), weights + place, sums + place, totals + place, strideBytes);
    }
    if (to < first) from = to = first;
    for (; to < at + 8; to += 4) {
      transformColumns(plane + (to << 2), strideBytes, work + (to << 5));
      memory.fill(backs + (to << 5), 0, 128);
      v128.store(weights + (to << 2), f32x4.splat(0));
    }
    slideBlock(work + (at << 5), 0, backs + (at << 5), weights + (at << 2), limits);
  }
  for (; from < to; from += 4) {
    const place = from << 2;
    returnColumns(backs + (from << 5), weights + place, sums + place, totals + place, strideBytes);
  }
}

/**
 * One pass over a plane of single precision. `marks`: a byte per pixel, 255 or 0, in rows of `stride` (a multiple of 16)
 * that are 0 beyond `width`. `limits` as for `slideDct`. `sums` and `totals` are empty before and after.
 */
export function slideMarked(
  plane: usize,
  marks: usize,
  sums: usize,
  totals: usize,
  stride: i32,
  width: i32,
  rows: i32,
  step: i32,
  limits: usize,
  work: usize,
): void {
  const gathered = work + slideDctWork(stride);
  const last = rows - 8;
  for (let row = 0; row < last + step; row += step) {
    const place = <usize>min(row, last) * <usize>stride;
    if (!gatherMarks(marks + place, stride, gathered)) continue;
    const at = place << 2;
    slideRow(plane + at, sums + at, totals + at, stride, width, step, limits, work, gathered);
  }
  takeMarked(plane, marks, sums, totals, <usize>stride * <usize>rows);
}

/** Marked samples become their mean; empties the sums. */
function takeMarked(plane: usize, marks: usize, sums: usize, totals: usize, count: usize): void {
  const scale = f32x4.splat(64);
  const tiny = f32x4.splat(1e-20);
  for (let i: usize = 0; i < count; i += 4) {
    const at = i << 2;
    const total = v128.load(totals + at);
    if (!v128.any_true(total)) continue;
    const marked = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(marks + i)));
    const mean = f32x4.div(v128.load(sums + at), f32x4.max(f32x4.mul(total, scale), tiny));
    v128.store(plane + at, v128.bitselect(mean, v128.load(plane + at), marked));
    v128.store(sums + at, f32x4.splat(0));
    v128.store(totals + at, f32x4.splat(0));
  }
}
