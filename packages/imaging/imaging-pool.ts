/**
 * Owns the child processes in which files from outside are decoded: started when needed, ended when idle, killed when
 * a task takes too long. A decoder that crashes takes one task with it and nothing else.
 *
 * INVARIANTS: the process that owns a pool never loads sharp or PDFium (types alone are imported here); a child has
 * one task at a time; tasks of the same priority start in the order in which they came; every task settles exactly once.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CalibrationPageOptions } from './calibration-page.ts';
import type { OutputProfileFacts } from './icc-profile.ts';
import type {
  ImagingProgress,
  ImagingReply,
  ImagingResult,
  ImagingResults,
  ImagingTask,
} from './imaging-messages.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
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
  priority?: Priority;
  /** `stage`: what the task does there, where it says so. */
  onProgress?: (share: number, stage?: string) => void;
};

type Priority = 'normal' | 'low' | 'background';

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
  /** `readMask` in a child. */
  readMask(options: ReadMaskOptions, taskOptions?: ImagingTaskOptions): Promise<MaskRead>;
  /** `restorePhoto` in a child. */
  restorePhoto(options: RestorePhotoOptions, taskOptions?: ImagingTaskOptions): Promise<RestoredPhoto>;
  /** Refuses what is waiting and running (`took_too_long`) and resolves when every child has ended. */
  close(): Promise<void>;
};

/**
 * `size`: how many children at most. `deadlineMs`: how long a task may run, from its start, before its child is
 * killed. `idleMs`: how long a child without work lives. `memoryMb`: the most resident memory of a child, which ends
 * itself when a picture takes more (no limit by default; PDFs are bounded by themselves).
 */
export type ImagingPoolOptions = { size?: number; deadlineMs?: number; idleMs?: number; memoryMb?: number };

/** Lower goes first. */
const ranks: Record<Priority, number> = { normal: 0, low: 1, background: 2 };

const PROCESS_PATH = fileURLToPath(new URL('./imaging-process.ts', import.meta.url));

type Task = {
  message: ImagingTask;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  priority: Priority;
  onProgress: ((share: number, stage?: string) => void) | undefined;
  settled: boolean;
  onSettled(): void;
  resolve(result: ImagingResult): void;
  reject(error: Error): void;
};

/** A child and what it does; `ended` resolves when the process is gone. */
type Worker = { process: ChildProcess; task: Task | undefined; ended: Promise<void> };

function errorOfReply(reply: Exclude<ImagingReply, { ok: true }>): Error {
  if ('refusal' in reply) {
    const { reason, message, detail } = reply.refusal;
    return new ImagingRefusal(
      reason,
      message,
      detail === undefined ? undefined : { cause: new Error(detail) },
    );
  }
  const { name, message, code } = reply.error;
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}

function settle(task: Task, outcome: ImagingResult | Error): void {
  if (task.settled) return;
  task.settled = true;
  task.onSettled();
  if (outcome instanceof Error) task.reject(outcome);
  else task.resolve(outcome);
}

/** All that a child is given of the environment: it decodes files of strangers and must hold no secrets. */
const INHERITED_VARIABLES = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

function startProcess(memoryMb: number | undefined): ChildProcess {
  const inherited = INHERITED_VARIABLES.filter((name) => process.env[name] !== undefined);
  return fork(PROCESS_PATH, memoryMb === undefined ? [] : [String(memoryMb)], {
    execPath: process.execPath,
    execArgv: [], // a test runner's or debugger's arguments are not for the child
    env: { ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])), MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Runs one task on a child and settles it; the child is killed when the deadline passes or the signal aborts. */
function runOnWorker(worker: Worker, task: Task): Promise<void> {
  const { process: child } = worker;
  worker.task = task;
  child.ref();
  return new Promise((resolve) => {
    const giveUp = () => {
      settle(task, new ImagingRefusal('took_too_long'));
      child.kill('SIGKILL');
    };
    const timer = setTimeout(giveUp, task.deadlineMs);
    const finish = (outcome: ImagingResult | Error) => {
      clearTimeout(timer);
      task.signal?.removeEventListener('abort', giveUp);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      settle(task, outcome);
      worker.task = undefined;
      resolve();
    };
    const onMessage = (message: unknown) => {
      if ('progress' in (message as object)) {
        const { progress, stage } = message as ImagingProgress;
        return task.onProgress?.(progress, stage);
      }
      const reply = message as ImagingReply;
      finish(reply.ok ? reply.result : errorOfReply(reply));
    };
    const onExit = (cause: unknown) => {
      const sentence = 'The file could not be decoded: the decoder failed on it.';
      finish(
        new ImagingRefusal('cannot_decode', sentence, {
          cause: new Error(`imaging process ended: ${cause}`),
        }),
      );
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    task.signal?.addEventListener('abort', giveUp);
    // A child that can't be reached is dying: what follows must not be given to it, so its end is waited for.
    child.send(task.message, (error) => error && child.kill('SIGKILL'));
  });
}

/** The children of a pool: starts them up to `size`, lends them out, ends them when idle. */
function createWorkers(options: { size: number; idleMs: number; memoryMb: number | undefined }) {
  const workers = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  function start(): Worker {
    const child = startProcess(options.memoryMb);
    const worker: Worker = { process: child, task: undefined, ended: Promise.resolve() };
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
  return {
    all: workers,
    findFree(): Worker | undefined {
      // The one used last is the warmest, and the others can go.
      const [warm] = [...idle.keys()].slice(-1);
      if (warm === undefined) return workers.size < options.size ? start() : undefined;
      clearTimeout(idle.get(warm));
      idle.delete(warm);
      return warm;
    },
    giveBack(worker: Worker): void {
      const { process: child } = worker;
      if (!workers.has(worker) || child.killed || !child.connected) {
        remove(worker);
        child.kill('SIGKILL');
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

/** A pool of `size` children (1 by default), none of them started yet. See `ImagingPoolOptions`. */
export function createImagingPool(options: ImagingPoolOptions = {}): ImagingPool {
  const { size = 1, deadlineMs = 30_000, idleMs = 20_000, memoryMb } = options;
  const workers = createWorkers({ size, idleMs, memoryMb });
  const queue: Task[] = [];
  let closed = false;
  const running: Record<Priority, number> = { normal: 0, low: 0, background: 0 };

  function mayStart({ priority }: Task): boolean {
    const { low, background } = running;
    if (priority === 'background' && background >= Math.max(1, size - 2)) return false;
    return priority === 'normal' || low + background < Math.max(1, size - 1);
  }

  function findNext(): Task | undefined {
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
      const worker = workers.findFree();
      if (worker === undefined) return;
      const { priority } = task;
      queue.splice(queue.indexOf(task), 1);
      running[priority] += 1;
      void runOnWorker(worker, task).then(() => {
        running[priority] -= 1;
        workers.giveBack(worker);
        startNext();
      });
    }
  }

  function enqueue(task: Task): void {
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
      const task: Task = {
        message,
        deadlineMs: taskOptions.deadlineMs ?? deadlineMs,
        signal,
        priority: taskOptions.priority ?? 'normal',
        onProgress: taskOptions.onProgress,
        settled: false,
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
    readMask: (options, taskOptions) => submit({ kind: 'readMask', options }, taskOptions),
    restorePhoto: (photo, taskOptions) => submit({ kind: 'restorePhoto', options: photo }, taskOptions),
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
