/** What a spool keeps of the jobs that it printed: all of the last 30 days, a line each of those before, however many there are. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { scratchDir } from '../testing/agent-bench.ts';
import { createPastJobStore } from './past-job-store.ts';
import { createPastJobSweep } from './past-job-sweep.ts';

const dayMs = 24 * 3_600_000;
const now = 1_000 * dayMs;
let dir: string;
let spool: Spool;
beforeEach(() => {
  vi.useFakeTimers();
  dir = scratchDir();
  spool = openSpool(join(dir, 'spool.sqlite'));
});
afterEach(() => {
  vi.useRealTimers();
  spool.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Jobs that ended at this time, each with its history and what was sent. */
function addJobs(
  count: number,
  { prefix, at, state = 'printed' }: { prefix: string; at: number; state?: string },
) {
  spool.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const id = `${prefix}${index}`;
      spool
        .prepare(
          `insert into job (rank, id, ticket, sha256, needs, state, copies, copies_printed, is_cleaned, spooled_at, updated_at)
             values (1, ?, '{}', 'x', 'printer', ?, 2, 2, 1, ?, ?)`,
        )
        .run(id, state, at, at);
      spool
        .prepare(
          `insert into job_event (job_id, to_state, reason, message, at) values (?, 'accepted', 'none', '', ?)`,
        )
        .run(id, at);
      spool
        .prepare(
          `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri, created_at, updated_at)
             values (?, 1, 2, 1, ?, 'completed', 'p', 'ipp://p', ?, ?)`,
        )
        .run(id, id, at, at);
    }
  });
}

const countOf = (table: string): number =>
  spool.prepare<{ n: number }>(`select count(*) as n from ${table}`).get()!.n;

it('all jobs that ended more than 30 days ago become lines, in steps; what is younger, open or untold stays whole', () => {
  addJobs(2500, { prefix: 'old', at: now - 31 * dayMs });
  addJobs(10, { prefix: 'young', at: now - 29 * dayMs });
  addJobs(5, { prefix: 'unknown', at: now - 90 * dayMs, state: 'unknown' });
  addJobs(3, { prefix: 'untold', at: now - 90 * dayMs });
  for (let index = 0; index < 3; index += 1)
    spool.prepare(`insert into report (job_id, body) values (?, '{}')`).run(`untold${index}`);
  const log = vi.fn();
  const past = createPastJobStore(spool);
  const sweep = createPastJobSweep({ past, log, now: () => now });
  sweep.start();
  // One step holds nobody up; the others follow by themselves.
  expect(countOf('job')).toBe(2518 - 200);
  vi.advanceTimersByTime(60_000);
  for (const table of ['job', 'job_event', 'submission']) expect(countOf(table)).toBe(18);
  expect(countOf('job_past')).toBe(2500);
  expect(past.find('old2499')).toMatchObject({ state: 'printed', copiesPrinted: 2 });
  expect(log).toHaveBeenCalledExactlyOnceWith('info', 'jobs.put-away', { jobs: 2500 });
  sweep.stop();
  addJobs(1, { prefix: 'later', at: now - 31 * dayMs });
  vi.advanceTimersByTime(3 * dayMs);
  expect(countOf('job')).toBe(19);
});
