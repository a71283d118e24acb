/** The SQL of API keys and nothing else. */
import type { Query, Tx } from '../db/database.ts';
import type { ApiKeyTable, Role } from '../db/database-schema.ts';
import { type PageWanted, readPage } from '../paging.ts';

export interface KeyRow extends ApiKeyTable {
  role: Role;
  shop_id: string | null;
}

export async function findCallerByKeyHash(db: Query, keyHash: string): Promise<KeyRow | undefined> {
  return await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.role', 'accounts.shop_id'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}

export async function insertKey(db: Query | Tx, row: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

export async function listKeys(db: Query, accountId: string, wanted: PageWanted) {
  return await readPage(db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId), wanted);
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
