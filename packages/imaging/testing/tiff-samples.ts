/**
 * Owns uncompressed TIFF pictures with given pixels and any ICC profile (TIFF 6.0; tag 34675), for tests: nothing converts a
 * value on its way into the file. Must never be used to print.
 */

export interface TiffSample {
  widthPx: number;
  heightPx: number;
  /** Samples row by row, `channels` of them a pixel: 1 grey, 3 RGB, 4 CMYK. 16-bit ones are a Uint16Array. */
  samples: Uint8Array | Uint16Array;
  channels: 1 | 3 | 4;
  profile?: Buffer;
}

const shortType = 3;
const longType = 4;
const undefinedType = 7;
const photometric = { 1: 1, 3: 2, 4: 5 } as const;

export function makeTiffOf({ widthPx, heightPx, samples, channels, profile }: TiffSample): Buffer {
  const is16Bit = samples instanceof Uint16Array;
  const pixels = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const bits = Buffer.alloc(8);
  for (let i = 0; i < channels; i += 1) bits.writeUInt16LE(is16Bit ? 16 : 8, 2 * i);
  const pixelAt = 8;
  const bitsAt = pixelAt + pixels.length;
  const profileAt = bitsAt + bits.length;
  const directoryAt = profileAt + (profile?.length ?? 0) + ((profile?.length ?? 0) % 2);
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, longType, 1, widthPx],
    [257, longType, 1, heightPx],
    [258, shortType, channels, channels > 2 ? bitsAt : is16Bit ? 16 : 8],
    [259, shortType, 1, 1],
    [262, shortType, 1, photometric[channels]],
    [273, longType, 1, pixelAt],
    [277, shortType, 1, channels],
    [278, longType, 1, heightPx],
    [279, longType, 1, pixels.length],
    [284, shortType, 1, 1],
    ...(profile
      ? ([[34675, undefinedType, profile.length, profileAt]] as [number, number, number, number][])
      : []),
  ];
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * i);
    directory.writeUInt16LE(type, 4 + 12 * i);
    directory.writeUInt32LE(count, 6 + 12 * i);
    directory.writeUInt32LE(value, 10 + 12 * i);
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(directoryAt, 4);
  const gap = Buffer.alloc(directoryAt - profileAt - (profile?.length ?? 0));
  return Buffer.concat([header, pixels, bits, profile ?? Buffer.alloc(0), gap, directory]);
}
