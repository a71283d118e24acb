/**
 * The only SQL on jobs that are here. Owns how a job is kept and found. Must never decide whether a move is allowed:
 * job-moves.ts does.
 */
import { statSync } from 'node:fs';
import type { JobReason, LocalDecision } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { JobState } from '@platen/contracts/states';
import type { PrintNeeds } from '../printers/printer-rules.ts';
import type { Spool } from '../spool/spool-db.ts';
import { openStates } from '../submissions/submission-store.ts';
import { rankGap } from './job-rank-rules.ts';

export interface Job {
  /** The order in which jobs came: runs of the schedule let go up to one. */
  position: number;
  /** The order in which jobs are printed; lower ones first. */
  rank: number;
  id: string;
  ticket: PrintTicket;
  /** What it asks of a printer, the one that a person chose included. */
  needs: PrintNeeds;
  state: JobState;
  reason: JobReason;
  message: string;
  copies: number;
  copiesPrinted: number;
  /** True once the copies were counted by a printer that counts right, or by a person. */
  copiesSure: boolean;
  submitted: boolean;
  printerId: string | undefined;
  /** What a person at the console decided. */
  decided: LocalDecision | undefined;
  /** Who holds it, with `held-by-person`; what is left of an older hold means nothing. */
  held: { by: string; atMs: number } | undefined;
  updatedAtMs: number;
  /** Path of the print-ready file, once there is one. */
  preparedPath: string | undefined;
}

/** Jobs of one state that need the same of a printer. `needsKey` tells groups apart. */
export interface NeedsGroup {
  needsKey: string;
  needs: PrintNeeds;
  firstRank: number;
}

export interface HeldGroup extends NeedsGroup {
  reason: JobReason;
  message: string;
}

/** A file as it was when it was made. */
export interface FileMark {
  path: string;
  bytes: number;
  mtimeMs: number;
  inode: number;
}

export interface JobChange {
  jobId: string;
  from: JobState;
  to: JobState;
  reason: JobReason;
  message: string;
  at: number;
  /** Never fewer than before, unless they are exact. */
  copiesPrinted?: number | undefined;
  /** The number is exact: `sure` by a count, or a person's; it may be lower than what was believed before. */
  copiesExact?: 'sure' | 'unsure' | undefined;
  decided?: LocalDecision | undefined;
  submitted?: boolean | undefined;
  printerId?: string | undefined;
}

interface JobRow {
  position: number;
  rank: number;
  id: string;
  ticket: string;
  needs: string;
  state: JobState;
  reason: JobReason;
  message: string;
  copies: number;
  copies_printed: number;
  copies_sure: number;
  submitted: number;
  printer_id: string | null;
  prepared: string | null;
  decided: string | null;
  held_by: string | null;
  held_at: number | null;
  updated_at: number;
}

/** Tickets that are kept read: some 2 KB each. */
const maxTickets = 5000;

const finalStates = `('printed', 'failed', 'cancelled')`;

export type JobStore = ReturnType<typeof createJobStore>;

