/** Wrong bytes in a JPEG's data, in every kind of JPEG that people have, through the decoder's own check and as uploads meet it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFileBytes } from '../file-bytes.ts';
import { measurePhoto } from '../quality/photo-measures.ts';
import { createFuzzRandom } from '../testing/fuzz-files.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { type JpegReading, readJpegData } from './jpeg-damage.ts';
import { findShift } from './jpeg-shift.ts';
import { probeFile } from './probe-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jpeg-damage-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  return path;
};
const read = async (bytes: Uint8Array): Promise<JpegReading> =>
  withFileBytes(await write(bytes), readJpegData);

const [widthPx, heightPx] = [1000, 660];
const scene = (seed: number) => {
  const { pixels } = drawScene({ widthPx, heightPx, seed });
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
};

const kinds: Record<string, (seed: number) => Promise<Buffer>> = {
  'baseline 4:2:0': (seed) => scene(seed).jpeg({ quality: 88 }).toBuffer(),
  'baseline 4:4:4': (seed) => scene(seed).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer(),
  'standard tables': (seed) => scene(seed).jpeg({ quality: 80, optimiseCoding: false }).toBuffer(),
  'progressive 4:2:0': (seed) => scene(seed).jpeg({ quality: 88, progressive: true }).toBuffer(),
  'progressive 4:4:4': (seed) =>
    scene(seed).jpeg({ quality: 92, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  grey: (seed) => scene(seed).toColourspace('b-w').jpeg({ quality: 90 }).toBuffer(),
  cmyk: (seed) => scene(seed).toColourspace('cmyk').jpeg({ quality: 90 }).toBuffer(),
};

/** Other bytes in the data behind the last header of a scan. */
function spoiled(
  jpeg: Buffer,
  { share, count, seed }: { share: number; count: number; seed: number },
): Buffer {
  const out = Buffer.from(jpeg);
  const random = createFuzzRandom(seed);
  const from = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14;
  const at = from + Math.floor((jpeg.length - 2 - from - count) * share);
  for (let i = 0; i < count; i++) out[at + i] = Math.floor(random() * 256);
  return out;
}

/** The code and the bits of a difference of the DC (T.81 table K.3), and the end of the block (table K.5). */
function codeOf(difference: number): string {
  const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
  const value = difference < 0 ? difference + (1 << size) - 1 : difference;
  const bits = size > 0 ? value.toString(2).padStart(size, '0') : '';
  return `${['00', '010', '011', '100', '101', '110'][size]}${bits}1010`;
}

const bytesOfBits = (bits: string): number[] =>
  (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte, 2);
    return value === 255 ? [255, 0] : [value];
  });

/** Grey, 50 x 40 blocks of one brightness each, with a restart behind every row. */
async function makeRestartJpeg(): Promise<Buffer> {
  const create = { width: 400, height: 320, channels: 3, background: '#888' } as const;
  const grey = await sharp({ create }).toColourspace('b-w').jpeg({ optimiseCoding: false }).toBuffer();
  const scanAt = grey.indexOf(Buffer.from([0xff, 0xda]));
  const random = createFuzzRandom(11);
  const rows = Array.from({ length: 40 }, (_, row) => {
    let before = 0;
    let bits = '';
    for (let column = 0; column < 50; column++) {
      const value = Math.round(random() * 28 - 14);
      bits += codeOf(value - before);
      before = value;
    }
    return [...bytesOfBits(bits), 0xff, row === 39 ? 0xd9 : 0xd0 + (row % 8)];
  });
  const interval = Buffer.from([0xff, 0xdd, 0, 4, 0, 50]);
  const header = grey.subarray(scanAt, scanAt + 10);
  return Buffer.concat([grey.subarray(0, scanAt), interval, header, Buffer.from(rows.flat())]);
}

