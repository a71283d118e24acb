/**
 * What tests of restorations share: a faded photo, waiting for a state, a restorer in this process, and one that does what the
 * test says.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { RestorePhotoOptions } from '@platen/imaging/restore/restore-options';
import { type RestoredPhoto, restorePhoto } from '@platen/imaging/restore/restore-photo';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';
import { until } from '../../../test/fixtures/processes.ts';

const photoSize = { widthPx: 240, heightPx: 160 };
const raw = { raw: { width: 240, height: 160, channels: 3 as const } };
const scene = await sharp(drawScene({ ...photoSize, seed: 9 }).pixels, raw)
  .normalise()
  .raw()
  .toBuffer();

/** Its cyan faded: it has gone red. */
export const fadedPhoto: Buffer = await sharp(scene, raw)
  .linear([0.35, 0.7, 0.75], [130, 40, 25])
  .jpeg({ quality: 95 })
  .toBuffer();
/** As a camera makes it. */
export const goodPhoto: Buffer = await sharp(scene, raw).jpeg({ quality: 95 }).toBuffer();

/** A mask of this size: white from `left` on, 8 px wide; in RGBA as a canvas writes it. */
export async function makeMask({
  widthPx = photoSize.widthPx,
  heightPx = photoSize.heightPx,
  left = 20,
  colour = [255, 255, 255],
} = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at++) {
    const isMarked = at % widthPx >= left && at % widthPx < left + 8;
    pixels.set(isMarked ? [...colour, 255] : [0, 0, 0, 255], at * 4);
  }
  return await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png()
    .toBuffer();
}

/** Uploads it; its photo_id. */
export const uploadPhoto = async (account: TestAccount, bytes: Buffer = fadedPhoto): Promise<string> =>
  (await account.upload('/api/photos/upload', bytes, 'grandma.png')).body.photo_id;

/** The restoration, once it has this status. */
export const restorationIs = (account: TestAccount, id: string, status: string) =>
  until(`restoration ${status}`, async () => {
    const { body } = await account.call('GET', `/api/restorations/${id}`);
    return body.status === status && body;
  });

const remembered = new Map<string, { restored: RestoredPhoto; files: (Buffer | undefined)[] }>();

/**
 * Replaces the cloud's restorer by the engine in this process, which makes the same of the same once unless told: the pool has tests
 * of its own, and so has that the same bytes come again.
 */
export function restoreHere(cloud: TestCloud, { isAnew = false } = {}): void {
  cloud.deps.imaging.restorePhoto = async (options, { onProgress } = {}) => {
    const { sourcePath, maskPath, targetPath, maskTargetPath, beforePath, afterPath, ...asked } = options;
    const given = await Promise.all([sourcePath, maskPath].map((path) => path && readFile(path)));
    const key = JSON.stringify([asked, ...given.map((bytes) => bytes && shaOf(bytes))]);
    const paths = [targetPath, maskTargetPath, beforePath, afterPath];
    const known = isAnew ? undefined : remembered.get(key);
    if (known) {
      await Promise.all(paths.map((path, at) => path && writeFile(path, known.files[at]!)));
      return known.restored;
    }
    const restored = await restorePhoto(options, ({ share, stage }) => onProgress?.(share, stage));
    const files = await Promise.all(paths.map((path) => (path ? readFile(path) : undefined)));
    remembered.set(key, { restored, files });
    return restored;
  };
}

const shaOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

export interface HeldWork {
  options: RestorePhotoOptions;
  signal: AbortSignal;
  tell(share: number, stage: string): void;
  /** Ends it as if the photo had been faded. */
  finish(): Promise<void>;
}

/** Replaces the cloud's restorer by one that keeps every photo until the test finishes it. */
export function holdRestorations(cloud: TestCloud): HeldWork[] {
  const begun: HeldWork[] = [];
  cloud.deps.imaging.restorePhoto = (options, { signal, onProgress } = {}) =>
    new Promise<RestoredPhoto>((resolve, reject) => {
      const end = () => reject(new Error('aborted'));
      if (signal?.aborted) return end();
      signal?.addEventListener('abort', end);
      const finish = async () => {
        for (const path of [options.targetPath, options.beforePath!, options.afterPath!])
          await writeFile(path, goodPhoto);
        await writeFile(options.maskTargetPath!, await makeMask());
        resolve(restored);
      };
      begun.push({ options, signal: signal!, tell: (share, stage) => onProgress?.(share, stage), finish });
    });
  return begun;
}

const restored: RestoredPhoto = {
  mediaType: 'image/jpeg',
  bytes: 1,
  ...photoSize,
  report: {
    applied: ['fade'],
    damage: { isDamaged: true, defectShare: 0, noise: 1, fade: true },
    maskedShare: 0,
    noise: { sigma: 1, roughness: 1 },
    tones: {} as RestoredPhoto['report']['tones'],
    change: 9,
    regions: [],
    frame: { degrees: 0, left: 0, top: 0, right: 0, bottom: 0 },
  },
};
