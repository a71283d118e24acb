/** Jams, aborts and people's words: only what did not come out is printed again, and printers that keep failing are set aside. */
import { randomUUID } from 'node:crypto';
import { defaultShopRules } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';
import { createFakePrinter, type FakePrinter, type FakePrinterJob } from '../testing/fake-printer.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const last = (jobId: string) => bench.cloud.lastReport(jobId);
const reprint = { ...defaultShopRules, version: 1, aborted_copies: 'reprint' } as const;

async function startLinked(more = {}): Promise<RunningAgent> {
  const agent = await bench.start(more);
  await until(() => agent.isLinked);
  return agent;
}

async function print(more = {}): Promise<string> {
  const ticket = bench.newTicket(more);
  bench.cloud.sendJob(ticket);
  return ticket.job_id;
}

/** A completed job whose sheets the agent saw being counted: from then on it knows that the printer counts right. */
async function proveCounting(agent: RunningAgent, printer: FakePrinter = bench.printer) {
  printer.countsSheets = true;
  printer.printsAtOnce = false;
  const jobId = await print();
  const job = await atPrinter(printer);
  printer.advance(job, 1);
  await until(() => agent.printing.trials.counting(printer.description.printerUuid).sheets === 'under-way');
  printer.finish(job);
  await until(() => last(jobId)?.state === 'printed');
}

async function atPrinter(printer: FakePrinter = bench.printer): Promise<FakePrinterJob> {
  const job = () => [...printer.jobs.values()].find(({ state }) => state === 'processing');
  await until(() => job() !== undefined);
  return job() as FakePrinterJob;
}

/** Something is different at a printer: the agent looks now, and not when it would by itself; until it has seen it. */
async function noticed(
  agent: RunningAgent,
  isSeen: (printer: PrinterView) => boolean,
  uri = bench.printer.uri,
) {
  agent.printers.suspect(uri);
  await until(() => isSeen(agent.printers.findByUri(uri)!));
}

describe('a printer that gives up on a job', () => {
  it('the remainder alone is printed, by the shop’s rule', async () => {
    bench.cloud.rules = reprint;
    await proveCounting(await startLinked());
    const jobId = await print({ copies: 5 });
    const job = await atPrinter();
    bench.printer.giveUp(job, 'aborted', 2);
    const next = await atPrinter();
    expect(next.request.copies).toBe(3);
    bench.printer.finish(next);
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ copies_printed: 5, copies_sure: true });
    expect(bench.printer.paper).toHaveLength(1 + 5);
  });

  it('without that rule it fails with an exact count, and the sentence says it', async () => {
    await proveCounting(await startLinked());
    const jobId = await print({ copies: 5 });
    bench.printer.giveUp(await atPrinter(), 'aborted', 2);
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 2, copies_sure: true, reason: 'aborted-by-printer' });
    expect(last(jobId)?.message).toMatch(/2 of 5 copies came out/);
  });

  it('that nobody has seen counting: the rule does not print by itself', async () => {
    bench.cloud.rules = reprint;
    bench.printer.printsAtOnce = false;
    await startLinked();
    const jobId = await print({ copies: 2 });
    bench.printer.giveUp(await atPrinter(), 'aborted', 1);
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 1, copies_sure: false });
    expect(bench.printer.createCalls).toBe(1);
  });

  it('that counts wrong, or not: a person is asked how many came out', async () => {
    const agent = await startLinked();
    bench.printer.countsNothing = true;
    const first = await print();
    await until(() => last(first)?.state === 'printed');
    bench.printer.printsAtOnce = false;
    const jobId = await print({ copies: 3 });
    bench.printer.giveUp(await atPrinter(), 'aborted', 0);
    await until(() => last(jobId)?.state === 'unknown');
    expect(last(jobId)?.message).toMatch(/How many of the 3 copies came out whole/);
    expect(agent.printing.jobAdmin.find(jobId)?.copyStates).toEqual(['maybe', 'maybe', 'maybe']);
  });

  it('a person canceled it there: never again by itself, whatever the rule', async () => {
    bench.cloud.rules = reprint;
    await proveCounting(await startLinked());
    const jobId = await print({ copies: 2 });
    bench.printer.giveUp(await atPrinter(), 'canceled', 1);
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ reason: 'canceled-at-printer', copies_printed: 1 });
  });

  it('three times for one job: a person is asked', async () => {
    bench.cloud.rules = reprint;
    const agent = await startLinked();
    await proveCounting(agent);
    const jobId = await print({ copies: 2 });
    for (let times = 1; times <= 3; times += 1) bench.printer.giveUp(await atPrinter(), 'aborted', 0);
    await until(() => last(jobId)?.state === 'failed');
    expect(agent.printing.trials.list()).toMatchObject([{ name: 'Photo One' }]);
  });
});

