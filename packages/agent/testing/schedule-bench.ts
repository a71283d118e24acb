/** The print schedule alone, on a spool of its own and clocks that a test turns: no network, no printers, no waiting. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFrame, ScheduleMessage } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import {
  contentOf,
  firstSchedule,
  type ScheduleContent,
  type ScheduleDocument,
} from '@platen/contracts/schedule/schedule-document';
import { createJobMoves } from '../jobs/job-moves.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { needsOf, type PrinterView } from '../printers/printer-rules.ts';
import { createPrintSchedule, type PrintSchedule } from '../schedule/print-schedule.ts';
import { createScheduleAdmin, type ScheduleAdmin } from '../schedule/schedule-admin.ts';
import { createReportStore } from '../spool/report-store.ts';
import { openSpool } from '../spool/spool-db.ts';
import { scratchDir, ticketFor } from './agent-bench.ts';

export const minutes = 60_000;
export const hours = 3_600_000;

export type ScheduleBench = ReturnType<typeof openScheduleBench>;

/** Opens one at that moment by the shop's clock. */
export function openScheduleBench(startsAt: string) {
  const dir = scratchDir();
  const clock = {
    rawMs: Date.parse(startsAt),
    uptimeMs: 1_000_000,
    bootId: 'first',
    offsetMs: undefined as number | undefined,
  };
  const printers: PrinterView[] = [printerView('photo')];
  const frames: AgentFrame[] = [];
  let isLinked = false;
  let run = open();
  let jobs = 0;

  function open() {
    const spool = openSpool(join(dir, 'spool.sqlite'));
    // A test's cuts are of the program, never of the machine.
    spool.prepare('pragma synchronous = off').run();
    const store = createJobStore(spool);
    const reports = createReportStore(spool);
    const nothing = () => {};
    const moves = createJobMoves({
      spool,
      jobs: store,
      reports,
      now: () => clock.rawMs,
      onMoved: nothing,
      onReport: nothing,
    });
    const schedule: PrintSchedule = createPrintSchedule({
      spool,
      jobs: store,
      moves,
      printers: () => printers,
      now: () => clock.rawMs,
      line: {
        get isUp() {
          return isLinked;
        },
        send: (frame) => isLinked && frames.push(frame) > 0,
        acknowledge: nothing,
        carryBy: nothing,
      },
      cloudClock: clock,
      wake: nothing,
      log: nothing,
      machine: { uptimeMs: () => clock.uptimeMs, bootId: () => clock.bootId },
      openTicker: () => ({ set: nothing, stop: nothing }),
    });
    return { spool, store, moves, schedule, admin: createScheduleAdmin(schedule) as ScheduleAdmin };
  }

  const bench = {
    clock,
    printers,
    frames,
    get schedule(): PrintSchedule {
      return run.schedule;
    },
    get admin(): ScheduleAdmin {
      return run.admin;
    },
    get jobs() {
      return run.store;
    },
    start: () => run.schedule.start(),
    /** Time passes, machine and wall alike, in steps of at most a minute, each with a look. */
    pass(ms: number): void {
      for (let left = ms; left > 0; left -= minutes) {
        const step = Math.min(left, minutes);
        clock.rawMs += step;
        clock.uptimeMs += step;
        run.schedule.look();
      }
    },
    /** The same without anybody looking: the machine sleeps, or the agent is off. */
    away(ms: number): void {
      clock.rawMs += ms;
      clock.uptimeMs += ms;
    },
    /** Ends as a power cut would. */
    cut: () => {
      run.schedule.stop();
      run.spool.close();
    },
    boot(): void {
      run = open();
      run.schedule.start();
    },
    /** One transaction fails as with a full disk: nothing of it is kept. */
    failOnce(work: () => void): void {
      const before = run.spool.transaction;
      run.spool.transaction = (inner) =>
        before(() => {
          inner();
          throw new Error('disk full');
        });
      try {
        work();
      } finally {
        run.spool.transaction = before;
      }
    },
    link(atMs = clock.rawMs): void {
      isLinked = true;
      run.schedule.linked(new Date(atMs).toISOString());
    },
    unlink(): void {
      run.schedule.unlinked();
      isLinked = false;
    },
    receive: (message: Pick<ScheduleMessage, 'type' | 'body'>) =>
      run.schedule.receive({ kind: 'message', id: randomUUID(), ...message } as ScheduleMessage),
    /** Saves a schedule at the console. */
    save(change: Partial<ScheduleContent>): ScheduleDocument {
      const { document } = run.admin.read();
      const content = { ...contentOf(document), ...change };
      return run.admin.save(content, { by: 'Ann', version: document.version });
    },
    /** A job that is ready to go to a printer. */
    addJob(more: Partial<PrintTicket> = {}): string {
      jobs += 1;
      const paid_at = new Date(clock.rawMs).toISOString();
      const ticket = ticketFor(Buffer.from(`job ${jobs}`), { paid_at, ...more });
      run.spool.transaction(() => {
        run.store.insert(ticket, { needs: needsOf(ticket), at: clock.rawMs });
        run.moves.accepted(ticket.job_id);
        run.schedule.spooled(ticket);
        run.moves.move({ jobId: ticket.job_id, from: 'accepted', to: 'preparing' });
        run.moves.move({ jobId: ticket.job_id, from: 'preparing', to: 'ready' });
      });
      return ticket.job_id;
    },
    hold: (jobId: string, reason: 'printer-unreachable' | 'media-needed') =>
      run.moves.move({ jobId, from: 'ready', to: 'held' }, { reason, message: 'x' }),
    unhold: (jobId: string) => run.moves.move({ jobId, from: 'held', to: 'ready' }),
    /** What the submit stage would do: everything that may go at a printer goes there. Gives the jobs in order. */
    print(): string[] {
      const gone: string[] = [];
      for (let round = 0; round < 50; round += 1) {
        const groups = run.store.needsOf('ready').map((group) => ({ group, printers }));
        if (!run.schedule.gate.judge(groups)) break;
      }
      for (const group of run.store.needsOf('ready')) {
        for (const printer of printers) {
          for (let i = 0; i < 1000; i += 1) {
            const [job] = run.schedule.gate.readyFor(group, { ...printer, mayHave: () => true, limit: 1 });
            if (!job) break;
            run.moves.move(
              { jobId: job.id, from: 'ready', to: 'submitting' },
              { printerId: printer.printerId },
            );
            run.moves.move({ jobId: job.id, from: 'submitting', to: 'printed' });
            gone.push(job.id);
          }
        }
      }
      return gone;
    },
    close(): void {
      bench.cut();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return bench;
}

export const printerView = (printerId: string): PrinterView => ({
  printerId,
  uri: `ipp://${printerId}`,
  name: printerId,
  reachable: true,
  asOfMs: 0,
  description: undefined,
});

/** A schedule as the cloud would send it. */
export const cloudSchedule = (change: Partial<ScheduleDocument> & { version: number }): ScheduleDocument => ({
  ...firstSchedule,
  edit_id: randomUUID(),
  edited_by: 'Office',
  edited_at: '2026-11-21T08:00:00.000Z',
  origin: 'cloud',
  ...change,
});
