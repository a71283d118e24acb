/**
 * Owns pixels in memory as a file that sharp opens like any other: an uncompressed TIFF of 8-bit RGB, with its ICC profile
 * (TIFF 6.0; tag 34675). Must never touch the disk.
 */

const shortType = 3;
const longType = 4;
const undefinedType = 7;
const headerBytes = 8;
/** Rows that are read at a time. */
const rowsRead = 64;

type Entry = [tag: number, type: number, count: number, value: number];

/** The file, and the part of it where the pixels are to be put: rows of red, green, blue. */
export interface RgbTiff {
  file: Buffer;
  pixels: Buffer;
}

/** `profile`: an ICC profile of RGB. */
interface RgbSize {
  widthPx: number;
  heightPx: number;
  profile?: Uint8Array | undefined;
}

/** What stands in the file before its pixels and after them, and how many bytes they are. */
export interface RgbTiffFrame {
  head: Buffer;
  pixelBytes: number;
  tail: Buffer;
}

/** A TIFF of these pixels, still black. */
export function createRgbTiff(size: RgbSize): RgbTiff {
  const { head, pixelBytes, tail } = frameRgbTiff(size);
  const file = Buffer.alloc(head.length + pixelBytes + tail.length);
  file.set(head);
  file.set(tail, head.length + pixelBytes);
  return { file, pixels: file.subarray(head.length, head.length + pixelBytes) };
}

/** The same file without its pixels, for whoever writes them elsewhere. */
export function frameRgbTiff(size: RgbSize): RgbTiffFrame {
  const { widthPx, heightPx, profile = new Uint8Array(0) } = size;
  const rowBytes = widthPx * 3;
  const strips = Math.ceil(heightPx / rowsRead);
  const stripRows = Array.from({ length: strips }, (_, strip) =>
    Math.min(rowsRead, heightPx - strip * rowsRead),
  );
  const even = (position: number) => position + (position % 2);
  const tailAt = headerBytes + rowBytes * heightPx;
  const bitsAt = even(tailAt);
  const offsetsAt = bitsAt + 8;
  const countsAt = offsetsAt + 4 * strips;
  const profileAt = countsAt + 4 * strips;
  const directoryAt = even(profileAt + profile.length);
  const entries: Entry[] = [
    [256, longType, 1, widthPx],
    [257, longType, 1, heightPx],
    [258, shortType, 3, bitsAt],
    [259, shortType, 1, 1],
    [262, shortType, 1, 2],
    [273, longType, strips, strips === 1 ? headerBytes : offsetsAt],
    [277, shortType, 1, 3],
    [278, longType, 1, rowsRead],
    [279, longType, strips, strips === 1 ? rowBytes * heightPx : countsAt],
    [284, shortType, 1, 1],
  ];
  if (profile.length > 0) entries.push([34675, undefinedType, profile.length, profileAt]);
  const head = Buffer.alloc(headerBytes);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(directoryAt, 4);
  const tail = Buffer.alloc(directoryAt + 2 + 12 * entries.length + 4 - tailAt);
  for (let i = 0; i < 3; i += 1) tail.writeUInt16LE(8, bitsAt - tailAt + 2 * i);
  for (const [strip, rows] of stripRows.entries()) {
    tail.writeUInt32LE(headerBytes + strip * rowsRead * rowBytes, offsetsAt - tailAt + 4 * strip);
    tail.writeUInt32LE(rows * rowBytes, countsAt - tailAt + 4 * strip);
  }
  tail.set(profile, profileAt - tailAt);
  tail.writeUInt16LE(entries.length, directoryAt - tailAt);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt - tailAt + 2 + 12 * i;
    tail.writeUInt16LE(tag, at);
    tail.writeUInt16LE(type, at + 2);
    tail.writeUInt32LE(count, at + 4);
    tail.writeUInt32LE(value, at + 8);
  }
  return { head, pixelBytes: rowBytes * heightPx, tail };
}
