/**
 * An agent's hello that doesn't fit what is known here: its spool is older than this cloud, or this cloud is older than its
 * journal. Owns what becomes of the jobs.
 *
 * INVARIANTS
 * 1. What an agent with a lost or older spool had in its hands is never sent again by itself. The agent asks its printers for it by
 *    name; what nobody knows is unknown, and a person decides.
 * 2. This cloud put back from a backup takes the agent's word for its jobs, and says so: log, audit, health.
 */
import type { AgentFrame, CloudFrame } from '@platen/contracts/agent-protocol';
import type { Deps } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { askForLostJobs } from '../fulfilment/lost-job-moves.ts';
import { newId } from '../ids.ts';
import { listJobsByIds } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { insertAgentAct } from '../operation/audit-store.ts';
import { findOpenResync, insertResync } from '../shops/print-rules-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';

type Hello = Extract<AgentFrame, { kind: 'hello' }>;

/** True when the agent's spool has written less than this cloud has already applied: it was lost, or put back from a copy. */
export const isSpoolBehind = (agent: Pick<AgentTable, 'last_seq'>, hello: Hello): boolean =>
  hello.last_seq < agent.last_seq;

/**
 * Settles what the agent's spool no longer knows. Whatever had been handed to it may be on paper: an agent prints without a
 * link too, so the last state that was heard proves nothing. What was never sent goes out as usual. Harmless when it is done
 * again.
 */
export async function recoverLostSpool(
  tx: Tx,
  { agent, hello, now, log }: { agent: AgentTable; hello: Hello; now: number; log: Deps['log'] },
): Promise<void> {
  const asked = await askForLostJobs(tx, { agent, now });
  const [event, action] =
    hello.last_seq === 0
      ? (['agent.spool-lost', 'agent_spool_lost'] as const)
      : (['agent.spool-behind', 'agent_spool_behind'] as const);
  log('warn', event, { agentId: agent.id, name: agent.name, asked });
  await insertAgentAct(tx, { agentId: agent.id, action, detail: { asked }, now });
}

/** Notes that this cloud has forgotten what it had acknowledged; the agent says everything again by itself. */
export async function recordOlderCloud(
  tx: Tx,
  { agent, hello, now, log }: { agent: AgentTable; hello: Hello; now: number; log: Deps['log'] },
): Promise<void> {
  const { acked_seq: ackedSeq } = hello;
  if (ackedSeq <= agent.last_seq) return;
  if ((await findOpenResync(tx, agent.id))?.agent_seq === ackedSeq) return;
  await insertResync(tx, {
    id: newId(),
    agent_id: agent.id,
    found_at: now,
    cloud_seq: agent.last_seq,
    agent_seq: ackedSeq,
    jobs_applied: 0,
    jobs_missing: 0,
    missing: '[]',
    seen_at: null,
    seen_by: null,
  });
  const detail = { cloud_seq: agent.last_seq, agent_seq: ackedSeq };
  log('error', 'cloud.older-than-agent', { agentId: agent.id, name: agent.name, ...detail });
  await insertAgentAct(tx, { agentId: agent.id, action: 'cloud_older_than_agent', detail, now });
}

type Reconciled = Extract<CloudFrame, { kind: 'reconciled' }>;

/** What this cloud knows of the jobs in an older copy of a spool. */
export async function answerReconcile(
  db: Query,
  { agentId, jobIds }: { agentId: string; jobIds: string[] },
): Promise<Reconciled> {
  const found = new Map((await listJobsByIds(db, { agentId, jobIds })).map((job) => [job.id, job]));
  const jobs = jobIds.map((job_id) => {
    const was = found.get(job_id)?.state;
    if (was === undefined) return { job_id, state: 'missing' as const };
    const state = toldState(was);
    return state === 'open' ? { job_id, state, was } : { job_id, state };
  });
  return { kind: 'reconciled', jobs };
}

function toldState(state: PrintJobTable['state']): Reconciled['jobs'][number]['state'] {
  return state === 'unknown' || state === 'printed' || state === 'failed' || state === 'cancelled'
    ? state
    : 'open';
}