describe('the word of a person at the shop', () => {
  async function unknownJob(copies: number): Promise<{ agent: RunningAgent; jobId: string }> {
    bench.printer.sendFaults.push({ kind: 'unreachable', sent: 'part', isDone: true });
    const agent = await startLinked();
    const jobId = await print({ copies });
    await until(() => last(jobId)?.state === 'unknown');
    return { agent, jobId };
  }

  it('prints the rest without the cloud, and the cloud hears who said so', async () => {
    const { agent, jobId } = await unknownJob(3);
    bench.cloud.isAway = true;
    bench.cloud.cut();
    await until(() => !agent.isLinked);
    const paper = bench.printer.paper.length;
    expect(agent.printing.jobAdmin.reprintRemainder({ jobId, copiesPrinted: 1, byWhom: 'Li' })).toBe('done');
    await until(() => bench.printer.paper.length === paper + 2);
    bench.cloud.isAway = false;
    await until(() => last(jobId)?.state === 'printed');
    expect(last(jobId)).toMatchObject({ copies_printed: 3, decided: { choice: 'reprint', by: 'Li' } });
    expect(agent.printing.jobAdmin.find(jobId)?.lastAct).toMatchObject({ byWhom: 'Li', outcome: 'done' });
  });

  it('gives way to the cloud while no sheet of the rest has gone out', async () => {
    const { agent, jobId } = await unknownJob(2);
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    await noticed(agent, ({ description }) => description?.state === 'stopped');
    expect(agent.printing.jobAdmin.reprintRemainder({ jobId, copiesPrinted: 1, byWhom: 'Li' })).toBe('done');
    await until(() => last(jobId)?.state === 'held');
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000009',
      type: 'decide',
      body: { job_id: jobId, decision: 'not_printed', copies_printed: 1 },
    });
    await until(() => last(jobId)?.state === 'failed');
    expect(last(jobId)).toMatchObject({ copies_printed: 1, reason: 'decided-by-person' });
    const acts = agent.printing.jobAdmin.listActs();
    expect(acts.map(({ origin, outcome }) => [origin, outcome])).toEqual([
      ['cloud', 'done'],
      ['console', 'done'],
    ]);
  });

  it('stands when its sheets are out before the cloud’s word comes', async () => {
    const { agent, jobId } = await unknownJob(2);
    agent.printing.jobAdmin.reprintRemainder({ jobId, copiesPrinted: 1, byWhom: 'Li' });
    await until(() => last(jobId)?.state === 'printed');
    const reports = bench.cloud.reports.length;
    bench.cloud.send({
      kind: 'message',
      id: '00000000-0000-4000-8000-000000000009',
      type: 'decide',
      body: { job_id: jobId, decision: 'not_printed' },
    });
    await until(() => bench.cloud.reports.length > reports);
    expect(last(jobId)?.state).toBe('printed');
    expect(agent.printing.jobAdmin.listActs()[0]).toMatchObject({ origin: 'cloud', outcome: 'paper-moved' });
  });

  it('is refused with more copies than were ordered, and when all came out', async () => {
    const { agent, jobId } = await unknownJob(2);
    const { decide } = agent.printing.jobAdmin;
    const wish = { jobId, byWhom: 'Li' };
    expect(decide({ ...wish, choice: 'reprint', copiesPrinted: 3 })).toBe('too-many-copies');
    expect(decide({ ...wish, choice: 'refund', copiesPrinted: 2 })).toBe('nothing-left');
    expect(decide({ ...wish, choice: 'refund', copiesPrinted: 1.5 })).toBe('too-many-copies');
    expect(decide({ ...wish, choice: 'refund', copiesPrinted: 1 })).toBe('told-the-cloud');
    expect(decide({ ...wish, choice: 'refund', copiesPrinted: 1 })).toBe('decided-before');
    await until(() => last(jobId)?.decided?.choice === 'refund');
    expect(last(jobId)).toMatchObject({ state: 'failed', copies_printed: 1, copies_sure: true });
  });

  it('holds a job, releases it, calls one off', async () => {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    const agent = await startLinked();
    const [held, off] = [await print(), await print()];
    await until(() => last(held)?.state === 'held' && last(off)?.state === 'held');
    const admin = agent.printing.jobAdmin;
    expect(admin.hold({ jobId: held, byWhom: 'Li' })).toBe('done');
    expect(await admin.cancel({ jobId: off, byWhom: 'Li' })).toBe('done');
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
    const other = await print();
    await until(() => last(other)?.state === 'printed');
    expect(last(held)).toMatchObject({ state: 'held' });
    expect(admin.listHeld().map(({ job }) => job.id)).toEqual([held]);
    expect(admin.release({ jobId: held, byWhom: 'Li' })).toBe('done');
    await until(() => last(held)?.state === 'printed');
    expect(last(off)).toMatchObject({ state: 'cancelled', submitted: false });
    expect(admin.listToday(0)).toHaveLength(3);
    expect(bench.printer.paper).toHaveLength(2);
  });
});

