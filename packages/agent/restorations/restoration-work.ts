/**
 * Image work for the cloud: fetch the photo, restore it, send the result, one at a time. Nothing of it is kept over a
 * restart: the cloud gives a restoration to another as soon as this agent falls silent about it, so a lost one costs time
 * and nothing else. Must never delay a print.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentFrame,
  agentRestorationsPath,
  type CloudMessage,
  type RestoreReport,
  type RestoreTask,
} from '@platen/contracts/agent-protocol';
import type { AgentLog } from '../agent-log.ts';
import { createBackoff, pause } from '../backoff.ts';
import type { CloudHttp } from '../cloud-http.ts';
import { PreparationRefused } from '../ports/photo-preparer.ts';
import type { PhotoRestorer } from '../ports/photo-restorer.ts';
import { downloadSource } from '../stages/source-download.ts';

type RestoreMessage = Extract<CloudMessage, { type: 'restore' }>;

export interface RestorationWorkDeps {
  http: CloudHttp;
  restorer: PhotoRestorer;
  /** Emptied at the start. */
  dir: string;
  send: (frame: AgentFrame) => boolean;
  log: AgentLog;
}

/** The cloud gives up after a minute of silence. */
const sayEveryMs = 10_000;
const mostTries = 5;
/** What is more than this is for others: nothing here is worth a long queue. */
const mostWaiting = 20;

/** Starts nothing; `receive` does. */
export function createRestorationWork(deps: RestorationWorkDeps) {
  for (const left of readdirSync(deps.dir)) rmSync(join(deps.dir, left), { force: true, recursive: true });
  const stopping = new AbortController();
  const waiting: RestoreTask[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    for (let task = waiting.shift(); task && !stopping.signal.aborted; task = waiting.shift()) {
      await carryOut(deps, task, stopping.signal);
    }
  };

  return {
    receive({ id, body }: RestoreMessage): void {
      deps.send({ kind: 'ack', id });
      const isKnown = waiting.some((task) => task.restoration_id === body.restoration_id);
      if (isKnown || waiting.length >= mostWaiting || stopping.signal.aborted) return;
      waiting.push(body);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

/** Never rejects: what can't be done is said, and what was interrupted is the cloud's to give again. */
async function carryOut(deps: RestorationWorkDeps, task: RestoreTask, stopping: AbortSignal): Promise<void> {
  const { restoration_id: id } = task;
  let progress = 0;
  const say = (state: 'processing' | 'failed', message = '') =>
    deps.send({ kind: 'restoration', restoration_id: id, state, progress, message: message.slice(0, 500) });
  say('processing');
  const timer = setInterval(() => say('processing'), sayEveryMs);
  const [sourcePath, targetPath] = [join(deps.dir, task.source.sha256), join(deps.dir, `${id}.jpg`)];
  try {
    await fetchSource(deps, task, { sourcePath, stopping });
    const report = await deps.restorer.restorePhoto(
      { ...task.options, sourcePath, targetPath },
      {
        signal: stopping,
        onProgress: (share) => {
          progress = Math.round(share * 90);
        },
      },
    );
    await sendResult(deps, { id, targetPath, report, stopping });
    deps.log('info', 'restoration.done', { id, applied: report.applied });
  } catch (error) {
    if (error instanceof PreparationRefused) say('failed', error.message);
    if (!stopping.aborted) deps.log('warn', 'restoration.failed', { id, because: (error as Error).message });
  } finally {
    clearInterval(timer);
    for (const path of [sourcePath, `${sourcePath}.part`, targetPath]) await rm(path, { force: true });
  }
}

/** Tries a few times; a download that broke off goes on where it stopped. */
async function fetchSource(
  { http }: RestorationWorkDeps,
  { source }: RestoreTask,
  { sourcePath, stopping }: { sourcePath: string; stopping: AbortSignal },
): Promise<void> {
  const backoff = createBackoff({ firstMs: 250, capMs: 5000 });
  const { sha256, bytes } = source;
  for (let tries = 1; ; tries++) {
    const outcome = await downloadSource({
      ...{ sha256, bytes, path: sourcePath, http, signal: stopping },
      onMiddle: () => {},
    });
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'missing' || tries >= mostTries || stopping.aborted)
      throw new Error(outcome.because);
    await pause(backoff.nextMs(), stopping);
  }
}

interface Result {
  id: string;
  targetPath: string;
  report: RestoreReport;
  stopping: AbortSignal;
}

async function sendResult({ http }: RestorationWorkDeps, result: Result): Promise<void> {
  const { id, targetPath, report, stopping } = result;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(targetPath, { signal: stopping })) hash.update(chunk as Buffer);
  const path = `${agentRestorationsPath}/${id}/result?sha256=${hash.digest('hex')}`;
  const headers = {
    'content-type': 'image/jpeg',
    'content-length': String((await stat(targetPath)).size),
    'platen-report': Buffer.from(JSON.stringify(report)).toString('base64url'),
  };
  const backoff = createBackoff({ firstMs: 250, capMs: 5000 });
  for (let tries = 1; ; tries++) {
    const status = await http
      .request({ method: 'PUT', path, headers, stream: createReadStream(targetPath), signal: stopping })
      .then((response) => {
        response.resume();
        return response.statusCode ?? 0;
      })
      .catch((error: Error) => error);
    if (status === 200) return;
    const isFinal =
      typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (isFinal || tries >= mostTries || stopping.aborted) {
      throw new Error(typeof status === 'number' ? `the cloud answered HTTP ${status}` : status.message);
    }
    await pause(backoff.nextMs(), stopping);
  }
}
