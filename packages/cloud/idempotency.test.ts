/** What is kept of an idempotent answer is worth nothing to who reads the database; on both databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../test/fixtures/cloud.ts';
import { databases } from '../../test/fixtures/databases.ts';

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
