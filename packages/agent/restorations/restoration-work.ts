/**
 * Image work for the cloud: fetch the photo, restore it, send the result, one at a time. Nothing of it is kept over a
 * restart: the cloud gives a restoration to another as soon as this agent falls silent about it, so a lost one costs time
 * and nothing else. Must never delay a print.
 */
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFrame, CloudMessage } from '@platen/contracts/agent-protocol';
import {
  hasResult,
  isChanged,
  type RestoreReport,
  type RestoreTask,
  restoreFileKinds,
} from '@platen/contracts/restore-task';
import type { CloudHttp } from '../cloud-access/cloud-http.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { createBackoff, pause } from '../machine/backoff.ts';
import { PreparationRefused } from '../ports/photo-preparer.ts';
import type { PhotoRestorer, RestorationOrder } from '../ports/photo-restorer.ts';
import { downloadSource } from '../stages/source-download.ts';
import { createRestorationProgress } from './restoration-progress.ts';
import { sendFile, sendOutcome, sendResult } from './restoration-sending.ts';

type RestoreMessage = Extract<CloudMessage, { type: 'restore' | 'restore-cancel' }>;

export interface RestorationWorkDeps {
  http: CloudHttp;
  restorer: PhotoRestorer;
  /** Emptied at the start. */
  dir: string;
  send: (frame: AgentFrame) => boolean;
  log: AgentLog;
}

const maxTries = 5;
/** What is more than this is for others: nothing here is worth a long queue. */
const maxWaiting = 20;

/** One under way, and how to end it. */
interface Running {
  id: string;
  calledOff: AbortController;
}

/** Starts nothing; `receive` does. */
export function createRestorationWork(deps: RestorationWorkDeps) {
  for (const left of readdirSync(deps.dir)) rmSync(join(deps.dir, left), { force: true, recursive: true });
  const stopping = new AbortController();
  let waiting: RestoreTask[] = [];
  let current: Running | undefined;
  let running: Promise<void> | undefined;

  const run = async () => {
    for (let task = waiting.shift(); task && !stopping.signal.aborted; task = waiting.shift()) {
      current = { id: task.restoration_id, calledOff: new AbortController() };
      await carryOut(deps, task, { stopping: stopping.signal, calledOff: current.calledOff.signal });
      current = undefined;
    }
  };

  const take = (task: RestoreTask) => {
    const { restoration_id: id } = task;
    const isKnown = current?.id === id || waiting.some((each) => each.restoration_id === id);
    if (isKnown || waiting.length >= maxWaiting || stopping.signal.aborted) return;
    waiting.push(task);
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  const callOff = (id: string) => {
    waiting = waiting.filter((task) => task.restoration_id !== id);
    if (current?.id === id) current.calledOff.abort();
  };

  return {
    receive(message: RestoreMessage): void {
      deps.send({ kind: 'ack', id: message.id });
      if (message.type === 'restore') take(message.body);
      else callOff(message.body.restoration_id);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

interface Ends {
  stopping: AbortSignal;
  /** The cloud wants it no longer, or another has it. */
  calledOff: AbortSignal;
}

/** Never rejects: what can't be done is said, and what was interrupted is the cloud's to give again. */
async function carryOut(deps: RestorationWorkDeps, task: RestoreTask, ends: Ends): Promise<void> {
  const { log } = deps;
  const id = task.restoration_id;
  const signal = AbortSignal.any([ends.stopping, ends.calledOff]);
  const progress = createRestorationProgress({ id, send: deps.send });
  const dir = join(deps.dir, id);
  try {
    await mkdir(dir, { recursive: true });
    const order = orderOf(task, dir);
    await fetchFile(deps, task.source, { path: order.sourcePath, signal });
    if (task.mask && order.maskPath) await fetchFile(deps, task.mask, { path: order.maskPath, signal });
    const report = await deps.restorer.restorePhoto(order, { signal, onProgress: progress.told });
    for (const { name: model, because } of report.passed_over ?? [])
      log('warn', 'restoration.model-passed-over', { id, model, because });
    progress.told(1, 'send');
    await bring(deps, task, { order, report, signal });
    log('info', 'restoration.done', { id, applied: report.applied });
  } catch (error) {
    if (ends.calledOff.aborted) log('info', 'restoration.called-off', { id });
    else if (error instanceof PreparationRefused) progress.failed(error.message);
    else if (!ends.stopping.aborted)
      log('warn', 'restoration.failed', { id, because: (error as Error).message });
  } finally {
    progress.end();
    await rm(dir, { force: true, recursive: true });
  }
}

const orderOf = (
  { options, mask, regions, refused, is_print_damaged }: RestoreTask,
  dir: string,
): RestorationOrder => ({
  options,
  sourcePath: join(dir, 'source'),
  ...(mask && { maskPath: join(dir, 'given.png'), regions, refused, is_print_damaged }),
  targetPath: join(dir, 'result.jpg'),
  maskTargetPath: join(dir, 'mask.png'),
  beforePath: join(dir, 'before.jpg'),
  afterPath: join(dir, 'after.jpg'),
});

/** Tries a few times; a download that broke off goes on where it stopped. */
async function fetchFile(
  { http }: RestorationWorkDeps,
  { sha256, bytes }: RestoreTask['source'],
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const backoff = createBackoff('restorationTransfer');
  for (let tries = 1; ; tries++) {
    const outcome = await downloadSource({ sha256, bytes, path, http, signal, onMiddle: () => {} });
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'missing' || tries >= maxTries || signal.aborted) throw new Error(outcome.because);
    await pause(backoff.nextMs(), signal);
  }
}

interface Made {
  order: RestorationOrder;
  report: RestoreReport;
  signal: AbortSignal;
}

/** The pictures first: with the result, or the word that there is none, the restoration ends. */
async function bring(
  { http }: RestorationWorkDeps,
  task: RestoreTask,
  { order, report, signal }: Made,
): Promise<void> {
  const id = task.restoration_id;
  const paths = { mask: order.maskTargetPath, before: order.beforePath, after: order.afterPath };
  const isOther = isChanged(task.options, report);
  const kinds = restoreFileKinds.filter((kind) => kind !== 'after' || isOther);
  for (const kind of kinds) await sendFile(http, { id, kind, path: paths[kind], signal });
  if (hasResult(task, report)) await sendResult(http, { id, path: order.targetPath, report, signal });
  else await sendOutcome(http, { id, report, signal });
}
