/**
 * Owns the child process of an imaging pool: takes one task at a time and answers. It is where sharp and PDFium live;
 * it ends with its parent. Must never be imported by the process that owns the pool.
 */
import sharp from 'sharp';
import { makeCalibrationPage } from './calibration-page.ts';
import { inspectOutputProfile } from './icc-profile.ts';
import type { ImagingReply, ImagingResult, ImagingTask } from './imaging-messages.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { measurePhoto } from './photo-measures.ts';
import { preparePages } from './prepare-pages.ts';
import { preparePhoto } from './prepare-photo.ts';
import { probeFile } from './probe-file.ts';
import { readMask } from './read-mask.ts';
import { restorePhoto } from './restore-photo.ts';
import { makeSoftProof } from './soft-proof.ts';
import { makeThumbnail } from './thumbnail.ts';

// One thread a picture: several processes use the cores better than several threads (measured on two cores).
sharp.concurrency(1);
// Every file comes once; a cache would only keep files open and memory used.
sharp.cache(false);

function replyOf(error: unknown): ImagingReply {
  if (error instanceof ImagingRefusal) {
    const { reason, message } = error;
    const detail = error.cause instanceof Error ? error.cause.message : undefined;
    return { ok: false, refusal: { reason, message, ...(detail === undefined ? {} : { detail }) } };
  }
  const { name, message, code } = error as NodeJS.ErrnoException;
  return { ok: false, error: { name, message, ...(code === undefined ? {} : { code }) } };
}

/** The most resident memory in MB, from the pool; undefined when there is no limit. */
const memoryMb = process.argv[2] === undefined ? undefined : Number(process.argv[2]);
const MEMORY_CHECK_MS = 50;

/** Ends this process while a picture is decoded (on other threads) that takes more memory than is allowed. */
function watchMemory(): NodeJS.Timeout | undefined {
  if (memoryMb === undefined) return undefined;
  return setInterval(() => {
    if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) process.kill(process.pid, 'SIGKILL');
  }, MEMORY_CHECK_MS);
}

async function resultOf(task: ImagingTask): Promise<ImagingResult> {
  switch (task.kind) {
    case 'probe':
      return await probeFile(task.path);
    case 'preparePhoto':
      return await preparePhoto(task.options);
    case 'preparePages':
      return await preparePages(task.options);
    case 'calibrationPage':
      return await makeCalibrationPage(task.options);
    case 'inspectProfile':
      return await inspectOutputProfile(task.path);
    case 'softProof':
      return await makeSoftProof(task.options);
    case 'thumbnail':
      return await makeThumbnail(task.options);
    case 'measurePhoto':
      return await measurePhoto(task.path);
    case 'readMask':
      return await readMask(task.options);
    case 'restorePhoto':
      return await restorePhoto(task.options, ({ share, stage }) =>
        process.send?.({ progress: share, stage }),
      );
  }
}

async function runTask(task: ImagingTask): Promise<ImagingReply> {
  const watch = watchMemory();
  try {
    return { ok: true, result: await resultOf(task) };
  } catch (error) {
    return replyOf(error);
  } finally {
    clearInterval(watch);
  }
}

process.on('message', (task: ImagingTask) => {
  void runTask(task).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
