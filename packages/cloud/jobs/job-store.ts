/**
 * The SQL of print jobs. What an index is conditional on is written out:
 * see db/migration-0001-baseline.ts.
 */
import { isFinal } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import type { JobSettlement, PrintJobTable } from './job-tables.ts';

export async function insertJobs(tx: Tx, rows: PrintJobTable[]): Promise<void> {
  await tx.insertInto('print_jobs').values(rows).execute();
}

export async function findJob(db: Query | Tx, id: string): Promise<PrintJobTable | undefined> {
  return await db.selectFrom('print_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listJobsOfOrders(db: Query | Tx, orderIds: string[]): Promise<PrintJobTable[]> {
  if (orderIds.length === 0) return [];
  return await db
    .selectFrom('print_jobs')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
}

const literals = (states: readonly JobState[]) => states.map((state) => sql.lit(state));

const openStates = jobMachine.states.filter((state) => !isFinal(jobMachine, state));

/** The condition of the indices that hold only jobs that have not ended. */
const isOpen = (e: ExpressionBuilder<Schema, 'print_jobs'>) =>
  e('print_jobs.state', 'in', literals(openStates));

/** Those that somebody must do something about, unless their copies were refunded or given to another job. */
const isStuck = sql<boolean>`case when print_jobs.state in ('held', 'unknown', 'failed') then 1 when print_jobs.state = 'printing' and print_jobs.reason = 'printing-long' then 1 else 0 end = 1 and print_jobs.settlement is null`;

export interface JobFilter {
  /** Undefined: of all shops. */
  shopId: string | undefined;
  state: JobState | undefined;
  orderId: string | undefined;
  /** Only those that somebody must do something about. */
  stuck: boolean;
}

export async function pageJobs(db: Query, { shopId, state, orderId, stuck }: JobFilter, wanted: PageWanted) {
  let rows = db.selectFrom('print_jobs').selectAll();
  if (state) rows = rows.where('state', '=', state);
  if (shopId) rows = rows.where('shop_id', '=', shopId);
  if (orderId) rows = rows.where('order_id', '=', orderId);
  if (stuck) rows = rows.where(isStuck);
  return await readPage(db, rows, wanted);
}

export interface JobCount {
  state: JobState;
  jobs: number;
  copies: number;
  oldest_at: number;
}

/** Whose jobs: of one account, of one shop, or all. */
export interface JobAudience {
  accountId?: string;
  shopId?: string;
}

/** How many jobs are in each state that is not final. */
export async function countOpenJobs(db: Query, { accountId, shopId }: JobAudience = {}): Promise<JobCount[]> {
  let rows = db.selectFrom('print_jobs').where(isOpen);
  if (accountId) rows = rows.where('print_jobs.account_id', '=', accountId);
  if (shopId) rows = rows.where('print_jobs.shop_id', '=', shopId);
  const found = await rows
    .groupBy('print_jobs.state')
    .select((e) => [
      'print_jobs.state as state',
      e.fn.countAll<number>().as('jobs'),
      e.fn.sum<number>('print_jobs.copies').as('copies'),
      e.fn.min<number>('print_jobs.created_at').as('oldest_at'),
    ])
    .execute();
  return found.map((row) => ({ ...row, jobs: Number(row.jobs), copies: Number(row.copies) }));
}

/** When the newest printed job was reported; null when none was. */
export async function findLastPrintedAt(
  db: Query,
  { accountId, shopId }: JobAudience,
): Promise<number | null> {
  let printed = db
    .selectFrom('print_jobs')
    .where('state', '=', sql.lit('printed' as const))
    .select((e) => e.fn.max('reported_at').as('at'));
  if (accountId) printed = printed.where('account_id', '=', accountId);
  if (shopId) printed = printed.where('shop_id', '=', shopId);
  if (accountId || shopId) return (await printed.executeTakeFirst())?.at ?? null;
  const ofShop = printed.whereRef('print_jobs.shop_id', '=', 'shops.id' as never);
  const row = await db
    .selectFrom('shops')
    .select(sql<number | null>`max((${ofShop}))`.as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What the event log says of a job. */
const jobSubjectColumns = [
  'id',
  'order_id',
  'account_id',
  'shop_id',
  'copies',
  'copies_printed',
  'printer_id',
] as const;

export type JobSubject = Pick<PrintJobTable, (typeof jobSubjectColumns)[number]>;

type JobChange = { id: string; from: JobState; ofAgent?: string } & Partial<PrintJobTable>;

/** When the agents that have open jobs were last heard, longest ago first; null for one that never was. */
export async function listWordsOfAgents(db: Query): Promise<Pick<AgentTable, 'last_seen_at' | 'link_id'>[]> {
  return await db
    .selectFrom('agents')
    .select(['last_seen_at', 'link_id'])
    .where('revoked_at', 'is', null)
    .where('id', 'in', (e) =>
      e.selectFrom('print_jobs').select('agent_id').$narrowType<{ agent_id: string }>().where(isOpen),
    )
    .orderBy('last_seen_at')
    .execute();
}

/** Conditional on the state it starts from (and on the agent that has it, where one is named). The job as it is then; undefined when it has moved on. */
export async function updateJobState(
  tx: Tx,
  { id, from, ofAgent, ...changes }: JobChange,
): Promise<JobSubject | undefined> {
  let row = tx.updateTable('print_jobs').set(changes).where('id', '=', id).where('state', '=', from);
  if (ofAgent !== undefined) row = row.where('agent_id', '=', ofAgent);
  return await row.returning(jobSubjectColumns).executeTakeFirst();
}

export async function settleJob(
  tx: Tx,
  { id, settlement }: { id: string; settlement: JobSettlement },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('print_jobs')
    .set({ settlement })
    .where('id', '=', id)
    .where('settlement', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Jobs of a shop that no agent has yet, or one alone that was revoked before it was sent them; those behind `after`. */
export async function listUnassignedJobs(
  tx: Tx,
  { shopId, after, limit }: { shopId: string; after: string; limit: number },
): Promise<PrintJobTable[]> {
  return await tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where(isUnassigned)
    .where('state', '=', 'queued')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

const isUnassigned = (e: ExpressionBuilder<Schema, 'print_jobs'>) =>
  e.or([
    e('agent_id', 'is', null),
    e('agent_id', 'in', e.selectFrom('agents').select('agents.id').where('revoked_at', 'is not', null)),
  ]);

/** False when another agent has got it meanwhile. */
export async function assignJob(tx: Tx, jobId: string, agentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('print_jobs')
    .set({ agent_id: agentId })
    .where('id', '=', jobId)
    .where('state', '=', 'queued')
    .where(isUnassigned)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes the jobs from an agent that it was never sent; returns how many. */
export async function unassignQueuedJobs(tx: Tx, agentId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('print_jobs')
    .set({ agent_id: null })
    .where('agent_id', '=', agentId)
    .where(isOpen)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Jobs that this agent has and has not ended. */
export async function listOpenJobsOfAgent(tx: Tx, agentId: string): Promise<PrintJobTable[]> {
  return await tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where(isOpen)
    .where('state', '!=', 'unknown')
    .orderBy('order_id')
    .orderBy('id')
    .execute();
}

/** Which of these jobs the agent has, without those that were called off. */
export async function listJobIdsOfAgent(
  tx: Tx,
  { agentId, jobIds }: { agentId: string; jobIds: string[] },
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('id', 'in', jobIds)
    .where('agent_id', '=', agentId)
    .where('state', '!=', 'cancelled')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Of these jobs, those of this agent. */
export async function listJobsByIds(
  db: Query,
  { agentId, jobIds }: { agentId: string; jobIds: string[] },
): Promise<PrintJobTable[]> {
  if (jobIds.length === 0) return [];
  return await db
    .selectFrom('print_jobs')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', 'in', jobIds)
    .execute();
}

/** Copies of an item that were paid back because they did not come out. */
export async function countRefundedCopies(
  tx: Tx,
  { orderId, itemId }: { orderId: string; itemId: string },
): Promise<number> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select(['copies', 'copies_printed'])
    .where('order_id', '=', orderId)
    .where('item_id', '=', itemId)
    .where('settlement', '=', 'refunded')
    .execute();
  return rows.reduce((sum, row) => sum + row.copies - row.copies_printed, 0);
}

export async function updateCopiesPrinted(tx: Tx, id: string, copiesPrinted: number): Promise<void> {
  await tx.updateTable('print_jobs').set({ copies_printed: copiesPrinted }).where('id', '=', id).execute();
}

/** True when a job of this agent prints these bytes. */
export async function agentMayRead(
  db: Query,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('print_jobs')
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.id', '=', 'print_jobs.item_id')
        .onRef('order_items.order_id', '=', 'print_jobs.order_id'),
    )
    .innerJoin('documents', 'documents.id', 'order_items.document_id')
    .select('print_jobs.id')
    .where('documents.sha256', '=', sha256)
    .where('print_jobs.agent_id', '=', agentId)
    .where('print_jobs.state', 'not in', ['printed', 'failed', 'cancelled'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
