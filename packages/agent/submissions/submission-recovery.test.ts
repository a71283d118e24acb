/** Faults at the printer and restarts in the middle: what becomes of the job, and how much paper there is. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { type BoundaryName, boundaryNames, untoldBoundaryNames } from '../machine/boundary.ts';
import { type Bench, type BenchStart, startBench, until } from '../testing/agent-bench.ts';
import type { FakePrinterJob } from '../testing/fake-printer.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const stateOf = (jobId: string) => bench.cloud.lastReport(jobId)?.state;

async function printOne(more = {}) {
  const agent = await bench.start();
  const ticket = bench.newTicket(more);
  await until(() => agent.isLinked);
  bench.cloud.sendJob(ticket);
  return { agent, jobId: ticket.job_id };
}

/** Starts an agent that dies at a boundary, as a power cut would have it. */
async function dieAt(boundary: BoundaryName, more: { copies?: number } = {}): Promise<string> {
  let agent: RunningAgent | undefined;
  let isDead = false;
  agent = await bench.start({
    onBoundary(name) {
      if (name !== boundary || isDead) return;
      isDead = true;
      agent?.halt();
      throw new Error('the power is gone');
    },
  });
  const ticket = bench.newTicket(more);
  await until(() => agent?.isLinked === true);
  bench.cloud.sendJob(ticket);
  await until(() => isDead);
  return ticket.job_id;
}

async function atPrinter(): Promise<FakePrinterJob> {
  const job = () => [...bench.printer.jobs.values()].find(({ state }) => state === 'processing');
  await until(() => job() !== undefined);
  return job() as FakePrinterJob;
}

/** Starts an agent, and prints a job of which it sees that the printer counts while it prints, and right. */
async function proveCounting(more: BenchStart = {}): Promise<RunningAgent> {
  const agent = await bench.start(more);
  await until(() => agent.isLinked);
  bench.printer.printsAtOnce = false;
  const ticket = bench.newTicket();
  bench.cloud.sendJob(ticket);
  const job = await atPrinter();
  bench.printer.advance(job, 1);
  const { printerUuid } = bench.printer.description;
  await until(() => agent.printing.trials.counting(printerUuid).impressions === 'under-way');
  bench.printer.finish(job);
  await until(() => stateOf(ticket.job_id) === 'printed');
  bench.printer.printsAtOnce = true;
  return agent;
}

describe('the power goes', () => {
  it.each(boundaryNames)('at %s: once, and whoever could know does', async (boundary) => {
    const jobId = await dieAt(boundary);
    await bench.start();
    const wanted = untoldBoundaryNames.includes(boundary) ? 'unknown' : 'printed';
    await until(() => stateOf(jobId) === wanted);
    const isPaperless = boundary === 'submit:sending-journalled' || boundary === 'submit:handed-over';
    expect(bench.printer.paper).toHaveLength(isPaperless ? 0 : 1);
    const open = [...bench.printer.jobs.values()].filter(({ state }) => state === 'pending-held');
    expect(open).toEqual([]);
  });

  it.each(boundaryNames.filter((name) => name.startsWith('submit:') || name.startsWith('watch:')))(
    'at %s, and the printer restarts without memory: never twice',
    async (boundary) => {
      const jobId = await dieAt(boundary);
      bench.printer.restart();
      await bench.start();
      await until(() => stateOf(jobId) === 'printed' || stateOf(jobId) === 'unknown');
      expect(bench.printer.paper.length).toBeLessThanOrEqual(1);
      const isSafe = ['submit:intended', 'submit:created', 'submit:created-journalled', 'watch:printed'];
      expect(stateOf(jobId)).toBe(isSafe.includes(boundary) ? 'printed' : 'unknown');
    },
  );

  it('at submit:created, and another job has that id now: it is found by name, not by id', async () => {
    const jobId = await dieAt('submit:created-journalled');
    const [mine] = [...bench.printer.jobs.values()];
    bench.printer.jobs.clear();
    const outsider = { ...mine!, jobName: 'somebody else', jobUuid: 'urn:uuid:x' };
    bench.printer.jobs.set(mine!.jobId, outsider);
    await bench.start();
    await until(() => stateOf(jobId) === 'printed');
    expect(outsider.state).toBe('pending-held');
  });

  it('between two copy sets: the others follow, none again', async () => {
    bench.printer.description = { ...bench.printer.description, copiesMax: 1 };
    const jobId = await dieAt('watch:printed', { copies: 3 });
    await bench.start();
    await until(() => stateOf(jobId) === 'printed');
    expect(bench.printer.paper).toHaveLength(3);
  });

  it('and another printer stands at the address: unknown, nothing sent to it', async () => {
    bench.printer.printsAtOnce = false;
    const jobId = await dieAt('submit:sent-journalled');
    bench.printer.restart();
    bench.printer.description = { ...bench.printer.description, printerUuid: 'urn:uuid:another' };
    const sent = bench.printer.sendCalls;
    await bench.start();
    await until(() => stateOf(jobId) === 'unknown');
    expect(bench.printer.sendCalls).toBe(sent);
  });

  it('and the job is cancelled before Create-Job is settled: the empty job is cleared away', async () => {
    const jobId = await dieAt('submit:created-journalled');
    bench.printer.isReachable = false;
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000001',
      type: 'cancel',
      body: { job_id: jobId },
    });
    await until(() => stateOf(jobId) === 'cancelled');
    bench.printer.isReachable = true;
    await until(() => [...bench.printer.jobs.values()].every(({ state }) => state === 'canceled'));
    await until(() => agent.printing.submissions.listOpen().length === 0);
    expect(bench.printer.paper).toEqual([]);
  });
});

