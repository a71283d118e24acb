/** Jobs that the cloud had handed to a spool that was lost. Owns that SQL. A row stays: it is why such a job may have paper. */
import type { Spool } from './spool-db.ts';

export interface LostJob {
  jobId: string;
  /** What the lost spool's agent had said last. */
  toldState: string;
  atMs: number;
}

export type LostJobStore = ReturnType<typeof createLostJobStore>;

export function createLostJobStore(spool: Spool) {
  return {
    insert({ jobId, toldState, atMs }: LostJob): void {
      spool
        .prepare('insert into lost_job (job_id, told_state, at) values (?, ?, ?)')
        .run(jobId, toldState, atMs);
    },

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
