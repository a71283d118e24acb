/**
 * Owns the children of a pool: starts them when they are needed, lends them out, ends them when idle, too large, or of the wrong
 * kind for what waits.
 */
import { maxKeptForUntrustedMb, maxKeptMb } from './imaging-limits.ts';
import { startProcess, type Worker } from './imaging-worker.ts';
import { memoryOf } from './process-usage.ts';

export interface WorkersOptions {
  idleMs: number;
  memoryMb: number | undefined;
}

/** What a child is wanted for. `maxChildren`: how many there may be now. `isFresh`: one that has done nothing yet. */
export interface Wanted {
  isLow: boolean;
  isUntrusted: boolean;
  maxChildren: number;
  isFresh: boolean;
}

/** Children of a pool, none of them started yet. */
export function createWorkers(options: WorkersOptions) {
  const workers = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();

  function start(isLow: boolean): Worker {
    const child = startProcess({ isLow, memoryMb: options.memoryMb });
    const worker: Worker = { process: child, isLow, task: undefined, ended: Promise.resolve() };
    worker.ended = new Promise((resolve) => {
      const onEnd = () => {
        remove(worker);
        resolve();
      };
      child.once('exit', onEnd).once('error', onEnd);
    });
    workers.add(worker);
    return worker;
  }

  function remove(worker: Worker): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    workers.delete(worker);
  }

  /** Ends a child that has nothing to do. */
  function retire(worker: Worker): void {
    remove(worker);
    worker.process.kill('SIGKILL');
  }

  const residentMb = ({ process: child }: Worker) => memoryOf(child.pid ?? 0)?.residentMb ?? 0;

  return {
    all: workers,
    /** A child for a task, or undefined when it has to wait. */
    findFree({ isLow, isUntrusted, maxChildren, isFresh }: Wanted): Worker | undefined {
      // The one used last is the warmest, and the others can go.
      const warm = [...idle.keys()].filter((worker) => worker.isLow === isLow).at(-1);
      const isSmall = warm && !(isUntrusted && residentMb(warm) > maxKeptForUntrustedMb);
      if (warm && isSmall && !isFresh) {
        clearTimeout(idle.get(warm));
        idle.delete(warm);
        return warm;
      }
      const other = warm ?? idle.keys().next().value;
      if (workers.size >= maxChildren && other) retire(other);
      return workers.size < maxChildren ? start(isLow) : undefined;
    },
    giveBack(worker: Worker): void {
      const { process: child } = worker;
      if (!workers.has(worker) || child.killed || !child.connected || residentMb(worker) > maxKeptMb) {
        retire(worker);
        return;
      }
      const timer = setTimeout(() => {
        remove(worker);
        child.disconnect();
      }, options.idleMs);
      idle.set(worker, timer);
      // A pool that has nothing to do doesn't keep its owner alive.
      timer.unref();
      child.unref();
      child.channel?.unref();
    },
  };
}
