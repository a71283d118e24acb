/** What is kept of an idempotent answer is worth nothing to who reads the database; on both databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { sweepIdempotency } from './idempotency-sweep.ts';

describe.each(databases)('an idempotent answer on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const create = (by: TestAccount, key: string, name = 'laptop') =>
    by.call('POST', '/api/user/api-keys', { name }, { 'idempotency-key': key });
  const rows = () => cloud.deps.database.query.selectFrom('idempotency').selectAll().execute();

  it('comes again for its key, and its secret stands nowhere', async () => {
    const first = await create(account, 'my-own-key-1');
    const again = await create(account, 'my-own-key-1');
    expect(again.body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
    const stored = JSON.stringify(await rows());
    for (const secret of [first.body.api_key, first.body.api_key_id, 'my-own-key-1', 'laptop']) {
      expect(stored).not.toContain(secret);
    }
  });

  it('is another for another key or account, and is refused for another request', async () => {
    const first = await create(account, 'k');
    expect((await create(account, 'K')).body.api_key).not.toBe(first.body.api_key);
    const other = await cloud.account();
    expect((await create(other, 'k')).body.api_key).not.toBe(first.body.api_key);
    expect((await create(account, 'k', 'desktop')).status).toBe(409);
    const hashes = (await rows()).map((row) => row.input_hash);
    // The same request twice, yet nothing says so: a guess at a password in it has nothing to be compared with.
    expect(new Set(hashes).size).toBe(3);
  });

  it('is forgotten after a day, and its key is free then, swept or not', async () => {
    const first = await create(account, 'k');
    const other = await create(account, 'other');
    cloud.clock.offsetMs += 24 * 3_600_000 + 1;
    const anew = await create(account, 'k', 'desktop');
    expect(anew.status).toBe(201);
    expect(anew.body.api_key).not.toBe(first.body.api_key);
    expect((await create(account, 'k', 'desktop')).body).toEqual(anew.body);
    expect(await rows()).toHaveLength(2);
    expect(await sweepIdempotency(cloud.deps)).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect((await create(account, 'other')).body.api_key).not.toBe(other.body.api_key);
  });

  it('is swept in batches until nothing old is left', async () => {
    const values = Array.from({ length: 1200 }, (_, index) => ({
      account_id: account.accountId,
      key: `old ${index}`,
      operation: 'x',
      input_hash: '',
      output: '',
      created_at: index,
    }));
    for (let from = 0; from < values.length; from += 300)
      await cloud.deps.database.query
        .insertInto('idempotency')
        .values(values.slice(from, from + 300))
        .execute();
    await create(account, 'k');
    // The cloud's own first sweep may have taken some of them.
    await sweepIdempotency(cloud.deps);
    expect(await rows()).toHaveLength(1);
  });

  it('of many calls at the same moment with one key, one is made and all get its answer', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => create(account, 'k')));
    expect(new Set(all.map(({ body }) => body.api_key)).size).toBe(1);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
  });

  it('that was changed in the database is not believed', async () => {
    await create(account, 'k');
    await cloud.deps.database.query
      .updateTable('idempotency')
      .set((e) => ({ output: e.fn<string>('replace', ['output', e.val('A'), e.val('B')]) }))
      .execute();
    const [row] = await rows();
    const again = await create(account, 'k');
    expect(row!.output).not.toContain('A');
    expect(again.status).toBe(500);
  });
});
