/** A cloud or a spool that is older than it was: put back from a backup, or lost. Nothing is printed twice. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';
import type { FakePrinterJob } from '../testing/fake-printer.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const last = (jobId: string) => bench.cloud.lastReport(jobId);
const spool = () => join(bench.dir, 'spool.sqlite');

async function linked(): Promise<RunningAgent> {
  const agent = await bench.start();
  await until(() => agent.isLinked);
  return agent;
}

async function printed(): Promise<string> {
  const ticket = bench.newTicket();
  bench.cloud.sendJob(ticket);
  await until(() => last(ticket.job_id)?.state === 'printed');
  return ticket.job_id;
}

/** A whole copy of the closed spool. */
function copySpool(to: string): void {
  const database = new Database(spool());
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  copyFileSync(spool(), to);
}

describe('a cloud put back from a backup', () => {
  it('is told again how every job ended, and prints none of them again', async () => {
    const agent = await linked();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printed');
    const other = await printed();
    await until(() => agent.printing.reports.listAfter(0, 10).length === 0);
    // The backup is from before both jobs were reported.
    bench.cloud.lastSeq = 0;
    bench.cloud.reports.length = 0;
    bench.cloud.cut();
    await until(() => last(ticket.job_id)?.state === 'printed' && last(other)?.state === 'printed');
    expect(last(other)).toMatchObject({ resync: true, copies_printed: 1, submitted: true });
    expect(bench.cloud.hellos.at(-1)?.acked_seq).toBeGreaterThan(0);
    bench.cloud.reports.length = 0;
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(2);
    expect(bench.lines.some(({ event }) => event === 'cloud.older-than-agent')).toBe(true);
  });

  it('and that sends a job which ended long ago: not printed again', async () => {
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const agent = await bench.start({ now });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printed');
    await until(() => agent.printing.jobs.listToClean(10).length === 0);
    await until(() => agent.printing.reports.listAfter(0, 10).length === 0);
    await agent.stop();
    ahead = 40 * 24 * 3_600_000;
    const later = await bench.start({ now });
    expect(later.printing.jobs.find(ticket.job_id)).toBeUndefined();
    await until(() => later.isLinked);
    bench.cloud.reports.length = 0;
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });
});

