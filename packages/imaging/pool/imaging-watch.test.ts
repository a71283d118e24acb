/** What holds a child back when its decoder does not: the pool from outside, and the child over itself where the pool can't. */

import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostileCase } from '../testing/hostile-case.ts';
import { pdfCases } from '../testing/hostile-pdf-cases.ts';
import { makeBlankPng } from '../testing/hostile-samples.ts';
import { makeJpeg } from '../testing/picture-samples.ts';
import { usualRestore } from '../testing/restore-samples.ts';
import type { ImagingReply, ImagingTask } from './imaging-messages.ts';
import { createImagingPool, type ImagingPool, type ImagingPoolOptions } from './imaging-pool.ts';
import type { ImagingUsage } from './imaging-worker.ts';

let folder: string;
let jpegPath: string;
const pools: ImagingPool[] = [];
const children: ChildProcess[] = [];

const write = async (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
const bomb = async (name: string) => {
  const found = pdfCases.find((each: HostileCase) => each.name === name);
  return await write(`${name}.pdf`, await found!.make());
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imaging-watch-'));
  jpegPath = await write('photo.jpg', await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 }));
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true }));

function createPool(options?: ImagingPoolOptions): ImagingPool {
  const pool = createImagingPool(options);
  pools.push(pool);
  return pool;
}

describe.runIf(process.platform === 'linux')('a pool', () => {
  it('ends a child that computes without end in WebAssembly, long before its deadline', async () => {
    const usages: ImagingUsage[] = [];
    const pool = createPool({ deadlineMs: 60_000, onUsage: (usage) => usages.push(usage) });
    const sourcePath = await bomb('PDF with a pattern of tiny tiles');
    await expect(pool.thumbnail({ sourcePath, edgePx: 400 })).rejects.toMatchObject({
      reason: 'cannot_decode',
      message: expect.stringMatching(/more computing/),
    });
    // Its end is known when the next one has its turn.
    await pool.probe(jpegPath);
    expect(usages[0]?.processorMs).toBeGreaterThan(1500);
    expect(usages[0]?.processorMs).toBeLessThan(20_000);
  });

  it('ends a child that fills the memory in WebAssembly', async () => {
    const usages: ImagingUsage[] = [];
    const pool = createPool({ onUsage: (usage) => usages.push(usage) });
    await pool.probe(jpegPath);
    const sourcePath = await bomb('PDF with a form that draws itself');
    await expect(pool.thumbnail({ sourcePath, edgePx: 400 })).rejects.toMatchObject({
      reason: 'cannot_decode',
      message: expect.stringMatching(/more (memory|computing)/),
    });
    await pool.probe(jpegPath);
    // The bench holds the figure; a busy machine looks less often.
    expect(usages[1]?.peakMb).toBeLessThan(600);
  });

  it('loses one task and no other to each of four children that are killed', async () => {
    const pool = createPool({ size: 2, deadlineMs: 60_000 });
    const sourcePath = await bomb('PDF with a form that draws itself');
    const asked = Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? pool.thumbnail({ sourcePath, edgePx: 400 }).then(
            () => 'shown',
            (error) => error.reason,
          )
        : pool.probe(jpegPath).then(({ kind }) => kind),
    );
    const expected = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 'cannot_decode' : 'image'));
    expect(await Promise.all(asked)).toEqual(expected);
  }, 60_000);

  it('lets what somebody waits for pass what nobody does, even with one child', async () => {
    const pool = createPool({ size: 1, deadlineMs: 60_000 });
    // Whoever opens a pipe waits for somebody who writes into it.
    const sourcePath = join(folder, 'endless');
    execFileSync('mkfifo', [sourcePath]);
    const low = pool.probe(sourcePath, { priority: 'low' }).catch(({ reason }) => reason);
    expect(await pool.probe(jpegPath)).toMatchObject({ widthPx: 600 });
    await writeFile(sourcePath, '');
    expect(await low).toBe('empty');
  });

  it('runs what nobody waits for after other programs', async () => {
    const pool = createPool({ size: 2 });
    await Promise.all([pool.probe(jpegPath), pool.probe(jpegPath, { priority: 'low' })]);
    const ids = (await readFile(`/proc/self/task/${process.pid}/children`, 'latin1')).trim().split(' ');
    const niceness = await Promise.all(
      ids.map(async (id) =>
        Number((await readFile(`/proc/${id}/stat`, 'latin1')).replace(/^.*\) /s, '').split(' ')[16]),
      ),
    );
    const own = Number((await readFile('/proc/self/stat', 'latin1')).replace(/^.*\) /s, '').split(' ')[16]);
    expect(Math.max(...niceness)).toBeGreaterThan(own);
    expect(niceness).toContain(own);
  });

  it('takes a small child for a file from outside', async () => {
    const peaks: (number | undefined)[] = [];
    const pool = createPool({ onUsage: ({ peakMb }) => peaks.push(peakMb) });
    const large = await write('large.jpg', await makeJpeg({ widthPx: 6000, heightPx: 5000, seed: 2 }));
    const order = { ...usualRestore, steps: { ...usualRestore.steps, denoise: false } };
    await pool.restorePhoto({ ...order, sourcePath: large, targetPath: join(folder, 'restored.jpg') });
    await pool.probe(jpegPath);
    expect(peaks[0]).toBeGreaterThan(250);
    expect(peaks[1]).toBeLessThan(200);
  });
});

describe('a child that nobody can watch', () => {
  /** What it answers, or `ended` when it ended itself. */
  function ask(task: ImagingTask, memoryMb = 0): Promise<ImagingReply | 'ended'> {
    const path = fileURLToPath(new URL('./imaging-process.ts', import.meta.url));
    const child = fork(path, [String(memoryMb), 'unwatched'], { execArgv: [], serialization: 'advanced' });
    children.push(child);
    return new Promise((resolve) => {
      child.on('message', (message: ImagingReply) => 'ok' in message && resolve(message));
      child.once('exit', () => resolve('ended'));
      child.send(task);
    });
  }

  it('works as any other', async () => {
    expect(await ask({ kind: 'probe', input: jpegPath })).toMatchObject({
      ok: true,
      result: { widthPx: 600 },
    });
  });

  it('ends itself when it computes without end', async () => {
    const sourcePath = await bomb('PDF with a pattern of tiny tiles');
    expect(await ask({ kind: 'thumbnail', input: { sourcePath, edgePx: 400 } })).toBe('ended');
  });

  it('ends itself when it fills the memory', async () => {
    const sourcePath = await bomb('PDF with a form that draws itself');
    expect(await ask({ kind: 'thumbnail', input: { sourcePath, edgePx: 400 } })).toBe('ended');
    const path = await write(
      'large.png',
      makeBlankPng({ widthPx: 12_000, heightPx: 12_000, bitDepth: 8, channels: 4 }),
    );
    expect(await ask({ kind: 'probe', input: path }, 40)).toBe('ended');
  });
});
