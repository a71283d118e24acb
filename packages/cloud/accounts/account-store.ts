/** The SQL of accounts. */
import type { Query, Tx } from '../db/database.ts';
import type { AccountTable } from '../db/database-schema.ts';

export async function insertAccount(db: Query | Tx, row: AccountTable): Promise<void> {
  await db.insertInto('accounts').values(row).execute();
}

export async function getAccount(db: Query | Tx, id: string): Promise<AccountTable> {
  return await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findAccountByPhone(db: Query | Tx, phone: string): Promise<AccountTable | undefined> {
  return await db.selectFrom('accounts').selectAll().where('phone', '=', phone).executeTakeFirst();
}

export async function listAccountsByIds(db: Query | Tx, ids: readonly string[]): Promise<AccountTable[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('accounts').selectAll().where('id', 'in', ids).execute();
}

export async function updateNickname(db: Query | Tx, id: string, nickname: string): Promise<void> {
  await db.updateTable('accounts').set({ nickname }).where('id', '=', id).execute();
}
