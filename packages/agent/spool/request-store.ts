/**
 * What people asked through the cloud and what was answered, by the id of the message: a request that comes again is answered again, and
 * not carried out. Owns the SQL.
 */
import type { PrinterAnswer } from '@platen/contracts/printer-requests';
import type { Spool } from './spool-db.ts';

export type RequestStore = ReturnType<typeof createRequestStore>;

const keptMs = 30 * 24 * 3_600_000;

export function createRequestStore(spool: Spool, now: () => number) {
  return {
    findAnswer(id: string): PrinterAnswer | undefined {
      const sql = 'select answer from printer_request where id = ?';
      const row = spool.prepare<{ answer: string }>(sql).get(id);
      return row && (JSON.parse(row.answer) as PrinterAnswer);
    },
    /** The newest answer holds. Old ones go. */
    upsertAnswer(id: string, answer: PrinterAnswer): void {
      spool.transaction(() => {
        spool.prepare('delete from printer_request where at < ?').run(now() - keptMs);
        spool
          .prepare(
            'insert into printer_request (id, answer, at) values (?, ?, ?) on conflict (id) do update set answer = excluded.answer',
          )
          .run(id, JSON.stringify(answer), now());
      });
    },
    /** The first answer stays. Old ones go. */
    insertAnswer(id: string, answer: PrinterAnswer): void {
      spool.transaction(() => {
        spool.prepare('delete from printer_request where at < ?').run(now() - keptMs);
        spool
          .prepare(
            'insert into printer_request (id, answer, at) values (?, ?, ?) on conflict (id) do nothing',
          )
          .run(id, JSON.stringify(answer), now());
      });
    },
  };
}
