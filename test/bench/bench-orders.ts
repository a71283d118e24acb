/** Orders created and paid per second over REST, 4 clients, against a bare Fastify that does the same SQL (FULL). */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '@platen/cloud/accounts/account-creation';
import { openDatabase } from '@platen/cloud/db/database';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { makeJpeg } from '@platen/imaging/picture-samples';
import { clientOf } from '../fixtures/cloud.ts';
import { startServer } from './bench-process.ts';
import { interleave, median, percentile, type Row } from './bench-table.ts';

const clients = 4;
const roundMs = 2000;
const rounds = 5;

interface Target {
  url: string;
  apiKey: string;
  documentId: string;
}

/** Runs flows from 4 clients for some time: flows a second, and the milliseconds of each. */
async function load(target: Target): Promise<{ perSecond: number; ms: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
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
  return { perSecond: ms.length / ((performance.now() - began) / 1000), ms };
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
  const { apiKey } = await createAccount(database, { ...who, ...money });
  await database.close();
  const picture = await makeJpeg({ widthPx: 600, heightPx: 900, seed: 3 });
  const { body } = await clientOf(url, apiKey).upload('/api/documents/upload', picture);
  return { url, apiKey, documentId: body.document_id };
}

export async function benchOrders(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' };
  const cloud = await startServer(
    join(import.meta.dirname, '../../packages/cloud/main.ts'),
    env,
    cloudNodeFlags,
  );
  const floor = await startServer(join(import.meta.dirname, 'floor-orders.ts'), env);
  try {
    const ours = await openTarget(cloud.ready.baseUrl, dataDir);
    const theirs = { ...floor.ready, apiKey: 'floor' };
    await interleave({ ours: () => load(ours), theirs: () => load(theirs) }, 1);
    const results = await interleave({ ours: () => load(ours), theirs: () => load(theirs) }, rounds);
    const rate = (name: 'ours' | 'theirs') => median(results[name].map((result) => result.perSecond));
    const p99 = percentile(
      results.ours.flatMap((result) => result.ms),
      0.99,
    );
    const ratio = rate('ours') / rate('theirs');
    return [
      {
        measure: 'order and pay over REST, SQLite FULL, 4 clients',
        platen: `${rate('ours').toFixed(0)} flows/s`,
        reference: `bare Fastify, same SQL: ${rate('theirs').toFixed(0)}`,
        ratio: ratio.toFixed(2),
        goal: '>= 0.25',
        met: ratio >= 0.25,
      },
      {
        measure: 'the same, p99 of a flow (2 calls)',
        platen: `${p99.toFixed(1)} ms`,
        reference: '',
        ratio: '',
        goal: '<= 40 ms',
        met: p99 <= 40,
      },
    ];
  } finally {
    await cloud.stop();
    await floor.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
