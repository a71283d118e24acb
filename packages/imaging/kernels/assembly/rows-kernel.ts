/**
 * Rows of a quantised convolutional network. A row holds all channels of a cell side by side in 16 bits, a multiple of
 * four, with one cell of zeros before it and one behind it; after that there is room for seven more, in which kernels
 * may read and write what nobody uses. `row` is always where its first true cell lies. Weights of a layer: a multiplier
 * for each output, a bias for each, then outputs in panels of eight, which hold pair of inputs by pair of inputs. Sums
 * are whole numbers and so exact in any order; what follows is single precision with nothing fused: the same bits
 * everywhere.
 */

const panelOutputs: usize = 8;
const panelBytes: usize = panelOutputs << 2;
/** Cells that are worked on with all panels while they are in the nearest cache: a multiple of eight. */
const segmentCells: usize = 32;
/** Frequencies of a tile of 4 x 4 cells. */
const frequencies: usize = 16;
/** Tiles of two cells in width that are worked on together: a multiple of four. */
const segmentTiles: usize = 16;

/** Two inputs, one after the other, times the weights of four outputs. */
function withPair(sums: v128, inputs: v128, weights: v128): v128 {
  return i32x4.add(sums, i32x4.dot_i16x8_s(inputs, weights));
}

/** Sums times multipliers plus biases. */
function scaled(sums: v128, multipliers: v128, biases: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums), multipliers), biases);
}

/** To the nearest whole number, the even one of two, and into 0 to 255. */
function bounded(values: v128): v128 {
  const positive = f32x4.max(f32x4.nearest(values), f32x4.splat(0));
  return i32x4.trunc_sat_f32x4_s(f32x4.min(positive, f32x4.splat(255)));
}

/** Eight outputs of a cell: 16 bits each, or as they are, in single precision. */
function putOutputs(
  first: v128,
  second: v128,
  multipliers: usize,
  biases: usize,
  target: usize,
  isLinear: bool,
): void {
  const low = scaled(first, v128.load(multipliers), v128.load(biases));
  const high = scaled(second, v128.load(multipliers, 16), v128.load(biases, 16));
  if (isLinear) {
    v128.store(target, low);
    v128.store(target, high, 16);
  } else {
    v128.store(target, i16x8.narrow_i32x4_s(bounded(low), bounded(high)));
  }
}

/**
 * Eight outputs of four cells, whose inputs begin at `step` bytes from each other, `inputBytes` in each of `rows` rows;
 * both are multiples of eight.
 */
function convolveFour(
  upper: usize,
  middle: usize,
  lower: usize,
  rows: i32,
  step: usize,
  inputBytes: usize,
  panel: usize,
  multipliers: usize,
  biases: usize,
  target: usize,
  apart: usize,
  isLinear: bool,
): void {
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  for (let row = 0; row < rows; row++) {
    let a = row === 0 ? upper : row === 1 ? middle : lower;
    let b = a + step;
    let c = b + step;
    let d = c + step;
    const end = a + inputBytes;
    while (a < end) {
      let w0 = v128.load(panel);
      let w1 = v128.load(panel, 16);
      let inputs = v128.load32_splat(a);
      a0 = withPair(a0, inputs, w0);
      a1 = withPair(a1, inputs, w1);
      inputs = v128.load32_splat(b);
      b0 = withPair(b0, inputs, w0);
      b1 = withPair(b1, inputs, w1);
      inputs = v128.load32_splat(c);
      c0 = withPair(c0, inputs, w0);
      c1 = withPair(c1, inputs, w1);
      inputs = v128.load32_splat(d);
      d0 = withPair(d0, inputs, w0);
      d1 = withPair(d1, inputs, w1);
      w0 = v128.load(panel, 32);
      w1 = v128.load(panel, 48);
      inputs = v128.load32_splat(a, 4);
      a0 = withPair(a0, inputs, w0);
      a1 = withPair(a1, inputs, w1);
      inputs = v128.load32_splat(b, 4);
      b0 = withPair(b0, inputs, w0);
      b1 = withPair(b1, inputs, w1);
      inputs = v128.load32_splat(c, 4);
      c0 = withPair(c0, inputs, w0);
      c1 = withPair(c1, inputs, w1);
      inputs = v128.load32_splat(d, 4);
      d0 = withPair(d0, inputs, w0);
      d1 = withPair(d1, inputs, w1);
      a += 8;
      b += 8;
      c += 8;
      d += 8;
      panel += panelBytes << 1;
    }
  }
  putOutputs(a0, a1, multipliers, biases, target, isLinear);
  putOutputs(b0, b1, multipliers, biases, target + apart, isLinear);
  putOutputs(c0, c1, multipliers, biases, target + (apart << 1), isLinear);
  putOutputs(d0, d1, multipliers, biases, target + (apart << 1) + apart, isLinear);
}

