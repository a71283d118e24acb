/** Agents hear that somebody looks at their shop's floor, whichever process the page came to, and no agent of another shop does. */
import { afterEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { openLivePage } from '../../../test/fixtures/live-stream.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { openDatabase } from '../db/database.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';

describe.each(databases)('a watched floor on $name', ({ name, open }) => {
  const clouds: TestCloud[] = [];
  afterEach(async () => {
    for (const cloud of clouds.splice(0).reverse()) await cloud.close();
  });
  const start = async (opened: EmptyDatabase) => {
    const cloud = await startTestCloud(opened);
    clouds.push(cloud);
    return cloud;
  };

  it('is told to its agents when a page opens, and not by a page that shows no printers', async () => {
    const opened = await open();
    const cloud = await start(opened);
    // SQLite has one process.
    const database = name === 'PostgreSQL' ? await openDatabase(opened.url) : undefined;
    const other = database ? await start({ database, url: opened.url, drop: () => database.close() }) : cloud;
    const admin = await cloud.account({ role: 'admin' });
    const agent = await enrolRawAgent(cloud, admin);
    const link = await agent.connect();
    const { body: elsewhere } = await admin.call('POST', '/api/admin/shops', { name: 'Elsewhere' });
    const stranger = await (
      await enrolRawAgent({ url: cloud.url, shopId: elsewhere.shop_id }, admin)
    ).connect();
    const words = () => link.frames.filter(({ kind }) => kind === 'watched');
    const { apiKey } = await cloud.account({ role: 'operator' });
    const headers = { authorization: `Bearer ${apiKey}` };
    const listen = (topics: string) =>
      openLivePage(`${other.url}/api/shop-floor/live?topics=${topics}`, { headers });
    const log = await listen('log,schedule');
    await log.until('a page of the log', ({ told }) => told.length > 0);
    expect(words()).toEqual([]);
    const floor = await listen('printers,queue');
    await until('a word to the agent', () => words().length > 0);
    expect(words()[0]).toEqual({ kind: 'watched', seconds: 30 });
    // A second page of the same shop is no second word.
    const second = await listen('printers');
    await second.until('a second page', ({ told }) => told.length > 0);
    expect(words()).toHaveLength(1);
    expect(stranger.frames.some(({ kind }) => kind === 'watched')).toBe(false);
    for (const page of [log, floor, second]) await page.close();
  });
});
