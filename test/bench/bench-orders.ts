/** Orders created and paid per second over REST, 4 clients, against a bare Fastify that does the same SQL (FULL). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountWithKey } from '@platen/cloud/accounts/account-creation';
import { openDatabase } from '@platen/cloud/db/database';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { clientOf } from '../fixtures/cloud.ts';
import { cpuSeconds, startServer } from './bench-process.ts';
import { interleave, median, percentile, type Row } from './bench-table.ts';
import { growthOrders, startGrowthCloud } from './growth-cloud.ts';

const clients = 4;
const roundMs = 2000;
const rounds = 5;

interface Target {
  url: string;
  apiKey: string;
  documentId: string;
}

interface Loaded {
  perSecond: number;
  /** Of each flow. */
  ms: number[];
  /** Milliseconds of the server's processor time a flow. */
  cpuMs: number;
}

/** Runs flows from 4 clients for some time. */
async function load(target: Target, pid: number): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const cpuBefore = cpuSeconds(pid);
  const ms: number[] = [];
  const client = async () => {
    while (performance.now() - began < roundMs) {
      const start = performance.now();
      const items = [1, 2].map((quantity) => ({
        document_id: target.documentId,
        size: '4x6',
        paper_type: 'glossy',
        quantity,
      }));
      const order = await post(target, {
        agent,
        path: '/api/orders',
        body: { items, delivery_method: 'pickup' },
      });
      await post(target, { agent, path: '/api/payment/balance', body: { order_id: order.order_id } });
      ms.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: ms.length / seconds, ms, cpuMs: (1000 * (cpuSeconds(pid) - cpuBefore)) / ms.length };
}

function post(
  { url, apiKey }: Target,
  { agent, path, body }: { agent: Agent; path: string; body: unknown },
): Promise<{ order_id: string }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'idempotency-key': randomUUID(),
    };
    const outgoing = request(url + path, { agent, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const reply = Buffer.concat(chunks).toString();
        if (response.statusCode! >= 300) reject(new Error(`${response.statusCode} ${reply}`));
        else resolve(JSON.parse(reply));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** A rich account in the cloud of this folder, and something to print. */
export async function openTarget(url: string, dataDir: string): Promise<Target> {
  const database = await openDatabase(process.env.DATABASE_URL || join(dataDir, 'cloud', 'platen.db'));
  const now = Date.now();
  const money = { openingMinor: 1e12, currency: 'CNY', now } as const;
  const who = { phone: `bench-${now}`, nickname: 'Bench', role: 'customer', shopId: null } as const;
  const { apiKey } = await createAccountWithKey(database, { ...who, ...money });
  await database.close();
  const picture = await makeJpeg({ widthPx: 600, heightPx: 900, seed: 3 });
  const { body } = await clientOf(url, apiKey).upload('/api/documents/upload', picture);
  return { url, apiKey, documentId: body.document_id };
}

/** Every call with an Idempotency-Key, on the tables of years: what shops have, and what well-behaved clients send. */
export async function benchOrders(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const floor = await startServer(join(import.meta.dirname, 'floor-orders.ts'), {
    PLATEN_DATA_DIR: dataDir,
  });
  const cloud = await startGrowthCloud({ orders: growthOrders });
  try {
    const ours = { url: cloud.url, apiKey: cloud.apiKey, documentId: cloud.documentId };
    const theirs = { ...floor.ready, apiKey: 'floor' };
    const contenders = { ours: () => load(ours, cloud.pid), theirs: () => load(theirs, floor.pid) };
    await interleave(contenders, 1);
    const results = await interleave(contenders, rounds);
    const rate = (name: 'ours' | 'theirs') => median(results[name].map((result) => result.perSecond));
    const p99 = (name: 'ours' | 'theirs') =>
      percentile(
        results[name].flatMap((result) => result.ms),
        0.99,
      );
    const cpuMs = (name: 'ours' | 'theirs') => median(results[name].map((result) => result.cpuMs));
    const ratio = rate('ours') / rate('theirs');
    return [
      {
        measure: `order and pay over REST with Idempotency-Key, ${growthOrders} orders in the tables, SQLite FULL, 4 clients`,
        platen: `${rate('ours').toFixed(0)} flows/s`,
        reference: `bare Fastify, same SQL, no keys, empty tables: ${rate('theirs').toFixed(0)}`,
        ratio: ratio.toFixed(2),
        goal: '>= 0.60',
        met: ratio >= 0.6,
      },
      {
        measure: 'the same, p99 of a flow (2 calls)',
        platen: `${p99('ours').toFixed(1)} ms`,
        reference: `${p99('theirs').toFixed(1)} ms`,
        ratio: (p99('ours') / p99('theirs')).toFixed(2),
        goal: '<= 30 ms',
        met: p99('ours') <= 30,
      },
      {
        measure: 'the same, processor time of a flow',
        platen: `${cpuMs('ours').toFixed(2)} ms`,
        reference: `${cpuMs('theirs').toFixed(2)} ms`,
        ratio: (cpuMs('ours') / cpuMs('theirs')).toFixed(2),
        goal: '',
        met: undefined,
      },
    ];
  } finally {
    await cloud.stop();
    await floor.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
