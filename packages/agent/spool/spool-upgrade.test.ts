/** A spool in the middle of its work, opened by a later version: nothing is lost, and nothing is done again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobStore } from '../jobs/job-store.ts';
import { needsOf } from '../printers/printer-rules.ts';
import { createSubmissionStore } from '../submissions/submission-store.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { createReportStore } from './report-store.ts';
import { openSpool, type Spool } from './spool-db.ts';
import { spoolMigrations } from './spool-migrations.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = scratchDir();
  path = join(dir, 'spool.sqlite');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A step after those there are, and one more. */
const later = [
  ...spoolMigrations,
  "alter table job add column shelf text not null default '';\n update job set shelf = 'B' || position;",
  'create index job_by_shelf on job (shelf);',
];

/** What is on the disk in the middle of work: a job at the printer whose transfer broke off, and a report not yet sent. */
function writeWork() {
  const ticket = ticketFor(Buffer.from('picture'));
  const spool = openSpool(path);
  spool
    .prepare(
      `insert into job (rank, id, ticket, sha256, needs, state, copies, submitted, spooled_at, updated_at)
       values (1, ?, ?, ?, ?, 'submitting', 1, 1, 1, 1)`,
    )
    .run(ticket.job_id, JSON.stringify(ticket), ticket.document.sha256, JSON.stringify(needsOf(ticket)));
  spool
    .prepare(
      `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri, ipp_job_id,
         sending_at, created_at, updated_at)
       values (?, 1, 1, 1, 'platen-1', 'sending', 'uuid', 'ipp://127.0.0.1:1/ipp/print', 7, 1, 1, 1)`,
    )
    .run(ticket.job_id);
  spool.prepare('insert into report (job_id, body) values (?, ?)').run(ticket.job_id, '{"state":"ready"}');
  spool.close();
  return ticket;
}

const versionOf = (spool: Spool) => spool.prepare('pragma user_version').get();

it('later steps run once on the work that is there, which goes on where it was', () => {
  const ticket = writeWork();
  for (let start = 0; start < 2; start++) {
    const spool = openSpool(path, later);
    try {
      const submissions = createSubmissionStore(spool);
      expect(createJobStore(spool).get(ticket.job_id)).toMatchObject({
        ticket,
        state: 'submitting',
        submitted: true,
      });
      expect(submissions.mayHavePaper(ticket.job_id)).toBe(true);
      expect(createReportStore(spool).lastSeq()).toBe(1);
      expect(spool.prepare('select shelf from job').all()).toEqual([{ shelf: 'B1' }]);
      expect(versionOf(spool)).toEqual({ user_version: later.length });
    } finally {
      spool.close();
    }
  }
});

it('a new spool takes all steps', () => {
  const spool = openSpool(path, later);
  expect(versionOf(spool)).toEqual({ user_version: later.length });
  expect(spool.prepare('select shelf from job').all()).toEqual([]);
  spool.close();
});

it('a spool with a step that is unknown is left alone', () => {
  writeWork();
  openSpool(path, later).close();
  expect(() => openSpool(path)).toThrow(/written by a newer version of the agent/);
});

it('a step that fails leaves the spool as the one before made it', () => {
  writeWork();
  const broken = [...later, "update job set state = 'printed';\n create table job (in_the_way integer);"];
  expect(() => openSpool(path, broken)).toThrow(/already exists/);
  const spool = openSpool(path, later);
  expect(spool.prepare('select state, shelf from job').all()).toEqual([{ state: 'submitting', shelf: 'B1' }]);
  expect(versionOf(spool)).toEqual({ user_version: later.length });
  spool.close();
});
