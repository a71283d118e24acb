/**
 * The only writer of a restoration's state: conditional on the state it starts from and on who has it, with its event in
 * the same transaction. Whoever waits for it is told by a signal.
 *
 * INVARIANTS
 * 1. One executor at a time: whoever lost its lease finds that its moves change nothing.
 * 2. A restoration is completed in the transaction in which its result becomes a photo.
 * 3. Progress never goes back while one executor has it: what was told before something newer changes nothing.
 */
import { AppError } from '@platen/contracts/app-error';
import { type RestoreTask, restoreOptions, restoreRegion } from '@platen/contracts/restore-task';
import { refuseMove } from '@platen/contracts/state-machine';
import { type RestorationState, restorationMachine } from '@platen/contracts/states';
import type { Database, Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { postToAgent } from '../outbox/outbox-posting.ts';
import { deleteOutboxOf, hasOutbox } from '../outbox/outbox-store.ts';
import { findAgent } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { deleteFilesOfRestoration } from './restoration-file-store.ts';
import { leaseMs, maxAttempts } from './restoration-rules.ts';
import { insertRestoration, updateRestoration } from './restoration-store.ts';
import { type RestorationTable, readIds } from './restoration-tables.ts';

type Signalling = Pick<Database, 'signal'>;

export async function createRestoration(database: Signalling, tx: Tx, row: RestorationTable): Promise<void> {
  await insertRestoration(tx, row);
  const { id, created_at: now } = row;
  recordMove(tx, { restoration: row, from: null, to: 'queued', actor: 'customer', message: '', now });
  await database.signal(tx, 'platen_restoration', id);
}

type RestorationSubject = Pick<RestorationTable, 'id' | 'account_id' | 'photo_id'>;

function recordMove(
  tx: Tx,
  move: {
    restoration: RestorationSubject;
    from: RestorationState | null;
    to: RestorationState;
    actor: string;
    message: string;
    now: number;
    resultPhotoId?: string | null | undefined;
  },
): void {
  const { restoration, from, to, actor, message, now, resultPhotoId = null } = move;
  recordEvent(tx, {
    type: `restoration.${to}`,
    subjectId: restoration.id,
    accountId: restoration.account_id,
    shopId: null,
    data: { photo_id: restoration.photo_id, from, to, actor, message, result_photo_id: resultPhotoId },
    now,
  });
}

interface Move {
  restoration: RestorationSubject & Pick<RestorationTable, 'state' | 'executor'>;
  to: RestorationState;
  actor: string;
  message?: string;
  now: number;
  changes?: Partial<RestorationTable>;
}

/** False when it has moved on meanwhile, or another has it. Throws conflict for a move that the table forbids. */
async function moveRestoration(
  database: Signalling,
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
    changes: { state: to, message, stage: '', updated_at: now, ...changes },
  });
  if (!moved) return false;
  recordMove(tx, { restoration, from, to, actor, message, now, resultPhotoId: changes.result_photo_id });
  await database.signal(tx, 'platen_restoration', id);
  return true;
}

/** What an agent is asked to do. */
export function taskOf(restoration: RestorationTable): RestoreTask {
  const { mask_sha256: sha256, mask_bytes: bytes, mask_regions: regions, refused } = restoration;
  return {
    restoration_id: restoration.id,
    source: { sha256: restoration.source_sha256, bytes: restoration.source_bytes },
    options: restoreOptions.parse(JSON.parse(restoration.options)),
    preview_only: restoration.preview_only === 1,
    ...(sha256 !== null && { mask: { sha256, bytes: bytes ?? 0 } }),
    ...(regions !== null && {
      regions: restoreRegion.array().parse(JSON.parse(regions)),
      refused: readIds(refused),
      is_print_damaged: restoration.print_damaged === 1,
    }),
  };
}

/** Gives a waiting restoration to an agent: it hears of it by its outbox. False when another was faster. */
export async function offerToAgent(
  database: Signalling,
  tx: Tx,
  { restoration, agent, now }: { restoration: RestorationTable; agent: Pick<AgentTable, 'id'>; now: number },
): Promise<boolean> {
  const { id, executor } = restoration;
  const changes = { executor: agent.id, updated_at: now };
  if (!(await updateRestoration(tx, { id, from: 'queued', executor, changes }))) return false;
  const body = taskOf(restoration);
  await postToAgent(database, tx, { agentId: agent.id, type: 'restore', subjectId: id, body, now });
  return true;
}

/** Tells an agent that a restoration is not its own any more; once, however often it speaks of it before it has heard. */
export async function withdrawFromAgent(
  database: Signalling,
  tx: Tx,
  { id, agentId, now }: { id: string; agentId: string; now: number },
): Promise<void> {
  const agent = await findAgent(tx, agentId);
  if (!agent || (await takeBackOffer(tx, { id, agentId }))) return;
  const body = { restoration_id: id };
  await postToAgent(database, tx, { agentId, type: 'restore-cancel', subjectId: id, body, now });
}

/**
 * Takes an offer out of an agent's outbox. True when nothing more need be said: the agent never acknowledged it (if it has
 * it all the same, it will speak of it), or a word to stop waits there already.
 */
async function takeBackOffer(tx: Tx, { id, agentId }: { id: string; agentId: string }): Promise<boolean> {
  if (await deleteOutboxOf(tx, { agentId, subjectId: id, type: 'restore' })) return true;
  return await hasOutbox(tx, { agentId, subjectId: id, type: 'restore-cancel' });
}

