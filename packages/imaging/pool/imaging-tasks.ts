/**
 * Owns what the child process of an imaging pool does with a task, and its watch over itself where nobody watches from outside. It is
 * where sharp and PDFium live. Must never be imported by the process that owns the pool.
 */
import sharp from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { onPictureOpened } from '../picture-size.ts';
import type { ImagingNote, ImagingReply, ImagingTask } from './imaging-messages.ts';
import { type ImagingResult, type ImagingStep, imagingKinds, imagingTasks } from './imaging-table.ts';
import { createOwnWatch } from './own-watch.ts';

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

/** From the pool: the most resident memory in MiB (0: no limit), and whether it watches this process from outside. */
const [memoryMb = '0', watched = 'watched'] = process.argv.slice(2);
const ownWatch =
  watched === 'unwatched' ? createOwnWatch(Number(memoryMb) || Number.POSITIVE_INFINITY) : undefined;
const tell = (note: ImagingNote) => process.send?.(note);
onPictureOpened((size) => {
  ownWatch?.note(size);
  tell(size);
});

/**
 * What a task leaves behind is the next one's burden, and the pool ends a process that keeps too much. A warm process has some 135 MB
 * without any garbage, and collecting for nothing would cost each task a few milliseconds.
 */
const maxLeftMb = 150;
function tidyUp(): void {
  if (process.memoryUsage.rss() > maxLeftMb * 1024 * 1024) globalThis.gc?.();
}

/** Loaded before the first task: a process that waits for one has the time, and whoever waits for the task has not. */
const works = new Map(
  await Promise.all(imagingKinds.map(async (kind) => [kind, await imagingTasks[kind].load()] as const)),
);

async function resultOf({ kind, input }: ImagingTask): Promise<ImagingResult> {
  const work = works.get(kind) as (
    input: unknown,
    onStep: (step: ImagingStep) => void,
  ) => Promise<ImagingResult>;
  return await work(input, ({ share, stage }) => process.send?.({ progress: share, stage }));
}

/** Does one task. Never rejects. */
export async function runTask(task: ImagingTask): Promise<ImagingReply> {
  ownWatch?.begin(task);
  tell({ began: true });
  try {
    return { ok: true, result: await resultOf(task) };
  } catch (error) {
    return replyOf(error);
  } finally {
    ownWatch?.end();
    tidyUp();
  }
}
