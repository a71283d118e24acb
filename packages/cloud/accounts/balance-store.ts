/** The SQL of balances and their ledger. */
import type { TimeSpan } from '@platen/contracts/shapes';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { BalanceTable, LedgerTable } from './account-tables.ts';

export async function insertBalance(db: Query | Tx, row: BalanceTable): Promise<void> {
  await db.insertInto('balances').values(row).execute();
}

export async function getBalance(db: Query | Tx, accountId: string): Promise<BalanceTable> {
  return await db
    .selectFrom('balances')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export async function findBalance(db: Query | Tx, accountId: string): Promise<BalanceTable | undefined> {
  return await db.selectFrom('balances').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** The balance, which stays as it is until the transaction ends. */
export async function lockBalance(tx: Tx, accountId: string): Promise<BalanceTable> {
  return await tx
    .updateTable('balances')
    .set((e) => ({ amount_minor: e.ref('amount_minor') }))
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds (or, negative, takes) in one statement; the new balance, or undefined: it would fall below 0, or is no such money. */
export async function addToBalance(
  tx: Tx,
  { accountId, amountMinor, currency }: { accountId: string; amountMinor: number; currency: string },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('balances')
    .set((e) => ({ amount_minor: e('amount_minor', '+', amountMinor) }))
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('amount_minor', '>=', -amountMinor)
    .returning('amount_minor')
    .executeTakeFirst();
  return row?.amount_minor;
}

export async function insertLedgerRow(tx: Tx, row: LedgerTable): Promise<void> {
  await tx.insertInto('ledger').values(row).execute();
}

export async function pageLedger(
  db: Query,
  { accountId, span: { fromMs, toMs } = {} }: { accountId: string; span?: TimeSpan },
  wanted: PageWanted,
) {
  let rows = db.selectFrom('ledger').selectAll().where('account_id', '=', accountId);
  if (fromMs !== undefined) rows = rows.where('created_at', '>=', fromMs);
  if (toMs !== undefined) rows = rows.where('created_at', '<', toMs);
  return await readPage(db, rows, wanted);
}
