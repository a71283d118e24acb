/**
 * Owns the compression of raster lines that PWG raster (PWG 5102.4 section 4.4) and URF share: a count of equal lines,
 * then runs of equal and of different units, each a pixel (or a byte, where a byte holds eight). Must never know a header.
 */

/** Takes lines from top to bottom; gives what can be written so far. */
export interface RasterLines {
  /** `rows` lines, `strideBytes` apart. The result is only valid until the next call. */
  encode(lines: { pixels: Uint8Array; rows: number; strideBytes: number }): Uint8Array;
  /** What is still held back. No line may follow. */
  flush(): Uint8Array;
}

/** One byte counts the repetitions of a line: 0 to 255. */
const maxEqualLines = 256;
/** Codes 0 to 127 repeat a unit 1 to 128 times; codes 129 to 255 copy 257 - code units. */
const maxUnits = 128;

/** Lines of `lineBytes` bytes in units of `unitBytes`. */
export function createRasterLines({
  lineBytes,
  unitBytes,
}: {
  lineBytes: number;
  unitBytes: number;
}): RasterLines {
  const held = new Uint8Array(lineBytes);
  let heldCount = 0;
  let out = Buffer.allocUnsafe(Math.max(64 * 1024, 4 * maxBytesOf(lineBytes, unitBytes)));
  let used = 0;

  const writeHeld = () => {
    const max = maxBytesOf(lineBytes, unitBytes);
    if (out.length - used < max) {
      const larger = Buffer.allocUnsafe(out.length * 2 + max);
      out.copy(larger, 0, 0, used);
      out = larger;
    }
    out[used] = heldCount - 1;
    used = encodeLine(held, unitBytes, { out, at: used + 1 });
    heldCount = 0;
  };

  return {
    encode({ pixels, rows, strideBytes }) {
      used = 0;
      for (let row = 0; row < rows; row += 1) {
        const line = pixels.subarray(row * strideBytes, row * strideBytes + lineBytes);
        if (heldCount > 0 && heldCount < maxEqualLines && Buffer.compare(held, line) === 0) {
          heldCount += 1;
          continue;
        }
        if (heldCount > 0) writeHeld();
        held.set(line);
        heldCount = 1;
      }
      return out.subarray(0, used);
    },
    flush() {
      used = 0;
      if (heldCount > 0) writeHeld();
      return out.subarray(0, used);
    },
  };
}

/** The count of the line, the units, and a code for every 128 units or for every run, of which the shortest worth it has 2. */
const maxBytesOf = (lineBytes: number, unitBytes: number): number =>
  1 + lineBytes + Math.ceil(lineBytes / unitBytes);

/** Where the next byte goes. */
function encodeLine(
  line: Uint8Array,
  unitBytes: number,
  { out, at }: { out: Uint8Array; at: number },
): number {
  const units = line.length / unitBytes;
  const isEqual = (a: number, b: number): boolean => {
    for (let i = 0; i < unitBytes; i += 1)
      if (line[a * unitBytes + i] !== line[b * unitBytes + i]) return false;
    return true;
  };
  const copy = (from: number, to: number) => {
    for (let i = from * unitBytes; i < to * unitBytes; i += 1) out[at++] = line[i]!;
  };
  for (let start = 0; start < units; ) {
    let end = start + 1;
    while (end < units && end - start < maxUnits && isEqual(start, end)) end += 1;
    if (end - start > 1 || end === units) {
      out[at++] = end - start - 1;
      copy(start, start + 1);
      start = end;
      continue;
    }
    // Different ones, up to the next two that are equal: those start a run of their own.
    while (end < units && end - start < maxUnits && !(end + 1 < units && isEqual(end, end + 1))) end += 1;
    // A lone unit has no code of its own: it is a run of one.
    out[at++] = end - start === 1 ? 0 : 257 - (end - start);
    copy(start, end);
    start = end;
  }
  return at;
}
