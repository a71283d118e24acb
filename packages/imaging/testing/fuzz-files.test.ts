/** Files changed at random, a hundred of each format; `npm run bench -- fuzz` takes thousands. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { createImagingPool, type ImagingPool } from '../pool/imaging-pool.ts';
import { createFuzzRandom, mutate } from './fuzz-files.ts';
import * as samples from './picture-samples.ts';

let folder: string;
let pool: ImagingPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-files-'));
  pool = createImagingPool({ size: 2, deadlineMs: 25_000 });
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

const size = { widthPx: 120, heightPx: 80, seed: 3 };
const files = 120;

const makers: [string, () => Promise<Buffer> | Buffer][] = [
  ['JPEG', () => samples.makeJpeg(size)],
  ['PNG', () => samples.makePng(size)],
  ['TIFF', () => samples.makeTiff(size)],
  ['WebP', () => samples.makeWebp(size)],
  ['PDF', () => samples.makePdf({ pages: 2, widthMm: 90, heightMm: 60 })],
];

/** A fault that is none: a refusal that says what is wrong with the file. */
function faultOf(outcome: PromiseSettledResult<unknown>): string | undefined {
  if (outcome.status === 'fulfilled') return undefined;
  const error: unknown = outcome.reason;
  if (!(error instanceof ImagingRefusal)) return String(error);
  const isHang = error.reason === 'took_too_long' || error.message.includes('decoder failed');
  return isHang ? `${error.reason}: ${error.message}` : undefined;
}

describe('files changed at random', () => {
  it.each(makers)(
    '%s: each is a picture or a refusal, and no decoder dies or hangs',
    async (_format, make) => {
      const good = await make();
      const random = createFuzzRandom(20);
      const faults: string[] = [];
      for (let i = 0; i < files; i += 2) {
        const paths = [join(folder, 'a'), join(folder, 'b')];
        for (const path of paths) await writeFile(path, mutate(good, random));
        const [first, second] = paths as [string, string];
        const asked = [pool.probe(first), pool.thumbnail({ sourcePath: second, edgePx: 100 })];
        for (const outcome of await Promise.allSettled(asked)) {
          const fault = faultOf(outcome);
          if (fault) faults.push(`${i}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('are the same for the same seed', async () => {
    const good = await samples.makeJpeg(size);
    const again = [createFuzzRandom(5), createFuzzRandom(5)].map((random) => mutate(good, random));
    expect(again[0]!.equals(again[1]!)).toBe(true);
    expect(again[0]!.equals(mutate(good, createFuzzRandom(6)))).toBe(false);
  });
});
