/** The SQL of what the shop floor shows: jobs with their files, disks of agents, and what was asked of them. */
import { eventTypeNames } from '@platen/contracts/event-types';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { EventTable } from '../events/event-tables.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import type { PrinterRequestTable } from '../printers/printer-tables.ts';
import type { AgentDiskTable } from '../shops/shop-tables.ts';

/** A job with the file that it prints. */
export interface FloorJobRow extends PrintJobTable {
  filename: string;
  sha256: string;
  file_deleted_at: number | null;
}

const openStates = jobMachine.states.filter((state) => !isFinal(jobMachine, state));

const jobsWithFiles = (db: Query) =>
  db
    .selectFrom('print_jobs')
    .innerJoin('order_items', 'order_items.id', 'print_jobs.item_id')
    .innerJoin('documents', 'documents.id', 'order_items.document_id')
    .selectAll('print_jobs')
    .select(['documents.filename', 'documents.sha256', 'documents.deleted_at as file_deleted_at']);

/** Jobs that are not over, the oldest first. */
export async function listOpenFloorJobs(
  db: Query,
  { shopId, limit }: { shopId: string; limit: number },
): Promise<FloorJobRow[]> {
  return await jobsWithFiles(db)
    .where('print_jobs.shop_id', '=', shopId)
    .where('print_jobs.state', 'in', openStates)
    .orderBy('print_jobs.id')
    .limit(limit)
    .execute();
}

/** What was printed since, the newest first. */
export async function listPrintedFloorJobs(
  db: Query,
  { shopId, since, limit }: { shopId: string; since: number; limit: number },
): Promise<FloorJobRow[]> {
  return await jobsWithFiles(db)
    .where('print_jobs.shop_id', '=', shopId)
    // Written out: it is the condition of their index.
    .where('print_jobs.state', '=', sql.lit('printed' as const))
    .where('print_jobs.reported_at', '>', since)
    .orderBy('print_jobs.reported_at', 'desc')
    .limit(limit)
    .execute();
}

/** The newest that ended otherwise, and any that failed and waits for a decision. */
export async function listEndedFloorJobs(
  db: Query,
  { shopId, since, limit }: { shopId: string; since: number; limit: number },
): Promise<FloorJobRow[]> {
  const newest = async (state: 'failed' | 'cancelled') =>
    await jobsWithFiles(db)
      .where('print_jobs.shop_id', '=', shopId)
      .where('print_jobs.state', '=', state)
      .orderBy('print_jobs.id', 'desc')
      .limit(limit)
      .execute();
  const [failed, cancelled] = [await newest('failed'), await newest('cancelled')];
  return [...failed, ...cancelled].filter(
    (job) => job.updated_at > since || (job.state === 'failed' && job.settlement === null),
  );
}

export async function findFloorJob(db: Query, id: string): Promise<FloorJobRow | undefined> {
  return await jobsWithFiles(db).where('print_jobs.id', '=', id).executeTakeFirst();
}

/** The job that prints after this one at its agent; undefined for the last one. */
export async function findJobBehind(
  db: Query | Tx,
  { agent_id: agentId, rank }: Pick<PrintJobTable, 'agent_id' | 'rank'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('print_jobs')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('state', 'in', openStates)
    .where('rank', '>', rank)
    .orderBy('rank')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function listDisks(db: Query, agentIds: readonly string[]): Promise<AgentDiskTable[]> {
  if (agentIds.length === 0) return [];
  return await db.selectFrom('agent_disks').selectAll().where('agent_id', 'in', agentIds).execute();
}

/** What was asked of these agents since, the newest first. */
export async function listRequestsSince(
  db: Query,
  { agentIds, since, limit }: { agentIds: readonly string[]; since: number; limit: number },
): Promise<PrinterRequestTable[]> {
  if (agentIds.length === 0) return [];
  return await db
    .selectFrom('printer_requests')
    .selectAll()
    .where('agent_id', 'in', agentIds)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Kinds of events that a shop floor's log has. */
export const floorEventTypes = eventTypeNames.filter((type) => /^(job|printer|agent|schedule)\./.test(type));

/** Behind a number (all without one), the newest first. */
export async function listFloorEvents(
  db: Query,
  { shopId, before, limit }: { shopId: string; before: number | undefined; limit: number },
): Promise<EventTable[]> {
  let rows = db
    .selectFrom('events')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('type', 'in', floorEventTypes)
    .orderBy('seq', 'desc')
    .limit(limit);
  if (before !== undefined) rows = rows.where('seq', '<', before);
  return await rows.execute();
}

/** Order numbers by job. */
export async function listOrderNosOfJobs(db: Query, jobIds: readonly string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('print_jobs')
    .innerJoin('orders', 'orders.id', 'print_jobs.order_id')
    .select(['print_jobs.id', 'orders.order_no'])
    .where('print_jobs.id', 'in', jobIds)
    .execute();
  return new Map(rows.map(({ id, order_no }) => [id, order_no]));
}
