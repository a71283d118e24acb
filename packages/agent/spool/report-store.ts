/**
 * Reports to the cloud that it hasn't acknowledged yet. Owns their order (`seq`) and their removal.
 *
 * INVARIANTS
 * 1. A seq is never used twice, also after all reports are gone (AUTOINCREMENT).
 * 2. A report leaves only by acknowledgement, or because a newer one of the same job, which says more, takes its place
 *    before it was sent.
 */
import type { JobReport } from '@platen/contracts/agent-protocol';
import type { Spool } from './spool-db.ts';

export interface StoredReport {
  seq: number;
  body: JobReport;
}

export type ReportStore = ReturnType<typeof createReportStore>;

export function createReportStore(spool: Spool) {
  let sentUpTo = 0;

  return {
    /** Stores a report; older ones of its job that were never sent give way to it. */
    add(body: JobReport): void {
      spool.prepare('delete from report where job_id = ? and seq > ?').run(body.job_id, sentUpTo);
      spool.prepare('insert into report (job_id, body) values (?, ?)').run(body.job_id, JSON.stringify(body));
    },

    /** Reports behind `seq`, oldest first. */
    listAfter(seq: number, limit: number): StoredReport[] {
      const sql = 'select seq, body from report where seq > ? order by seq limit ?';
      return spool
        .prepare<{ seq: number; body: string }>(sql)
        .all(seq, limit)
        .map((row) => ({ seq: row.seq, body: JSON.parse(row.body) as JobReport }));
    },

    /** Everything up to here has been on a link. */
    markSent(seq: number): void {
      sentUpTo = Math.max(sentUpTo, seq);
    },

    /** Removes what the cloud has applied. */
    acknowledge(seq: number): void {
      spool.prepare('delete from report where seq <= ?').run(seq);
    },

    /** The newest seq ever given out, 0 at first. */
    lastSeq(): number {
      const sql = `select seq from sqlite_sequence where name = 'report'`;
      return spool.prepare<{ seq: number }>(sql).get()?.seq ?? 0;
    },

    /**
     * Continues behind `seq`: when a spool was lost or an old copy put back, the cloud has seen higher numbers than this spool
     * gave out and would pass over its reports. Those that wait get new numbers in the same order.
     */
    continueAfter(seq: number): void {
      spool.transaction(() => {
        const waiting = this.listAfter(0, 1_000_000);
        spool.prepare('delete from report').run();
        spool.prepare(`delete from sqlite_sequence where name = 'report'`).run();
        spool.prepare(`insert into sqlite_sequence (name, seq) values ('report', ?)`).run(seq);
        for (const { body } of waiting) {
          spool
            .prepare('insert into report (job_id, body) values (?, ?)')
            .run(body.job_id, JSON.stringify(body));
        }
      });
    },
  };
}
