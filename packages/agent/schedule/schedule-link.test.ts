/** The schedule of a whole agent over its link: what a cloud is told, an older one and one that knows schedules. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';
import { cloudSchedule } from '../testing/schedule-bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const newYear = { mode: 'runs' as const, runs: ['0 0 1 1 *'] };

describe('the schedule over the link', () => {
  it('is told whole after each welcome, then as differences', async () => {
    bench.cloud.features = ['schedule'];
    const agent = await bench.start();
    await until(() => bench.cloud.schedules.length === 1);
    expect(bench.cloud.schedules[0]).toMatchObject({ complete: true, document: { version: 0 } });
    const body = cloudSchedule({ version: 1, plan: newYear });
    const id = randomUUID();
    bench.cloud.send({ kind: 'message', id, type: 'schedule', body });
    await until(() => bench.cloud.acknowledgements.includes(id));
    await until(() => bench.cloud.schedules.some((frame) => frame.document?.version === 1));
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.reason === 'scheduled');
    await until(() => bench.cloud.schedules.at(-1)?.report.waiting === 1);
    expect(bench.cloud.schedules.at(-1)).toMatchObject({ complete: false, report: { rules: [] } });
    expect(bench.printer.paper).toHaveLength(0);
    bench.cloud.send({
      kind: 'message',
      id: randomUUID(),
      type: 'schedule',
      body: cloudSchedule({ version: 2 }),
    });
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
    await agent.stop();
  });

  it('keeps to words that an older cloud can read', async () => {
    const agent = await bench.start();
    const { content, document } = agent.schedule.read();
    agent.schedule.save({ ...content, plan: newYear }, { by: 'Ann', version: document.version });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => (bench.cloud.lastReport(ticket.job_id)?.message ?? '').startsWith('Prints from'));
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({ state: 'ready', reason: 'none' });
    expect(bench.cloud.schedules).toEqual([]);
    await agent.stop();
    const again = await bench.start();
    expect(again.schedule.read().document).toMatchObject({ version: 1, origin: 'console' });
    bench.cloud.features = ['schedule'];
    bench.cloud.cut();
    await until(() => bench.cloud.schedules.some((frame) => frame.document?.version === 1));
    await again.stop();
  });

  it('lets a cancelled job go while it waits', async () => {
    const agent = await bench.start();
    const { content } = agent.schedule.read();
    agent.schedule.save({ ...content, plan: newYear }, { by: 'Ann', version: 0 });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.reason === 'scheduled');
    const body = { job_id: ticket.job_id };
    bench.cloud.send({ kind: 'message', id: randomUUID(), type: 'cancel', body });
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'cancelled');
    expect(bench.printer.createCalls).toBe(0);
    await agent.stop();
  });
});
