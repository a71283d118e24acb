/**
 * Layers of a convolutional network in single precision. A plane holds all channels of a pixel side by side, a multiple of
 * four, and a border of one pixel of zeros. Outputs stand in panels of eight: a panel holds, input by input, the weights of
 * its outputs. Sums go in the order of the inputs and nothing is fused: the same bits everywhere. The first layer, whose inputs are
 * bytes, has whole numbers for weights, and so its sums are exact.
 */

const panelOutputs: usize = 8;
const panelBytes: usize = panelOutputs << 2;

/** Where the pixel (x, y) of a plane lies. */
function placeOf(plane: usize, x: i32, y: i32, width: i32, channels: i32): usize {
  return plane + ((<usize>((y + 1) * (width + 2) + x + 1) * <usize>channels) << 2);
}

/** What lies under zero keeps so much of itself. */
function leak(values: v128, slope: v128): v128 {
  return f32x4.pmax(values, f32x4.mul(values, slope));
}

function maxOf(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
}

/** Bytes in 16 bits each; up to 15 more than there are get written. */
function widen(source: usize, target: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 16) {
    const values = v128.load(source + i);
    v128.store(target + (i << 1), i16x8.extend_low_i8x16_u(values));
    v128.store(target + (i << 1), i16x8.extend_high_i8x16_u(values), 16);
  }
}

/** Two inputs, one after the other, times the weights of four outputs. */
function addPair(sums: v128, inputs: v128, weights: v128): v128 {
  return i32x4.add(sums, i32x4.dot_i16x8_s(inputs, weights));
}

function maxOf32(a: v128, b: v128, c: v128, d: v128): v128 {
  return i32x4.max_s(i32x4.max_s(a, b), i32x4.max_s(c, d));
}

function finish(sums: v128, scales: usize, biases: usize, slope: v128): v128 {
  const values = f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(scales));
  return leak(f32x4.add(v128.load(biases), values), slope);
}

/**
 * Eight outputs of 3 x 3 pixels of three colours, for four neighbours at once, of which the highest stays. A panel holds five
 * pairs of inputs for each row; the last input of the fifth is the next pixel's and weighs nothing.
 */
function firstOutputs(
  first: usize,
  second: usize,
  across: usize,
  rowBytes: usize,
  panel: usize,
  bias: usize,
  scale: usize,
  target: usize,
  slope: v128,
): void {
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  for (let row: usize = 0; row < 3; row++) {
    let upper = first + row * rowBytes;
    let lower = second + row * rowBytes;
    for (let i = 0; i < 5; i++) {
      const w0 = v128.load(panel);
      const w1 = v128.load(panel, 16);
      const a = v128.load32_splat(upper);
      a0 = addPair(a0, a, w0);
      a1 = addPair(a1, a, w1);
      const b = v128.load32_splat(upper + across);
      b0 = addPair(b0, b, w0);
      b1 = addPair(b1, b, w1);
      const c = v128.load32_splat(lower);
      c0 = addPair(c0, c, w0);
      c1 = addPair(c1, c, w1);
      const d = v128.load32_splat(lower + across);
      d0 = addPair(d0, d, w0);
      d1 = addPair(d1, d, w1);
      panel += panelBytes;
      upper += 4;
      lower += 4;
    }
  }
  v128.store(target, finish(maxOf32(a0, b0, c0, d0), scale, bias, slope));
  v128.store(target, finish(maxOf32(a1, b1, c1, d1), scale + 16, bias + 16, slope), 16);
}

/**
 * The first layer: a picture of interleaved bytes, 3 x 3 pixels without a border, the highest of each 2 x 2 results, into a
 * plane. `weights`: a bias for each output, what one of its weights' units is worth, then panels of 16-bit weights. `work`: 8 bytes
 * per byte of a row.
 */
export function layFirst(
  source: usize,
  width: i32,
  height: i32,
  outputs: i32,
  weights: usize,
  target: usize,
  work: usize,
  slope: f32,
): void {
  const samples = <usize>(3 * width);
  const rowBytes = samples << 1;
  const wide = (width - 1) >> 1;
  const high = (height - 1) >> 1;
  const scales = weights + ((<usize>outputs) << 2);
  const panels = scales + ((<usize>outputs) << 2);
  for (let y = 0; y < high; y++) {
    const hasBelow = 2 * y + 3 < height;
    const from = source + <usize>(2 * y) * samples;
    for (let row: usize = 0; row < <usize>(hasBelow ? 4 : 3); row++) {
      widen(from + row * samples, work + row * rowBytes, samples);
    }
    for (let x = 0; x < wide; x++) {
      const first = work + <usize>(12 * x);
      const second = hasBelow ? first + rowBytes : first;
      const across: usize = 2 * x + 3 < width ? 6 : 0;
      const to = placeOf(target, x, y, wide, outputs);
      for (let i: usize = 0; i < <usize>outputs; i += panelOutputs) {
        const panel = panels + 15 * (i << 2);
        firstOutputs(
          first,
          second,
          across,
          rowBytes,
          panel,
          weights + (i << 2),
          scales + (i << 2),
          to + (i << 2),
          f32x4.splat(slope),
        );
      }
    }
  }
}

