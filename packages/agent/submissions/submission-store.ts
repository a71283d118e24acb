/**
 * The journal of IPP jobs: one row each, written before and after everything that can make paper. Owns its SQL and its moves.
 * A row's state changes only along submissionMachine and only from the state that the caller believes in.
 */
import { refuseMove } from '@platen/contracts/state-machine';
import type { Spool } from '../spool/spool-db.ts';
import { isOpen, openSubmissionStates, type SubmissionState, submissionMachine } from './submission-rules.ts';

export interface Submission {
  id: number;
  jobId: string;
  setNo: number;
  copies: number;
  attempt: number;
  jobName: string;
  state: SubmissionState;
  /** Copies of it that came out for certain. */
  copiesDone: number;
  /** Sheets of one more copy may exist. */
  isCut: boolean;
  isCollated: boolean;
  /** Another copy of the spool had sent it, and what it sent besides nobody remembers. */
  isFound: boolean;
  createdAtMs: number;
  printerId: string;
  printerUri: string;
  printerUuid: string | undefined;
  ippJobId: number | undefined;
  ippJobUuid: string | undefined;
  cancelRequested: boolean;
  /** When its document began to leave; undefined before. */
  sendingAtMs: number | undefined;
  /** Why it ended, or what the printer refused it with. */
  outcome: string;
}

export interface NewSubmission {
  jobId: string;
  setNo: number;
  copies: number;
  attempt: number;
  jobName: string;
  printerId: string;
  printerUri: string;
  printerUuid: string | undefined;
  printerUpTime: number | undefined;
  /** True unless told. */
  isCollated?: boolean;
  at: number;
}

export interface FoundSubmission {
  jobId: string;
  setNo: number;
  copies: number;
  attempt: number;
  jobName: string;
  /** sent: the cloud had been told that the printer acknowledged it. */
  state: 'sending' | 'sent';
  isCollated: boolean;
  printer: { printerId: string; uri: string; printerUuid: string | undefined } | undefined;
  job: { jobId: number; jobUuid: string | undefined } | undefined;
  at: number;
}

export interface SubmissionChange {
  at: number;
  ippJobId?: number;
  ippJobUuid?: string | undefined;
  /** Why it ended, for people who read the journal. */
  outcome?: string;
  copiesDone?: number;
  isCut?: boolean;
}

/** What earlier submissions of a job came to. */
export interface SubmissionTally {
  /** Copies that came out for certain. */
  copiesDone: number;
  /** Sets that are over, printed whole or not. */
  setsDone: number;
  /** Sets that the printer gave up on. */
  abortedSets: number;
  /** Attempts of the present set that were given up after bytes had left. */
  brokenAttempts: number;
  /** Attempts of the present set whose job or document the printer refused. */
  refusals: number;
  attempts: number;
  /** When the first attempt of the present set was made; undefined: none. */
  firstAttemptAtMs: number | undefined;
}

interface SubmissionRow {
  id: number;
  job_id: string;
  set_no: number;
  copies: number;
  attempt: number;
  job_name: string;
  state: SubmissionState;
  outcome: string;
  printer_id: string;
  printer_uri: string;
  printer_uuid: string | null;
  ipp_job_id: number | null;
  ipp_job_uuid: string | null;
  cancel_requested: number;
  sending_at: number | null;
  copies_done: number;
  is_cut: number;
  is_collated: number;
  is_found: number;
  created_at: number;
}

/** The open states as SQL; every statement about them uses this list. */
export const openStates = `('${openSubmissionStates.join("', '")}')`;

const lostAttempts = 1000;

/** Beginning of the outcome of an attempt whose Create-Job, or whose document, was refused. */
export const refusedJob = 'refused';
export const refusedDocument = 'document refused';
/** The outcome of an attempt that another copy of the spool has ended. */
export const endedElsewhere = 'ended by another copy of the spool';

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

