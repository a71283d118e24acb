/** Taking one's data away: all of it, nothing of others, no secret, in bounded memory; on both databases. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { insertLedgerRow } from '../accounts/balance-store.ts';
import { newId } from '../ids.ts';
import { accountExportOperations } from './account-export-operations.ts';
import { exportSections } from './account-export-store.ts';

const jpeg = (seed: number) => makeJpeg({ widthPx: 300, heightPx: 200, seed });

describe.each(databases)('an export on $name', ({ open }) => {
  let cloud: TestCloud;
  let mine: TestAccount;
  let other: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    mine = await cloud.account();
    other = await cloud.account();
  });
  afterEach(() => cloud.close());

  const exported = async (by: TestAccount) => {
    const reply = await by.call('GET', '/api/user/export');
    expect(reply.status).toBe(200);
    return reply;
  };
  const orderOf = async (by: TestAccount, seed: number) => {
    const { photo_id } = (await by.upload('/api/photos/upload', await jpeg(seed), `${by.phone}.jpg`)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await by.call('POST', '/api/orders', { items, delivery_method: 'pickup' })).body;
    expect((await by.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    return { photo_id, order_id };
  };
  const live = async (by: TestAccount, name: string) => {
    await by.call('POST', '/api/addresses', {
      name,
      phone: '13800138000',
      province: '广东',
      city: '深圳市',
      district: '南山',
      detail: `${name}路6号`,
    });
    await by.call('POST', '/api/user/api-keys', { name: `${name} laptop` });
    const preOrder = (
      await by.call('POST', '/api/user/pre-orders', {
        title: `${name}'s class`,
        order_type: 'photo',
        spec_mode: 'fixed',
        size: '4x6',
        paper_type: 'glossy',
        status: 'open',
        password: `${name}-password`,
      })
    ).body;
    return { name, preOrder, ...(await orderOf(by, name.length)) };
  };

  it('has everything of the account, and a link that fetches each file', async () => {
    const { photo_id, order_id, preOrder } = await live(mine, '张三');
    const { body, headers } = await exported(mine);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="platen-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.account).toMatchObject({ account_id: mine.accountId, phone: mine.phone });
    expect(body.addresses).toMatchObject([{ name: '张三' }]);
    expect(body.orders).toMatchObject([{ id: order_id, status: 'paid', items: [{ document_id: photo_id }] }]);
    expect(body.orders[0].created_at).toMatch(/^\d{4}-.*Z$/);
    expect(body.payments).toMatchObject([{ order_id, status: 'succeeded', refunds: [] }]);
    expect(body.pre_orders).toMatchObject([{ id: preOrder.pre_order_id, received: [] }]);
    expect(body.balance_transactions.map((row: { cause: string }) => row.cause)).toEqual([
      'opening',
      'payment',
    ]);
    expect(body.history.map((row: { type: string }) => row.type)).toContain('order.paid');
    const file = await fetch(body.uploads[0].file_url);
    expect(Buffer.from(await file.arrayBuffer()).equals(await jpeg(2))).toBe(true);
    // What the reference says is what comes.
    const [operation] = accountExportOperations;
    expect(operation!.output.parse(body)).toEqual(body);
    expect(Object.keys(body)).toEqual(['as_of', 'account', ...Object.keys(exportSections)]);
  });

  it("has nothing of anybody else's, where accounts met, and no secret", async () => {
    const own = await live(mine, '张三');
    const theirs = await live(other, '李四四');
    // The other sends photos in to mine, with a name and a note; I send to theirs.
    const sendIn = (by: TestAccount, to: typeof own, photo: string, name: string) =>
      by.call('POST', `/api/share/${to.preOrder.share_code}/submit`, {
        photo_ids: [photo],
        password: `${to.name}-password`,
        submitter_name: name,
        note: `note of ${name}`,
      });
    expect((await sendIn(other, own, theirs.photo_id, '李四四的妈妈')).status).toBe(201);
    expect((await sendIn(mine, theirs, own.photo_id, '张三的爸爸')).status).toBe(201);
    const text = JSON.stringify((await exported(mine)).body);
    for (const foreign of [
      other.accountId,
      other.phone,
      theirs.photo_id,
      theirs.order_id,
      '李四四',
      other.apiKey,
    ])
      expect(text).not.toContain(foreign);
    expect(text).toContain('张三的爸爸');
    const secrets = await Promise.all([
      cloud.deps.database.query.selectFrom('api_keys').select('key_hash as secret').execute(),
      cloud.deps.database.query.selectFrom('pre_orders').select('password_hash as secret').execute(),
    ]);
    for (const { secret } of secrets.flat()) expect(text).not.toContain(secret);
    for (const word of [mine.apiKey, '_hash', 'password', 'sha256', 'provider_ref', cloud.shopId])
      expect(text).not.toContain(word);
    expect((await exported(mine)).body.pre_orders[0].received).toEqual([
      { status: 'pending', submissions: 1, photos: 1 },
    ]);
  });

  it('of more rows than one page has each once, in order', async () => {
    await cloud.deps.database.transaction(async (tx) => {
      for (let i = 0; i < 450; i += 1) {
        await insertLedgerRow(tx, {
          id: newId(),
          account_id: mine.accountId,
          amount_minor: 0,
          balance_after_minor: i,
          currency: 'CNY',
          cause: 'adjustment',
          cause_id: `${i}`,
          note: '',
          created_at: 1,
        });
      }
    });
    const rows = (await exported(mine)).body.balance_transactions.slice(1);
    expect(rows.map((row: { balance_after_minor: number }) => row.balance_after_minor)).toEqual(
      Array.from({ length: 450 }, (_, index) => index),
    );
  });

  it('is given a few times an hour, to those who are known alone', async () => {
    expect((await fetch(`${cloud.url}/api/user/export`)).status).toBe(401);
    for (let i = 0; i < 6; i += 1) await exported(mine);
    const refused = await mine.call('GET', '/api/user/export');
    expect(refused).toMatchObject({ status: 429, body: { retry_after_seconds: expect.any(Number) } });
    await exported(other);
  });

  it('breaks off where it can not go on, so that a half is no whole', async () => {
    const { uploads } = exportSections;
    Object.assign(exportSections, { uploads: () => Promise.reject(new Error('the disk is gone')) });
    try {
      const reply = fetch(`${cloud.url}/api/user/export`, {
        headers: { authorization: `Bearer ${mine.apiKey}` },
      }).then((answer) => answer.text());
      await expect(reply).rejects.toThrow();
    } finally {
      Object.assign(exportSections, { uploads });
    }
    await exported(mine);
  });
});
