/** The SQL of accounts. */
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import { findPhone } from './account-phone.ts';
import type { AccountTable, Role } from './account-tables.ts';

export async function insertAccount(db: Query | Tx, row: AccountTable): Promise<void> {
  await db.insertInto('accounts').values(row).execute();
}

export async function findAccount(db: Query | Tx, id: string): Promise<AccountTable | undefined> {
  return await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getAccount(db: Query | Tx, id: string): Promise<AccountTable> {
  return await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** By a number as staff types it: with or without its country code, blanks and hyphens. */
export async function findAccountByTypedPhone(
  db: Query | Tx,
  typed: string,
): Promise<AccountTable | undefined> {
  return await findAccountByPhone(db, findPhone(typed) ?? typed);
}

export async function findAccountByPhone(db: Query | Tx, phone: string): Promise<AccountTable | undefined> {
  return await db.selectFrom('accounts').selectAll().where('phone', '=', phone).executeTakeFirst();
}

export async function listAccountsByIds(db: Query | Tx, ids: readonly string[]): Promise<AccountTable[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('accounts').selectAll().where('id', 'in', ids).execute();
}

/** Takes the account's row until the transaction ends: what is counted of it holds until it is written. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountTable | undefined> {
  return await tx
    .updateTable('accounts')
    .set((e) => ({ nickname: e.ref('nickname') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Takes the rows of all admins that may act; two changes at once can't leave none. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .updateTable('accounts')
    .set((e) => ({ nickname: e.ref('nickname') }))
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function updateProfile(
  db: Query | Tx,
  id: string,
  changes: Partial<Pick<AccountTable, 'nickname' | 'language'>>,
): Promise<void> {
  await db.updateTable('accounts').set(changes).where('id', '=', id).execute();
}

export async function updateStanding(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AccountTable, 'role' | 'shop_id' | 'disabled_at'>>,
): Promise<void> {
  await tx.updateTable('accounts').set(changes).where('id', '=', id).execute();
}

/** The row of who left: nothing that names a person stays in it, and its number is free for another account. */
export async function updateClosed(tx: Tx, { id, now }: { id: string; now: number }): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      phone: `closed ${id}`,
      nickname: '',
      language: null,
      disabled_at: now,
      closed_at: now,
      clear_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Closed accounts of which something may be left to remove. */
export async function listAccountsToClear(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<AccountTable[]> {
  return await db
    .selectFrom('accounts')
    .selectAll()
    .where('clear_at', 'is not', null)
    .where('clear_at', '<=', now)
    .orderBy('clear_at')
    .limit(limit)
    .execute();
}

/** When to look again; null: nothing is left. */
export async function updateClearAt(
  db: Query,
  { id, clearAt }: { id: string; clearAt: number | null },
): Promise<void> {
  await db.updateTable('accounts').set({ clear_at: clearAt }).where('id', '=', id).execute();
}

export interface AccountFilter {
  /** Part of a phone number, or of a nickname. */
  search?: string | undefined;
  role?: Role | undefined;
  shopId?: string | undefined;
  disabled?: boolean | undefined;
}

export async function pageAccounts(db: Query, filter: AccountFilter, wanted: PageWanted) {
  let rows = db.selectFrom('accounts').selectAll();
  const { search, role, shopId, disabled } = filter;
  if (search !== undefined) {
    const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    const [phone, nickname] = [likeOf(search.replace(/[\s-]/g, '')), likeOf(search)];
    rows = rows.where((e) =>
      e.or([
        sql<boolean>`${e.ref('phone')} like ${phone} escape '\\'`,
        sql<boolean>`lower(${e.ref('nickname')}) like lower(${nickname}) escape '\\'`,
        e('id', '=', search),
      ]),
    );
  }
  if (role) rows = rows.where('role', '=', role);
  if (shopId) rows = rows.where('shop_id', '=', shopId);
  if (disabled !== undefined) rows = rows.where('disabled_at', disabled ? 'is not' : 'is', null);
  return await readPage(db, rows, wanted);
}
