/** The folder of files: what happens to an upload that ends while it is written, or comes in parts. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFilesFolder } from './files-folder.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'platen-files-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('a file that is discarded while much of it waits to be written ends at once, and leaves nothing', async () => {
  const files = await openFilesFolder(dir);
  const staging = await files.stage(64 * 1024 * 1024);
  // More than both buffers hold: the rest waits for the write that is under way.
  const waiting = staging.write(randomBytes(8 * 1024 * 1024));
  expect(waiting).toBeInstanceOf(Promise);
  const ended = expect(waiting).rejects.toThrow('The staging file is closed.');
  await staging.discard();
  await ended;
  expect(() => staging.write(Buffer.alloc(1))).toThrow('The staging file is closed.');
  expect(await readdir(join(dir, 'staging'))).toEqual([]);
});

it('a disk that gets full meanwhile refuses what comes next; what was freed counts within a second', async () => {
  let free = 3 * 1024 * 1024;
  const files = await openFilesFolder(dir, { minFreeBytes: 1024 * 1024, readFreeBytes: async () => free });
  const write = async () => {
    const staging = await files.stage(64 * 1024 * 1024);
    try {
      for (let chunk = 0; chunk < 64; chunk += 1) await staging.write(randomBytes(64 * 1024));
      return await staging.finish();
    } finally {
      await staging.discard();
    }
  };
  await expect(write()).rejects.toThrow(/disk of the service is nearly full/);
  free = 100 * 1024 * 1024;
  const until = performance.now() + 30_000;
  let bytes = 0;
  while (bytes === 0 && performance.now() < until) bytes = (await write().catch(() => ({ bytes: 0 }))).bytes;
  expect(bytes).toBe(4 * 1024 * 1024);
});

it('keeps what came of an upload over a restart, and hands out a copy of it', async () => {
  const id = '019a0000-0000-7000-8000-000000000000';
  const bytes = randomBytes(300_000);
  const first = await openFilesFolder(dir);
  await first.partial(id).append(0, Readable.from([bytes.subarray(0, 100_000)]), bytes.length);
  const second = await openFilesFolder(dir);
  const partial = second.partial(id);
  expect(await partial.size()).toBe(100_000);
  await partial.append(100_000, Readable.from([bytes.subarray(100_000)]), bytes.length);
  const staged = await partial.stage();
  expect(staged).toMatchObject({ bytes: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') });
  // Who still holds the connection open writes into the upload alone.
  await partial.append(0, Readable.from([Buffer.alloc(10)]), bytes.length);
  expect((await readFile(staged.path)).equals(bytes)).toBe(true);
  await partial.remove();
  expect(await partial.size()).toBe(0);
});
