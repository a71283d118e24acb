/**
 * The cloud's own hands for restorations, and the eye on those of agents: offers what waits to agents, takes what no agent
 * takes, takes back what somebody began and never ended. One restoration at a time in each process; who is next is fair
 * among accounts.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../context.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { listImageAgents } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { beginRestoration, offerToAgent, releaseRestoration } from './restoration-moves.ts';
import { isCloudsTurn, maxWithAnAgent } from './restoration-rules.ts';
import {
  countWorkOfExecutors,
  findRestoration,
  listLapsedRestorations,
  listWaitingInTurn,
} from './restoration-store.ts';
import type { RestorationTable } from './restoration-tables.ts';
import { carryOutRestoration } from './restoration-work.ts';

const lookEveryMs = 2000;
const maxLookedAt = 50;

export type WorkerDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now' | 'log'>;

export interface RestorationWorker {
  /** Ends what is under way; it waits again, for the next start or another process. */
  close(): Promise<void>;
}

/** Starts looking; nothing is done before the first look. */
export function startRestorationWorker(deps: WorkerDeps): RestorationWorker {
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let working: Promise<void> | undefined;
  let current: Current | undefined;
  let again = false;

  const look = async () => {
    while (again && !stopping.signal.aborted) {
      again = false;
      await releaseLapsed(deps);
      const own = await giveOut(deps, { isBusy: working !== undefined });
      if (!own) continue;
      current = { restoration: own, lost: new AbortController() };
      working = carryOutRestoration(deps, own, { stopping: stopping.signal, lost: current.lost })
        .catch((error) => deps.log('error', 'restoration.left', { id: own.id, error }))
        .finally(() => {
          current = undefined;
          working = undefined;
          wake();
        });
    }
  };
  const wake = () => {
    if (stopping.signal.aborted) return;
    again = true;
    looking ??= look()
      .catch((error) => deps.log('error', 'restoration.look-failed', { error }))
      .finally(() => {
        looking = undefined;
        if (again) wake();
      });
  };
  const timer = setInterval(wake, lookEveryMs);
  timer.unref();
  deps.database.listen('platen_restoration', (id) => {
    if (current?.restoration.id === id) void stopWhenLost(deps, current);
    wake();
  });
  return {
    async close() {
      stopping.abort();
      clearInterval(timer);
      await looking;
      await working;
    },
  };
}

/** What this process works on. */
interface Current {
  restoration: RestorationTable;
  lost: AbortController;
}

/** It was cancelled or given to another, by whichever process: the child that works on it is ended at once. */
async function stopWhenLost({ database, log }: WorkerDeps, { restoration, lost }: Current): Promise<void> {
  const { id, executor } = restoration;
  try {
    const row = await findRestoration(database.query, { id });
    if (row?.state !== 'completed' && (row?.state !== 'processing' || row.executor !== executor))
      lost.abort();
  } catch (error) {
    // The next renewal finds out.
    log('warn', 'restoration.not-read', { id, error });
  }
}

async function releaseLapsed({ database, now }: WorkerDeps): Promise<void> {
  for (const restoration of await listLapsedRestorations(database.query, now())) {
    await database.transaction((tx) => releaseRestoration(database, tx, { restoration, now: now() }));
  }
}

/** Offers to agents what can be offered; the first that is the cloud's own to do, taken, unless it has its hands full. */
async function giveOut(
  { database, now }: WorkerDeps,
  { isBusy }: { isBusy: boolean },
): Promise<RestorationTable | undefined> {
  const waiting = await listWaitingInTurn(database.query, maxLookedAt);
  if (waiting.length === 0) return undefined;
  const agents = await listImageAgents(database.query);
  const work = await countWorkOfExecutors(database.query);
  for (const restoration of waiting) {
    const isFresh = restoration.executor === null && restoration.attempts === 0;
    const agent = isFresh ? findFree(agents, work, now()) : undefined;
    if (agent) {
      const offered = { restoration, agent, now: now() };
      if (await database.transaction((tx) => offerToAgent(database, tx, offered))) work.set(agent.id, 1);
      continue;
    }
    if (isBusy || !isCloudsTurn(restoration, { markedAgents: agents.length, now: now() })) continue;
    const executor = `cloud ${randomUUID()}`;
    const begun = { restoration, executor, now: now() };
    const taken = await database.transaction((tx) => beginRestoration(database, tx, begun));
    if (taken) return taken;
  }
  return undefined;
}

const findFree = (agents: readonly AgentTable[], work: ReadonlyMap<string, number>, now: number) =>
  agents.find((agent) => isAgentOnline(agent, now) && (work.get(agent.id) ?? 0) < maxWithAnAgent);
