/** The schedule of a whole agent over its link: what the cloud is told. */
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

  it('tells an edit of the console, and after the next welcome again', async () => {
    const agent = await bench.start();
    const { content, document } = agent.schedule.read();
    agent.schedule.save({ ...content, plan: newYear }, { by: 'Ann', version: document.version });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => (bench.cloud.lastReport(ticket.job_id)?.message ?? '').startsWith('Prints from'));
    expect(bench.cloud.lastReport(ticket.job_id)).toMatchObject({ state: 'ready', reason: 'scheduled' });
    const tells = () => bench.cloud.schedules.filter((frame) => frame.document?.version === 1).length;
    await until(() => tells() > 0);
    await agent.stop();
    bench.cloud.schedules.length = 0;
    const again = await bench.start();
    expect(again.schedule.read().document).toMatchObject({ version: 1, origin: 'console' });
    await until(() => tells() > 0);
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
