/** Prints and restorations over one pool: prints first, whatever else is under way. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RestoreOptions } from '@platen/contracts/restore-task';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPoolPreparer } from './photo-preparer-pool.ts';

let dir: string;
const pool = createPoolPreparer();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'platen-preparer-'));
  await writeFile(join(dir, 'large.jpg'), await makeJpeg({ widthPx: 2100, heightPx: 1400, seed: 2 }));
  await writeFile(join(dir, 'small.jpg'), await makeJpeg({ widthPx: 600, heightPx: 400, seed: 3 }));
});
afterAll(async () => {
  await pool.close();
  await rm(dir, { recursive: true, force: true });
});

const off = { deskew: false, border: false, descreen: false, defects: false, deblock: false, enlarge: false };
const options: RestoreOptions = {
  strength: 100,
  mode: 'force',
  colour: 'keep',
  enlarge_factor: 2,
  steps: { ...off, denoise: true, fade: true, cast: true, contrast: true },
};
const restore = (name: string, source: string, { signal, onProgress = () => {} }: Partial<Work> = {}) =>
  pool.restorePhoto(
    {
      options,
      sourcePath: join(dir, source),
      targetPath: join(dir, `${name}.jpg`),
      maskTargetPath: join(dir, `${name}-mask.png`),
      beforePath: join(dir, `${name}-before.jpg`),
      afterPath: join(dir, `${name}-after.jpg`),
    },
    { signal: signal ?? new AbortController().signal, onProgress },
  );

interface Work {
  signal: AbortSignal;
  onProgress: (share: number, stage?: string) => void;
}

const sheet = {
  widthHmm: 10_160,
  heightHmm: 15_240,
  dpiX: 150,
  dpiY: 150,
  marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
};

describe('a print beside restorations', () => {
  it('is made while one is worked on and others wait; a restoration that is called off ends at once', async () => {
    const calledOff = new AbortController();
    const ended: string[] = [];
    const stages = new Set<string>();
    const begun = Promise.withResolvers<void>();
    const work = [1, 2, 3].map((each) =>
      restore(`restored-${each}`, 'large.jpg', {
        signal: calledOff.signal,
        onProgress(_share, stage = '') {
          stages.add(stage);
          if (stage === 'denoise') begun.resolve();
        },
      }).then(
        () => ended.push('restored'),
        () => ended.push('called off'),
      ),
    );
    await begun.promise;
    const targetPath = join(dir, 'print.jpg');
    const paths = { sourcePath: join(dir, 'small.jpg'), targetPath };
    const print = {
      ...paths,
      sheet,
      fit: 'fill',
      colour: 'color',
      output: { format: 'image/jpeg' },
    } as const;
    await pool.preparePhoto(print, { pages: 1, signal: new AbortController().signal });
    expect((await stat(targetPath)).size).toBeGreaterThan(1000);
    expect(ended).toEqual([]);
    expect([...stages]).toEqual(expect.arrayContaining(['read', 'assess', 'denoise']));
    calledOff.abort();
    await Promise.all(work);
    expect(ended).toEqual(['called off', 'called off', 'called off']);
  });

  it('tells what was done, as the cloud reads it, and writes every picture', async () => {
    const report = await restore('small', 'small.jpg');
    expect(report).toMatchObject({ applied: expect.arrayContaining(['denoise']), engine: 'platen-8' });
    for (const name of ['small.jpg', 'small-mask.png', 'small-before.jpg', 'small-after.jpg'])
      expect((await stat(join(dir, name))).size).toBeGreaterThan(100);
  });
});
