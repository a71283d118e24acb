/** What people say of jobs, in the cloud and at the shop's console: each word counts once, for what it was said of, and no job is stuck. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type Bench, copyingPreparer, startBench, until } from '../testing/agent-bench.ts';
import type { FakePrinterJob } from '../testing/fake-printer.ts';

let bench: Bench;
let uptimeMs: number;
let aheadMs: number;
beforeEach(async () => {
  bench = await startBench();
  uptimeMs = 1_000_000;
  aheadMs = 0;
});
afterEach(() => bench.close());

const last = (jobId: string) => bench.cloud.lastReport(jobId);
const byWhom = 'Li';
const broken = { kind: 'unreachable', sent: 'part', isDone: true } as const;
const deaf = { kind: 'refused', sent: 'all' } as const;

async function start(more = {}): Promise<RunningAgent> {
  const agent = await bench.start({
    machine: { uptimeMs: () => uptimeMs, bootId: () => 'boot' },
    now: () => Date.now() + aheadMs,
    ...more,
  });
  await until(() => agent.isLinked);
  return agent;
}

function print(more = {}): string {
  const ticket = bench.newTicket(more);
  bench.cloud.sendJob(ticket);
  return ticket.job_id;
}

async function atPrinter(): Promise<FakePrinterJob> {
  const job = () => [...bench.printer.jobs.values()].find(({ state }) => state === 'processing');
  await until(() => job() !== undefined);
  return job() as FakePrinterJob;
}

const say = (
  jobId: string,
  decision: 'printed' | 'not_printed' | 'wait' | 'stop',
  id: string = randomUUID(),
) => bench.cloud.send({ kind: 'message', id, type: 'decide', body: { job_id: jobId, decision } });
const isHeard = (id: string) => until(() => bench.cloud.acknowledgements.includes(id));

/** A job at a printer that shows no progress, and about which somebody is asked. */
async function printForLong(
  copies = 1,
): Promise<{ agent: RunningAgent; jobId: string; job: FakePrinterJob }> {
  bench.printer.printsAtOnce = false;
  const agent = await start();
  const jobId = print({ copies });
  const job = await atPrinter();
  await until(() => last(jobId)?.state === 'printing');
  // Seen by the watch stage before time passes.
  await new Promise((resolve) => setTimeout(resolve, 50));
  uptimeMs += 20 * 60_000;
  await until(() => last(jobId)?.reason === 'printing-long');
  return { agent, jobId, job };
}

/** A job that may have been printed; nothing of it is known. */
async function becomeUnknown(copies = 1): Promise<{ agent: RunningAgent; jobId: string }> {
  bench.printer.sendFaults.push(broken);
  const agent = await start();
  const jobId = print({ copies });
  await until(() => last(jobId)?.state === 'unknown');
  return { agent, jobId };
}

/** The printer is seen counting while it prints. */
async function proveCounting(agent: RunningAgent): Promise<void> {
  bench.printer.printsAtOnce = false;
  const jobId = print();
  const job = await atPrinter();
  bench.printer.advance(job, 1);
  const { printerUuid } = bench.printer.description;
  await until(() => agent.printing.trials.counting(printerUuid).impressions === 'under-way');
  bench.printer.finish(job);
  await until(() => last(jobId)?.state === 'printed');
}

