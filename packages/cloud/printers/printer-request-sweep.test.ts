/** What was asked of printers and answered goes after a while, in batches; what waits for its answer stays. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';
import { insertPrinterRequest, updatePrinterAnswer } from './printer-request-store.ts';
import { sweepPrinterRequests } from './printer-request-sweep.ts';

const dayMs = 24 * 3_600_000;

describe.each(databases)('requests to printers on $name', ({ open }) => {
  let cloud: TestCloud;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  it('are swept once they were answered long ago', async () => {
    const { agentId } = await enrolRawAgent(cloud, admin);
    const { database, now } = cloud.deps;
    const ask = () =>
      database.transaction((tx) =>
        insertPrinterRequest(tx, {
          agentId,
          accountId: admin.accountId,
          by: 'Li',
          wanted: { act: 'discover' },
          now: now(),
        }),
      );
    const said = { en: '', zh: '' };
    const answer = { outcome: 'done', said, findings: [], entry_id: null } as const;
    const answered = async () => {
      const { id } = await ask();
      await database.transaction((tx) =>
        updatePrinterAnswer(tx, { id, agentId, answer: { ...answer, findings: [] }, now: now() }),
      );
      return id;
    };
    const old = await answered();
    const open = (await ask()).id;
    const row = await database.query
      .selectFrom('printer_requests')
      .selectAll()
      .where('id', '=', old)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < 1200; from += 300)
      await database.query
        .insertInto('printer_requests')
        .values(Array.from({ length: 300 }, (_, index) => ({ ...row, id: `old ${from + index}` })))
        .execute();
    cloud.clock.offsetMs += 31 * dayMs;
    const young = await answered();
    expect(await sweepPrinterRequests(cloud.deps)).toBe(1201);
    const left = await database.query.selectFrom('printer_requests').select('id').execute();
    expect(left.map(({ id }) => id).sort()).toEqual([open, young].sort());
  });
});
