/** What was chosen on the order is what the printer is asked for and what comes out: sides, pages, paper. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg, makePdf } from '@platen/imaging/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, orderIs, type Shop } from './fixtures/shop.ts';

let dir: string;
let printer: VirtualPrinter;
let shop: Shop;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-options-'));
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Test' });
  shop = await openShop(() => printer.uri);
});
afterEach(async () => {
  await shop.close();
  await printer.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Orders, pays, waits for the paper; the printer's job folders, in the order of the items. */
async function printedFolders(items: object[]): Promise<string[]> {
  const { account } = shop;
  const order = await account.call('POST', '/api/orders', { items });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  await account.call('POST', '/api/payment/balance', { order_id: order.body.order_id });
  await orderIs(account, order.body.order_id, 'ready_for_pickup');
  const folders = readdirSync(dir).filter((name) => /^\d{6}-/.test(name));
  return items.map((_, index) => {
    const name = folders.find((folder) => folder.includes(`${order.body.order_no}-${index + 1}-`));
    return join(dir, name!);
  });
}

const attributesOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
const sheetsOf = (folder: string) => readdirSync(folder).filter((file) => file.startsWith('copy-'));

it('prints the pages that were chosen, on both sides, in black', async () => {
  await shop.startAgent();
  const pdf = makePdf({ pages: 5, widthMm: 210, heightMm: 297 });
  const { document_id } = (await shop.account.upload('/api/documents/upload', pdf)).body;
  const item = { document_id, size: 'A4', quantity: 2 };
  const [chosen, whole] = await printedFolders([
    {
      ...{ ...item, paper_type: 'recycled', color_mode: 'monochrome' },
      ...{ sides: 'two-sided-short-edge', page_ranges: '5,1-2' },
    },
    { ...item, paper_type: 'plain' },
  ]);
  const { attributes, ...job } = attributesOf(chosen!);
  expect(attributes).toMatchObject({
    copies: 2,
    sides: 'two-sided-short-edge',
    'print-color-mode': 'monochrome',
    'page-ranges': [
      { lower: 1, upper: 2 },
      { lower: 5, upper: 5 },
    ],
    'media-col': { 'media-type': 'stationery-recycled' },
  });
  expect(job).toMatchObject({ impressionsCompleted: 6, sheetsCompleted: 4 });
  expect(sheetsOf(chosen!)).toHaveLength(6);
  expect(attributesOf(whole!)).toMatchObject({ impressionsCompleted: 10, sheetsCompleted: 10 });
  expect(attributesOf(whole!).attributes).not.toHaveProperty('page-ranges');
});

it('can print everything that a new shop offers', async () => {
  await shop.startAgent();
  const { account } = shop;
  const photo = await makeJpeg({ widthPx: 1200, heightPx: 800, seed: 3 });
  const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
  const { items: sizes } = (await account.call('GET', '/api/print-options/sizes')).body;
  const pairs = sizes.flatMap((size: { code: string; paper_types: string[] }) =>
    size.paper_types.map((paper_type) => ({ photo_id, size: size.code, paper_type, quantity: 1 })),
  );
  expect(pairs.length).toBeGreaterThan(25);
  for (const folder of await printedFolders(pairs)) expect(sheetsOf(folder)).toHaveLength(1);
});
