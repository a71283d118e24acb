/** Huffman tables of JPEG as they are looked up (ITU-T T.81 annexes C and F.2.2.3). No I/O. */

/** Codes up to this length are found at once. */
export const fastBits = 10;

export interface HuffmanTable {
  /** By the next bits: the length of the code in the high byte, its value in the low one; 0 for longer codes. */
  fast: Uint16Array;
  /** By length: the last code, -1 when there is none; and what makes an index into `values` of a code. */
  last: Int32Array;
  offset: Int32Array;
  values: Uint8Array;
}

/** The table of a DHT segment; undefined when its codes can't be: more than have room. */
export function createHuffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable | undefined {
  const fast = new Uint16Array(1 << fastBits);
  const last = new Int32Array(17).fill(-1);
  const offset = new Int32Array(17);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    offset[length] = index - code;
    const count = counts[length - 1]!;
    for (let i = 0; i < count; i++, code++, index++) {
      if (length > fastBits) continue;
      const from = code << (fastBits - length);
      fast.fill((length << 8) | values[index]!, from, from + (1 << (fastBits - length)));
    }
    if (code > 1 << length) return undefined;
    if (count > 0) last[length] = code - 1;
    code <<= 1;
  }
  return { fast, last, offset, values };
}
