/** An older copy of a spool asks the cloud about each of its jobs, however many: nothing is printed before the last answer. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobMoves } from '../jobs/job-moves.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createLostJobStore } from '../jobs/lost-job-store.ts';
import { createPrintGate } from '../jobs/print-gate.ts';
import { needsOf } from '../printers/printer-rules.ts';
import { createFactStore } from '../spool/fact-store.ts';
import { createReportStore } from '../spool/report-store.ts';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { createSubmissionStore } from '../submissions/submission-store.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { createReconciler } from './reconcile.ts';

let dir: string;
let spool: Spool;
beforeEach(() => {
  dir = scratchDir();
  spool = openSpool(join(dir, 'spool.sqlite'));
});
afterEach(() => {
  spool.close();
  rmSync(dir, { recursive: true, force: true });
});

it('of more jobs than one question holds, all are asked for', () => {
  const jobs = createJobStore(spool);
  const reports = createReportStore(spool);
  const log = () => {};
  const nothing = () => {};
  const gate = createPrintGate({ log, onOpen: nothing });
  const asked: string[][] = [];
  const send = (frame: AgentFrame) => frame.kind === 'reconcile' && asked.push(frame.job_ids) > 0;
  const moves = createJobMoves({
    spool,
    jobs,
    reports,
    now: Date.now,
    onMoved: nothing,
    onReport: nothing,
  });
  const reconciler = createReconciler({
    spool,
    jobs,
    moves,
    reports,
    log,
    gate,
    submissions: createSubmissionStore(spool),
    lost: createLostJobStore(spool),
    facts: createFactStore(spool),
    line: { send },
    onLost: nothing,
    now: Date.now,
  });
  const count = 2500;
  spool.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const ticket = ticketFor(Buffer.from('picture'));
      jobs.insert(ticket, { needs: needsOf(ticket), at: Date.now() });
    }
  });
  reconciler.start(true);
  reconciler.welcome(0);
  for (let page = 0; page < 3; page += 1) {
    expect(gate.isOpen).toBe(false);
    const ids = asked.at(-1) as string[];
    expect(asked).toHaveLength(page + 1);
    reconciler.reconciled(ids.map((job_id) => ({ job_id, state: 'printed' })));
  }
  expect(new Set(asked.flat()).size).toBe(count);
  expect(jobs.counts().spooled).toBe(0);
  expect(gate.isOpen).toBe(true);
});