export function createJobStore(spool: Spool) {
  /** A ticket never changes, and whoever looks at the queue looks at thousands of them again and again. */
  const tickets = new Map<string, PrintTicket>();
  const ticketOf = ({ id, ticket }: Pick<JobRow, 'id' | 'ticket'>): PrintTicket => {
    let known = tickets.get(id);
    if (!known) {
      if (tickets.size >= maxTickets) tickets.clear();
      known = JSON.parse(ticket) as PrintTicket;
      tickets.set(id, known);
    }
    return known;
  };
  const jobOf = (row: JobRow): Job => jobOfRow(row, ticketOf(row));
  const columns = `position, rank, id, ticket, needs, state, reason, message, copies, copies_printed, copies_sure, submitted,
    printer_id, prepared, decided, held_by, held_at, updated_at`;

  return {
    /** Adds a job, as accepted, behind all others. False when it is already here. */
    insert(ticket: PrintTicket, { needs, at }: { needs: PrintNeeds; at: number }): boolean {
      const { changes } = spool
        .prepare(
          `insert into job (rank, id, ticket, sha256, needs, state, copies, spooled_at, updated_at)
           values ((select coalesce(max(rank), 0) + ? from job), ?, ?, ?, ?, 'accepted', ?, ?, ?)
           on conflict (id) do nothing`,
        )
        .run(
          rankGap,
          ticket.job_id,
          JSON.stringify(ticket),
          ticket.document.sha256,
          JSON.stringify(needs),
          ticket.copies,
          at,
          at,
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

    /** The first jobs of a state, in the order in which they are to be printed. */
    list(state: JobState, limit: number): Job[] {
      const sql = `select ${columns} from job where state = ? order by rank limit ?`;
      return spool.prepare<JobRow>(sql).all(state, limit).map(jobOf);
    },

    /** The first held jobs with that reason that nothing is under way for. */
    listHeld(reason: JobReason, limit: number): Job[] {
      const sql = `select ${columns} from job where state = 'held' and reason = ? order by rank limit ?`;
      return spool.prepare<JobRow>(sql).all(reason, limit).map(jobOf);
    },

    listBySource(sha256: string, state: JobState): Job[] {
      const sql = `select ${columns} from job where sha256 = ? and state = ? order by rank`;
      return spool.prepare<JobRow>(sql).all(sha256, state).map(jobOf);
    },

    /** What the jobs of a state need, each kind once. */
    needsOf(state: 'ready'): NeedsGroup[] {
      const sql = `select needs, min(rank) first from job where state = ? group by needs order by first`;
      return spool.prepare<{ needs: string; first: number }>(sql).all(state).map(groupOf);
    },

    /** The first jobs of a state that need this; held ones only while nothing of theirs is at a printer. */
    listByNeeds(
      group: { needsKey: string; reason?: JobReason; message?: string },
      { state, limit }: { state: 'ready' | 'held'; limit: number },
    ): Job[] {
      const sql = `select ${columns} from job where state = ? and needs = ? and (? is null or (reason = ? and message = ?))
         and (state = 'ready' or not exists
           (select 1 from submission s where s.job_id = job.id and s.state in ${openStates}))
         order by rank limit ?`;
      const reason = group.reason ?? null;
      return spool
        .prepare<JobRow>(sql)
        .all(state, group.needsKey, reason, reason, group.message ?? '', limit)
        .map(jobOf);
    },

    /** What waits for a printer to change, each kind once. */
    heldForPrinters(): HeldGroup[] {
      const sql = `select needs, reason, message, min(rank) first from job
         where state = 'held' and reason in
           ('media-needed', 'no-printer', 'printer-unreachable', 'printer-stopped', 'format-not-supported')
         and not exists (select 1 from submission s where s.job_id = job.id and s.state in ${openStates})
         group by needs, reason, message order by first`;
      return spool
        .prepare<{ needs: string; first: number; reason: JobReason; message: string }>(sql)
        .all()
        .map((row) => ({ ...groupOf(row), reason: row.reason, message: row.message }));
    },

    /** The one update of a state; false when the job was no longer in `from`. */
    change(change: JobChange): boolean {
      // A decision has had its effect where the job ends otherwise, or another question comes: it must not be carried out again.
      const decided = change.decided ? JSON.stringify(change.decided) : null;
      const { changes } = spool
        .prepare(
          `update job set state = ?, reason = ?, message = ?, updated_at = ?,
             copies_printed = case when ? is null then max(copies_printed, coalesce(?, 0)) else coalesce(?, 0) end,
             copies_sure = case ? when 'sure' then 1 when 'unsure' then 0 else copies_sure end,
             submitted = coalesce(?, submitted), printer_id = coalesce(?, printer_id),
             decided = case when ? is null and state <> ? and ? in ('unknown', 'failed') then null else coalesce(?, decided) end
           where id = ? and state = ?`,
        )
        .run(
          change.to,
          change.reason,
          change.message,
          change.at,
          change.copiesExact ?? null,
          change.copiesPrinted ?? null,
          change.copiesPrinted ?? null,
          change.copiesExact ?? null,
          change.submitted === undefined ? null : Number(change.submitted),
          change.printerId ?? null,
          decided,
          change.to,
          change.to,
          decided,
          change.jobId,
          change.from,
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

    /** Another place in the queue. */
    setRank(jobId: string, rank: number): void {
      spool.prepare('update job set rank = ? where id = ?').run(rank, jobId);
    },

    /** Ids and ranks of all jobs that aren't over, the first to be printed first. */
    listRanks(): { id: string; rank: number }[] {
      const sql = `select id, rank from job where state not in ${finalStates} order by rank`;
      return spool.prepare<{ id: string; rank: number }>(sql).all();
    },

    /** The ranks on both sides of a place: that of the job, and the next lower one of any job; 0 where there is none. */
    ranksBefore(jobId: string): { below: number; at: number } | undefined {
      const sql = `select rank at, (select coalesce(max(b.rank), 0) from job b where b.rank < job.rank) below from job where id = ?`;
      return spool.prepare<{ below: number; at: number }>(sql).get(jobId);
    },

    /** The highest rank of any job; 0 without jobs. */
    lastRank: (): number =>
      spool.prepare<{ rank: number }>('select coalesce(max(rank), 0) rank from job').get()?.rank ?? 0,

    /** It asks something else of printers than before. */
    setNeeds(jobId: string, needs: PrintNeeds): void {
      spool.prepare('update job set needs = ? where id = ?').run(JSON.stringify(needs), jobId);
    },

    /** Who holds it from now on. */
    setHold(jobId: string, { by, atMs }: { by: string; atMs: number }): void {
      spool.prepare('update job set held_by = ?, held_at = ? where id = ?').run(by, atMs, jobId);
    },

    /** The states a job went through, oldest first. */
    history(jobId: string): JobState[] {
      const sql = 'select to_state from job_event where job_id = ? order by id';
      return spool
        .prepare<{ to_state: JobState }>(sql)
        .all(jobId)
        .map((row) => row.to_state);
    },

    /** The print-ready file, and how it is on the disk now: a change of it is noticed before it is sent. */
    setPrepared(jobId: string, path: string): void {
      spool.prepare('update job set prepared = ? where id = ?').run(path, jobId);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file) this.setFileMark(jobId, { path, bytes: file.size, mtimeMs: file.mtimeMs, inode: file.ino });
    },

    setFileMark(jobId: string, { path, bytes, mtimeMs, inode }: FileMark): void {
      const sql = `insert into job_file (job_id, path, bytes, mtime_ms, inode) values (?, ?, ?, ?, ?)
         on conflict (job_id) do update set path = excluded.path, bytes = excluded.bytes,
           mtime_ms = excluded.mtime_ms, inode = excluded.inode`;
      spool.prepare(sql).run(jobId, path, bytes, mtimeMs, inode);
    },

    /** Undefined while there is none, and when it was gone already when it was to be noted. */
    findFileMark(jobId: string): FileMark | undefined {
      const sql = 'select path, bytes, mtime_ms mtimeMs, inode from job_file where job_id = ?';
      return spool.prepare<FileMark>(sql).get(jobId);
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

    /** Files of held jobs that nothing is under way for, those that have waited longest first. */
    listEvictable(limit: number): { sha256: string; prepared: string | null }[] {
      const sql = `select sha256, prepared from job where state = 'held' and reason <> 'document-unavailable' and not exists
           (select 1 from submission s where s.job_id = job.id and s.state in ${openStates})
         order by updated_at limit ?`;
      return spool.prepare<{ sha256: string; prepared: string | null }>(sql).all(limit);
    },

    /** True while a job that is neither over nor held, or one at a printer, needs this file. */
    isAtWork({ sha256, prepared }: { sha256?: string; prepared?: string }): boolean {
      const sql = `select 1 from job where (sha256 = ? or prepared = ?) and state not in ${finalStates}
         and (state <> 'held' or exists
           (select 1 from submission s where s.job_id = job.id and s.state in ${openStates})) limit 1`;
      return spool.prepare(sql).get(sha256 ?? null, prepared ?? null) !== undefined;
    },

    /** Every job that isn't over, oldest first; those behind a position, of all without. */
    listOpen(limit: number, behind = 0): Job[] {
      const sql = `select ${columns} from job where position > ? and state not in ${finalStates} order by position limit ?`;
      return spool.prepare<JobRow>(sql).all(behind, limit).map(jobOf);
    },

    /** Every job that isn't over, the first to be printed first. */
    listQueue(limit: number): Job[] {
      const sql = `select ${columns} from job where state not in ${finalStates} order by rank limit ?`;
      return spool.prepare<JobRow>(sql).all(limit).map(jobOf);
    },

    /** Jobs that changed at or after that time, the newest first. */
    listSince(sinceMs: number, limit: number): Job[] {
      const sql = `select ${columns} from job where updated_at >= ? order by updated_at desc, position desc limit ?`;
      return spool.prepare<JobRow>(sql).all(sinceMs, limit).map(jobOf);
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
  firstRank: row.first,
});

const jobOfRow = (row: JobRow, ticket: PrintTicket): Job => ({
  position: row.position,
  rank: row.rank,
  id: row.id,
  ticket,
  needs: JSON.parse(row.needs) as PrintNeeds,
  state: row.state,
  reason: row.reason,
  message: row.message,
  copies: row.copies,
  copiesPrinted: row.copies_printed,
  copiesSure: row.copies_sure === 1,
  submitted: row.submitted === 1,
  decided: row.decided === null ? undefined : (JSON.parse(row.decided) as LocalDecision),
  held: row.held_by === null ? undefined : { by: row.held_by, atMs: row.held_at ?? 0 },
  updatedAtMs: row.updated_at,
  printerId: row.printer_id ?? undefined,
  preparedPath: row.prepared ?? undefined,
});
