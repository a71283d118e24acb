/** What the sweep closes and what it must not be stopped by; and whom it believes. On both databases. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { openPaymentBench, type PaymentBench, placeOrder } from '../../../test/fixtures/payments.ts';
import { signSandboxWebhook } from '../adapters/payments-sandbox-signature.ts';
import { deriveKey } from '../cloud-secret.ts';
import type { PaymentProvider } from '../ports/payments.ts';
import { sweepPayments } from './payment-sweep.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });

describe.each(databases)('the sweep of payments on $name', ({ open }) => {
  let bench: PaymentBench;
  let account: TestAccount;
  let documentId: string;
  let query: PaymentProvider['query'] | undefined;
  beforeEach(async () => {
    query = undefined;
    bench = await openPaymentBench(await open(), {
      names: ['sandbox', 'other'],
      wrap: (sandbox) => ({ ...sandbox, query: (ref) => (query ?? sandbox.query)(ref) }),
    });
    account = await bench.cloud.account({ openingMinor: 10_000 });
    documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  });
  afterEach(() => bench.close());

  const order = () => placeOrder(account, { documentId });
  const balance = async () => (await account.call('GET', '/api/user/balance')).body.balance;
  const statusOf = async (orderId: string) =>
    (await account.call('GET', `/api/payment/status/${orderId}`)).body;
  const orderOf = async (orderId: string) => (await account.call('GET', `/api/orders/${orderId}`)).body;
  const pending = async (order_id: string) =>
    (await account.call('POST', '/api/payment/create', { order_id, payment_method: 'sandbox' })).body;

  async function approved(orderId: string) {
    const payment = await pending(orderId);
    await bench.press(payment.checkout_url, 'approve');
    return { ...payment, letter: await bench.letterOf(payment.payment_id) };
  }

  it('an open payment of an order that was called off is closed at the provider with the next sweep', async () => {
    const { order_id } = await order();
    const open = await pending(order_id);
    // Asked a moment ago, so its turn would be in a while.
    bench.cloud.clock.offsetMs = 20_000;
    await sweepPayments(bench.cloud.deps);
    expect((await account.call('PUT', `/api/orders/${order_id}/cancel`)).status).toBe(200);
    await sweepPayments(bench.cloud.deps);
    expect(await (await fetch(open.checkout_url)).text()).toContain('time to pay is over');
    expect((await statusOf(order_id)).attempts).toMatchObject([{ status: 'expired' }]);
  });

  it('of a refund only the provider that carries it out is believed', async () => {
    const { order_id } = await order();
    await bench.post((await approved(order_id)).letter);
    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    const [{ refund_id }] = (await statusOf(order_id)).refunds;
    const refund = { status: 'failed', detail: 'Refused.' };
    const says = async (name: string, refundId: string) => {
      const body = JSON.stringify({ kind: 'refund', refundId, refund });
      const key = deriveKey(bench.cloud.deps.secret, `webhooks of the payment provider ${name}`);
      const headers = { 'sandbox-signature': signSandboxWebhook(key, body, Date.now()) };
      const url = `${bench.cloud.url}/api/webhooks/payments/${name}`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await says('other', refund_id)).toBe(404);
    expect(await says('sandbox', '0192f000-0000-7000-8000-000000000000')).toBe(404);
    expect((await statusOf(order_id)).refunds).toMatchObject([{ refund_id, status: 'pending' }]);
    expect(await balance()).toBe(100);
  });

  it('what fails for one payment or refund keeps no other waiting', async () => {
    const stuck = await order();
    const one = await approved(stuck.order_id);
    const next = await order();
    await approved(next.order_id);
    const { database } = bench.cloud.deps;
    const { provider_ref } = await database.query
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', one.payment_id)
      .executeTakeFirstOrThrow();
    query = (ref) => {
      if (ref === provider_ref) throw new Error('nonsense');
      return bench.sandboxes[0]!.query(ref);
    };
    let logged = 0;
    const broken = {
      ...bench.cloud.deps,
      log: () => {
        // The first thing to be said is of the stuck one: even then the round goes on.
        logged += 1;
        if (logged === 1) throw new Error('the log is full');
      },
    };
    bench.cloud.clock.offsetMs = 20_000;
    await sweepPayments(broken);
    expect((await orderOf(next.order_id)).status).toBe('paid');
    expect((await orderOf(stuck.order_id)).status).toBe('pending_payment');
  });
});
