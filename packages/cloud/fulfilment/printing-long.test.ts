/** A job that prints for longer than usual, as the shop and its customer see it: no new state, no money, a question. */
import type { JobReport } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmptySqlite } from '../../../test/fixtures/databases.ts';
import { listOutbox } from '../outbox/outbox-store.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';
import { applyJobReport } from './job-report.ts';

let bench: PrintedOrderBench;
beforeEach(async () => {
  bench = await openPrintedOrderBench(await openEmptySqlite());
});
afterEach(() => bench.cloud.close());

async function say(orderId: string, more: Partial<JobReport>): Promise<void> {
  const [job] = await bench.jobsOf(orderId);
  const { database, now } = bench.cloud.deps;
  const report: JobReport = {
    job_id: job!.id,
    state: 'printing',
    reason: 'none',
    message: '',
    copies_printed: 0,
    copies_sure: false,
    submitted: true,
    printer_id: null,
    at: new Date(now()).toISOString(),
    ...more,
  };
  const agentId = job!.agent_id!;
  await database.transaction((tx) => applyJobReport(database, tx, { agentId, report, now: now() }));
}

it('is named, can be decided, and goes on by itself', async () => {
  const { order_id } = await bench.paid([2]);
  const order = async () => (await bench.customer.call('GET', `/api/orders/${order_id}`)).body;
  const stuck = async () => (await bench.operator.call('GET', '/api/shop/jobs?stuck=true')).body.items;
  await say(order_id, {});
  expect(await stuck()).toEqual([]);
  expect((await order()).on_hold).toBeNull();

  await say(order_id, { reason: 'printing-long', message: 'Look at the printer.' });
  expect(await stuck()).toMatchObject([
    { state: 'printing', reason: 'printing-long', decisions: ['wait', 'printed', 'stop'] },
  ]);
  expect(await order()).toMatchObject({
    status: 'printing',
    on_hold: { reason: 'printing-long', message: 'Look at the printer.', who_must_act: 'shop' },
    print_jobs: [{ state: 'printing', reason: 'printing-long' }],
  });
  const [job] = await bench.jobsOf(order_id);
  const decide = (body: object) => bench.operator.call('POST', `/api/shop/jobs/${job!.id}/decide`, body);
  const before = await bench.balance();
  expect((await decide({ decision: 'refund' })).status).toBe(409);
  expect((await decide({ decision: 'stop', copies_printed: 1 })).status).toBe(422);
  for (const decision of ['wait', 'stop', 'printed'])
    expect((await decide({ decision })).body).toMatchObject({ state: 'printing' });
  const told = await listOutbox(bench.cloud.deps.database.query, job!.agent_id!, 100);
  const bodies = told.filter(({ type }) => type === 'decide').map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ decision }) => decision)).toEqual(['wait', 'stop', 'printed']);
  expect(await bench.balance()).toBe(before);

  await say(order_id, {});
  expect(await stuck()).toEqual([]);
  expect((await order()).on_hold).toBeNull();
  expect((await decide({ decision: 'wait' })).status).toBe(409);
  await say(order_id, { state: 'printed', copies_printed: 2, copies_sure: true });
  expect((await order()).status).toBe('ready_for_pickup');
});