/**
 * A row of a layer. `rows`: 3 for 3 x 3 cells out of three rows, 1 for cells by themselves, out of `upper`. `stride`:
 * cells of the source from output to output. `isLinear`: the outputs are numbers in single precision, else whole ones
 * from 0 to 255. Up to three cells more are written.
 */
export function convolveRow(
  upper: usize,
  middle: usize,
  lower: usize,
  rows: i32,
  channels: usize,
  stride: usize,
  weights: usize,
  outputs: usize,
  target: usize,
  width: usize,
  isLinear: bool,
): void {
  const cellBytes = channels << 1;
  const step = cellBytes * stride;
  const inputBytes = cellBytes * <usize>rows;
  /** Three cells begin with the one before. */
  const before = rows === 3 ? cellBytes : 0;
  const biases = weights + (outputs << 2);
  const panels = biases + (outputs << 2);
  const apart = outputs << (isLinear ? 2 : 1);
  const outputShift: usize = isLinear ? 2 : 1;
  for (let start: usize = 0; start < width; start += segmentCells) {
    const end = min(width, start + segmentCells);
    for (let i: usize = 0; i < outputs; i += panelOutputs) {
      const panel = panels + i * inputBytes * <usize>rows;
      for (let x = start; x < end; x += 4) {
        const from = x * step - before;
        convolveFour(
          upper + from,
          middle + from,
          lower + from,
          rows,
          step,
          inputBytes,
          panel,
          weights + (i << 2),
          biases + (i << 2),
          target + x * apart + (i << outputShift),
          apart,
          isLinear,
        );
      }
    }
  }
  if (!isLinear) memory.fill(target + width * apart, 0, apart);
}

/**
 * What 3 x 3 weights need of 4 x 4 cells for the 2 x 2 in their middle, by Winograd's F(2 x 2, 3 x 3) (Lavin and Gray,
 * 2016): 16 sums of products instead of 36. All in whole numbers: inputs up to 510 become up to 2040, weights are four
 * times what they are, and so is the sum. `target`: frequency by frequency, `apart` bytes from each other.
 */