describe('a spool put back from an older copy', () => {
  /** A copy taken while a job waited for the printer; the job was printed since. */
  async function olderCopy(more: Partial<PrintTicket> = {}): Promise<string> {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    const agent = await linked();
    const ticket = bench.newTicket(more);
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'held');
    await agent.stop();
    const copy = join(bench.dir, 'copy.sqlite');
    copySpool(copy);
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    const again = await linked();
    await until(() => last(ticket.job_id)?.state === 'printed');
    await again.stop();
    for (const ending of ['-wal', '-shm']) rmSync(spool() + ending, { force: true });
    copyFileSync(copy, spool());
    return ticket.job_id;
  }

  it('prints nothing before the cloud has been asked, and then only what is still to be printed', async () => {
    const jobId = await olderCopy();
    bench.cloud.isAway = true;
    bench.cloud.knows = (id) => (id === jobId ? 'printed' : 'open');
    const agent = await bench.start();
    await until(() => agent.printers.list()[0]?.reachable === true);
    expect(agent.printing.gate.isOpen).toBe(false);
    expect(bench.printer.paper).toHaveLength(1);
    bench.cloud.isAway = false;
    await until(() => agent.printing.jobs.get(jobId).state === 'printed');
    await until(() => agent.printing.gate.isOpen);
    await printed();
    expect(bench.printer.paper).toHaveLength(2);
    expect(bench.cloud.reconciles.flat()).toContain(jobId);
    expect(bench.cloud.hellos.at(-1)?.spool_replaced).toBe(true);
  });

  it('a job that nobody knows of any more: a person is asked', async () => {
    const jobId = await olderCopy();
    bench.cloud.knows = () => 'missing';
    const agent = await linked();
    await until(() => agent.printing.jobs.get(jobId).state === 'unknown');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('a person who saw one of two gets the other one, and not both again', async () => {
    const jobId = await olderCopy({ copies: 2 });
    expect(bench.printer.paper).toHaveLength(2);
    bench.cloud.knows = () => 'unknown';
    const agent = await linked();
    await until(() => agent.printing.jobs.get(jobId).state === 'unknown');
    expect(agent.printing.jobAdmin.reprintRemainder({ jobId, copiesPrinted: 1, byWhom: 'Li' })).toBe('done');
    await until(() => agent.printing.jobs.get(jobId).state === 'printed');
    expect(bench.printer.paper).toHaveLength(3);
  });

  it('a restart while it waits doesn’t make it forget', async () => {
    const jobId = await olderCopy();
    bench.cloud.isAway = true;
    const first = await bench.start();
    await first.stop();
    const second = await bench.start();
    await until(() => second.printers.list()[0]?.reachable === true);
    expect(second.printing.gate.isOpen).toBe(false);
    bench.cloud.was = 'printing';
    bench.cloud.isAway = false;
    await until(() => second.printing.jobs.get(jobId).state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('a job that isn’t over: the printers are asked first, and nobody else when they know', async () => {
    const jobId = await olderCopy({ copies: 2 });
    bench.cloud.was = 'printing';
    bench.cloud.reports.length = 0;
    await linked();
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ copies_printed: 2, submitted: true });
    expect(bench.printer.createCalls).toBe(1);
    await printed();
    expect(bench.printer.paper).toHaveLength(3);
  });

  it.each([
    ['no printer knows it', true],
    ['it may not have had the whole file', false],
  ])(
    'a job that isn’t over, and %s: a person is asked, nothing is printed again',
    async (_why, isForgotten) => {
      const jobId = await olderCopy();
      if (isForgotten) bench.printer.restart();
      bench.cloud.was = isForgotten ? 'printing' : 'submitting';
      bench.cloud.reports.length = 0;
      await linked();
      await until(() => last(jobId)?.state === 'unknown');
      await printed();
      expect(bench.printer.createCalls).toBe(2);
    },
  );

  it('a job that the newer copy has at a printer now is followed there, also when told of it twice', async () => {
    bench.printer.printsAtOnce = false;
    const agent = await linked();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printing');
    await agent.stop();
    const copy = join(bench.dir, 'copy.sqlite');
    copySpool(copy);
    const [job] = bench.printer.jobs.values() as Iterable<FakePrinterJob>;
    // The newer copy saw it end early, with nothing out, and has sent it again.
    const name = job!.jobName as string;
    const again = { ...job!, jobId: 7, jobName: name.replace(/-1$/, '-2'), jobUuid: 'urn:uuid:again' };
    bench.printer.jobs.clear();
    bench.printer.jobs.set(7, again);
    const newer = await bench.start();
    await newer.stop();
    for (const ending of ['-wal', '-shm']) rmSync(spool() + ending, { force: true });
    copyFileSync(copy, spool());
    bench.cloud.was = 'printing';
    bench.cloud.reports.length = 0;
    const lost = { ticket, state: 'printing', copies_printed: 0 };
    bench.cloud.send({ kind: 'message', id: randomUUID(), type: 'lost', body: lost });
    const older = await linked();
    bench.cloud.send({ kind: 'message', id: randomUUID(), type: 'lost', body: lost });
    await until(() => last(ticket.job_id)?.state === 'printing' || last(ticket.job_id)?.state === 'unknown');
    if (older.printing.jobs.get(ticket.job_id).state === 'printing') bench.printer.finish(again);
    await until(() => ['printed', 'unknown'].includes(last(ticket.job_id)?.state ?? ''));
    expect(bench.printer.createCalls).toBe(1);
  });
});

it('a spool that was lost takes what the cloud sends, and numbers behind it', async () => {
  const agent = await linked();
  await printed();
  await agent.stop();
  for (const ending of ['', '-wal', '-shm']) rmSync(spool() + ending, { force: true });
  const fresh = await linked();
  expect(fresh.printing.gate.isOpen).toBe(true);
  expect(bench.cloud.hellos.at(-1)).toMatchObject({ last_seq: 0, spool_replaced: true });
  await printed();
  expect(bench.printer.paper).toHaveLength(2);
});

describe('jobs that a lost spool had in its hands', () => {
  /** What the cloud sends a new spool about a job. */
  const lose = (ticket: PrintTicket, state: string) =>
    bench.cloud.send({
      kind: 'message',
      id: randomUUID(),
      type: 'lost',
      body: { ticket, state, copies_printed: 0 },
    });

  /** A job that is at the printer, and an agent with a new spool. */
  async function loseSpool(): Promise<{ ticket: PrintTicket; job: FakePrinterJob; agent: RunningAgent }> {
    bench.printer.printsAtOnce = false;
    const before = await linked();
    const ticket = bench.newTicket({ copies: 2 });
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printing');
    await before.stop();
    for (const ending of ['', '-wal', '-shm']) rmSync(spool() + ending, { force: true });
    bench.cloud.reports.length = 0;
    const job = [...bench.printer.jobs.values()].at(-1) as FakePrinterJob;
    return { ticket, job, agent: await linked() };
  }

  it('found completed, and acknowledged before: printed, nobody is asked', async () => {
    const { ticket, job } = await loseSpool();
    bench.printer.finish(job);
    lose(ticket, 'printing');
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(last(ticket.job_id)?.copies_printed).toBe(2);
    expect(bench.printer.paper).toHaveLength(2);
    expect(bench.printer.createCalls).toBe(1);
  });

  it('found printing: followed to its end', async () => {
    const { ticket, job } = await loseSpool();
    lose(ticket, 'printing');
    await until(() => last(ticket.job_id)?.state === 'printing');
    bench.printer.finish(job);
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(bench.printer.createCalls).toBe(1);
  });

  it('found completed, and nobody knows whether it had the whole file: a person is asked', async () => {
    const { ticket, job } = await loseSpool();
    bench.printer.finish(job);
    lose(ticket, 'submitting');
    await until(() => last(ticket.job_id)?.state === 'unknown');
    expect(bench.printer.createCalls).toBe(1);
  });

  it('not found: a person is asked, and what that person misses is printed under another name', async () => {
    const { ticket, agent } = await loseSpool();
    const [before] = bench.printer.jobs.values();
    bench.printer.restart();
    lose(ticket, 'accepted');
    await until(() => last(ticket.job_id)?.state === 'unknown');
    expect(last(ticket.job_id)?.message).toContain('no printer knows what became of it');
    const wish = { jobId: ticket.job_id, choice: 'reprint', copiesPrinted: 1, byWhom: 'Li' } as const;
    expect(agent.printing.jobAdmin.decide(wish)).toBe('done');
    await until(() => bench.printer.jobs.size === 1);
    const [again] = bench.printer.jobs.values();
    expect(again?.request.copies).toBe(1);
    expect(again?.jobName).not.toBe(before?.jobName);
    await until(() => again?.state === 'processing');
    bench.printer.finish(again as FakePrinterJob);
    await until(() => last(ticket.job_id)?.state === 'printed');
  });

  it('not found, and wanted again while the schedule is closed: it says so, and prints when it may', async () => {
    const { ticket, agent } = await loseSpool();
    bench.printer.restart();
    lose(ticket, 'accepted');
    await until(() => last(ticket.job_id)?.state === 'unknown');
    const newYear = { mode: 'runs' as const, runs: ['0 0 1 1 *'] };
    const { content, document } = agent.schedule.read();
    agent.schedule.save({ ...content, plan: newYear }, { by: 'Li', version: document.version });
    const wish = { jobId: ticket.job_id, choice: 'reprint', copiesPrinted: 0, byWhom: 'Li' } as const;
    expect(agent.printing.jobAdmin.decide(wish)).toBe('done');
    await until(() => last(ticket.job_id)?.reason === 'scheduled');
    expect(bench.printer.jobs.size).toBe(0);
    agent.schedule.save(content, { by: 'Li', version: document.version + 1 });
    await until(() => bench.printer.jobs.size === 1);
  });

  /** The printer is seen counting, by an agent that has forgotten it. */
  async function proveCounting(agent: RunningAgent): Promise<void> {
    const other = bench.newTicket();
    bench.cloud.sendJob(other);
    const isOther = ({ request, state }: FakePrinterJob) => request.copies === 1 && state === 'processing';
    const found = () => [...bench.printer.jobs.values()].find(isOther);
    await until(() => found() !== undefined);
    bench.printer.advance(found() as FakePrinterJob, 1);
    const { printerUuid } = bench.printer.description;
    await until(() => agent.printing.trials.counting(printerUuid).impressions === 'under-way');
    bench.printer.finish(found() as FakePrinterJob);
    await until(() => last(other.job_id)?.state === 'printed');
  }

  it.each([
    ['before it was found', true],
    ['while it was followed', false],
  ])(
    'ended %s with no sheet, says a printer that counts: others of it may be on paper, so a person is asked',
    async (_when, isBefore) => {
      const { ticket, job, agent } = await loseSpool();
      await proveCounting(agent);
      if (isBefore) bench.printer.giveUp(job, 'canceled', 0);
      lose(ticket, 'submitting');
      await until(() => agent.printing.jobs.find(ticket.job_id)?.state !== undefined);
      if (!isBefore) {
        await until(() => bench.lines.some(({ event }) => event === 'job.found'));
        bench.printer.giveUp(job, 'canceled', 0);
      }
      await until(() => last(ticket.job_id)?.state === 'unknown');
      expect(bench.printer.createCalls).toBe(2);
    },
  );

  it('of which a printer knows the second part alone: a person is asked', async () => {
    const { ticket, job, agent } = await loseSpool();
    job.jobName = (job.jobName as string).replace(/-1-(\w{12}-1)$/, '-2-$1');
    job.request = { ...job.request, copies: 1 };
    lose(ticket, 'printing');
    await until(() => last(ticket.job_id)?.state === 'unknown');
    expect(last(ticket.job_id)?.message).toContain('parts of it are at Photo One');
    expect(agent.printing.submissions.listOpen()).toEqual([]);
  });

  it('a printer that is silent is waited for; a repeated message and a restart change nothing', async () => {
    const { ticket, job, agent } = await loseSpool();
    bench.printer.isReachable = false;
    lose(ticket, 'printing');
    lose(ticket, 'printing');
    await until(() => agent.printing.jobs.find(ticket.job_id)?.state === 'submitting');
    await agent.stop();
    bench.printer.isReachable = true;
    await linked();
    await until(() => last(ticket.job_id)?.state === 'printing');
    bench.printer.finish(job);
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(bench.printer.createCalls).toBe(1);
  });

  it('the customer calls it off while nobody knows: it may have paper, so it stays', async () => {
    const { ticket, agent } = await loseSpool();
    bench.printer.isReachable = false;
    lose(ticket, 'printing');
    bench.cloud.send({ kind: 'message', id: randomUUID(), type: 'cancel', body: { job_id: ticket.job_id } });
    await until(() => last(ticket.job_id)?.state === 'submitting');
    expect(agent.printing.jobs.get(ticket.job_id).state).toBe('submitting');
  });
});
