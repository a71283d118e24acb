/**
 * Owns the child processes in which files from outside are decoded: started when needed, ended when idle, killed when
 * a task takes too long. A child that crashes or is killed from outside proves nothing against the file it worked on: the task is
 * tried again in a fresh child, alone, after a growing pause, and then says how often that happened.
 *
 * INVARIANTS: the process that owns a pool never loads sharp or PDFium (types alone are imported here); a child has
 * one task at a time; tasks of the same priority start in the order in which they came; every task settles exactly once.
 */

import { ImagingRefusal } from '../imaging-refusal.ts';
import type { ImagingTask } from './imaging-messages.ts';
import {
  type ImagingInput,
  type ImagingKind,
  type ImagingResult,
  imagingKinds,
  imagingTasks,
} from './imaging-table.ts';
import {
  endedError,
  type ImagingPriority,
  type ImagingUsage,
  type PoolTask,
  runOnWorker,
  settle,
} from './imaging-worker.ts';
import { createWorkers } from './imaging-workers.ts';

/**
 * How a task may be ended early: by a signal, or by another deadline than that of the pool. Work that nobody waits for is
 * `low`: it starts after all other work, and leaves one child free for it where the pool has two or more. Work that takes
 * long is `background`: it starts after that, and leaves a child free for each of the others where the pool has three.
 */
export interface ImagingTaskOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
  priority?: ImagingPriority;
  /** `stage`: what the task does there, where it says so. */
  onProgress?: (share: number, stage?: string) => void;
  /** Told each time a child has ended over it: what that one has left behind beside its target may go. */
  onProcessEnd?: (ends: number) => void;
}

/** Each task of imaging-table.ts, in a child. Refusals are `ImagingRefusal`s; errors of the file system keep their `code`. */
export type ImagingWork = {
  [Kind in ImagingKind]: (
    input: ImagingInput<Kind>,
    options?: ImagingTaskOptions,
  ) => Promise<ImagingResult<Kind>>;
};

/** Work whose every task is done by what `make` gives for its kind. */
export function workOf(
  make: (kind: ImagingKind) => (input: unknown, options?: ImagingTaskOptions) => Promise<ImagingResult>,
): ImagingWork {
  const made: Record<string, ReturnType<typeof make>> = {};
  for (const kind of imagingKinds) made[kind] = make(kind);
  return made as ImagingWork;
}

/** Image work in other processes. */
export interface ImagingPool extends ImagingWork {
  /** Refuses what is waiting and running (`took_too_long`) and resolves when every child has ended. */
  close(): Promise<void>;
}

/**
 * `size`: how many children at most; where it is 1 a second one runs beside a `low` task. `deadlineMs`: how long a task may run,
 * from its start, before its child is killed. `idleMs`: how long a child without work lives. `memoryMb`: the most resident memory of
 * a child, beside the limits of imaging-limits.ts. `onUsage` hears what each task that ran has taken.
 * `modelsDir`: the folder of the models that restorations may run. `pausesMs`: how long a task waits after each child that ended
 * over it; the next end is the last.
 */
export interface ImagingPoolOptions {
  size?: number;
  deadlineMs?: number;
  idleMs?: number;
  memoryMb?: number;
  onUsage?: (usage: ImagingUsage) => void;
  modelsDir?: string | undefined;
  pausesMs?: readonly number[];
}

/** Somebody waits for most tasks: long enough for a moment without memory to pass, and no longer. */
const defaultPausesMs = [250, 1500];
/** A task that is tried again waits this long at most for the others to end; nothing new is begun meanwhile. */
const aloneWaitMs = 3000;
/** From then on the others run beside it again: nobody waits for the whole of a long document. */
const aloneRunMs = 10_000;

/** A child that was dying when the task came to it has not even begun, and says nothing: that task is as good as new. */
const isTriedAgain = ({ ends, hasBegun }: PoolTask): boolean => ends > (hasBegun ? 0 : 1);

/** Lower goes first. */
const ranks: Record<ImagingPriority, number> = { normal: 0, low: 1, background: 2 };