describe('several printers', () => {
  const secondUri = 'ipp://127.0.0.1:9/ipp/second';
  let second: FakePrinter;
  let agent: RunningAgent;
  async function startBoth(now?: () => number) {
    const printerUuid = 'urn:uuid:00000000-0000-4000-8000-000000000002';
    second = createFakePrinter(secondUri, { name: 'Photo Two', printerUuid });
    const openPrinter = (uri: string) => (uri === secondUri ? second : bench.printer).openPort();
    const printerUris = [bench.printer.uri, secondUri];
    agent = await startLinked({ printerUris, ports: { openPrinter }, ...(now && { now }) });
    await until(() => agent.printers.list().every(({ reachable }) => reachable));
  }

  it('one that fails three jobs in a row is set aside, said so, and put back; another takes over', async () => {
    await startBoth();
    second.isReachable = false;
    await noticed(agent, ({ reachable }) => reachable === false, secondUri);
    bench.printer.printsAtOnce = false;
    for (let times = 1; times <= 3; times += 1) {
      const jobId = await print();
      bench.printer.giveUp(await atPrinter(), 'aborted', 0);
      await until(() => last(jobId)?.state === 'unknown');
    }
    const printerId = bench.printer.description.printerUuid as string;
    await until(() => bench.cloud.printers.get(printerId)?.set_aside !== undefined);
    const waiting = await print();
    await until(() => last(waiting)?.state === 'held');
    second.isReachable = true;
    await noticed(agent, ({ reachable }) => reachable === true, secondUri);
    await until(() => last(waiting)?.state === 'printed');
    expect(second.paper).toHaveLength(1);
    expect(bench.printer.createCalls).toBe(3);

    await agent.stop();
    await startBoth();
    expect(agent.printing.trials.list().map(({ name }) => name)).toEqual(['Photo One']);
    second.isReachable = false;
    await noticed(agent, ({ reachable }) => reachable === false, secondUri);
    const entry = agent.printerAdmin.list().find(({ view }) => view.printerId === printerId)!;
    const seen = { entry_id: entry.entryId, version: entry.listed.version };
    const body = { by: 'account Li', wanted: { act: 'put_back', ...seen } } as const;
    bench.cloud.send({ kind: 'message', id: randomUUID(), type: 'printer', body });
    await until(() => agent.printing.trials.list().length === 0);
    bench.printer.printsAtOnce = true;
    const jobId = await print();
    await until(() => last(jobId)?.state === 'printed');
    await until(() => bench.cloud.printers.get(printerId)?.set_aside === undefined);
  });

  it('a job that waits at a silent one goes to another after the shop’s limit, if no byte was sent', async () => {
    let ahead = 0;
    bench.cloud.rules = { ...defaultShopRules, version: 1, reroute_after_minutes: 5 };
    await startBoth(() => Date.now() + ahead);
    second.description = { ...second.description, state: 'stopped', stateReasons: ['paused'] };
    await noticed(agent, ({ description }) => description?.state === 'stopped', secondUri);
    // Create-Job got through, its answer and everything behind it did not.
    bench.printer.createFaults.push({ kind: 'unreachable', sent: 'all', isDone: true });
    const openJob = () => [...bench.printer.jobs.values()][0];
    const jobId = await print();
    await until(() => openJob() !== undefined);
    bench.printer.isReachable = false;
    await until(() => last(jobId)?.reason === 'printer-unreachable');
    second.description = { ...second.description, state: 'idle', stateReasons: [] };
    await noticed(agent, ({ description }) => description?.state === 'idle', secondUri);
    expect(second.createCalls).toBe(0);
    ahead = 6 * 60_000;
    await until(() => last(jobId)?.state === 'printed');
    expect(second.paper).toHaveLength(1);
    expect(bench.printer.paper).toHaveLength(0);
  });

  it('what one has just given up on, the other prints', async () => {
    bench.cloud.rules = reprint;
    await startBoth();
    await proveCounting(agent);
    second.description = { ...second.description, state: 'stopped', stateReasons: ['paused'] };
    await noticed(agent, ({ description }) => description?.state === 'stopped', secondUri);
    const jobId = await print({ copies: 3 });
    const job = await atPrinter();
    second.description = { ...second.description, state: 'idle', stateReasons: [] };
    await noticed(agent, ({ description }) => description?.state === 'idle', secondUri);
    bench.printer.giveUp(job, 'aborted', 1);
    await until(() => last(jobId)?.state === 'printed');
    expect(second.paper).toHaveLength(2);
  });
});
