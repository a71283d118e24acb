/**
 * The cloud's own hands for restorations, and the eye on those of agents: offers what waits to agents, takes what no agent
 * takes, takes back what somebody began and never ended. One restoration at a time in each process, in the imaging pool,
 * after everything a customer waits for.
 */
import { randomUUID } from 'node:crypto';
import type { RestoreReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import type { Deps } from '../context.ts';
import type { RestorationTable } from '../db/schema-photos.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { listImageAgents } from '../shops/shop-store.ts';
import {
  beginRestoration,
  failRestoration,
  offerToAgent,
  releaseRestoration,
  renewRestoration,
} from './restoration-moves.ts';
import { acceptResult } from './restoration-result.ts';
import { isCloudsTurn, leaseMs } from './restoration-rules.ts';
import { listLapsedRestorations, listRestorationsIn } from './restoration-store.ts';

const lookEveryMs = 2000;
const renewEveryMs = leaseMs / 4;
/** A photo of 40 megapixels with all steps takes some 40 seconds. */
const deadlineMs = 150_000;
const mostLookedAt = 50;

export type WorkerDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now' | 'log'>;

export interface RestorationWorker {
  /** Ends what is under way; it waits again, for the next start or another process. */
  close(): Promise<void>;
}

/** Starts looking; nothing is done before the first look. */
export function startRestorationWorker(deps: WorkerDeps): RestorationWorker {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;

  const round = async () => {
    while (again && !stopping.signal.aborted) {
      again = false;
      await releaseLapsed(deps);
      for (let next = await takeNext(deps); next; next = await takeNext(deps)) {
        await work(deps, next, stopping.signal);
        if (stopping.signal.aborted) return;
      }
    }
  };
  const wake = () => {
    if (stopping.signal.aborted) return;
    again = true;
    running ??= round()
      .catch((error) => deps.log('error', 'restoration.look_failed', { error }))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(wake, lookEveryMs);
  timer.unref();
  deps.database.listen('platen_restoration', wake);
  return {
    async close() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

async function releaseLapsed({ database, now }: WorkerDeps): Promise<void> {
  for (const restoration of await listLapsedRestorations(database.query, now())) {
    await database.transaction((tx) => releaseRestoration(tx, { restoration, now: now() }));
  }
}

/** Offers to agents what can be offered; the first that is the cloud's own to do, taken. */
async function takeNext({ database, now }: WorkerDeps): Promise<RestorationTable | undefined> {
  const waiting = await listRestorationsIn(database.query, { state: 'queued', limit: mostLookedAt });
  if (waiting.length === 0) return undefined;
  const agents = await listImageAgents(database.query);
  const online = agents.find((agent) => isAgentOnline(agent, now()));
  for (const restoration of waiting) {
    const isFresh = restoration.executor === null && restoration.attempts === 0;
    if (online && isFresh) {
      await database.transaction((tx) =>
        offerToAgent(database, tx, { restoration, agent: online, now: now() }),
      );
      continue;
    }
    if (!isCloudsTurn(restoration, { markedAgents: agents.length, now: now() })) continue;
    const executor = `cloud ${randomUUID()}`;
    const taken = await database.transaction((tx) =>
      beginRestoration(tx, { restoration, executor, now: now() }),
    );
    if (taken) return taken;
  }
  return undefined;
}

/** Works on one; whatever happens, it doesn't stay `processing` in this process's name. */
async function work(deps: WorkerDeps, restoration: RestorationTable, stopping: AbortSignal): Promise<void> {
  const { database, now, log } = deps;
  try {
    await restore(deps, restoration, stopping);
  } catch (error) {
    const isOwn = error instanceof ImagingRefusal || error instanceof AppError;
    await database.transaction(async (tx) => {
      if (stopping.aborted)
        return await releaseRestoration(tx, { restoration, now: now(), isCounted: false });
      if (isOwn) return await failRestoration(tx, { restoration, message: error.message, now: now() });
      await releaseRestoration(tx, { restoration, now: now() });
    });
    if (!stopping.aborted) log(isOwn ? 'info' : 'error', 'restoration.failed', { id: restoration.id, error });
  }
}

async function restore(
  deps: WorkerDeps,
  restoration: RestorationTable,
  stopping: AbortSignal,
): Promise<void> {
  const { database, files, imaging, now } = deps;
  const { id, executor } = restoration;
  let progress = 0;
  const renewal = setInterval(
    () => {
      renewRestoration(database.query, { id, executor: executor!, progress, now: now() }).catch((error) =>
        deps.log('warn', 'restoration.not_renewed', { id, error }),
      );
    },
    Math.min(renewEveryMs, 2000),
  );
  try {
    const options = JSON.parse(restoration.options);
    const taskOptions = {
      signal: stopping,
      deadlineMs,
      priority: 'low' as const,
      onProgress: (share: number) => {
        progress = Math.round(share * 95);
      },
    };
    const report: RestoreReport = { applied: [], noise_sigma: 0, change: 0 };
    const staged = await files.withLocal(restoration.source_sha256, (sourcePath) =>
      files.stageMade(async (targetPath) => {
        const made = await imaging.restorePhoto({ ...options, sourcePath, targetPath }, taskOptions);
        report.applied = made.report.applied;
        report.noise_sigma = made.report.noise.sigma;
        report.change = made.report.change;
      }),
    );
    try {
      await acceptResult(deps, restoration, { staged, report });
    } finally {
      await staged.discard();
    }
  } finally {
    clearInterval(renewal);
  }
}