describe('Create-Job', () => {
  it.each([
    ['surely not sent', { kind: 'unreachable', sent: 'nothing' }],
    ['sent in part', { kind: 'unreachable', sent: 'part' }],
    ['carried out, reply lost', { kind: 'unreachable', sent: 'all', isDone: true }],
    ['busy', { kind: 'busy', sent: 'all', statusName: 'server-error-busy' }],
    ['refused twice', { kind: 'refused', sent: 'all', statusName: 'client-error-bad-request' }],
    [
      'twice refused for good',
      { kind: 'refused', sent: 'all', statusName: 'client-error-document-format-not-supported' },
    ],
  ] as const)('%s: tried again', async (_name, fault) => {
    bench.printer.createFaults.push(fault, fault);
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
    const states = [...bench.printer.jobs.values()].map(({ state }) => state);
    expect(states.filter((state) => state !== 'completed').every((state) => state === 'canceled')).toBe(true);
  });

  const refusal = (statusName: string) => ({ kind: 'refused', sent: 'all', statusName }) as const;

  it('refused for good, and not by mistake: failed, and the cloud decides', async () => {
    const fault = refusal('client-error-document-format-not-supported');
    bench.printer.createFaults.push(fault, fault, fault);
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'failed');
    expect(bench.cloud.lastReport(jobId)).toMatchObject({ reason: 'aborted-by-printer', submitted: false });
  });

  it('refused for no reason of the job’s, again and again within seconds: printed after all', async () => {
    const fault = refusal('client-error-bad-request');
    bench.printer.createFaults.push(fault, fault, fault, fault);
    const { jobId } = await printOne();
    await until(() => bench.cloud.lastReport(jobId)?.message.includes('It is asked again') === true);
    await until(() => stateOf(jobId) === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('an empty job that turned up late is cleared away, for the printer is busy with it', async () => {
    bench.printer.isBusyWhileOpen = true;
    bench.printer.createFaults.push({ kind: 'unreachable', sent: 'all', isLate: true });
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printed');
    expect([...bench.printer.jobs.values()].map(({ state }) => state)).toEqual(['canceled', 'completed']);
    expect(bench.printer.paper).toHaveLength(1);
  });
});

describe('Send-Document', () => {
  it('of which nothing left: the empty job is cancelled, and tried again', async () => {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'nothing' });
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printed');
    expect([...bench.printer.jobs.values()].map(({ state }) => state)).toEqual(['canceled', 'completed']);
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('broken off, and the printer says that no document came: its word is no proof, a person is asked', async () => {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part' });
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'unknown');
    expect([...bench.printer.jobs.values()].map(({ state }) => state)).toEqual(['canceled']);
    expect(bench.printer.createCalls).toBe(1);
  });

  it('the same at a printer that is proven to count: tried again', async () => {
    await proveCounting();
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part' });
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(bench.printer.paper).toHaveLength(2);
  });

  it.each([
    ['busy', 'server-error-busy'],
    ['refused', 'client-error-not-possible'],
    ['locked', 'client-error-not-authorized'],
  ] as const)('%s for a while: it is no failed job, and printed in the end', async (kind, statusName) => {
    const fault = { kind, sent: 'all', statusName, isRefusal: true } as const;
    bench.printer.sendFaults.push(fault, fault, fault, fault);
    const { agent, jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
    const states = [...bench.printer.jobs.values()].map(({ state }) => state);
    expect(states).toEqual(['canceled', 'canceled', 'canceled', 'canceled', 'completed']);
    expect(agent.printing.trials.list()).toEqual([]);
  });

  it('refused for good: failed, and nothing was printed', async () => {
    const statusName = 'client-error-document-format-not-supported';
    const fault = { kind: 'refused', sent: 'all', statusName, isRefusal: true } as const;
    bench.printer.sendFaults.push(fault, fault, fault);
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'failed');
    expect(bench.cloud.lastReport(jobId)).toMatchObject({ reason: 'aborted-by-printer', submitted: false });
    expect(bench.printer.paper).toEqual([]);
  });

  it.each(['part', 'all'] as const)(
    'broken off (%s), and the printer printed what came: unknown',
    async (sent) => {
      bench.printer.sendFaults.push({ kind: 'unreachable', sent, isDone: true });
      const { jobId } = await printOne();
      await until(() => stateOf(jobId) === 'unknown');
      expect(bench.printer.paper).toHaveLength(1);
      const next = bench.newTicket();
      bench.cloud.sendJob(next);
      await until(() => stateOf(next.job_id) === 'printed');
      expect(bench.printer.paper).toHaveLength(2);
    },
  );

  it.each([
    ['no sheet, says a printer that nobody has seen counting: a person is asked', false],
    ['no sheet, says one that is proven to count: tried again', true],
  ])('broken off, aborted, %s', async (_what, isProven) => {
    if (isProven) await proveCounting();
    bench.printer.printsAtOnce = false;
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part', isDone: true });
    if (!isProven) await bench.start();
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    const job = await atPrinter();
    const before = bench.printer.createCalls;
    bench.printer.giveUp(job, 'aborted', 0);
    if (!isProven) {
      await until(() => stateOf(ticket.job_id) === 'unknown');
      expect(bench.printer.createCalls).toBe(before);
      return;
    }
    bench.printer.finish(await atPrinter());
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(bench.printer.paper).toHaveLength(2);
  });

  it('broken off again and again for ten minutes, with no sheet for certain: given up', async () => {
    let aheadMs = 0;
    const agent = await proveCounting({ now: () => Date.now() + aheadMs });
    const fault = { kind: 'unreachable', sent: 'part', isDone: true } as const;
    bench.printer.sendFaults.push(fault, fault, fault);
    bench.printer.printsAtOnce = false;
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    for (let times = 1; times <= 3; times += 1) {
      const job = await atPrinter();
      if (times === 3) aheadMs = 11 * 60_000;
      bench.printer.giveUp(job, 'aborted', 0);
    }
    await until(() => stateOf(ticket.job_id) === 'failed');
    expect(agent.printing.submissions.tally(ticket.job_id).brokenAttempts).toBe(3);
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
      reason: 'aborted-by-printer',
      submitted: false,
    });
  });
});

