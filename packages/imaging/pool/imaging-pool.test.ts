import { execFile, execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImagingRefusal, isProvenAgainstFile } from '../imaging-refusal.ts';
import * as hostile from '../testing/hostile-samples.ts';
import * as samples from '../testing/picture-samples.ts';
import { createImagingPool, type ImagingPool, type ImagingPoolOptions } from './imaging-pool.ts';

let folder: string;
let jpegPath: string;
let slowPath: string;
const pools: ImagingPool[] = [];

const write = async (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imaging-pool-'));
  jpegPath = await write('photo.jpg', await samples.makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 }));
  // Half a second to decode: long enough to be interrupted.
  const slow = { widthPx: 8000, heightPx: 8000, bitDepth: 8, channels: 4 } as const;
  slowPath = await write('slow.png', hostile.makeBlankPng(slow));
});
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rm(folder, { recursive: true }));

function createPool(options?: ImagingPoolOptions): ImagingPool {
  const pool = createImagingPool(options);
  pools.push(pool);
  return pool;
}

/** The imaging processes among this process's children, by /proc; Linux alone. */
function childIds(): number[] {
  const stats = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return stats.map(Number).filter((id) => isImagingChild(id));
}

function isImagingChild(id: number): boolean {
  try {
    const parent = Number(
      readFileSync(`/proc/${id}/stat`, 'latin1')
        .replace(/.*\) \S /s, '')
        .split(' ')[0],
    );
    return (
      parent === process.pid && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('imaging-process')
    );
  } catch {
    return false; // it ended meanwhile
  }
}

/** Whether it has the slow file open: it decodes that then. */
function isDecoding(id: number): boolean {
  const folder = `/proc/${id}/fd`;
  try {
    return readdirSync(folder).some((name) => readlinkSync(join(folder, name)) === slowPath);
  } catch {
    return false; // it ended, or closed a file, meanwhile
  }
}

/** What `look` finds, once it finds something; asked no second time, for a moment later it may be over. */
async function waitUntil<T>(look: () => T | undefined | false): Promise<T> {
  for (let i = 0; i < 800; i++) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  throw new Error('It never came to that.');
}

/** A sheet of 400 x 600 pixels at 300 dpi. */
const print = {
  fit: 'fill',
  colour: 'color',
  output: { format: 'image/jpeg' },
  sheet: {
    widthHmm: (400 * 2540) / 300,
    heightHmm: (600 * 2540) / 300,
    dpiX: 300,
    dpiY: 300,
    marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
  },
} as const;

