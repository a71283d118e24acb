/** Interleaved 8-bit RGB to three planes of single precision by a 3 x 3 matrix, and back. */

/** Twelve bytes from which each vector takes four samples of one channel, as whole numbers. */
function channel(pixels: v128, places: v128): v128 {
  return f32x4.convert_i32x4_u(v128.swizzle(pixels, places));
}

function mixed(red: v128, green: v128, blue: v128, row: usize): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(red, v128.load32_splat(row)), f32x4.mul(green, v128.load32_splat(row, 4))),
    f32x4.mul(blue, v128.load32_splat(row, 8)),
  );
}

const redLanes = i8x16(0, -1, -1, -1, 3, -1, -1, -1, 6, -1, -1, -1, 9, -1, -1, -1);
const greenLanes = i8x16(1, -1, -1, -1, 4, -1, -1, -1, 7, -1, -1, -1, 10, -1, -1, -1);
const blueLanes = i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1);

/**
 * One row of `width` pixels to three rows, at `target` and every `planeBytes` after it; reads and writes whole vectors,
 * so up to 15 bytes and 3 samples beyond the end. `matrix`: 9 numbers, row by row.
 */
export function splitRow(rgb: usize, target: usize, planeBytes: usize, width: i32, matrix: usize): void {
  for (let x: usize = 0; x < <usize>width; x += 4) {
    const pixels = v128.load(rgb + 3 * x);
    const red = channel(pixels, redLanes);
    const green = channel(pixels, greenLanes);
    const blue = channel(pixels, blueLanes);
    const to = target + (x << 2);
    v128.store(to, mixed(red, green, blue, matrix));
    v128.store(to + planeBytes, mixed(red, green, blue, matrix + 12));
    v128.store(to + 2 * planeBytes, mixed(red, green, blue, matrix + 24));
  }
}

/** The same through a table of 256 values per sample. */
export function splitRowByTable(
  rgb: usize,
  target: usize,
  planeBytes: usize,
  width: i32,
  matrix: usize,
  table: usize,
): void {
  for (let x: usize = 0; x < <usize>width; x++) {
    const from = rgb + 3 * x;
    const red = load<f32>(table + ((<usize>load<u8>(from)) << 2));
    const green = load<f32>(table + ((<usize>load<u8>(from, 1)) << 2));
    const blue = load<f32>(table + ((<usize>load<u8>(from, 2)) << 2));
    for (let i: usize = 0; i < 3; i++) {
      const row = matrix + 12 * i;
      const value = red * load<f32>(row) + green * load<f32>(row, 4) + blue * load<f32>(row, 8);
      store<f32>(target + i * planeBytes + (x << 2), value);
    }
  }
}

/** Old samples moved towards new ones by `amount`, as bytes in the lowest places of four lanes. */
function moved(old: v128, now: v128, amount: v128): v128 {
  const value = f32x4.nearest(f32x4.add(old, f32x4.mul(f32x4.sub(now, old), amount)));
  return i32x4.trunc_sat_f32x4_s(f32x4.max(f32x4.min(value, f32x4.splat(255)), f32x4.splat(0)));
}

/** From its start 12 bytes are taken, from 3 after it 9, and so on. */
const keepMasks = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** Three rows of planes back into a row of pixels, of which `amount` (0 to 1) is taken. Changes nothing beyond the end. */
export function joinRow(
  source: usize,
  planeBytes: usize,
  rgb: usize,
  width: i32,
  matrix: usize,
  amount: f32,
): void {
  const part = f32x4.splat(amount);
  for (let x: usize = 0; x < <usize>width; x += 4) {
    const at = rgb + 3 * x;
    const pixels = v128.load(at);
    const from = source + (x << 2);
    const a = v128.load(from);
    const b = v128.load(from + planeBytes);
    const c = v128.load(from + 2 * planeBytes);
    const red = moved(channel(pixels, redLanes), mixed(a, b, c, matrix), part);
    const green = moved(channel(pixels, greenLanes), mixed(a, b, c, matrix + 12), part);
    const blue = moved(channel(pixels, blueLanes), mixed(a, b, c, matrix + 24), part);
    const redGreen = v128.or(red, i32x4.shl(green, 8));
    const all = v128.or(redGreen, i32x4.shl(blue, 16));
    const packed = v128.swizzle(all, i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    const taken = <usize>3 * min<usize>(4, <usize>width - x);
    const keep = v128.load(keepMasks + 12 - taken);
    v128.store(at, v128.bitselect(packed, pixels, keep));
  }
}

/** The value at `at` of a table that is read between its entries. */
function between(table: usize, at: f32, last: f32): f32 {
  const place = max<f32>(0, min<f32>(at, last));
  const below = min<f32>(floor<f32>(place), last - 1);
  const from = table + ((<usize>below) << 2);
  return load<f32>(from) + (load<f32>(from, 4) - load<f32>(from)) * (place - below);
}

/**
 * The same through the inverse of a table: `table` holds `length` samples for evenly spaced values from `first`, `scale`
 * of them to one. Slower: one pixel at a time.
 */
export function joinRowByTable(
  source: usize,
  planeBytes: usize,
  rgb: usize,
  width: i32,
  matrix: usize,
  amount: f32,
  table: usize,
  length: i32,
  first: f32,
  scale: f32,
): void {
  const last = <f32>(length - 1);
  for (let x: usize = 0; x < <usize>width; x++) {
    const from = source + (x << 2);
    const a = load<f32>(from);
    const b = load<f32>(from + planeBytes);
    const c = load<f32>(from + 2 * planeBytes);
    for (let i: usize = 0; i < 3; i++) {
      const row = matrix + 12 * i;
      const value = a * load<f32>(row) + b * load<f32>(row, 4) + c * load<f32>(row, 8);
      const now = between(table, (value - first) * scale, last);
      const at = rgb + 3 * x + i;
      const old = <f32>load<u8>(at);
      store<u8>(at, <u8>max<f32>(0, min<f32>(nearest<f32>(old + (now - old) * amount), 255)));
    }
  }
}
