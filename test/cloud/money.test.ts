/**
 * No sequence of orders, coupons, payments, webhooks, cancellations, jobs that fail, refunds and top-ups makes or loses a
 * cent. Random sequences over the REST API; the books of the cloud and of the payment provider are compared on the way and
 * at the end.
 */
import { insertAddress } from '@platen/cloud/addresses/address-store';
import { applyAgentReport } from '@platen/cloud/fulfilment/order-progress';
import { expireUnpaidOrders } from '@platen/cloud/fulfilment/order-sweep';
import { newId } from '@platen/cloud/ids';
import { sweepPayments } from '@platen/cloud/payments/payment-sweep';
import { insertAgent } from '@platen/cloud/shops/shop-store';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWrongSums } from '../fixtures/books.ts';
import type { Reply, TestAccount } from '../fixtures/cloud.ts';
import { databases, type EmptyDatabase } from '../fixtures/databases.ts';
import { type Letter, openPaymentBench, type PaymentBench } from '../fixtures/payments.ts';
import { until } from '../fixtures/processes.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
const methods = ['sandbox', 'other'];
const decisions = ['approve', 'approve', 'approve', 'decline', 'expire'] as const;

/** One account and what it can choose from; everything else is in the books. */
interface Run {
  bench: PaymentBench;
  account: TestAccount;
  admin: TestAccount;
  agentId: string;
  documentId: string;
  addressId: string;
  coupons: string[];
  orders: string[];
  checkouts: string[];
}

/** Any of them, by a number; undefined when there is none. */
const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length];

const databaseOf = ({ bench }: Run) => bench.cloud.deps.database;

/** A call that may well be refused, but must not fail. */
async function call(account: TestAccount, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await account.call(method, path, body);
  if (reply.status >= 500) throw new Error(`${method} ${path}: ${reply.body.error}`);
  return reply;
}

/** A webhook that may be too old, but must not fail. */
async function post(bench: PaymentBench, letter: Letter): Promise<void> {
  const status = await bench.post(letter);
  if (status >= 500) throw new Error(`a webhook was answered ${status}`);
}

