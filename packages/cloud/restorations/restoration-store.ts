/** The SQL of restorations. States are changed by restoration-moves.ts alone. */
import type { RestorationState } from '@platen/contracts/states';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { RestorationTable } from './restoration-tables.ts';

export async function insertRestoration(tx: Tx, row: RestorationTable): Promise<void> {
  await tx.insertInto('restorations').values(row).execute();
}

export async function findRestoration(
  db: Query | Tx,
  { id, accountId, isLocked = false }: { id: string; accountId?: string; isLocked?: boolean },
): Promise<RestorationTable | undefined> {
  if (isLocked) await lockRestoration(db, id);
  let rows = db.selectFrom('restorations').selectAll().where('id', '=', id);
  if (accountId) rows = rows.where('account_id', '=', accountId);
  return await rows.executeTakeFirst();
}

/** Nobody else changes it until the transaction ends. */
async function lockRestoration(tx: Query | Tx, id: string): Promise<void> {
  await tx
    .updateTable('restorations')
    .set((e) => ({ state: e.ref('state') }))
    .where('id', '=', id)
    .execute();
}

export async function listRestorationsByIds(
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

export async function pageRestorations(
  db: Query,
  { accountId, photoId }: { accountId: string; photoId: string | undefined },
  wanted: PageWanted,
) {
  let mine = db.selectFrom('restorations').selectAll().where('account_id', '=', accountId);
  if (photoId !== undefined) mine = mine.where('photo_id', '=', photoId);
  return await readPage(db, mine, wanted);
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

export interface SameWork {
  photoId: string;
  options: string;
  previewOnly: boolean;
  maskSha256: string | null;
  /** What the mask's values stand for, and which of them are refused. */
  maskRegions: string | null;
  refused: string;
  /** Of the engine that would do it now. */
  engine: string;
}

/** One that was asked the same and waits, runs, or has a result of this engine (which, where there is one, still exists). */
export async function findSameRestoration(
  db: Query | Tx,
  { photoId, options, previewOnly, maskSha256, maskRegions, refused, engine }: SameWork,
): Promise<RestorationTable | undefined> {
  return await db
    .selectFrom('restorations')
    .leftJoin('documents', 'documents.id', 'restorations.result_photo_id')
    .selectAll('restorations')
    .where('photo_id', '=', photoId)
    .where('options', '=', options)
    .where('preview_only', '=', previewOnly ? 1 : 0)
    .where('mask_sha256', maskSha256 === null ? 'is' : '=', maskSha256)
    .where('mask_regions', maskRegions === null ? 'is' : '=', maskRegions)
    .where('refused', '=', refused)
    .where((e) =>
      e.or([
        e('state', 'in', ['queued', 'processing']),
        e.and([e('state', '=', 'completed'), e('engine', '=', engine)]),
      ]),
    )
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

/**
 * Those that wait, with their turn: an account's first is as near as every other account's first, however many it has
 * behind it; what of it is worked on already counts too. Among those, whose account was served last comes last.
 */
const waitingInTurn = (db: Query | Tx) =>
  db
    .selectFrom('restorations as r')
    .selectAll('r')
    .select([
      sql<number>`row_number() over (partition by r.account_id order by r.created_at, r.id) + (
        select count(*) from restorations p where p.account_id = r.account_id and p.state = 'processing')`.as(
        'turn',
      ),
      sql<number>`coalesce((select max(s.begun_at) from restorations s where s.account_id = r.account_id), 0)`.as(
        'served_at',
      ),
    ])
    .where('r.state', '=', 'queued');

/** The next ones, fair among accounts. */
export async function listWaitingInTurn(db: Query, limit: number): Promise<RestorationTable[]> {
  const rows = await db
    .selectFrom(waitingInTurn(db).as('waiting'))
    .selectAll()
    .orderBy('turn')
    .orderBy('served_at')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ turn: _turn, served_at: _served, ...row }) => row);
}

/** How many unfinished ones each executor has. */
export async function countWorkOfExecutors(db: Query): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('restorations')
    .select((e) => ['executor', e.fn.countAll<number>().as('n')])
    .where('executor', 'is not', null)
    .where('state', 'in', ['queued', 'processing'])
    .groupBy('executor')
    .execute();
  return new Map(rows.map(({ executor, n }) => [executor!, Number(n)]));
}

/** Those whose executor has said nothing for longer than its lease. */
export async function listLapsedRestorations(db: Query, now: number): Promise<RestorationTable[]> {
  return await db
    .selectFrom('restorations')
    .selectAll()
    .where('state', '=', 'processing')
    .where('lease_until', '<', now)
    .limit(50)
    .execute();
}

/** How many in front of it wait: 0 is the next. Undefined when it waits no longer. */
export async function findPlaceInTurn(db: Query | Tx, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom(
      db
        .selectFrom(waitingInTurn(db).as('waiting'))
        .select([
          'waiting.id as id',
          sql<number>`row_number() over (order by turn, served_at, created_at, id)`.as('place'),
        ])
        .as('placed'),
    )
    .select('place')
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Number(row.place) - 1;
}

export interface RestorationChange {
  id: string;
  from: RestorationState;
  /** Only while this is who has it; null: nobody. */
  executor: string | null;
  /** Only while nothing newer than this count was told. */
  toldBefore?: number | undefined;
  changes: Partial<RestorationTable>;
}

/** Conditional on state and executor; false when it has moved on. */
export async function updateRestoration(
  db: Query | Tx,
  { id, from, executor, toldBefore, changes }: RestorationChange,
): Promise<boolean> {
  let row = db
    .updateTable('restorations')
    .set((e) => ({ ...changes, revision: e('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', from)
    .where('executor', executor === null ? 'is' : '=', executor);
  if (toldBefore !== undefined) row = row.where('told', '<', toldBefore);
  const { numUpdatedRows } = await row.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True when the agent was given an unfinished restoration of these bytes, or with this mask. */
export async function agentMayRestore(
  db: Query,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('restorations')
    .select('id')
    .where((e) => e.or([e('source_sha256', '=', sha256), e('mask_sha256', '=', sha256)]))
    .where('state', 'in', ['queued', 'processing'])
    .where('executor', '=', agentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
