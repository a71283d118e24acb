/**
 * Owns the child processes in which files from outside are decoded: started when needed, ended when idle, killed when
 * a task takes too long. A decoder that crashes takes one task with it and nothing else.
 *
 * INVARIANTS: the process that owns a pool never loads sharp or PDFium (types alone are imported here); a child has
 * one task at a time; tasks of the same priority start in the order in which they came; every task settles exactly once.
 */
import type { CalibrationPageOptions } from './calibration-page.ts';
import type { OutputProfileFacts } from './icc-profile.ts';
import { limitsOf } from './imaging-limits.ts';
import type { ImagingResults, ImagingTask } from './imaging-messages.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { type ImagingUsage, type PoolTask, runOnWorker, settle } from './imaging-worker.ts';
import { createWorkers } from './imaging-workers.ts';
import type { PhotoMeasures } from './measures-version.ts';
import type { PreparedPages, PreparePagesOptions } from './prepare-pages.ts';
import type { PreparedPhoto, PreparePhotoOptions } from './prepare-photo.ts';
import type { FileProbe } from './probe-file.ts';
import type { RestoredPhoto, RestorePhotoOptions } from './restore-photo.ts';
import type { SoftProof, SoftProofOptions } from './soft-proof.ts';
import type { Thumbnail, ThumbnailOptions } from './thumbnail.ts';

/**
 * How a task may be ended early: by a signal, or by another deadline than that of the pool. Work that nobody waits for is
 * `low`: it starts after all other work, and leaves one child free for it where the pool has two or more.
 */
export type ImagingTaskOptions = {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
  priority?: 'normal' | 'low';
  onProgress?: (share: number) => void;
};

/** Image work in other processes. Refusals are `ImagingRefusal`s; errors of the file system keep their `code`. */
export type ImagingPool = {
  /** `probeFile` in a child. */
  probe(path: string, options?: ImagingTaskOptions): Promise<FileProbe>;
  /** `preparePhoto` in a child. */
  preparePhoto(options: PreparePhotoOptions, taskOptions?: ImagingTaskOptions): Promise<PreparedPhoto>;
  /** `preparePages` in a child. */
  preparePages(options: PreparePagesOptions, taskOptions?: ImagingTaskOptions): Promise<PreparedPages>;
  /** `makeCalibrationPage` in a child. */
  calibrationPage(
    options: CalibrationPageOptions,
    taskOptions?: ImagingTaskOptions,
  ): Promise<{ bytes: number }>;
  /** `inspectOutputProfile` in a child. */
  inspectProfile(path: string, options?: ImagingTaskOptions): Promise<OutputProfileFacts>;
  /** `makeSoftProof` in a child. */
  softProof(options: SoftProofOptions, taskOptions?: ImagingTaskOptions): Promise<SoftProof>;
  /** `makeThumbnail` in a child. */
  thumbnail(options: ThumbnailOptions, taskOptions?: ImagingTaskOptions): Promise<Thumbnail>;
  /** `measurePhoto` in a child. */
  measurePhoto(path: string, options?: ImagingTaskOptions): Promise<PhotoMeasures>;
  /** `restorePhoto` in a child. */
  restorePhoto(options: RestorePhotoOptions, taskOptions?: ImagingTaskOptions): Promise<RestoredPhoto>;
  /** Refuses what is waiting and running (`took_too_long`) and resolves when every child has ended. */
  close(): Promise<void>;
};

/**
 * `size`: how many children at most; where it is 1 a second one runs beside a `low` task. `deadlineMs`: how long a task may run,
 * from its start, before its child is killed. `idleMs`: how long a child without work lives. `memoryMb`: the most resident memory of
 * a child, beside the limits of imaging-limits.ts. `onUsage` hears what each task that ran has taken.
 * `modelsDir`: the folder of the models that restorations may run.
 */
export type ImagingPoolOptions = {
  size?: number;
  deadlineMs?: number;
  idleMs?: number;
  memoryMb?: number;
  onUsage?: (usage: ImagingUsage) => void;
  modelsDir?: string | undefined;
};

