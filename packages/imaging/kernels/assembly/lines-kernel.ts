/**
 * Responses of thin lines: per pixel and direction the mean along a line against those of the parallels beside it. All
 * planes of a strip have the geometry of its padded source. A mean is kept as 16 bits in 64ths of a level.
 */

/** Means of the samples at `offsets` around each of `width` x `rows` pixels. `shift` and `factor` turn sums into means. */
export function lineMeans(
  source: usize,
  target: usize,
  stride: usize,
  width: i32,
  rows: i32,
  offsets: usize,
  count: i32,
  shift: i32,
  factor: i32,
): void {
  const end = offsets + ((<usize>count) << 2);
  const scale = i16x8.splat(<i16>factor);
  for (let y: usize = 0; y < <usize>rows; y++) {
    const row = y * stride;
    for (let x: usize = row; x < row + <usize>width; x += 16) {
      let low = i16x8.splat(0);
      let high = i16x8.splat(0);
      for (let at = offsets; at < end; at += 4) {
        const samples = v128.load(source + x + <usize>load<i32>(at));
        low = i16x8.add(low, i16x8.extend_low_i8x16_u(samples));
        high = i16x8.add(high, i16x8.extend_high_i8x16_u(samples));
      }
      const to = target + (x << 1);
      v128.store(to, i16x8.q15mulr_sat_s(i16x8.shl(low, shift), scale));
      v128.store(to, i16x8.q15mulr_sat_s(i16x8.shl(high, shift), scale), 16);
    }
  }
}

/** 1 where a sample is at least `level` over those at `left` and `right` of it, else 0. */
export function lineCrossings(
  source: usize,
  target: usize,
  stride: usize,
  width: i32,
  rows: i32,
  left: i32,
  right: i32,
  level: i32,
): void {
  const one = i8x16.splat(1);
  const min = i8x16.splat(<i8>level);
  for (let y: usize = 0; y < <usize>rows; y++) {
    const row = y * stride;
    for (let x: usize = row; x < row + <usize>width; x += 16) {
      const from = source + x;
      const beside = i8x16.max_u(v128.load(from + <usize>left), v128.load(from + <usize>right));
      const over = i8x16.sub_sat_u(v128.load(from), beside);
      v128.store(target + x, v128.and(i8x16.ge_u(over, min), one));
    }
  }
}

/** How many of the marks at `offsets` around each pixel are set, into rows of `width` rounded up to 16 bytes. */
export function lineSupport(
  marks: usize,
  target: usize,
  stride: usize,
  width: i32,
  rows: i32,
  offsets: usize,
  count: i32,
): void {
  const end = offsets + ((<usize>count) << 2);
  const targetStride = (<usize>width + 15) & ~15;
  for (let y: usize = 0; y < <usize>rows; y++) {
    for (let x: usize = 0; x < <usize>width; x += 16) {
      const from = marks + y * stride + x;
      let sum = i8x16.splat(0);
      for (let at = offsets; at < end; at += 4) sum = i8x16.add(sum, v128.load(from + <usize>load<i32>(at)));
      v128.store(target + y * targetStride + x, sum);
    }
  }
}

/** Eight means across a line of `count` parallels at `offsets`, in samples; `factor` is 32768 over `count`. */
function meanAcross(means: usize, offsets: usize, count: i32, factor: i32): v128 {
  if (count === 1) return v128.load(means);
  const scale = i16x8.splat(<i16>factor);
  let sum = i16x8.splat(0);
  for (let i: usize = 0; i < <usize>count; i++) {
    const mean = v128.load(means + ((<usize>load<i32>(offsets + (i << 2))) << 1));
    sum = i16x8.add(sum, i16x8.q15mulr_sat_s(mean, scale));
  }
  return sum;
}

/** Eight means of a line less the higher of those beside it, in quarters of a level. */
function contrast(means: usize, offsets: usize, count: i32, factor: i32): v128 {
  const sides = offsets + ((<usize>count) << 2);
  const left = v128.load(means + ((<usize>load<i32>(sides)) << 1));
  const right = v128.load(means + ((<usize>load<i32>(sides, 4)) << 1));
  const line = meanAcross(means, offsets, count, factor);
  return i16x8.shr_s(i16x8.sub_sat_s(line, i16x8.max_s(left, right)), 4);
}

/** Contrasts of `width` x `rows` lines, 0 to 255 quarters; `offsets`: of the `count` parallels, then of both sides. */
export function lineContrasts(
  means: usize,
  target: usize,
  stride: usize,
  width: i32,
  rows: i32,
  offsets: usize,
  count: i32,
  factor: i32,
): void {
  const targetStride = (<usize>width + 15) & ~15;
  for (let y: usize = 0; y < <usize>rows; y++) {
    for (let x: usize = 0; x < <usize>width; x += 16) {
      const from = means + ((y * stride + x) << 1);
      const low = contrast(from, offsets, count, factor);
      const high = contrast(from + 16, offsets, count, factor);
      v128.store(target + y * targetStride + x, i8x16.narrow_i16x8_u(low, high));
    }
  }
}

/**
 * Of 16 planes of contrasts, `planeBytes` apart, the strongest, its direction, and the strongest that is at least three
 * directions away; `supports` are counts per direction in the same order, and the one of the strongest is taken.
 */
export function lineStrongest(
  contrasts: usize,
  supports: usize,
  planeBytes: usize,
  strength: usize,
  direction: usize,
  second: usize,
  support: usize,
): void {
  for (let i: usize = 0; i < planeBytes; i += 16) {
    let best = v128.load(contrasts + i);
    let which = i8x16.splat(0);
    let supported = v128.load(supports + i);
    for (let d: usize = 1; d < 16; d++) {
      const one = v128.load(contrasts + d * planeBytes + i);
      const isMore = i8x16.gt_u(one, best);
      best = i8x16.max_u(best, one);
      which = v128.bitselect(i8x16.splat(<i8>d), which, isMore);
      supported = v128.bitselect(v128.load(supports + d * planeBytes + i), supported, isMore);
    }
    let next = i8x16.splat(0);
    for (let d: usize = 0; d < 16; d++) {
      // How many directions on, of 16: 3 to 13 are far.
      const on = v128.and(i8x16.sub(i8x16.splat(<i8>d), which), i8x16.splat(15));
      const isFar = v128.and(i8x16.ge_s(on, i8x16.splat(3)), i8x16.le_s(on, i8x16.splat(13)));
      next = i8x16.max_u(next, v128.and(v128.load(contrasts + d * planeBytes + i), isFar));
    }
    v128.store(strength + i, best);
    v128.store(direction + i, which);
    v128.store(second + i, next);
    v128.store(support + i, supported);
  }
}

/** Turns bright to dark, `count` bytes. */
export function invert(plane: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 16) v128.store(plane + i, v128.not(v128.load(plane + i)));
}