describe('a word on an attempt is none on the job', () => {
  it.each(['wait', 'stop'] as const)('after %s, a job that fails can be decided here', async (decision) => {
    const { agent, jobId, job } = await printForLong(2);
    if (decision === 'stop') bench.printer.cancelFaults.push(...Array.from({ length: 50 }, () => deaf));
    const id = randomUUID();
    say(jobId, decision, id);
    await isHeard(id);
    bench.printer.giveUp(job, 'aborted', 1);
    await until(() => last(jobId)?.state === 'failed');
    expect(agent.printing.jobAdmin.listUndecided().map((view) => view.job.id)).toEqual([jobId]);
    const wish = { jobId, choice: 'refund', copiesPrinted: undefined, byWhom } as const;
    expect(agent.printing.jobAdmin.decide(wish)).toBe('told-the-cloud');
  });

  it('counts for that attempt alone: the same message once more stops no later one', async () => {
    const { agent, jobId } = await printForLong();
    bench.printer.cancelFaults.push(...Array.from({ length: 50 }, () => deaf));
    const id = randomUUID();
    say(jobId, 'stop', id);
    await isHeard(id);
    // Asked for the first time.
    await until(() => bench.lines.some(({ event }) => event === 'submission.stop-asked'));
    uptimeMs += 3 * 60_000;
    await until(() => last(jobId)?.state === 'unknown');
    bench.printer.cancelFaults.length = 0;
    for (const job of bench.printer.jobs.values()) job.state = 'canceled';
    agent.printing.jobAdmin.decide({ jobId, choice: 'reprint', copiesPrinted: 0, byWhom });
    const again = await atPrinter();
    bench.cloud.acknowledgements.length = 0;
    say(jobId, 'stop', id);
    await isHeard(id);
    const other = print();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(again.state).toBe('processing');
    bench.printer.finish(again);
    await until(() => last(jobId)?.state === 'printed');
    bench.printer.finish(await atPrinter());
    await until(() => last(other)?.state === 'printed');
  });

  it('counts whatever the clock says', async () => {
    const { jobId, job } = await printForLong();
    aheadMs = -3_600_000;
    say(jobId, 'stop');
    await until(() => job.state === 'canceled');
  });

  it('all came out: of the set that was sent; the others are printed', async () => {
    bench.printer.description = { ...bench.printer.description, copiesMax: 1 };
    const { jobId } = await printForLong(2);
    const [stuck] = bench.printer.jobs.values();
    say(jobId, 'printed');
    await until(() => bench.printer.createCalls === 2);
    expect(last(jobId)?.state).not.toBe('printed');
    stuck!.state = 'completed';
    bench.printer.finish(await atPrinter());
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ copies_printed: 2 });
  });
});

describe('the console wants the rest printed', () => {
  it('once: when that is canceled at the printer, the cloud hears of no decision', async () => {
    const { agent, jobId } = await becomeUnknown(2);
    bench.printer.printsAtOnce = false;
    agent.printing.jobAdmin.decide({ jobId, choice: 'reprint', copiesPrinted: 0, byWhom });
    bench.printer.giveUp(await atPrinter(), 'canceled', 1);
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ reason: 'canceled-at-printer' });
    expect(last(jobId)?.decided).toBeUndefined();
    expect(agent.printing.jobAdmin.listUndecided().map((view) => view.job.id)).toEqual([jobId]);
  });

  it('and the cloud has settled it before a byte went out, while its file is made: it is not printed', async () => {
    let isBlocked = false;
    const waiting = Promise.withResolvers<void>();
    const preparer = {
      ...copyingPreparer,
      preparePhoto: async (photo: Parameters<typeof copyingPreparer.preparePhoto>[0]) => {
        if (isBlocked) await waiting.promise;
        return await copyingPreparer.preparePhoto(photo, { signal: undefined, pages: 1 } as never);
      },
    };
    bench.printer.sendFaults.push(broken);
    const agent = await start({ ports: { preparer } });
    const jobId = print();
    await until(() => last(jobId)?.state === 'unknown');
    isBlocked = true;
    rmSync(agent.printing.jobs.get(jobId).preparedPath as string);
    agent.printing.jobAdmin.decide({ jobId, choice: 'reprint', copiesPrinted: 0, byWhom });
    await until(() => agent.printing.jobs.get(jobId).state === 'preparing');
    const papers = bench.printer.paper.length;
    say(jobId, 'not_printed');
    await until(() => last(jobId)?.state === 'failed');
    waiting.resolve();
    const other = print();
    await until(() => last(other)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(papers + 1);
    expect(agent.printing.jobs.get(jobId).state).toBe('failed');
  });

  it('and the cloud settles it while bytes are on their way: what made no paper is not sent again', async () => {
    const agent = await start();
    await proveCounting(agent);
    bench.printer.sendFaults.push(broken);
    const jobId = print();
    await atPrinter();
    bench.printer.restart();
    await until(() => last(jobId)?.state === 'unknown');
    bench.printer.sendFaults.push(broken);
    agent.printing.jobAdmin.decide({ jobId, choice: 'reprint', copiesPrinted: 0, byWhom });
    const job = await atPrinter();
    const id = randomUUID();
    say(jobId, 'not_printed', id);
    await isHeard(id);
    bench.printer.giveUp(job, 'aborted', 0);
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ reason: 'decided-by-person' });
    expect(bench.printer.jobs.size).toBe(1);
  });
});

