/** The main flow over REST, without an agent: upload, price, order, pay, look, cancel; on both databases. */
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { databases } from '../fixtures/databases.ts';

const jpeg = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 });

describe.each(databases)('the main flow on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account({ openingMinor: 10_000 });
  });
  afterEach(() => cloud.close());

  const item = (document_id: string, more: object = {}) => ({
    document_id,
    size: '4x6',
    paper_type: 'glossy',
    quantity: 2,
    ...more,
  });

  async function orderOf(more: object = {}) {
    const { body: document } = await account.upload('/api/documents/upload', jpeg);
    const order = await account.call('POST', '/api/orders', { items: [item(document.document_id, more)] });
    expect(order.status).toBe(201);
    return order.body;
  }

  it('goes from prices to a paid order with a job for the printer', async () => {
    const prices = await account.call('GET', '/api/prices');
    expect(prices.body.items).toContainEqual(
      expect.objectContaining({ size: '4x6', paper_type: 'glossy', price: 1.2 }),
    );

    const photo = await account.upload('/api/photos/upload', jpeg, 'holiday.jpg');
    expect(photo.status).toBe(201);
    expect(photo.body).toMatchObject({
      filename: 'holiday.jpg',
      content_type: 'image/jpeg',
      width_px: 600,
      height_px: 400,
    });
    const pdf = await account.upload(
      '/api/documents/upload',
      makePdf({ pages: 3, widthMm: 210, heightMm: 297 }),
      'a.pdf',
    );
    expect(pdf.body).toMatchObject({ content_type: 'application/pdf', pages: 3 });

    const order = await account.call('POST', '/api/orders', {
      items: [
        { photo_id: photo.body.photo_id, size: '6x4', paper_type: 'glossy', quantity: 2 },
        { document_id: pdf.body.document_id, size: 'A4', paper_type: 'plain', quantity: 1 },
      ],
      delivery_method: 'pickup',
    });
    expect(order.status).toBe(201);
    expect(order.body).toMatchObject({
      status: 'pending_payment',
      subtotal: 3.9,
      total: 3.9,
      currency: 'CNY',
      items: [
        { size: '4x6', quantity: 2, pages: 1, amount: 2.4 },
        { size: 'A4', quantity: 1, pages: 3, amount: 1.5 },
      ],
    });

    const { order_id, order_no } = order.body;
    const paid = await account.call('POST', '/api/payment/balance', { order_id });
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount: 3.9, method: 'balance' },
    });
    expect((await account.call('GET', '/api/user/balance')).body).toEqual({ balance: 96.1, currency: 'CNY' });
    const ledger = await account.call('GET', '/api/user/balance/transactions');
    expect(ledger.body.items.map((row: { amount: number }) => row.amount)).toEqual([-3.9, 100]);

    const seen = await account.call('GET', `/api/orders/${order_id}`);
    expect(seen.body).toMatchObject({
      status: 'paid',
      print_jobs: [{ state: 'queued', copies: 2 }, { copies: 1 }],
    });
    const tracked = await fetch(`${cloud.url}/api/orders/track/${order_no.toLowerCase()}`);
    expect(await tracked.json()).toMatchObject({ status: 'paid', copies: 3, copies_printed: 0 });
    const queue = await account.call('GET', '/api/print-queue/status');
    expect(queue.body).toMatchObject({ waiting: 2, yours: { waiting: 2, copies: 3 }, current: false });
  });

  it('lets exactly one of 50 payments at once win, and takes the money once', async () => {
    const { order_id } = await orderOf();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => account.call('POST', '/api/payment/balance', { order_id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(49);
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(97.6);
    expect((await account.call('GET', `/api/orders/${order_id}`)).body.print_jobs).toHaveLength(1);
  });

  it('never pays more than the balance, however many orders are paid at once', async () => {
    const orders = [];
    for (let i = 0; i < 6; i++) orders.push(await orderOf({ quantity: 25 }));
    const replies = await Promise.all(
      orders.map(({ order_id }) => account.call('POST', '/api/payment/balance', { order_id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
    expect(replies.find((reply) => reply.status === 409)?.body.error).toMatch(
      /The balance of 10\.00 CNY is not enough/,
    );
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(10);
  });

  it('lets exactly one of 50 orders at once have a coupon, and frees it when that order is cancelled', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const granted = await admin.call('POST', '/api/admin/coupons', { phone: account.phone, amount: 1 });
    expect(granted.status).toBe(201);
    const { coupon_id } = granted.body;
    const { body: document } = await account.upload('/api/documents/upload', jpeg);
    const create = () =>
      account.call('POST', '/api/orders', { items: [item(document.document_id)], coupon_id });
    const replies = await Promise.all(Array.from({ length: 50 }, create));
    const won = replies.filter((reply) => reply.status === 201);
    expect(won).toHaveLength(1);
    expect(won[0]!.body).toMatchObject({ subtotal: 2.4, discount: 1, total: 1.4 });
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(49);

    const cancelled = await account.call('PUT', `/api/orders/${won[0]!.body.order_id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', refund_status: 'none' });
    expect((await create()).status).toBe(201);
  });

  it('cancels a paid order that no agent has, and gives the money back once', async () => {
    const { order_id } = await orderOf();
    await account.call('POST', '/api/payment/balance', { order_id });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => account.call('PUT', `/api/orders/${order_id}/cancel`)),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const order = await account.call('GET', `/api/orders/${order_id}`);
    expect(order.body).toMatchObject({ status: 'cancelled', refund_status: 'full', refunded: 2.4 });
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(100);
    const payment = await account.call('GET', `/api/payment/status/${order_id}`);
    expect(payment.body.refunds).toMatchObject([{ amount: 2.4, status: 'succeeded' }]);
  });

  it('gives a repeated Idempotency-Key the first answer, at the same time too, and refuses it for another body', async () => {
    const { body: document } = await account.upload('/api/documents/upload', jpeg);
    const body = { items: [item(document.document_id)] };
    const key = { 'idempotency-key': 'order-1' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => account.call('POST', '/api/orders', body, key)),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.order_id)).size).toBe(1);
    const other = await account.call(
      'POST',
      '/api/orders',
      { items: [item(document.document_id, { quantity: 3 })] },
      key,
    );
    expect(other.status).toBe(409);

    const [order] = replies;
    const pay = () =>
      account.call(
        'POST',
        '/api/payment/balance',
        { order_id: order!.body.order_id },
        { 'idempotency-key': 'p' },
      );
    expect((await pay()).body).toEqual((await pay()).body);
    expect((await account.call('GET', '/api/orders')).body.total).toBe(1);

    const uploads: Array<{ photo_id: string }> = [];
    for (let i = 0; i < 2; i++) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(jpeg)]), 'x.jpg');
      const headers = { authorization: `Bearer ${account.apiKey}`, 'idempotency-key': 'upload' };
      uploads.push(
        (await (
          await fetch(`${cloud.url}/api/photos/upload`, { method: 'POST', headers, body: form })
        ).json()) as { photo_id: string },
      );
    }
    expect(uploads[0]!.photo_id).toBe(uploads[1]!.photo_id);
  });
});