function transformCells(
  r0: usize,
  r1: usize,
  r2: usize,
  r3: usize,
  cellBytes: usize,
  target: usize,
  apart: usize,
): void {
  const second = cellBytes;
  const third = cellBytes << 1;
  const fourth = third + cellBytes;
  for (let i: usize = 0; i < cellBytes; i += 16) {
    const a0 = v128.load(r0 + i);
    const a1 = v128.load(r1 + i);
    const a2 = v128.load(r2 + i);
    const a3 = v128.load(r3 + i);
    const c0 = v128.load(r0 + third + i);
    const c1 = v128.load(r1 + third + i);
    const c2 = v128.load(r2 + third + i);
    const c3 = v128.load(r3 + third + i);
    const b0 = v128.load(r0 + second + i);
    const b1 = v128.load(r1 + second + i);
    const b2 = v128.load(r2 + second + i);
    const b3 = v128.load(r3 + second + i);
    // Column by column: what rows become, then the differences and sums of columns.
    const a02 = i16x8.sub(a0, a2);
    const b02 = i16x8.sub(b0, b2);
    const c02 = i16x8.sub(c0, c2);
    const a12 = i16x8.add(a1, a2);
    const b12 = i16x8.add(b1, b2);
    const c12 = i16x8.add(c1, c2);
    const a21 = i16x8.sub(a2, a1);
    const b21 = i16x8.sub(b2, b1);
    const c21 = i16x8.sub(c2, c1);
    const a13 = i16x8.sub(a1, a3);
    const b13 = i16x8.sub(b1, b3);
    const c13 = i16x8.sub(c1, c3);
    let to = target + i;
    v128.store(to, i16x8.sub(a02, c02));
    v128.store(to + apart, i16x8.add(b02, c02));
    v128.store(to + (apart << 1), i16x8.sub(c02, b02));
    to += apart << 2;
    v128.store(to, i16x8.sub(a12, c12));
    v128.store(to + apart, i16x8.add(b12, c12));
    v128.store(to + (apart << 1), i16x8.sub(c12, b12));
    to += apart << 2;
    v128.store(to, i16x8.sub(a21, c21));
    v128.store(to + apart, i16x8.add(b21, c21));
    v128.store(to + (apart << 1), i16x8.sub(c21, b21));
    to += apart << 2;
    v128.store(to, i16x8.sub(a13, c13));
    v128.store(to + apart, i16x8.add(b13, c13));
    v128.store(to + (apart << 1), i16x8.sub(c13, b13));
    const d0 = v128.load(r0 + fourth + i);
    const d1 = v128.load(r1 + fourth + i);
    const d2 = v128.load(r2 + fourth + i);
    const d3 = v128.load(r3 + fourth + i);
    to = target + i + (apart << 1) + apart;
    v128.store(to, i16x8.sub(b02, i16x8.sub(d0, d2)));
    v128.store(to + (apart << 2), i16x8.sub(b12, i16x8.add(d1, d2)));
    v128.store(to + (apart << 3), i16x8.sub(b21, i16x8.sub(d2, d1)));
    v128.store(to + (apart << 3) + (apart << 2), i16x8.sub(b13, i16x8.sub(d1, d3)));
  }
}

/** Sums of one frequency for eight outputs of four tiles; channels come in eights. */
function sumFour(source: usize, cellBytes: usize, panel: usize, target: usize, apart: usize): void {
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  let a = source;
  let b = a + cellBytes;
  let c = b + cellBytes;
  let d = c + cellBytes;
  const end = b;
  while (a < end) {
    let w0 = v128.load(panel);
    let w1 = v128.load(panel, 16);
    let inputs = v128.load32_splat(a);
    a0 = withPair(a0, inputs, w0);
    a1 = withPair(a1, inputs, w1);
    inputs = v128.load32_splat(b);
    b0 = withPair(b0, inputs, w0);
    b1 = withPair(b1, inputs, w1);
    inputs = v128.load32_splat(c);
    c0 = withPair(c0, inputs, w0);
    c1 = withPair(c1, inputs, w1);
    inputs = v128.load32_splat(d);
    d0 = withPair(d0, inputs, w0);
    d1 = withPair(d1, inputs, w1);
    w0 = v128.load(panel, 32);
    w1 = v128.load(panel, 48);
    inputs = v128.load32_splat(a, 4);
    a0 = withPair(a0, inputs, w0);
    a1 = withPair(a1, inputs, w1);
    inputs = v128.load32_splat(b, 4);
    b0 = withPair(b0, inputs, w0);
    b1 = withPair(b1, inputs, w1);
    inputs = v128.load32_splat(c, 4);
    c0 = withPair(c0, inputs, w0);
    c1 = withPair(c1, inputs, w1);
    inputs = v128.load32_splat(d, 4);
    d0 = withPair(d0, inputs, w0);
    d1 = withPair(d1, inputs, w1);
    a += 8;
    b += 8;
    c += 8;
    d += 8;
    panel += panelBytes << 1;
  }
  v128.store(target, a0);
  v128.store(target, a1, 16);
  v128.store(target + apart, b0);
  v128.store(target + apart, b1, 16);
  v128.store(target + (apart << 1), c0);
  v128.store(target + (apart << 1), c1, 16);
  v128.store(target + (apart << 1) + apart, d0);
  v128.store(target + (apart << 1) + apart, d1, 16);
}

/** Sums in the order of frequencies to what one of the four cells is of them, and a quarter of that. */
function quarter(a: v128, b: v128, c: v128): v128 {
  return i32x4.shr_s(i32x4.add(i32x4.add(a, b), c), 2);
}

function quarterLess(a: v128, b: v128, c: v128): v128 {
  return i32x4.shr_s(i32x4.sub(i32x4.sub(a, b), c), 2);
}

