/**
 * What happened at this agent as people read it: states of jobs, what people did to jobs, printers and the schedule, out of the tables
 * that keep it. The only SQL of that reading; changes nothing.
 */

import type { FloorLogLine } from '@platen/contracts/floor/shop-floor';
import { toTime } from '@platen/contracts/shapes';
import type { Spool } from '../spool/spool-db.ts';

export interface LogWanted {
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** id of the last line of the page before. */
  before?: string | undefined;
  limit: number;
}

interface LogRow {
  at: number;
  kind: 'j' | 'p' | 's' | 'l';
  id: number;
  code: string;
  job_id: string | null;
  order_no: string | null;
  detail: string;
  outcome: string;
  by_whom: string;
  printer_id: string | null;
  printer_name: string | null;
}

/**
 * Newer lines of the same moment have the higher kind and number. Each table is read from its newest row on, which is where people look:
 * none is sorted for it.
 */
const since = (table: string, kind: LogRow['kind']): string =>
  `${table}.at between @from and @to and (${table}.at, '${kind}', ${table}.id) < (@at, @kind, @id) order by ${table}.id desc limit @limit`;

const orderNo = `json_extract(j.ticket, '$.order_no') order_no`;

const lines = [
  `select e.at, 'j' kind, e.id, 'job.' || e.to_state code, e.job_id, ${orderNo}, e.message detail, e.reason outcome, '' by_whom,
     j.printer_id, null printer_name
   from job_event e join job j on j.id = e.job_id where ${since('e', 'j')}`,
  `select a.at, 'p' kind, a.id, 'person.' || a.act code, j.id job_id, ${orderNo}, a.detail, a.outcome, a.by_whom,
     case when j.id is null then nullif(a.subject, '') end printer_id, null printer_name
   from person_act a left join job j on j.id = a.subject where ${since('a', 'p')}`,
  `select s.at, 's' kind, s.id, s.event code, null job_id, null order_no, s.detail, '' outcome, s.actor by_whom, null printer_id,
     null printer_name
   from schedule_log s where ${since('s', 's')}`,
  `select l.at, 'l' kind, l.id, 'printer.' || l.event code, null job_id, null order_no, l.detail, '' outcome, l.by_whom,
     coalesce(p.printer_uuid, p.uri) printer_id, coalesce(nullif(p.name, ''), p.uri) printer_name
   from shop_printer_event l join shop_printer p on p.id = l.shop_printer_id where ${since('l', 'l')}`,
]
  .map((sql) => `select * from (${sql})`)
  .join(' union all ');

const troubles: ReadonlyMap<string, FloorLogLine['level']> = new Map([
  ['job.held', 'warn'],
  ['job.failed', 'error'],
  ['job.unknown', 'error'],
  ['person.set-aside', 'error'],
]);

const endOfTime = 8_640_000_000_000_000;

export type FloorLogStore = ReturnType<typeof createFloorLogStore>;

export function createFloorLogStore(spool: Spool) {
  return {
    /** The newest first. */
    page({ fromMs = 0, toMs = endOfTime, before, limit }: LogWanted): FloorLogLine[] {
      const [, at = String(endOfTime), kind = 'z', id = '0'] =
        /^(\d{1,16})-([a-z])-(\d{1,15})$/.exec(before ?? '') ?? [];
      const sql = `select * from (${lines}) order by at desc, kind desc, id desc limit @limit`;
      const bound = { from: fromMs, to: toMs, at: Number(at), kind, id: Number(id), limit };
      return spool.prepare<LogRow>(sql).all(bound).map(lineOf);
    },
  };
}

function lineOf(row: LogRow): FloorLogLine {
  const params = {
    detail: row.detail,
    ...(row.kind === 'j' ? { reason: row.outcome } : { outcome: row.outcome }),
  };
  return {
    id: `${row.at}-${row.kind}-${row.id}`,
    at: toTime(row.at),
    level: troubles.get(row.code) ?? 'info',
    code: row.code,
    params,
    job_id: row.job_id,
    order_no: row.order_no,
    printer:
      row.printer_id === null ? null : { id: row.printer_id, name: row.printer_name ?? row.printer_id },
    by: row.by_whom === '' ? null : row.by_whom,
  };
}
