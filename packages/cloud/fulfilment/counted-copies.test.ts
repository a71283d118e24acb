/** Money by the copy: what a person counted, what the shop's rule says, what its console decided, whoever is first. */
import type { JobReport } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { deleteOutbox, listOutbox } from '../outbox/outbox-store.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';

describe.each(databases)('counted copies on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
  });
  afterEach(() => bench.cloud.close());

  const jobOf = async (orderId: string, index = 0) => (await bench.jobsOf(orderId))[index]!;

  const say = async (orderId: string, more: Partial<JobReport>, index = 0) =>
    await bench.report(await jobOf(orderId, index), more);
  const decide = async (orderId: string, body: object, index = 0) =>
    await bench.operator.call('POST', `/api/shop/jobs/${(await jobOf(orderId, index)).id}/decide`, body);
  const rule = async (aborted_copies: string, version = 0) =>
    expect(
      (await bench.operator.call('PUT', '/api/shop/print-rules', { version, aborted_copies })).status,
    ).toBe(200);

  it('refund: exactly the copies that did not come out', async () => {
    const { order_id } = await bench.paid([5]);
    const before = await bench.balance();
    await say(order_id, { state: 'unknown', reason: 'may-have-printed' });
    expect((await decide(order_id, { decision: 'refund', copies_printed: 5 })).status).toBe(422);
    expect((await decide(order_id, { decision: 'refund', copies_printed: -1 })).status).toBe(400);
    const decided = await decide(order_id, { decision: 'refund', copies_printed: 2 });
    expect(decided.body).toMatchObject({ state: 'failed', copies_printed: 2, settlement: 'refunded' });
    expect(await bench.balance()).toBeCloseTo(before + 3 * 1.2, 9);
    const { body } = await bench.customer.call('GET', `/api/orders/${order_id}`);
    expect(body).toMatchObject({ status: 'ready_for_pickup', refund_status: 'partial', refunded: 3.6 });
  });

  it('reprint: a new job for the rest, and the agent hears the number', async () => {
    const { order_id } = await bench.paid([5]);
    await say(order_id, { state: 'unknown', reason: 'may-have-printed' });
    await decide(order_id, { decision: 'reprint', copies_printed: 4 });
    expect(await jobOf(order_id, 1)).toMatchObject({ copies: 1, reprint_of: (await jobOf(order_id)).id });
    const rows = await listOutbox(bench.cloud.deps.database.query, (await jobOf(order_id)).agent_id!, 100);
    const bodies = rows.filter(({ type }) => type === 'decide').map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([{ decision: 'not_printed', copies_printed: 4 }]);
  });

  it('retry: a held job is tried again whatever it is held for; its agent hears of it once', async () => {
    const { order_id } = await bench.paid([2]);
    const agentId = (await jobOf(order_id)).agent_id!;
    const heard = async () => {
      const rows = await listOutbox(bench.cloud.deps.database.query, agentId, 100);
      return rows
        .filter(({ type }) => type === 'decide')
        .map(({ id, body }) => ({ id, ...JSON.parse(body) }));
    };
    const held = { state: 'held', submitted: false, copies_sure: false } as const;
    for (const reason of [
      'document-unprintable',
      'preparation-failed',
      'media-needed',
      'disk-full',
    ] as const) {
      await say(order_id, { ...held, reason, message: 'Why.' });
      const { body } = await bench.operator.call('GET', `/api/shop/jobs?order_id=${order_id}`);
      expect(body.items[0]).toMatchObject({ reason, decisions: ['retry', 'refund'] });
      expect(body.items[0].what_to_do).toMatch(/decide retry/);
      expect((await decide(order_id, { decision: 'retry' })).body).toMatchObject({ state: 'held' });
      // Nobody has heard of the first one yet: a second is the same wish.
      expect((await decide(order_id, { decision: 'retry' })).status).toBe(200);
      const [message, ...others] = await heard();
      expect(others).toEqual([]);
      expect(message).toMatchObject({ decision: 'retry', job_id: (await jobOf(order_id)).id });
      const { database } = bench.cloud.deps;
      await deleteOutbox(database.query, { ids: [message!.id], agentId });
    }
    expect((await decide(order_id, { decision: 'retry', copies_printed: 1 })).status).toBe(422);
    await say(order_id, { ...held, submitted: true, reason: 'printer-stopped' });
    const { body } = await bench.operator.call('GET', `/api/shop/jobs?order_id=${order_id}`);
    expect(body.items[0].decisions).toEqual(['retry', 'stop']);
    expect(body.items[0].what_to_do).toMatch(/decide stop/);
    expect((await decide(order_id, { decision: 'refund' })).status).toBe(409);
    expect((await decide(order_id, { decision: 'stop' })).body).toMatchObject({ state: 'held' });
    expect(await heard()).toMatchObject([{ decision: 'stop' }]);
    await say(order_id, { state: 'printed', copies_printed: 2, reason: 'none' });
    expect((await decide(order_id, { decision: 'retry' })).status).toBe(409);
  });

  it('copies that are paid back one by one add up to the price, to the cent', async () => {
    await rule('refund');
    const { order_id, total } = await bench.paid([7], {});
    const { database } = bench.cloud.deps;
    await database.query.updateTable('order_items').set({ discount_minor: 1 }).execute();
    const before = await bench.balance();
    await say(order_id, { copies_printed: 6 });
    expect(await bench.balance()).toBeCloseTo(before + 1.2, 9);
    // The same, as seven jobs of one copy each would be.
    const item = { amount_minor: 840, discount_minor: 1, refunded_minor: 0, quantity: 7 };
    const { unprintedMinor } = await import('../orders/order-rules.ts');
    let refunded = 0;
    for (let copy = 0; copy < 7; copy += 1) {
      refunded += unprintedMinor({ ...item, refunded_minor: refunded }, 1, copy);
      expect(refunded).toBe(unprintedMinor(item, copy + 1));
    }
    expect(refunded).toBe(839);
    expect(total).toBe(8.4);
  });

  it('the shop’s rule pays back what surely did not come out, and nothing else', async () => {
    await rule('refund');
    const sure = await bench.paid([3]);
    const unsure = await bench.paid([3]);
    const canceled = await bench.paid([3]);
    const before = await bench.balance();
    await say(unsure.order_id, { copies_printed: 1, copies_sure: false });
    await say(canceled.order_id, { copies_printed: 1, reason: 'canceled-at-printer' });
    expect(await bench.balance()).toBe(before);
    await say(sure.order_id, { copies_printed: 1 });
    await say(sure.order_id, { copies_printed: 1 });
    expect(await bench.balance()).toBeCloseTo(before + 2.4, 9);
    expect(await jobOf(sure.order_id)).toMatchObject({ settlement: 'refunded' });
    expect(await jobOf(unsure.order_id)).toMatchObject({ settlement: null });
  });

  it('the console’s word settles a failed job once, and is in the audit log', async () => {
    const { order_id } = await bench.paid([2]);
    const before = await bench.balance();
    const decided = { choice: 'refund', by: 'Li', at: new Date().toISOString() } as const;
    await say(order_id, { reason: 'decided-by-person', copies_printed: 1, decided });
    await say(order_id, { reason: 'decided-by-person', copies_printed: 1, decided });
    expect(await bench.balance()).toBeCloseTo(before + 1.2, 9);
    expect((await decide(order_id, { decision: 'reprint' })).status).toBe(409);
    const admin = await bench.cloud.account({ role: 'admin' });
    const { body } = await admin.call('GET', '/api/admin/audit-log?action=decide_print_job');
    expect(body.items).toMatchObject([
      { account_id: expect.stringMatching(/^agent:/), detail: { by: 'Li' } },
    ]);
  });

  it('an old word does not take a question back; a person’s does', async () => {
    const { order_id } = await bench.paid([2]);
    await say(order_id, { state: 'unknown', reason: 'may-have-printed' });
    await say(order_id, { state: 'printing', reason: 'none' });
    expect(await jobOf(order_id)).toMatchObject({ state: 'unknown' });
    const decided = { choice: 'reprint', by: 'Li', at: new Date().toISOString() } as const;
    await say(order_id, { state: 'ready', reason: 'decided-by-person', copies_printed: 1, decided });
    expect(await jobOf(order_id)).toMatchObject({ state: 'ready', copies_printed: 1 });
    expect((await decide(order_id, { decision: 'refund' })).status).toBe(409);
    await say(order_id, { state: 'printed', reason: 'none', copies_printed: 2, decided });
    expect(await jobOf(order_id)).toMatchObject({ state: 'printed', copies_printed: 2 });
  });

  it('paper that comes out after a refund is told, and the refund stands', async () => {
    const { order_id } = await bench.paid([2]);
    await say(order_id, { state: 'unknown', reason: 'may-have-printed' });
    await decide(order_id, { decision: 'refund' });
    await say(order_id, { state: 'printed', reason: 'none', copies_printed: 2 });
    expect(await jobOf(order_id)).toMatchObject({
      state: 'failed',
      settlement: 'refunded',
      copies_printed: 0,
    });
    const events = await bench.cloud.deps.database.query
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', order_id)
      .where('type', '=', 'order.printed_after_decision')
      .execute();
    expect(events).toMatchObject([{ data: expect.stringMatching(/2 of 2 copies came out all the same/) }]);
  });

  it('rules have versions, a shop, and an audit row', async () => {
    expect((await bench.operator.call('GET', '/api/shop/print-rules')).body).toMatchObject({
      version: 0,
      aborted_copies: 'ask',
      reroute_after_minutes: 10,
      updated_at: null,
    });
    await rule('reprint');
    const late = { version: 0, aborted_copies: 'refund' };
    expect((await bench.operator.call('PUT', '/api/shop/print-rules', late)).status).toBe(409);
    const [first, second] = await Promise.all(
      [5, 6].map((reroute_after_minutes) =>
        bench.operator.call('PUT', '/api/shop/print-rules', { version: 1, reroute_after_minutes }),
      ),
    );
    expect([first!.status, second!.status].toSorted()).toEqual([200, 409]);
    const now = (await bench.operator.call('GET', '/api/shop/print-rules')).body;
    expect(now).toMatchObject({ version: 2, aborted_copies: 'reprint' });
    expect((await bench.customer.call('GET', '/api/shop/print-rules')).status).toBe(403);
    const admin = await bench.cloud.account({ role: 'admin' });
    // With one shop an admin needs to name none.
    expect((await admin.call('GET', '/api/shop/print-rules')).body).toEqual(now);
    const { body } = await admin.call('GET', '/api/admin/audit-log?action=update_print_rules');
    expect(body.total).toBe(2);
  });
});
