/** A job that prints for longer than it should: somebody is asked, and no paper changes until they have answered. */
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';

let bench: Bench;
let agent: RunningAgent;
let uptimeMs: number;
/** Each question for a job is one look into the printer's list. */
let asked: MockInstance;
beforeEach(async () => {
  bench = await startBench();
  asked = vi.spyOn(bench.printer.jobs, 'get');
  uptimeMs = 1_000_000;
  agent = await bench.start({ machine: { uptimeMs: () => uptimeMs, bootId: () => 'boot' } });
  await until(() => agent.isLinked);
});
afterEach(() => bench.close());

const minutes = (count: number) => {
  uptimeMs += count * 60_000;
};
const last = (jobId: string) => bench.cloud.lastReport(jobId);
const isLong = (jobId: string) => last(jobId)?.reason === 'printing-long';

/** The watch stage has asked the printer, and what it was told is carried out. */
async function looks(): Promise<void> {
  const before = asked.mock.calls.length;
  await until(() => asked.mock.calls.length >= before + 2);
}

async function printSome(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'printed');
  }
}

/** A job that its printer has begun and does not end. */
async function beginJob(copies = 1): Promise<string> {
  bench.printer.printsAtOnce = false;
  const ticket = bench.newTicket({ copies });
  bench.cloud.sendJob(ticket);
  await until(() => last(ticket.job_id)?.state === 'printing');
  // Seen by the watch stage before time passes.
  await looks();
  return ticket.job_id;
}

const jobAtPrinter = () => [...bench.printer.jobs.values()].at(-1)!;

const decide = (jobId: string, decision: 'printed' | 'wait' | 'stop') =>
  bench.cloud.send({
    kind: 'message',
    id: crypto.randomUUID(),
    type: 'decide',
    body: { job_id: jobId, decision },
  });

describe('a job that prints longer than usual', { timeout: 30_000 }, () => {
  it('says so where the printer is known, still prints, and is printed when it ends', async () => {
    await printSome(3);
    const jobId = await beginJob();
    minutes(2);
    await looks();
    expect(isLong(jobId)).toBe(false);
    minutes(2);
    await until(() => isLong(jobId));
    expect(last(jobId)).toMatchObject({
      state: 'printing',
      copies_printed: 0,
      submitted: true,
      message:
        'Photo One has been printing this for 4 minutes without a sign of progress; it usually takes a minute. Look at the printer.',
    });
    expect(agent.printing.jobAdmin.listUndecided().map(({ job }) => job.id)).toEqual([jobId]);
    expect(bench.printer.createCalls).toBe(4);
    bench.printer.finish(jobAtPrinter());
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ reason: 'none', message: '' });
    expect(bench.printer.paper).toHaveLength(4);
  });

  it('is given more time by a printer that nobody knows, and by signs of progress', async () => {
    const jobId = await beginJob(2);
    minutes(13);
    await looks();
    expect(isLong(jobId)).toBe(false);
    jobAtPrinter().impressionsCompleted = 1;
    await until(() => last(jobId)?.copies_printed === 1 || bench.cloud.reports.length > 0);
    await looks();
    minutes(11);
    await looks();
    expect(isLong(jobId)).toBe(false);
    minutes(2);
    await until(() => isLong(jobId));
    jobAtPrinter().impressionsCompleted = 2;
    await until(() => !isLong(jobId));
    expect(last(jobId)).toMatchObject({ state: 'printing', message: '' });
  });

  it('waits for paper without a question of its own', async () => {
    const jobId = await beginJob();
    Object.assign(bench.printer.description, { state: 'stopped', stateReasons: ['media-empty-error'] });
    await until(() => last(jobId)?.state === 'held');
    minutes(60);
    await looks();
    expect(last(jobId)).toMatchObject({ state: 'held' });
    Object.assign(bench.printer.description, { state: 'processing', stateReasons: [] });
    await until(() => last(jobId)?.state === 'printing');
    await looks();
    expect(isLong(jobId)).toBe(false);
  });
});

describe('the answers', { timeout: 30_000 }, () => {
  it('wait: the question goes, and comes again after twice the time', async () => {
    const jobId = await beginJob();
    minutes(13);
    await until(() => isLong(jobId));
    decide(jobId, 'wait');
    await until(() => !isLong(jobId));
    await looks();
    minutes(20);
    await looks();
    expect(isLong(jobId)).toBe(false);
    minutes(5);
    await until(() => isLong(jobId));
    expect(
      agent.printing.jobAdmin.decide({ jobId, choice: 'wait', copiesPrinted: undefined, byWhom: 'x' }),
    ).toBe('done');
    await until(() => !isLong(jobId));
  });

  it('printed: all of it lies in the tray, whatever the printer says', async () => {
    const jobId = await beginJob(2);
    minutes(15);
    await until(() => isLong(jobId));
    decide(jobId, 'printed');
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ copies_printed: 2, copies_sure: true, reason: 'decided-by-person' });
  });

  it('stop: the printer is asked, and what came out is counted', async () => {
    await printSome(3);
    const jobId = await beginJob(2);
    minutes(4);
    await until(() => isLong(jobId));
    jobAtPrinter().impressionsCompleted = 1;
    decide(jobId, 'stop');
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({
      reason: 'canceled-at-printer',
      copies_printed: 1,
      copies_sure: true,
    });
    expect(jobAtPrinter().state).toBe('canceled');
  });

  it('stop, of a printer that does not listen: a person is asked what came out', async () => {
    const jobId = await beginJob();
    const deaf = { kind: 'refused', sent: 'all' } as const;
    bench.printer.cancelFaults.push(...Array.from({ length: 50 }, () => deaf));
    minutes(15);
    await until(() => isLong(jobId));
    decide(jobId, 'stop');
    // From when the printer was asked, not from when somebody said so.
    await until(() => bench.printer.cancelFaults.length < 50);
    await looks();
    expect(last(jobId)).toMatchObject({ state: 'printing' });
    minutes(3);
    await until(() => last(jobId)?.state === 'unknown');
    expect(last(jobId)?.message).toMatch(/was asked to stop this job and does not say that it did/);
    expect(bench.printer.createCalls).toBe(1);
  });
});
