/** Every hostile file of the lists through a pool, as it is met in the cloud and on the agent. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { createImagingPool, type ImagingPool, type ImagingPoolOptions } from '../pool/imaging-pool.ts';
import type { HostileAnswer, HostileCase } from './hostile-case.ts';
import { hostileCases } from './hostile-cases.ts';
import { makePdfWithSibling } from './hostile-pdf-cases.ts';
import { makeGif } from './hostile-samples.ts';
import { makeSvgWithSibling, makeXmlWithEntity } from './hostile-text-cases.ts';
import { usualRestore } from './restore-samples.ts';
import '../decode/picture-decoder.ts';
import { makeJpeg } from './picture-samples.ts';

let folder: string;
const pools: ImagingPool[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-files-'));
});
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rm(folder, { recursive: true }));

/** For each thing that is asked. */
const deadlineMs = 20_000;

function createPool(options: ImagingPoolOptions = {}): ImagingPool {
  const pool = createImagingPool({ deadlineMs, ...options });
  pools.push(pool);
  return pool;
}

const write = async (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

/** The refusal's reason, `image` or `document` for an answer, or whatever else it was. */
async function answerOf(asked: Promise<unknown>): Promise<HostileAnswer | string> {
  try {
    const result = (await asked) as { kind?: 'image' | 'document' };
    return result.kind ?? 'image';
  } catch (error) {
    if (!(error instanceof ImagingRefusal)) return String(error);
    expect(error.message).toMatch(/^[A-Z].*\.$/s);
    return error.reason;
  }
}

/** Files of a family, a dozen at a time: one test for each would say the same two hundred times. */
const casesTogether = 12;
const chunksOf = (cases: readonly HostileCase[]): [string, readonly HostileCase[]][] =>
  Array.from({ length: Math.ceil(cases.length / casesTogether) }, (_, i) => {
    const some = cases.slice(i * casesTogether, (i + 1) * casesTogether);
    return [`${some[0]!.name} … ${some.at(-1)!.name}`, some];
  });

/** glibc and the pool's own watch keep to this on a machine that is not too busy to look. */
const maxMb = 300;

/** What may come of showing a file that was let in. */
const shownAnswers = ['image', 'cannot_decode', 'truncated', 'too_many_pixels', 'not_accepted', 'no_pages'];

describe('hostile files', () => {
  it.each(chunksOf(hostileCases))(
    'get their answer, and those let in a small picture or a refusal: %s',
    async (_name, cases) => {
      const peaks: number[] = [];
      const pool = createPool({
        onUsage: ({ kind, peakMb }) => kind === 'probe' && peaks.push(peakMb ?? 0),
      });
      for (const { name, make, answers } of cases) {
        const path = await write('file', await make());
        const answer = await answerOf(pool.probe(path));
        expect({ name, answer, isExpected: answers.includes(answer as HostileAnswer) }).toEqual({
          name,
          answer,
          isExpected: true,
        });
        if (!answers.includes('image') && !answers.includes('document')) continue;
        const shown = await answerOf(pool.thumbnail({ sourcePath: path, edgePx: 400 }));
        expect({ name, shown, isKnown: shownAnswers.includes(shown) }).toEqual({
          name,
          shown,
          isKnown: true,
        });
      }
      expect(Math.max(...peaks)).toBeLessThan(maxMb);
      // The same pool, and where nothing died the same child, is as good as new.
      const good = await write('good', await makeJpeg({ widthPx: 90, heightPx: 60, seed: 1 }));
      expect(await pool.probe(good)).toMatchObject({ widthPx: 90 });
    },
    casesTogether * deadlineMs,
  );
});

describe('what only examining would have to refuse', () => {
  const printing = {
    fit: 'fill',
    colour: 'color',
    output: { format: 'image/jpeg' },
    sheet: {
      widthHmm: 5080,
      heightHmm: 7620,
      dpiX: 150,
      dpiY: 150,
      marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
    },
  } as const;
  const refused = hostileCases.filter(
    ({ answers }) => !answers.includes('image') && !answers.includes('document'),
  );

  it('is refused as well when it turns up later: measured, restored, printed; nothing is left behind', async () => {
    const pool = createPool();
    const clean = await mkdtemp(join(folder, 'clean-'));
    const targetPath = join(clean, 'out.jpg');
    for (const { name, make } of refused) {
      const sourcePath = await write('turned', await make());
      const answers = await Promise.all([
        answerOf(pool.measurePhoto(sourcePath)),
        answerOf(pool.restorePhoto({ ...usualRestore, sourcePath, targetPath })),
        answerOf(pool.preparePhoto({ ...printing, sourcePath, targetPath })),
        answerOf(pool.inspectProfile(sourcePath)),
      ]);
      expect({
        name,
        answers: answers.filter((answer) => answer === 'image' || answer.includes(' ')),
      }).toEqual({ name, answers: [] });
    }
    expect(await readdir(clean)).toEqual([]);
  }, 120_000);
});

describe('decoders that nobody needs', () => {
  const files: [name: string, bytes: () => Buffer | Promise<Buffer>][] = [
    ['GIF', () => makeGif({ widthPx: 10, heightPx: 10, frames: 2 })],
    ['SVG', () => makeSvgWithSibling('secret.png')],
    ['PDF', () => makePdfWithSibling('secret.png')],
    ['PPM', () => Buffer.from('P6 2 2 255\n123456789012')],
    ['Radiance', () => Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x01\x01\x01\x01')],
    ['FITS', () => Buffer.from('SIMPLE  =                    T'.padEnd(80) + 'END'.padEnd(2800))],
    ['CSV', () => Buffer.from('1,2,3\n4,5,6\n')],
  ];
  it.each(files)('%s is opened by none, even when it is asked to', async (name, make) => {
    const path = await write(`blocked.${name.toLowerCase()}`, await make());
    await expect(sharp(path).metadata()).rejects.toThrow(/unsupported|blocked|not known/i);
  });

  it('VIPS, whose files are written here, is read by none', async () => {
    const path = join(folder, 'own.v');
    const create = { width: 2, height: 2, channels: 3, background: '#777' } as const;
    await sharp({ create }).toFile(path);
    await expect(sharp(path).metadata()).rejects.toThrow(/unsupported|blocked|not known/i);
  });
});

describe.runIf(process.platform === 'linux')('a second file', () => {
  it.each([
    ['SVG', makeSvgWithSibling],
    ['XML', makeXmlWithEntity],
    ['PDF', makePdfWithSibling],
  ])('that %s names is never opened', async (_name, make) => {
    const place = await mkdtemp(join(folder, 'sibling-'));
    const secretPath = join(place, 'secret.png');
    // Whoever opens a pipe that nobody writes into waits for ever, and the deadline would tell.
    execFileSync('mkfifo', [secretPath]);
    const pool = createPool({ deadlineMs: 8000 });
    for (const [index, sibling] of ['secret.png', secretPath, `file://${secretPath}`].entries()) {
      const path = join(place, `file-${index}.jpg`);
      await writeFile(path, make(sibling));
      for (const asked of [pool.probe(path), pool.thumbnail({ sourcePath: path, edgePx: 200 })])
        expect(await answerOf(asked)).not.toBe('took_too_long');
    }
  });
});
