/**
 * Jobs that ended long ago. Owns what is kept of them: a line each, so that a cloud that sends one again gets its end and no
 * paper. Everything else of an ended job goes after `keptDays`.
 */
import type { JobReport } from '@platen/contracts/agent-protocol';
import type { Spool } from '../spool/spool-db.ts';

/** How long an ended job is kept whole, in days: for the console, and to tell a cloud that was put back from a backup. */
export const keptDays = 30;
/** How long its line is kept. */
const lineDays = 800;

export interface PastJob {
  id: string;
  state: JobReport['state'];
  copiesPrinted: number;
  submitted: boolean;
  printerId: string | undefined;
  endedAtMs: number;
}

interface PastRow {
  id: string;
  state: JobReport['state'];
  copies_printed: number;
  submitted: number;
  printer_id: string | null;
  ended_at: number;
}

export type PastJobStore = ReturnType<typeof createPastJobStore>;

const dayMs = 24 * 3_600_000;

export function createPastJobStore(spool: Spool) {
  return {
    find(id: string): PastJob | undefined {
      const row = spool.prepare<PastRow>('select * from job_past where id = ?').get(id);
      return (
        row && {
          id: row.id,
          state: row.state,
          copiesPrinted: row.copies_printed,
          submitted: row.submitted === 1,
          printerId: row.printer_id ?? undefined,
          endedAtMs: row.ended_at,
        }
      );
    },

    /** Turns jobs that ended before `keptDays` and that the cloud knows the end of into lines. Gives how many. */
    put(nowMs: number, max: number): number {
      return spool.transaction(() => {
        const ids = spool
          .prepare<{ id: string }>(
            `select id from job where is_cleaned = 1 and updated_at < ? and state in ('printed', 'failed', 'cancelled')
               and not exists (select 1 from report where report.job_id = job.id) order by updated_at limit ?`,
          )
          .all(nowMs - keptDays * dayMs, max);
        for (const { id } of ids) {
          spool
            .prepare(
              `insert or ignore into job_past (id, state, copies_printed, submitted, printer_id, ended_at)
                 select id, state, copies_printed, submitted, printer_id, updated_at from job where id = ?`,
            )
            .run(id);
          for (const table of ['job_event', 'submission', 'job_file'])
            spool.prepare(`delete from ${table} where job_id = ?`).run(id);
          spool.prepare('delete from job where id = ?').run(id);
        }
        spool.prepare('delete from job_past where ended_at < ?').run(nowMs - lineDays * dayMs);
        return ids.length;
      });
    },
  };
}