/** Each channel of a row of a plane by its own 3 x 3 weights, which stand tap by tap. */
function filterRow(source: usize, y: i32, width: i32, channels: i32, weights: usize, target: usize): void {
  const step = (<usize>channels) << 2;
  const stride = <usize>(width + 2) * step;
  const start = source + <usize>y * stride;
  for (let i: usize = 0; i < step; i += 16) {
    const at = weights + i;
    const w0 = v128.load(at);
    const w1 = v128.load(at + step);
    const w2 = v128.load(at + 2 * step);
    const w3 = v128.load(at + 3 * step);
    const w4 = v128.load(at + 4 * step);
    const w5 = v128.load(at + 5 * step);
    const w6 = v128.load(at + 6 * step);
    const w7 = v128.load(at + 7 * step);
    const w8 = v128.load(at + 8 * step);
    let upper = start + i;
    let to = target + i;
    for (let x = 0; x < width; x++) {
      const middle = upper + stride;
      const lower = middle + stride;
      let sum = f32x4.mul(v128.load(upper), w0);
      sum = f32x4.add(sum, f32x4.mul(v128.load(upper + step), w1));
      sum = f32x4.add(sum, f32x4.mul(v128.load(upper + 2 * step), w2));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle), w3));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle + step), w4));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle + 2 * step), w5));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower), w6));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower + step), w7));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower + 2 * step), w8));
      v128.store(to, sum);
      upper += step;
      to += step;
    }
  }
}

/** Eight outputs of four pixels, whose channels lie at `first` to `fourth`: kept apart, or the highest at `target` alone. */
function mixedOutputs(
  first: usize,
  second: usize,
  third: usize,
  fourth: usize,
  channels: i32,
  panel: usize,
  bias: usize,
  target: usize,
  apart: usize,
  slope: v128,
): void {
  let a0 = v128.load(bias);
  let a1 = v128.load(bias, 16);
  let b0 = a0;
  let b1 = a1;
  let c0 = a0;
  let c1 = a1;
  let d0 = a0;
  let d1 = a1;
  for (let i: usize = 0; i < (<usize>channels) << 2; i += 4) {
    const w0 = v128.load(panel);
    const w1 = v128.load(panel, 16);
    const a = v128.load32_splat(first + i);
    a0 = f32x4.add(a0, f32x4.mul(a, w0));
    a1 = f32x4.add(a1, f32x4.mul(a, w1));
    const b = v128.load32_splat(second + i);
    b0 = f32x4.add(b0, f32x4.mul(b, w0));
    b1 = f32x4.add(b1, f32x4.mul(b, w1));
    const c = v128.load32_splat(third + i);
    c0 = f32x4.add(c0, f32x4.mul(c, w0));
    c1 = f32x4.add(c1, f32x4.mul(c, w1));
    const d = v128.load32_splat(fourth + i);
    d0 = f32x4.add(d0, f32x4.mul(d, w0));
    d1 = f32x4.add(d1, f32x4.mul(d, w1));
    panel += panelBytes;
  }
  if (apart === 0) {
    v128.store(target, leak(maxOf(a0, b0, c0, d0), slope));
    v128.store(target, leak(maxOf(a1, b1, c1, d1), slope), 16);
    return;
  }
  v128.store(target, leak(a0, slope));
  v128.store(target, leak(a1, slope), 16);
  v128.store(target + apart, leak(b0, slope));
  v128.store(target + apart, leak(b1, slope), 16);
  v128.store(target + 2 * apart, leak(c0, slope));
  v128.store(target + 2 * apart, leak(c1, slope), 16);
  v128.store(target + 3 * apart, leak(d0, slope));
  v128.store(target + 3 * apart, leak(d1, slope), 16);
}

