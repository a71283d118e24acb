/** What providers say, in every order and form, and what must not be believed. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import {
  type Letter,
  openPaymentBench,
  type PaymentBench,
  placeOrder,
} from '../../../test/fixtures/payments.ts';
import { signSandboxWebhook } from '../adapters/payments-sandbox-signature.ts';
import { deriveKey } from '../cloud-secret.ts';
import type { PaymentProvider, ProviderPayment } from '../ports/payments.ts';
import { sweepPayments } from './payment-sweep.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
const minuteMs = 60_000;

describe.each(databases)('what a payment provider says, on $name', ({ open }) => {
  let bench: PaymentBench;
  let account: TestAccount;
  let documentId: string;
  /** What the test lets the provider answer instead of the truth. */
  let answers: Partial<Pick<PaymentProvider, 'query' | 'refund' | 'initiate' | 'cancel'>>;
  beforeEach(async () => {
    answers = {};
    bench = await openPaymentBench(await open(), {
      names: ['sandbox', 'other'],
      wrap: (sandbox) => ({
        ...sandbox,
        initiate: (wanted) => (answers.initiate ?? sandbox.initiate)(wanted),
        query: (ref) => (answers.query ?? sandbox.query)(ref),
        cancel: (ref) => (answers.cancel ?? sandbox.cancel)(ref),
        refund: (wanted) => (answers.refund ?? sandbox.refund)(wanted),
      }),
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

  async function pending(orderId: string, payment_method = 'sandbox') {
    const reply = await account.call('POST', '/api/payment/create', { order_id: orderId, payment_method });
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'pending', method: payment_method, amount: 2.4, currency: 'CNY' },
    });
    expect(reply.body.checkout_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/(sandbox|other)\/sbx_.{32}$/);
    expect(Date.parse(reply.body.expires_at) - Date.now()).toBeGreaterThan(29 * minuteMs);
    return reply.body as { payment_id: string; checkout_url: string };
  }

  async function approved(orderId: string, method?: string) {
    const payment = await pending(orderId, method);
    await bench.press(payment.checkout_url, 'approve');
    return { ...payment, letter: await bench.letterOf(payment.payment_id) };
  }

  /** The letter with its words changed, signed as the provider would. */
  function forged(letter: Letter, change: (event: Letter['event']) => void, signedAt = Date.now()): Letter {
    const event = structuredClone(letter.event);
    change(event);
    const body = JSON.stringify(event);
    const key = deriveKey(bench.cloud.deps.secret, 'webhooks of the payment provider sandbox');
    return {
      url: letter.url,
      event,
      init: {
        ...letter.init,
        body,
        headers: { 'sandbox-signature': signSandboxWebhook(key, body, signedAt) },
      },
    };
  }

  it('the webhook first, then the redirect; and the redirect first, then the webhook', async () => {
    const first = await order();
    const one = await approved(first.order_id);
    expect((await orderOf(first.order_id)).status).toBe('pending_payment');
    expect(await bench.post(one.letter)).toBe(200);
    expect(await orderOf(first.order_id)).toMatchObject({ status: 'paid', print_jobs: [{ copies: 2 }] });
    expect(await statusOf(first.order_id)).toMatchObject({
      status: 'succeeded',
      method: 'sandbox',
      checkout_url: null,
      expires_at: null,
    });
    const page = await fetch(`${bench.cloud.url}/pay/return/${one.payment_id}?lang=zh`);
    expect(await page.text()).toContain('款项已收到');

    const second = await order();
    const two = await approved(second.order_id);
    const returned = await fetch(`${bench.cloud.url}/pay/return/${two.payment_id}`, {
      headers: { 'accept-language': 'en' },
    });
    expect(await returned.text()).toContain('the payment has arrived');
    expect((await orderOf(second.order_id)).status).toBe('paid');
    expect(await bench.post(two.letter)).toBe(200);
    expect((await orderOf(second.order_id)).print_jobs).toHaveLength(1);
    expect(await balance()).toBe(100);
  });

  it('a lost webhook: reading the status asks the provider, after some seconds; so does the sweep', async () => {
    const { order_id } = await order();
    await approved(order_id);
    expect((await statusOf(order_id)).status).toBe('pending');
    bench.cloud.clock.offsetMs = 6000;
    expect((await statusOf(order_id)).status).toBe('succeeded');

    const topup = (await account.call('POST', '/api/user/balance/topup', { amount: 3 })).body;
    await bench.press(topup.checkout_url, 'approve');
    bench.cloud.clock.offsetMs = 60_000;
    await sweepPayments(bench.cloud.deps);
    expect(await balance()).toBe(103);
    const seen = await account.call('GET', `/api/user/balance/topups/${topup.topup_id}`);
    expect(seen.body).toMatchObject({ status: 'succeeded', amount: 3, checkout_url: null });
  });

  it('declined or expired: the order can still be paid another way', async () => {
    const { order_id } = await order();
    for (const [decision, status] of [
      ['decline', 'failed'],
      ['expire', 'expired'],
    ] as const) {
      const payment = await pending(order_id);
      await bench.press(payment.checkout_url, decision);
      await bench.press(payment.checkout_url, 'approve');
      expect(await bench.post(await bench.letterOf(payment.payment_id))).toBe(200);
      const seen = await statusOf(order_id);
      expect(seen).toMatchObject({ status, payment_id: payment.payment_id, checkout_url: null });
      expect(seen.failure).toMatch(/\w+/);
    }
    expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    expect((await statusOf(order_id)).attempts).toHaveLength(3);
  });

  it('a signature that is wrong, old, missing or of another body changes nothing', async () => {
    const { order_id } = await order();
    const { letter } = await approved(order_id);
    const headers = letter.init.headers as Record<string, string>;
    const signature = headers['sandbox-signature']!;
    const send = (change: object, body = letter.init.body) =>
      bench.post({
        ...letter,
        init: { ...letter.init, body: body as string, headers: { ...headers, ...change } },
      });
    const flipped = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const later = signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`);
    for (const header of ['', 'nonsense', 't=1,v1=00', flipped, later, `${signature},v2=1`]) {
      expect(await send({ 'sandbox-signature': header })).toBe(400);
    }
    expect(await send({}, String(letter.init.body).replace('2', '3'))).toBe(400);
    expect(await send({}, '')).toBe(400);
    expect(await bench.post({ ...letter, url: letter.url.replace('/sandbox', '/other') })).toBe(400);
    expect(await bench.post({ ...letter, url: letter.url.replace('/sandbox', '/nobody') })).toBe(404);
    for (const minutes of [-6, 6]) {
      expect(await bench.post(forged(letter, () => {}, Date.now() + minutes * minuteMs))).toBe(400);
    }
    expect(await bench.post(forged(letter, (event) => delete event.payment))).toBe(400);
    expect((await orderOf(order_id)).status).toBe('pending_payment');
    expect(await bench.post(letter)).toBe(200);
    expect((await orderOf(order_id)).status).toBe('paid');
  });

  it('another amount, currency, payment or reference than was asked for is not believed', async () => {
    const { order_id } = await order();
    const cheap = await pending(order_id);
    const { letter } = await approved((await order()).order_id);
    const about = (change: (event: Letter['event']) => void) =>
      bench.post(
        forged(letter, (event) => {
          event.paymentId = cheap.payment_id;
          event.payment.providerRef = cheap.checkout_url.split('/').at(-1);
          change(event);
        }),
      );
    expect(await about((event) => (event.payment.amountMinor = 1))).toBe(200);
    expect(await about((event) => (event.payment.currency = 'JPY'))).toBe(200);
    expect(await about((event) => (event.payment.providerRef = letter.event.payment.providerRef))).toBe(404);
    expect(await about((event) => (event.paymentId = letter.event.paymentId))).toBe(404);
    expect(await about((event) => (event.paymentId = order_id))).toBe(404);
    expect((await orderOf(order_id)).status).toBe('pending_payment');
    expect((await statusOf(order_id)).status).toBe('pending');
  });

  it('when the provider did take another amount, the order is not paid and all of it goes back', async () => {
    const { order_id } = await order();
    const { letter, payment_id } = await approved(order_id);
    const short = (ref: string): ProviderPayment => ({
      providerRef: ref,
      status: 'succeeded',
      amountMinor: 100,
      currency: 'CNY',
    });
    answers.query = async (ref) => short(ref);
    expect(await bench.post(forged(letter, (event) => (event.payment.amountMinor = 100)))).toBe(200);
    await sweepPayments(bench.cloud.deps);
    expect(await bench.post(await refundLetter(order_id))).toBe(200);
    expect(await bench.post(letter)).toBe(200);
    const seen = await statusOf(order_id);
    expect(seen).toMatchObject({
      status: 'failed',
      failure: 'The provider took another amount than was asked for.',
      refunded: 0,
      refunds: [{ amount: 1, status: 'succeeded', destination: 'sandbox', payment_id }],
    });
    expect((await orderOf(order_id)).status).toBe('pending_payment');
  });

  const refundLetter = async (orderId: string, index = 0) =>
    await bench.letterOf((await statusOf(orderId)).refunds[index].refund_id);

  it('money for an order that was paid, or cancelled, meanwhile goes back to its source', async () => {
    const paid = await order();
    const late = await approved(paid.order_id);
    const second = await approved(paid.order_id, 'other');
    expect((await account.call('POST', '/api/payment/balance', paid)).status).toBe(400);
    const { order_id } = paid;
    expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    expect(await bench.post(late.letter)).toBe(200);
    expect(await bench.post(second.letter)).toBe(200);
    await sweepPayments(bench.cloud.deps);
    for (const index of [0, 1]) expect(await bench.post(await refundLetter(order_id, index))).toBe(200);
    expect(await statusOf(order_id)).toMatchObject({
      status: 'succeeded',
      method: 'balance',
      refund_status: 'none',
      refunds: [
        {
          amount: 2.4,
          status: 'succeeded',
          destination: 'sandbox',
          reason: 'The order had been paid already.',
        },
        { amount: 2.4, status: 'succeeded', destination: 'other' },
      ],
    });
    expect(await balance()).toBe(97.6);

    const cancelled = await order();
    const after = await approved(cancelled.order_id);
    await account.call('PUT', `/api/orders/${cancelled.order_id}/cancel`);
    expect(await bench.post(after.letter)).toBe(200);
    const page = await fetch(`${bench.cloud.url}/pay/return/${after.payment_id}?lang=en`);
    expect(await page.text()).toContain('The money goes back');
    expect(await statusOf(cancelled.order_id)).toMatchObject({
      status: 'failed',
      failure: 'The order was cancelled.',
      refunds: [{ status: 'pending', destination: 'sandbox', amount: 2.4 }],
    });
    expect((await orderOf(cancelled.order_id)).print_jobs).toEqual([]);
  });

  it('a payment that expired, and the provider says afterwards that it was paid', async () => {
    const { order_id } = await order();
    const { letter } = await approved(order_id);
    answers.cancel = async (providerRef) => ({
      providerRef,
      status: 'expired',
      amountMinor: 240,
      currency: 'CNY',
    });
    bench.cloud.clock.offsetMs = 31 * minuteMs;
    await sweepPayments(bench.cloud.deps);
    expect((await statusOf(order_id)).status).toBe('expired');
    const resent = forged(letter, () => {}, bench.cloud.deps.now());
    for (let i = 0; i < 3; i++) expect(await bench.post(resent)).toBe(200);
    await sweepPayments(bench.cloud.deps);
    await bench.letterOf((await statusOf(order_id)).refunds[0].refund_id);
    bench.cloud.clock.offsetMs += 5000;
    await sweepPayments(bench.cloud.deps);
    const seen = await statusOf(order_id);
    expect(seen).toMatchObject({ status: 'expired', refunds: [{ amount: 2.4, status: 'succeeded' }] });
    expect(seen.refunds).toHaveLength(1);
    expect((await orderOf(order_id)).status).toBe('pending_payment');
  });

  it('at the expiry the provider is made to close it, and what was paid before still counts', async () => {
    const unpaid = await order();
    const idle = await pending(unpaid.order_id);
    const paid = await order();
    await approved(paid.order_id);
    bench.cloud.clock.offsetMs = 31 * minuteMs;
    await sweepPayments(bench.cloud.deps);
    expect((await statusOf(unpaid.order_id)).status).toBe('expired');
    expect((await statusOf(paid.order_id)).status).toBe('succeeded');
    await bench.press(idle.checkout_url, 'approve');
    expect(await (await fetch(idle.checkout_url)).text()).toContain('time to pay is over');
    expect((await statusOf(unpaid.order_id)).status).toBe('expired');
  });

  it('an open payment of an order that was paid otherwise is closed at the provider', async () => {
    const { order_id } = await order();
    const open = await pending(order_id);
    await account.call('POST', '/api/payment/balance', { order_id });
    await sweepPayments(bench.cloud.deps);
    expect(await (await fetch(open.checkout_url)).text()).toContain('time to pay is over');
    expect((await statusOf(order_id)).attempts).toMatchObject([
      { status: 'succeeded' },
      { status: 'expired' },
    ]);
  });

  it('a refund goes to the provider, and when that refuses for good to the balance; never twice', async () => {
    const { order_id } = await order();
    await bench.post((await approved(order_id)).letter);
    answers.refund = async () => {
      throw new Error('no line to the provider');
    };
    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    await sweepPayments(bench.cloud.deps);
    expect(await statusOf(order_id)).toMatchObject({
      refund_status: 'full',
      refunded: 2.4,
      refunds: [{ status: 'pending', destination: 'sandbox', amount: 2.4 }],
    });
    expect(await balance()).toBe(100);
    answers.refund = async () => ({ status: 'failed', detail: 'The card was closed.' });
    bench.cloud.clock.offsetMs = minuteMs;
    await Promise.all([sweepPayments(bench.cloud.deps), sweepPayments(bench.cloud.deps)]);
    await sweepPayments(bench.cloud.deps);
    expect(await statusOf(order_id)).toMatchObject({
      refund_status: 'full',
      refunded: 2.4,
      refunds: [
        { status: 'failed', destination: 'sandbox', failure: 'The card was closed.' },
        { status: 'succeeded', destination: 'balance', amount: 2.4 },
      ],
    });
    expect(await balance()).toBe(102.4);
    const admin = await bench.cloud.account({ role: 'admin' });
    expect((await admin.call('GET', '/api/admin/refunds?status=failed')).body.total).toBe(1);
  });

  it('a refund whose answer was lost is told again, and carried out once', async () => {
    const { order_id } = await order();
    await bench.post((await approved(order_id)).letter);
    const told: string[] = [];
    answers.refund = async (wanted) => {
      await bench.sandboxes[0]!.refund(wanted);
      told.push(wanted.refundId);
      if (told.length < 3) throw new Error('the line broke');
      return await bench.sandboxes[0]!.refund(wanted);
    };
    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    for (let i = 0; i < 4; i++) {
      bench.cloud.clock.offsetMs += minuteMs;
      await sweepPayments(bench.cloud.deps);
      await bench.letterOf(told[0]!);
    }
    expect(new Set(told).size).toBe(1);
    expect((await statusOf(order_id)).refunds).toMatchObject([{ status: 'succeeded', amount: 2.4 }]);
    const booked = await bench.cloud.deps.database.query.selectFrom('sandbox_refunds').selectAll().execute();
    expect(booked).toMatchObject([{ id: told[0], amount_minor: 240, status: 'succeeded' }]);
    expect(await balance()).toBe(100);
  });

  it('a provider that can not be reached: nothing is written down, and the sentence says so', async () => {
    const { order_id } = await order();
    answers.initiate = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.1');
    };
    const reply = await account.call('POST', '/api/payment/create', { order_id });
    expect(reply.status).toBe(500);
    expect(reply.body.error).toMatch(/^The payment provider sandbox can't be reached\. Nothing was taken/);
    expect(await statusOf(order_id)).toMatchObject({ status: 'unpaid', payment_id: null, attempts: [] });
  });
});
