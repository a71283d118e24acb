/** The SQL of what is printed by itself: counts of jobs, and when the last one was printed. */
import { isFinal } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import type { SelectQueryBuilder } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Schema } from '../db/database-schema.ts';

/** Whose jobs: of one account, of one shop, or all. */
export interface JobAudience {
  accountId?: string;
  shopId?: string;
}

const openStates = jobMachine.states.filter((state) => !isFinal(jobMachine, state));

function jobsOf<Row>(
  jobs: SelectQueryBuilder<Schema, 'print_jobs', Row>,
  { accountId, shopId }: JobAudience,
): SelectQueryBuilder<Schema, 'print_jobs', Row> {
  let found = jobs;
  if (shopId) found = found.where('print_jobs.shop_id', '=', shopId);
  if (accountId) {
    found = found.where('print_jobs.order_id', 'in', (e) =>
      e.selectFrom('orders').select('orders.id').where('orders.account_id', '=', accountId),
    );
  }
  return found;
}

/** How many jobs are in each state that is not final. */
export async function countOpenJobs(
  db: Query,
  audience: JobAudience,
): Promise<Array<{ state: JobState; jobs: number }>> {
  const rows = await jobsOf(db.selectFrom('print_jobs'), audience)
    .where('print_jobs.state', 'in', openStates)
    .groupBy('print_jobs.state')
    .select((e) => ['print_jobs.state as state', e.fn.countAll<number>().as('jobs')])
    .execute();
  return rows.map((row) => ({ state: row.state, jobs: Number(row.jobs) }));
}

/** When the newest printed job was reported; null when none was. */
export async function findLastPrintedAt(db: Query, audience: JobAudience): Promise<number | null> {
  const row = await jobsOf(db.selectFrom('print_jobs'), audience)
    .where('print_jobs.state', '=', 'printed')
    .select((e) => e.fn.max('print_jobs.reported_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
