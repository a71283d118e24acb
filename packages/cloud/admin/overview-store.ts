/** The SQL of an admin's overview: a few sums over what began since a moment, each found by its ids, which sort by time. */
import type { Query } from '../db/database.ts';
import { leastIdOf } from '../ids.ts';

export interface CountAndSum {
  count: number;
  sumMinor: number;
}

export interface OverviewNumbers {
  orders: CountAndSum;
  payments: CountAndSum;
  refunds: CountAndSum;
  /** Copies that came out of jobs which began since then. */
  copiesPrinted: number;
  accounts: number;
}

/** What began at `sinceMs` or later. Its cost grows with these rows, never with the tables. */
export async function readOverview(db: Query, sinceMs: number): Promise<OverviewNumbers> {
  const least = leastIdOf(sinceMs);
  const orders = await db
    .selectFrom('orders')
    .where('id', '>=', least)
    .where('status', '!=', 'cancelled')
    .select((e) => [e.fn.countAll().as('count'), e.fn.sum('total_minor').as('sum')])
    .executeTakeFirstOrThrow();
  const payments = await db
    .selectFrom('payments')
    .where('id', '>=', least)
    .where('status', '=', 'succeeded')
    .select((e) => [e.fn.countAll().as('count'), e.fn.sum('amount_minor').as('sum')])
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom('refunds')
    .where('id', '>=', least)
    .where('status', '!=', 'failed')
    .select((e) => [e.fn.countAll().as('count'), e.fn.sum('amount_minor').as('sum')])
    .executeTakeFirstOrThrow();
  const jobs = await db
    .selectFrom('print_jobs')
    .where('id', '>=', least)
    .select((e) => e.fn.sum('copies_printed').as('copies'))
    .executeTakeFirstOrThrow();
  const accounts = await db
    .selectFrom('accounts')
    .where('id', '>=', least)
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const both = (row: { count: unknown; sum: unknown }): CountAndSum => ({
    count: Number(row.count),
    sumMinor: Number(row.sum ?? 0),
  });
  return {
    orders: both(orders),
    payments: both(payments),
    refunds: both(refunds),
    copiesPrinted: Number(jobs.copies ?? 0),
    accounts: Number(accounts.count),
  };
}
