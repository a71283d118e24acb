/**
 * Owns one child of an imaging pool: its start, what it inherits, and a task's run on it under a watch from outside, which holds
 * when a decoder is stuck in native code. Must never decide which task runs.
 *
 * INVARIANTS: a child has one task at a time; a task settles at most once; after a kill nothing is given to that child.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { ownWatchSignal } from './imaging-limits.ts';
import type { ImagingNote, ImagingProgress, ImagingReply, ImagingTask } from './imaging-messages.ts';
import { type ImagingKind, type ImagingResult, imagingTasks } from './imaging-table.ts';
import { watchProcess } from './imaging-watch.ts';
import { memoryOf } from './process-usage.ts';

/** What a task took; `peakMb` (resident) and `processorMs` are undefined where there is no /proc. */
export interface ImagingUsage {
  kind: ImagingKind;
  elapsedMs: number;
  peakMb: number | undefined;
  processorMs: number | undefined;
}

/** `normal`: somebody waits for it. `low`: nobody does. `background`: nobody does, and it takes long. */
export type ImagingPriority = 'normal' | 'low' | 'background';

/** A task for a child, and who waits for it. */
export interface PoolTask {
  message: ImagingTask;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  priority: ImagingPriority;
  onProgress: ((share: number, stage?: string) => void) | undefined;
  settled: boolean;
  /** How many children have ended over it, by a crash or killed from outside. */
  ends: number;
  /** Whether any of them had begun with it. */
  hasBegun: boolean;
  /** Told after each such end. */
  onProcessEnd: ((ends: number) => void) | undefined;
  onSettled(): void;
  resolve(result: ImagingResult): void;
  reject(error: Error): void;
}

/** A child and what it does; `ended` resolves when the process is gone. */
export interface Worker {
  process: ChildProcess;
  /** Whether it runs work that nobody waits for, after all other programs. */
  isLow: boolean;
  task: PoolTask | undefined;
  ended: Promise<void>;
}

const processPath = fileURLToPath(new URL('./imaging-process.ts', import.meta.url));
/** All that a child is given of the environment: it decodes untrusted files and must hold no secrets. */
const inheritedVariables = [
  'PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'VIPS_NOVECTOR',
];
/** glibc: few arenas, blocks of pictures go back to the system when they are freed, and come in large pages, which are filled sooner. */
const memoryVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
/**
 * Starts a child. `memoryMb`: the most resident memory that it may ever have. Where there is no /proc it watches that itself, on a
 * thread of its own.
 */
export function startProcess({
  isLow,
  memoryMb,
}: {
  isLow: boolean;
  memoryMb: number | undefined;
}): ChildProcess {
  const inherited = inheritedVariables.filter((name) => process.env[name] !== undefined);
  const child = fork(processPath, [String(memoryMb ?? 0), canWatch ? 'watched' : 'unwatched'], {
    execPath: process.execPath,
    execArgv: ['--expose-gc'], // a test runner's or debugger's arguments are not for the child
    env: {
      ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
      ...memoryVariables,
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (isLow && child.pid !== undefined) yieldToOthers(child.pid);
  return child;
}

/** Whether this system has a /proc. */
const canWatch = memoryOf(process.pid) !== undefined;

function yieldToOthers(pid: number): void {
  try {
    setPriority(
      pid,
      Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL),
    );
  } catch {
    // Not allowed here, or it has ended: the order of the queue remains.
  }
}

/** Settles a task once; later words about it are passed over. */
export function settle(task: PoolTask, outcome: ImagingResult | Error): void {
  if (task.settled) return;
  task.settled = true;
  task.onSettled();
  if (outcome instanceof Error) task.reject(outcome);
  else task.resolve(outcome);
}

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

/** What is common to the tasks of a pool. */
export interface RunOptions {
  memoryMb: number | undefined;
  onUsage: ((usage: ImagingUsage) => void) | undefined;
}

const timesText = (times: number): string => (times === 1 ? 'once' : `${times} times`);

/** What is said of a task whose every child has ended. One that none of them began with says something of this machine alone. */
export function endedError({ message: { kind }, ends, hasBegun }: PoolTask, cause: string): Error {
  const options = { cause: new Error(`imaging process ended: ${cause}`) };
  if (!hasBegun)
    return new Error(`imaging processes can't be started here: ${ends} ended at once (${cause})`, options);
  const sentence = `The image process ended ${timesText(ends)} while it ${imagingTasks[kind].doing}: the machine may be to blame as well as the file, which can be tried again.`;
  return new ImagingRefusal('process_ended', sentence, options);
}

const tooMuchByItself = 'The file takes more memory or computing to be decoded than is allowed for it.';

/**
 * Runs one task on a child. Settles it, unless the child ended over it by a crash or a kill from outside: `ended`, and what follows
 * is the pool's to decide. The child is killed when the deadline passes, the signal aborts, or it takes more memory or processor
 * time than a file of its kind and size may; that settles the task.
 */
export function runOnWorker(
  worker: Worker,
  task: PoolTask,
  { memoryMb, onUsage }: RunOptions,
): Promise<{ how: 'settled' } | { how: 'ended'; cause: string }> {
  const { process: child } = worker;
  const { kind } = task.message;
  const startedAt = performance.now();
  worker.task = task;
  child.ref();
  return new Promise((resolve) => {
    const end = (refusal: ImagingRefusal) => {
      settle(task, refusal);
      child.kill('SIGKILL');
    };
    const watch = watchProcess({
      pid: child.pid ?? 0,
      limits: imagingTasks[kind].limits,
      memoryMb: memoryMb ?? Number.POSITIVE_INFINITY,
      deadlineMs: task.deadlineMs,
      onBreach: (sentence) => end(new ImagingRefusal('cannot_decode', sentence)),
    });
    const giveUp = () => end(new ImagingRefusal('took_too_long'));
    const timer = setTimeout(giveUp, task.deadlineMs);
    const leave = () => {
      clearTimeout(timer);
      watch.stop();
      onUsage?.({ kind, elapsedMs: performance.now() - startedAt, ...watch.usage() });
      task.signal?.removeEventListener('abort', giveUp);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      worker.task = undefined;
    };
    const finish = (outcome: ImagingResult | Error) => {
      settle(task, outcome);
      leave();
      resolve({ how: 'settled' });
    };
    const onMessage = (message: ImagingReply | ImagingProgress | ImagingNote) => {
      if ('ok' in message) return finish(message.ok ? message.result : errorOfReply(message));
      if ('progress' in message) {
        if (!task.settled) task.onProgress?.(message.progress, message.stage);
        return;
      }
      task.hasBegun = true;
      watch.note(message);
    };
    const onEnd = (cause: string) => {
      leave();
      if (task.settled) return resolve({ how: 'settled' });
      task.ends += 1;
      resolve({ how: 'ended', cause });
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      if (signal === ownWatchSignal) finish(new ImagingRefusal('cannot_decode', tooMuchByItself));
      else onEnd(signal ?? `exit code ${code}`);
    };
    const onError = (error: Error) => onEnd(error.message);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    task.signal?.addEventListener('abort', giveUp);
    // A child that can't be reached is dying: what follows must not be given to it, so its end is waited for.
    child.send(task.message, (error) => error && child.kill('SIGKILL'));
  });
}
