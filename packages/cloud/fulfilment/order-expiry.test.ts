/** Orders that nobody pays: they end in time, their coupon is free again, and no money is lost on the way; on both databases. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWrongSums } from '../../../test/fixtures/books.ts';
import type { TestAccount } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { openPaymentBench, type PaymentBench, placeOrder } from '../../../test/fixtures/payments.ts';
import { sweepPayments } from '../payments/payment-sweep.ts';
import type { PaymentProvider } from '../ports/payments.ts';
import { expireUnpaidOrders } from './order-sweep.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

describe.each(databases)('unpaid orders on $name', ({ open }) => {
  let bench: PaymentBench;
  let account: TestAccount;
  let documentId: string;
  let cancelAtProvider: PaymentProvider['cancel'] | undefined;
  beforeEach(async () => {
    cancelAtProvider = undefined;
    bench = await openPaymentBench(await open(), {
      wrap: (sandbox) => ({ ...sandbox, cancel: (ref) => (cancelAtProvider ?? sandbox.cancel)(ref) }),
    });
    account = await bench.cloud.account({ openingMinor: 10_000 });
    documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  });
  afterEach(async () => {
    expect(await findWrongSums(bench.cloud.deps.database, account.accountId, false)).toEqual([]);
    await bench.close();
  });

  const expire = () => expireUnpaidOrders(bench.cloud.deps);
  const orderOf = async (id: string) => (await account.call('GET', `/api/orders/${id}`)).body;
  const pay = (order_id: string, payment_method: string) =>
    account.call('POST', '/api/payment/create', { order_id, payment_method });
  const after = (ms: number) => {
    bench.cloud.clock.offsetMs = ms;
  };

  it('say until when they can be paid, and then are cancelled, once', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    const made = await orderOf(order_id);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(weekMs);
    after(weekMs - minuteMs);
    expect(await expire()).toBe(0);
    after(weekMs + 1000);
    const late = await account.call('POST', '/api/payment/balance', { order_id });
    expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining('not paid in time') } });
    expect((await pay(order_id, 'sandbox')).status).toBe(409);
    expect((await orderOf(order_id)).actions[0]).toMatchObject({ action: 'pay', allowed: false });
    const rounds = await Promise.all([expire(), expire(), expire()]);
    expect(rounds.reduce((sum, round) => sum + round, 0)).toBe(1);
    expect(await orderOf(order_id)).toMatchObject({
      status: 'cancelled',
      expires_at: null,
      refund_status: 'none',
    });
    const { events } = (await account.call('GET', `/api/orders/${order_id}/tracking`)).body;
    expect(events.at(-1)).toMatchObject({
      event: 'expired',
      status: 'cancelled',
      detail: 'it was not paid in time',
    });
    expect((await account.call('DELETE', `/api/documents/${documentId}`)).status).toBe(200);
  });

  it('give their coupon back, for the next order', async () => {
    const admin = await bench.cloud.account({ role: 'admin' });
    const granted = await admin.call('POST', '/api/admin/coupons', { phone: account.phone, amount: 1 });
    const coupon_id = granted.body.coupon_id as string;
    await placeOrder(account, { documentId, coupon_id });
    await expect(placeOrder(account, { documentId, coupon_id })).rejects.toThrow(/used already/);
    after(weekMs + 1000);
    expect(await expire()).toBe(1);
    expect((await placeOrder(account, { documentId, coupon_id })).total).toBe(1.4);
  });

  it('that were paid are left alone, however old', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    expect((await pay(order_id, 'balance')).status).toBe(200);
    after(10 * weekMs);
    expect(await expire()).toBe(0);
    expect((await orderOf(order_id)).status).toBe('paid');
  });

  it('let nobody pay for longer than they wait, and end with what the provider says', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    after(weekMs - 10 * minuteMs);
    const started = (await pay(order_id, 'sandbox')).body;
    expect(started.expires_at).toBe((await orderOf(order_id)).expires_at);
    after(weekMs + 1000);
    expect(await expire()).toBe(0);
    await sweepPayments(bench.cloud.deps);
    expect(await expire()).toBe(1);
    const { status, attempts } = (await account.call('GET', `/api/payment/status/${order_id}`)).body;
    expect({ status, attempts }).toMatchObject({ status: 'expired', attempts: [{ status: 'expired' }] });
  });

  it('whose payment was made in time are printed, though its webhook never came', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    after(weekMs - 10 * minuteMs);
    await bench.press((await pay(order_id, 'sandbox')).body.checkout_url, 'approve');
    after(weekMs + 1000);
    expect(await expire()).toBe(0);
    await sweepPayments(bench.cloud.deps);
    expect(await expire()).toBe(0);
    expect((await orderOf(order_id)).status).toBe('paid');
  });

  it('send money back that comes when all is over', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    after(weekMs - 10 * minuteMs);
    const { payment_id, checkout_url } = (await pay(order_id, 'sandbox')).body;
    await bench.press(checkout_url, 'approve');
    const letter = await bench.letterOf(payment_id);
    cancelAtProvider = () => Promise.reject(new Error('the provider is away'));
    after(weekMs + 1000);
    await sweepPayments(bench.cloud.deps);
    expect(await expire()).toBe(0);
    after(weekMs + 25 * 60 * minuteMs);
    await sweepPayments(bench.cloud.deps);
    expect(await expire()).toBe(1);
    // Back to when it was signed: a webhook is believed for a few minutes only.
    after(weekMs - 10 * minuteMs);
    expect(await bench.post(letter)).toBe(200);
    await sweepPayments(bench.cloud.deps);
    expect((await orderOf(order_id)).status).toBe('cancelled');
    const { refunds, refunded } = (await account.call('GET', `/api/payment/status/${order_id}`)).body;
    expect({ refunds, refunded }).toMatchObject({
      refunds: [{ amount: 2.4, destination: 'sandbox' }],
      refunded: 0,
    });
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(100);
  });

  it('paid and swept at the same moment are one or the other', async () => {
    const orders = [];
    for (let made = 0; made < 6; made += 1) orders.push(await placeOrder(account, { documentId }));
    const { query } = bench.cloud.deps.database;
    after(weekMs - 5);
    const [paid] = await Promise.all([
      Promise.all(orders.map(({ order_id }) => account.call('POST', '/api/payment/balance', { order_id }))),
      query.updateTable('orders').set({ expires_at: Date.now() }).execute().then(expire),
      expire(),
    ]);
    await expire();
    for (const [index, { order_id }] of orders.entries()) {
      const isPaid = paid[index]!.status === 200;
      expect((await orderOf(order_id)).status).toBe(isPaid ? 'paid' : 'cancelled');
    }
    const spent = paid.filter((reply) => reply.status === 200).length * 240;
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe((10_000 - spent) / 100);
  });
});
