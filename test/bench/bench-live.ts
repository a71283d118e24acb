/** Open pages: what a thousand dashboards on one cloud cost and how soon the last of them is told, and what a client costs that reads nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccountWithKey } from '@platen/cloud/accounts/account-creation';
import { openDatabase } from '@platen/cloud/db/database';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { listShops } from '@platen/cloud/shops/shop-store';
import { measureStalledClients } from '@platen/live/testing/stalled-clients';
import { clientOf } from '../fixtures/cloud.ts';
import { openTarget } from './bench-orders.ts';
import { residentMiB, startServer } from './bench-process.ts';
import { median, type Row } from './bench-table.ts';

const dashboards = 1000;
const staff = 20;
const rounds = 20;
const stalled = 20;

interface Dashboard {
  socket: Socket;
  /** When it was told of the newest change that was waited for. */
  toldAt: number;
}

/** A page that reads all it is told, and notes when a text comes. */
function openDashboard(
  url: string,
  path: string,
  apiKey: string,
  waited: { text: string },
): Promise<Dashboard> {
  const { port, hostname, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`),
    );
    const dashboard: Dashboard = { socket, toldAt: 0 };
    socket.on('data', (chunk) => {
      resolve(dashboard);
      if (waited.text !== '' && chunk.includes(waited.text)) dashboard.toldAt = performance.now();
    });
    socket.on('error', reject);
  });
}

async function openStaff(dataDir: string): Promise<string[]> {
  const database = await openDatabase(join(dataDir, 'cloud', 'platen.db'));
  const [shop] = await listShops(database.query);
  const keys: string[] = [];
  for (let n = 0; n < staff; n += 1) {
    const who = {
      phone: `bench-staff-${n}`,
      nickname: `Staff ${n}`,
      role: 'operator',
      shopId: shop!.id,
    } as const;
    const { apiKey } = await createAccountWithKey(database, {
      ...who,
      openingMinor: 0,
      currency: 'CNY',
      now: Date.now(),
    });
    keys.push(apiKey);
  }
  await database.close();
  return keys;
}

export async function benchLive(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' };
  const main = join(import.meta.dirname, '../../packages/cloud/main.ts');
  const cloud = await startServer(main, env, cloudNodeFlags);
  const open: Dashboard[] = [];
  try {
    const url: string = cloud.ready.baseUrl;
    const target = await openTarget(url, dataDir);
    const keys = await openStaff(dataDir);
    const { call } = clientOf(url, target.apiKey);
    const waited = { text: '' };
    const order = async () => {
      const item = { document_id: target.documentId, size: '4x6', paper_type: 'glossy', quantity: 1 };
      const { body } = await call('POST', '/api/orders', { items: [item] });
      return body as { order_id: string; order_no: string };
    };
    const pay = async (orderId: string) => {
      const { status } = await call('POST', '/api/payment/balance', { order_id: orderId });
      if (status !== 200) throw new Error(`a payment got ${status}`);
    };
    for (let n = 0; n < 20; n += 1) await pay((await order()).order_id);
    await sleep(2000);
    const before = residentMiB(cloud.pid);
    const path = '/api/shop-floor/live?topics=agents,printers,queue,waits,schedule';
    for (let n = 0; n < dashboards; n += 1)
      open.push(await openDashboard(url, path, keys[n % staff]!, waited));
    await sleep(2000);
    const eachKiB = ((residentMiB(cloud.pid) - before) * 1024) / dashboards;

    const lastMs: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const made = await order();
      await sleep(300);
      waited.text = made.order_no;
      for (const one of open) one.toldAt = 0;
      const asked = performance.now();
      await pay(made.order_id);
      const until = performance.now() + 10_000;
      while (open.some((one) => one.toldAt === 0) && performance.now() < until) await sleep(5);
      if (open.some((one) => one.toldAt === 0)) throw new Error('a dashboard was told nothing');
      lastMs.push(Math.max(...open.map((one) => one.toldAt)) - asked);
    }
    for (const { socket } of open) socket.destroy();

    const listener = { text: '' };
    const one = await openDashboard(url, '/api/events/live', target.apiKey, listener);
    open.push(one);
    const eventMs: number[] = [];
    const answerMs: number[] = [];
    for (let n = 0; n < 5 * rounds; n += 1) {
      const made = await order();
      await sleep(50);
      listener.text = '"type":"order.paid"';
      one.toldAt = 0;
      const asked = performance.now();
      await pay(made.order_id);
      const answered = performance.now();
      const until = performance.now() + 5000;
      while (one.toldAt === 0 && performance.now() < until) await sleep(1);
      if (one.toldAt === 0) throw new Error('an event did not come');
      eventMs.push(one.toldAt - asked);
      answerMs.push(answered - asked);
    }
    const cost = await measureStalledClients(stalled);
    const row = (measure: string, platen: string, goal: string, met: boolean): Row => ({
      measure,
      platen,
      reference: '',
      ratio: '',
      goal,
      met,
    });
    const last = median(lastMs);
    const event = median(eventMs);
    return [
      row(
        `${dashboards} dashboards on one cloud process: resident memory each`,
        `${eachKiB.toFixed(1)} KiB`,
        '< 40 KiB',
        eachKiB < 40,
      ),
      row(
        'the same: from the request that pays an order until the last is told',
        `${last.toFixed(0)} ms, worst of ${rounds}: ${Math.max(...lastMs).toFixed(0)} ms`,
        '< 1 s',
        last < 1000,
      ),
      row(
        'from the request that pays an order until its event is at a client that waits',
        `${event.toFixed(1)} ms; its own answer: ${median(answerMs).toFixed(1)} ms`,
        '< 50 ms',
        event < 50,
      ),
      row(
        `a client that reads nothing while ${(cost.changedBytes / 1e6).toFixed(0)} MB change`,
        `${(cost.bytesEach / 1024).toFixed(0)} KiB`,
        '< 256 KiB',
        cost.bytesEach < 256 * 1024,
      ),
    ];
  } finally {
    for (const { socket } of open) socket.destroy();
    await cloud.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
