/**
 * Owns the child processes in which files from outside are decoded: started when needed, ended when idle, killed when
 * a task takes too long. A decoder that crashes takes one task with it and nothing else.
 *
 * INVARIANTS: the process that owns a pool never loads sharp or PDFium (types alone are imported here); a child has
 * one task at a time; tasks of the same priority start in the order in which they came; every task settles exactly once.
 */
import type { CalibrationPageOptions } from './calibration-page.ts';
import type { ContactPictureOptions, ContactSheetOptions } from './contact-picture.ts';
import type { OutputProfileFacts } from './icc-profile.ts';
import { limitsOf } from './imaging-limits.ts';
import type { ImagingResults, ImagingTask } from './imaging-messages.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import {
  type ImagingPriority,
  type ImagingUsage,
  type PoolTask,
  runOnWorker,
  settle,
} from './imaging-worker.ts';
import { createWorkers } from './imaging-workers.ts';
import type { PhotoMeasures } from './measures-version.ts';
import type { PreparedPages, PreparePagesOptions } from './prepare-pages.ts';
import type { PreparedPhoto, PreparePhotoOptions } from './prepare-photo.ts';
import type { FileProbe } from './probe-file.ts';
import type { MaskRead, ReadMaskOptions } from './read-mask.ts';
import type { RestorePhotoOptions } from './restore-options.ts';
import type { RestoredPhoto } from './restore-photo.ts';
import type { SoftProof, SoftProofOptions } from './soft-proof.ts';
import type { Thumbnail, ThumbnailOptions } from './thumbnail.ts';

/**
 * How a task may be ended early: by a signal, or by another deadline than that of the pool. Work that nobody waits for is
 * `low`: it starts after all other work, and leaves one child free for it where the pool has two or more. Work that takes
 * long is `background`: it starts after that, and leaves a child free for each of the others where the pool has three.
 */
export type ImagingTaskOptions = {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
  priority?: ImagingPriority;
  /** `stage`: what the task does there, where it says so. */
  onProgress?: (share: number, stage?: string) => void;
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
  /** `placeContactPicture` in a child. */
  contactPicture(options: ContactPictureOptions, taskOptions?: ImagingTaskOptions): Promise<{ placed: true }>;
  /** `finishContactSheet` in a child. */
  contactSheet(options: ContactSheetOptions, taskOptions?: ImagingTaskOptions): Promise<{ bytes: number }>;
  /** `measurePhoto` in a child. */
  measurePhoto(path: string, options?: ImagingTaskOptions): Promise<PhotoMeasures>;
  /** `readMask` in a child. */
  readMask(options: ReadMaskOptions, taskOptions?: ImagingTaskOptions): Promise<MaskRead>;
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

/** Lower goes first. */
const ranks: Record<ImagingPriority, number> = { normal: 0, low: 1, background: 2 };

/** A pool of `size` children (1 by default), none of them started yet. See `ImagingPoolOptions`. */
export function createImagingPool(options: ImagingPoolOptions = {}): ImagingPool {
  const { size = 1, deadlineMs = 30_000, idleMs = 20_000, memoryMb, onUsage, modelsDir } = options;
  const workers = createWorkers({ idleMs, memoryMb });
  const queue: PoolTask[] = [];
  let closed = false;
  const running: Record<ImagingPriority, number> = { normal: 0, low: 0, background: 0 };

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
    return queue.find(mayStart);
  }

  function startNext(): void {
    for (let task = findNext(); task !== undefined; task = findNext()) {
      const { priority } = task;
      const isLow = priority !== 'normal';
      // Work that somebody waits for never waits for work that nobody does.
      const hasLow = running.low + running.background > 0;
      const mostChildren = size === 1 && (isLow || hasLow) ? size + Number(!isLow) : size;
      const { isStranger } = limitsOf(task.message.kind);
      const worker = workers.findFree({ isLow, isStranger, mostChildren });
      if (worker === undefined) return;
      queue.splice(queue.indexOf(task), 1);
      running[priority] += 1;
      void runOnWorker(worker, task, { memoryMb, onUsage }).then((how) => {
        running[priority] -= 1;
        if (how === 'lost') queue.unshift(task);
        workers.giveBack(worker);
        startNext();
      });
    }
  }

  function enqueue(task: PoolTask): void {
    const firstBehind = queue.findIndex((waiting) => ranks[waiting.priority] > ranks[task.priority]);
    if (firstBehind < 0) queue.push(task);
    else queue.splice(firstBehind, 0, task);
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
        priority: taskOptions.priority ?? 'normal',
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
    contactPicture: (options, taskOptions) => submit({ kind: 'contactPicture', options }, taskOptions),
    contactSheet: (options, taskOptions) => submit({ kind: 'contactSheet', options }, taskOptions),
    measurePhoto: (path, taskOptions) => submit({ kind: 'measurePhoto', path }, taskOptions),
    readMask: (options, taskOptions) => submit({ kind: 'readMask', options }, taskOptions),
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
