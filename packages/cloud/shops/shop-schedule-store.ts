/** The SQL of shops' print schedules, their edits, and what agents last said of theirs. */
import { firstSchedule, type ScheduleDocument } from '@platen/contracts/schedule/schedule-document';
import type { ScheduleReport } from '@platen/contracts/schedule/schedule-report';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { ScheduleEditTable } from './schedule-tables.ts';

/** The schedule that holds for a shop; the first one until somebody set another. */
export async function getSchedule(db: Query | Tx, shopId: string): Promise<ScheduleDocument> {
  const row = await db
    .selectFrom('schedules')
    .select('document')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.document) as ScheduleDocument) : firstSchedule;
}

/** The schedules of all shops that have one, by shop. */
export async function listSchedules(db: Query | Tx): Promise<Map<string, ScheduleDocument>> {
  const rows = await db.selectFrom('schedules').select(['shop_id', 'document']).execute();
  return new Map(rows.map((row) => [row.shop_id, JSON.parse(row.document) as ScheduleDocument]));
}

/** Makes this the one that holds. The shop's row must be locked. */
export async function upsertSchedule(
  tx: Tx,
  { shopId, document, now }: { shopId: string; document: ScheduleDocument; now: number },
): Promise<void> {
  const row = {
    version: document.version,
    edit_id: document.edit_id,
    document: JSON.stringify(document),
    updated_at: now,
  };
  await tx
    .insertInto('schedules')
    .values({ shop_id: shopId, ...row })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
    .execute();
}

export async function insertEdit(tx: Tx, row: ScheduleEditTable): Promise<void> {
  const { id, state, taken_at } = row;
  await tx
    .insertInto('schedule_edits')
    .values(row)
    .onConflict((conflict) => conflict.column('edit_id').doUpdateSet({ id, state, taken_at }))
    .execute();
}

/** The edit that held, if any, is now replaced, or lost. */
export async function endHoldingEdit(tx: Tx, shopId: string, state: 'replaced' | 'lost'): Promise<void> {
  await tx
    .updateTable('schedule_edits')
    .set({ state })
    .where('shop_id', '=', shopId)
    .where('state', '=', 'holds')
    .execute();
}

export async function hasEdit(tx: Tx, editId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('schedule_edits')
    .select('edit_id')
    .where('edit_id', '=', editId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Edits of a shop, newest first. */
export async function pageEdits(db: Query, shopId: string, wanted: PageWanted) {
  const rows = db
    .selectFrom('schedule_edits')
    .select(['id', 'state', 'document', 'agent_id'])
    .where('shop_id', '=', shopId);
  return await readPage(db, rows, wanted);
}

/** What an agent said of its schedule, and when that came. */
export interface ReportOfAgent {
  agentId: string;
  shopId: string;
  report: ScheduleReport;
  receivedAtMs: number;
}

export async function findReport(db: Query | Tx, agentId: string): Promise<ScheduleReport | undefined> {
  const row = await db
    .selectFrom('schedule_reports')
    .select('report')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && (JSON.parse(row.report) as ScheduleReport);
}

/** Of agents that are not revoked. */
export async function listReports(db: Query | Tx, shopId?: string): Promise<ReportOfAgent[]> {
  let rows = db
    .selectFrom('schedule_reports')
    .innerJoin('agents', 'agents.id', 'schedule_reports.agent_id')
    .select(['agent_id', 'schedule_reports.shop_id as shop_id', 'report', 'received_at'])
    .where('agents.revoked_at', 'is', null);
  if (shopId) rows = rows.where('schedule_reports.shop_id', '=', shopId);
  return (await rows.orderBy('agent_id').execute()).map((row) => ({
    agentId: row.agent_id,
    shopId: row.shop_id,
    receivedAtMs: row.received_at,
    report: JSON.parse(row.report) as ScheduleReport,
  }));
}

export async function upsertReport(
  tx: Tx,
  { agentId, shopId, report, receivedAtMs }: ReportOfAgent,
): Promise<void> {
  const row = { report: JSON.stringify(report), version: report.version, received_at: receivedAtMs };
  await tx
    .insertInto('schedule_reports')
    .values({ agent_id: agentId, shop_id: shopId, ...row })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
    .execute();
}

/** The newest version that any agent of the shop has, 0 without any. */
export async function highestReportedVersion(tx: Tx, shopId: string): Promise<number> {
  const row = await tx
    .selectFrom('schedule_reports')
    .select((e) => e.fn.max('version').as('version'))
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}