function withBytesBehindFirstSegment(jpeg: Buffer, bytes: Buffer): Buffer {
  const at = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

describe('readJpegData', () => {
  it.each(Object.entries(kinds))('reads good pictures to their end: %s', async (_name, make) => {
    const good = { isRead: true, damagedShare: 0, isCut: false, shiftedShare: 0 };
    for (const seed of [1, 2]) expect(await read(await make(seed))).toEqual(good);
  });

  it.each(Object.entries(kinds))('finds wrong bytes: %s', async (_name, make) => {
    const jpeg = await make(3);
    const answers = [];
    for (const count of [1024, 4096])
      for (const share of [0.2, 0.5, 0.8])
        answers.push(await read(spoiled(jpeg, { share, count, seed: count })));
    const found = answers.filter((one) => one.damagedShare > 0 || one.isCut || one.shiftedShare > 0);
    expect(found).toHaveLength(answers.length);
  });

  it('takes fill bytes, a last restart marker, bytes between segments and a missing end for what they are', async () => {
    const jpeg = await kinds['baseline 4:2:0']!(4);
    const body = jpeg.subarray(0, -2);
    const end = Buffer.from([0xff, 0xd9]);
    const odd = [
      Buffer.concat([body, Buffer.from([0xff, 0xff]), end]),
      Buffer.concat([body, Buffer.from([0xff, 0xd3]), end]),
      withBytesBehindFirstSegment(jpeg, Buffer.from([0, 0, 7])),
      body,
      Buffer.concat([jpeg, Buffer.from('and a film behind it')]),
    ];
    for (const bytes of odd) {
      expect(await read(bytes)).toMatchObject({ isRead: true, damagedShare: 0, isCut: false });
      expect(await probeFile(await write(bytes))).toMatchObject({ widthPx });
    }
  });

  it('says that the end is missing, whatever the kind', async () => {
    for (const make of Object.values(kinds)) {
      const jpeg = await make(5);
      for (const share of [0.3, 0.6, 0.95])
        expect(await read(jpeg.subarray(0, Math.floor(jpeg.length * share)))).toMatchObject({ isCut: true });
    }
  });

  it('counts what of a picture with restarts is lost, and no more', async () => {
    const jpeg = await makeRestartJpeg();
    expect(await read(jpeg)).toMatchObject({ isRead: true, damagedShare: 0 });
    const { damagedShare } = await read(spoiled(jpeg, { share: 0.5, count: 60, seed: 2 }));
    expect(damagedShare).toBeGreaterThan(0);
    expect(damagedShare).toBeLessThan(0.1);
  });
});

describe('findShift', () => {
  const unitsAcross = 60;
  const means = (change: (unit: number) => number) => {
    const random = createFuzzRandom(9);
    return Int16Array.from({ length: unitsAcross * 40 }, (_, unit) => {
      const row = Math.floor(unit / unitsAcross);
      return Math.round(
        30 * Math.sin(row / 9) + 20 * Math.cos((unit % unitsAcross) / 7) + random() * 4 + change(unit),
      );
    });
  };

  it('finds the place from which on all is shifted, and nothing where a horizon lies', () => {
    const at = unitsAcross * 17 + 22;
    const found = findShift({ means: means((unit) => (unit >= at ? 24 : 0)), unitsAcross });
    expect(Math.abs(found!.unit - at)).toBeLessThan(5);
    expect(findShift({ means: means(() => 0), unitsAcross })).toBeUndefined();
    expect(
      findShift({ means: means((unit) => (unit >= unitsAcross * 17 ? 60 : 0)), unitsAcross }),
    ).toBeUndefined();
  });
});

describe('a damaged JPEG', () => {
  it('is refused with the share that is damaged, or taken and said to be damaged', async () => {
    const jpeg = await kinds['baseline 4:2:0']!(7);
    const half = await write(spoiled(jpeg, { share: 0.5, count: 4096, seed: 1 }));
    await expect(probeFile(half)).rejects.toMatchObject({
      reason: 'cannot_decode',
      message: expect.stringMatching(/^The picture is damaged: \d+ % of it is not what was written\./),
    });
    await expect(measurePhoto(half)).rejects.toMatchObject({ reason: 'cannot_decode' });
    const stripe = await write(spoiled(jpeg, { share: 0.985, count: 60, seed: 1 }));
    expect(await probeFile(stripe)).toMatchObject({ widthPx });
    const { damagedShare } = await measurePhoto(stripe);
    expect(damagedShare).toBeGreaterThan(0);
    expect(damagedShare).toBeLessThan(0.05);
  });
});