/** Opens a pipe for writing, which waits for nobody, and closes it, until whoever reads from it has come to its end. */
async function endReading(path: string, reading: Promise<unknown>): Promise<void> {
  let isOver = false;
  void reading.finally(() => {
    isOver = true;
  });
  for (let i = 0; i < 3000 && !isOver; i++) {
    try {
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // Nobody reads yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  await reading;
}

describe('createImagingPool', () => {
  it('probes and prepares in a child', async () => {
    const pool = createPool();
    expect(await pool.probe(jpegPath)).toMatchObject({ mediaType: 'image/jpeg', widthPx: 600 });
    const targetPath = join(folder, 'print.jpg');
    const prepared = await pool.preparePhoto({ sourcePath: jpegPath, targetPath, ...print });
    expect(prepared).toMatchObject({ widthPx: 400, heightPx: 600, effectivePpi: 300 });
    expect(await pool.probe(targetPath)).toMatchObject({ widthPx: 400, heightPx: 600 });
  });

  it('brings refusals and errors of the file system across', async () => {
    const pool = createPool();
    const error = await pool.probe(await write('text.jpg', Buffer.from('words'))).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ImagingRefusal);
    expect(error).toMatchObject({
      reason: 'unknown_type',
      message: 'This is not a picture or PDF that can be printed.',
    });
    await expect(pool.probe(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('runs tasks in order, one at a time', async () => {
    const pool = createPool();
    const done: string[] = [];
    const tasks = [slowPath, jpegPath, slowPath, jpegPath].map((path, i) =>
      pool.probe(path).then(() => done.push(`${i}`)),
    );
    await Promise.all(tasks);
    expect(done).toEqual(['0', '1', '2', '3']);
  });

  it('kills the child when the deadline passes, and goes on', async () => {
    const pool = createPool();
    await pool.probe(jpegPath);
    const late = pool.probe(slowPath, { deadlineMs: 30 });
    const next = pool.probe(jpegPath);
    await expect(late).rejects.toMatchObject({ name: 'ImagingRefusal', reason: 'took_too_long' });
    expect(await next).toMatchObject({ widthPx: 600 });
  });

  it('gives up a running and a waiting task when their signal aborts', async () => {
    const pool = createPool();
    const controller = new AbortController();
    const { signal } = controller;
    const tasks = [slowPath, jpegPath].map((path) => pool.probe(path, { signal }).catch((e: unknown) => e));
    const other = pool.probe(jpegPath);
    controller.abort();
    for (const outcome of await Promise.all(tasks))
      expect(outcome).toMatchObject({ reason: 'took_too_long' });
    expect(await other).toMatchObject({ widthPx: 600 });
    await expect(pool.probe(jpegPath, { signal })).rejects.toMatchObject({ reason: 'took_too_long' });
  });

  it('writes nothing for a preparation that is given up', async () => {
    const pool = createPool();
    const clean = await mkdtemp(join(folder, 'clean-'));
    const controller = new AbortController();
    const targetPath = join(clean, 'print.jpg');
    const task = pool.preparePhoto(
      { sourcePath: slowPath, targetPath, ...print },
      { signal: controller.signal },
    );
    controller.abort();
    await expect(task).rejects.toMatchObject({ reason: 'took_too_long' });
    expect(await readdir(clean)).toEqual([]);
  });

  it('loses only the task whose picture takes too much memory', async () => {
    const pool = createPool({ memoryMb: 60 });
    const outcomes = await Promise.allSettled([pool.probe(slowPath), pool.probe(slowPath)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'cannot_decode' } });
    }
  });

  /**
   * Kills the child that decodes the slow file, once it does, as often as told; not as the pool itself would.
   * Answers whom: a killed child still looks alive until its memory has been taken from it.
   */
  async function killWorking(times: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<Set<number>> {
    const killed = new Set<number>();
    for (let time = 0; time < times; time += 1) {
      const isWorking = (id: number) => !killed.has(id) && isDecoding(id);
      await waitUntil(() => {
        const working = childIds().filter(isWorking);
        for (const id of working) {
          killed.add(id);
          process.kill(id, signal);
        }
        return working.length > 0;
      });
    }
    return killed;
  }

  it.runIf(process.platform === 'linux')(
    'tries again what a killed child worked on, alone and in a fresh child',
    async () => {
      const ends: number[] = [];
      const pool = createPool({ size: 2, pausesMs: [20, 40] });
      const sourcePath = slowPath;
      const targetPath = join(folder, 'killed.jpg');
      const options = { onProcessEnd: (times: number) => ends.push(times) };
      const dying = pool.preparePhoto({ sourcePath, targetPath, ...print }, options);
      await killWorking(2);
      // What comes meanwhile is not lost behind it.
      const next = pool.probe(jpegPath);
      expect(await dying).toMatchObject({ widthPx: 400, heightPx: 600 });
      expect(await next).toMatchObject({ widthPx: 600 });
      expect(ends).toEqual([1, 2]);
    },
  );

  it.runIf(process.platform === 'linux')(
    'keeps nobody waiting for what is tried again and nobody waits for',
    async () => {
      const pool = createPool({ size: 2, pausesMs: [20, 40] });
      const targetPath = join(folder, 'background.jpg');
      const options = { priority: 'background' } as const;
      const dying = pool.preparePhoto({ sourcePath: slowPath, targetPath, ...print }, options);
      const killed = await killWorking(1);
      // The second try stands still meanwhile.
      const isWorking = (id: number) => !killed.has(id) && isDecoding(id);
      const stopped = await waitUntil(() => {
        const id = childIds().find(isWorking);
        if (id !== undefined) process.kill(id, 'SIGSTOP');
        return id;
      });
      expect(await pool.probe(jpegPath)).toMatchObject({ widthPx: 600 });
      process.kill(stopped, 'SIGCONT');
      expect(await dying).toMatchObject({ widthPx: 400, heightPx: 600 });
    },
  );

  it.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGSEGV'] as const)(
    'says of a task whose every child ended by %s how often, and nothing against the file',
    async (signal) => {
      const pool = createPool({ pausesMs: [20, 40] });
      const targetPath = join(folder, 'ended.jpg');
      const dying = pool
        .preparePhoto({ sourcePath: slowPath, targetPath, ...print })
        .catch((error: unknown) => error);
      await killWorking(3, signal);
      const error = (await dying) as ImagingRefusal;
      expect(error).toMatchObject({ name: 'ImagingRefusal', reason: 'process_ended' });
      expect(error.message).toMatch(/ended 3 times while it made the picture ready for printing/);
      expect(isProvenAgainstFile(error)).toBe(false);
      expect(await pool.probe(jpegPath)).toMatchObject({ widthPx: 600 });
    },
  );

  it.runIf(process.platform === 'linux')(
    'gives up a task between two tries when its signal aborts',
    async () => {
      const pool = createPool({ pausesMs: [60_000] });
      const controller = new AbortController();
      const targetPath = join(folder, 'given-up.jpg');
      const ended = Promise.withResolvers<number>();
      const dying = pool
        .preparePhoto(
          { sourcePath: slowPath, targetPath, ...print },
          { signal: controller.signal, onProcessEnd: ended.resolve },
        )
        .catch((error: unknown) => error);
      await killWorking(1);
      await ended.promise;
      controller.abort();
      expect(await dying).toMatchObject({ reason: 'took_too_long' });
      expect(await pool.probe(jpegPath)).toMatchObject({ widthPx: 600 });
    },
  );

  it.runIf(process.platform === 'linux')('gives a task to another child when its own was dying', async () => {
    const pool = createPool();
    await pool.probe(jpegPath);
    process.kill(childIds()[0]!, 'SIGKILL');
    // Its end isn't known here yet.
    expect(await Promise.all([pool.probe(jpegPath), pool.probe(jpegPath)])).toMatchObject([
      { widthPx: 600 },
      { widthPx: 600 },
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'starts children lazily, up to its size, and ends them when idle',
    async () => {
      const pool = createPool({ size: 2, idleMs: 50 });
      expect(childIds()).toHaveLength(0);
      const tasks = [1, 2, 3].map(() => pool.probe(slowPath));
      expect(childIds()).toHaveLength(2);
      await Promise.all(tasks);
      await waitUntil(() => childIds().length === 0);
      expect(await pool.probe(jpegPath)).toMatchObject({ widthPx: 600 });
    },
  );

  it.runIf(process.platform !== 'win32').each([2, 3])(
    'of %d children starts what somebody waits for beside long work, whatever waits',
    async (size) => {
      const pool = createPool({ size });
      const ended: string[] = [];
      // Whoever opens a pipe waits for somebody who writes into it.
      const endlessPath = join(folder, `endless-${size}`);
      execFileSync('mkfifo', [endlessPath]);
      const background = [1, 2, 3].map(async (each) => {
        await expect(pool.probe(endlessPath, { priority: 'background' })).rejects.toBeInstanceOf(
          ImagingRefusal,
        );
        ended.push(`background ${each}`);
      });
      const low = pool.probe(jpegPath, { priority: 'low' }).then(() => ended.push('low'));
      for (const each of [1, 2]) {
        await pool.probe(jpegPath);
        ended.push(`normal ${each}`);
      }
      expect(ended.filter((name) => name.startsWith('background'))).toEqual([]);
      for (const each of background) {
        // The second long one still stands there when the low one has ended.
        await Promise.all([endReading(endlessPath, each), low]);
      }
      expect(ended.filter((name) => name.startsWith('background'))).toEqual(
        [1, 2, 3].map((each) => `background ${each}`),
      );
    },
  );

  it('refuses everything after close', async () => {
    const pool = createPool();
    const running = pool.probe(slowPath).catch((e: unknown) => e);
    const waiting = pool.probe(jpegPath).catch((e: unknown) => e);
    await pool.close();
    expect(await running).toMatchObject({ reason: 'took_too_long' });
    expect(await waiting).toMatchObject({ reason: 'took_too_long' });
    await expect(pool.probe(jpegPath)).rejects.toMatchObject({ reason: 'took_too_long' });
  });
});

describe('the owner of a pool', () => {
  const runNode = async (script: string) => {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    // A script that kills itself has said what it had to say.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    return JSON.parse(stdout) as unknown;
  };
  const poolUrl = JSON.stringify(new URL('./imaging-pool.ts', import.meta.url).href);

  it('loads neither sharp nor PDFium, and is not kept alive by an idle pool', async () => {
    const loaded = await runNode(`
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      const { createImagingPool } = await import(${poolUrl});
      const { widthPx } = await createImagingPool().probe(${JSON.stringify(jpegPath)});
      process.stdout.write(JSON.stringify({ loaded, widthPx }));
    `);
    const { loaded: urls, widthPx } = loaded as { loaded: string[]; widthPx: number };
    expect(widthPx).toBe(600);
    const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    expect(files.toSorted()).toEqual(
      [
        'imaging-pool.ts',
        'imaging-limits.ts',
        'imaging-table.ts',
        '../imaging-refusal.ts',
        'imaging-worker.ts',
        'imaging-watch.ts',
        'imaging-workers.ts',
        'process-usage.ts',
      ]
        .map((name) => fileURLToPath(new URL(name, import.meta.url)))
        .toSorted(),
    );
  });

  it.runIf(process.platform === 'linux')('takes its children with it when it dies', async () => {
    const ids = (await runNode(`
      import { readFileSync } from 'node:fs';
      const { createImagingPool } = await import(${poolUrl});
      await createImagingPool().probe(${JSON.stringify(jpegPath)});
      const ids = readFileSync('/proc/self/task/' + process.pid + '/children', 'latin1').trim().split(' ');
      process.stdout.write(JSON.stringify(ids.map(Number)), () => process.kill(process.pid, 'SIGKILL'));
    `)) as number[];
    expect(ids).toHaveLength(1);
    await waitUntil(() => !readdirSync('/proc').includes(String(ids[0])));
  });
});

describe('hostile files through a pool', () => {
  it('are all answered by one child that may use 300 MB', async () => {
    const pool = createPool({ memoryMb: 300, deadlineMs: 10_000 });
    const jpeg = await samples.makeJpeg({ widthPx: 1500, heightPx: 1000, seed: 9 });
    const deep = { widthPx: 16_383, heightPx: 16_383, bitDepth: 16, channels: 4 } as const;
    const flat = { widthPx: 65_500, heightPx: 65_500, bitDepth: 1, channels: 1 } as const;
    const files: [bytes: Uint8Array, answer: string][] = [
      [Buffer.alloc(0), 'empty'],
      [hostile.makeBlankPng(deep), 'too_many_pixels'],
      [hostile.makeBlankPng(flat), 'too_many_pixels'],
      [samples.makeGigapixelPng(), 'too_many_pixels'],
      [hostile.makeGif({ widthPx: 9, heightPx: 9, frames: 20_000 }), 'image'],
      [hostile.makePngChunkBomb({ chunk: 'zTXt', inflatedBytes: 1_000_000_000 }), 'image'],
      [hostile.makePngChunkBomb({ chunk: 'iCCP', inflatedBytes: 1_000_000_000 }), 'image'],
      [hostile.withJpegSize(jpeg, { widthPx: 12_000, heightPx: 12_000 }), 'cannot_decode'],
      [hostile.makeBlankPng({ widthPx: 12_000, heightPx: 12_000, bitDepth: 8, channels: 3 }), 'image'],
      [jpeg.subarray(0, jpeg.length / 2), 'truncated'],
      [hostile.makeTallWebp(), 'too_many_pixels'],
      [samples.makePdf({ pages: 2, widthMm: 210, heightMm: 297, padBytes: 20_000_000 }), 'document'],
    ];
    for (const [index, [bytes, expected]] of files.entries()) {
      const path = await write(`hostile-${index}`, bytes);
      const answer = await pool.probe(path).then(
        ({ kind }) => kind,
        (error: ImagingRefusal) => error.reason,
      );
      expect([index, answer]).toEqual([index, expected]);
    }
  });
});
