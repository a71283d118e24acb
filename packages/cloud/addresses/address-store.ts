/**
 * The SQL of saved addresses. Owns the rule that an account with addresses has exactly one default: whoever adds, deletes
 * or chooses takes the account's address lock first.
 */
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { AddressTable } from './address-tables.ts';

/** Where an order goes: one address of this account, or undefined. Orders keep a copy, so it may be deleted later. */
export async function findAddress(
  db: Query | Tx,
  wanted: { id: string; accountId: string },
): Promise<AddressTable | undefined> {
  return await db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst();
}

/** Where an order goes that names no address: undefined when the account has none. */
export async function findDefaultAddress(
  db: Query | Tx,
  accountId: string,
): Promise<AddressTable | undefined> {
  return await db
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_default', '=', 1)
    .executeTakeFirst();
}

/** Newest first. */
export async function pageAddresses(db: Query, accountId: string, wanted: PageWanted) {
  return await readPage(
    db,
    db.selectFrom('addresses').selectAll().where('account_id', '=', accountId),
    wanted,
  );
}

export async function countAddresses(tx: Tx, accountId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('addresses')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertAddress(tx: Tx, row: AddressTable): Promise<void> {
  await tx.insertInto('addresses').values(row).execute();
}

export type AddressChange = Partial<Omit<AddressTable, 'id' | 'account_id' | 'created_at' | 'is_default'>>;

export async function updateAddress(
  tx: Tx,
  wanted: { id: string; accountId: string; change: AddressChange },
): Promise<void> {
  await tx
    .updateTable('addresses')
    .set(wanted.change)
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .execute();
}

export async function deleteAddress(tx: Tx, wanted: { id: string; accountId: string }): Promise<void> {
  await tx
    .deleteFrom('addresses')
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .execute();
}

/**
 * Holds other writers of this account's addresses until the transaction ends. An update that changes nothing, because
 * SQLite has no `for update`; foreign keys to the account stay free on PostgreSQL.
 */
export async function lockAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((e) => ({ nickname: e.ref('nickname') }))
    .where('id', '=', accountId)
    .execute();
}

/** Makes this one the default and no other. Needs the lock. */
export async function chooseDefault(tx: Tx, id: string, accountId: string): Promise<void> {
  const mine = tx.updateTable('addresses').where('account_id', '=', accountId);
  // Two statements: the unique index is checked row by row, so one alone could meet two defaults on its way.
  await mine.set({ is_default: 0 }).where('is_default', '=', 1).where('id', '!=', id).execute();
  await mine.set({ is_default: 1 }).where('id', '=', id).execute();
}

/** The newest address of the account, or undefined. */
export async function findNewestAddress(tx: Tx, accountId: string): Promise<AddressTable | undefined> {
  return await tx
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
