/**
 * The only writer of a restoration's state: conditional on the state it starts from and on who has it, with its history
 * row in the same transaction.
 *
 * INVARIANTS
 * 1. One executor at a time: whoever lost its lease finds that its moves change nothing.
 * 2. A restoration is completed in the transaction in which its result becomes a photo.
 */
import type { RestoreTask } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import { refuseMove } from '@platen/contracts/state-machine';
import { type RestorationState, restorationMachine } from '@platen/contracts/states';
import type { Database, Query, Tx } from '../db/database.ts';
import type { AgentTable } from '../db/database-schema.ts';
import type { RestorationTable } from '../db/schema-photos.ts';
import { newId } from '../ids.ts';
import { outboxRow } from '../jobs/job-moves.ts';
import { deleteOutboxOfJob, insertOutbox } from '../jobs/job-store.ts';
import { leaseMs, mostAttempts } from './restoration-rules.ts';
import { insertRestoration, insertRestorationEvent, updateRestoration } from './restoration-store.ts';

export async function createRestoration(tx: Tx, row: RestorationTable): Promise<void> {
  await insertRestoration(tx, row);
  await recordMove(tx, {
    id: row.id,
    from: null,
    to: 'queued',
    actor: 'customer',
    message: '',
    now: row.created_at,
  });
}

async function recordMove(
  tx: Tx,
  move: {
    id: string;
    from: RestorationState | null;
    to: RestorationState;
    actor: string;
    message: string;
    now: number;
  },
): Promise<void> {
  await insertRestorationEvent(tx, {
    id: newId(),
    restoration_id: move.id,
    from_state: move.from,
    to_state: move.to,
    actor: move.actor,
    message: move.message,
    created_at: move.now,
  });
}

interface Move {
  restoration: Pick<RestorationTable, 'id' | 'state' | 'executor'>;
  to: RestorationState;
  actor: string;
  message?: string;
  now: number;
  changes?: Partial<RestorationTable>;
}

/** False when it has moved on meanwhile, or another has it. Throws conflict for a move that the table forbids. */
async function moveRestoration(
  tx: Tx,
  { restoration, to, actor, message = '', now, changes = {} }: Move,
): Promise<boolean> {
  const { id, state: from, executor } = restoration;
  const refusal = refuseMove(restorationMachine, from, to);
  if (refusal) throw new AppError('conflict', refusal);
  const moved = await updateRestoration(tx, {
    id,
    from,
    executor,
    changes: { state: to, message, updated_at: now, ...changes },
  });
  if (moved) await recordMove(tx, { id, from, to, actor, message, now });
  return moved;
}

/** Gives a waiting restoration to an agent: it hears of it by its outbox. */
export async function offerToAgent(
  database: Database,
  tx: Tx,
  { restoration, agent, now }: { restoration: RestorationTable; agent: Pick<AgentTable, 'id'>; now: number },
): Promise<void> {
  const { id, executor } = restoration;
  const changes = { executor: agent.id, updated_at: now };
  if (!(await updateRestoration(tx, { id, from: 'queued', executor, changes }))) return;
  const body: RestoreTask = {
    restoration_id: id,
    source: { sha256: restoration.source_sha256, bytes: restoration.source_bytes },
    options: JSON.parse(restoration.options),
  };
  await insertOutbox(tx, [outboxRow({ agentId: agent.id, type: 'restore', jobId: id, body, now })]);
  await database.signal(tx, 'platen_outbox', agent.id);
}

/** Takes a waiting restoration for `executor`; undefined when another was faster. */
export async function beginRestoration(
  tx: Tx,
  { restoration, executor, now }: { restoration: RestorationTable; executor: string; now: number },
): Promise<RestorationTable | undefined> {
  const changes = {
    executor,
    lease_until: now + leaseMs,
    attempts: restoration.attempts + 1,
    progress: 0,
    updated_at: now,
  };
  const moved = await moveRestoration(tx, { restoration, to: 'processing', actor: executor, now, changes });
  if (!moved) return undefined;
  // Whoever was given it before and hasn't begun must not hear of it any more.
  if (restoration.executor !== executor) await deleteOutboxOfJob(tx, restoration.id);
  return { ...restoration, ...changes, state: 'processing' };
}

/** Says that work goes on. False when the restoration was given to another. */
export async function renewRestoration(
  db: Query | Tx,
  { id, executor, progress, now }: { id: string; executor: string; progress: number; now: number },
): Promise<boolean> {
  const changes = { progress, lease_until: now + leaseMs, updated_at: now };
  return await updateRestoration(db, { id, from: 'processing', executor, changes });
}

/** The result is a photo now. False when the restoration was given to another: the transaction must not be kept. */
export async function completeRestoration(
  tx: Tx,
  {
    restoration,
    photoId,
    report,
    now,
  }: { restoration: RestorationTable; photoId: string; report: string; now: number },
): Promise<boolean> {
  const changes = { result_photo_id: photoId, report, progress: 100, lease_until: null, finished_at: now };
  const actor = restoration.executor ?? '';
  return await moveRestoration(tx, { restoration, to: 'completed', actor, now, changes });
}

/** It can't be done; the message says why. */
export async function failRestoration(
  tx: Tx,
  { restoration, message, now }: { restoration: RestorationTable; message: string; now: number },
): Promise<void> {
  const actor = restoration.executor ?? 'cloud';
  const changes = { lease_until: null, finished_at: now };
  await moveRestoration(tx, { restoration, to: 'failed', actor, message, now, changes });
}

/** Whoever had it is gone: it waits again, or fails when that has happened too often. */
export async function releaseRestoration(
  tx: Tx,
  { restoration, now, isCounted = true }: { restoration: RestorationTable; now: number; isCounted?: boolean },
): Promise<void> {
  if (isCounted && restoration.attempts >= mostAttempts) {
    const message = 'The restoration was begun several times and never ended.';
    return await failRestoration(tx, { restoration, message, now });
  }
  const attempts = isCounted ? restoration.attempts : restoration.attempts - 1;
  const changes = { executor: null, lease_until: null, progress: 0, attempts };
  await moveRestoration(tx, {
    restoration,
    to: 'queued',
    actor: 'cloud',
    message: 'Waiting again.',
    now,
    changes,
  });
}
