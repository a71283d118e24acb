/** Who is there: known with the end of the connection, in every process, whoever dies and in whatever order things are heard. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { startProcess, until } from '../../../test/fixtures/processes.ts';
import { openDatabase } from '../db/database.ts';
import { enrolRawAgent, type RawAgent } from '../testing/raw-agent.ts';
import { hubTimes } from './hub-link.ts';

/** Quick, so that what is bounded by a time is seen within it; only ends that nobody tells wait for any of them. */
const quick = { beatMs: 50, deadAfterMs: 300, pingMs: 50, silenceMs: 400 };

describe.each(databases)('presence on $name', ({ name, open }) => {
  let opened: EmptyDatabase;
  let cloud: TestCloud;
  let admin: TestAccount;
  let agent: RawAgent;
  const more: TestCloud[] = [];
  const start = async (times = hubTimes) => {
    opened = await open();
    cloud = await startTestCloud(opened, {}, { hubTimes: times });
    admin = await cloud.account({ role: 'admin' });
    agent = await enrolRawAgent(cloud, admin);
  };
  afterEach(async () => {
    for (const one of more.splice(0)) await one.close();
    await cloud.close();
  });

  /** One more process on the same database. */
  const another = async (times = hubTimes): Promise<TestCloud> => {
    const database = await openDatabase(opened.url);
    const one = await startTestCloud(
      { database, url: opened.url, drop: () => database.close() },
      {},
      { hubTimes: times },
    );
    more.push(one);
    return one;
  };

  const seen = async (url = cloud.url) => {
    const { call } = clientOf(url, admin.apiKey);
    const answers = await Promise.all(
      ['/api/shop/agents', '/api/printer/status', '/api/print-queue/status'].map((path) => call('GET', path)),
    );
    const [[shown], ...others] = answers.map(({ body }) => body.items ?? body.agents);
    return { ...shown, agree: others.every(([other]) => other.offline_since === shown.offline_since) };
  };
  /** Wherever it is shown. */
  const isOnline = (online: boolean, url?: string) =>
    until(`online ${online}`, async () => {
      const shown = await seen(url);
      return shown.online === online && shown.agree && shown;
    });

  describe('with the times of a real cloud', () => {
    beforeEach(() => start());

    it.each([
      ['a goodbye', 1000, 'stopped'],
      ['an end without a word', undefined, 'lost'],
    ])('%s ends it at once, and says since when and why', async (_name, code, because) => {
      const link = await agent.connect();
      expect(await seen()).toMatchObject({ online: true, offline_since: null, offline_because: null });
      const before = Date.now();
      link.close(code);
      const away = await isOnline(false);
      expect(away).toMatchObject({ offline_because: because });
      expect(Date.parse(away.offline_since)).toBeGreaterThanOrEqual(before);
      const health = await until('health', async () => {
        const said = (await (await fetch(`${cloud.url}/api/health`)).json()) as { agents: object };
        return 'online' in said.agents && said.agents.online === 0 && said;
      });
      expect(health).toMatchObject({ reasons: ['No agent is online.'] });
    });

    it('an agent that was never there is neither online nor gone', async () => {
      expect(await seen()).toMatchObject({ online: false, offline_since: null, offline_because: null });
    });

    it('the late end of a connection that was replaced changes nothing', async () => {
      const old = await agent.connect({ autoPong: false });
      const next = await agent.connect();
      await until('the old one to be ended', () => !old.isOpen());
      await isOnline(true);
      // Whatever is still to be written down of the old one is written now.
      await cloud.account();
      expect(await seen()).toMatchObject({ online: true, offline_since: null });
      next.close();
      await isOnline(false);
    });

    it('a process that was taken for dead says who is there with the next connection too', async () => {
      const other = await enrolRawAgent(cloud, admin, 'other');
      await agent.connect();
      const { query } = cloud.deps.database;
      await query.deleteFrom('cloud_processes').execute();
      await query.updateTable('agents').set({ link_id: null, link_process: null, unlinked_at: 1 }).execute();
      await other.connect();
      const { items } = (await admin.call('GET', '/api/shop/agents')).body;
      expect(items.map((one: { online: boolean }) => one.online)).toEqual([true, true]);
    });

    it('jobs go to an agent that is there, not to the one that was heard last', async () => {
      const other = await enrolRawAgent(cloud, admin, 'other');
      await agent.connect();
      (await other.connect()).close();
      await until('the other to be gone', async () => {
        const { items } = (await admin.call('GET', '/api/shop/agents')).body;
        return items.filter((one: { online: boolean }) => one.online).length === 1;
      });
      const customer = await cloud.account();
      const { makeJpeg } = await import('@platen/imaging/testing/picture-samples');
      const picture = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 1 });
      const { photo_id } = (await customer.upload('/api/photos/upload', picture)).body;
      const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
      const { order_id } = (await customer.call('POST', '/api/orders', { items })).body;
      await customer.call('POST', '/api/payment/balance', { order_id });
      const jobs = await cloud.deps.database.query.selectFrom('print_jobs').select('agent_id').execute();
      expect(jobs).toEqual([{ agent_id: agent.agentId }]);
    });
  });

  describe('where nobody tells the end', () => {
    beforeEach(() => start(quick));

    it('a connection that answers no ping is ended', async () => {
      const link = await agent.connect({ autoPong: false });
      await until('the end', () => !link.isOpen());
      expect(await isOnline(false)).toMatchObject({ offline_because: 'lost' });
    });

    it('one that answers stays, with nothing said', async () => {
      const link = await agent.connect();
      await new Promise((resolve) => setTimeout(resolve, 3 * quick.silenceMs));
      expect(link.isOpen()).toBe(true);
      expect(await seen()).toMatchObject({ online: true });
    });

    it('a process that was taken for dead says again who is there', async () => {
      await agent.connect();
      const { query } = cloud.deps.database;
      await query.deleteFrom('cloud_processes').execute();
      await query.updateTable('agents').set({ link_id: null, link_process: null, unlinked_at: 1 }).execute();
      await isOnline(true);
    });

    it('what a process that died left behind ends', async () => {
      const { query } = cloud.deps.database;
      await query.insertInto('cloud_processes').values({ id: 'dead', beat: 7 }).execute();
      const link = { link_id: 'l', link_process: 'dead', last_seen_at: Date.now() - 2000 };
      await query.updateTable('agents').set(link).execute();
      const away = await isOnline(false);
      expect(Date.parse(away.offline_since)).toBe(link.last_seen_at);
    });
  });

  it.runIf(name === 'PostgreSQL')('every process knows it, and the newest connection counts', async () => {
    await start();
    const second = await another();
    const old = await agent.connect();
    await isOnline(true, second.url);
    const next = await agent.connect({ url: second.url });
    await until('the first process to let go', () => !old.isOpen());
    expect(await isOnline(true)).toMatchObject({ offline_since: null });
    next.close();
    await isOnline(false);
    expect((await seen(second.url)).online).toBe(false);
  });

  it.runIf(name === 'PostgreSQL')(
    'a process that is killed leaves nobody present',
    { timeout: 60_000 },
    async () => {
      await start(quick);
      const port = await freePort();
      const dataDir = await mkdtemp(join(tmpdir(), 'platen-presence-'));
      const doomed = await startProcess(
        join(import.meta.dirname, '../../../test/fixtures/cloud-process.ts'),
        {
          DATABASE_URL: opened.url,
          PLATEN_DATA_DIR: dataDir,
          PLATEN_PORT: String(port),
        },
      );
      await agent.connect({ url: doomed.ready.url });
      await isOnline(true);
      await doomed.kill('SIGKILL');
      expect(await isOnline(false)).toMatchObject({ offline_because: 'lost' });
      const rows = await cloud.deps.database.query.selectFrom('cloud_processes').select('id').execute();
      expect(rows.length).toBeLessThanOrEqual(1);
      await rm(dataDir, { recursive: true });
    },
  );
});
