/** The health check: what it says of each part, how cheap it is, and what it keeps to itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';
import { judgeHealth } from './health-rules.ts';

const printer = {
  printer_id: 'p1',
  name: 'Secret name',
  uri: 'ipp://192.0.2.1/ipp/print',
  make_and_model: 'M',
  state: 'stopped' as const,
  state_reasons: ['media-empty-error'],
  reachable: true,
  accepting_jobs: true,
  formats: [],
  media_ready: [],
  media_supported: [],
  queued_jobs: 0,
  as_of: new Date().toISOString(),
};

describe.each(databases)('health on $name', ({ open }) => {
  let cloud: TestCloud;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  const health = async () =>
    (await fetch(`${cloud.url}/api/health`)).json() as Promise<Record<string, unknown>>;

  it('is ok with an agent and a printer, degraded without, and tells counts alone', async () => {
    expect(await health()).toMatchObject({
      status: 'degraded',
      reasons: ['No agent is enrolled.'],
      database: 'ok',
      database_latency_ms: expect.any(Number),
      files: 'ok',
      files_free_bytes: expect.any(Number),
      agents: { online: 0, total: 0, last_seen_at: null },
      printers: { total: 0, reachable: 0, stopped: 0 },
      uptime_seconds: expect.any(Number),
    });
    const agent = await enrolRawAgent(cloud, admin);
    const link = await agent.connect();
    link.send({ kind: 'printers', complete: true, printers: [printer], changes: [] });
    const ok = await until('ok', async () => {
      cloud.clock.offsetMs += 2000;
      const found = await health();
      return found.status === 'ok' && (found.printers as { total: number }).total === 1 && found;
    });
    expect(ok).toMatchObject({
      reasons: [],
      agents: { online: 1, total: 1 },
      printers: { reachable: 1, stopped: 1 },
    });
    expect(JSON.stringify(ok)).not.toMatch(/Secret|192\.0|counter/);

    cloud.clock.offsetMs += 60_000;
    expect(await health()).toMatchObject({
      status: 'degraded',
      reasons: ['No agent is online.'],
      agents: { online: 0, total: 1, last_seen_at: expect.any(String) },
      printers: { total: 1, reachable: 0 },
    });
    link.close();
  });
});

describe('health', () => {
  it('is failing when the files or the database cannot be written, and says so without details', async () => {
    const broken = { check: () => Promise.reject(new Error('/secret/path: EROFS')) };
    const cloud = await startTestCloud(undefined, { files: broken as never });
    await cloud.deps.database.query.schema.dropTable('settings').execute();
    const response = await fetch(`${cloud.url}/api/health`);
    expect(response.status).toBe(200);
    const said = (await response.json()) as { status: string; reasons: string[] };
    expect(said).toMatchObject({
      status: 'failing',
      database: 'failing',
      database_latency_ms: null,
      files: 'failing',
      files_free_bytes: null,
    });
    expect(said.reasons).toEqual([
      "The database can't be written.",
      "Files can't be written.",
      'No agent is enrolled.',
    ]);
    expect(JSON.stringify(said)).not.toContain('secret');
    await cloud.close();
  });

  it('looks once for a hundred who ask at the same time', async () => {
    let looks = 0;
    const check = async () => {
      looks += 1;
    };
    const frozen = Date.now();
    const cloud = await startTestCloud(undefined, { files: { check } as never, now: () => frozen });
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${cloud.url}/api/health`)));
    expect(looks).toBe(1);
    await cloud.close();
  });

  const well = {
    database: { latencyMs: 3 },
    files: { writable: true, freeBytes: 1e12 },
    agents: { online: 1, total: 2 },
    printers: { total: 2, reachable: 1 },
  };
  it.each([
    [{}, 'ok', []],
    [{ files: { writable: true, freeBytes: undefined } }, 'ok', []],
    [{ files: { writable: true, freeBytes: 1e8 } }, 'degraded', ['The room for files is running out.']],
    [{ database: { latencyMs: 1500 } }, 'degraded', ['The database is slow.']],
    [{ database: { latencyMs: undefined } }, 'failing', ["The database can't be written."]],
    [{ printers: { total: 2, reachable: 0 } }, 'degraded', ['No printer can be reached.']],
    [{ agents: { online: 0, total: 2 } }, 'degraded', ['No agent is online.']],
  ])('%j is %s', (change, status, reasons) => {
    expect(judgeHealth({ ...well, ...change })).toEqual({ status, reasons });
  });
});
