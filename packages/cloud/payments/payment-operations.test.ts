/** Payments and top-ups as their customers meet them: the sandbox posts its own webhooks to the cloud. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases, openEmptySqlite } from '../../../test/fixtures/databases.ts';
import { placeOrder } from '../../../test/fixtures/payments.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { newId } from '../ids.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });

const approve = (checkoutUrl: string) =>
  fetch(`${checkoutUrl}?lang=en`, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) });

describe.each(databases)('payments on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let documentId: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account({ openingMinor: 10_000 });
    documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  });
  afterEach(() => cloud.close());

  const get = async (path: string) => (await account.call('GET', path)).body;
  const is = (path: string, status: string) =>
    until(`${path} ${status}`, async () => {
      const body = await get(path);
      return body.status === status && body;
    });

  it('from the checkout page to a paid order and back, by the webhooks alone', async () => {
    const { order_id, total } = await placeOrder(account, { documentId });
    const { body } = await account.call('POST', '/api/payment/create', { order_id });
    expect(body).toMatchObject({ method: 'sandbox', status: 'pending', amount: total });
    expect((await account.call('POST', '/api/payment/create', { order_id })).body).toEqual(body);
    const page = await approve(body.checkout_url);
    expect(page.url).toBe(`${cloud.url}/pay/return/${body.payment_id}?lang=en`);
    expect(page.status).toBe(200);
    await is(`/api/orders/${order_id}`, 'paid');
    const again = await account.call('POST', '/api/payment/create', { order_id });
    expect(again).toMatchObject({ status: 409, body: { error: 'The order is already paid.' } });

    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    const refunded = await until('the refund', async () => {
      const seen = await get(`/api/payment/status/${order_id}`);
      return seen.refunds[0]?.status === 'succeeded' && seen;
    });
    expect(refunded).toMatchObject({
      refund_status: 'full',
      refunds: [{ destination: 'sandbox', amount: total, currency: 'CNY', failure: null }],
    });
    expect(await get('/api/user/balance')).toEqual({ balance: 100, currency: 'CNY' });
  });

  it('a top-up: pending until the webhook, then in the balance and its ledger', async () => {
    const { status, body } = await account.call('POST', '/api/user/balance/topup', { amount: 25.5 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', amount: 25.5, currency: 'CNY', paid_at: null });
    expect((await get('/api/user/balance')).balance).toBe(100);
    await approve(body.checkout_url);
    await is(`/api/user/balance/topups/${body.topup_id}`, 'succeeded');
    expect((await get('/api/user/balance')).balance).toBe(125.5);
    const topups = await get('/api/user/balance/topups?page_size=1');
    expect(topups).toMatchObject({ total: 1, items: [{ topup_id: body.topup_id, status: 'succeeded' }] });
    const ledger = await get('/api/user/balance/transactions?page=1&page_size=1');
    expect(ledger).toMatchObject({
      total: 2,
      items: [{ cause: 'topup', cause_id: body.topup_id, amount: 25.5, balance_after: 125.5 }],
    });
  });

  it('create_payment from the balance, and of an order that costs nothing', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    const byBalance = { order_id, payment_method: 'balance' };
    const key = { 'idempotency-key': 'pay' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => account.call('POST', '/api/payment/create', byBalance, key)),
    );
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 200, body: { status: 'succeeded', method: 'balance' } });
    }
    expect((await get('/api/user/balance')).balance).toBe(97.6);

    const admin = await cloud.account({ role: 'admin' });
    const coupon = await admin.call('POST', '/api/admin/coupons', { phone: account.phone, percent: 100 });
    const { coupon_id } = coupon.body;
    const free = await placeOrder(account, { documentId, coupon_id });
    const paid = await account.call('POST', '/api/payment/create', { order_id: free.order_id });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 0, method: 'balance' } });
    expect((await get(`/api/orders/${free.order_id}`)).status).toBe('paid');
    expect((await get('/api/user/balance')).balance).toBe(97.6);
  });

  it('amounts and methods that are refused, and whose words say why', async () => {
    const { order_id } = await placeOrder(account, { documentId });
    const topup = (amount: unknown, more = {}) =>
      account.call('POST', '/api/user/balance/topup', { amount, ...more });
    for (const [amount, status] of [
      [0.99, 422],
      [50_000.01, 422],
      [0, 422],
      [-5, 422],
      [1e300, 400],
      [1.005, 400],
      ['5', 400],
      [null, 400],
      [undefined, 400],
    ] as const) {
      const reply = await topup(amount);
      expect([amount, reply.status]).toEqual([amount, status]);
      expect(reply.body.error).toMatch(/^amount: /);
    }
    expect((await topup(50_000.01)).body.error).toBe('amount: must be from 1.00 CNY to 50000.00 CNY.');
    expect((await topup(1)).status).toBe(201);
    expect((await topup(50_000)).status).toBe(201);
    expect(await topup(5, { payment_method: 'balance' })).toMatchObject({
      status: 422,
      body: { error: 'payment_method: "balance" is not accepted; methods are sandbox.' },
    });
    expect(
      await account.call('POST', '/api/payment/create', { order_id, payment_method: 'gold' }),
    ).toMatchObject({
      status: 422,
      body: { error: 'payment_method: "gold" is not accepted; methods are sandbox, balance.' },
    });
  });

  it("shows nobody else's payments and top-ups, and lets nobody else start one", async () => {
    const other = await cloud.account();
    const { order_id } = await placeOrder(account, { documentId });
    const { payment_id } = (await account.call('POST', '/api/payment/create', { order_id })).body;
    const { topup_id } = (await account.call('POST', '/api/user/balance/topup', { amount: 5 })).body;
    for (const [method, path, body] of [
      ['POST', '/api/payment/create', { order_id }],
      ['POST', '/api/payment/create', { order_id, payment_method: 'balance' }],
      ['POST', '/api/payment/balance', { order_id }],
      ['GET', `/api/payment/status/${order_id}`, undefined],
      ['GET', `/api/user/balance/topups/${topup_id}`, undefined],
    ] as const) {
      expect((await other.call(method, path, body)).status, path).toBe(404);
    }
    // An order's payment is no top-up.
    expect((await account.call('GET', `/api/user/balance/topups/${payment_id}`)).status).toBe(404);
    expect((await other.call('GET', '/api/user/balance/topups')).body.total).toBe(0);
    expect((await account.call('GET', '/api/user/balance/topups')).body.total).toBe(1);
    for (const path of ['/api/admin/payments', '/api/admin/refunds']) {
      expect((await account.call('GET', path)).status).toBe(403);
    }
    const adjust = { account_id: account.accountId, amount: 1e6, note: 'mine' };
    expect((await account.call('POST', '/api/admin/balance', adjust)).status).toBe(403);
  });

  it('admins list payments and adjust balances, once a key, never below 0, with a trace', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const { order_id, order_no } = await placeOrder(account, { documentId });
    await account.call('POST', '/api/payment/create', { order_id });
    const { accountId: account_id, phone } = account;
    const listed = await admin.call('GET', `/api/admin/payments?status=pending&order_id=${order_id}`);
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ account_id, phone, order_no, method: 'sandbox', amount: 2.4, captured: 0 }],
    });
    await account.call('POST', '/api/user/balance/topup', { amount: 5 });
    const all = await admin.call('GET', '/api/admin/payments?status=pending');
    expect(all.body.items).toMatchObject([
      { order_id: null, order_no: null },
      { order_id, order_no },
    ]);

    const adjust = (body: object, headers = {}) => admin.call('POST', '/api/admin/balance', body, headers);
    const credit = { phone: account.phone, amount: 5.25, note: 'Goodwill' };
    const key = { 'idempotency-key': 'goodwill' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => adjust(credit, key)));
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { balance: 105.25 } });
    expect((await adjust({ account_id, amount: -105.25, note: 'Paid out' })).body.balance).toBe(0);
    const tooMuch = await adjust({ account_id, amount: -0.01, note: 'x' });
    expect(tooMuch).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^amount: the balance is 0\.00 CNY/) },
    });
    expect((await adjust({ account_id, amount: 0, note: 'x' })).status).toBe(422);
    expect((await adjust({ account_id, amount: 0.001, note: 'x' })).status).toBe(400);
    expect((await adjust({ account_id, amount: 1, note: ' ' })).status).toBe(400);
    expect((await adjust({ ...credit, account_id })).status).toBe(400);
    expect((await adjust({ account_id: newId(), amount: 1, note: 'x' })).status).toBe(404);
    expect((await get('/api/user/balance/transactions')).items).toMatchObject([
      { cause: 'adjustment', amount: -105.25, note: 'Paid out', balance_after: 0 },
      { cause: 'adjustment', amount: 5.25, note: 'Goodwill' },
      { cause: 'opening' },
    ]);
    const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
    const traces = audit.filter(({ action }) => action === 'adjust_balance');
    expect(traces).toHaveLength(2);
    expect(traces[0]).toMatchObject({ account_id: admin.accountId, target: `account:${account_id}` });
  });
});

describe('a cloud without a payment provider', () => {
  it('takes the balance, and says that it can not be topped up', async () => {
    const cloud = await startTestCloud(await openEmptySqlite(), { payments: new Map() });
    const account = await cloud.account();
    const { document_id } = (await account.upload('/api/documents/upload', jpeg)).body;
    const { order_id } = await placeOrder(account, { documentId: document_id });
    const topup = await account.call('POST', '/api/user/balance/topup', { amount: 5 });
    expect(topup).toMatchObject({ status: 422, body: { error: 'No way to pay is set up here yet.' } });
    const paid = await account.call('POST', '/api/payment/create', { order_id });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', method: 'balance' } });
    await cloud.close();
  });
});