/** Rows of pixels side by side, mixed into `outputs` channels each. Up to three more pixels than there are get written. */
function mixRow(
  source: usize,
  width: i32,
  channels: i32,
  outputs: i32,
  weights: usize,
  target: usize,
  slope: f32,
): void {
  const panels = weights + ((<usize>outputs) << 2);
  const step = (<usize>channels) << 2;
  const apart = (<usize>outputs) << 2;
  for (let i: usize = 0; i < <usize>outputs; i += panelOutputs) {
    const panel = panels + (i << 2) * <usize>channels;
    for (let x: usize = 0; x < <usize>width; x += 4) {
      const from = source + x * step;
      const to = target + x * apart + (i << 2);
      const bias = weights + (i << 2);
      mixedOutputs(
        from,
        from + step,
        from + 2 * step,
        from + 3 * step,
        channels,
        panel,
        bias,
        to,
        apart,
        f32x4.splat(slope),
      );
    }
  }
}

/** Two rows of pixels, mixed; of each 2 x 2 the highest. */
function mixHalved(
  upper: usize,
  lower: usize,
  width: i32,
  channels: i32,
  outputs: i32,
  weights: usize,
  target: usize,
  slope: f32,
): void {
  const panels = weights + ((<usize>outputs) << 2);
  const step = (<usize>channels) << 2;
  for (let i: usize = 0; i < <usize>outputs; i += panelOutputs) {
    const panel = panels + (i << 2) * <usize>channels;
    let to = target + (i << 2);
    for (let x = 0; x < width; x += 2) {
      const at = <usize>x * step;
      const next = x + 1 < width ? at + step : at;
      const bias = weights + (i << 2);
      mixedOutputs(
        upper + at,
        upper + next,
        lower + at,
        lower + next,
        channels,
        panel,
        bias,
        to,
        0,
        f32x4.splat(slope),
      );
      to += (<usize>outputs) << 2;
    }
  }
}

/**
 * A layer that filters each channel by 3 x 3 weights and mixes them into `outputs`, from plane to plane. `isHalved`: the
 * highest of each 2 x 2 results stays. `weights`: nine taps of all channels, a bias for each output, panels. `work`: two
 * rows of the source, and four pixels of each plane more.
 */
export function laySeparable(
  source: usize,
  width: i32,
  height: i32,
  channels: i32,
  outputs: i32,
  weights: usize,
  target: usize,
  work: usize,
  isHalved: i32,
  slope: f32,
): void {
  const mixing = weights + <usize>((9 * channels) << 2);
  const rowBytes = <usize>((width * channels) << 2);
  if (!isHalved) {
    const results = work + rowBytes + <usize>((3 * channels) << 2);
    const resultBytes = <usize>((width * outputs) << 2);
    for (let y = 0; y < height; y++) {
      filterRow(source, y, width, channels, weights, work);
      mixRow(work, width, channels, outputs, mixing, results, slope);
      memory.copy(placeOf(target, 0, y, width, outputs), results, resultBytes);
    }
    return;
  }
  const wide = (width + 1) >> 1;
  for (let y = 0; y < height; y += 2) {
    filterRow(source, y, width, channels, weights, work);
    const hasBelow = y + 1 < height;
    if (hasBelow) filterRow(source, y + 1, width, channels, weights, work + rowBytes);
    const to = placeOf(target, 0, y >> 1, wide, outputs);
    mixHalved(work, hasBelow ? work + rowBytes : work, width, channels, outputs, mixing, to, slope);
  }
}

/** Each pixel of a plane becomes the highest of itself and those right of it and below, in place. */
export function slideHighest(plane: usize, width: i32, height: i32, channels: i32): void {
  const step = (<usize>channels) << 2;
  for (let y = 0; y < height; y++) {
    const below = y + 1 < height ? <usize>(width + 2) * step : 0;
    for (let x = 0; x < width; x++) {
      const across: usize = x + 1 < width ? step : 0;
      const from = placeOf(plane, x, y, width, channels);
      for (let at = from; at < from + step; at += 16) {
        const highest = maxOf(
          v128.load(at),
          v128.load(at + across),
          v128.load(at + below),
          v128.load(at + across + below),
        );
        v128.store(at, highest);
      }
    }
  }
}

/** The last layer: each pixel of a plane mixed, row by row without a border. `weights`: a bias for each output, panels. */
export function layMixed(
  source: usize,
  width: i32,
  height: i32,
  channels: i32,
  outputs: i32,
  weights: usize,
  target: usize,
): void {
  for (let y = 0; y < height; y++) {
    const from = placeOf(source, 0, y, width, channels);
    mixRow(from, width, channels, outputs, weights, target + <usize>((y * width * outputs) << 2), 1);
  }
}
