/**
 * How printers do: whether their counts can be believed, and which were set aside after failing again and again.
 * Owns that SQL. A set-aside printer gets no jobs until a person, or readings of a calibration page, put it back.
 */

import type { Spool } from '../spool/spool-db.ts';
import type { CountRecord, PrinterCounting } from '../submissions/copy-rules.ts';

/** IPP jobs in a row that a printer may fail. */
const maxFailures = 3;

export interface SetAside {
  printerId: string;
  name: string;
  sinceMs: number;
  because: string;
}

export type PrinterTrialStore = ReturnType<typeof createPrinterTrialStore>;

interface TrialRow {
  printer_id: string;
  name: string;
  failures: number;
  because: string;
  set_aside_at: number;
}

export function createPrinterTrialStore(spool: Spool) {
  return {
    counting(printerUuid: string): PrinterCounting {
      const row = spool
        .prepare<{ impressions: string | null; sheets: string | null }>(
          'select impressions, sheets from printer_count where printer_uuid = ?',
        )
        .get(printerUuid);
      const record = (text: string | null | undefined) => (text ?? undefined) as CountRecord;
      return { impressions: record(row?.impressions), sheets: record(row?.sheets) };
    },

    setCounting(printerUuid: string, { impressions, sheets }: PrinterCounting, atMs: number): void {
      const sql = `insert into printer_count (printer_uuid, impressions, sheets, updated_at) values (?, ?, ?, ?)
         on conflict (printer_uuid) do update set impressions = excluded.impressions, sheets = excluded.sheets,
           updated_at = excluded.updated_at`;
      spool.prepare(sql).run(printerUuid, impressions ?? null, sheets ?? null, atMs);
    },

    /** One more IPP job that it failed. The notice, when that was one too many. */
    failed(printer: {
      printerId: string;
      name: string;
      because: string;
      atMs: number;
    }): SetAside | undefined {
      const { printerId, name, because, atMs } = printer;
      const sql = `insert into printer_trial (printer_id, name, failures, because, updated_at) values (?, ?, 1, ?, ?)
         on conflict (printer_id) do update set failures = failures + 1, name = excluded.name,
           because = excluded.because, updated_at = excluded.updated_at`;
      spool.prepare(sql).run(printerId, name, because, atMs);
      const { changes } = spool
        .prepare(
          `update printer_trial set set_aside_at = ?, put_back_at = null, put_back_by = null
           where printer_id = ? and failures >= ? and set_aside_at is null`,
        )
        .run(atMs, printerId, maxFailures);
      return changes === 1 ? { printerId, name, because, sinceMs: atMs } : undefined;
    },

    /** It printed a job: what it failed before doesn't count any more. */
    succeeded(printerId: string, atMs: number): void {
      spool
        .prepare(
          'update printer_trial set failures = 0, updated_at = ? where printer_id = ? and failures > 0',
        )
        .run(atMs, printerId);
    },

    /** False when it isn't set aside. */
    putBack(printerId: string, { byWhom, atMs }: { byWhom: string; atMs: number }): boolean {
      const sql = `update printer_trial set set_aside_at = null, failures = 0, put_back_at = ?, put_back_by = ?, updated_at = ?
         where printer_id = ? and set_aside_at is not null`;
      return spool.prepare(sql).run(atMs, byWhom, atMs, printerId).changes === 1;
    },

    listSetAside(): SetAside[] {
      const sql = `select printer_id, name, failures, because, set_aside_at from printer_trial
         where set_aside_at is not null order by set_aside_at`;
      return spool
        .prepare<TrialRow>(sql)
        .all()
        .map((row) => ({
          printerId: row.printer_id,
          name: row.name,
          because: row.because,
          sinceMs: row.set_aside_at,
        }));
    },
  };
}