export function createSubmissionStore(spool: Spool) {
  const rowsOf = (jobId: string) =>
    spool.prepare<SubmissionRow>('select * from submission where job_id = ? order by id').all(jobId);
  /** An earlier spool had it, and what that did is not in this one. */
  const isLost = (jobId: string) =>
    spool.prepare('select 1 from lost_job where job_id = ?').get(jobId) !== undefined;

  return {
    /** Writes the intent. Gives the row's id. */
    insert(row: NewSubmission): number {
      const sql = `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri,
          printer_uuid, printer_up_time, is_collated, created_at, updated_at)
          values (?, ?, ?, ?, ?, 'intended', ?, ?, ?, ?, ?, ?, ?)`;
      const { lastInsertRowid } = spool
        .prepare(sql)
        .run(
          row.jobId,
          row.setNo,
          row.copies,
          row.attempt,
          row.jobName,
          row.printerId,
          row.printerUri,
          row.printerUuid ?? null,
          row.printerUpTime ?? null,
          Number(row.isCollated ?? true),
          row.at,
          row.at,
        );
      return Number(lastInsertRowid);
    },

    /** A set of another copy of the spool, as it was found at a printer or, without one, as nobody knows it. Gives the row's id. */
    insertFound(row: FoundSubmission): number {
      const sql = `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri,
          printer_uuid, ipp_job_id, ipp_job_uuid, is_collated, is_found, sending_at, created_at, updated_at)
          values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
        on conflict (job_name) do update set state = excluded.state, is_found = 1, ipp_job_id = excluded.ipp_job_id,
          ipp_job_uuid = excluded.ipp_job_uuid, sending_at = coalesce(sending_at, excluded.sending_at),
          updated_at = excluded.updated_at
        returning id`;
      const { printer, job } = row;
      const { id } = spool
        .prepare<{ id: number }>(sql)
        .get(
          row.jobId,
          row.setNo,
          row.copies,
          row.attempt,
          row.jobName,
          row.state,
          printer?.printerId ?? '',
          printer?.uri ?? '',
          printer?.printerUuid ?? null,
          job?.jobId ?? null,
          job?.jobUuid ?? null,
          Number(row.isCollated),
          row.at,
          row.at,
          row.at,
        ) as { id: number };
      return id;
    },

    /** One step. False when the row is no longer in `from`; throws when the machine has no such step. */
    advance(
      step: { id: number; from: SubmissionState; to: SubmissionState },
      change: SubmissionChange,
    ): boolean {
      const refusal = refuseMove(submissionMachine, step.from, step.to);
      if (refusal) throw new Error(refusal);
      const sql = `update submission set state = ?, updated_at = ?, outcome = coalesce(?, outcome),
          ipp_job_id = coalesce(?, ipp_job_id), ipp_job_uuid = coalesce(?, ipp_job_uuid),
          copies_done = case ? when 'completed' then copies else coalesce(?, copies_done) end, is_cut = coalesce(?, is_cut),
          sending_at = case ? when 'sending' then ? when 'created' then null else sending_at end
        where id = ? and state = ?`;
      const { changes } = spool
        .prepare(sql)
        .run(
          step.to,
          change.at,
          change.outcome ?? null,
          change.ippJobId ?? null,
          change.ippJobUuid ?? null,
          step.to,
          change.copiesDone ?? null,
          change.isCut === undefined ? null : Number(change.isCut),
          step.to,
          change.at,
          step.id,
          step.from,
        );
      return changes === 1;
    },

    /** Remembers the printer's numbers of a job that was found by name. */
    identify(id: number, job: { jobId: number; jobUuid: string | undefined }): void {
      spool
        .prepare(
          'update submission set ipp_job_id = ?, ipp_job_uuid = coalesce(?, ipp_job_uuid) where id = ?',
        )
        .run(job.jobId, job.jobUuid ?? null, id);
    },

    markCancelRequested(id: number): void {
      spool.prepare('update submission set cancel_requested = 1 where id = ?').run(id);
    },

    find(id: number): Submission | undefined {
      const row = spool.prepare<SubmissionRow>('select * from submission where id = ?').get(id);
      return row && submissionOf(row);
    },

    /** Every submission that isn't over. */
    listOpen(): Submission[] {
      const sql = `select * from submission where state in ${openStates} order by id`;
      return spool.prepare<SubmissionRow>(sql).all().map(submissionOf);
    },

    /** Printers that have something of ours in flight. */
    busyPrinterIds(): Set<string> {
      const sql = `select distinct printer_id from submission where state in ${openStates}`;
      const rows = spool.prepare<{ printer_id: string }>(sql).all();
      return new Set(rows.map((row) => row.printer_id));
    },

    listByJob(jobId: string): Submission[] {
      return rowsOf(jobId).map(submissionOf);
    },

    /** The newest of a job that a printer may still have to do with. */
    findOpen(jobId: string): Submission | undefined {
      const row = rowsOf(jobId).findLast(({ state }) => isOpen(state));
      return row && submissionOf(row);
    },

    /**
     * The newest given-up submissions at a printer, but for those that it surely made no job of: a job left there under
     * such a name may be cleared away.
     */
    listVoid(printerUri: string, limit: number): Submission[] {
      const sql = `select * from submission where printer_uri = ? and state = 'void'
        and outcome not like 'busy:%' and outcome not like 'refused:%' order by id desc limit ?`;
      return spool.prepare<SubmissionRow>(sql).all(printerUri, limit).map(submissionOf);
    },

    /** True when a sheet of this job may have been handed to a printer. */
    mayHavePaper(jobId: string): boolean {
      return (
        isLost(jobId) ||
        rowsOf(jobId).some((row) => row.state !== 'void' && (row.sending_at !== null || !isOpen(row.state)))
      );
    },

    /** The printer that gave the last set of this job up; undefined when it didn't end so. */
    lastGivenUpBy(jobId: string): string | undefined {
      const last = rowsOf(jobId).at(-1);
      return last?.state === 'aborted' ? last.printer_id : undefined;
    },

    tally(jobId: string): SubmissionTally {
      const rows = rowsOf(jobId);
      const over = rows.filter((row) => row.state !== 'void' && !isOpen(row.state));
      const setNo = over.length + 1;
      const present = rows.filter((row) => row.set_no === setNo);
      return {
        copiesDone: over.reduce((sum, row) => sum + row.copies_done, 0),
        setsDone: over.length,
        abortedSets: over.filter((row) => row.state === 'aborted').length,
        brokenAttempts: present.filter(
          (row) =>
            row.state === 'void' &&
            row.sending_at !== null &&
            row.outcome !== 'decided' &&
            row.outcome !== endedElsewhere &&
            !row.outcome.startsWith(refusedDocument),
        ).length,
        refusals: present.filter(
          (row) => row.outcome.startsWith(refusedJob) || row.outcome.startsWith(refusedDocument),
        ).length,
        // Names of the lost spool's attempts must not come again.
        attempts: present.length + (isLost(jobId) ? lostAttempts : 0),
        firstAttemptAtMs: present[0]?.created_at,
      };
    },
  };
}

const submissionOf = (row: SubmissionRow): Submission => ({
  id: row.id,
  jobId: row.job_id,
  setNo: row.set_no,
  copies: row.copies,
  attempt: row.attempt,
  jobName: row.job_name,
  state: row.state,
  copiesDone: row.copies_done,
  isCut: row.is_cut === 1,
  isCollated: row.is_collated === 1,
  isFound: row.is_found === 1,
  createdAtMs: row.created_at,
  printerId: row.printer_id,
  printerUri: row.printer_uri,
  printerUuid: row.printer_uuid ?? undefined,
  ippJobId: row.ipp_job_id ?? undefined,
  ippJobUuid: row.ipp_job_uuid ?? undefined,
  cancelRequested: row.cancel_requested === 1,
  sendingAtMs: row.sending_at ?? undefined,
  outcome: row.outcome,
});
