/** Pictures of a long queue that is opened at once: as many as may wait are made, the others are promised, and come when they are asked for again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PreparationInterrupted, PreparationRefused } from '../ports/photo-preparer.ts';
import { createFloorThumbnails, type FloorThumbnailsDeps } from './floor-thumbnails.ts';

const waiting = 64;
const jpeg = new Uint8Array([0xff, 0xd8]);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-floor-thumbnails-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A queue of jobs `0` to `count - 1`, each of a file of its own. */
function openThumbnails(count: number, thumbnail: FloorThumbnailsDeps['tools']['thumbnail']) {
  const [sourcesDir, thumbnailsDir] = [join(dir, 'sources'), join(dir, 'thumbnails')];
  for (const each of [sourcesDir, thumbnailsDir]) mkdirSync(each);
  for (let at = 0; at < count; at += 1) writeFileSync(join(sourcesDir, `file-${at}`), '');
  return createFloorThumbnails({
    jobs: { find: (id) => ({ ticket: { document: { sha256: `file-${id}` } } }) as never },
    tools: { thumbnail },
    sourcesDir,
    thumbnailsDir,
    hasRoom: () => true,
    log: () => {},
  });
}

it('what is one too many is promised, and comes when it is asked for again', async () => {
  const release = Promise.withResolvers<void>();
  let begun = 0;
  const thumbnails = openThumbnails(waiting + 2, async () => {
    begun += 1;
    await release.promise;
    return { jpeg, widthPx: 1, heightPx: 1 } as never;
  });
  const first = Array.from({ length: waiting }, (_, at) => thumbnails.find(String(at)));
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(waiting);
  expect(await thumbnails.find(String(waiting))).toBe('later');
  // One that is being made is waited for.
  const again = thumbnails.find('0');
  expect(await thumbnails.find(String(waiting + 1))).toBe('later');
  release.resolve();
  // Read from the disk or as it was made, whichever is sooner: the bytes are the same.
  const bytesOf = (found: unknown) => [...(found as Uint8Array)];
  for (const found of [...first, again]) expect(bytesOf(await found)).toEqual([...jpeg]);
  for (const at of [waiting, waiting + 1])
    expect(bytesOf(await thumbnails.find(String(at)))).toEqual([...jpeg]);
});

it('work that was interrupted is promised too; a file that can not be shown has none, and is not looked at again', async () => {
  let works = 0;
  const thumbnails = openThumbnails(2, async ({ sourcePath }) => {
    works += 1;
    if (sourcePath.endsWith('0')) throw new PreparationInterrupted('stopping');
    throw new PreparationRefused('It is damaged.');
  });
  expect(await thumbnails.find('0')).toBe('later');
  expect([await thumbnails.find('1'), await thumbnails.find('1')]).toEqual([undefined, undefined]);
  expect(works).toBe(2);
});
