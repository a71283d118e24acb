/** The SQL of restorations and their history. States are changed by restoration-moves.ts alone. */
import type { RestorationState } from '@platen/contracts/states';
import type { Query, Tx } from '../db/database.ts';
import type { RestorationEventTable, RestorationTable } from '../db/schema-photos.ts';
import { type PageWanted, readPage } from '../paging.ts';

export async function insertRestoration(tx: Tx, row: RestorationTable): Promise<void> {
  await tx.insertInto('restorations').values(row).execute();
}

export async function insertRestorationEvent(tx: Tx, row: RestorationEventTable): Promise<void> {
  await tx.insertInto('restoration_events').values(row).execute();
}

export async function findRestoration(
  db: Query | Tx,
  { id, accountId }: { id: string; accountId?: string },
): Promise<RestorationTable | undefined> {
  let rows = db.selectFrom('restorations').selectAll().where('id', '=', id);
  if (accountId) rows = rows.where('account_id', '=', accountId);
  return await rows.executeTakeFirst();
}

export async function findRestorations(
  db: Query | Tx,
  { ids, accountId }: { ids: string[]; accountId: string },
): Promise<RestorationTable[]> {
  return await db
    .selectFrom('restorations')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute();
}

export async function listRestorations(db: Query, accountId: string, wanted: PageWanted) {
  return await readPage(
    db.selectFrom('restorations').selectAll().where('account_id', '=', accountId),
    wanted,
  );
}

/** One that waits or runs on this photo. */
export async function findOpenRestorationOf(tx: Tx, photoId: string): Promise<{ id: string } | undefined> {
  return await tx
    .selectFrom('restorations')
    .select('id')
    .where('photo_id', '=', photoId)
    .where('state', 'in', ['queued', 'processing'])
    .limit(1)
    .executeTakeFirst();
}

/** One with these options that hasn't failed, and whose result (where there is one) still exists. */
export async function findSameRestoration(
  tx: Tx,
  { photoId, options }: { photoId: string; options: string },
): Promise<RestorationTable | undefined> {
  return await tx
    .selectFrom('restorations')
    .leftJoin('documents', 'documents.id', 'restorations.result_photo_id')
    .selectAll('restorations')
    .where('photo_id', '=', photoId)
    .where('options', '=', options)
    .where('state', '!=', 'failed')
    .where('documents.deleted_at', 'is', null)
    .orderBy('restorations.id')
    .limit(1)
    .executeTakeFirst();
}

/** How many wait or run: of the account, and of everybody. */
export async function countOpenRestorations(
  tx: Tx,
  accountId: string,
): Promise<{ own: number; all: number }> {
  const open = tx.selectFrom('restorations').where('state', 'in', ['queued', 'processing']);
  const count = async (rows: typeof open) =>
    Number((await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n);
  return { own: await count(open.where('account_id', '=', accountId)), all: await count(open) };
}

/** The oldest in a state. */
export async function listRestorationsIn(
  db: Query,
  { state, limit }: { state: RestorationState; limit: number },
): Promise<RestorationTable[]> {
  return await db
    .selectFrom('restorations')
    .selectAll()
    .where('state', '=', state)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listLapsedRestorations(db: Query, now: number): Promise<RestorationTable[]> {
  return await db
    .selectFrom('restorations')
    .selectAll()
    .where('state', '=', 'processing')
    .where('lease_until', '<', now)
    .limit(50)
    .execute();
}

/** How many in front of it wait: 0 is the next. */
export async function countWaitingBefore(db: Query, row: RestorationTable): Promise<number> {
  const { n } = await db
    .selectFrom('restorations')
    .where('state', '=', 'queued')
    .where('created_at', '<', row.created_at)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export interface RestorationChange {
  id: string;
  from: RestorationState;
  /** Only while this is who has it; null: nobody. */
  executor: string | null;
  changes: Partial<RestorationTable>;
}

/** Conditional on state and executor; false when it has moved on. */
export async function updateRestoration(
  db: Query | Tx,
  { id, from, executor, changes }: RestorationChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('restorations')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', from)
    .where('executor', executor === null ? 'is' : '=', executor)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True when the agent was given an unfinished restoration of these bytes. */
export async function agentMayRestore(
  db: Query,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('restorations')
    .select('id')
    .where('source_sha256', '=', sha256)
    .where('state', 'in', ['queued', 'processing'])
    .where('executor', '=', agentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
