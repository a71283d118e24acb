/** Contact sheets from photos to paper: made by the cloud, ordered like any photo, printed by an agent on a virtual printer. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, orderIs, type Shop } from './fixtures/shop.ts';

let dir: string;
let printer: VirtualPrinter;
let shop: Shop;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-sheets-'));
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Test' });
  shop = await openShop(() => printer.uri);
});
afterEach(async () => {
  await shop.close();
  await printer.close();
  rmSync(dir, { recursive: true, force: true });
});

const colours = ['#c82828', '#28a028', '#2828c8', '#c8a014', '#14a0a0', '#a014a0'];

it('prints every photo of a sheet in its place, after the photos themselves were deleted', async () => {
  await shop.startAgent();
  const { account } = shop;
  const photo_ids: string[] = [];
  for (const background of colours) {
    const create = { width: 300, height: 200, channels: 3 as const, background };
    const { body } = await account.upload('/api/photos/upload', await sharp({ create }).png().toBuffer());
    photo_ids.push(body.photo_id);
  }
  const made = await account.call('POST', '/api/photos/contact-sheets', { photo_ids, size: '4x6' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (const id of photo_ids) await account.call('DELETE', `/api/photos/${id}`);
  const items = [{ photo_id: made.body.photo_ids[0], size: '4x6', paper_type: 'glossy', quantity: 1 }];
  const order = await account.call('POST', '/api/orders', { items });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  await account.call('POST', '/api/payment/balance', { order_id: order.body.order_id });
  await orderIs(account, order.body.order_id, 'ready_for_pickup');
  const folder = readdirSync(dir).find((name) => name.includes(order.body.order_no))!;
  const files = readdirSync(join(dir, folder));
  const printed = readFileSync(join(dir, folder, files.find((name) => name.startsWith('copy-'))!));
  const [sheet] = made.body.sheets;
  const picture = sharp(printed);
  const { width, height } = await picture.metadata();
  // The paper is fed upright, whichever way the sheet is held.
  const isTurned = sheet.photo.width_px > sheet.photo.height_px;
  const upright = await (isTurned && width! < height! ? picture.rotate(270) : picture)
    .resize({ width: sheet.photo.width_px, height: sheet.photo.height_px, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  for (const [index, photo] of sheet.photos.entries()) {
    const x = Math.round(photo.left_px + photo.width_px / 2);
    const y = Math.round(photo.top_px + photo.height_px / 2);
    const from = (y * sheet.photo.width_px + x) * 3;
    const found = [...upright.subarray(from, from + 3)];
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colours[index]!.slice(at, at + 2), 16));
    for (const [channel, value] of found.entries())
      expect(Math.abs(value - wanted[channel]!), `${found} and not ${wanted}`).toBeLessThan(10);
  }
});
