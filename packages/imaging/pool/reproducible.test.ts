/**
 * The same input and options give the same bytes: whichever child does it, how many there are, what else runs, how many threads
 * libvips has, and with or without its vector code. ARCHITECTURE.md says what "the same build" means.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RasterOutput, SheetOutput } from '../sheet/sheet-output.ts';
import { makePdf, makePng } from '../testing/picture-samples.ts';
import { usualRestore } from '../testing/restore-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { createImagingPool, type ImagingPool } from './imaging-pool.ts';

let folder: string;
const pools: ImagingPool[] = [];
const sources: Record<'jpeg' | 'wide' | 'cmyk' | 'deep' | 'pdf', string> = {
  jpeg: '',
  wide: '',
  cmyk: '',
  deep: '',
  pdf: '',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reproducible-'));
  const { pixels, widthPx: width, heightPx: height } = drawScene({ widthPx: 420, heightPx: 322, seed: 6 });
  const scene = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  const made: Record<keyof typeof sources, Buffer> = {
    jpeg: await scene().linear([0.6, 0.55, 0.4], [60, 55, 40]).jpeg({ quality: 80 }).toBuffer(),
    wide: await scene().withIccProfile('p3').jpeg().toBuffer(),
    cmyk: await scene().toColourspace('cmyk').jpeg().toBuffer(),
    deep: await sharp(await makePng({ widthPx: 500, heightPx: 400, seed: 7 }))
      .toColourspace('rgb16')
      .png()
      .toBuffer(),
    pdf: makePdf({ pages: 2, widthMm: 90, heightMm: 60 }),
  };
  for (const [name, bytes] of Object.entries(made)) {
    sources[name as keyof typeof sources] = join(folder, name);
    await writeFile(join(folder, name), bytes);
  }
});
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rm(folder, { recursive: true }));

const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const sheet = {
  widthHmm: 10_160,
  heightHmm: 15_240,
  dpiX: 150,
  dpiY: 150,
  marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
};
const raster = (format: 'image/pwg-raster' | 'image/urf'): RasterOutput => ({
  format,
  type: 'srgb_8',
  sizeName: 'na_index-4x6_4x6in',
  mediaType: 'photographic',
  quality: 5,
  sides: 'one-sided',
  sheetBack: 'normal',
});
const restoring = { ...usualRestore, strength: 80, mode: 'force' } as const;
let files = 0;

type Work = (pool: ImagingPool) => Promise<string>;

/** The hash of what is written. */
async function written(work: (targetPath: string) => Promise<unknown>): Promise<string> {
  files += 1;
  const targetPath = join(folder, `out-${files}`);
  await work(targetPath);
  return sha(await readFile(targetPath));
}

const print =
  (sourcePath: string, output: SheetOutput): Work =>
  (pool) =>
    written((targetPath) =>
      pool.preparePhoto({ sourcePath, targetPath, sheet, fit: 'fill', colour: 'color', output }),
    );

function allWorks(): Record<string, Work> {
  const { jpeg, pdf } = sources;
  return {
    probe: async (pool) => sha(JSON.stringify(await pool.probe(jpeg))),
    'probe of a PDF': async (pool) => sha(JSON.stringify(await pool.probe(pdf))),
    measures: async (pool) => sha(JSON.stringify(await pool.measurePhoto(jpeg))),
    thumbnail: async (pool) => sha((await pool.thumbnail({ sourcePath: jpeg, edgePx: 300 })).jpeg),
    'thumbnail of a PDF': async (pool) => sha((await pool.thumbnail({ sourcePath: pdf, edgePx: 300 })).jpeg),
    JPEG: print(jpeg, { format: 'image/jpeg' }),
    'JPEG of a wide gamut': print(sources.wide, { format: 'image/jpeg' }),
    'JPEG of CMYK': print(sources.cmyk, { format: 'image/jpeg' }),
    'JPEG of 16 bits': print(sources.deep, { format: 'image/jpeg' }),
    'PWG raster': print(jpeg, raster('image/pwg-raster')),
    'Apple raster': print(jpeg, raster('image/urf')),
    'pages of a PDF': (pool) =>
      written((targetPath) =>
        pool.preparePages({
          sourcePath: pdf,
          targetPath,
          sheet,
          fit: 'fit',
          colour: 'color',
          output: raster('image/pwg-raster'),
        }),
      ),
    restoration: (pool) =>
      written((targetPath) => pool.restorePhoto({ ...restoring, sourcePath: jpeg, targetPath })),
  };
}