/** A pool of `size` children (1 by default), none of them started yet. See `ImagingPoolOptions`. */
export function createImagingPool(options: ImagingPoolOptions = {}): ImagingPool {
  const { size = 1, deadlineMs = 30_000, idleMs = 20_000, memoryMb, onUsage, modelsDir } = options;
  const workers = createWorkers({ idleMs, memoryMb });
  const queue: PoolTask[] = [];
  let closed = false;
  let lowRunning = 0;

  function findNext(): PoolTask | undefined {
    const mayRunLow = lowRunning < Math.max(1, size - 1);
    // Settled: given up while it waited.
    for (
      let at = queue.findIndex((task) => task.settled);
      at >= 0;
      at = queue.findIndex((task) => task.settled)
    ) {
      queue.splice(at, 1);
    }
    return queue.find((task) => !task.isLow || mayRunLow);
  }

  function startNext(): void {
    for (let task = findNext(); task !== undefined; task = findNext()) {
      const { isLow } = task;
      // Work that somebody waits for never waits for work that nobody does.
      const mostChildren = size === 1 && (isLow || lowRunning > 0) ? size + Number(!isLow) : size;
      const { isStranger } = limitsOf(task.message.kind);
      const worker = workers.findFree({ isLow, isStranger, mostChildren });
      if (worker === undefined) return;
      queue.splice(queue.indexOf(task), 1);
      if (isLow) lowRunning += 1;
      void runOnWorker(worker, task, { memoryMb, onUsage }).then((how) => {
        if (isLow) lowRunning -= 1;
        if (how === 'lost') queue.unshift(task);
        workers.giveBack(worker);
        startNext();
      });
    }
  }

  function enqueue(task: PoolTask): void {
    const firstLow = task.isLow ? -1 : queue.findIndex((waiting) => waiting.isLow);
    if (firstLow < 0) queue.push(task);
    else queue.splice(firstLow, 0, task);
  }

  function submit<K extends ImagingTask['kind']>(
    message: ImagingTask & { kind: K },
    taskOptions: ImagingTaskOptions = {},
  ): Promise<ImagingResults[K]> {
    const { signal } = taskOptions;
    if (closed || signal?.aborted) return Promise.reject(new ImagingRefusal('took_too_long'));
    return new Promise((resolve, reject) => {
      const onAbort = () => settle(task, new ImagingRefusal('took_too_long'));
      const task: PoolTask = {
        message,
        deadlineMs: taskOptions.deadlineMs ?? deadlineMs,
        signal,
        isLow: taskOptions.priority === 'low',
        onProgress: taskOptions.onProgress,
        settled: false,
        lost: 0,
        onSettled: () => signal?.removeEventListener('abort', onAbort),
        resolve: (result) => resolve(result as ImagingResults[K]),
        reject,
      };
      signal?.addEventListener('abort', onAbort);
      enqueue(task);
      startNext();
    });
  }

  return {
    probe: (path, taskOptions) => submit({ kind: 'probe', path }, taskOptions),
    preparePhoto: (photo, taskOptions) => submit({ kind: 'preparePhoto', options: photo }, taskOptions),
    preparePages: (options, taskOptions) => submit({ kind: 'preparePages', options }, taskOptions),
    calibrationPage: (options, taskOptions) => submit({ kind: 'calibrationPage', options }, taskOptions),
    inspectProfile: (path, taskOptions) => submit({ kind: 'inspectProfile', path }, taskOptions),
    softProof: (options, taskOptions) => submit({ kind: 'softProof', options }, taskOptions),
    thumbnail: (options, taskOptions) => submit({ kind: 'thumbnail', options }, taskOptions),
    measurePhoto: (path, taskOptions) => submit({ kind: 'measurePhoto', path }, taskOptions),
    restorePhoto: (photo, taskOptions) =>
      submit({ kind: 'restorePhoto', options: { modelsDir, ...photo } }, taskOptions),
    async close() {
      closed = true;
      for (const task of queue.splice(0)) settle(task, new ImagingRefusal('took_too_long'));
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
