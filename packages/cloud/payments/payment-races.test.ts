/** Many ways to pay one order at the same moment: one counts, and all other money is back where it came from. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { openPaymentBench, type PaymentBench, placeOrder } from '../../../test/fixtures/payments.ts';
import { sweepPayments } from './payment-sweep.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
const names = ['one', 'two', 'three', 'four', 'five'];

describe.each(databases)('payments at the same moment on $name', ({ open }) => {
  let bench: PaymentBench;
  let account: TestAccount;
  let documentId: string;
  beforeEach(async () => {
    bench = await openPaymentBench(await open(), { names });
    account = await bench.cloud.account({ openingMinor: 10_000 });
    documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  });
  afterEach(() => bench.close());

  const balance = async () => (await account.call('GET', '/api/user/balance')).body.balance;
  const db = () => bench.cloud.deps.database.query;

  /** Letters and sweeps until nothing moves any more. */
  async function settle() {
    for (let round = 0, posted = 0; round < 5; round++) {
      await sweepPayments(bench.cloud.deps);
      const refunds = await db().selectFrom('refunds').select('id').where('status', '=', 'pending').execute();
      for (const { id } of refunds) await bench.letterOf(id);
      for (; posted < bench.letters.length; posted++) await bench.post(bench.letters[posted]!);
    }
  }

  /** What the sandboxes hold: paid there and not paid back. */
  async function heldBySandboxes() {
    const intents = await db().selectFrom('sandbox_intents').selectAll().execute();
    const refunds = await db().selectFrom('sandbox_refunds').selectAll().execute();
    const paid = intents.filter((intent) => intent.status === 'succeeded');
    const sum = (rows: { amount_minor: number }[]) =>
      rows.reduce((total, row) => total + row.amount_minor, 0);
    return sum(paid) - sum(refunds);
  }

  it.each(['webhook', 'balance'])(
    '25 from the balance and 25 webhooks of five providers, a %s first: one counts',
    async (first) => {
      const order = await placeOrder(account, { documentId });
      const { order_id } = order;
      const letters = [];
      for (const payment_method of names) {
        const { body } = await account.call('POST', '/api/payment/create', { order_id, payment_method });
        await bench.press(body.checkout_url, 'approve');
        letters.push(await bench.letterOf(body.payment_id));
      }
      const webhooks = letters.flatMap((letter) => Array.from({ length: 5 }, () => () => bench.post(letter)));
      const byBalance = Array.from(
        { length: 25 },
        () => async () => (await account.call('POST', '/api/payment/balance', { order_id })).status,
      );
      const pairs = webhooks.map((webhook, index) => [webhook, byBalance[index]!]);
      if (first === 'balance') for (const pair of pairs) pair.reverse();
      const statuses = new Map<() => Promise<number>, number>();
      await Promise.all(pairs.flat().map(async (pay) => statuses.set(pay, await pay())));
      for (const webhook of webhooks) expect(statuses.get(webhook)).toBe(200);
      const paidByBalance = byBalance.filter((pay) => statuses.get(pay) === 200).length;
      expect(paidByBalance).toBeLessThanOrEqual(1);
      await settle();

      const { body } = await account.call('GET', `/api/payment/status/${order_id}`);
      expect(body).toMatchObject({ status: 'succeeded', refund_status: 'none', refunded: 0 });
      const succeeded = body.attempts.filter((attempt: { status: string }) => attempt.status === 'succeeded');
      expect(succeeded).toHaveLength(1);
      expect(body.refunds).toHaveLength(paidByBalance ? 5 : 4);
      for (const refund of body.refunds) expect(refund).toMatchObject({ status: 'succeeded', amount: 2.4 });
      expect(await balance()).toBe(paidByBalance ? 97.6 : 100);
      expect(await heldBySandboxes()).toBe(paidByBalance ? 0 : 240);
      expect((await account.call('GET', `/api/orders/${order_id}`)).body.print_jobs).toHaveLength(1);
    },
  );

  it('one webhook 50 times at once tops up once', async () => {
    const { body } = await account.call('POST', '/api/user/balance/topup', { amount: 12.34 });
    await bench.press(body.checkout_url, 'approve');
    const letter = await bench.letterOf(body.topup_id);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => bench.post(letter)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await balance()).toBe(112.34);
    const ledger = (await account.call('GET', '/api/user/balance/transactions')).body.items;
    expect(ledger[0]).toMatchObject({ cause: 'topup', cause_id: body.topup_id, amount: 12.34 });
    expect(ledger).toHaveLength(2);
  });

  it('50 at once start one payment with one provider', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    const create = () => account.call('POST', '/api/payment/create', { order_id });
    const replies = await Promise.all(Array.from({ length: 50 }, create));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.payment_id)).size).toBe(1);
    const intents = await db().selectFrom('sandbox_intents').select('status').execute();
    expect(intents.filter(({ status }) => status === 'pending')).toHaveLength(1);
  });

  it('a cancellation and a webhook at once: paid and refunded, or cancelled and returned', async () => {
    for (let i = 0; i < 10; i++) {
      const { order_id } = await placeOrder(account, { documentId });
      const { body } = await account.call('POST', '/api/payment/create', { order_id });
      await bench.press(body.checkout_url, 'approve');
      const letter = await bench.letterOf(body.payment_id);
      await Promise.all([bench.post(letter), account.call('PUT', `/api/orders/${order_id}/cancel`)]);
      expect((await account.call('GET', `/api/orders/${order_id}`)).body.status).toBe('cancelled');
    }
    await settle();
    expect(await heldBySandboxes()).toBe(0);
    expect(await balance()).toBe(100);
  });

  it('50 calls with one Idempotency-Key start one top-up', async () => {
    const key = { 'idempotency-key': 'top' };
    const create = () => account.call('POST', '/api/user/balance/topup', { amount: 5 }, key);
    const replies = await Promise.all(Array.from({ length: 50 }, create));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.topup_id)).size).toBe(1);
    expect((await account.call('GET', '/api/user/balance/topups')).body.total).toBe(1);
    const other = await account.call('POST', '/api/user/balance/topup', { amount: 6 }, key);
    expect(other.status).toBe(409);
  });
});
