/** What agents are sent of a job: everything that its sheet needs, and nothing of one that was called off; on both databases. */
import { printTicket } from '@platen/contracts/print-ticket';
import { makeMultiPageTiff } from '@platen/imaging/testing/hostile-samples';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { newId } from '../ids.ts';
import { listOutbox } from '../outbox/outbox-store.ts';
import { insertAgent } from '../shops/shop-store.ts';
import { moveToSent } from './job-moves.ts';

describe.each(databases)('jobs on their way to agents on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  const agentId = newId();
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    await insertAgent(cloud.deps.database.query, {
      id: agentId,
      shop_id: cloud.shopId,
      name: 'Counter',
      public_key: 'k',
      image_work: 0,
      last_seq: 0,
      created_at: 1,
      last_seen_at: Date.now(),
      revoked_at: null,
    });
  });
  afterEach(() => cloud.close());

  const sent = async () =>
    (await listOutbox(cloud.deps.database.query, agentId, 10)).map((row) => JSON.parse(row.body));
  it('pages and sides of a document', async () => {
    const pdf = makePdf({ pages: 4, widthMm: 210, heightMm: 297 });
    const { document_id } = (await account.upload('/api/documents/upload', pdf)).body;
    const item = { document_id, size: 'A4', paper_type: 'plain', quantity: 1 };
    const items = [{ ...item, page_ranges: '4,2-3', sides: 'two-sided-long-edge' }, item];
    const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
    expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    const [some, all] = await sent();
    expect(some).toMatchObject({
      item_position: 1,
      sides: 'two-sided-long-edge',
      page_ranges: [{ first: 2, last: 4 }],
    });
    expect(all).toMatchObject({ item_position: 2, sides: 'one-sided' });
    expect(all).not.toHaveProperty('page_ranges');
  });

  it('layouts, and pictures of several pages', async () => {
    const photo_id = (
      await account.upload('/api/photos/upload', await makeJpeg({ widthPx: 90, heightPx: 60, seed: 1 }))
    ).body.photo_id;
    const pages = makeMultiPageTiff([
      { widthPx: 90, heightPx: 60 },
      { widthPx: 60, heightPx: 90 },
    ]);
    const { document_id } = (await account.upload('/api/documents/upload', pages)).body;
    const item = { size: '4x6', paper_type: 'glossy', quantity: 1 };
    const items = [
      { ...item, photo_id, border: 'blurred', slip: true },
      { ...item, document_id },
      { ...item, photo_id, border: 'white' },
    ];
    const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
    expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);

    const tickets = (await sent()).map((ticket) => printTicket.parse(ticket));
    expect(tickets).toMatchObject([
      { item_position: 1, layout: { border: 'blurred', slip: true } },
      { item_position: 2, document: { pages: 2 } },
      { item_position: 3, fit: 'fit' },
    ]);
    expect(tickets[2]).not.toHaveProperty('layout');
  });

  it('a job that is called off while its message is on the way out is not sent', async () => {
    const { database } = cloud.deps;
    const pdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297 });
    const { document_id } = (await account.upload('/api/documents/upload', pdf)).body;
    const items = [{ document_id, size: 'A4', paper_type: 'plain', quantity: 1 }];
    const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
    await account.call('POST', '/api/payment/balance', { order_id });
    // The message was read already when the customer cancels; marking it comes afterwards.
    const [row] = await listOutbox(database.query, agentId, 10);
    expect((await account.call('PUT', `/api/orders/${order_id}/cancel`)).body.status).toBe('cancelled');
    const sendable = await database.transaction((tx) =>
      moveToSent(tx, { agentId, jobIds: [row!.subject_id], now: Date.now() }),
    );
    expect(sendable.size).toBe(0);
  });
});
