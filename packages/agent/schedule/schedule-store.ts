/**
 * The only SQL on the schedule's tables: edits, runs, what waits for an approval, and what of each job matters to its release.
 * Reads jobs only together with those rows; must never change a job.
 */

import type { JobReason } from '@platen/contracts/agent-protocol';
import type { ScheduleDocument } from '@platen/contracts/schedule/schedule-document';
import type { BacklogCause, BacklogDecision, RunOutcome } from '@platen/contracts/schedule/schedule-report';
import type { Product } from '@platen/contracts/schedule/schedule-rules';
import type { JobState } from '@platen/contracts/states';
import type { Spool } from '../spool/spool-db.ts';

export type EditState = 'holds' | 'replaced' | 'lost';

export interface StoredEdit {
  document: ScheduleDocument;
  state: EditState;
  takenAtMs: number;
}

/** One job as the schedule sees it. */
export interface ScheduledJob {
  jobId: string;
  position: number;
  rank: number;
  state: JobState;
  reason: JobReason;
  message: string;
  /** Equal for all jobs of one product: what rules look at. */
  product: Product;
  productKey: string;
  dueAtMs: number | undefined;
  paidAtMs: number;
  knownAtMs: number;
  isReleased: boolean;
  /** A person has let it go, in quiet hours too. */
  isCalled: boolean;
  /** Of a backlog that nobody has decided about. */
  mustAsk: boolean;
}

export interface NewScheduledJob {
  jobId: string;
  product: Product;
  dueAtMs: number | undefined;
  paidAtMs: number;
  knownAtMs: number;
  backlogId: string | undefined;
}

export interface Backlog {
  id: string;
  causes: BacklogCause[];
  /** Jobs that come later but were paid up to here belong to it; by the cloud's clock. */
  paidUpToMs: number | undefined;
  openedAtMs: number;
}

interface JobRow {
  job_id: string;
  position: number;
  rank: number;
  state: JobState;
  reason: JobReason;
  message: string;
  product: string;
  due_at: number | null;
  paid_at: number;
  known_at: number;
  is_released: number;
  must_ask: number;
}

/** Jobs that may still go to a printer. */
const openStates = `('accepted', 'preparing', 'ready', 'submitting', 'printing', 'held', 'unknown')`;
/** Edits and decisions that are kept. */
const maxEdits = 200;
const maxRunsARule = 50;
const maxLogLines = 2000;

const jobColumns = `s.job_id, j.position, j.rank, j.state, j.reason, j.message, s.product, s.due_at, s.paid_at, s.known_at,
  s.is_released, (b.id is not null) must_ask`;
const jobTables = `schedule_job s join job j on j.id = s.job_id
  left join schedule_backlog b on b.id = s.backlog_id and b.state = 'waiting'`;

/** Each has its words in the log of the shop floor. */
export const scheduleLogEvents = ['schedule.changed', 'backlog.decided'] as const;
type ScheduleLogEvent = (typeof scheduleLogEvents)[number];

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

export function createScheduleStore(spool: Spool) {
  return { ...editsOf(spool), ...runsOf(spool), ...backlogsOf(spool), ...jobsOf(spool), ...marksOf(spool) };
}

function editsOf(spool: Spool) {
  const editOf = (row: { document: string; state: EditState; taken_at: number }): StoredEdit => ({
    document: JSON.parse(row.document) as ScheduleDocument,
    state: row.state,
    takenAtMs: row.taken_at,
  });
  return {
    findHolding(): ScheduleDocument | undefined {
      const sql = `select document, state, taken_at from schedule_edit where state = 'holds'`;
      const row = spool.prepare<{ document: string; state: EditState; taken_at: number }>(sql).get();
      return row && editOf(row).document;
    },
    /** Newest first. */
    listEdits(limit: number): StoredEdit[] {
      const sql =
        'select document, state, taken_at from schedule_edit order by taken_at desc, version desc limit ?';
      return spool
        .prepare<{ document: string; state: EditState; taken_at: number }>(sql)
        .all(limit)
        .map(editOf);
    },
    /** The one that holds becomes `replaced` or `lost`. */
    endHolding(state: Exclude<EditState, 'holds'>): void {
      spool.prepare(`update schedule_edit set state = ? where state = 'holds'`).run(state);
    },
    insertEdit({ document, state, takenAtMs }: StoredEdit): void {
      spool
        .prepare(
          `insert into schedule_edit (edit_id, version, document, state, taken_at) values (?, ?, ?, ?, ?)
           on conflict (edit_id) do update set state = excluded.state, taken_at = excluded.taken_at`,
        )
        .run(document.edit_id, document.version, JSON.stringify(document), state, takenAtMs);
      spool
        .prepare(
          `delete from schedule_edit where state <> 'holds' and edit_id not in
             (select edit_id from schedule_edit order by taken_at desc limit ?)`,
        )
        .run(maxEdits);
    },
  };
}

