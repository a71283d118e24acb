/** Jobs that wait: for paper, until it is loaded; for a printer that the shop doesn't have, until a person pays them back. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTrays } from '@platen/virtual-printer/printer-media';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobIn } from '../fixtures/printing-shop.ts';
import { until } from '../fixtures/processes.ts';
import { openShop, orderAndPay, orderIs, pdfItem, photoItem, type Shop, sheetsIn } from '../fixtures/shop.ts';

describe('held jobs', () => {
  let dir: string;
  let printer: VirtualPrinter;
  let shop: Shop;

  async function open(trays = defaultTrays) {
    dir = await mkdtemp(join(tmpdir(), 'platen-printed-'));
    printer = await startVirtualPrinter({ port: 0, dir, name: 'One', trays });
    shop = await openShop(() => printer.uri);
  }
  beforeEach(() => {
    dir = '';
  });
  afterEach(async () => {
    await shop.close();
    await printer.close();
    await rm(dir, { recursive: true, force: true });
  });

  const held = (orderId: string) =>
    until('a hold', async () => {
      const { body } = await shop.account.call('GET', `/api/orders/${orderId}`);
      return body.on_hold && body;
    });

  it('say what to load, and go on by themselves when it is loaded', async () => {
    await open();
    await shop.startAgent();
    printer.control.paper('all', 'empty');
    const order = await orderAndPay(shop.account, [photoItem]);
    const waiting = await held(order.order_id);
    expect(waiting.on_hold).toMatchObject({ reason: 'media-needed', who_must_act: 'shop' });
    expect(waiting.on_hold.message).toMatch(/^Load 102 x 152 mm glossy photo paper in tray 5 of One\.$/);
    printer.control.paper('all', 'loaded');
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(sheetsIn(dir, order.order_no)).toBe(2);
  });

  it('that no printer here can make are paid back by a person, and the rest of the order goes on', async () => {
    await open(defaultTrays.filter((tray) => JSON.stringify(tray).includes('letter_8.5x11in')));
    const before = (await shop.account.call('GET', '/api/user/balance')).body.balance;
    // Ordered before anybody knew what the printers of the shop can make.
    const order = await orderAndPay(shop.account, [photoItem, pdfItem]);
    await shop.startAgent();
    const waiting = await held(order.order_id);
    const stuck = waiting.print_jobs.find((job: { state: string }) => job.state === 'held');
    expect(waiting.on_hold.reason).toBe('no-printer');
    const { bytes, ...item } = photoItem;
    const { document_id } = (await shop.account.upload('/api/documents/upload', bytes)).body;
    const again = await shop.account.call('POST', '/api/orders', { items: [{ ...item, document_id }] });
    expect(again).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^items\[0\]\.size: no printer of the shop takes 4x6; .*letter/) },
    });
    const admin = await shop.cloud.account({ role: 'admin' });
    const path = `/api/shop/jobs/${stuck.job_id}/decide`;
    expect((await admin.call('POST', path, { decision: 'printed' })).status).toBe(409);
    expect((await admin.call('POST', path, { decision: 'refund' })).status).toBe(200);
    const done = await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(done).toMatchObject({ refund_status: 'partial', refunded: 2.4, total: 3.4 });
    expect((await shop.account.call('GET', '/api/user/balance')).body.balance).toBe(before - 1);
    expect(sheetsIn(dir, order.order_no)).toBe(2);
  });

  it('wait for plain paper beside recycled paper and letterheads, until the shop says that one may stand in', async () => {
    await open();
    await shop.startAgent();
    printer.control.load('tray-1', null);
    const order = await orderAndPay(shop.account, [{ ...pdfItem, size: 'A4' }]);
    const waiting = await held(order.order_id);
    expect(waiting.on_hold).toMatchObject({ reason: 'media-needed' });
    expect(waiting.on_hold.message).toMatch(/^Load 210 x 297 mm plain paper in /);
    printer.control.load('tray-1', { size: 'iso_a4_210x297mm', type: 'stationery-letterhead' });
    const admin = await shop.cloud.account({ role: 'admin' });
    await until('the letterhead', async () => {
      const { body } = await admin.call('GET', '/api/printer/status');
      const types = body.printers[0]?.details.trays.map((tray: { media_type: string }) => tray.media_type);
      return types?.includes('stationery-letterhead');
    });
    expect((await held(order.order_id)).on_hold.reason).toBe('media-needed');
    expect(sheetsIn(dir, order.order_no)).toBe(0);
    const substitutes = [{ ordered: 'plain', loaded: 'recycled' }];
    const rules = { shop_id: shop.cloud.shopId, version: 0, substitutes };
    expect((await admin.call('PUT', '/api/shop/print-rules', rules)).status).toBe(200);
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    const folder = readdirSync(dir).find((name) => /^\d{6}-/.test(name) && name.includes(order.order_no))!;
    expect(jobIn(join(dir, folder)).attributes['media-col']).toMatchObject({
      'media-type': 'stationery-recycled',
    });
    expect(sheetsIn(dir, order.order_no)).toBe(2);
  });
});
