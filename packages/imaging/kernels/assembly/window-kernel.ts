/** Filters of a window around each pixel: means and deviations of squares, extremes of discs, normal weights. */
import { invert } from './lines-kernel';

/** Adds (1) or takes (-1) a row of samples to the sums, and the sums of squares, of its columns. */
function addRow(row: usize, sums: usize, squares: usize, columns: i32, change: i32): void {
  const sign = i32x4.splat(change);
  for (let x: usize = 0; x < <usize>columns; x += 4) {
    const samples = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(row + x)));
    const signed = i32x4.mul(samples, sign);
    const at = x << 2;
    v128.store(sums + at, i32x4.add(v128.load(sums + at), signed));
    v128.store(squares + at, i32x4.add(v128.load(squares + at), i32x4.mul(samples, signed)));
  }
}

function meanRow(sums: usize, target: usize, width: i32, diameter: i32): void {
  const count = <u32>(diameter * diameter);
  const half = count >> 1;
  let sum: u32 = 0;
  for (let x: usize = 0; x < <usize>diameter; x++) sum += load<u32>(sums + (x << 2));
  for (let x: usize = 0; x < <usize>width; x++) {
    store<u8>(target + x, <u8>((sum + half) / count));
    const from = sums + (x << 2);
    sum += load<u32>(from + ((<usize>diameter) << 2)) - load<u32>(from);
  }
}

function deviationRow(sums: usize, squares: usize, target: usize, width: i32, diameter: i32): void {
  const count = <f64>(diameter * diameter);
  const ahead = (<usize>diameter) << 2;
  let sum: u32 = 0;
  let square: u32 = 0;
  for (let x: usize = 0; x < ahead; x += 4) {
    sum += load<u32>(sums + x);
    square += load<u32>(squares + x);
  }
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4) {
    // Whole numbers under 2 ** 53: exact.
    const apart = <f64>square * count - <f64>sum * <f64>sum;
    store<f32>(target + x, <f32>(sqrt<f64>(apart) / count));
    sum += load<u32>(sums + ahead + x) - load<u32>(sums + x);
    square += load<u32>(squares + ahead + x) - load<u32>(squares + x);
  }
}

/**
 * Means (`isDeviation` 0, a byte each, rounded) or standard deviations (1, single precision) of the square window of
 * `radius` 1 to 64. `work`: 8 bytes per padded column.
 */
export function boxStatistics(
  source: usize,
  sourceStride: usize,
  target: usize,
  targetStride: usize,
  width: i32,
  rows: i32,
  radius: i32,
  isDeviation: i32,
  work: usize,
): void {
  const diameter = 2 * radius + 1;
  const columns = width + 2 * radius;
  const sums = work;
  const squares = work + ((<usize>columns + 4) << 2);
  memory.fill(work, 0, (<usize>columns + 4) << 3);
  for (let y = 0; y < diameter - 1; y++) addRow(source + <usize>y * sourceStride, sums, squares, columns, 1);
  for (let y = 0; y < rows; y++) {
    const from = source + <usize>y * sourceStride;
    addRow(from + <usize>(diameter - 1) * sourceStride, sums, squares, columns, 1);
    const to = target + <usize>y * targetStride;
    if (isDeviation) deviationRow(sums, squares, to, width, diameter);
    else meanRow(sums, to, width, diameter);
    addRow(from, sums, squares, columns, -1);
  }
}

/** Makes each of `count` samples the highest of itself and the one that is `span` on. */
function widen(samples: usize, count: usize, span: usize): void {
  for (let i: usize = 0; i < count; i += 16) {
    const here = v128.load(samples + i);
    v128.store(samples + i, i8x16.max_u(here, v128.load(samples + i + span)));
  }
}

/** Raises a row to the samples of two others. */
function raiseRow(row: usize, one: usize, other: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 16) {
    const max = i8x16.max_u(v128.load(one + x), v128.load(other + x));
    v128.store(row + x, i8x16.max_u(v128.load(row + x), max));
  }
}

/**
 * The highest sample of a disc around each pixel, or the lowest. `halves`: per row of the disc, from the top, how many
 * pixels it reaches to each side, `2 * radius + 1` of them. Each row of the disc is the highest of two spans of a power
 * of two that overlap; what is highest in such spans is left behind in the source.
 */
export function discExtreme(
  source: usize,
  sourceStride: usize,
  target: usize,
  targetStride: usize,
  width: i32,
  rows: i32,
  radius: i32,
  isLowest: i32,
  halves: usize,
): void {
  const count = sourceStride * <usize>(rows + 2 * radius);
  const targetBytes = targetStride * <usize>rows;
  if (isLowest) invert(source, count);
  memory.fill(target, 0, targetBytes);
  for (let span: usize = 1; span <= <usize>(2 * radius + 1); span <<= 1) {
    for (let y: usize = 0; y < <usize>rows; y++) {
      for (let dy: usize = 0; dy <= <usize>(2 * radius); dy++) {
        const half = <usize>load<i32>(halves + (dy << 2));
        const length: usize = 2 * half + 1;
        if (length < span || length >= 2 * span) continue;
        const from = source + (y + dy) * sourceStride + <usize>radius - half;
        raiseRow(target + y * targetStride, from, from + length - span, width);
      }
    }
    widen(source, count, span);
  }
  if (isLowest) invert(target, targetBytes);
}

function samplesAt(from: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(from))));
}

/** Weighted means with separable weights, `2 * radius + 1` of them; `work`: 4 bytes per padded column. */
export function blur(
  source: usize,
  sourceStride: usize,
  target: usize,
  targetStride: usize,
  width: i32,
  rows: i32,
  radius: i32,
  weights: usize,
  work: usize,
): void {
  const taps: usize = <usize>(2 * radius + 1);
  for (let y: usize = 0; y < <usize>rows; y++) {
    for (let x: usize = 0; x < <usize>(width + 2 * radius); x += 4) {
      let sum = f32x4.splat(0);
      for (let i: usize = 0; i < taps; i++) {
        const weight = v128.load32_splat(weights + (i << 2));
        sum = f32x4.add(sum, f32x4.mul(samplesAt(source + (y + i) * sourceStride + x), weight));
      }
      v128.store(work + (x << 2), sum);
    }
    for (let x: usize = 0; x < <usize>width; x += 4) {
      let sum = f32x4.splat(0);
      for (let i: usize = 0; i < taps; i++) {
        const weight = v128.load32_splat(weights + (i << 2));
        sum = f32x4.add(sum, f32x4.mul(v128.load(work + ((x + i) << 2)), weight));
      }
      const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(sum));
      const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(whole, whole), i16x8.splat(0));
      v128.store32_lane(target + y * targetStride + x, bytes, 0);
    }
  }
}
