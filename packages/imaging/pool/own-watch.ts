/**
 * Owns the bounds under which an imaging process watches itself, where its pool can't (watch-thread.ts does the looking). The same
 * limits as from outside.
 */
import { Worker } from 'node:worker_threads';
import type { PictureSize } from '../picture-size.ts';
import { growthMbFor, processorMsFor } from './imaging-limits.ts';
import type { ImagingTask } from './imaging-messages.ts';
import { type ImagingKind, imagingTasks } from './imaging-table.ts';
import type { TaskBounds } from './watch-thread.ts';

const residentMb = () => process.memoryUsage.rss() / 1024 / 1024;
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A watch that begins anew with each task. `memoryMb`: the most that the process may ever have. */
export function createOwnWatch(memoryMb: number) {
  const thread = new Worker(new URL('./watch-thread.ts', import.meta.url), { stdout: true, stderr: true });
  thread.unref();
  const say = (bounds: TaskBounds) => thread.postMessage(bounds);
  let running: { kind: ImagingKind; startMs: number; startMb: number; size: PictureSize } | undefined;
  const bound = () => {
    if (!running) return;
    const { size } = running;
    const { limits } = imagingTasks[running.kind];
    say({
      residentMb: Math.min(memoryMb, running.startMb + growthMbFor(limits, size)),
      processorMs: running.startMs + processorMsFor(limits, size.pixels),
    });
  };
  return {
    begin({ kind }: ImagingTask): void {
      running = { kind, startMs: processorMs(), startMb: residentMb(), size: { pixels: 0 } };
      bound();
    },
    note(size: PictureSize): void {
      if (!running || size.pixels <= running.size.pixels) return;
      running.size = size;
      bound();
    },
    end(): void {
      running = undefined;
      say(null);
    },
  };
}