/** What can happen. Numbers alone say what with, so that a failure prints as something that can be read and run again. */
const actions = {
  /** Collected or sent, with a coupon or without. */
  async order(run: Run, quantity: number, coupon: number) {
    const item = { document_id: run.documentId, paper_type: 'glossy' };
    const { status, body } = await call(run.account, 'POST', '/api/orders', {
      items: [
        { ...item, size: '4x6', quantity: 1 + (quantity % 7) },
        { ...item, size: '5x7', quantity: 1 },
      ],
      coupon_id: pick([...run.coupons, undefined], coupon),
      ...(quantity % 3 === 0 ? { delivery_method: 'shipping', address_id: run.addressId } : {}),
    });
    if (status === 201) run.orders.push(body.order_id);
  },
  async payFromBalance(run: Run, order: number) {
    await call(run.account, 'POST', '/api/payment/balance', { order_id: pick(run.orders, order) });
  },
  async pay(run: Run, order: number, method: number) {
    const wanted = { order_id: pick(run.orders, order), payment_method: pick(methods, method) };
    const { body } = await call(run.account, 'POST', '/api/payment/create', wanted);
    if (body.checkout_url) run.checkouts.push(body.checkout_url);
  },
  async topUp(run: Run, cents: number, method: number) {
    const wanted = { amount: (100 + (cents % 1000)) / 100, payment_method: pick(methods, method) };
    const { body } = await call(run.account, 'POST', '/api/user/balance/topup', wanted);
    run.checkouts.push(body.checkout_url);
  },
  async press(run: Run, checkout: number, decision: number) {
    const url = pick(run.checkouts, checkout);
    if (url) await run.bench.press(url, pick(decisions, decision)!);
  },
  /** Any webhook so far, for the first time or again, alone or several times at once. */
  async post({ bench }: Run, letter: number, times: number) {
    const chosen = pick(bench.letters, letter);
    if (chosen) await Promise.all(Array.from({ length: 1 + (times % 3) }, () => post(bench, chosen)));
  },
  async cancel(run: Run, order: number) {
    const orderId = pick(run.orders, order);
    if (orderId) await call(run.account, 'PUT', `/api/orders/${orderId}/cancel`);
  },
  /** An order's jobs end at the printer: all copies of each, or some of them and the shop pays back the rest. */
  async print(run: Run, order: number, copies: number) {
    const { query, transaction } = databaseOf(run);
    const orderId = pick(run.orders, order) ?? '';
    const jobs = await query.selectFrom('print_jobs').selectAll().where('order_id', '=', orderId).execute();
    for (const job of jobs.filter(({ state }) => state === 'queued')) {
      const printed = copies % (job.copies + 1);
      const whole = printed === job.copies;
      const report = {
        job_id: job.id,
        state: whole ? ('printed' as const) : ('failed' as const),
        reason: whole ? ('none' as const) : ('aborted-by-printer' as const),
        message: '',
        copies_printed: printed,
        copies_sure: false,
        submitted: true,
        printer_id: null,
        at: new Date().toISOString(),
      };
      const now = run.bench.cloud.deps.now();
      await transaction((tx) => applyAgentReport(tx, { agentId: run.agentId, report, now }));
      if (!whole) await call(run.admin, 'POST', `/api/shop/jobs/${job.id}/decide`, { decision: 'refund' });
    }
  },
  /** The customer complains about some copies; the shop pays back all that they cost, or less. */
  async complain(run: Run, order: number, how: number) {
    const items = [{ position: 1, copies: 1 + (how % 3) }];
    const wanted = { order_id: pick(run.orders, order), type: 'refund', reason: 'Too dark', items };
    const { status, body } = await call(run.account, 'POST', '/api/after-sales', wanted);
    if (status !== 201) return;
    const amount = how % 2 ? 0.77 : undefined;
    const path = `/api/shop/after-sales/${body.after_sales_id}/decide`;
    await call(run.admin, 'POST', path, { decision: 'approve', amount });
  },
  /** An order's time to be paid is over. */
  async expire(run: Run, order: number) {
    const expired = { expires_at: run.bench.cloud.deps.now() };
    const db = databaseOf(run).query;
    await db
      .updateTable('orders')
      .set(expired)
      .where('id', '=', pick(run.orders, order) ?? '')
      .execute();
    await expireUnpaidOrders(run.bench.cloud.deps);
  },
  async sweep({ bench }: Run) {
    await sweepPayments(bench.cloud.deps);
  },
  async wait({ bench }: Run, length: number) {
    bench.cloud.clock.offsetMs += pick([1, 10, 120, 1900], length)! * 1000;
  },
};

type Action = keyof typeof actions;
type Step = [Action, number, number];

const weights: Record<Action, number> = {
  order: 1,
  payFromBalance: 4,
  pay: 4,
  topUp: 1,
  press: 5,
  post: 4,
  cancel: 3,
  print: 4,
  complain: 8,
  expire: 1,
  sweep: 1,
  wait: 1,
};
const number = fc.nat({ max: 999 });
const step = fc.oneof(
  ...(Object.keys(weights) as Action[]).map((action) => ({
    weight: weights[action],
    arbitrary: fc.tuple(fc.constant(action), number, number),
  })),
) as fc.Arbitrary<Step>;
/** Steps of one group happen at the same time. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 25 });

/** What is rare by chance: an order of which nothing comes out is paid back whole, and one that came out is complained about. */
const examples: [Step[][]][] = [
  [[[['payFromBalance', 0, 0]], [['print', 0, 0]]]],
  [[[['payFromBalance', 1, 0]], [['print', 1, 9]], [['complain', 1, 0]]]],
];

/** A cloud where every second refund is refused by its provider for good: that money has to arrive in the balance. */
const openBench = (opened: EmptyDatabase) =>
  openPaymentBench(opened, {
    names: methods,
    wrap: (sandbox) => ({
      ...sandbox,
      refund: async (wanted) =>
        Number.parseInt(wanted.refundId.slice(-4), 16) % 2 === 0
          ? { status: 'failed', detail: 'refused' }
          : await sandbox.refund(wanted),
    }),
  });

