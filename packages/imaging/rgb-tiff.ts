/**
 * Owns pixels in memory as a file that sharp opens like any other: an uncompressed TIFF of 8-bit RGB, with its ICC profile
 * (TIFF 6.0; tag 34675). Must never touch the disk.
 */

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const HEADER_BYTES = 8;
/** Rows that are read at a time. */
const STRIP_ROWS = 64;

type Entry = [tag: number, type: number, count: number, value: number];

/** The file, and the part of it where the pixels are to be put: rows of red, green, blue. */
export type RgbTiff = { file: Buffer; pixels: Buffer };

/** A TIFF of these pixels, still black. `profile`: an ICC profile of RGB. */
export function createRgbTiff(size: {
  widthPx: number;
  heightPx: number;
  profile?: Uint8Array | undefined;
}): RgbTiff {
  const { widthPx, heightPx, profile = new Uint8Array(0) } = size;
  const rowBytes = widthPx * 3;
  const strips = Math.ceil(heightPx / STRIP_ROWS);
  const stripRows = Array.from({ length: strips }, (_, strip) =>
    Math.min(STRIP_ROWS, heightPx - strip * STRIP_ROWS),
  );
  const even = (position: number) => position + (position % 2);
  const bitsAt = even(HEADER_BYTES + rowBytes * heightPx);
  const offsetsAt = bitsAt + 8;
  const countsAt = offsetsAt + 4 * strips;
  const profileAt = countsAt + 4 * strips;
  const directoryAt = even(profileAt + profile.length);
  const entries: Entry[] = [
    [256, LONG, 1, widthPx],
    [257, LONG, 1, heightPx],
    [258, SHORT, 3, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, strips, strips === 1 ? HEADER_BYTES : offsetsAt],
    [277, SHORT, 1, 3],
    [278, LONG, 1, STRIP_ROWS],
    [279, LONG, strips, strips === 1 ? rowBytes * heightPx : countsAt],
    [284, SHORT, 1, 1],
  ];
  if (profile.length > 0) entries.push([34675, UNDEFINED, profile.length, profileAt]);
  const file = Buffer.alloc(directoryAt + 2 + 12 * entries.length + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(directoryAt, 4);
  for (let i = 0; i < 3; i += 1) file.writeUInt16LE(8, bitsAt + 2 * i);
  for (const [strip, rows] of stripRows.entries()) {
    file.writeUInt32LE(HEADER_BYTES + strip * STRIP_ROWS * rowBytes, offsetsAt + 4 * strip);
    file.writeUInt32LE(rows * rowBytes, countsAt + 4 * strip);
  }
  file.set(profile, profileAt);
  file.writeUInt16LE(entries.length, directoryAt);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt + 2 + 12 * i;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  return { file, pixels: file.subarray(HEADER_BYTES, HEADER_BYTES + rowBytes * heightPx) };
}
