/** Every act on the queue against every state that a job and its attempt at a printer can be in; and the order against a plain list. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFinal } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrinterPauses } from '../printers/printer-pauses.ts';
import { needsOf, type PrinterView } from '../printers/printer-rules.ts';
import { createReportStore } from '../spool/report-store.ts';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { openSubmissionStates } from '../submissions/submission-rules.ts';
import { createSubmissionStore } from '../submissions/submission-store.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { fakeDescription } from '../testing/fake-printer.ts';
import { createJobMoves } from './job-moves.ts';
import { createJobStore } from './job-store.ts';
import { createPersonActStore } from './person-act-store.ts';
import { createQueueAdmin, type QueueWish } from './queue-admin.ts';

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

const printer = (entryId: number): PrinterView => ({
  printerId: `urn:uuid:${entryId}`,
  uri: `ipp://127.0.0.1:9/${entryId}`,
  name: `Printer ${entryId}`,
  reachable: true,
  asOfMs: 1,
  description: fakeDescription(),
  entryId,
  isEnabled: true,
});

function open() {
  const jobs = createJobStore(spool);
  const reports = createReportStore(spool);
  const submissions = createSubmissionStore(spool);
  const acts = createPersonActStore(spool);
  const now = () => 1_000_000;
  const pauses = createPrinterPauses({ spool, onChange: () => {} });
  const moves = createJobMoves({ spool, jobs, reports, now, onMoved: () => {}, onReport: () => {} });
  const judged: string[] = [];
  const queue = createQueueAdmin({
    spool,
    jobs,
    submissions,
    moves,
    acts,
    pauses,
    now,
    views: () => pauses.mark([printer(1), printer(2)]),
    judgeAnew: (jobId) => void judged.push(jobId),
    letGo: () => 0,
    cloudNowMs: now,
    onChange: () => {},
    log: () => {},
  });
  const add = (content: string): string => {
    const ticket = ticketFor(Buffer.from(content));
    spool.transaction(() => {
      jobs.insert(ticket, { needs: needsOf(ticket), at: 1 });
      moves.accepted(ticket.job_id);
    });
    return ticket.job_id;
  };
  return { jobs, reports, submissions, acts, pauses, queue, add };
}

const li = { by: 'Li', origin: 'console' } as const;

describe('every act, in every state', () => {
  const attempts = [undefined, ...openSubmissionStates] as const;
  const jobStates = jobMachine.states.filter((state) => state !== 'queued' && state !== 'sent');
  const wishes: ((jobId: string, otherId: string) => QueueWish)[] = [
    (job_id) => ({ act: 'hold_job', job_id }),
    (job_id) => ({ act: 'release_job', job_id }),
    (job_id) => ({ act: 'move_job', job_id, entry_id: 2 }),
    (job_id) => ({ act: 'reorder_job', job_id, before_job_id: null }),
    (job_id, otherId) => ({ act: 'reorder_job', job_id, before_job_id: otherId }),
  ];

  it('leaves alone what may be at a printer, and what is over or asked about', () => {
    const { jobs, reports, submissions, acts, queue, add } = open();
    const otherId = add('other');
    let cases = 0;
    const place = (state: JobState, attempt: (typeof attempts)[number], reason: string): string => {
      const jobId = add(`${state} ${attempt} ${reason} ${cases}`);
      spool
        .prepare('update job set state = ?, reason = ?, held_by = ?, held_at = 5 where id = ?')
        .run(state, reason, 'Wang', jobId);
      if (attempt === undefined) return jobId;
      const id = submissions.insert({
        jobId,
        setNo: 1,
        copies: 1,
        attempt: 1,
        jobName: jobId,
        at: 1,
        printerId: 'urn:uuid:1',
        printerUri: 'ipp://127.0.0.1:9/1',
        printerUuid: undefined,
        printerUpTime: undefined,
      });
      spool.prepare('update submission set state = ? where id = ?').run(attempt, id);
      return jobId;
    };
    for (const state of jobStates)
      for (const attempt of attempts)
        for (const reason of state === 'held' ? ['held-by-person', 'media-needed'] : ['none'])
          for (const wishOf of wishes) {
            cases += 1;
            const jobId = place(state, attempt, reason);
            const before = jobs.get(jobId);
            const wish = wishOf(jobId, otherId);
            const outcome = queue.act(wish, li);
            const after = jobs.get(jobId);
            const [said] = acts.list({ subject: jobId, limit: 1 });
            const where = `${state} (${reason}), attempt ${attempt}: ${wish.act}`;
            expect(said?.outcome, where).toBe(outcome.kind === 'done' ? 'done' : outcome.code);
            const isThere = attempt === 'sending' || attempt === 'refused' || attempt === 'sent';
            const isOver = isFinal(jobMachine, state) || state === 'unknown';
            if (wish.act !== 'release_job' && (isThere || isOver || state === 'printing'))
              expect(outcome.kind, where).toBe('refused');
            if (outcome.kind === 'refused') {
              expect(after, where).toEqual(before);
              continue;
            }
            // What is done is told in the same transaction.
            const told = reports.listAfter(0, 100_000).findLast(({ body }) => body.job_id === jobId)?.body;
            expect(told, where).toMatchObject({ state: after.state, rank: after.rank });
            if (wish.act === 'hold_job')
              expect(after, where).toMatchObject({ state: 'held', reason: 'held-by-person' });
            // With an attempt open it goes back to that attempt: never to a second one beside it.
            if (wish.act === 'release_job')
              expect([before.reason, after.state], where).toEqual([
                'held-by-person',
                attempt === undefined ? 'accepted' : 'submitting',
              ]);
            if (wish.act === 'move_job')
              expect(after, where).toEqual({ ...before, needs: { ...before.needs, printer_entry: 2 } });
            if (wish.act === 'reorder_job') expect(after, where).toEqual({ ...before, rank: after.rank });
          }
    expect(cases).toBe(330);
  });

  it('of a job or a printer that is not here is refused with a sentence', () => {
    const { queue, add } = open();
    const job_id = add('one');
    const gone = randomUUID();
    const wanted: QueueWish[] = [
      { act: 'hold_job', job_id: gone },
      { act: 'reorder_job', job_id, before_job_id: gone },
      { act: 'reorder_job', job_id, before_job_id: job_id },
      { act: 'move_job', job_id, entry_id: 3 },
      { act: 'pause', entry_id: 3 },
      { act: 'resume', entry_id: null },
      { act: 'run_now', rule_id: null },
    ];
    for (const wish of wanted) {
      const outcome = queue.act(wish, li);
      expect(outcome.kind).toBe('refused');
      expect(outcome.said?.en).toMatch(/^[A-Z].*\.$/);
      expect(outcome.said?.['zh-CN']).toMatch(/。$/);
    }
  });
});

describe('the order', () => {
  const at = fc.nat({ max: 5 });
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ what: fc.constant('move' as const), job: at, before: at }) },
    // Always the same two swap places: soon there is no room left between them.
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant('swap' as const), job: fc.nat({ max: 1 }), before: at }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('last' as const), job: at, before: at }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), job: at, before: at }) },
  );

  it('is that of a plain list, whatever is moved how often, over restarts', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 160 }), (steps) => {
        spool.prepare('delete from report').run();
        spool.prepare('delete from job_event').run();
        spool.prepare('delete from job').run();
        let { jobs, queue, add } = open();
        const ids = Array.from({ length: 6 }, (_, number) => add(`picture ${number}`));
        let list = [...ids];
        for (const { what, job, before } of steps) {
          if (what === 'restart') {
            ({ jobs, queue, add } = open());
            continue;
          }
          const job_id = (what === 'swap' ? list[job + 2] : ids[job]) as string;
          const before_job_id =
            what === 'last' ? null : what === 'swap' ? (list[2] as string) : (ids[before] as string);
          const { kind } = queue.act({ act: 'reorder_job', job_id, before_job_id }, li);
          expect(kind).toBe(job_id === before_job_id ? 'refused' : 'done');
          if (kind === 'refused') continue;
          list = list.filter((id) => id !== job_id);
          list.splice(before_job_id === null ? list.length : list.indexOf(before_job_id), 0, job_id);
        }
        expect(jobs.list('accepted', 10).map(({ id }) => id)).toEqual(list);
        const last = add('one that comes later');
        expect(jobs.list('accepted', 10).at(-1)?.id).toBe(last);
      }),
      { numRuns: 25 },
    );
  });

  it('has room after any number of changes at one place', () => {
    const { jobs, queue, add } = open();
    const [first, ...others] = Array.from({ length: 3 }, (_, number) => add(`picture ${number}`)) as [
      string,
      string,
      string,
    ];
    for (let time = 0; time < 100; time += 1)
      queue.act(
        {
          act: 'reorder_job',
          job_id: others[time % 2] as string,
          before_job_id: others[(time + 1) % 2] as string,
        },
        li,
      );
    const ranks = jobs.listRanks();
    expect(ranks[0]?.id).toBe(first);
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(3);
    expect(ranks.every(({ rank }) => Number.isSafeInteger(rank))).toBe(true);
  });
});

describe('pauses', () => {
  const word = fc.record({
    what: fc.constantFrom('pause' as const, 'resume' as const, 'restart' as const, 'fails' as const),
    entry: fc.constantFrom(undefined, 1, 2),
  });

  it('are those of a plain set, over restarts and transactions that fail', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        spool.prepare('delete from printer_pause').run();
        let { pauses } = open();
        const model = new Set<number | undefined>();
        for (const { what, entry } of words) {
          if (what === 'restart') ({ pauses } = open());
          else if (what === 'fails')
            expect(() =>
              spool.transaction(() => {
                pauses.pause(entry, { by: 'Li', sinceMs: 1 });
                throw new Error('the disk is full');
              }),
            ).toThrow();
          else if (what === 'pause') {
            expect(pauses.pause(entry, { by: 'Li', sinceMs: 1 }).kind).toBe(
              model.has(entry) ? 'paused' : 'done',
            );
            model.add(entry);
          } else expect(pauses.resume(entry, undefined).kind === 'done').toBe(model.delete(entry));
          const marked = pauses.mark([printer(1), printer(2)]).map(({ paused }) => paused !== undefined);
          expect(marked).toEqual([1, 2].map((id) => model.has(id) || model.has(undefined)));
        }
      }),
      { numRuns: 60 },
    );
  });
});
