/** Closing an account: what stands against it, what goes, what stays, and where the money goes; on both databases. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, type TestAccount } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { openPaymentBench, type PaymentBench } from '../../../test/fixtures/payments.ts';
import { openBrowser } from '../testing/browser-client.ts';
import { sweepClosedAccounts } from './closed-account-sweep.ts';

const photo = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 });
const dayMs = 24 * 3_600_000;

describe.each(databases)('closing an account on $name', ({ open }) => {
  let bench: PaymentBench;
  let account: TestAccount;
  beforeEach(async () => {
    bench = await openPaymentBench(await open());
    account = await bench.cloud.account({ openingMinor: 0 });
  });
  afterEach(() => bench.close());

  const query = () => bench.cloud.deps.database.query;
  const close = (more: object = {}, by = account) =>
    by.call('POST', '/api/user/close', { phone_end: by.phone.slice(-4), ...more });
  const terms = async () => (await account.call('GET', '/api/user/closing')).body;
  const topUp = async (amount: number) => {
    const { topup_id, checkout_url } = (await account.call('POST', '/api/user/balance/topup', { amount }))
      .body;
    await bench.press(checkout_url, 'approve');
    expect(await bench.post(await bench.letterOf(topup_id))).toBe(200);
    return topup_id as string;
  };
  const order = async (by = account) => {
    const { photo_id } = (await by.upload('/api/photos/upload', photo)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const made = await by.call('POST', '/api/orders', { items, delivery_method: 'pickup' });
    expect(made.status).toBe(201);
    return made.body as { order_id: string; order_no: string };
  };
  const rowOf = () =>
    query().selectFrom('accounts').selectAll().where('id', '=', account.accountId).executeTakeFirstOrThrow();
  const liveUploads = async (accountId = account.accountId) =>
    await query()
      .selectFrom('documents')
      .select('id')
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .execute();

  it('ends sessions and keys, forgets who it was, and frees the number', async () => {
    const second = (await account.call('POST', '/api/user/api-keys', { name: 'laptop' })).body.api_key;
    await account.call('POST', '/api/addresses', {
      name: '张三',
      phone: '13800138000',
      province: '广东',
      city: '深圳市',
      district: '南山',
      detail: '科苑路6号',
    });
    await account.upload('/api/photos/upload', photo);
    expect(await terms()).toMatchObject({ obstacles: [], pays_back: 0, rest: 0, uploads: 1 });
    expect((await close({ phone_end: '0000' })).status).toBe(422);
    const closed = await close();
    expect(closed).toMatchObject({ status: 200, body: { sessions_ended: 0, keys_ended: 2, paid_back: 0 } });
    for (const key of [account.apiKey, second]) {
      expect((await clientOf(bench.cloud.url, key).call('GET', '/api/auth/me')).status).toBe(401);
    }
    const { accountId, phone } = account;
    expect(await rowOf()).toMatchObject({ phone: `closed ${accountId}`, nickname: '', language: null });
    for (const table of ['addresses', 'idempotency'] as const) {
      const left = query().selectFrom(table).selectAll().where('account_id', '=', accountId);
      expect(await left.execute()).toEqual([]);
    }
    expect(await liveUploads()).toEqual([]);
    const audit = query().selectFrom('audit_log').selectAll().where('action', '=', 'close_account');
    expect(await audit.execute()).toMatchObject([{ account_id: accountId, target: `account:${accountId}` }]);
    const events = query().selectFrom('events').selectAll().where('type', '=', 'account.closed');
    expect(await events.execute()).toMatchObject([{ subject_id: accountId, account_id: accountId }]);

    // An admin sees that it is closed and can't bring it back; its number is a new account's.
    const admin = await bench.cloud.account({ role: 'admin' });
    const path = `/api/admin/accounts/${accountId}`;
    expect((await admin.call('GET', path)).body.closed_at).toBe(closed.body.closed_at);
    expect((await admin.call('POST', `${path}/enable`)).status).toBe(409);
    await query()
      .updateTable('accounts')
      .set({ phone: '+8613900000001' })
      .where('phone', '=', phone)
      .execute();
  });

  it('by a browser: its cookie goes, and the same phone registers anew with nothing of before', async () => {
    const phone = '+8613800000001';
    const browser = openBrowser(bench.cloud.url);
    const enter = async (path: string) => {
      bench.cloud.clock.offsetMs += 61_000;
      await browser.call('POST', '/api/auth/code', { phone });
      const code = /\d{6}/.exec(bench.cloud.messages.at(-1)!.text)![0];
      return await browser.call('POST', `/api/auth/${path}`, { phone, code });
    };
    const first = (await enter('register')).body;
    const other = openBrowser(bench.cloud.url);
    other.cookie = browser.cookie;
    const closed = await browser.call('POST', '/api/user/close', { phone_end: '0001' });
    expect(closed).toMatchObject({ status: 200, body: { sessions_ended: 1 } });
    expect(browser.setCookie).toMatch(/platen_session=; Max-Age=0/);
    expect((await other.call('GET', '/api/auth/me')).status).toBe(401);
    expect((await enter('login')).status).toBe(404);
    const anew = (await enter('register')).body;
    expect(anew.account.account_id).not.toBe(first.account.account_id);
    expect((await browser.call('GET', '/api/orders')).body.total).toBe(0);
  });

  it('is refused while an order, a top-up or staff duty is under way, each in a sentence', async () => {
    const rich = await bench.cloud.account({ openingMinor: 100_000 });
    const { order_id, order_no } = await order(rich);
    const refused = async (by: TestAccount, sentence: RegExp) =>
      expect(await close({ give_up: true }, by)).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(sentence) },
      });
    await refused(rich, new RegExp(`${order_no} is pending_payment`));
    await rich.call('POST', '/api/payment/balance', { order_id });
    await refused(rich, new RegExp(`Order ${order_no} is p`));
    await account.call('POST', '/api/user/balance/topup', { amount: 5 });
    await refused(account, /A top-up is just being paid/);
    expect((await terms()).obstacles).toMatchObject([{ kind: 'topup' }]);
    await refused(await bench.cloud.account({ role: 'operator', openingMinor: 0 }), /belongs to the staff/);
    expect((await rich.call('GET', '/api/auth/me')).status).toBe(200);
  });

  it('pays top-ups back to where they came from, to the cent, once', async () => {
    const older = await topUp(20);
    const newer = await topUp(10);
    const admin = await bench.cloud.account({ role: 'admin' });
    const gift = { account_id: account.accountId, amount: 5, note: 'gift' };
    expect((await admin.call('POST', '/api/admin/balance', gift)).status).toBeLessThan(300);
    expect(await terms()).toMatchObject({ pays_back: 30, rest: 5 });
    for (const [said, sentence] of [
      [{}, /35\.00 CNY is on the balance/],
      [{ pay_back: true }, /only .*30\.00.*other .*5\.00/],
    ] as const) {
      const reply = await close(said);
      expect(reply).toMatchObject({ status: 409, body: { error: expect.stringMatching(sentence) } });
    }
    const both = await Promise.all([
      close({ pay_back: true, give_up: true }),
      close({ pay_back: true, give_up: true }),
    ]);
    // The second one finds its key revoked, or the account closed.
    expect(both.map(({ status }) => status).sort()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status === 200)!.body).toMatchObject({ paid_back: 30, given_up: 5 });
    const refunds = await query().selectFrom('refunds').selectAll().orderBy('amount_minor').execute();
    expect(refunds).toMatchObject([
      { payment_id: newer, amount_minor: 1000, destination: 'sandbox', status: 'pending' },
      { payment_id: older, amount_minor: 2000, destination: 'sandbox' },
    ]);
    const ledger = await query()
      .selectFrom('ledger')
      .select(['cause', 'amount_minor', 'balance_after_minor'])
      .where('account_id', '=', account.accountId)
      .orderBy('id')
      .execute();
    expect(ledger.slice(-3)).toEqual([
      { cause: 'payout', amount_minor: -1000, balance_after_minor: 2500 },
      { cause: 'payout', amount_minor: -2000, balance_after_minor: 500 },
      { cause: 'closing', amount_minor: -500, balance_after_minor: 0 },
    ]);
  });

  it('against a payment at the same moment: what was paid is never lost with the account', async () => {
    const rich = await bench.cloud.account({ openingMinor: 100_000 });
    const { order_id } = await order(rich);
    // The order stands against it as long as it isn't cancelled: only one of the two can be.
    const [paid, cancelled, closed] = await Promise.all([
      rich.call('POST', '/api/payment/balance', { order_id }),
      rich.call('PUT', `/api/orders/${order_id}/cancel`),
      close({ give_up: true }, rich),
    ]);
    const row = await query()
      .selectFrom('orders')
      .select('status')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow();
    if (closed.status === 200) expect(row.status).toBe('cancelled');
    else expect([409, 401]).toContain(closed.status);
    expect([paid.status, cancelled.status].some((status) => status < 300)).toBe(true);
    const { sum } = await query()
      .selectFrom('ledger')
      .select((e) => e.fn.sum<number>('amount_minor').as('sum'))
      .where('account_id', '=', rich.accountId)
      .executeTakeFirstOrThrow();
    const balance = await query()
      .selectFrom('balances')
      .select('amount_minor')
      .where('account_id', '=', rich.accountId)
      .executeTakeFirstOrThrow();
    expect(Number(sum)).toBe(balance.amount_minor);
  });

  it("calls collections off, and leaves what somebody else's collection prints until that has ended", async () => {
    const other = await bench.cloud.account({ openingMinor: 100_000 });
    const spec = {
      order_type: 'photo',
      spec_mode: 'fixed',
      size: '4x6',
      paper_type: 'glossy',
      status: 'open',
    };
    const collect = async (by: TestAccount, title: string) =>
      (await by.call('POST', '/api/user/pre-orders', { ...spec, title })).body;
    const sendIn = async (by: TestAccount, code: string) => {
      const { photo_id } = (await by.upload('/api/photos/upload', photo)).body;
      return (await by.call('POST', `/api/share/${code}/submit`, { photo_ids: [photo_id] })).body
        .submission_id;
    };
    const mine = await collect(account, 'Mine');
    const theirs = await collect(other, 'Theirs');
    const received = await sendIn(other, mine.share_code);
    const approved = await sendIn(account, theirs.share_code);
    const pending = await sendIn(account, theirs.share_code);
    const path = `/api/user/pre-orders/${theirs.pre_order_id}`;
    await other.call('POST', `${path}/submissions/${approved}/review`, { approved: true });
    expect((await close()).status).toBe(200);
    const stateOf = async (id: string) =>
      (
        await query()
          .selectFrom('submissions')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;
    expect([await stateOf(received), await stateOf(approved), await stateOf(pending)]).toEqual([
      'cancelled',
      'approved',
      'cancelled',
    ]);
    expect(await liveUploads()).toHaveLength(1);
    expect((await other.call('GET', `/api/share/${mine.share_code}`)).body.state).toBe('cancelled');
    const ordered = await other.call('POST', `${path}/order`, {});
    expect(ordered.status).toBe(201);

    // While the order lives the photo stays; when it has ended the sweep takes it, and is then done with the account.
    const { deps, clock } = bench.cloud;
    const sweep = async () => {
      clock.offsetMs += dayMs + 1;
      await sweepClosedAccounts(deps);
      return (await liveUploads()).length;
    };
    expect(await sweep()).toBe(1);
    expect((await other.call('PUT', `/api/orders/${ordered.body.order_id}/cancel`)).status).toBe(200);
    await other.call('PUT', `${path}/status`, { status: 'cancelled' });
    expect(await sweep()).toBe(0);
    expect(await sweep()).toBe(0);
    expect(await rowOf()).toMatchObject({ clear_at: null });
  });
});