function runsOf(spool: Spool) {
  return {
    /**
     * False when this run was noted before: whatever it was, it is not to be done again. It lets go the jobs that are in the
     * spool by now, which their position tells, whatever any clock says.
     */
    noteRun(run: { ruleId: string; atMs: number; outcome: RunOutcome; nowMs: number }): boolean {
      const { changes } = spool
        .prepare(
          `insert into schedule_run (rule_id, at, outcome, noted_at, up_to_position)
           values (?, ?, ?, ?, (select coalesce(max(position), 0) from job)) on conflict do nothing`,
        )
        .run(run.ruleId, run.atMs, run.outcome, run.nowMs);
      spool
        .prepare(
          `delete from schedule_run where rule_id = ? and at <
             (select min(at) from (select at from schedule_run where rule_id = ? order by at desc limit ?))`,
        )
        .run(run.ruleId, run.ruleId, maxRunsARule);
      return changes === 1;
    },
    /** The newest position that a run of this rule with one of these outcomes has let go; 0 for none. */
    releasedUpTo(ruleId: string, outcomes: readonly RunOutcome[]): number {
      const sql = `select coalesce(max(up_to_position), 0) position from schedule_run
        where rule_id = ? and outcome in (select value from json_each(?))`;
      return spool.prepare<{ position: number }>(sql).get(ruleId, JSON.stringify(outcomes))?.position ?? 0;
    },
    findLastRun(ruleId: string): { atMs: number; outcome: RunOutcome } | undefined {
      const sql = 'select at, outcome from schedule_run where rule_id = ? order by at desc limit 1';
      const row = spool.prepare<{ at: number; outcome: RunOutcome }>(sql).get(ruleId);
      return row && { atMs: row.at, outcome: row.outcome };
    },
  };
}

function backlogsOf(spool: Spool) {
  return {
    findWaitingBacklog(): Backlog | undefined {
      const sql = `select id, causes, paid_up_to, opened_at from schedule_backlog where state = 'waiting'`;
      const row = spool
        .prepare<{ id: string; causes: string; paid_up_to: number | null; opened_at: number }>(sql)
        .get();
      return (
        row && {
          id: row.id,
          causes: JSON.parse(row.causes) as BacklogCause[],
          paidUpToMs: row.paid_up_to ?? undefined,
          openedAtMs: row.opened_at,
        }
      );
    },
    /** Adds it, or writes its causes and its end of payments down anew. */
    saveBacklog({ id, causes, paidUpToMs, openedAtMs }: Backlog): void {
      spool
        .prepare(
          `insert into schedule_backlog (id, causes, state, paid_up_to, opened_at) values (?, ?, 'waiting', ?, ?)
           on conflict (id) do update set causes = excluded.causes, paid_up_to = excluded.paid_up_to`,
        )
        .run(id, JSON.stringify(causes), paidUpToMs ?? null, openedAtMs);
    },
    /** False when it was decided before, or never was. */
    decideBacklog(made: {
      id: string;
      decision: BacklogDecision;
      by: string;
      origin: 'cloud' | 'console';
      atMs: number;
    }): boolean {
      const { changes } = spool
        .prepare(
          `update schedule_backlog set state = ?, decided_by = ?, origin = ?, decided_at = ? where id = ? and state = 'waiting'`,
        )
        .run(made.decision, made.by, made.origin, made.atMs, made.id);
      return changes === 1;
    },
    joinBacklog(jobId: string, backlogId: string): void {
      spool
        .prepare('update schedule_job set backlog_id = ?, not_before = null where job_id = ?')
        .run(backlogId, jobId);
    },
    countBacklog(backlogId: string): number {
      const sql = `select count(*) jobs from schedule_job s join job j on j.id = s.job_id
        where s.backlog_id = ? and j.state in ${openStates}`;
      return spool.prepare<{ jobs: number }>(sql).get(backlogId)?.jobs ?? 0;
    },
  };
}