function createPool(size: number): ImagingPool {
  const pool = createImagingPool({ size });
  pools.push(pool);
  return pool;
}

const runAll = async (pool: ImagingPool) => {
  const entries = Object.entries(allWorks()).map(async ([name, work]) => [name, await work(pool)] as const);
  return Object.fromEntries(await Promise.all(entries));
};

describe('the same bytes', () => {
  it('come from another child, from several at once, and again from one that did other work', async () => {
    const one = createPool(1);
    const first = await runAll(one);
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
    expect(await runAll(one)).toEqual(first);
    expect(await runAll(createPool(3))).toEqual(first);
  }, 120_000);

  /** What a process of these settings makes: sharp is set up for a whole process. */
  async function madeWith(
    settings: string,
    env: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
      import { createHash } from 'node:crypto';
      import { readFile } from 'node:fs/promises';
      import sharp from 'sharp';
      const { preparePhoto } = await import(${at('../sheet/prepare-photo.ts')});
      const { createThumbnail } = await import(${at('../decode/thumbnail.ts')});
      const { measurePhoto } = await import(${at('../quality/photo-measures.ts')});
      const { restorePhoto } = await import(${at('../restore/restore-photo.ts')});
      ${settings}
      const sha = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      const [sources, sheet, restoring, targetPath] = JSON.parse(process.argv[1]);
      const made = {};
      for (const kind of ['jpeg', 'wide', 'cmyk', 'deep']) {
        const options = { sourcePath: sources[kind], targetPath, sheet, fit: 'fill', colour: 'color', output: { format: 'image/jpeg' } };
        await preparePhoto(options);
        made['print of ' + kind] = sha(await readFile(targetPath));
      }
      const sourcePath = sources.jpeg;
      made.thumbnail = sha((await createThumbnail({ sourcePath, edgePx: 300 })).jpeg);
      made.measures = sha(JSON.stringify(await measurePhoto(sourcePath)));
      await restorePhoto({ ...restoring, sourcePath, targetPath });
      made.restoration = sha(await readFile(targetPath));
      process.stdout.write(JSON.stringify(made));`;
    const told = JSON.stringify([sources, sheet, restoring, join(folder, `made-${++files}`)]);
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, told], {
      env: { ...process.env, ...env },
      // sharp is found from here.
      cwd: import.meta.dirname,
    });
    return JSON.parse((await run).stdout) as Record<string, string>;
  }

  let fromOneThread: Promise<Record<string, string>> | undefined;
  const madeWithOne = () => (fromOneThread ??= madeWith('sharp.concurrency(1);'));

  it('come from any number of threads', async () => {
    expect(await madeWith('sharp.concurrency(4);')).toEqual(await madeWithOne());
  }, 60_000);

  it('come with and without vector code, from several threads and without a cache too', async () => {
    const one = await madeWithOne();
    const without = 'if (sharp.simd(false)) throw new Error("still on");';
    expect(await madeWith(`sharp.concurrency(2); sharp.cache(false); ${without}`)).toEqual(one);
    const none = { VIPS_NOVECTOR: '1', JSIMD_FORCENONE: '1' };
    expect(await madeWith(`sharp.concurrency(1); ${without}`, none)).toEqual(one);
  }, 60_000);
});