describe('a job that nobody can finish can be ended', () => {
  /** At a printer that is gone for good. */
  async function orphan(): Promise<{ agent: RunningAgent; jobId: string }> {
    bench.printer.printsAtOnce = false;
    const agent = await start();
    const jobId = print({ copies: 2 });
    await until(() => last(jobId)?.state === 'printing');
    bench.printer.isReachable = false;
    await until(() => last(jobId)?.reason === 'printer-unreachable');
    expect(last(jobId)?.message).toContain('call the job off');
    return { agent, jobId };
  }

  it('at a printer that never comes back, from the console: somebody is asked what came out', async () => {
    const { agent, jobId } = await orphan();
    expect(await agent.printing.jobAdmin.cancel({ jobId, byWhom })).toBe('printer-silent');
    await until(() => last(jobId)?.state === 'unknown');
    const wish = { jobId, choice: 'refund', copiesPrinted: 1, byWhom } as const;
    expect(agent.printing.jobAdmin.decide(wish)).toBe('told-the-cloud');
    expect(agent.printing.submissions.listOpen()).toEqual([]);
  });

  it('the same from the cloud', async () => {
    const { jobId } = await orphan();
    say(jobId, 'stop');
    await until(() => last(jobId)?.state === 'unknown');
  });

  it('at a printer that waits for paper which nobody has: canceled there, and counted', async () => {
    const agent = await start();
    await proveCounting(agent);
    const jobId = print({ copies: 2 });
    const job = await atPrinter();
    bench.printer.advance(job, 1);
    const { description } = bench.printer;
    bench.printer.description = { ...description, state: 'stopped', stateReasons: ['media-empty-error'] };
    await until(() => last(jobId)?.state === 'held');
    say(jobId, 'stop');
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 1, copies_sure: true });
  });

  /** One of two is printed; for the other there is no paper. */
  async function half(): Promise<{ agent: RunningAgent; jobId: string }> {
    bench.printer.description = { ...bench.printer.description, copiesMax: 1 };
    bench.printer.printsAtOnce = false;
    const agent = await start();
    const jobId = print({ copies: 2 });
    const job = await atPrinter();
    bench.printer.description = { ...bench.printer.description, mediaReady: [] };
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.mediaReady?.length === 0);
    bench.printer.finish(job);
    await until(() => last(jobId)?.reason === 'media-needed');
    return { agent, jobId };
  }

  it('half printed, and no paper for the rest, from the console: paid back', async () => {
    const { agent, jobId } = await half();
    expect(await agent.printing.jobAdmin.cancel({ jobId, byWhom })).toBe('told-the-cloud');
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 1, decided: { choice: 'refund', by: byWhom } });
  });

  it('the same from the cloud, where what becomes of the rest is decided', async () => {
    const { jobId } = await half();
    say(jobId, 'stop');
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 1 });
    expect(last(jobId)?.decided).toBeUndefined();
  });
});

it('what was called off is not sent again when it turns out that nothing of it was printed', async () => {
  const agent = await start();
  await proveCounting(agent);
  bench.printer.sendFaults.push(broken);
  const jobId = print();
  const job = await atPrinter();
  bench.printer.cancelFaults.push(...Array.from({ length: 50 }, () => deaf));
  await agent.printing.jobAdmin.cancel({ jobId, byWhom });
  const { createCalls } = bench.printer;
  bench.printer.giveUp(job, 'aborted', 0);
  await until(() => last(jobId)?.state === 'cancelled');
  expect(bench.printer.createCalls).toBe(createCalls);
});