function jobsOf(spool: Spool) {
  const jobOf = (row: JobRow): ScheduledJob => ({
    jobId: row.job_id,
    position: row.position,
    rank: row.rank,
    state: row.state,
    reason: row.reason,
    message: row.message,
    product: JSON.parse(row.product) as Product,
    productKey: row.product,
    dueAtMs: row.due_at ?? undefined,
    paidAtMs: row.paid_at,
    knownAtMs: row.known_at,
    isReleased: row.is_released > 0,
    isCalled: row.is_released === 2,
    mustAsk: row.must_ask === 1,
  });
  return {
    insertScheduledJob(job: NewScheduledJob): void {
      spool
        .prepare(
          `insert into schedule_job (job_id, product, due_at, paid_at, known_at, backlog_id) values (?, ?, ?, ?, ?, ?)
           on conflict (job_id) do nothing`,
        )
        .run(
          job.jobId,
          JSON.stringify(job.product),
          job.dueAtMs ?? null,
          job.paidAtMs,
          job.knownAtMs,
          job.backlogId ?? null,
        );
    },
    /** Every job that may still go to a printer, oldest first, from behind a position. */
    listOpenJobs(afterPosition: number, limit: number): ScheduledJob[] {
      const sql = `select ${jobColumns} from ${jobTables}
        where j.state in ${openStates} and j.position > ? order by j.position limit ?`;
      return spool.prepare<JobRow>(sql).all(afterPosition, limit).map(jobOf);
    },
    listBacklogJobs(backlogId: string): ScheduledJob[] {
      const sql = `select ${jobColumns} from ${jobTables} where s.backlog_id = ? order by j.position`;
      return spool.prepare<JobRow>(sql).all(backlogId).map(jobOf);
    },
    /** Ready jobs of one kind that don't say what they wait for, or may wait for something else by now. */
    listUnjudged(needsKey: string, { nowMs, limit }: { nowMs: number; limit: number }): ScheduledJob[] {
      const sql = `select ${jobColumns} from ${jobTables}
        where j.state = 'ready' and j.needs = ?
          and (s.not_before is null or (s.not_before > ? and j.reason <> 'scheduled'))
        order by j.rank limit ?`;
      return spool.prepare<JobRow>(sql).all(needsKey, nowMs, limit).map(jobOf);
    },
    /** The first ready jobs of one kind whose time may have come, from behind a rank. */
    listRipe(needsKey: string, ripe: { nowMs: number; afterRank: number; limit: number }): ScheduledJob[] {
      const sql = `select ${jobColumns} from ${jobTables}
        where j.state = 'ready' and j.needs = ? and s.not_before <= ? and j.rank > ? order by j.rank limit ?`;
      return spool.prepare<JobRow>(sql).all(needsKey, ripe.nowMs, ripe.afterRank, ripe.limit).map(jobOf);
    },
    setNotBefore(jobId: string, atMs: number): void {
      spool.prepare('update schedule_job set not_before = ? where job_id = ?').run(atMs, jobId);
    },
    /** Everything that isn't over is judged anew. */
    forgetJudgements(): void {
      spool
        .prepare(
          `update schedule_job set not_before = null where not_before is not null and job_id in
             (select id from job where state in ${openStates})`,
        )
        .run();
    },
    /** This one is judged anew. */
    forgetJudgement(jobId: string): void {
      spool.prepare('update schedule_job set not_before = null where job_id = ?').run(jobId);
    },
    /** A person lets it go whatever the time is. */
    call(jobId: string): void {
      spool.prepare('update schedule_job set is_released = 2, not_before = null where job_id = ?').run(jobId);
    },
    release(jobId: string): void {
      spool
        .prepare(
          'update schedule_job set is_released = max(is_released, 1), not_before = null where job_id = ?',
        )
        .run(jobId);
    },
    /** How many ready jobs wait, and when the first of them goes. */
    countWaiting(nowMs: number): { jobs: number; firstMs: number | undefined } {
      const sql = `select count(*) jobs, min(nullif(s.not_before, ${never})) first from schedule_job s join job j on j.id = s.job_id
        where j.state = 'ready' and s.not_before > ?`;
      const row = spool.prepare<{ jobs: number; first: number | null }>(sql).get(nowMs);
      return { jobs: row?.jobs ?? 0, firstMs: row?.first ?? undefined };
    },
  };
}

/** not_before of what nothing in sight lets go. */
export const never = 8_640_000_000_000_000;

function marksOf(spool: Spool) {
  return {
    findMark<T>(name: string): T | undefined {
      const row = spool
        .prepare<{ value: string }>('select value from schedule_mark where name = ?')
        .get(name);
      return row && (JSON.parse(row.value) as T);
    },
    setMark(name: string, value: unknown): void {
      spool
        .prepare(
          'insert into schedule_mark (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        )
        .run(name, JSON.stringify(value));
    },
    /** Who did what, for people who ask later. */
    addLog(line: { atMs: number; event: ScheduleLogEvent; actor: string; detail: unknown }): void {
      spool
        .prepare('insert into schedule_log (at, event, actor, detail) values (?, ?, ?, ?)')
        .run(line.atMs, line.event, line.actor, JSON.stringify(line.detail));
      spool
        .prepare('delete from schedule_log where id <= (select max(id) from schedule_log) - ?')
        .run(maxLogLines);
    },
    /** Newest first. */
    listLog(limit: number): { atMs: number; event: string; actor: string; detail: unknown }[] {
      return spool
        .prepare<{ at: number; event: string; actor: string; detail: string }>(
          'select at, event, actor, detail from schedule_log order by id desc limit ?',
        )
        .all(limit)
        .map((row) => ({
          atMs: row.at,
          event: row.event,
          actor: row.actor,
          detail: JSON.parse(row.detail) as unknown,
        }));
    },
  };
}

/** All open jobs, read a page at a time. */
export function* listAllOpen(store: ScheduleStore): Generator<ScheduledJob> {
  const pageSize = 500;
  let afterPosition = 0;
  for (let page = 0; page < 1000; page += 1) {
    const jobs = store.listOpenJobs(afterPosition, pageSize);
    yield* jobs;
    const last = jobs.at(-1);
    if (!last || jobs.length < pageSize) return;
    afterPosition = last.position;
  }
}
