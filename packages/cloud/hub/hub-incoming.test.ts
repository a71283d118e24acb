/** Reports that arrive at a bad moment: a change of the same job under way, a database that stops. None is lost. */
import type { JobReport } from '@platen/contracts/agent-protocol';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import type { Database } from '../db/database.ts';
import { moveToSent } from '../jobs/job-moves.ts';
import { findJob, listJobsOfOrders } from '../jobs/job-store.ts';
import { findAgent } from '../shops/shop-store.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';
import { createIncoming } from './hub-incoming.ts';

describe.each(databases)('reports of an agent on $name', ({ open }) => {
  let cloud: TestCloud;
  let agentId: string;
  let jobId: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    const customer = await cloud.account();
    const picture = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });
    const { photo_id } = (await customer.upload('/api/photos/upload', picture)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 2 }];
    const { order_id } = (await customer.call('POST', '/api/orders', { items })).body;
    expect((await customer.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    ({ agentId } = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' })));
    const { query } = cloud.deps.database;
    const [job] = await listJobsOfOrders(query, [order_id]);
    jobId = job!.id;
    await query.updateTable('print_jobs').set({ agent_id: agentId }).where('id', '=', jobId).execute();
  });
  afterEach(() => cloud.close());

  const printed = (seq: number) => ({
    kind: 'message' as const,
    seq,
    type: 'job' as const,
    body: {
      job_id: jobId,
      state: 'printed',
      reason: 'none',
      message: '',
      copies_printed: 2,
      copies_sure: true,
      submitted: true,
      printer_id: null,
      at: new Date().toISOString(),
    } satisfies JobReport,
  });
  function listen(database: Database) {
    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    const log: string[] = [];
    const incoming = createIncoming(
      { ...cloud.deps, database, log: (_level, event) => void log.push(event) },
      {
        agentId,
        acknowledge: (seq) => void acknowledged.push(seq),
        timeOf: (time) => time,
        failed: (error) => void failures.push(error),
      },
    );
    return { incoming, acknowledged, failures, log };
  }
  const stored = async () => {
    const { query } = cloud.deps.database;
    const [job, agent] = [await findJob(query, jobId), await findAgent(query, agentId)];
    return { state: job!.state, copies: job!.copies_printed, seq: agent!.last_seq };
  };

  it('one that comes while its job is marked as sent is applied to what that left', async () => {
    const { database } = cloud.deps;
    const { incoming, acknowledged, failures, log } = listen(database);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isMarked = false;
    const marking = database.transaction(async (tx) => {
      await moveToSent(tx, { agentId, jobIds: [jobId], now: cloud.deps.now() });
      isMarked = true;
      await held;
    });
    await until('the mark', () => isMarked);
    incoming.take(printed(1));
    // PostgreSQL lets the report read the job as it was and then wait for its row; SQLite lets nobody in.
    if (database.dialect === 'postgres')
      await until('the report at the row', async () => {
        const waits = sql<{ waits: number }>`select count(*)::int as waits from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return (await waits.execute(database.query)).rows[0]!.waits > 0;
      });
    goOn();
    await marking;
    await until('an answer', () => acknowledged.length + failures.length > 0);
    expect({ acknowledged, failures, log }).toEqual({ acknowledged: [1], failures: [], log: [] });
    expect(await stored()).toEqual({ state: 'printed', copies: 2, seq: 1 });
  });

  it.each([
    ['a server that stops', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['a connection that breaks', new Error('Connection terminated unexpectedly')],
    ['a full disk', Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
  ])('%s ends the connection, and nothing is acknowledged', async (_name, fault) => {
    const { database } = cloud.deps;
    let faults = 1;
    const troubled: Database = {
      ...database,
      transaction: (work) => (faults-- > 0 ? Promise.reject(fault) : database.transaction(work)),
    };
    const first = listen(troubled);
    first.incoming.take(printed(1));
    await until('the end', () => first.failures.length > 0);
    expect(first).toMatchObject({ acknowledged: [], failures: [fault], log: [] });
    expect(await stored()).toEqual({ state: 'queued', copies: 0, seq: 0 });
    const again = listen(troubled);
    again.incoming.take(printed(1));
    await until('an answer', () => again.acknowledged.length > 0);
    expect(await stored()).toEqual({ state: 'printed', copies: 2, seq: 1 });
  });

  it('one that can never be applied keeps no other waiting', async () => {
    const { incoming, acknowledged, failures, log } = listen(cloud.deps.database);
    const torn = printed(1);
    incoming.take({ ...torn, body: { ...torn.body, copies_printed: Number.NaN } });
    incoming.take(printed(2));
    await until('answers', () => acknowledged.includes(2));
    expect({ failures, log }).toEqual({ failures: [], log: ['report.refused'] });
    expect(await stored()).toEqual({ state: 'printed', copies: 2, seq: 2 });
  });
});
