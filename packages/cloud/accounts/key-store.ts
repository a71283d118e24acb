/** The SQL of API keys and nothing else. */
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { ApiKeyTable } from './account-tables.ts';

/** A key with what is needed of its account. */
export async function findCallerByKeyHash(db: Query, keyHash: string) {
  return await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'api_keys.account_id', 'api_keys.expires_at', 'api_keys.revoked_at'])
    .select(['api_keys.last_used_at', 'accounts.role', 'accounts.shop_id', 'accounts.disabled_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}

/** Notes a use; only when the last one noted is older than `before`. */
export async function touchKey(
  db: Query,
  { id, now, before }: { id: string; now: number; before: number },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', before)]))
    .execute();
}

/** Keys of the account that work. */
export async function countLiveKeys(
  db: Query | Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function insertKey(db: Query | Tx, row: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

export async function pageKeys(db: Query, accountId: string, wanted: PageWanted) {
  return await readPage(
    db,
    db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId),
    wanted,
  );
}

/** Revokes every key of the account; the hashes of those that were not revoked come back, to be signalled. */
export async function revokeKeys(
  tx: Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<string[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('key_hash')
    .execute();
  return rows.map((row) => row.key_hash);
}

/** Revokes a key of this account. Undefined when there is none; the row as it was before, else. */
export async function revokeKey(
  tx: Tx,
  key: { id: string; accountId: string; now: number },
): Promise<ApiKeyTable | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key.id)
    .where('account_id', '=', key.accountId)
    .executeTakeFirst();
  if (row && row.revoked_at === null) {
    await tx.updateTable('api_keys').set({ revoked_at: key.now }).where('id', '=', key.id).execute();
  }
  return row;
}