/** A new account with a little money, three coupons, two orders, and two ways begun to pay the first. */
async function openRun(shop: Pick<Run, 'bench' | 'admin' | 'agentId'>): Promise<Run> {
  const account = await shop.bench.cloud.account({ openingMinor: 6000 });
  const documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  const coupons: string[] = [];
  for (const coupon of [{ amount: 1.01 }, { percent: 33 }, { free_shipping: true }]) {
    const granted = await shop.admin.call('POST', '/api/admin/coupons', { phone: account.phone, ...coupon });
    coupons.push(granted.body.coupon_id);
  }
  const addressId = newId();
  await shop.bench.cloud.deps.database.transaction((tx) =>
    insertAddress(tx, {
      id: addressId,
      account_id: account.accountId,
      name: '李雷',
      phone: '+8613800138000',
      country: 'CN',
      province: '广东省',
      city: '深圳市',
      district: '南山区',
      detail: '科技园1号',
      postcode: '',
      region_id: '440305',
      is_default: 1,
      created_at: Date.now(),
      updated_at: Date.now(),
    }),
  );
  const run = { ...shop, account, documentId, addressId, coupons, orders: [], checkouts: [] };
  for (const coupon of [0, 2]) await actions.order(run, 3, coupon);
  for (const method of [0, 1]) await actions.pay(run, 0, method);
  return run;
}

/** Time passes and the provider is asked until nothing is under way; most webhooks have become too old by then. */
async function quieten(run: Run): Promise<void> {
  const { query } = databaseOf(run);
  run.bench.cloud.clock.offsetMs += 1_900_000;
  await until('quiet', async () => {
    run.bench.cloud.clock.offsetMs += 700_000;
    await sweepPayments(run.bench.cloud.deps);
    const payments = await query
      .selectFrom('payments')
      .select('id')
      .where('status', '=', 'pending')
      .execute();
    const refunds = await query.selectFrom('refunds').select('id').where('status', '=', 'pending').execute();
    return payments.length + refunds.length === 0;
  });
}

describe.each(databases)('money on $name', ({ open }) => {
  let shop: Pick<Run, 'bench' | 'admin' | 'agentId'>;
  beforeEach(async () => {
    const bench = await openBench(await open());
    const agentId = newId();
    const now = Date.now();
    await insertAgent(bench.cloud.deps.database.query, {
      id: agentId,
      shop_id: bench.cloud.shopId,
      name: 'A',
      public_key: agentId,
      last_seq: 0,
      created_at: now,
      last_seen_at: now,
      revoked_at: null,
      image_work: 0,
    });
    shop = { bench, admin: await bench.cloud.account({ role: 'admin' }), agentId };
  });
  afterEach(() => shop.bench.close());

  it('no sequence of events makes or loses a cent', { timeout: 180_000 }, async () => {
    const seen = { paid: 0, job: 0, rest: 0, aftersales: 0, late: 0, balance: 0 };
    await fc.assert(
      fc.asyncProperty(story, async (groups) => {
        const run = await openRun(shop);
        const wrongSums = (quiet: boolean) => findWrongSums(databaseOf(run), run.account.accountId, quiet);
        for (const group of groups) {
          await Promise.all(group.map(([action, a, b]) => actions[action](run, a, b)));
          expect(await wrongSums(false)).toEqual([]);
        }
        await quieten(run);
        expect(await wrongSums(true)).toEqual([]);
      }),
      { numRuns: 25, examples, endOnFailure: false },
    );
    const { query } = shop.bench.cloud.deps.database;
    for (const { cause, destination } of await query.selectFrom('refunds').selectAll().execute()) {
      seen[cause.split(':')[0] as keyof typeof seen] += 1;
      expect(['balance', ...methods]).toContain(destination);
    }
    const paid = await query.selectFrom('payments').selectAll().where('status', '=', 'succeeded').execute();
    seen.paid = paid.length;
    // The sequences have to reach what they are for.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  });
});
