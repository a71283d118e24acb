/** A spool of the first version in the middle of its work, opened by this one: nothing is lost, and nothing is done again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobStore } from '../jobs/job-store.ts';
import { needsOf } from '../printers/printer-rules.ts';
import { createSubmissionStore } from '../submissions/submission-store.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { createReportStore } from './report-store.ts';
import { openSpool } from './spool-db.ts';
import { spoolMigrations } from './spool-migrations.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = scratchDir();
  path = join(dir, 'spool.sqlite');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** What the first version would have on disk: a job at the printer whose transfer broke off, and a report not yet sent. */
function writeFirstVersion() {
  const ticket = ticketFor(Buffer.from('picture'));
  const database = new Database(path);
  database.exec(spoolMigrations[0]!);
  database.pragma('user_version = 1');
  database
    .prepare(
      `insert into job (id, ticket, sha256, needs, state, copies, submitted, spooled_at, updated_at)
       values (?, ?, ?, ?, 'submitting', 1, 1, 1, 1)`,
    )
    .run(ticket.job_id, JSON.stringify(ticket), ticket.document.sha256, JSON.stringify(needsOf(ticket)));
  database
    .prepare(
      `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri, ipp_job_id,
         sending_at, created_at, updated_at)
       values (?, 1, 1, 1, 'platen-1', 'sending', 'uuid', 'ipp://127.0.0.1:1/ipp/print', 7, 1, 1, 1)`,
    )
    .run(ticket.job_id);
  database.prepare('insert into report (job_id, body) values (?, ?)').run(ticket.job_id, '{"state":"ready"}');
  database.close();
  return ticket;
}

it('a spool of the first version goes on where it was', () => {
  const ticket = writeFirstVersion();
  const spool = openSpool(path);
  try {
    const submissions = createSubmissionStore(spool);
    expect(createJobStore(spool).get(ticket.job_id)).toMatchObject({
      ticket,
      state: 'submitting',
      submitted: true,
    });
    expect(submissions.mayHavePaper(ticket.job_id)).toBe(true);
    expect(createReportStore(spool).lastSeq()).toBe(1);
    expect(spool.prepare('pragma user_version').get()).toEqual({ user_version: spoolMigrations.length });
  } finally {
    spool.close();
  }
});

it('every version on the way can be opened', () => {
  for (const version of spoolMigrations.keys()) {
    const at = join(dir, `${version}.sqlite`);
    const database = new Database(at);
    for (const sql of spoolMigrations.slice(0, version)) database.exec(sql);
    database.pragma(`user_version = ${version}`);
    database.close();
    openSpool(at).close();
    openSpool(at).close();
  }
});

it('a step that fails leaves the spool as it was', () => {
  writeFirstVersion();
  const database = new Database(path);
  const tables = [...spoolMigrations.join('\n').matchAll(/create table (\w+)/g)];
  database.exec(`create table ${tables.at(-1)![1]} (in_the_way integer)`);
  database.close();
  expect(() => openSpool(path)).toThrow(/already exists/);
  const after = new Database(path);
  expect(after.prepare('select state from job').all()).toEqual([{ state: 'submitting' }]);
  expect(after.pragma('user_version', { simple: true })).toBeLessThan(spoolMigrations.length);
  after.close();
});
