/**
 * What everything costs on full tables against the same on empty ones, on both databases, call by call in one run: an order and
 * its payment, lists, searches, an agent that comes back, each sweep. The full ones have 200,000 orders, half of them of the account
 * that calls.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '@platen/cloud/context';
import { completeOldShipments, expireUnpaidOrders } from '@platen/cloud/fulfilment/order-sweep';
import { logNothing } from '@platen/cloud/log';
import { sweepIdempotency } from '@platen/cloud/operation/idempotency-sweep';
import { sweepPayments } from '@platen/cloud/payments/payment-sweep';
import {
  countWorkOfExecutors,
  listLapsedRestorations,
  listWaitingInTurn,
} from '@platen/cloud/restorations/restoration-store';
import { sweepFiles } from '@platen/cloud/retention/file-sweep';
import pg from 'pg';
import { clientOf } from '../fixtures/cloud.ts';
import { startPostgres } from '../fixtures/postgres/postgres-server.ts';
import { interleave, median, type Row } from './bench-table.ts';
import { type GrowthCloud, growthOrders, startGrowthCloud } from './growth-cloud.ts';

const warmUps = 10;
const calls = 201;
const maxRatio = 1.3;

type Act = () => Promise<unknown>;

export async function* benchGrowth(): AsyncGenerator<Row> {
  yield* compare('SQLite', async (orders) => await startGrowthCloud({ orders }));
  const postgres = await startPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  try {
    yield* compare('PostgreSQL', async (orders) => {
      const name = `platen_bench_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return await startGrowthCloud({ orders, databaseUrl: url.href });
    });
  } finally {
    await admin.end();
    await postgres.stop();
  }
}

async function* compare(name: string, start: (orders: number) => Promise<GrowthCloud>): AsyncGenerator<Row> {
  const empty = await start(0);
  const began = performance.now();
  const full = await start(growthOrders);
  const filledS = (performance.now() - began) / 1000;
  console.log(`  ${name}: ${growthOrders} orders after ${filledS.toFixed(0)} s`);
  try {
    const acts = { empty: await actsOf(empty), full: await actsOf(full) };
    for (const act of Object.keys(acts.full))
      yield await measure(`${act}, ${name}`, acts.empty[act]!, acts.full[act]!);
  } finally {
    await empty.stop();
    await full.stop();
  }
}

/** Call by call in turn, so that what else the machine does hits both alike. */
async function measure(name: string, empty: Act, full: Act): Promise<Row> {
  for (let call = 0; call < warmUps; call += 1) for (const act of [empty, full]) await act();
  const times = await interleave({ empty: () => timeOf(empty), full: () => timeOf(full) }, calls);
  const [before, now] = [median(times.empty), median(times.full)];
  const ratio = now / before;
  return {
    measure: name,
    platen: `full: ${now.toFixed(2)} ms`,
    reference: `empty: ${before.toFixed(2)} ms`,
    ratio: ratio.toFixed(2),
    goal: `<= ${maxRatio}`,
    met: ratio <= maxRatio,
  };
}

/** Milliseconds. */
async function timeOf(act: Act): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** The same for both clouds; each has made enough orders to fill a page. */
async function actsOf(cloud: GrowthCloud): Promise<Record<string, Act>> {
  const { url, apiKey, adminKey, phone, documentId, shopId, agent, database } = cloud;
  const [customer, admin] = [clientOf(url, apiKey), clientOf(url, adminKey)];
  const post = async (path: string, body: unknown) => {
    const reply = await customer.call('POST', path, body, { 'idempotency-key': randomUUID() });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const get = (who: typeof customer, path: string) => async () => {
    const reply = await who.call('GET', path);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const orderAndPay = async () => {
    const items = [1, 2].map((quantity) => ({
      document_id: documentId,
      size: '4x6',
      paper_type: 'glossy',
      quantity,
    }));
    const order = await post('/api/orders', { items });
    await post('/api/payment/balance', { order_id: order.order_id });
    return order;
  };
  const { order_no, order_id } = await orderAndPay();
  for (let order = 0; order < 30; order += 1) await orderAndPay();
  const jobs = await get(admin, `/api/shop/jobs?order_id=${order_id}`)();
  const deps = {
    database,
    now: Date.now,
    log: logNothing,
    payments: new Map(),
    files: undefined,
  } as unknown as Deps;
  const db = database.query;
  return {
    'order and pay, with keys': orderAndPay,
    'orders, a page': get(customer, '/api/orders'),
    'orders paid, a page': get(customer, '/api/orders?status=paid'),
    'one order': get(customer, `/api/orders/${order_id}`),
    'tracking by number': get(customer, `/api/orders/track/${order_no}`),
    'balance, ledger': get(customer, '/api/user/balance/transactions'),
    uploads: get(customer, '/api/documents'),
    'queue of the shop': get(customer, '/api/print-queue/status'),
    'automatic printing': get(customer, '/api/orders/auto-print-schedule'),
    'admin: orders by phone': get(admin, `/api/admin/orders?phone=${encodeURIComponent(phone)}`),
    'admin: an order by number': get(admin, `/api/admin/orders?order_no=${order_no}`),
    'admin: orders by status': get(admin, '/api/admin/orders?status=paid'),
    'admin: all orders': get(admin, '/api/admin/orders'),
    'admin: payments': get(admin, '/api/admin/payments?status=succeeded'),
    'admin: audit log': get(admin, '/api/admin/audit-log'),
    'shop: jobs': get(admin, `/api/shop/jobs?shop_id=${shopId}`),
    'shop: stuck jobs': get(admin, `/api/shop/jobs?shop_id=${shopId}&stuck=true&order_id=${order_id}`),
    'shop: a job with its history': get(admin, `/api/shop/jobs/${jobs.items[0].job_id}`),
    'an agent comes back': async () => (await agent.connect()).close(),
    'sweep: unpaid orders': () => expireUnpaidOrders(deps),
    'sweep: shipped orders': () => completeOldShipments(deps),
    'sweep: payments and refunds': () => sweepPayments(deps),
    'sweep: files': () => sweepFiles(deps),
    'sweep: Idempotency-Keys': () => sweepIdempotency(deps),
    'sweep: restorations': async () => {
      await listLapsedRestorations(db, Date.now());
      await listWaitingInTurn(db, 50);
      await countWorkOfExecutors(db);
    },
  };
}