/**
 * Four outputs of the cells of a tile, whole and in 0 to 255, left in `target`: upper left and right, lower left and
 * right.
 */
function finishTile(source: usize, apart: usize, multipliers: v128, biases: v128, target: usize): void {
  const row = apart << 2;
  const m10 = v128.load(source + row);
  const m20 = v128.load(source + (row << 1));
  const u0 = i32x4.add(i32x4.add(v128.load(source), m10), m20);
  const l0 = i32x4.sub(i32x4.sub(m10, m20), v128.load(source + row + (row << 1)));
  source += apart;
  const m11 = v128.load(source + row);
  const m21 = v128.load(source + (row << 1));
  const u1 = i32x4.add(i32x4.add(v128.load(source), m11), m21);
  const l1 = i32x4.sub(i32x4.sub(m11, m21), v128.load(source + row + (row << 1)));
  source += apart;
  const m12 = v128.load(source + row);
  const m22 = v128.load(source + (row << 1));
  const u2 = i32x4.add(i32x4.add(v128.load(source), m12), m22);
  const l2 = i32x4.sub(i32x4.sub(m12, m22), v128.load(source + row + (row << 1)));
  source += apart;
  const m13 = v128.load(source + row);
  const m23 = v128.load(source + (row << 1));
  const u3 = i32x4.add(i32x4.add(v128.load(source), m13), m23);
  const l3 = i32x4.sub(i32x4.sub(m13, m23), v128.load(source + row + (row << 1)));
  v128.store(target, bounded(scaled(quarter(u0, u1, u2), multipliers, biases)));
  v128.store(target, bounded(scaled(quarterLess(u1, u2, u3), multipliers, biases)), 16);
  v128.store(target, bounded(scaled(quarter(l0, l1, l2), multipliers, biases)), 32);
  v128.store(target, bounded(scaled(quarterLess(l1, l2, l3), multipliers, biases)), 48);
}

/** Bytes of work that `convolvePair` needs. */
export function convolvePairWork(channels: usize, outputs: usize): usize {
  return frequencies * segmentTiles * ((channels << 1) + (outputs << 2)) + 128;
}

/**
 * Two rows of a layer of 3 x 3 weights, without stride, out of four rows of the source; width is even, channels come in
 * eights. The panels of `weights` stand frequency by frequency. `work`: as `convolvePairWork` says.
 */
export function convolvePair(
  r0: usize,
  r1: usize,
  r2: usize,
  r3: usize,
  channels: usize,
  weights: usize,
  outputs: usize,
  upperTarget: usize,
  lowerTarget: usize,
  width: usize,
  work: usize,
): void {
  const cellBytes = channels << 1;
  const sumBytes = outputs << 2;
  const outputBytes = outputs << 1;
  const biases = weights + (outputs << 2);
  const panels = biases + (outputs << 2);
  const inputsApart = segmentTiles * cellBytes;
  const sumsApart = segmentTiles * sumBytes;
  const sums = work + frequencies * inputsApart;
  const halves = sums + frequencies * sumsApart;
  const tiles = width >> 1;
  for (let start: usize = 0; start < tiles; start += segmentTiles) {
    const count = min(tiles - start, segmentTiles);
    const from = ((start * cellBytes) << 1) - cellBytes;
    for (let tile: usize = 0; tile < count; tile++) {
      const at = from + ((tile * cellBytes) << 1);
      transformCells(r0 + at, r1 + at, r2 + at, r3 + at, cellBytes, work + tile * cellBytes, inputsApart);
    }
    let panel = panels;
    for (let frequency: usize = 0; frequency < frequencies; frequency++) {
      const source = work + frequency * inputsApart;
      const target = sums + frequency * sumsApart;
      for (let i: usize = 0; i < outputs; i += panelOutputs) {
        for (let tile: usize = 0; tile < count; tile += 4) {
          const to = target + tile * sumBytes + (i << 2);
          sumFour(source + tile * cellBytes, cellBytes, panel, to, sumBytes);
        }
        panel += channels << 4;
      }
    }
    for (let i: usize = 0; i < outputs; i += panelOutputs) {
      const m0 = v128.load(weights + (i << 2));
      const m1 = v128.load(weights + (i << 2), 16);
      const b0 = v128.load(biases + (i << 2));
      const b1 = v128.load(biases + (i << 2), 16);
      let at = (start * outputBytes + i) << 1;
      for (let tile: usize = 0; tile < count; tile++) {
        const source = sums + tile * sumBytes + (i << 2);
        finishTile(source, sumsApart, m0, b0, halves);
        finishTile(source + 16, sumsApart, m1, b1, halves + 64);
        const upper = upperTarget + at;
        const lower = lowerTarget + at;
        v128.store(upper, i16x8.narrow_i32x4_s(v128.load(halves), v128.load(halves, 64)));
        v128.store(upper + outputBytes, i16x8.narrow_i32x4_s(v128.load(halves, 16), v128.load(halves, 80)));
        v128.store(lower, i16x8.narrow_i32x4_s(v128.load(halves, 32), v128.load(halves, 96)));
        v128.store(lower + outputBytes, i16x8.narrow_i32x4_s(v128.load(halves, 48), v128.load(halves, 112)));
        at += outputBytes << 1;
      }
    }
  }
}

