/**
 * Owns the watch of a pool over a child that has a task: memory and processor time, read from outside, so that it holds while a
 * decoder is stuck in native code. Where there is no /proc it sees nothing, and the child watches itself (own-watch.ts).
 */

import type { PictureSize } from '../picture-size.ts';
import { growthMbFor, type ImagingLimits, processorMsFor } from './imaging-limits.ts';
import type { ImagingNote } from './imaging-messages.ts';
import { forgetPeak, memoryOf, processorMsOf } from './process-usage.ts';

/** `memoryMb`: the most resident memory of the child. `onBreach` hears a sentence for people when the task takes too much. */
export interface Watched {
  pid: number;
  limits: ImagingLimits;
  memoryMb: number;
  deadlineMs: number;
  onBreach(sentence: string): void;
}

/** Often enough that no decoder fills much more than the limit in between. */
const watchMs = 20;
/** A task that computed for nearly all of its time was not held up by others: it is the file, and another try is in vain. */
const ownShare = 0.9;
/** Less than this says nothing about the file: processor time is counted in ticks, and a moment's deadline is soon computed away. */
const minOwnMs = 1000;

/** A child that loads its libraries has opened nothing yet, and gets what any picture may take. */
const starting: PictureSize = { pixels: Number.POSITIVE_INFINITY };

const tooMuchMemory = 'The file takes more memory to be decoded than is allowed for it.';
const tooMuchWork = 'The file takes more computing to be decoded than a picture or page of its size may.';

/** Looks until it is stopped. `usage` is what the task has taken so far, as far as it could be seen. */
export function watchProcess({ pid, limits, memoryMb, deadlineMs, onBreach }: Watched) {
  forgetPeak(pid);
  let startMb = memoryOf(pid)?.ownMb ?? 0;
  let startMs: number | undefined;
  let size: PictureSize = { pixels: 0 };
  let usedMs = 0;
  let peakMb: number | undefined;
  const measure = () => {
    const memory = memoryOf(pid);
    const now = processorMsOf(pid);
    if (memory) peakMb = Math.max(peakMb ?? 0, memory.peakMb);
    if (now !== undefined && startMs !== undefined) usedMs = now - startMs;
    return memory;
  };
  const look = () => {
    const memory = measure();
    if (!memory) return;
    // A file that is mapped is no burden: the system takes it back when it likes.
    const grownMb = memory.ownMb - startMb;
    const isLarge =
      memory.residentMb > memoryMb || grownMb > growthMbFor(limits, startMs === undefined ? starting : size);
    const ownMs = Math.max(deadlineMs * ownShare, minOwnMs);
    const maxMs = Math.min(processorMsFor(limits, size.pixels), ownMs);
    if (isLarge) onBreach(tooMuchMemory);
    else if (usedMs > maxMs) onBreach(tooMuchWork);
  };
  const timer = setInterval(look, watchMs);
  return {
    note(note: ImagingNote): void {
      if ('pixels' in note) {
        if (note.pixels > size.pixels) size = note;
      } else {
        // What a child takes to start is not the file's.
        startMs = processorMsOf(pid);
        startMb = memoryOf(pid)?.ownMb ?? 0;
      }
    },
    usage() {
      measure();
      return { peakMb, processorMs: startMs === undefined ? undefined : usedMs };
    },
    stop: () => clearInterval(timer),
  };
}
