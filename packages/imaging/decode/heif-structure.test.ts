import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { createFuzzRandom, mutate } from '../testing/fuzz-files.ts';
import { boxCases } from '../testing/hostile-webp-cases.ts';
import { checkHeifStructure } from './heif-structure.ts';

let folder: string;
let avif: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heif-structure-'));
  const create = { width: 64, height: 48, channels: 3, background: '#345' } as const;
  // The boxes of an AVIF are those of a HEIC.
  avif = await sharp({ create }).avif({ effort: 0 }).toBuffer();
});
afterAll(() => rm(folder, { recursive: true }));

/** The reason of the refusal, or `sound`. */
async function check(bytes: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  try {
    withFileBytes(path, checkHeifStructure);
    return 'sound';
  } catch (error) {
    if (error instanceof ImagingRefusal) return error.reason;
    throw error;
  }
}

/** The same file with bytes changed behind a box's type. */
function withBytes(type: string, offset: number, bytes: number[]): Buffer {
  const out = Buffer.from(avif);
  out.set(bytes, out.indexOf(type) + offset);
  return out;
}

describe('checkHeifStructure', () => {
  it('lets a sound picture through, and anything behind it', async () => {
    expect(await check(avif)).toBe('sound');
    expect(await check(Buffer.concat([avif, Buffer.from('\0\0\0\x0cfree\0\0\0\0', 'latin1')]))).toBe('sound');
  });

  it('refuses what is cut off anywhere', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.99])
      expect(await check(avif.subarray(0, avif.length * share))).toBe('truncated');
  });

  it('refuses sizes that lie', async () => {
    expect(await check(withBytes('ispe', 8, [0x7f, 255, 255, 255, 0x7f, 255, 255, 255]))).toBe(
      'too_many_pixels',
    );
    expect(await check(withBytes('ispe', 8, [0, 0, 0x40, 0, 0, 0, 0x40, 0]))).toBe('too_many_pixels');
  });

  it('refuses boxes that reach out of theirs, and items that reach out of the file', async () => {
    expect(await check(withBytes('ipco', -4, [0x00, 0xff, 0xff, 0xff]))).toBe('cannot_decode');
    expect(await check(withBytes('ispe', -4, [0, 0, 0, 2]))).toBe('cannot_decode');
    const at = avif.indexOf('iloc');
    const size = avif.readUInt32BE(at - 4);
    expect(await check(withBytes('iloc', size - 4 - 8, [0x7f, 255, 255, 255]))).toMatch(/truncated/);
  });

  it('refuses what the lists have', async () => {
    for (const { name, make } of boxCases.slice(1))
      expect([name, await check(await make())]).not.toEqual([name, 'sound']);
    const other = boxCases.find(({ name }) => name === 'heic that refers to another file');
    expect(await check(Buffer.from(await other!.make()))).toBe('not_accepted');
  });

  it('has an answer for a thousand files changed at random', async () => {
    const random = createFuzzRandom(8);
    const answers = new Set<string>();
    for (let i = 0; i < 1000; i++) answers.add(await check(mutate(avif, random)));
    expect(answers).toContain('sound');
    expect(answers).toContain('cannot_decode');
  });
});
