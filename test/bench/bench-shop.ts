/** A whole shop for benches: cloud and agent as processes of their own, the agent enrolled, an account with money. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@platen/cloud/db/database';
import { allowLocalAgent } from '@platen/cloud/demo';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import sharp from 'sharp';
import { clientOf } from '../fixtures/cloud.ts';
import { openTarget } from './bench-orders.ts';
import { cpuSeconds, type ServerProcess, startServer } from './bench-process.ts';

const packages = join(import.meta.dirname, '../../packages');

export interface BenchShop {
  cloud: ServerProcess;
  agent: ServerProcess;
  dataDir: string;
  account: ReturnType<typeof clientOf>;
  /** Orders a print of 4x6 of this picture; gives the order's id. Not paid. */
  order(picture: Uint8Array): Promise<string>;
  /** Pays an order; resolves with the answer. */
  pay(orderId: string): Promise<void>;
  /** Resolves when no job of the account is under way. Throws when one got stuck or a minute has passed. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both on free ports; the agent knows these printers, and has neither console nor discovery. */
export async function startBenchShop(printerUris: readonly string[]): Promise<BenchShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const cloud = await startServer(
    join(packages, 'cloud/main.ts'),
    { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' },
    cloudNodeFlags,
  );
  const url: string = cloud.ready.baseUrl;
  const code = newEnrolmentCode();
  const database = await openDatabase(join(dataDir, 'cloud', 'platen.db'));
  await allowLocalAgent(database, { code, now: Date.now() });
  await database.close();
  const agent = await startServer(join(packages, 'agent/main.ts'), {
    PLATEN_CLOUD_URL: url,
    PLATEN_AGENT_DIR: join(dataDir, 'agent'),
    PLATEN_CONSOLE_PORT: 'off',
    PLATEN_DISCOVERY: 'off',
    PLATEN_PRINTERS: printerUris.join(','),
    PLATEN_ENROL_CODE: code,
  });
  const { apiKey } = await openTarget(url, dataDir);
  const account = clientOf(url, apiKey);
  const call = async (path: string, body: unknown) => {
    const reply = await account.call('POST', path, body);
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return {
    cloud,
    agent,
    dataDir,
    account,
    async order(picture) {
      const { document_id } = (await account.upload('/api/documents/upload', picture)).body;
      const items = [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
      return (await call('/api/orders', { items })).order_id;
    },
    pay: (order_id) => call('/api/payment/balance', { order_id }),
    async drained() {
      for (let tries = 0; tries < 2000; tries++) {
        const { waiting, printing, held, unknown } = (await account.call('GET', '/api/print-queue/status'))
          .body.yours;
        if (held + unknown > 0) throw new Error(`jobs got stuck: ${held} held, ${unknown} unknown`);
        if (waiting + printing === 0) return;
        await sleep(30);
      }
      throw new Error('the jobs did not come out within a minute');
    },
    async stop() {
      await agent.stop();
      await cloud.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds of processor time that each process takes for some work. Not counting their children. */
export async function cpuMsOf(
  { cloud, agent }: BenchShop,
  work: () => Promise<unknown>,
): Promise<{ cloud: number; agent: number }> {
  const before = { cloud: cpuSeconds(cloud.pid), agent: cpuSeconds(agent.pid) };
  await work();
  return {
    cloud: (cpuSeconds(cloud.pid) - before.cloud) * 1000,
    agent: (cpuSeconds(agent.pid) - before.agent) * 1000,
  };
}

/** A soft picture whose JPEG is small: what counts here is the way, not the bytes. Another seed is another picture. */
export async function smallJpeg(widthPx: number, seed: number): Promise<Buffer> {
  const scene = await makeJpeg({ widthPx: 30, heightPx: 45, seed });
  return await sharp(scene)
    .resize(widthPx, (widthPx * 3) / 2)
    .jpeg({ quality: 40 })
    .toBuffer();
}
