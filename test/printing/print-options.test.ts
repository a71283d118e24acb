/** What was chosen on the order is what the printer is asked for and what comes out: sides, pages, paper. */
import { readdirSync } from 'node:fs';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { expect, it } from 'vitest';
import { jobIn, openPrintingShops, orderPrinted } from '../fixtures/printing-shop.ts';

const printingShop = openPrintingShops('options');

const sheetsOf = (folder: string) => readdirSync(folder).filter((file) => file.startsWith('copy-'));

it('prints the pages that were chosen, on both sides, in black', async () => {
  const printing = printingShop();
  const { shop } = printing;
  await shop.startAgent();
  const pdf = makePdf({ pages: 5, widthMm: 210, heightMm: 297 });
  const { document_id } = (await shop.account.upload('/api/documents/upload', pdf)).body;
  const item = { document_id, size: 'A4', quantity: 2 };
  const { folders } = await orderPrinted(printing, [
    {
      ...item,
      paper_type: 'recycled',
      color_mode: 'monochrome',
      sides: 'two-sided-short-edge',
      page_ranges: '5,1-2',
    },
    { ...item, paper_type: 'plain' },
  ]);
  const [chosen, whole] = folders;
  const { attributes, ...job } = jobIn(chosen!);
  expect(attributes).toMatchObject({
    copies: 2,
    sides: 'two-sided-short-edge',
    'print-color-mode': 'monochrome',
    'media-col': { 'media-type': 'stationery-recycled' },
  });
  expect(job).toMatchObject({ impressionsCompleted: 6, sheetsCompleted: 4 });
  expect(sheetsOf(chosen!)).toHaveLength(6);
  expect(jobIn(whole!)).toMatchObject({ impressionsCompleted: 10, sheetsCompleted: 10 });
  // The document that was sent has these pages and no other, so the printer isn't asked to leave any out.
  for (const folder of folders) expect(jobIn(folder).attributes).not.toHaveProperty('page-ranges');
});

it('can print everything that a new shop offers', async () => {
  const printing = printingShop();
  const { account } = printing.shop;
  await printing.shop.startAgent();
  const photo = await makeJpeg({ widthPx: 1200, heightPx: 800, seed: 3 });
  const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
  const { items: sizes } = (await account.call('GET', '/api/print-options/sizes')).body;
  const pairs = sizes.flatMap((size: { code: string; paper_types: string[] }) =>
    size.paper_types.map((paper_type) => ({ photo_id, size: size.code, paper_type, quantity: 1 })),
  );
  expect(pairs.length).toBeGreaterThan(25);
  const { folders } = await orderPrinted(printing, pairs);
  for (const folder of folders) expect(sheetsOf(folder)).toHaveLength(1);
});
