/** Clouds for benches, as processes of their own, whose tables are empty or full. Owns how one is set up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountWithKey } from '@platen/cloud/accounts/account-creation';
import { type Database, openDatabase } from '@platen/cloud/db/database';
import { ensureShop } from '@platen/cloud/demo';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { enrolRawAgent, type RawAgent } from '@platen/cloud/testing/raw-agent';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { clientOf } from '../fixtures/cloud.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startServer } from './bench-process.ts';
import { fillDatabase } from './growth-fill.ts';

/** As many as a busy shop makes in some years. PLATEN_GROWTH_ORDERS: fewer, to try something out. */
export const growthOrders = Number(process.env.PLATEN_GROWTH_ORDERS) || 200_000;

export interface GrowthCloud {
  url: string;
  shopId: string;
  /** Of the account that has half of all orders, where there are any. */
  apiKey: string;
  phone: string;
  adminKey: string;
  documentId: string;
  agent: RawAgent;
  pid: number;
  /** The cloud's own database, opened by this process too. */
  database: Database;
  stop(): Promise<void>;
}

/** A cloud with this many orders in its tables; on SQLite without an address of a database. */
export async function startGrowthCloud({
  orders,
  databaseUrl,
}: {
  orders: number;
  databaseUrl?: string;
}): Promise<GrowthCloud> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = databaseUrl ?? join(dataDir, 'cloud', 'platen.db');
  const start = () =>
    startServer(
      join(import.meta.dirname, '../../packages/cloud/main.ts'),
      { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: String(port), DATABASE_URL: databaseUrl ?? '' },
      cloudNodeFlags,
    );
  const database = await openDatabase(file);
  const now = Date.now();
  const shopId = await ensureShop(database, now);
  const account = async (role: 'customer' | 'admin') => {
    const phone = `+86139${role.length}${String(now).slice(-7)}`;
    const who = { phone, nickname: 'Bench', role, shopId: null } as const;
    const made = await createAccountWithKey(database, { ...who, openingMinor: 1e12, currency: 'CNY', now });
    return { ...made, phone };
  };
  const [customer, admin] = [await account('customer'), await account('admin')];
  let cloud = await start();
  const client = clientOf(url, admin.apiKey);
  const agent = await enrolRawAgent({ url, shopId }, { ...admin, ...client });
  const picture = await makeJpeg({ widthPx: 600, heightPx: 900, seed: 3 });
  // Enough for a page of each list, so that an empty table costs what a page costs.
  const upload = () => clientOf(url, customer.apiKey).upload('/api/documents/upload', picture);
  const { body } = await upload();
  for (let row = 0; row < 20; row += 1) {
    await upload();
    await client.call('POST', '/api/admin/enrolment-codes', { shop_id: shopId });
  }
  if (orders > 0) {
    // Nobody else writes meanwhile.
    await cloud.stop();
    const { accountId } = customer;
    await fillDatabase(database, { orders, accountId, shopId, agentId: agent.agentId, now });
    cloud = await start();
  }
  return {
    url,
    shopId,
    apiKey: customer.apiKey,
    phone: customer.phone,
    adminKey: admin.apiKey,
    documentId: body.document_id,
    agent,
    pid: cloud.pid,
    database,
    async stop() {
      await cloud.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