/**
 * Two rows of a picture as one of cells: 2 x 2 pixels of three colours, less 128, row by row. `width` pixels, of which
 * the last is repeated until there are `cells`.
 */
export function gatherCells(upper: usize, lower: usize, width: i32, cells: i32, target: usize): void {
  for (let x = 0; x < cells; x++) {
    const left = <usize>(3 * min(2 * x, width - 1));
    const right = <usize>(3 * min(2 * x + 1, width - 1));
    for (let colour: usize = 0; colour < 3; colour++) {
      const to = target + (colour << 1);
      store<i16>(to, <i16>load<u8>(upper + left + colour) - 128);
      store<i16>(to, <i16>load<u8>(upper + right + colour) - 128, 6);
      store<i16>(to, <i16>load<u8>(lower + left + colour) - 128, 12);
      store<i16>(to, <i16>load<u8>(lower + right + colour) - 128, 18);
    }
    target += 24;
  }
}

/** A row plus one of half the width, each of whose cells counts twice; channels come in eights. */
export function addEnlarged(row: usize, coarse: usize, channels: usize, width: usize, target: usize): void {
  const cellBytes = channels << 1;
  for (let x: usize = 0; x < width; x += 2) {
    for (let i: usize = 0; i < cellBytes; i += 16) {
      const values = v128.load(coarse + i);
      v128.store(target + i, i16x8.add(v128.load(row + i), values));
      const next = i + cellBytes;
      v128.store(target + next, i16x8.add(v128.load(row + next), values));
    }
    coarse += cellBytes;
    row += cellBytes << 1;
    target += cellBytes << 1;
  }
}

/**
 * What a row of cells says of the pixels of two rows. `values`: for each cell, class by class, four numbers of its 2 x
 * 2 pixels. They are rounded to sixteenths from -12 to 12, the even one of two, and looked up in the 385 bytes of their
 * class. `target`: class by class, both rows of `width` pixels.
 */
export function readChances(values: usize, classes: i32, width: i32, tables: usize, target: usize): void {
  const rowBytes = <usize>width;
  for (let x = 0; x < width; x += 2) {
    const hasRight = x + 1 < width;
    let table = tables;
    let to = target + <usize>x;
    for (let i = 0; i < classes; i++) {
      const steps = f32x4.nearest(f32x4.mul(v128.load(values), f32x4.splat(16)));
      const inside = f32x4.max(f32x4.min(steps, f32x4.splat(192)), f32x4.splat(-192));
      const places = i32x4.add(i32x4.trunc_sat_f32x4_s(inside), i32x4.splat(192));
      store<u8>(to, load<u8>(table + <usize>i32x4.extract_lane(places, 0)));
      store<u8>(to + rowBytes, load<u8>(table + <usize>i32x4.extract_lane(places, 2)));
      if (hasRight) {
        store<u8>(to, load<u8>(table + <usize>i32x4.extract_lane(places, 1)), 1);
        store<u8>(to + rowBytes, load<u8>(table + <usize>i32x4.extract_lane(places, 3)), 1);
      }
      values += 16;
      table += 385;
      to += rowBytes << 1;
    }
  }
}
