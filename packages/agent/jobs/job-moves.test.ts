import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needsOf } from '../printers/printer-rules.ts';
import { createReportStore } from '../spool/report-store.ts';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { createSubmissionStore } from '../submissions/submission-store.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { createJobMoves } from './job-moves.ts';
import { createJobStore } from './job-store.ts';

let dir: string;
let spool: Spool;
beforeEach(() => {
  dir = scratchDir();
  spool = openSpool(join(dir, 'spool.sqlite'));
});
afterEach(() => {
  if (spool.isOpen) spool.close();
  rmSync(dir, { recursive: true, force: true });
});

function open() {
  const jobs = createJobStore(spool);
  const reports = createReportStore(spool);
  const submissions = createSubmissionStore(spool);
  const moved: string[] = [];
  const moves = createJobMoves({
    spool,
    jobs,
    reports,
    now: () => 1_000_000,
    onMoved: (state) => moved.push(state),
    onReport: () => {},
  });
  const add = (content = 'picture') => {
    const ticket = ticketFor(Buffer.from(content));
    spool.transaction(() => {
      jobs.insert(ticket, { needs: needsOf(ticket), at: 1 });
      moves.accepted(ticket.job_id);
    });
    return ticket.job_id;
  };
  return { jobs, reports, submissions, moves, moved, add };
}

describe('moves', () => {
  it('write state, history and report together, and tell it after the commit', () => {
    const { jobs, reports, moves, moved, add } = open();
    const jobId = add();
    moves.move({ jobId, from: 'accepted', to: 'preparing' });
    expect(jobs.get(jobId).state).toBe('preparing');
    expect(jobs.history(jobId)).toEqual(['accepted', 'preparing']);
    expect(reports.listAfter(0, 10).map(({ body }) => body.state)).toEqual(['preparing']);
    expect(moved).toEqual(['accepted', 'preparing']);
  });

  it('leave nothing behind when the transaction around them fails', () => {
    const { jobs, reports, moves, moved, add } = open();
    const jobId = add();
    const before = reports.listAfter(0, 10);
    expect(() =>
      spool.transaction(() => {
        moves.move({ jobId, from: 'accepted', to: 'preparing' });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(jobs.get(jobId).state).toBe('accepted');
    expect(reports.listAfter(0, 10)).toEqual(before);
    expect(moved).toEqual(['accepted']);
  });

  it('from a state that the job has left change nothing', () => {
    const { jobs, moves, add } = open();
    const jobId = add();
    moves.move({ jobId, from: 'accepted', to: 'cancelled' });
    expect(moves.move({ jobId, from: 'accepted', to: 'preparing' })).toBe(false);
    expect(jobs.get(jobId).state).toBe('cancelled');
  });

  it('that the table does not have are refused', () => {
    const { moves, add } = open();
    const jobId = add();
    expect(() => moves.move({ jobId, from: 'accepted', to: 'printed' })).toThrow(/from there it can become/);
  });
});

describe('reports', () => {
  it('that were not sent give way to newer ones of the job, and keep what is submitted', () => {
    const { reports, moves, add } = open();
    const jobId = add();
    moves.move({ jobId, from: 'accepted', to: 'preparing' });
    moves.move({ jobId, from: 'preparing', to: 'ready' });
    moves.move({ jobId, from: 'ready', to: 'submitting' });
    moves.restate({ jobId, state: 'submitting' }, { submitted: true });
    moves.move({ jobId, from: 'submitting', to: 'unknown' });
    const waiting = reports.listAfter(0, 10);
    expect(waiting.map(({ body }) => [body.state, body.submitted])).toEqual([['unknown', true]]);
  });

  it('that were sent stay until they are acknowledged', () => {
    const { reports, moves, add } = open();
    const jobId = add();
    reports.markSent(reports.lastSeq());
    moves.move({ jobId, from: 'accepted', to: 'preparing' });
    expect(reports.listAfter(0, 10).map(({ body }) => body.state)).toEqual(['accepted', 'preparing']);
    reports.acknowledge(1);
    expect(reports.listAfter(0, 10)).toHaveLength(1);
  });

  it('never use a number twice, and continue behind the cloud', () => {
    const { reports, moves, add } = open();
    const jobId = add();
    reports.acknowledge(reports.lastSeq());
    moves.report(jobId);
    expect(reports.listAfter(0, 10).map(({ seq }) => seq)).toEqual([2]);
    reports.continueAfter(40);
    expect(reports.listAfter(0, 10).map(({ seq }) => seq)).toEqual([41]);
    expect(reports.lastSeq()).toBe(41);
  });
});

describe('the spool', () => {
  it('survives being closed and opened', () => {
    const jobId = open().add();
    spool.close();
    spool = openSpool(join(dir, 'spool.sqlite'));
    const { jobs, reports } = open();
    expect(jobs.get(jobId)).toMatchObject({ state: 'accepted', copies: 1, submitted: false });
    expect(reports.listAfter(0, 10)).toHaveLength(1);
  });

  it('commits to the disk: FULL, although WAL turns it down', () => {
    expect(spool.prepare<{ synchronous: number }>('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(spool.prepare<{ journal_mode: string }>('pragma journal_mode').get()).toEqual({
      journal_mode: 'wal',
    });
    open().add();
    expect(spool.prepare<{ synchronous: number }>('pragma synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('of a newer version is left alone', () => {
    spool.close();
    const database = new Database(join(dir, 'spool.sqlite'));
    database.pragma('user_version = 99');
    database.close();
    expect(() => openSpool(join(dir, 'spool.sqlite'))).toThrow(/newer version/);
  });
});

describe('the journal', () => {
  const row = (jobId: string, more = {}) => ({
    jobId,
    setNo: 1,
    copies: 1,
    attempt: 1,
    jobName: 'a',
    printerId: 'p',
    printerUri: 'ipp://x',
    printerUuid: undefined,
    printerUpTime: undefined,
    at: 1,
    ...more,
  });

  it('knows when a sheet may have been touched', () => {
    const { submissions, add } = open();
    const jobId = add();
    const id = submissions.insert(row(jobId));
    expect(submissions.mayHavePaper(jobId)).toBe(false);
    submissions.advance({ id, from: 'intended', to: 'created' }, { at: 2, ippJobId: 7 });
    expect(submissions.mayHavePaper(jobId)).toBe(false);
    submissions.advance({ id, from: 'created', to: 'sending' }, { at: 3 });
    expect(submissions.mayHavePaper(jobId)).toBe(true);
    submissions.advance({ id, from: 'sending', to: 'void' }, { at: 4 });
    expect(submissions.mayHavePaper(jobId)).toBe(false);
    expect(submissions.tally(jobId)).toMatchObject({ attempts: 1, brokenAttempts: 1, copiesDone: 0 });
  });

  it('refuses steps that its machine does not have, and a name twice', () => {
    const { submissions, add } = open();
    const jobId = add();
    const id = submissions.insert(row(jobId));
    expect(() => submissions.advance({ id, from: 'intended', to: 'sent' }, { at: 2 })).toThrow();
    expect(submissions.advance({ id, from: 'created', to: 'sending' }, { at: 2 })).toBe(false);
    expect(() => submissions.insert(row(jobId))).toThrow(/UNIQUE/);
  });
});
