/**
 * The SQL of stored bytes: which the file store has, who needs them, which are being removed.
 *
 * INVARIANTS
 * 1. A row that names bytes is inserted in the transaction in which `upsertBytes` answered `stored`.
 * 2. Bytes are removed only after `claimRemoval` committed, and never while their row says `stored`.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

/** Bytes that nothing named within this time of their arrival are looked at. */
const settledMs = 3_600_000;
/** Whoever began to remove bytes and hasn't finished by then never will. */
const removalMs = 60_000;
/** Finished orders can be printed again for so long, whatever the customer deleted. */
const reprintMs = 90 * 24 * 3_600_000;

/**
 * Notes that these bytes are kept and used. `again`: they were being removed; once the transaction is rolled back,
 * `reviveBytes` and keep them once more.
 */
export async function upsertBytes(
  tx: Tx,
  { sha256, bytes, now }: { sha256: string; bytes: number; now: number },
): Promise<'stored' | 'again'> {
  const check_at = now + settledMs;
  const changed = await tx
    .insertInto('stored_files')
    .values({ sha256, bytes, state: 'stored', check_at, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ check_at, changed_at: now })
        .where('stored_files.state', '=', 'stored'),
    )
    .returning('sha256')
    .executeTakeFirst();
  return changed ? 'stored' : 'again';
}

/** Takes back a removal that has ended (or whose remover is gone). False while it is under way. */
export async function reviveBytes(
  db: Query,
  { sha256, now }: { sha256: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_files')
    .set({ state: 'stored', check_at: now + settledMs, changed_at: now })
    .where('sha256', '=', sha256)
    .where((e) =>
      e.or([
        e('state', '=', 'removed'),
        e.and([e('state', '=', 'removing'), e('changed_at', '<', now - removalMs)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A row that named these bytes is gone: they are looked at once everything under way has settled. */
export async function updateBytesCheckAt(
  tx: Query | Tx,
  { sha256, now }: { sha256: string; now: number },
): Promise<void> {
  await tx
    .updateTable('stored_files')
    .set({ check_at: now + settledMs })
    .where('sha256', '=', sha256)
    .where('state', '=', 'stored')
    .execute();
}

/** Bytes whose time to be looked at has come, and removals that ended long ago. */
export async function listBytesToCheck(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<{ sha256: string; state: string }[]> {
  return await db
    .selectFrom('stored_files')
    .select(['sha256', 'state'])
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

type Check = ExpressionBuilder<Schema, 'stored_files'>;

/** Rows that need the bytes for as long as they live. */
const isLive = (e: Check, now: number): Expression<SqlBool> =>
  e.or([
    e.exists(
      e
        .selectFrom('documents')
        .select(sql.lit(1).as('one'))
        .whereRef('documents.sha256', '=', 'stored_files.sha256')
        .where((d) => d.or([d('deleted_at', 'is', null), d('deleted_at', '>', now - settledMs)])),
    ),
    e.exists(
      e
        .selectFrom('thumbnails')
        .select(sql.lit(1).as('one'))
        .whereRef('thumbnails.sha256', '=', 'stored_files.sha256'),
    ),
    e.exists(
      e
        .selectFrom('restoration_files')
        .select(sql.lit(1).as('one'))
        .whereRef('restoration_files.sha256', '=', 'stored_files.sha256'),
    ),
    e.exists(
      e
        .selectFrom('profile_files')
        .select(sql.lit(1).as('one'))
        .whereRef('profile_files.sha256', '=', 'stored_files.sha256'),
    ),
  ]);

/** Orders that may still print the bytes, and restorations under way: they end by themselves. */
const isNeededStill = (e: Check, now: number): Expression<SqlBool> =>
  e.or([
    e.exists(
      e
        .selectFrom('documents')
        .innerJoin('order_items', 'order_items.document_id', 'documents.id')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .select(sql.lit(1).as('one'))
        .whereRef('documents.sha256', '=', 'stored_files.sha256')
        .where((o) =>
          o.or([
            o('orders.status', 'not in', ['completed', 'cancelled']),
            o.and([o('orders.status', '=', 'completed'), o('orders.updated_at', '>', now - reprintMs)]),
          ]),
        ),
    ),
    e.exists(
      e
        .selectFrom('restorations')
        .select(sql.lit(1).as('one'))
        .whereRef('restorations.source_sha256', '=', 'stored_files.sha256')
        .where('restorations.state', 'in', ['queued', 'processing']),
    ),
  ]);

/** True when nobody needs the bytes and this caller is to remove them; else they are looked at later or never. */
export async function claimRemoval(
  tx: Tx,
  { sha256, now }: { sha256: string; now: number },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('stored_files')
    .set({ state: 'removing', changed_at: now, check_at: now + removalMs })
    .where('sha256', '=', sha256)
    .where('check_at', '<=', now)
    .where((e) => e.or([e('state', '=', 'stored'), e('changed_at', '<=', now - removalMs)]))
    .where('state', '!=', 'removed')
    .where((e) => e.not(e.or([isLive(e, now), isNeededStill(e, now)])))
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) return true;
  const again = now + 24 * 3_600_000;
  await tx
    .updateTable('stored_files')
    .set((e) => ({
      check_at: e
        .case()
        .when(isLive(e as never, now))
        .then(sql<null>`cast(null as bigint)`)
        .else(again)
        .end(),
    }))
    .where('sha256', '=', sha256)
    .where('state', '=', 'stored')
    .where('check_at', '<=', now)
    .execute();
  return false;
}

/** The bytes are gone: what was derived from them goes too, and its own bytes are looked at soon. */
export async function finishRemoval(tx: Tx, { sha256, now }: { sha256: string; now: number }): Promise<void> {
  const derived = await tx
    .deleteFrom('thumbnails')
    .where('source_sha256', '=', sha256)
    .returning('sha256')
    .execute();
  for (const thumbnail of derived) {
    if (thumbnail.sha256) await updateBytesCheckAt(tx, { sha256: thumbnail.sha256, now });
  }
  await tx.deleteFrom('photo_measures').where('sha256', '=', sha256).execute();
  // The row stays for a while, for uploads that found the bytes just before they were removed.
  await tx
    .updateTable('stored_files')
    .set({ state: 'removed', changed_at: now, check_at: now + 24 * 3_600_000 })
    .where('sha256', '=', sha256)
    .where('state', '=', 'removing')
    .execute();
}

/** Forgets removals that ended a day ago. */
export async function forgetRemoved(tx: Tx, { sha256, now }: { sha256: string; now: number }): Promise<void> {
  await tx
    .deleteFrom('stored_files')
    .where('sha256', '=', sha256)
    .where('state', '=', 'removed')
    .where('check_at', '<=', now)
    .execute();
}
