/**
 * The only SQL on jobs. Owns how a job is kept and found. Must never decide whether a move is allowed: job-moves.ts does.
 */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { JobState } from '@platen/contracts/states';
import type { PrintNeeds } from '../printers/printer-rules.ts';
import type { Spool } from './spool-db.ts';

export interface Job {
  /** The order in which jobs came. */
  position: number;
  id: string;
  ticket: PrintTicket;
  state: JobState;
  reason: JobReason;
  message: string;
  copies: number;
  copiesPrinted: number;
  submitted: boolean;
  printerId: string | undefined;
  /** Path of the print-ready file, once there is one. */
  preparedPath: string | undefined;
}

/** Jobs of one state that need the same of a printer. `needsKey` tells groups apart. */
export interface NeedsGroup {
  needsKey: string;
  needs: PrintNeeds;
  firstPosition: number;
}

export interface HeldGroup extends NeedsGroup {
  reason: JobReason;
  message: string;
}

export interface JobChange {
  jobId: string;
  from: JobState;
  to: JobState;
  reason: JobReason;
  message: string;
  at: number;
  copiesPrinted?: number | undefined;
  submitted?: boolean | undefined;
  printerId?: string | undefined;
}

interface JobRow {
  position: number;
  id: string;
  ticket: string;
  state: JobState;
  reason: JobReason;
  message: string;
  copies: number;
  copies_printed: number;
  submitted: number;
  printer_id: string | null;
  prepared: string | null;
}

const finalStates = `('printed', 'failed', 'cancelled')`;
const activeSubmissions = `('intended', 'created', 'sending', 'sent')`;

export type JobStore = ReturnType<typeof createJobStore>;