describe('at the printer', () => {
  it.each(['aborted', 'canceled'] as const)(
    '%s, and its 0 is worth nothing: a person is asked how many came out',
    async (state) => {
      bench.printer.printsAtOnce = false;
      const { jobId } = await printOne();
      await until(() => stateOf(jobId) === 'printing');
      bench.printer.finish(await atPrinter(), state);
      await until(() => stateOf(jobId) === 'unknown');
      expect(bench.printer.createCalls).toBe(1);
    },
  );

  it.each([
    ['aborted', 'aborted-by-printer'],
    ['canceled', 'canceled-at-printer'],
  ] as const)(
    '%s, with no sheet for certain: failed, %s, and never again by itself',
    async (state, reason) => {
      await proveCounting();
      bench.printer.printsAtOnce = false;
      const ticket = bench.newTicket();
      bench.cloud.sendJob(ticket);
      bench.printer.giveUp(await atPrinter(), state, 0);
      await until(() => stateOf(ticket.job_id) === 'failed');
      expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({
        reason,
        submitted: true,
        copies_printed: 0,
      });
      expect(bench.printer.createCalls).toBe(2);
    },
  );

  it('paper out while printing: held, and printing again by itself', async () => {
    bench.printer.printsAtOnce = false;
    const { jobId } = await printOne({ copies: 2 });
    await until(() => stateOf(jobId) === 'printing');
    const idle = bench.printer.description;
    bench.printer.description = { ...idle, state: 'stopped', stateReasons: ['media-empty-error'] };
    await until(() => stateOf(jobId) === 'held');
    expect(bench.cloud.lastReport(jobId)).toMatchObject({
      reason: 'media-needed',
      message: 'Load 102 x 152 mm glossy photo paper in Photo One.',
      submitted: true,
    });
    const [job] = [...bench.printer.jobs.values()];
    job!.impressionsCompleted = 1;
    bench.printer.description = idle;
    await until(() => stateOf(jobId) === 'printing');
    expect(bench.cloud.lastReport(jobId)?.copies_printed).toBe(1);
    bench.printer.finish(job!);
    await until(() => stateOf(jobId) === 'printed');
  });

  it('no paper before printing: held, and printed when it is loaded', async () => {
    const loaded = bench.printer.description;
    bench.printer.description = { ...loaded, mediaReady: [] };
    const { jobId } = await printOne();
    await until(() => bench.cloud.lastReport(jobId)?.reason === 'media-needed');
    expect(bench.printer.createCalls).toBe(0);
    bench.printer.description = loaded;
    await until(() => stateOf(jobId) === 'printed');
  });

  it('out of reach with our job: held, followed again when it answers', async () => {
    bench.printer.printsAtOnce = false;
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printing');
    bench.printer.isReachable = false;
    await until(() => bench.cloud.lastReport(jobId)?.reason === 'printer-unreachable');
    const [job] = [...bench.printer.jobs.values()];
    bench.printer.finish(job!);
    bench.printer.isReachable = true;
    await until(() => stateOf(jobId) === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('its history lost while printing: unknown', async () => {
    bench.printer.printsAtOnce = false;
    const { jobId } = await printOne();
    await until(() => stateOf(jobId) === 'printing');
    bench.printer.restart();
    await until(() => stateOf(jobId) === 'unknown');
  });
});
