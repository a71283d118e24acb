/** Layouts from the order to the paper: crops, ID photos, contact sheets, TIFFs of several pages, and agents that know none of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMultiPageTiff } from '@platen/imaging/hostile-samples';
import { makeJpeg, makePdf } from '@platen/imaging/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, orderIs, type Shop } from './fixtures/shop.ts';

let dir: string;
let printer: VirtualPrinter;
let shop: Shop;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-layout-'));
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Test' });
  shop = await openShop(() => printer.uri);
});
afterEach(async () => {
  await shop.close();
  await printer.close();
  rmSync(dir, { recursive: true, force: true });
});

const photoItem = { size: '4x6', paper_type: 'glossy', quantity: 1 };
const uploaded = async (kind: 'photos' | 'documents', bytes: Buffer): Promise<string> => {
  const { body } = await shop.account.upload(`/api/${kind}/upload`, bytes);
  return body.photo_id ?? body.document_id;
};

it('prints crops, ID photos and the pages of a TIFF as they were ordered, and shows what was asked for', async () => {
  await shop.startAgent();
  const { account } = shop;
  const photo_id = await uploaded('photos', await makeJpeg({ widthPx: 900, heightPx: 700, seed: 2 }));
  const tiff = makeMultiPageTiff([
    { widthPx: 900, heightPx: 600 },
    { widthPx: 600, heightPx: 900 },
    { widthPx: 800, heightPx: 800 },
  ]);
  const document_id = await uploaded('documents', tiff);
  const layout = { kind: 'contact_sheet', columns: 2, rows: 1 };
  const items = [
    { ...photoItem, photo_id, crop: { left: 0.1, top: 0.1, width: 0.5, height: 0.5 }, slip: true },
    { ...photoItem, photo_id, layout: { kind: 'id_photo', photo_size: 'cn-1inch' }, quantity: 2 },
    { ...photoItem, document_id, page_ranges: '2-3' },
    { ...photoItem, document_id, layout },
  ];
  const quote = await account.call('POST', '/api/orders/quote', { items });
  expect(quote.body.items.map(({ pages }: { pages: number }) => pages)).toEqual([1, 1, 2, 2]);
  const order = await account.call('POST', '/api/orders', { items });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  expect(order.body.items[0]).toMatchObject({
    crop: { left: 0.1, width: 0.5, if_other_shape: 'extend' },
    ...{ border: null, layout: null, slip: true },
  });
  expect(order.body.items[3]).toMatchObject({
    fit: 'fit',
    layout: { ...layout, captions: true },
    slip: false,
  });
  await account.call('POST', '/api/payment/balance', { order_id: order.body.order_id });
  await orderIs(account, order.body.order_id, 'ready_for_pickup');
  const folders = readdirSync(dir).filter((name) => /^\d{6}-/.test(name));
  const jobs = items.map((_, index) => {
    const name = folders.find((folder) => folder.includes(`${order.body.order_no}-${index + 1}-`))!;
    return JSON.parse(readFileSync(join(dir, name, 'job.json'), 'utf8'));
  });
  expect(jobs.map(({ impressionsCompleted }) => impressionsCompleted)).toEqual([1, 2, 2, 2]);
});

it('refuses what can not be, naming the field', async () => {
  const photo_id = await uploaded('photos', await makeJpeg({ widthPx: 900, heightPx: 600, seed: 2 }));
  const document_id = await uploaded('documents', makePdf({ pages: 2, widthMm: 100, heightMm: 150 }));
  const crop = { left: 0, top: 0, width: 0.5, height: 1 };
  const cases: [object, number, string][] = [
    [{ photo_id, crop: { ...crop, left: 0.6 } }, 400, 'items[0].crop: must lie within the picture'],
    [{ photo_id, crop: { ...crop, if_other_shape: 'refuse' } }, 422, 'items[0].crop: has the shape'],
    [{ document_id, slip: true }, 422, 'items[0].slip: is for pictures'],
    [{ photo_id, fit: 'fill', border: 'blurred' }, 422, 'items[0].border: fill leaves none'],
    [
      { photo_id, layout: { kind: 'contact_sheet', columns: 2, rows: 2 } },
      422,
      'items[0].layout: a contact sheet needs',
    ],
    [{ photo_id, layout: { kind: 'id_photo', photo_size: '9x9' } }, 400, 'items[0].layout.photo_size'],
  ];
  for (const [changes, status, sentence] of cases) {
    const answer = await shop.account.call('POST', '/api/orders', { items: [{ ...photoItem, ...changes }] });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(sentence)]);
  }
});
