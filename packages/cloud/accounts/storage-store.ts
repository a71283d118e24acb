/**
 * The SQL of how many bytes each account keeps, and how many it may. Counted with every row of `documents` and
 * of `restoration_files` that comes and goes, so that asking costs one row however many there are.
 */
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface Storage {
  storedBytes: number;
  /** null: what the service gives everybody. */
  quotaBytes: number | null;
}

export async function getStorage(db: Query | Tx, accountId: string): Promise<Storage> {
  const row = await db
    .selectFrom('account_storage')
    .select(['stored_bytes', 'quota_bytes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { storedBytes: row?.stored_bytes ?? 0, quotaBytes: row?.quota_bytes ?? null };
}

/** Counts bytes that come (or, below 0, go). Takes the account's row until the transaction ends. */
export async function addStoredBytes(
  db: Query | Tx,
  { accountId, bytes }: { accountId: string; bytes: number },
): Promise<void> {
  await db
    .insertInto('account_storage')
    .values({ account_id: accountId, stored_bytes: Math.max(0, bytes), quota_bytes: null })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        stored_bytes: sql<number>`case when account_storage.stored_bytes + ${sql.lit(bytes)} > 0
          then account_storage.stored_bytes + ${sql.lit(bytes)} else 0 end`,
      }),
    )
    .execute();
}

/** Sets what one account may keep; null is what everybody may. */
export async function upsertQuota(
  tx: Tx,
  { accountId, quotaBytes }: { accountId: string; quotaBytes: number | null },
): Promise<void> {
  await tx
    .insertInto('account_storage')
    .values({ account_id: accountId, stored_bytes: 0, quota_bytes: quotaBytes })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ quota_bytes: quotaBytes }))
    .execute();
}