/** Takes a waiting restoration for `executor`; undefined when another was faster. */
export async function beginRestoration(
  database: Signalling,
  tx: Tx,
  { restoration, executor, now }: { restoration: RestorationTable; executor: string; now: number },
): Promise<RestorationTable | undefined> {
  const changes = {
    executor,
    lease_until: now + leaseMs,
    attempts: restoration.attempts + 1,
    progress: 0,
    stage: 'read',
    begun_at: now,
    told: 0,
    updated_at: now,
  };
  const move = { restoration, to: 'processing', actor: executor, now, changes } as const;
  if (!(await moveRestoration(database, tx, move))) return undefined;
  // Whoever was given it before and hasn't begun must not begin any more.
  const { id, executor: before } = restoration;
  if (before !== null && before !== executor)
    await withdrawFromAgent(database, tx, { id, agentId: before, now });
  return { ...restoration, ...changes, state: 'processing' };
}

export interface Told {
  id: string;
  executor: string;
  /** Percent of the whole. */
  progress: number;
  stage: string;
  /** Of what this executor told, from 1. */
  count: number;
  now: number;
}

/**
 * Says that work goes on, and how far it is. False when the restoration was given to another, was cancelled, or something
 * newer was told.
 */
export async function renewRestoration(
  database: Signalling,
  tx: Tx,
  { id, executor, progress, stage, count, now }: Told,
): Promise<boolean> {
  const changes = { progress, stage, lease_until: now + leaseMs, updated_at: now, told: count };
  const renewed = await updateRestoration(tx, {
    id,
    from: 'processing',
    executor,
    toldBefore: count,
    changes,
  });
  if (renewed) await database.signal(tx, 'platen_restoration_told', id);
  return renewed;
}

/**
 * It is done; `photoId` is the result: the photo itself when nothing was needed, null when none was wanted. False when the restoration was given to another
 * or cancelled: the transaction must not be kept.
 */
export async function completeRestoration(
  database: Signalling,
  tx: Tx,
  {
    restoration,
    photoId,
    report,
    engine,
    now,
  }: {
    restoration: RestorationTable;
    photoId: string | null;
    report: string;
    engine: string | null;
    now: number;
  },
): Promise<boolean> {
  const ended = { lease_until: null, finished_at: now };
  const changes = { result_photo_id: photoId, report, engine, progress: 100, ...ended };
  const actor = restoration.executor ?? '';
  return await moveRestoration(database, tx, { restoration, to: 'completed', actor, now, changes });
}

/**
 * A person said a word of doubtful regions, by their ids, that one's picture shows already or will show: it is the same picture.
 * Gives the restoration as it is then.
 */
export async function decideRegions(
  database: Signalling,
  tx: Tx,
  { restoration, decided }: { restoration: RestorationTable; decided: number[] },
): Promise<RestorationTable> {
  const { id, state: from, executor } = restoration;
  const text = JSON.stringify(decided);
  if (text === restoration.decided) return restoration;
  const changes = { decided: text };
  if (!(await updateRestoration(tx, { id, from, executor, changes }))) return restoration;
  await database.signal(tx, 'platen_restoration', id);
  return { ...restoration, ...changes, revision: restoration.revision + 1 };
}

/** It can't be done; the message says why. */
export async function failRestoration(
  database: Signalling,
  tx: Tx,
  { restoration, message, now }: { restoration: RestorationTable; message: string; now: number },
): Promise<void> {
  const actor = restoration.executor ?? 'cloud';
  const changes = { lease_until: null, finished_at: now };
  if (await moveRestoration(database, tx, { restoration, to: 'failed', actor, message, now, changes })) {
    await deleteFilesOfRestoration(tx, { id: restoration.id, now });
  }
}

/**
 * Its owner doesn't want it any more: whoever has it is told, and what comes of it all the same is refused. False when it has
 * moved on meanwhile. Throws conflict when it has ended.
 */
export async function cancelRestoration(
  database: Signalling,
  tx: Tx,
  { restoration, now }: { restoration: RestorationTable; now: number },
): Promise<boolean> {
  const { id, executor } = restoration;
  const changes = { lease_until: null, finished_at: now };
  const move = { restoration, to: 'cancelled', actor: 'customer', now, changes } as const;
  if (!(await moveRestoration(database, tx, move))) return false;
  await deleteFilesOfRestoration(tx, { id, now });
  if (executor !== null) await withdrawFromAgent(database, tx, { id, agentId: executor, now });
  return true;
}

/** Whoever had it is gone: it waits again, or fails when that has happened too often. */
export async function releaseRestoration(
  database: Signalling,
  tx: Tx,
  { restoration, now, isCounted = true }: { restoration: RestorationTable; now: number; isCounted?: boolean },
): Promise<void> {
  if (isCounted && restoration.attempts >= maxAttempts) {
    const message = 'The restoration was begun several times and never ended.';
    return await failRestoration(database, tx, { restoration, message, now });
  }
  const attempts = isCounted ? restoration.attempts : restoration.attempts - 1;
  const changes = { executor: null, lease_until: null, progress: 0, attempts };
  const message = 'Waiting again.';
  await moveRestoration(database, tx, { restoration, to: 'queued', actor: 'cloud', message, now, changes });
}
