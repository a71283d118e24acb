/**
 * Owns changing good files at random, with a seed: bytes, words, pieces, lengths. The same seed is the same file on every machine.
 * For tests and benches; must never read a file.
 */

/** Numbers in [0, 1), by xorshift32 (Marsaglia, 2003). */
export function createFuzzRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

const tellingBytes = [0x00, 0x01, 0x7f, 0x80, 0xff, 0xfe];
const tellingWords = [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0];

type Change = (bytes: Buffer, random: () => number) => Buffer;

/** Half of all changes hit the first kilobyte, where formats say what follows. */
function placeIn(bytes: Buffer, random: () => number): number {
  const reach = random() < 0.5 ? Math.min(1024, bytes.length) : bytes.length;
  return Math.floor(random() * reach);
}

const changes: readonly Change[] = [
  // one bit
  (bytes, random) => {
    const at = placeIn(bytes, random);
    bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    return bytes;
  },
  // one byte that often means something
  (bytes, random) => {
    bytes[placeIn(bytes, random)] = tellingBytes[Math.floor(random() * tellingBytes.length)]!;
    return bytes;
  },
  // a number of 2 or 4 bytes, in either order
  (bytes, random) => {
    const width = random() < 0.5 ? 2 : 4;
    const at = Math.min(placeIn(bytes, random), bytes.length - width);
    const value = tellingWords[Math.floor(random() * tellingWords.length)]! % 2 ** (width * 8);
    if (at >= 0 && random() < 0.5) bytes.writeUIntBE(value, at, width);
    else if (at >= 0) bytes.writeUIntLE(value, at, width);
    return bytes;
  },
  // a run of random bytes
  (bytes, random) => {
    const at = placeIn(bytes, random);
    for (let i = at; i < Math.min(bytes.length, at + 64); i++) bytes[i] = Math.floor(random() * 256);
    return bytes;
  },
  // cut off
  (bytes, random) => bytes.subarray(0, Math.ceil(random() * bytes.length)),
  // a piece left out
  (bytes, random) => {
    const at = placeIn(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + Math.ceil(random() * 300))]);
  },
  // a piece said again
  (bytes, random) => {
    const at = placeIn(bytes, random);
    const piece = bytes.subarray(at, at + Math.ceil(random() * 2000));
    const times = Math.ceil(random() * 8);
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(at),
    ]);
  },
];

/** A copy with one to five changes. */
export function mutate(good: Uint8Array, random: () => number): Buffer {
  let bytes: Buffer = Buffer.from(good);
  const count = 1 + Math.floor(random() * 5);
  for (let i = 0; i < count && bytes.length > 0; i++)
    bytes = changes[Math.floor(random() * changes.length)]!(bytes, random);
  return bytes;
}
