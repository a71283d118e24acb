/**
 * Owns the watch of an imaging process over itself, on a thread of its own that goes on while a decoder is stuck in native code. For
 * systems without /proc, where the pool can't look from outside. Ends the whole process when a task takes too much.
 */
import { parentPort } from 'node:worker_threads';
import { ownWatchSignal } from './imaging-limits.ts';

/** What the task that runs may come to, in resident MiB and in ms of processor time of the process; null when none runs. */
export type TaskBounds = { residentMb: number; processorMs: number } | null;

const lookMs = 25;
let bounds: TaskBounds = null;

parentPort?.on('message', (message: TaskBounds) => {
  bounds = message;
});
setInterval(() => {
  if (!bounds) return;
  const { user, system } = process.cpuUsage();
  const isOver =
    process.memoryUsage.rss() > bounds.residentMb * 1024 * 1024 ||
    (user + system) / 1000 > bounds.processorMs;
  if (isOver) process.kill(process.pid, ownWatchSignal);
}, lookMs);
