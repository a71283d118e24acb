/**
 * The sums of the networks that say what words and characters are (label-network.ts), in single precision. Sums go in the order of the inputs and
 * nothing is fused: the same bits everywhere. Outputs stand in panels of sixteen: a panel holds, tap by tap and input by input, the
 * weights of its outputs.
 */

const panelOutputs: i32 = 16;
const panelBytes: usize = 64;

/**
 * Sums of rows of bytes. `columns` is a multiple of sixteen; so few rows are summed that 16 bits have room (at most 255). Each sum is
 * multiplied by its column's scale.
 */
export function sumRows(
  table: usize,
  mask: u32,
  ids: usize,
  count: i32,
  columns: i32,
  scales: usize,
  target: usize,
): void {
  for (let column: i32 = 0; column < columns; column += panelOutputs) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    for (let at: i32 = 0; at < count; at++) {
      const row = <usize>(load<u32>(ids + ((<usize>at) << 2)) & mask) * <usize>columns;
      const bytes = v128.load(table + row + <usize>column);
      low = i16x8.add(low, i16x8.extend_low_i8x16_s(bytes));
      high = i16x8.add(high, i16x8.extend_high_i8x16_s(bytes));
    }
    const to = target + ((<usize>column) << 2);
    const by = scales + ((<usize>column) << 2);
    storeScaled(i32x4.extend_low_i16x8_s(low), by, to);
    storeScaled(i32x4.extend_high_i16x8_s(low), by + 16, to + 16);
    storeScaled(i32x4.extend_low_i16x8_s(high), by + 32, to + 32);
    storeScaled(i32x4.extend_high_i16x8_s(high), by + 48, to + 48);
  }
}

function storeScaled(sums: v128, scales: usize, target: usize): void {
  v128.store(target, f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(scales)));
}

/**
 * One layer over all tokens: each output of a token is out of as many tokens as there are taps, `reach` apart, the token itself in the middle;
 * outside of the text there is nothing. With `isAdded` what is above zero is added to what the token was before; without it the sums are the answer.
 */
export function layer(
  source: usize,
  weights: usize,
  biases: usize,
  target: usize,
  tokens: i32,
  inputs: i32,
  outputs: i32,
  taps: i32,
  reach: i32,
  isAdded: bool,
): void {
  const inputBytes = (<usize>inputs) << 2;
  const outputBytes = (<usize>outputs) << 2;
  const zero = f32x4.splat(0);
  for (let output: i32 = 0; output < outputs; output += panelOutputs) {
    const panel = weights + <usize>((output / panelOutputs) * taps * inputs) * panelBytes;
    const bias = biases + ((<usize>output) << 2);
    for (let token: i32 = 0; token < tokens; token++) {
      let a = v128.load(bias);
      let b = v128.load(bias, 16);
      let c = v128.load(bias, 32);
      let d = v128.load(bias, 48);
      for (let tap: i32 = 0; tap < taps; tap++) {
        const from = token + (tap - (taps >> 1)) * reach;
        if (from < 0 || from >= tokens) continue;
        let input = source + <usize>from * inputBytes;
        const end = input + inputBytes;
        let weight = panel + <usize>(tap * inputs) * panelBytes;
        for (; input < end; input += 4) {
          const value = v128.load32_splat(input);
          a = f32x4.add(a, f32x4.mul(value, v128.load(weight)));
          b = f32x4.add(b, f32x4.mul(value, v128.load(weight, 16)));
          c = f32x4.add(c, f32x4.mul(value, v128.load(weight, 32)));
          d = f32x4.add(d, f32x4.mul(value, v128.load(weight, 48)));
          weight += panelBytes;
        }
      }
      const to = target + <usize>token * outputBytes + ((<usize>output) << 2);
      if (isAdded) {
        const before = source + <usize>token * inputBytes + ((<usize>output) << 2);
        a = f32x4.add(v128.load(before), f32x4.pmax(a, zero));
        b = f32x4.add(v128.load(before, 16), f32x4.pmax(b, zero));
        c = f32x4.add(v128.load(before, 32), f32x4.pmax(c, zero));
        d = f32x4.add(v128.load(before, 48), f32x4.pmax(d, zero));
      }
      v128.store(to, a);
      v128.store(to, b, 16);
      v128.store(to, c, 32);
      v128.store(to, d, 48);
    }
  }
}