/** A pool of `size` children (1 by default), none of them started yet. See `ImagingPoolOptions`. */
export function createImagingPool(options: ImagingPoolOptions = {}): ImagingPool {
  const { size = 1, deadlineMs = 30_000, idleMs = 20_000, memoryMb, onUsage, modelsDir } = options;
  const { pausesMs = defaultPausesMs } = options;
  const workers = createWorkers({ idleMs, memoryMb });
  const queue: PoolTask[] = [];
  let closed = false;
  const running: Record<ImagingPriority, number> = { normal: 0, low: 0, background: 0 };
  /** Tasks whose child has ended, until they are tried again. */
  const pausing = new Map<PoolTask, NodeJS.Timeout>();
  /** The task that is tried again, from when it is next until it has run; `sinceMs`: when it became next, or began. */
  let alone: { task: PoolTask; sinceMs: number; isRunning: boolean } | undefined;

  function mayStart({ priority }: PoolTask): boolean {
    const { low, background } = running;
    if (priority === 'background' && background >= Math.max(1, size - 2)) return false;
    return priority === 'normal' || low + background < Math.max(1, size - 1);
  }

  function findNext(): PoolTask | undefined {
    // Settled: given up while it waited.
    for (
      let at = queue.findIndex((task) => task.settled);
      at >= 0;
      at = queue.findIndex((task) => task.settled)
    ) {
      queue.splice(at, 1);
    }
    return (
      nextAlone() ??
      queue.find((task) => mayStart(task) && !isTriedAgain(task) && !leavesAlone(task.priority))
    );
  }

  /** Whether a task of this priority lets the one that is tried again be alone. Work that somebody waits for does so for other such work. */
  function leavesAlone(priority: ImagingPriority): boolean {
    if (!alone) return false;
    if (alone.task.priority !== 'normal') return priority !== 'normal';
    return !alone.isRunning || performance.now() - alone.sinceMs < aloneRunMs - 1;
  }

  /** The one that is tried again, as soon as nothing else runs or the others have had their time to end. */
  function nextAlone(): PoolTask | undefined {
    if (alone?.isRunning) return undefined;
    if (alone && !queue.includes(alone.task)) alone = undefined;
    if (!alone) {
      const task = queue.find(isTriedAgain);
      if (!task) return undefined;
      alone = { task, sinceMs: performance.now(), isRunning: false };
      setTimeout(startNext, aloneWaitMs).unref();
    }
    const isFree = running.normal + running.low + running.background === 0;
    const hasWaited = performance.now() - alone.sinceMs >= aloneWaitMs - 1;
    return isFree || hasWaited ? alone.task : undefined;
  }

  function startNext(): void {
    for (let task = findNext(); task !== undefined; task = findNext()) {
      const { priority } = task;
      const isLow = priority !== 'normal';
      // Work that somebody waits for never waits for work that nobody does.
      const hasLow = running.low + running.background > 0;
      const maxChildren = size === 1 && (isLow || hasLow) ? size + Number(!isLow) : size;
      const { isUntrusted } = imagingTasks[task.message.kind].limits;
      const worker = workers.findFree({ isLow, isUntrusted, maxChildren, isFresh: isTriedAgain(task) });
      if (worker === undefined) return;
      queue.splice(queue.indexOf(task), 1);
      running[priority] += 1;
      if (alone?.task === task) {
        alone = { task, sinceMs: performance.now(), isRunning: true };
        setTimeout(startNext, aloneRunMs).unref();
      }
      void runOnWorker(worker, task, { memoryMb, onUsage }).then((outcome) => {
        running[priority] -= 1;
        if (alone?.task === task) alone = undefined;
        if (outcome.how === 'ended') childEnded(task, outcome.cause);
        workers.giveBack(worker);
        startNext();
      });
    }
  }

  /** Tried again in a while, or settled. */
  function childEnded(task: PoolTask, cause: string): void {
    task.onProcessEnd?.(task.ends);
    const pauseMs = closed ? undefined : pausesMs[task.ends - 1];
    if (pauseMs === undefined) {
      settle(task, endedError(task, cause));
      return;
    }
    const again = () => {
      pausing.delete(task);
      queue.unshift(task);
      startNext();
    };
    if (!isTriedAgain(task)) queue.unshift(task);
    else pausing.set(task, setTimeout(again, pauseMs));
  }

  function enqueue(task: PoolTask): void {
    const firstBehind = queue.findIndex((waiting) => ranks[waiting.priority] > ranks[task.priority]);
    if (firstBehind < 0) queue.push(task);
    else queue.splice(firstBehind, 0, task);
  }

  function submit(message: ImagingTask, taskOptions: ImagingTaskOptions = {}): Promise<ImagingResult> {
    const { signal } = taskOptions;
    if (closed || signal?.aborted) return Promise.reject(new ImagingRefusal('took_too_long'));
    return new Promise((resolve, reject) => {
      const onAbort = () => settle(task, new ImagingRefusal('took_too_long'));
      const task: PoolTask = {
        message,
        deadlineMs: taskOptions.deadlineMs ?? deadlineMs,
        signal,
        priority: taskOptions.priority ?? 'normal',
        onProgress: taskOptions.onProgress,
        onProcessEnd: taskOptions.onProcessEnd,
        settled: false,
        ends: 0,
        hasBegun: false,
        onSettled() {
          signal?.removeEventListener('abort', onAbort);
          clearTimeout(pausing.get(task));
          pausing.delete(task);
        },
        resolve,
        reject,
      };
      signal?.addEventListener('abort', onAbort);
      enqueue(task);
      startNext();
    });
  }

  const work = workOf((kind) => (input, taskOptions) => submit({ kind, input } as ImagingTask, taskOptions));

  return {
    ...work,
    restorePhoto: (photo, taskOptions) => work.restorePhoto({ modelsDir, ...photo }, taskOptions),
    async close() {
      closed = true;
      const waiting = queue.splice(0);
      waiting.push(...pausing.keys());
      for (const task of waiting) settle(task, new ImagingRefusal('took_too_long'));
      const ends = [...workers.all].map((worker) => {
        if (worker.task) settle(worker.task, new ImagingRefusal('took_too_long'));
        worker.process.ref();
        worker.process.kill('SIGKILL');
        return worker.ended;
      });
      await Promise.all(ends);
    },
  };
}