export function createJobStore(spool: Spool) {
  const columns =
    'position, id, ticket, state, reason, message, copies, copies_printed, submitted, printer_id, prepared';

  return {
    /** Adds a job as accepted. False when it is already here. */
    insert(ticket: PrintTicket, { needs, at }: { needs: PrintNeeds; at: number }): boolean {
      const { changes } = spool
        .prepare(
          `insert into job (id, ticket, sha256, needs, state, copies, spooled_at, updated_at)
           values (?, ?, ?, ?, 'accepted', ?, ?, ?) on conflict (id) do nothing`,
        )
        .run(
          ...[ticket.job_id, JSON.stringify(ticket), ticket.document.sha256],
          ...[JSON.stringify(needs), ticket.copies, at, at],
        );
      return changes === 1;
    },

    find(jobId: string): Job | undefined {
      const row = spool.prepare<JobRow>(`select ${columns} from job where id = ?`).get(jobId);
      return row && jobOf(row);
    },

    get(jobId: string): Job {
      const job = this.find(jobId);
      if (!job) throw new Error(`There is no job ${jobId} in the spool.`);
      return job;
    },

    /** The oldest jobs of a state. */
    list(state: JobState, limit: number): Job[] {
      const sql = `select ${columns} from job where state = ? order by position limit ?`;
      return spool.prepare<JobRow>(sql).all(state, limit).map(jobOf);
    },

    /** The oldest held jobs with that reason that nothing is under way for. */
    listHeld(reason: JobReason, limit: number): Job[] {
      const sql = `select ${columns} from job where state = 'held' and reason = ? order by position limit ?`;
      return spool.prepare<JobRow>(sql).all(reason, limit).map(jobOf);
    },

    listBySource(sha256: string, state: JobState): Job[] {
      const sql = `select ${columns} from job where sha256 = ? and state = ? order by position`;
      return spool.prepare<JobRow>(sql).all(sha256, state).map(jobOf);
    },

    /** What the jobs of a state need, each kind once. */
    needsOf(state: 'ready'): NeedsGroup[] {
      const sql = `select needs, min(position) first from job where state = ? group by needs order by first`;
      return spool.prepare<{ needs: string; first: number }>(sql).all(state).map(groupOf);
    },

    /** The oldest jobs of a state that need this; held ones only while nothing of theirs is at a printer. */
    listByNeeds(
      group: { needsKey: string; reason?: JobReason; message?: string },
      { state, limit }: { state: 'ready' | 'held'; limit: number },
    ): Job[] {
      const sql = `select ${columns} from job where state = ? and needs = ? and (? is null or (reason = ? and message = ?))
         and (state = 'ready' or not exists
           (select 1 from submission s where s.job_id = job.id and s.state in ${activeSubmissions}))
         order by position limit ?`;
      const reason = group.reason ?? null;
      return spool
        .prepare<JobRow>(sql)
        .all(state, group.needsKey, reason, reason, group.message ?? '', limit)
        .map(jobOf);
    },

    /** What waits for a printer to change, each kind once. */
    heldForPrinters(): HeldGroup[] {
      const sql = `select needs, reason, message, min(position) first from job
         where state = 'held' and reason in
           ('media-needed', 'no-printer', 'printer-unreachable', 'printer-stopped', 'format-not-supported')
         and not exists (select 1 from submission s where s.job_id = job.id and s.state in ${activeSubmissions})
         group by needs, reason, message order by first`;
      return spool
        .prepare<{ needs: string; first: number; reason: JobReason; message: string }>(sql)
        .all()
        .map((row) => ({ ...groupOf(row), reason: row.reason, message: row.message }));
    },

    /** The one update of a state; false when the job was no longer in `from`. */
    change(change: JobChange): boolean {
      const { changes } = spool
        .prepare(
          `update job set state = ?, reason = ?, message = ?, updated_at = ?,
             copies_printed = max(copies_printed, coalesce(?, 0)), submitted = coalesce(?, submitted),
             printer_id = coalesce(?, printer_id)
           where id = ? and state = ?`,
        )
        .run(
          ...[change.to, change.reason, change.message, change.at, change.copiesPrinted ?? null],
          change.submitted === undefined ? null : Number(change.submitted),
          ...[change.printerId ?? null, change.jobId, change.from],
        );
      return changes === 1;
    },

    insertEvent(event: Omit<JobChange, 'from'> & { from: JobState | null }): void {
      spool
        .prepare(
          'insert into job_event (job_id, from_state, to_state, reason, message, at) values (?, ?, ?, ?, ?, ?)',
        )
        .run(event.jobId, event.from, event.to, event.reason, event.message, event.at);
    },

    /** The states a job went through, oldest first. */
    history(jobId: string): JobState[] {
      const sql = 'select to_state from job_event where job_id = ? order by id';
      return spool
        .prepare<{ to_state: JobState }>(sql)
        .all(jobId)
        .map((row) => row.to_state);
    },

    setPrepared(jobId: string, path: string): void {
      spool.prepare('update job set prepared = ? where id = ?').run(path, jobId);
    },

    /** Final jobs whose files are still here and whose end the cloud has acknowledged. */
    listToClean(limit: number): Job[] {
      const sql = `select ${columns} from job where is_cleaned = 0 and state in ${finalStates}
         and not exists (select 1 from report where report.job_id = job.id) limit ?`;
      return spool.prepare<JobRow>(sql).all(limit).map(jobOf);
    },

    markCleaned(jobId: string): void {
      spool.prepare('update job set is_cleaned = 1 where id = ?').run(jobId);
    },

    /** True while a job that isn't over may need this source file. */
    needsSource(sha256: string): boolean {
      const sql = `select 1 from job where sha256 = ? and state not in ${finalStates} limit 1`;
      return spool.prepare(sql).get(sha256) !== undefined;
    },

    /** True while a job that isn't over may need this print-ready file. */
    needsPrepared(path: string): boolean {
      const sql = `select 1 from job where state not in ${finalStates} and (prepared = ? or id in
         (select job_id from prepared_sheet where path = ?)) limit 1`;
      return spool.prepare(sql).get(path, path) !== undefined;
    },

    /** How many jobs aren't over, and how many of them are held. */
    counts(): { spooled: number; held: number } {
      const sql = `select count(*) spooled, coalesce(sum(state = 'held'), 0) held from job
         where state in ('accepted', 'preparing', 'ready', 'submitting', 'printing', 'held', 'unknown')`;
      return spool.prepare<{ spooled: number; held: number }>(sql).get() ?? { spooled: 0, held: 0 };
    },
  };
}

const groupOf = (row: { needs: string; first: number }): NeedsGroup => ({
  needsKey: row.needs,
  needs: JSON.parse(row.needs) as PrintNeeds,
  firstPosition: row.first,
});

const jobOf = (row: JobRow): Job => ({
  position: row.position,
  id: row.id,
  ticket: JSON.parse(row.ticket) as PrintTicket,
  state: row.state,
  reason: row.reason,
  message: row.message,
  copies: row.copies,
  copiesPrinted: row.copies_printed,
  submitted: row.submitted === 1,
  printerId: row.printer_id ?? undefined,
  preparedPath: row.prepared ?? undefined,
});
