/**
 * Jobs that another copy of the spool had in its hands, lost or newer than this one. Owns that SQL. A row stays: it is why such a job
 * may have paper.
 */
import type { Spool } from '../spool/spool-db.ts';

export interface LostJob {
  jobId: string;
  /** What the cloud was told of it last. */
  toldState: string;
  atMs: number;
}

export type LostJobStore = ReturnType<typeof createLostJobStore>;

export function createLostJobStore(spool: Spool) {
  return {
    /** The printers are to be asked for it, once more if they were before. */
    put({ jobId, toldState, atMs }: LostJob): void {
      const sql = `insert into lost_job (job_id, told_state, at) values (?, ?, ?) on conflict (job_id) do update set
          told_state = excluded.told_state, at = excluded.at, settled_at = null`;
      spool.prepare(sql).run(jobId, toldState, atMs);
    },

    has: (jobId: string): boolean =>
      spool.prepare('select 1 from lost_job where job_id = ?').get(jobId) !== undefined,

    /** Those that the printers have not been asked for to the end. */
    listOpen(): LostJob[] {
      const sql = 'select job_id, told_state, at from lost_job where settled_at is null order by rowid';
      return spool
        .prepare<{ job_id: string; told_state: string; at: number }>(sql)
        .all()
        .map((row) => ({ jobId: row.job_id, toldState: row.told_state, atMs: row.at }));
    },

    settle(jobId: string, atMs: number): void {
      spool.prepare('update lost_job set settled_at = ? where job_id = ?').run(atMs, jobId);
    },
  };
}
